//! `matchday lint` as scripts use it: the real binary on real files.

use super::{said, written};
use std::fs;

const FIXTURES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../fleet-config/tests/fleet_config/fixtures");

/// Exit status, lines of standard output and standard error.
fn lint(args: &[&str]) -> (i32, Vec<String>, String) {
    let (code, out, err) = said(&[&["lint"], args].concat());
    (code, out.lines().map(str::to_owned).collect(), err)
}

fn fixture(name: &str) -> String {
    format!("{FIXTURES}/{name}")
}

#[test]
fn findings_have_their_place_and_exit_with_1() {
    let broker = "{\"MatchBroker\": {\n  \"MatchPickupTimeSeconds\": 20, \"Allocators\": [{}, {}]}}";
    let file = written("lint", "pickup.json", broker);
    let (status, lines, _) = lint(&[&file]);
    assert_eq!((status, lines.len()), (1, 2), "{lines:#?}");
    let start = format!(
        "{file}:2:29: warning: MatchPickupTimeSeconds (20) is not above ReadyDeadlineSeconds (30, the default)"
    );
    assert!(lines[0].starts_with(&start), "{}", lines[0]);
}

#[test]
fn what_is_right_exits_with_0() {
    assert_eq!(lint(&[&fixture("buffer.yaml")]), (0, vec![], String::new()));
    // Its schedule opens on Fridays, and the first of four days is a Wednesday.
    let (fleet, checks) = (fixture("fleet.yaml"), |args: &[&str]| (lint(args).0, lint(args).1.len()));
    assert_eq!((checks(&["--days", "4", &fleet]), checks(&["--days", "2", &fleet])), ((0, 3), (1, 4)));
    // Notes are not findings: those of the documentation's own example, and of its two excerpts together.
    let (allocators, timers) = (fixture("allocators.json"), fixture("timers.json"));
    let (status, lines, _) = lint(&[&allocators]);
    assert!(status == 0 && lines.len() == 2 && lines.iter().all(|line| line.contains(": note: ")), "{lines:#?}");
    let both = lint(&[&timers, &allocators]);
    assert!(both.1.iter().all(|line| !line.contains(": error: ")), "{both:#?}");
    let file = written("lint", "note.json", br#"{"MatchBroker": {"ServerMaxLifetimeMinutes": 120}}"#);
    let (status, lines, _) = lint(&[&file]);
    assert_eq!((status, lines.len()), (0, 1));
    assert!(lines[0].starts_with(&format!("{file}:1:46: note: ")), "{}", lines[0]);
}

#[test]
fn a_file_that_cannot_be_opened_exits_with_2_and_the_others_are_read() {
    let (status, lines, errors) = lint(&["/no/such/file", &fixture("allocators.json")]);
    assert_eq!((status, lines.len()), (2, 2));
    assert!(errors.starts_with("matchday: /no/such/file: "), "{errors}");
    assert_eq!(lint(&[FIXTURES]).0, 2);
    assert_eq!(lint(&[]).0, 2);
}

#[test]
fn what_is_no_configuration_is_a_finding_where_reading_stopped() {
    let file = written("lint", "broken.json", b"{\"MatchBroker\": {\n  \"MatchReadyTimeSeconds\": 30\n  \"x\": 1}}");
    let (status, lines, _) = lint(&[&file]);
    assert_eq!((status, lines.len()), (1, 1));
    assert!(lines[0].starts_with(&format!("{file}:3:")) && lines[0].contains(": error: "), "{}", lines[0]);
    for (name, bytes) in [("nul", &b"a\0"[..]), ("latin", b"\xe9"), ("large", &vec![b'#'; (1 << 20) + 1])] {
        let (status, lines, _) = lint(&[&written("lint", name, bytes)]);
        assert_eq!((status, lines.len()), (1, 1), "{name}");
    }
    // Quoted text of the file stays on one line.
    let file = written("lint", "escape.json", b"{\"MatchBroker\": {\"a\\u001b[31m\\nb\": 1}}");
    let (status, lines, _) = lint(&[&file]);
    assert_eq!((status, lines.len()), (1, 1));
    assert!(!lines[0].contains('\u{1b}'));
}

#[test]
fn what_files_do_not_say_is_told_by_arguments() {
    let buffer = fixture("buffer.yaml");
    let (status, lines, _) = lint(&["--matches-per-s", "0.1", &buffer]);
    assert!(status == 1 && lines[0].contains("a buffer of 5 misses 6.8 %"), "{lines:?}");
    for one_match in [["--session-limit", "1"], ["--next-match", "0"]] {
        let lines = lint(&[&["--matches-per-s", "0.1", &buffer], &one_match[..]].concat()).1;
        assert!(lines[0].contains("misses at least 25.4 %") && lines[0].contains("10 would miss 0.8 %"), "{lines:?}");
    }
    assert_eq!(lint(&["--next-match", "1.1", &buffer]).0, 2);
    let booting = |boot_s| lint(&["--matches-per-s", "0.05", "--boot-s", boot_s, &buffer]).0;
    assert_eq!((booting("30"), booting("3")), (1, 0));
    let timers = fixture("timers.json");
    let killed = |args: &[&str]| lint(args).1.iter().filter(|line| line.contains("not above the longest")).count();
    assert_eq!(
        [&["--longest-match-s", "599", &timers][..], &["--longest-match-s", "600", &timers]].map(killed),
        [0, 1]
    );
    let mode =
        written("lint", "property.json", br#"{"MatchBroker": {"Requirements": "MatchProperties.beta == `true`"}}"#);
    assert_eq!((lint(&[&mode]).0, lint(&["--property", "beta", &mode]).0), (1, 0));
}

#[test]
fn files_are_checked_together() {
    let (fleet, scaler) = (fixture("fleet.yaml"), fixture("buffer.yaml"));
    let (status, lines, _) = lint(&["--days", "4", &fleet, &scaler]);
    assert!(status == 1 && lines[3].starts_with(&format!("{scaler}:6:14: error: there is no Fleet `anywhere`")));
}

#[test]
fn time_zones_are_known_by_name() {
    let fleet = fs::read_to_string(fixture("fleet.yaml")).unwrap();
    let of = |zone: &str| {
        let file = written("lint", "zone.yaml", fleet.replace("Europe/Berlin", zone));
        let (_, lines, _) = lint(&["--days", "4", &file]);
        lines.iter().any(|line| line.starts_with(&format!("{file}:55:23: error: ")))
    };
    // Names are files, for Go, so that upper and lower case count.
    let known = ["Asia/Kolkata", "Asia/Calcutta", "US/Eastern", "Zulu", "EST5EDT", "America/Argentina/Ushuaia", "GMT0"];
    assert_eq!(known.map(of), [false; 7]);
    let unknown =
        ["Europe/Bonn", "europe/berlin", "EUROPE/BERLIN", "Europe/BERLIN", "us/eastern", "zulu", "Etc/Unknown", "utc"];
    assert_eq!(unknown.map(of), [true; 8]);
}
