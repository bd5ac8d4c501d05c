//! `matchday season` as scripts use it: the real binary, real files.

use super::matchday;
use matchday_store::rusqlite::Connection;
use matchday_store::status::TABLES;
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;

const SCENARIO: [&str; 5] = ["ccu=150", "accounts=2000", "ranked=2v2", "parties=0.3", "dcs=frankfurt"];

fn season(db: &Path, args: &[&str]) -> Output {
    let scenario = SCENARIO.map(|set| ["--set", set]);
    matchday(&[&["season", "--json", "--db", db.to_str().unwrap()], scenario.as_flattened(), args].concat())
}

fn json(output: &Output) -> Value {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

fn path(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name).with_extension("sqlite");
    let _ = fs::remove_file(&path);
    path
}

fn number(db: &Path, sql: &str) -> i64 {
    Connection::open(db).unwrap().query_row(sql, [], |row| row.get(0)).unwrap()
}

#[test]
fn a_season_that_is_gone_on_with_is_the_one_that_never_stopped() {
    let (stopped, whole) = (path("stopped"), path("whole"));
    let days = |db: &Path, days: &str| json(&season(db, &["--days", days, "--set", "season_days=1"]));
    days(&stopped, "1");
    days(&stopped, "2");
    let report = days(&whole, "2");
    let connection = Connection::open(&stopped).unwrap();
    connection.execute("ATTACH ? AS whole", [whole.to_str().unwrap()]).unwrap();
    for table in TABLES {
        let count = |sql: String| connection.query_row(&sql, [], |row| row.get::<_, i64>(0)).unwrap();
        let rows = |schema: &str| count(format!("SELECT count(*) FROM {schema}.{table}"));
        assert!(rows("main") > 0 && rows("main") == rows("whole"), "{table}");
        let differ = format!("SELECT count(*) FROM (SELECT * FROM main.{table} EXCEPT SELECT * FROM whole.{table})");
        assert_eq!(count(differ), 0, "{table}");
    }
    assert_eq!(number(&whole, "SELECT count(*) FROM pragma_foreign_key_check"), 0);
    assert_eq!(report["days"], 2.0);
    assert_eq!(report["matches"], number(&whole, "SELECT count(*) FROM ranked_matches"));
    assert!(report["megabytes"].as_f64().unwrap() > 0.1);
}

#[test]
fn what_is_stored_is_what_was_simulated() {
    let db = path("simulated");
    json(&season(&db, &[]));
    let run = json(&matchday(&[&["run", "--json"], SCENARIO.map(|set| ["--set", set]).as_flattened()].concat()));
    // A match belongs to the day in which it forms; the last matches of a day are stored with the next batch.
    let midnight = "1779235200";
    let stored = number(
        &db,
        &format!("SELECT count(*) FROM ranked_matches WHERE state <> 'declined' AND started_at >= {midnight}"),
    );
    let formed = run["matches"].as_i64().unwrap();
    assert!(stored <= formed && stored + 60 > formed, "{stored} of {formed}");
    // Each declined offer has at least one player who dodged.
    assert_eq!(
        number(
            &db,
            "SELECT count(*) FROM ranked_matches WHERE state = 'declined' AND id NOT IN
        (SELECT match_id FROM ranked_match_participants WHERE dodged)"
        ),
        0
    );
}

#[test]
fn full_rows_are_kept_for_as_long_as_asked() {
    let db = path("kept");
    json(&season(&db, &["--days", "2", "--keep-days", "0"]));
    // After the second day no row is older than today's midnight; sums of all days are stored.
    assert_eq!(number(&db, "SELECT count(*) FROM ranked_matches"), 0);
    assert!(number(&db, "SELECT sum(matches) FROM matchday_days") > 100);

    // The file remembers the setting until it is changed.
    json(&season(&db, &["--days", "3"]));
    assert_eq!(number(&db, "SELECT count(*) FROM ranked_matches"), 0);
    json(&season(&db, &["--days", "4", "--keep-days", "all"]));
    json(&season(&db, &["--days", "5"]));
    let days = |table: &str| format!("SELECT count(DISTINCT date(finished_at, 'unixepoch')) FROM {table}");
    assert_eq!(number(&db, &days("ranked_matches")), 2);
    let whole_days = path("whole-days");
    json(&season(&whole_days, &["--days", "3", "--keep-days", "1"]));
    assert_eq!(number(&whole_days, &days("ranked_matches")), 1, "the last one");
}

