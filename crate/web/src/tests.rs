//! Tests of the module's exports on a tiny data set. They run in a worker, those in `canvas` on the main thread.

mod canvas;
mod time_machine;

use crate::painter::MapPainter;
use crate::results::Results;
use crate::scenario::{check_params, format_link, idle_params, new_seed, parse_link, registry};
use crate::simulation::Simulation;
use crate::theory::replay_theory;
use matchday_atlas::manifest::{DatacenterEntry, FileEntry, Manifest};
use matchday_atlas::routes::{Access, Coefficients, Country, Hub, Link, Routes};
use matchday_atlas::{Datacenter, Fallback, GridCell, JoinsCell, JoinsGrid, Location, WeekCurve};
use matchday_base::calendar::Date;
use matchday_scenario::params::SPECS;
use matchday_web_common::js::{to_js, typed_array};
use matchday_web_day::files::DataFiles;
use matchday_web_day::params::ParamValues;
use matchday_web_day::world::World;
use matchday_wire::report::Summary;
use serde::Serialize;
use serde_json::{Value, json};
use serde_wasm_bindgen::Serializer;
use std::collections::BTreeMap;
use tsify::{Ts, Tsify};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_test::wasm_bindgen_test;

const SITES: &str = "1,fra,50.11,8.68\n2,iad,39.04,-77.49\n3,nrt,35.69,139.69\n";

fn joins() -> JoinsGrid {
    let place = |lat, lon, zone_quarters| JoinsCell {
        cell: GridCell::of(Location::new(lat, lon).unwrap()),
        weight_code: 250,
        zone_quarters,
    };
    let mut cells = vec![
        place(50.1, 8.7, 8),
        place(48.9, 2.3, 8),
        place(40.7, -74.0, -16),
        place(39.0, -77.5, -16),
        place(35.7, 139.7, 36),
        place(34.7, 135.5, 36),
    ];
    cells.sort_by_key(|joins| joins.cell);
    JoinsGrid::new(WeekCurve::new(std::array::from_fn(|hour| 40 + (hour % 24) as u8 * 2)).unwrap(), cells).unwrap()
}

/// Three countries of two cities each, with a line between the two; no line over an ocean. Each has its own
/// last mile.
fn routes() -> Routes {
    let places = [(50.11, 8.68), (48.86, 2.35), (39.04, -77.49), (40.71, -74.01), (35.69, 139.69), (34.69, 135.5)];
    let hub = |(i, (lat, lon)): (u8, (f64, f64))| Hub {
        name: format!("hub {i}"),
        country: 1 + i / 2,
        location: Location::new(lat, lon).unwrap(),
    };
    let link = |a| Link { a, b: a + 1, sea: false, borders: 0 };
    let country = |last_mile_cs| Country { letters: *b"XX", continent: *b"EU", last_mile_cs };
    let cell = |cell: usize| {
        let country = match cell % 360 {
            60..150 => 1 + 1,
            170..210 => 1,
            300..340 => 1 + 2,
            _ => return None,
        };
        (30..70).contains(&(cell / 360)).then_some(Access { country, centroid: Access::MIDDLE, over_sea: 0 })
    };
    Routes {
        coefficients: Coefficients {
            land: 142,
            sea: 132,
            border: 730,
            hop: 56,
            access_land: 240,
            access_sea: 370,
            foreign: 200,
        },
        countries: [2000, 3000, 4000].map(country).into(),
        hubs: (0..).zip(places).map(hub).collect(),
        links: [0, 2, 4].map(link).into(),
        cells: (0..64_800).map(cell).collect(),
    }
}

/// Files of a data set: names and bytes, the manifest first.
fn files() -> Vec<(String, Vec<u8>)> {
    let sites = Datacenter::read_csv(SITES.as_bytes(), "datacenters.csv").unwrap();
    let mut files: Vec<(String, Vec<u8>)> = vec![
        ("joins.bin".into(), joins().encode()),
        ("datacenters.csv".into(), SITES.into()),
        ("routes.bin".into(), routes().encode()),
    ];
    let entries = files.iter().map(|(path, bytes)| FileEntry::of(path, bytes)).collect();
    let shown = |site: &Datacenter| DatacenterEntry {
        name: site.name.clone(),
        label: site.name.to_uppercase(),
        region: "Somewhere".into(),
        uplink_ms: 0.0,
        default: site.name != "nrt",
    };
    let fallback = Fallback { inflation: 1.6, offset_ms: 18.0 };
    let date = Date { year: 2026, month: 5, day: 20 };
    let manifest = Manifest::new("tiny", date, fallback, entries, sites.iter().map(shown).collect());
    files.insert(0, ("manifest.json".into(), manifest.to_json()));
    files
}

