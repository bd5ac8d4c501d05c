//! Tests of the module's exports on the built-in data set. All run on the main thread and in a worker.

use crate::day::LabDay;
use crate::experiments::sensitivity::neighbours;
use crate::experiments::sweep::Sweep;
use crate::ranked::moment::Moment;
use crate::ranked::recording::{LadderRecording, LadderSlice, RatingSample};
use crate::ranked::season::Season;
use crate::servers::configuration::lint;
use crate::world::atlas::Atlas;
use js_sys::{Function, JSON};
use matchday_sim::ranked::minutes::LadderColumn;
use matchday_web_common::error::{Code, Result};
use matchday_web_common::files::DataFiles;
use matchday_web_common::js::from_js;
use matchday_web_common::params::ParamValues;
use matchday_web_common::world::World;
use serde::Serialize;
use serde_bytes::Bytes;
use serde_json::{Value, json};
use serde_wasm_bindgen::Serializer;
use std::collections::BTreeMap;
use tsify::{Ts, Tsify};
use wasm_bindgen::JsValue;
use wasm_bindgen_test::wasm_bindgen_test;

const SMALL: [(&str, &str); 3] = [("ccu", "60"), ("accounts", "200"), ("ranked", "1v1")];

#[derive(Serialize)]
struct File {
    name: &'static str,
    bytes: &'static Bytes,
}

fn world() -> World {
    let file = |name, content: &'static [u8]| File { name, bytes: Bytes::new(content) };
    let files: Ts<DataFiles> = js([
        file("manifest.json", include_bytes!("../../../data/manifest.json")),
        file("joins.bin", include_bytes!("../../../data/joins.bin")),
        file("routes.bin", include_bytes!("../../../data/routes.bin")),
        file("datacenters.csv", include_bytes!("../../../data/datacenters.csv")),
    ]);
    World::new(&files).unwrap()
}

/// A value from JavaScript.
fn js<T: Tsify>(value: impl Serialize) -> Ts<T> {
    let serializer = Serializer::json_compatible().serialize_bytes_as_arrays(false);
    Ts::new_unchecked(value.serialize(&serializer).unwrap())
}

/// The value that JavaScript gets, as its JSON: a typed array is an object with its indices as keys.
fn got<T: Tsify>(value: &Ts<T>) -> Value {
    serde_json::from_str(&String::from(JSON::stringify(&value.js_value()).unwrap())).unwrap()
}

/// A browser that knows no time zone.
fn no_zone() -> Function {
    Function::new_no_args("return undefined")
}

fn params(pairs: &[(&str, &str)]) -> Ts<ParamValues> {
    js(pairs.iter().copied().collect::<BTreeMap<_, _>>())
}

/// The code of an error.
fn code<T>(result: Result<T>) -> String {
    let error: JsValue = result.err().unwrap().into();
    js_sys::Reflect::get(&error, &"code".into()).unwrap().as_string().unwrap()
}

#[wasm_bindgen_test]
fn a_ladder_is_the_same_on_both_sides_of_the_seam() {
    let (world, params) = (world(), params(&SMALL));
    let mut day = LabDay::new(&world, &params, false, &js([(); 0]), &no_zone()).unwrap();
    let mut recording = LadderRecording::new(&params, "2026-05-20").unwrap();
    let (mut rows, mut samples) = (0, 0);
    let report = loop {
        let progress = got(&day.advance(20_000).unwrap());
        let slice = day.ladder().unwrap().unwrap();
        recording.push(&slice).unwrap();
        let LadderSlice { minutes, samples: new, report } = from_js(&slice, Code::BadValue).unwrap();
        for RatingSample { points, skill, matches, .. } in &new {
            assert_eq!([points.len(), skill.len(), matches.len()], [points.len(); 3]);
        }
        samples += new.len();
        rows += minutes.len();
        let finished = progress["done_s"] == progress["total_s"];
        assert_eq!(report.is_some(), finished);
        if finished {
            break got(&slice)["report"].take();
        }
    };
    assert_eq!(rows, 1_440 * LadderColumn::ALL.len());
    assert_eq!((samples, recording.shown_s()), (24, 86_399));
    let summary = got(&day.summary().unwrap());
    assert_eq!(summary["digest"].as_str().unwrap().len(), 16);
    let predicted: u64 = report["rated"].as_array().unwrap().iter().map(|bin| bin["matches"].as_u64().unwrap()).sum();
    assert!(predicted > 0 && predicted <= summary["matches"].as_u64().unwrap(), "{predicted} predictions");
    assert_eq!(report["tiers"].as_array().unwrap().len(), summary["tiers"].as_object().unwrap().len());
    assert!(report["shadow"].as_array().unwrap().iter().all(|bin| bin["predicted"].is_null()), "no shadow rates");
    assert!(recording.at(-1.0).unwrap().is_some());
    recording.findings(&js(summary)).unwrap();
}

