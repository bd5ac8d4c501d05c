//! Tests of experiments.

use super::*;
use crate::events::{EventsDay, event_kinds};
use crate::experiments::compare::difference;
use crate::experiments::proofs::prove;
use crate::experiments::sensitivity::{neighbours, sensitivity};
use crate::experiments::social_mixing::{SocialMixing, WatchedDay};
use crate::experiments::sweep::Sweep;
use matchday_wire::report::Summary;

#[wasm_bindgen_test]
fn what_is_not_known_of_a_sweep_is_null() {
    let sweep = Sweep::new(&params(&[]), "replay:0.5,0.7~seeds:3", "built-in").unwrap();
    let points: Vec<Value> = sweep.points("ccu_peak").unwrap().iter().map(got).collect();
    assert_eq!(points.len(), 2);
    assert_eq!(points[1]["values"], json!(["0.7"]));
    assert_eq!(json!([points[0]["runs"], points[0]["mean"], points[0]["high"]]), json!([0, null, null]));
    assert_eq!(sweep.values(0), ["0.5", "0.7"]);
    assert!(sweep.values(1).is_empty(), "there is one axis");
    assert_eq!(code(Sweep::new(&params(&[]), "replay", "built-in")), "BAD_PARAM");
    let checksum = |files: &str| {
        Sweep::new(&params(&[("fleet_config", files)]), "replay:0.5,0.7~seeds:3", "built-in").unwrap().checksum()
    };
    assert_eq!(checksum(""), sweep.checksum());
    let (one, other) = (checksum("replicas: 1"), checksum("replicas: 2"));
    assert!(one != other && one != sweep.checksum(), "servers that obey other files have other results");
    let neighbours = got(&neighbours(&params(&[("replay", "0")])).unwrap());
    assert_eq!(neighbours, json!({ "less": null, "more": "0.01" }));
}

#[wasm_bindgen_test]
fn an_unranked_day_of_a_ranked_sweep_has_no_ladder() {
    let (world, unranked) = (world(), params(&[("ccu", "60"), ("ranked", "off")]));
    let mut sweep = Sweep::new(&params(&SMALL), "ranked:off,1v1~seeds:1", "built-in").unwrap();
    let mut day = lab_day(&world, &unranked);
    finish(&mut day, |_| ());
    sweep.take(0, &day.summary().unwrap()).unwrap();
    let point = |figure: &str| got(&sweep.points(figure).unwrap()[0]);
    assert_eq!(json!([point("brier")["runs"], point("brier")["mean"]]), json!([1, null]));
    assert!(point("ccu_peak")["mean"].is_number());
    let csv = sweep.csv();
    let mut rows = csv.lines().map(|line| line.split(',').collect::<Vec<_>>());
    let (heads, row) = (rows.next().unwrap(), rows.next().unwrap());
    let field = |name: &str| row[heads.iter().position(|head| *head == name).unwrap()];
    assert_eq!([field("brier"), field("accounts"), field("wrongly_excluded")], [""; 3]);
    let mut again = Sweep::new(&params(&SMALL), "ranked:off,1v1~seeds:1", "built-in").unwrap();
    again.read_csv(&csv).unwrap();
    assert_eq!((again.csv(), again.missing()), (csv, vec![1]));
}

#[wasm_bindgen_test]
fn seeds_without_both_values_are_no_part_of_a_difference() {
    let pair = |a: Option<f64>, b: Option<f64>| json!({ "a": a, "b": b });
    let of = |pairs: &[Value]| got(&difference(&js(pairs)).unwrap());
    let three = [pair(Some(1.0), Some(2.0)), pair(None, Some(9.0)), pair(Some(7.0), None), pair(Some(3.0), Some(6.0))];
    let found = of(&three);
    assert_eq!(json!([found["a"], found["b"], found["difference"]["mean"]]), json!([2, 4, 2]));
    // Of the differences 1 and 3: 12.706 times the standard error 1.
    assert!((found["difference"]["half_width"].as_f64().unwrap() - 12.706).abs() < 1e-3, "{found}");
    assert_eq!(of(&three[..3]), json!({ "a": 1, "b": 2, "difference": null }));
    assert_eq!(of(&three[1..3]), json!({ "a": null, "b": null, "difference": null }));
    assert_eq!(code(difference(&js([json!({ "a": "1" })]))), "BAD_VALUE");
}

#[wasm_bindgen_test]
fn a_point_of_replay_is_worth_nothing_on_an_empty_day() {
    let (world, params) = (world(), params(&[("ccu", "60"), ("replay", "0.5")]));
    let mut day = lab_day(&world, &params);
    finish(&mut day, |_| ());
    let summary = got(&day.summary().unwrap());
    let worth = |less: Option<Ts<Summary>>| got(&sensitivity(&params, &js(&summary), less, None).unwrap());
    let alone = worth(None);
    assert!(alone["less"].is_null() && alone["slope"].is_null() && alone["slope_formula"].is_number(), "{alone}");
    let mut empty = summary.clone();
    empty["ccu_mean"] = json!(0.0);
    assert_eq!(worth(Some(js(&empty)))["less"], Value::Null);
    let same = worth(Some(js(&summary)));
    assert_eq!(json!([same["less"]["ccu"], same["slope"]]), json!([0, 0]));
}