/// A value from JavaScript.
fn js<T: Tsify>(value: impl Serialize) -> Ts<T> {
    let serializer = Serializer::json_compatible().serialize_bytes_as_arrays(false);
    Ts::new_unchecked(value.serialize(&serializer).unwrap())
}

/// A value for JavaScript.
fn got<T: Tsify>(value: &Ts<T>) -> Value {
    serde_wasm_bindgen::from_value(value.js_value()).unwrap()
}

fn data_files(files: &[(String, Vec<u8>)]) -> Ts<DataFiles> {
    let bytes = serde_bytes::Bytes::new;
    js(files.iter().map(|(name, content)| File { name, bytes: bytes(content) }).collect::<Vec<_>>())
}

#[derive(Serialize)]
struct File<'a> {
    name: &'a str,
    bytes: &'a serde_bytes::Bytes,
}

fn world() -> World {
    World::new(&data_files(&files())).unwrap()
}

fn params(pairs: &[(&str, &str)]) -> Ts<ParamValues> {
    js(pairs.iter().copied().collect::<BTreeMap<_, _>>())
}

/// Code and message of an error.
fn refusal<T>(result: matchday_web_common::error::Result<T>) -> [String; 2] {
    let error: JsValue = result.err().unwrap().into();
    assert!(error.is_instance_of::<js_sys::Error>());
    ["code", "message"].map(|name| js_sys::Reflect::get(&error, &name.into()).unwrap().as_string().unwrap())
}

fn code<T>(result: matchday_web_common::error::Result<T>) -> String {
    let [code, _] = refusal(result);
    code
}

fn number(object: &Value, name: &str) -> f64 {
    object[name].as_f64().unwrap_or_else(|| panic!("no number `{name}`"))
}

/// A complete run in slices of the given length, as the page has it.
fn run(world: &World, params: &Ts<ParamValues>, slice_s: u32) -> (Results, Value) {
    let (results, simulation) = kept_run(world, params, slice_s);
    (results, got(&simulation.summary().unwrap()))
}

/// Adds a slice to results, and returns the last second.
fn push(results: &mut Results, rows: &[u32], frames: &JsValue) -> i32 {
    let slice = js_sys::Object::new();
    js_sys::Reflect::set(&slice, &"rows".into(), &js_sys::Uint32Array::from(rows)).unwrap();
    js_sys::Reflect::set(&slice, &"frames".into(), frames).unwrap();
    results.push(slice.unchecked_ref())
}

/// The same with the day, which is kept to look at it.
fn kept_run(world: &World, params: &Ts<ParamValues>, slice_s: u32) -> (Results, Simulation) {
    let mut simulation = Simulation::new(world, params, true).unwrap();
    let mut results = Results::new(world, params, 1.0).unwrap();
    loop {
        let progress = got(&simulation.advance(slice_s).unwrap());
        let shown_s = push(&mut results, &simulation.rows(), &simulation.frames().unwrap().js_value());
        let whole_minutes = (number(&progress, "shown_s") as i32 + 1).max(0) / 60;
        assert_eq!(shown_s + 1, whole_minutes * 60);
        if progress["done_s"] == progress["total_s"] {
            return (results, simulation);
        }
    }
}

/// Brings a second of a kept day into its results, in steps of a minute.
fn show(simulation: &mut Simulation, results: &mut Results, shown_s: u32) {
    while !simulation.seek(shown_s, 60).unwrap() {}
    let seen = simulation.seen().unwrap().unwrap().js_value();
    assert_eq!(results.show(shown_s.into(), Some(seen.unchecked_into())), Some(shown_s));
}

#[wasm_bindgen_test]
fn a_run_is_the_same_in_slices_of_any_size() {
    let world = world();
    let params = params(&[("ccu", "300"), ("replay", "0.8")]);
    let (mut results, whole) = run(&world, &params, u32::MAX);
    assert_eq!(push(&mut results, &[], &JsValue::NULL), 86_399);
    for slice_s in [60, 3_600, 7_260] {
        let (_, cut) = run(&world, &params, slice_s);
        assert_eq!(cut, whole);
    }
    let figures = got(&results.report().unwrap())["summary"].clone();
    for name in ["joined", "left", "matches", "ccu_peak", "ccu_mean", "wait_mean_s", "rtt_p95_ms", "share_le_50"] {
        assert_eq!(number(&figures, name), number(&whole, name), "{name}");
    }
}

