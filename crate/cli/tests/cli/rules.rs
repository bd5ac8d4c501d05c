//! `matchday rules` as scripts use it: the real binary on real files.

use super::{json, said, written};
use std::fs;

const TEAMS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/cli/rules/teams.json");
const ATTRIBUTES: &str = "attributes=skill:normal(1500,300);mode:tdm*3|ctf";

/// The rule set with a part of its text replaced, in a file.
fn changed(name: &str, from: &str, to: &str) -> String {
    let text = fs::read_to_string(TEAMS).unwrap();
    assert!(text.contains(from), "{from}");
    written("rules", name, text.replacen(from, to, 1))
}

#[test]
fn a_rule_set_that_is_right_exits_with_0() {
    let attributes = "skill:normal(1500,300);mode:tdm*3|ctf";
    assert_eq!(said(&["rules", "check", TEAMS]), (0, String::new(), String::new()));
    assert_eq!(said(&["rules", "check", TEAMS, "--attributes", attributes]), (0, String::new(), String::new()));
}

#[test]
fn what_is_wrong_has_its_place_and_exits_with_1() {
    let file = changed("type.json", "\"distance\"", "\"distanze\"");
    let (code, out, _) = said(&["rules", "check", &file]);
    assert!(code == 1 && out.starts_with(&format!("{file}:15:15: error: ")), "{code} {out}");
    let (code, out, _) = said(&["rules", "check", TEAMS, "--attributes", "skill:a|b"]);
    assert!(code == 1 && out.contains("teams.json:5:") && out.contains(": error: "), "{code} {out}");
    let config = written("rules", "config.json", r#"{"RequestTimeoutSeconds": 15}"#);
    let (code, out, _) = said(&["rules", "check", TEAMS, "--config", &config]);
    assert!(code == 1 && out.contains("teams.json:33:30: ") && out.contains(": warning: "), "{code} {out}");
}

#[test]
fn a_file_that_cannot_be_opened_exits_with_2() {
    let (code, _, err) = said(&["rules", "check", "/no/such/file"]);
    assert!(code == 2 && err.starts_with("matchday: /no/such/file: "), "{code} {err}");
    assert_eq!(said(&["rules", "check"]).0, 2);
}

#[test]
fn a_day_is_simulated_with_the_rule_set() {
    let base = ["--json", "--set", "ccu=300", "--set", ATTRIBUTES];
    let day = json(&[&["rules", "run", TEAMS], &base[..]].concat());
    assert!(day["matches"].as_u64().unwrap() > 1_000 && day["wait_p50_s"].as_f64().unwrap() > 1.0, "{day}");
    // The parameters say the same in other words, and `--set` comes last.
    let rules = format!("rules={TEAMS}");
    let same = json(&[&["run", "--set", "policy=rules", "--set", &rules], &base[..]].concat());
    assert_eq!(day, same);
    let article = json(&[&["rules", "run", TEAMS, "--set", "policy=article"], &base[..]].concat());
    assert_eq!(article, json(&[&["run"], &base[..]].concat()));
    assert_ne!(day["digest"], article["digest"]);
    // Looser rules shorten the wait.
    let loose = changed("loose.json", "\"maxLatency\": 60", "\"maxLatency\": 250");
    let loose = json(&[&["rules", "run", &loose], &base[..]].concat());
    assert!(loose["wait_mean_s"].as_f64() < day["wait_mean_s"].as_f64(), "{loose}");
    assert!(loose["rtt_mean_ms"].as_f64() > day["rtt_mean_ms"].as_f64(), "{loose}");
}

#[test]
fn a_rule_set_that_cannot_be_simulated_is_named() {
    let (code, _, err) = said(&["run", "--set", "policy=rules"]);
    assert!(code == 2 && err.contains("rules: there is no rule set"), "{err}");
    let file = changed("type.json", "\"distance\"", "\"distanze\"");
    let (code, _, err) = said(&["rules", "run", &file]);
    assert!(code == 2 && err.starts_with("matchday: rules: line 15, column 15: "), "{err}");
    let (code, _, err) = said(&["rules", "run", TEAMS, "--set", "attributes=skill"]);
    assert!(code == 2 && err.contains("attributes: 'skill' is no attribute"), "{err}");
    let (code, _, err) = said(&["rules", "run", TEAMS, "--set", "regions=eu-west-1"]);
    assert!(code == 2 && err.contains("regions: `eu-west-1`"), "{err}");
    let (code, _, err) = said(&["rules", "run", TEAMS, "--set", "ranked=5v5"]);
    assert!(code == 1 && err.contains("with teams of 2, 2 players, where the mode is 5v5"), "{err}");
    let (code, _, err) = said(&["rules", "run", TEAMS, "--aggregate"]);
    assert!(code == 2 && err.contains("policy: an aggregate day does not simulate it"), "{err}");
}