#[wasm_bindgen_test]
fn a_moment_tells_who_waits_and_why() {
    let mut moment = Moment::new(&world(), &params(&SMALL)).unwrap();
    while got(&moment.advance_to(64_800, 20_000).unwrap())["done"] == json!(false) {}
    let waiting: Vec<Value> = moment.waiting().unwrap().iter().map(got).collect();
    let first = waiting.first().expect("nobody waits in a small queue");
    assert!(first["place"]["lat"].is_f64(), "{first}");
    let why = got(&moment.why(first["ticket"].as_u64().unwrap() as u32).unwrap().unwrap());
    assert_eq!(why["age_s"], first["age_s"]);
    assert!(moment.why(u32::MAX).unwrap().is_none());
}

#[wasm_bindgen_test]
fn a_player_that_cannot_be_is_refused() {
    let mut season = Season::new(&world(), &params(&SMALL)).unwrap();
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
fn every_continent_is_covered_and_the_best_next_place_helps() {
    let atlas = Atlas::new(&world()).unwrap();
    let sites = js(json!([{ "name": "frankfurt", "lat": 50.11, "lon": 8.68 }]));
    let areas: Vec<Value> = atlas.coverage(&sites).unwrap().iter().map(got).collect();
    assert_eq!((areas[0]["area"].as_str(), areas[0]["joins"].as_f64()), (Some("world"), Some(1.0)));
    assert_eq!(areas.len(), 7);
    let next = got(&atlas.next(&sites, &js("within50"), 1).unwrap());
    assert!(next["places"][0]["change"].as_f64().unwrap() > 0.05, "{next}");
    assert_eq!(code(atlas.next(&sites, &js("nearest"), 1)), "BAD_PARAM");
    assert_eq!(code(atlas.coverage(&js(json!([{ "name": "nowhere", "lat": 91, "lon": 0 }])))), "BAD_PLACE");
}

#[wasm_bindgen_test]
fn what_is_not_known_of_a_sweep_is_null() {
    let sweep = Sweep::new(&params(&[]), "replay:0.5,0.7~seeds:3", "built-in").unwrap();
    let points: Vec<Value> = sweep.points("ccu_peak").unwrap().iter().map(got).collect();
    assert_eq!(points.len(), 2);
    assert_eq!(points[1]["values"], json!(["0.7"]));
    assert_eq!(json!([points[0]["runs"], points[0]["mean"], points[0]["high"]]), json!([0, null, null]));
    assert_eq!(code(Sweep::new(&params(&[]), "replay", "built-in")), "BAD_PARAM");
    let neighbours = got(&neighbours(&params(&[("replay", "0")])).unwrap());
    assert_eq!(neighbours, json!({ "less": null, "more": "0.01" }));
}

#[wasm_bindgen_test]
fn a_file_that_is_no_configuration_is_said_to_be_unreadable() {
    let circumstances =
        js(json!({ "matches_per_s": null, "longest_match_s": 1_200, "boot_s": 30, "days": ["2026-05-20", 1] }));
    let findings = lint(b"{ \"a\": ", &js(json!([])), &circumstances, &no_zone()).unwrap();
    let finding = got(&findings[0]);
    assert_eq!(json!([finding["severity"], finding["check"]]), json!(["error", "unreadable"]));
}