#[wasm_bindgen_test]
fn a_day_that_starves_ends_in_the_same_second_in_slices_of_any_size() {
    let search = [("players", "64"), ("match_s", "10"), ("pause_s", "0"), ("patience_s", "600"), ("playlists", "20")];
    let longest = [("ccu", "2500"), ("ideal_s", "120"), ("expand_s", "120"), ("warm_s", "120")];
    let (world, params) = (world(), params(&[&search[..], &longest].concat()));
    let end = |slice_s| {
        let mut simulation = Simulation::new(&world, &params, false).unwrap();
        assert!(simulation.starved().unwrap().is_none());
        let progress = loop {
            let progress = got(&simulation.advance(slice_s).unwrap());
            assert_ne!(progress["done_s"], progress["total_s"]);
            if simulation.starved().unwrap().is_some() {
                break progress;
            }
        };
        assert_eq!(got(&simulation.advance(slice_s).unwrap()), progress);
        let starved = got(&simulation.starved().unwrap().unwrap());
        assert_eq!(starved["cause"], "players");
        (progress, starved)
    };
    assert_eq!(end(90), end(u32::MAX));
}

#[wasm_bindgen_test]
fn map_and_moments_tell_of_the_same_players() {
    let world = world();
    let (mut results, mut simulation) = kept_run(&world, &params(&[("ccu", "400")]), 5_000);
    let mut painter = MapPainter::new(&world);
    painter.palette(&[u32::MAX; 48]).unwrap();
    painter.resize(720, 360, 1.0, -180.0, 90.0, 2.0).unwrap();
    for shown_s in [43_210, 70, 86_399, 20_000] {
        let time_s = f64::from(shown_s);
        let before = got(&results.at(time_s).unwrap());
        for state in ["ccu", "playing", "between", "searching"] {
            assert_eq!(before["shown"][state], before["means"][state], "not shown yet");
        }
        show(&mut simulation, &mut results, shown_s);
        let (map, moment) = (got(&painter.paint(&results).unwrap()), got(&results.at(time_s).unwrap()));
        let shown = &moment["shown"];
        for state in ["playing", "between", "searching"] {
            assert_eq!(number(&map, state), number(shown, state), "{state} at {time_s}");
        }
        let mean = number(&moment["means"], "ccu");
        assert!((number(shown, "ccu") / mean - 1.0).abs() < 0.1, "the second is near the mean of its minute");
        let sites = moment["datacenters"].as_array().unwrap();
        let playing: f64 = sites.iter().map(|site| number(site, "players")).sum();
        assert_eq!(playing, number(shown, "playing"), "at {time_s}");
        assert!(painter.pixels().to_vec().iter().any(|&byte| byte > 0));
        assert!(painter.glow().to_vec().iter().any(|&byte| byte > 0));
        assert_eq!(painter.pixels().length(), 720 * 360 * 4);
        assert_eq!(painter.glow().length(), painter.glow_width() * painter.glow_height());
    }
    assert_eq!(results.scrub(300).len(), 300);
}

#[wasm_bindgen_test]
fn results_without_a_minute_answer() {
    let world = world();
    let mut results = Results::new(&world, &params(&[]), 1.0).unwrap();
    assert_eq!((push(&mut results, &[], &JsValue::NULL), results.scrub(10).len()), (-1, 0));
    let mut painter = MapPainter::new(&world);
    painter.resize(100, 50, 1.0, 0.0, 60.0, 4.0).unwrap();
    assert_eq!(got(&painter.paint(&results).unwrap())["players_per_dot"], 1);
}

