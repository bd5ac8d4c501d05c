//! Tests of days on servers and of configurations.

use super::*;
use matchday_web_day::params::params_of;

/// Names of the datacenters of a scenario.
pub fn names(world: &World, params: &Ts<ParamValues>) -> Vec<String> {
    let world = matchday_sim::World::new(&world.data().dataset, &params_of(params).unwrap()).unwrap();
    world.datacenters.iter().map(|active| active.datacenter.name.clone()).collect()
}

#[wasm_bindgen_test]
fn a_file_that_is_no_configuration_is_said_to_be_unreadable() {
    let circumstances =
        json!({ "matches_per_s": null, "longest_match_s": 1_200, "boot_s": 30, "days": ["2026-05-20", 1] });
    let file = |name: &str, text: &str| json!({ "name": name, "bytes": text.as_bytes() });
    let (lab, applied) = (lab(), "--- # one\n{MatchBroker: {MatchPickupTimeSeconds: 7}}");
    let lint =
        |files: Value| ask(&lab, "lint", json!({ "files": files, "applied": applied, "circumstances": circumstances }));
    let linted = lint(json!([file("list", "kind: List"), file("cut", "{ \"a\": ")]));
    let of_second = linted["findings"].as_array().unwrap().iter().find(|finding| finding["file"] == 1).unwrap();
    assert_eq!(json!([of_second["severity"], of_second["check"]]), json!(["error", "unreadable"]));
    assert!(linted["fleet_config"].is_null(), "{linted}");
    let fleet = "{apiVersion: agones.dev/v1, kind: Fleet, metadata: {name: few}, spec: {replicas: 3}}";
    let linted = lint(json!([file("fleet.yaml", fleet)]));
    assert_eq!(linted["fleet_config"], format!("{applied}\n--- # fleet.yaml\n{fleet}"), "{linted}");
}

#[wasm_bindgen_test]
fn a_day_on_servers_is_the_same_on_both_sides_of_the_seam() {
    let (world, params) = (world(), params(&[("ccu", "60"), ("fleet", "broker")]));
    let names = names(&world, &params);
    let mut results = results(&params, names);
    assert!(got(&results.at(0.0).unwrap())["servers"].is_null(), "nothing is recorded");
    let mut day = lab_day(&world, &params);
    assert!(got(&day.summary().unwrap())["utilisation"].is_null(), "no server has run");
    let column = |rows: &[u32]| JsValue::from(js_sys::Uint32Array::from(rows));
    let rows = finish(&mut day, |day| {
        pushed(&mut results, "servers", &column(&day.servers()));
    });
    let summary = got(&day.summary().unwrap());
    assert_eq!(pushed(&mut results, "rows", &column(&rows)), 86_399);
    let last = got(&results.at(86_399.0).unwrap());
    let places = last["places"].as_array().unwrap();
    let total = |key: &str| places.iter().map(|place| place[key].as_u64().unwrap()).sum::<u64>();
    assert_eq!(
        (Some(total("matches")), Some(total("misses"))),
        (summary["matches"].as_u64(), summary["misses"].as_u64())
    );
    let used = summary["utilisation"].as_f64().unwrap();
    assert!(used > 0.0 && used < 1.0, "{summary}");
    assert!(last["servers"]["allocated"].is_u64() && last["servers"]["expired"].is_u64(), "{last}");
    results.report(None).unwrap();
}
