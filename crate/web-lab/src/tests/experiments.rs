//! Tests of experiments.

use super::*;
use crate::events::EventsDay;
use crate::experiments::social_mixing::WatchedDay;
use crate::experiments::sweep::Sweep;
use matchday_web_common::js::typed_array;

fn sweep(of: &[(&str, &str)], text: &str) -> Result<Sweep> {
    Sweep::new(&params(of), text, "built-in", Vec::new())
}

/// The answer of a sweep as JavaScript gets it.
fn ask_sweep(sweep: &mut Sweep, name: &str, arguments: impl Serialize) -> Value {
    got(&sweep.ask(&question(name, arguments)).unwrap())[name].take()
}

#[wasm_bindgen_test]
fn what_is_not_known_of_a_sweep_is_null() {
    let text = "replay:0.5,0.7~seeds:3";
    let state = |of: &[(&str, &str)]| ask_sweep(&mut sweep(of, text).unwrap(), "state", json!({}));
    let points = ask_sweep(&mut sweep(&[], text).unwrap(), "points", json!({ "figure": "ccu_peak" }));
    assert_eq!(points.as_array().unwrap().len(), 2);
    assert_eq!(points[1]["values"], json!(["0.7"]));
    assert_eq!(json!([points[0]["runs"], points[0]["mean"], points[0]["high"]]), json!([0, null, null]));
    assert_eq!(state(&[])["values"], json!([["0.5", "0.7"]]), "there is one axis");
    assert_eq!(code(sweep(&[], "replay")), "BAD_PARAM");
    let checksum = |files: &str| state(&[("fleet_config", files)])["checksum"].clone();
    let (none, one, other) = (checksum(""), checksum("replicas: 1"), checksum("replicas: 2"));
    assert!(one != other && one != none, "servers that obey other files have other results");
    let neighbours = ask(&lab(), "neighbours", json!({ "params": { "replay": "0" } }));
    assert_eq!(neighbours, json!({ "less": null, "more": "0.01" }));
}

#[wasm_bindgen_test]
fn an_unranked_day_of_a_ranked_sweep_has_no_ladder() {
    let (world, unranked) = (world(), params(&[("ccu", "60"), ("ranked", "off")]));
    let text = "ranked:off,1v1~seeds:1";
    let mut ranked = sweep(&SMALL, text).unwrap();
    let mut day = lab_day(&world, &unranked);
    finish(&mut day, |_| ());
    ask_sweep(&mut ranked, "take", json!({ "run": 0, "report": got(&day.summary().unwrap()) }));
    let mut point = |figure: &str| ask_sweep(&mut ranked, "points", json!({ "figure": figure }))[0].take();
    assert_eq!(json!([point("brier")["runs"], point("brier")["mean"]]), json!([1, null]));
    assert!(point("ccu_peak")["mean"].is_number());
    let csv = ask_sweep(&mut ranked, "csv", json!({}));
    let mut rows = csv.as_str().unwrap().lines().map(|line| line.split(',').collect::<Vec<_>>());
    let (heads, row) = (rows.next().unwrap(), rows.next().unwrap());
    let field = |name: &str| row[heads.iter().position(|head| *head == name).unwrap()];
    assert_eq!([field("brier"), field("accounts"), field("wrongly_excluded")], [""; 3]);
    let mut again = sweep(&SMALL, text).unwrap();
    ask_sweep(&mut again, "readCsv", json!({ "text": csv }));
    assert_eq!(ask_sweep(&mut again, "csv", json!({})), csv);
    assert_eq!(ask_sweep(&mut again, "state", json!({}))["missing"], json!([1]));
}

#[wasm_bindgen_test]
fn seeds_without_both_values_are_no_part_of_a_difference() {
    let pair = |a: Option<f64>, b: Option<f64>| json!({ "a": a, "b": b });
    let lab = lab();
    let of = |pairs: &[Value]| ask(&lab, "differences", json!({ "figures": [pairs] }))[0].take();
    let three = [pair(Some(1.0), Some(2.0)), pair(None, Some(9.0)), pair(Some(7.0), None), pair(Some(3.0), Some(6.0))];
    let found = of(&three);
    assert_eq!(json!([found["a"], found["b"], found["difference"]["mean"]]), json!([2, 4, 2]));
    // Of the differences 1 and 3: 12.706 times the standard error 1.
    assert!((found["difference"]["half_width"].as_f64().unwrap() - 12.706).abs() < 1e-3, "{found}");
    assert_eq!(of(&three[..3]), json!({ "a": 1, "b": 2, "difference": null }));
    assert_eq!(of(&three[1..3]), json!({ "a": null, "b": null, "difference": null }));
    assert_eq!(refused(&lab, "differences", json!({ "figures": [[{ "a": "1" }]] })), "BAD_VALUE");
}

#[wasm_bindgen_test]
fn a_point_of_replay_is_worth_nothing_on_an_empty_day() {
    let (world, params) = (world(), params(&[("ccu", "60"), ("replay", "0.5")]));
    let mut day = lab_day(&world, &params);
    finish(&mut day, |_| ());
    let summary = got(&day.summary().unwrap());
    let lab = lab();
    let worth = |less: Option<&Value>| {
        let params = json!({ "ccu": "60", "replay": "0.5" });
        ask(&lab, "sensitivity", json!({ "params": params, "day": summary, "less": less }))
    };
    let alone = worth(None);
    assert!(alone["less"].is_null() && alone["slope"].is_null() && alone["slope_formula"].is_number(), "{alone}");
    let mut empty = summary.clone();
    empty["ccu_mean"] = json!(0.0);
    assert_eq!(worth(Some(&empty))["less"], Value::Null);
    let same = worth(Some(&summary));
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
    let [apart, close] = [false, true].map(|together| got(&watch(together)));
    let lab = lab();
    let mixing = ask(&lab, "socialMixing", json!({ "days": [[apart, close]] }));
    let figures = &mixing["figures"];
    assert_eq!(apart["hours"].as_array().unwrap().len(), 24);
    assert_eq!(figures["wait_mean_s"]["broken_up"]["mean"], apart["wait_mean_s"]);
    assert_eq!(figures["repeat_share"]["together"]["mean"], close["repeat_rate"]);
    assert!(figures["wait_mean_s"]["difference"].is_null(), "one seed has no interval");
    assert_eq!(figures["largest_share"]["hours"].as_array().unwrap().len(), 24);
    let mut short = apart;
    short["hours"].as_array_mut().unwrap().pop();
    assert_eq!(refused(&lab, "socialMixing", json!({ "days": [[short, close]] })), "BAD_VALUE");
}

#[wasm_bindgen_test]
fn a_day_is_proved_from_its_rows() {
    let (world, params) = (world(), params(&[("ccu", "60")]));
    let mut day = lab_day(&world, &params);
    let rows = finish(&mut day, |_| ());
    let summary = got(&day.summary().unwrap());
    #[derive(Serialize)]
    struct Proved<'a> {
        params: &'a Value,
        #[serde(serialize_with = "typed_array")]
        rows: &'a [u32],
        summary: &'a Value,
    }
    let lab = lab();
    let params = json!({ "ccu": "60" });
    let checks = |rows: &[u32], summary: &Value| -> Vec<Value> {
        ask(&lab, "prove", Proved { params: &params, rows, summary }).as_array().unwrap().clone()
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
    assert_eq!(refused(&lab, "prove", Proved { params: &params, rows: &rows[1..], summary: &summary }), "BAD_PARAM");
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
    let constants = ask(&lab(), "constants", json!({}));
    assert!(constants["event_kinds"].as_array().unwrap().contains(&json!("match")), "{constants}");
}