#[wasm_bindgen_test]
fn a_missing_number_is_null_and_never_nan() {
    let world = world();
    let mut results = Results::new(&world, &params(&[]), 1.0).unwrap();
    let moment = results.at(5.0).unwrap().js_value();
    let missing = ["wait_mean_s", "wait_p50_s", "wait_p95_s", "wait_p99_s", "rtt_mean_ms", "rtt_p95_ms", "share_le_50"];
    for name in missing {
        assert!(js_sys::Reflect::get(&moment, &name.into()).unwrap().is_null(), "{name}");
    }
    let report = results.report().unwrap().js_value();
    let summary = js_sys::Reflect::get(&report, &"summary".into()).unwrap();
    // In the first minute no player is matched, and datacenters have nothing to measure.
    let mut simulation = Simulation::new(&world, &params(&[("ccu", "10")]), false).unwrap();
    while got(&simulation.advance(60).unwrap())["shown_s"].as_i64().unwrap() < 60 {}
    push(&mut results, &simulation.rows(), &JsValue::NULL);
    let seen = results.at(5.0).unwrap();
    assert!(got(&seen)["datacenters"].as_array().unwrap().iter().any(|site| site["mean_rtt_ms"].is_null()));
    for object in [moment, seen.js_value(), summary] {
        let values = js_sys::Object::values(object.unchecked_ref());
        assert!(values.iter().all(|value: JsValue| !value.as_f64().is_some_and(f64::is_nan)), "{object:?}");
    }
}

#[derive(Serialize, Tsify)]
struct Line {
    #[serde(serialize_with = "typed_array")]
    #[tsify(type = "Float64Array")]
    points: Vec<f64>,
}

#[wasm_bindgen_test]
fn a_column_is_a_typed_array() {
    let line = to_js(&Line { points: vec![0.5, 2.0] }).unwrap().js_value();
    let points = js_sys::Reflect::get(&line, &"points".into()).unwrap();
    assert_eq!(points.dyn_into::<js_sys::Float64Array>().unwrap().to_vec(), [0.5, 2.0]);
}

#[wasm_bindgen_test]
fn a_whole_number_that_javascript_does_not_have_is_refused() {
    let summary = |matches| to_js(&Summary { matches, ..Summary::default() });
    assert_eq!(number(&got(&summary((1 << 53) - 1).unwrap()), "matches"), 9_007_199_254_740_991.0);
    assert_eq!(code(summary(1 << 53)), "BAD_VALUE");
}

#[wasm_bindgen_test]
fn bad_data_is_told_apart() {
    assert_eq!(code(World::new(&js(json!([])))), "DATA_MISSING");
    let mut without_routes = files();
    without_routes.pop();
    assert_eq!(code(World::new(&data_files(&without_routes))), "DATA_MISSING");
    let mut damaged = files();
    damaged[1].1[20] ^= 1;
    assert_eq!(code(World::new(&data_files(&damaged))), "DATA_INVALID");
    let [code, message] = refusal(World::new(&js(json!([{ "name": "manifest.json", "bytes": "no bytes" }]))));
    assert_eq!(code, "DATA_INVALID");
    assert!(message.starts_with("[0].bytes: invalid type"), "{message}");
}

#[wasm_bindgen_test]
fn datacenters_are_listed_with_their_place_in_a_run() {
    let world = world();
    assert!(world.dataset().starts_with("tiny-"));
    let listed = world.datacenters("nrt,-fra,+own@1.5,-2").unwrap();
    let listed: Vec<Value> = listed.iter().map(got).map(|site| json!([site["name"], site["index"]])).collect();
    assert_eq!(Value::from(listed), json!([["fra", null], ["iad", 0], ["nrt", 1], ["own", 2]]));
    assert_eq!(code(world.datacenters("nowhere")), "BAD_DATACENTERS");
    assert_eq!(code(Simulation::new(&world, &params(&[("dcs", "-fra,-iad")]), true)), "BAD_DATACENTERS");
    assert_eq!(code(Simulation::new(&world, &params(&[("joins", "exact")]), true)), "BAD_PARAM");
    // Row 40 is 49..50 N; column 188 is 8..9 E, near fra, and 102 is 78..77 W, near iad.
    let rtt = world.nearest_rtt("").unwrap();
    // The cells of Frankfurt, Washington and Tokyo, and one in the Pacific.
    let cells = [39 * 360 + 188, 50 * 360 + 102, 54 * 360 + 319, 54 * 360 + 350];
    assert_eq!(cells.map(|cell| rtt[cell]), [21, 31, 255, 0]);
    assert_eq!(world.nearest_rtt("nrt").unwrap()[cells[2]], 41);
    // The middle of its own cell: only the last mile.
    assert_eq!(world.nearest_rtt("+own@48.5,-3.5").unwrap()[41 * 360 + 176], 20);
}