#[test]
fn a_command_that_is_refused_leaves_the_file_alone() {
    let db = path("alone");
    let here = ["--set", "player_actions=64800:join:50.11:8.68:1500:0"];
    json(&season(&db, &here));
    let before = fs::read(&db).unwrap();
    for refused in ["player_actions=64800:join:10.11:8.68:1500:0", "inside=1:wave", "seed=8"] {
        let output = season(&db, &["--keep-days", "0", "--set", refused]);
        assert!(matches!(output.status.code(), Some(1 | 2)), "{refused}");
        assert!(fs::read(&db).unwrap() == before, "{refused}");
    }
    let fresh = path("fresh");
    assert_eq!(season(&fresh, &["--set", "player_actions=1:wave"]).status.code(), Some(2));
    assert!(!fresh.exists());
}

#[test]
fn actions_in_stored_days_are_refused() {
    let db = path("earlier");
    json(&season(&db, &["--days", "1"]));
    let before = fs::read(&db).unwrap();
    let join = |second: u32| format!("player_actions={second}:join:50.11:8.68:1500:0");
    let refused = season(&db, &["--days", "2", "--keep-days", "0", "--set", &join(64_800)]);
    assert_eq!(refused.status.code(), Some(1));
    let said = String::from_utf8(refused.stderr).unwrap();
    assert!(said.contains("`player_actions` adds actions to days that are stored already"), "{said}");
    assert!(fs::read(&db).unwrap() == before, "the file is as it was");
    json(&season(&db, &["--days", "2", "--set", &join(90_000)]));
    // No player is in two matches at once, unless it left one of them early.
    let overlapping = "SELECT count(*) FROM ranked_match_participants p JOIN ranked_matches m ON m.id = p.match_id
        JOIN ranked_match_participants q ON q.player_id = p.player_id JOIN ranked_matches n ON n.id = q.match_id
        WHERE m.id < n.id AND NOT p.left_early AND NOT q.left_early AND m.started_at < n.finished_at AND n.started_at < m.finished_at";
    assert_eq!(number(&db, overlapping), 0);
}

#[test]
fn refusals_say_what_to_do() {
    let said = |output: Output| {
        assert!(matches!(output.status.code(), Some(1 | 2)) && output.stdout.is_empty());
        String::from_utf8(output.stderr).unwrap()
    };
    let db = path("refused");
    let noise = path("noise").with_extension("yaml");
    let line = |at: u32| format!("k{:x}: {:x}\n", at.wrapping_mul(2_654_435_761), at.wrapping_mul(2_246_822_519));
    fs::write(&noise, (0..4_000).map(line).collect::<String>()).unwrap();
    let text = db.to_str().unwrap();
    for (output, says) in [
        (
            matchday(&["season", "--db", text, "--set", "ccu=100"]),
            "ranked=off: a season stores ranked days only; add --set ranked=1v1",
        ),
        (
            season(&db, &["--set", &format!("fleet_config={}", noise.display())]),
            "fleet_config: a stored season is known by its link, and this text is too long for a link; shorten it",
        ),
        (season(&db, &["--days", "31"]), "days"),
    ] {
        let words = said(output);
        assert!(words.contains(says), "{words}");
    }
    assert!(!db.exists());
    json(&season(&db, &[]));
    let other = said(season(&db, &["--set", "seed=8"]));
    assert!(other.contains("refused.sqlite: the season belongs to another scenario ("), "{other}");
    fs::write(&db, "rubbish, rubbish, rubbish").unwrap();
    assert!(said(season(&db, &[])).contains("the file is damaged"));
}
