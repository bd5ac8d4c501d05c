//! Tests of ranked days, seasons and players.

use super::*;
use crate::ranked::season::Season;
use crate::results::ladder::{LadderSlice, RatingSample};
use matchday_ranked::minutes::LadderColumn;

#[wasm_bindgen_test]
fn a_ladder_is_the_same_on_both_sides_of_the_seam() {
    let (world, params) = (world(), params(&SMALL));
    let mut day = LabDay::new(&world, &params, false, &no_zone()).unwrap();
    let mut results = results(&params, Vec::new());
    let (mut rows, mut samples) = (0, 0);
    let report = loop {
        let progress = got(&day.advance(20_000).unwrap());
        let slice = day.ladder().unwrap().unwrap();
        let shown_s = pushed(&mut results, "ladder", &slice.js_value());
        let LadderSlice { minutes, samples: new, report } = from_js(&slice, Code::BadValue).unwrap();
        for RatingSample { points, skill, matches, .. } in &new {
            assert_eq!([points.len(), skill.len(), matches.len()], [points.len(); 3]);
        }
        samples += new.len();
        rows += minutes.len();
        let finished = progress["done_s"] == progress["total_s"];
        assert_eq!(report.is_some(), finished);
        if finished {
            assert_eq!(shown_s, 86_399);
            break got(&slice)["report"].take();
        }
    };
    assert_eq!(rows, 1_440 * LadderColumn::ALL.len());
    assert_eq!(samples, 24);
    let summary = got(&day.summary().unwrap());
    assert_eq!(summary["digest"].as_str().unwrap().len(), 16);
    let predicted: u64 = report["rated"].as_array().unwrap().iter().map(|bin| bin["matches"].as_u64().unwrap()).sum();
    assert!(predicted > 0 && predicted <= summary["matches"].as_u64().unwrap(), "{predicted} predictions");
    assert_eq!(report["tiers"].as_array().unwrap().len(), summary["tiers"].as_object().unwrap().len());
    assert!(report["shadow"].as_array().unwrap().iter().all(|bin| bin["predicted"].is_null()), "no shadow rates");
    assert!(got(&results.at(-1.0).unwrap())["ladder"]["offered"].is_number());
    results.report(Some(js(summary))).unwrap();
}

#[wasm_bindgen_test]
fn a_moment_tells_who_waits_and_why() {
    let mut day = LabDay::new(&world(), &params(&SMALL), true, &no_zone()).unwrap();
    while !day.seek(64_800, 20_000).unwrap() {}
    let waiting: Vec<Value> = day.waiting().unwrap().iter().map(got).collect();
    let first = waiting.first().expect("nobody waits in a small queue");
    assert!(first["place"]["lat"].is_f64(), "{first}");
    let why = got(&day.why(first["ticket"].as_u64().unwrap() as u32).unwrap().unwrap());
    assert_eq!(why["age_s"], first["age_s"]);
    assert!(day.why(u32::MAX).unwrap().is_none());
}

#[wasm_bindgen_test]
fn a_player_that_cannot_be_is_refused() {
    let mut season = Season::new(&world(), &params(&SMALL), &no_zone()).unwrap();
    let player = |lat: f64, skill: f64, constraints: Value| {
        js(json!({ "lat": lat, "lon": 8.68, "skill": skill, "friends": 0, "constraints": constraints }))
    };
    assert!(season.client().unwrap().is_none());
    assert_eq!(code(season.connect(&player(91.0, 1500.0, Value::Null))), "BAD_PLACE");
    assert_eq!(code(season.connect(&player(50.1, 0.5, Value::Null))), "BAD_MESSAGE");
    assert_eq!(code(season.connect(&player(50.1, 1500.0, json!({ "ping": 5 })))), "BAD_MESSAGE");
    let joining = got(&season.connect(&player(50.1, 1500.0, json!({ "maxPingMs": 150 }))).unwrap());
    assert_eq!(joining, json!({ "modeId": "1v1", "region": "Europe", "partyId": null }));
}

#[wasm_bindgen_test]
fn a_season_hears_typed_messages_and_tells_them() {
    let mut season = Season::new(&world(), &params(&SMALL), &no_zone()).unwrap();
    while got(&season.advance_to(3_600, 20_000).unwrap())["done"] == json!(false) {}
    let player = json!({ "lat": 50.1, "lon": 8.68, "skill": 1500, "friends": 0, "constraints": { "mapPool": [0] } });
    let joining = got(&season.connect(&js(player)).unwrap());
    for wrong in [
        json!({ "type": "RankedQueueLeave", "ticketId": "t_012" }),
        json!({ "type": "RankedQueueLeave", "ticketId": "t_12", "now": true }),
        json!({ "type": "RankedQueued" }),
        json!({ "type": "RankedQueueJoin", "modeId": "7v7", "region": joining["region"] }),
        json!({ "type": "RankedQueueJoin", "modeId": "1v1", "region": joining["region"], "constraints": { "maxPingMs": 65_536 } }),
    ] {
        assert_eq!(code(season.send(&js(&wrong))), "BAD_MESSAGE", "{wrong}");
    }
    let said = |season: &mut Season| -> Vec<Value> { season.messages().unwrap().iter().map(got).collect() };
    assert!(said(&mut season).is_empty(), "what is refused changes nothing");
    let mut join = joining;
    join["type"] = json!("RankedQueueJoin");
    join["constraints"] = json!({ "maxPingMs": 150, "mapPool": [0] });
    season.send(&js(&join)).unwrap();
    season.advance_to(3_601, 1).unwrap();
    let messages = said(&mut season);
    assert_eq!(messages[0], json!({ "time_s": 3_600, "to": "server", "message": join }));
    assert_eq!(messages[1]["to"], "client");
    assert_eq!(messages[1]["message"]["type"], "RankedQueued", "{messages:?}");
    assert!(messages[1]["message"]["searchWindow"]["pingMaxMs"].is_u64(), "{messages:?}");
    let doing = got(&season.client().unwrap().unwrap())["doing"].take();
    assert!(doing == "searching" || doing == "matchFound", "{doing}");
}