#[wasm_bindgen_test]
fn parameters_are_checked_whatever_their_type() {
    let check_params = |changes: Value| check_params(&js(json!({})), &js(changes));
    let checked = got(&check_params(json!({ "replay": 0.8, "bots": true, "ccu": "500" })).unwrap());
    assert_eq!(
        json!([checked["replay"], checked["bots"], checked["ccu"], checked["seed"]]),
        json!(["0.8", "1", "500", "7"])
    );
    // Sums of tenths are not exact, and JavaScript writes the second value with an exponent.
    for (number, written) in [(0.1 + 0.2, "0.3"), (0.3 - 0.1 * 3.0, "0"), (0.000_001, "0")] {
        let checked = check_params(json!({ "replay": number })).unwrap();
        assert_eq!(got(&checked)["replay"], written);
    }
    for bad in
        [json!({ "replay": 2 }), json!({ "x": 1 }), json!({ "ccu": null }), json!({ "ccu": {} }), json!(5), json!(null)]
    {
        assert_eq!(code(check_params(bad.clone())), "BAD_PARAM", "{bad}");
    }
    let [_, message] = refusal(check_params(json!({ "seed": 1, "ccu": [] })));
    assert_eq!(message, "ccu: expected a text, a number or a boolean");
    // A change by an earlier key is one of the same parameter.
    let set = js(json!({ "player_actions": "64800:join:50.11:8.68:1500:0", "incidents": "lost@20:00" }));
    let changed = super::scenario::check_params(&set, &js(json!({ "inside": "", "strikes": "" }))).unwrap();
    assert_eq!((&got(&changed)["player_actions"], &got(&changed)["incidents"]), (&json!(""), &json!("")));
    let registry = got(&registry().unwrap());
    let specs = registry["params"].as_array().unwrap();
    assert_eq!(specs.len(), SPECS.len());
    assert_eq!((number(&specs[0], "default"), number(&specs[0], "step")), (0.75, 0.01));
    assert_eq!(json!([specs[0]["views"], specs[0]["main"]]), json!([["matchmaking", "rules"], "matchmaking"]));
    assert_ne!(new_seed().unwrap(), new_seed().unwrap());
}

#[wasm_bindgen_test]
fn parameters_without_effect_have_a_reason() {
    let idle = got(&idle_params(&params(&[("fleet", "broker")])).unwrap());
    assert_eq!(idle["rating"], json!({ "reason": "Acts in ranked modes only.", "hidden": true }));
    assert_eq!(idle["outage_min"]["hidden"], false);
    assert!(idle.get("buffer").is_none());
}

#[wasm_bindgen_test]
fn links_go_both_ways() {
    let view = js(json!({ "time_s": 43_200, "panes": "map,ccu" }));
    let text = format_link(&params(&[("replay", "0.8")]), &view).unwrap();
    assert_eq!(text, "v=1&p=map,ccu&replay=0.8&t=43200");
    let parsed = parse_link(&format!("#{text}&colour=red")).unwrap();
    let read = got(&parsed);
    assert_eq!(read["params"]["replay"], "0.8");
    assert_eq!(
        json!([read["view"]["time_s"], read["view"]["panes"], read["view"]["digest"]]),
        json!([43_200, "map,ccu", null])
    );
    assert_eq!(read["notices"].as_array().unwrap().len(), 1);
    assert_eq!(format_link(&js(&read["params"]), &js(&read["view"])).unwrap(), text, "what was read can be written");
    assert_eq!(format_link(&params(&[]), &js(json!({}))).unwrap(), "v=1");
    let [code, message] = refusal(format_link(&params(&[]), &js(json!({ "time_s": "noon" }))));
    assert_eq!(code, "BAD_VALUE");
    assert!(message.starts_with("time_s: invalid type"), "{message}");
}

#[wasm_bindgen_test]
fn the_closed_form_foretells_the_peak() {
    let world = world();
    for incidents in ["", "herd@20:00"] {
        let params = params(&[("ccu", "20000"), ("incidents", incidents)]);
        let (_, summary) = run(&world, &params, 50_000);
        let curve = replay_theory(&world, &params, &js(summary.clone())).unwrap();
        assert_eq!((curve.len(), curve[150]), (192, 0.75));
        assert!((curve[151] / number(&summary, "ccu_peak") - 1.0).abs() < 0.03, "{} {summary:?}", curve[151]);
        let estimate = got(&world.estimate(&params).unwrap());
        assert!(number(&estimate, "seconds") > 0.1 && number(&estimate, "bytes") > 2e6, "{estimate}");
    }
}
