//! `matchday run --events`: the same rows as CSV and as Parquet, and what is refused.

use super::{folder, matchday};
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::record::Field;
use serde_json::Value;
use std::fs::File;
use std::path::Path;
use std::process::Output;

const COLUMNS: [&str; 9] = ["time_s", "event", "player", "lat", "lon", "datacenter", "match", "wait_s", "rtt_ms"];

fn run(args: &[&str]) -> Output {
    matchday(&[&["run", "--json"], args].concat())
}

/// Simulates a small day and writes its events; returns the rows and the summary.
fn events(file: &Path, args: &[&str]) -> (Vec<Vec<String>>, Value) {
    let output = run(&[&["--set", "ccu=200", "--events", file.to_str().unwrap()], args].concat());
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let rows = if file.extension().unwrap() == "csv" { csv_rows(file) } else { parquet_rows(file) };
    (rows, serde_json::from_slice(&output.stdout).unwrap())
}

fn csv_rows(file: &Path) -> Vec<Vec<String>> {
    let mut csv = csv::Reader::from_path(file).unwrap();
    assert_eq!(csv.headers().unwrap(), &COLUMNS[..]);
    csv.records().map(|row| row.unwrap().iter().map(str::to_owned).collect()).collect()
}

fn parquet_rows(file: &Path) -> Vec<Vec<String>> {
    let reader = SerializedFileReader::new(File::open(file).unwrap()).unwrap();
    let text = |field: &Field| match field {
        Field::Null => String::new(),
        Field::Int(number) => number.to_string(),
        Field::Double(number) => number.to_string(),
        Field::Str(text) => text.clone(),
        other => panic!("{other:?}"),
    };
    let rows = reader.get_row_iter(None).unwrap().map(Result::unwrap);
    rows.map(|row| {
        let (names, values): (Vec<_>, Vec<_>) =
            row.get_column_iter().map(|(name, field)| (name.as_str(), text(field))).unzip();
        assert_eq!(names, COLUMNS);
        values
    })
    .collect()
}

#[test]
fn both_formats_have_the_events_of_the_day() {
    let folder = folder("events-formats");
    let servers = ["--set", "fleet=broker", "--set", "buffer=3"];
    let (rows, summary) = events(&folder.join("day.csv"), &servers);
    let count = |event: &str| rows.iter().filter(|row| row[1] == event).count() as u64;
    assert_eq!(count("join"), summary["joined"]);
    let players = summary["matches"].as_u64().unwrap() * 4;
    assert_eq!(count("match"), players);
    assert!(rows.iter().filter(|row| row[1] == "match").all(|row| row.iter().all(|value| !value.is_empty())));
    let plain = run(&[&["--set", "ccu=200"], &servers[..]].concat());
    let plain: Value = serde_json::from_slice(&plain.stdout).unwrap();
    assert_eq!(plain["digest"], summary["digest"], "a log changes nothing");
    assert!(events(&folder.join("day.parquet"), &servers).0 == rows);
}

#[test]
fn only_the_asked_events_are_written() {
    let folder = folder("events-filters");
    let (all, _) = events(&folder.join("all.csv"), &[]);
    let evening = ["--between", "18:00..18:30", "--event", "match,end", "--datacenter", "frankfurt"];
    let asked = |row: &&Vec<String>| {
        let time_s: u32 = row[0].parse().unwrap();
        (64_800..66_600).contains(&time_s) && ["match", "end"].contains(&row[1].as_str()) && row[5] == "frankfurt"
    };
    let expected: Vec<_> = all.iter().filter(asked).cloned().collect();
    assert!(!expected.is_empty());
    assert_eq!(events(&folder.join("evening.PARQUET"), &evening).0, expected);
    let player = &expected[0][2];
    let of_player: Vec<_> = all.iter().filter(|row| row[2] == *player).cloned().collect();
    assert_eq!(events(&folder.join("player.csv"), &["--player", player]).0, of_player);
}

#[test]
fn what_cannot_be_written_is_refused_and_leaves_nothing() {
    let folder = folder("events-refusals");
    let file = folder.join("day.csv");
    let cases: [(&str, &[&str], i32, &str); 6] = [
        ("day.csv", &["--aggregate"], 2, "--events: an aggregate day has no single players; leave out --aggregate"),
        ("day.txt", &[], 2, "the name must end in .csv or .parquet"),
        ("day.csv", &["--datacenter", "atlantis"], 2, "--datacenter atlantis: not on in this day; on are"),
        ("day.csv", &["--event", "explode"], 2, "unknown event; known are join, search"),
        ("day.csv", &["--between", "18:30..18:00"], 2, "write two times in order, such as 18:00..18:30"),
        ("missing/day.csv", &[], 1, "missing/day.csv.unfinished: No such file"),
    ];
    for (name, args, code, says) in cases {
        let path = folder.join(name);
        let output = run(&[&["--set", "ccu=200", "--events", path.to_str().unwrap()], args].concat());
        let stderr = String::from_utf8(output.stderr).unwrap();
        assert_eq!((output.status.code(), output.stdout.len()), (Some(code), 0), "{stderr}");
        assert!(stderr.contains(says), "{stderr}");
        assert!(!file.exists(), "{args:?}");
    }
    let alone = run(&["--set", "ccu=200", "--player", "5"]);
    assert_eq!(alone.status.code(), Some(2), "a filter without a table");
}