#[wasm_bindgen_test]
fn watched_days_become_figures_of_both_ways() {
    let (world, params) = (world(), params(&[("ccu", "60")]));
    let watch = |together| {
        let mut day = WatchedDay::new(&world, &params, together).unwrap();
        while day.advance(20_000) < 1.0 {}
        day.figures().unwrap()
    };
    let (broken_up, together) = (watch(false), watch(true));
    let mut mixing = SocialMixing::new();
    mixing.take(&broken_up, &together).unwrap();
    assert_eq!(mixing.seeds(), 1);
    let figures = got(&mixing.figures().unwrap());
    let [apart, close] = [&broken_up, &together].map(got);
    assert_eq!(apart["hours"].as_array().unwrap().len(), 24);
    assert_eq!(figures["wait_mean_s"]["broken_up"]["mean"], apart["wait_mean_s"]);
    assert_eq!(figures["repeat_share"]["together"]["mean"], close["repeat_rate"]);
    assert!(figures["wait_mean_s"]["difference"].is_null(), "one seed has no interval");
    assert_eq!(mixing.by_hour("largest_share").unwrap().len(), 24);
    let mut short = apart;
    short["hours"].as_array_mut().unwrap().pop();
    assert_eq!(code(mixing.take(&js(short), &together)), "BAD_PARAM");
}

#[wasm_bindgen_test]
fn a_day_is_proved_from_its_rows() {
    let (world, params) = (world(), params(&[("ccu", "60")]));
    let mut day = lab_day(&world, &params);
    let rows = finish(&mut day, |_| ());
    let summary = got(&day.summary().unwrap());
    let checks = |rows: &[u32], ends: &Value| -> Vec<Value> {
        prove(&world, &params, rows.to_vec(), &js(ends)).unwrap().iter().map(got).collect()
    };
    let verdict =
        |checks: &[Value], id: &str| checks.iter().find(|check| check["id"] == id).unwrap()["verdict"].clone();
    let found = checks(&rows, &summary);
    assert_eq!(verdict(&found, "conserved"), "green");
    for check in &found {
        assert_eq!(check["verdict"] == "none", check["why"].is_string(), "{check}");
        assert_eq!(check["why"].is_null(), check["theory"].is_number(), "{check}");
    }
    let more =
        json!({ "inside_at_start": summary["inside_at_start"], "inside": 1 + summary["inside"].as_u64().unwrap() });
    assert_eq!(verdict(&checks(&rows, &more), "conserved"), "red");
    // An empty day divides by nothing.
    checks(&vec![0; rows.len()], &json!({ "inside_at_start": 0, "inside": 0 }));
    assert_eq!(code(prove(&world, &params, rows[1..].to_vec(), &js(&summary))), "BAD_PARAM");
}

#[wasm_bindgen_test]
fn the_events_of_a_day_are_a_table() {
    let (world, params) = (world(), params(&[("ccu", "60")]));
    let asked = |kinds: Value, to_s: u32| {
        js(json!({ "from_s": 3_600, "to_s": to_s, "player": null, "datacenter": null, "kinds": kinds }))
    };
    let run = |kinds, to_s| {
        let mut day = EventsDay::new(&world, &params, &no_zone(), &asked(kinds, to_s))?;
        while day.advance(20_000) < 1.0 {}
        let longest = day.who_waited_longest();
        Ok::<_, matchday_web_common::error::Error>((day.csv(), day.rows(), day.is_full(), longest))
    };
    let (all, rows, full, longest) = run(json!([]), 7_200).unwrap();
    assert_eq!((all.lines().count() as u32, full), (rows + 1, false));
    assert!(all.starts_with("time_s,event,player,lat,lon,datacenter,match,wait_s,rtt_ms\n"), "{all}");
    let in_time = |row: &str| (3_600..7_200).contains(&row.split(',').next().unwrap().parse::<u32>().unwrap());
    assert!(rows > 100 && all.lines().skip(1).all(in_time));
    let wait_s = |row: &str| row.split(',').nth(7).unwrap().parse().unwrap_or(0_u32);
    let most_s = all.lines().skip(1).map(wait_s).max();
    let first = all.lines().skip(1).find(|row| Some(wait_s(row)) == most_s).unwrap();
    assert_eq!(longest.map(|player| player.to_string()).as_deref(), first.split(',').nth(2));
    let matches: Vec<&str> = all.lines().skip(1).filter(|row| row.contains(",match,")).collect();
    let (only, ..) = run(json!(["match"]), 7_200).unwrap();
    assert_eq!(only.lines().skip(1).collect::<Vec<_>>(), matches);
    assert_eq!(code(run(json!(["explode"]), 7_200)), "BAD_PARAM");
    assert_eq!(code(run(json!([]), 3_600)), "BAD_PARAM");
    assert!(event_kinds().contains(&"match".to_owned()));
}
