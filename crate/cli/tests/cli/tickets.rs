//! Recorded queues as scripts use them: the real binary on real files.
use super::{json, refusal, said, shared, written};
use flate2::Compression;
use flate2::write::GzEncoder;
use matchday_cli::fuzz_readers;
use serde_json::Value;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

fn file(name: &str) -> String {
    shared("tickets", name)
}

fn replay(file: &str, more: &[&str]) -> Value {
    json(&[&["run", "--json", "--set", &format!("tickets={file}")], more].concat())
}

fn number(of: &Value) -> f64 {
    of.as_f64().unwrap()
}

#[test]
fn a_simulated_day_can_be_replayed() {
    let [csv, parquet, packed] = ["day.csv", "day.parquet", "day.csv.gz"].map(file);
    let day = json(&["run", "--set", "ccu=120", "--json", "--write-tickets", &csv]);
    assert_eq!(json(&["run", "--set", "ccu=120", "--json", "--write-tickets", &parquet]), day);
    let mut gzip = GzEncoder::new(fs::File::create(&packed).unwrap(), Compression::fast());
    gzip.write_all(&fs::read(&csv).unwrap()).unwrap();
    gzip.finish().unwrap();

    let replayed = replay(&csv, &[]);
    assert_eq!(replay(&parquet, &[]), replayed);
    assert_eq!(replay(&packed, &[]), replayed);
    // The file says what the day says.
    let recorded = &replayed["recorded"];
    assert_eq!(recorded["matches"], day["matches"]);
    assert_eq!(number(&recorded["matched"]), 4.0 * number(&day["matches"]));
    // Some still search when the day ends.
    let unmatched = number(&recorded["unmatched"]) - number(&day["failed"]);
    assert!((0.0..=number(&day["inside"])).contains(&unmatched), "{unmatched}");
    for (figure, of_day) in
        [("wait_mean_s", "wait_mean_s"), ("rtt_mean_ms", "rtt_mean_ms"), ("within_50_ms", "share_le_50")]
    {
        let difference = number(&recorded[figure]) - number(&day[of_day]);
        assert!(difference.abs() < 1e-9, "{figure}: {difference}");
    }
    // The article's matchmaker forms matches of the same law, of the same tickets: other draws change who meets whom.
    let simulated = &replayed["simulated"];
    for (figure, most) in [("success", 0.01), ("wait_mean_s", 0.15), ("within_50_ms", 0.03)] {
        let difference = number(&simulated[figure]) - number(&recorded[figure]);
        assert!(difference.abs() < most, "{figure}: {difference}");
    }
    // A matchmaker that widens at once does not do the same.
    let hasty = replay(&csv, &["--set", "ideal_s=1", "--set", "expand_s=1"]);
    assert!(number(&hasty["pairs"]["wait_change_mean_s"]) < -2.0, "{}", hasty["pairs"]);
}

#[test]
fn the_queue_of_a_ranked_season_can_be_replayed() {
    let [csv, db] = ["season.csv", "season.sqlite"].map(file);
    // A season of an earlier run would be continued.
    let _ = fs::remove_file(&db);
    let scenario = ["--set", "ranked=2v2", "--set", "ccu=60", "--set", "accounts=1000", "--set", "parties=0.4"];
    let stored =
        json(&[&["season", "--days", "1", "--json", "--db", &db, "--write-tickets", &csv], &scenario[..]].concat());
    let replayed = replay(&csv, &["--set", "ranked=2v2"]);
    let recorded = &replayed["recorded"];
    // Matches without a ready check that failed; some are still played at the end.
    let matches = number(&recorded["matches"]);
    assert!(matches > 0.0 && matches <= number(&stored["matches"]) + 20.0, "{recorded} {stored}");
    // Tickets from before midnight are not in the file, and are missing in a few matches.
    let missing = (4.0 - number(&recorded["players_mean"])) * matches;
    assert!((0.0..4.0).contains(&missing), "{missing} players of {matches} matches");
    assert_eq!(number(&replayed["simulated"]["players_mean"]), 4.0);
    let parties: Vec<&str> =
        replayed["policy"]["parties"].as_array().unwrap().iter().map(|of| of["label"].as_str().unwrap()).collect();
    assert_eq!(parties, ["1", "2"]);
    // The rating is the skill.
    assert!(number(&replayed["simulated"]["skill_gap_mean"]) > 0.0);
}

#[test]
fn attributes_are_written_and_read_again() {
    let csv = file("attributes.csv");
    let attributes = "attributes=skill:normal(1500,300);mode:tdm*3|ctf;maps:some(town|woods*0.2)";
    json(&["run", "--set", "ccu=60", "--set", attributes, "--json", "--write-tickets", &csv]);
    let text = fs::read_to_string(&csv).unwrap();
    assert!(
        text.starts_with("time,ticket,players,lat,long,skill,mode,maps[],cancelled_at,matched_at,match,datacenter\n")
    );
    let modes = r#"{"name": "modes", "ruleLanguageVersion": "1.0",
        "playerAttributes": [{"name": "mode", "type": "string"}, {"name": "maps", "type": "string_list"}],
        "teams": [{"name": "all", "minPlayers": 4, "maxPlayers": 4}],
        "rules": [{"name": "SameMode", "type": "comparison", "operation": "=",
            "measurements": ["flatten(teams[*].players.attributes[mode])"]},
            {"name": "SameMap", "type": "collection", "operation": "intersection", "minCount": 1,
            "measurements": ["flatten(teams[*].players.attributes[maps])"]}]}"#;
    let rules = written("tickets", "modes.json", modes);
    let report = replay(&csv, &["--set", "policy=rules", "--set", &format!("rules={rules}")]);
    let names: Vec<&str> =
        report["policy"]["rules"].as_array().unwrap().iter().map(|of| of["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["SameMode", "SameMap"]);
    assert!(number(&report["simulated"]["matched"]) > 0.0);
}

#[test]
fn mistakes_are_named() {
    let wrong = |args: &[&str], says: &str| {
        let (code, _, err) = said(args);
        assert!(matches!(code, 1 | 2) && err.contains(says), "{code} {err}");
    };
    let file = written("tickets", "wrong.csv", "when,lat\n1,2\n");
    let tickets = format!("tickets={file}");
    wrong(&["run", "--set", &tickets], "wrong.csv: the column time is missing: the file has when, lat");
    wrong(&["run", "--set", &tickets, "--minutes", "m.csv"], "--minutes: a recorded queue is no day");
    wrong(
        &["season", "--set", "ranked=1v1", "--set", &tickets, "--db", "none.sqlite"],
        "tickets: a recorded queue is replayed by matchday run; leave tickets out here",
    );
    wrong(&["run", "--set", "tickets=none.csv"], "none.csv: No such file");
    wrong(
        &["run", "--set", "ccu=60", "--write-tickets", "none.csv", "--aggregate"],
        "--write-tickets: an aggregate day has no single players; leave out --aggregate",
    );
    wrong(&["run", "--write-tickets", "day.txt"], "day.txt: tickets are written as .csv or .parquet");
    let damaged = written("tickets", "damaged.parquet", "PAR1 and nothing else");
    wrong(&["run", "--set", &format!("tickets={damaged}")], "damaged.parquet: not a readable Parquet file");
}

#[test]
fn a_queue_of_which_more_than_a_tenth_cannot_be_read_is_not_replayed() {
    let told = |good: usize, bad: usize| {
        let rows = "time,lat,long\n".to_owned() + &"7:5,50.1,8.7\n".repeat(good) + &"soon,50.1,8.7\n".repeat(bad);
        let file = written("tickets", &format!("refused-{good}-{bad}.csv"), rows);
        let (code, out, err) = said(&["run", "--json", "--set", &format!("tickets={file}")]);
        (code, out.is_empty(), err)
    };
    let (code, is_empty, err) = told(90, 10);
    assert!((code, is_empty) == (0, false) && err.contains("10 of 100 rows refused"), "{err}");
    let (code, is_empty, err) = told(89, 11);
    let says = "11 of 100 rows cannot be read; the first are line 91: time \"soon\" is not a time";
    assert!((code, is_empty) == (1, true) && err.contains(says), "{err}");
}

/// All rows of a file of tickets.
fn rows(path: &Path) -> Result<Vec<String>, String> {
    let mut rows = Vec::new();
    fuzz_readers::tickets(path, &mut |_, fields| {
        rows.push(fields.join(","));
        Ok(())
    })?;
    Ok(rows)
}

#[test]
fn every_flipped_bit_of_a_parquet_file_is_found_or_changes_nothing() {
    let parquet = file("flips.parquet");
    json(&["run", "--set", "ccu=10", "--json", "--write-tickets", &parquet]);
    let (bytes, path) = (fs::read(&parquet).unwrap(), PathBuf::from(shared("tickets", "flipped.parquet")));
    let expected = rows(Path::new(&parquet)).unwrap();
    fuzz_readers::hush_damage();
    // An odd step meets all bits of a byte.
    let every = if std::env::var_os("MATCHDAY_FULL").is_some() { 5 } else { (bytes.len() / 500) | 1 };
    let (mut found, mut not_found) = (0, 0);
    let write_flipped = |bit: usize| {
        let mut flipped = bytes.clone();
        flipped[bit / 8] ^= 1 << (bit % 8);
        fs::write(&path, flipped).unwrap();
    };
    // Without its first letters it is no Parquet file, and no other table.
    for bit in (0..32).step_by(5) {
        write_flipped(bit);
        refusal(&["run", "--set", &format!("tickets={}", path.display())]);
    }
    for bit in (32..8 * bytes.len()).step_by(every) {
        write_flipped(bit);
        match rows(&path) {
            Err(_) => found += 1,
            Ok(rows) => {
                assert!(rows == expected, "bit {bit}");
                not_found += 1;
            }
        }
    }
    // Without its four letters, the checksum is none.
    assert!(not_found <= 32 && found > 3_000, "{found} found, {not_found} not found");
}

#[test]
fn files_without_checksums_are_told() {
    let (of_pages, told) = (include_bytes!("tickets/page-checksums.parquet"), "it has no checksums, so damage may go");
    let said_of = |name: &str, bytes: &[u8]| {
        let (code, _, err) = said(&["run", "--set", &format!("tickets={}", written("tickets", name, bytes))]);
        (code, err)
    };
    let (code, err) = said_of("pages.parquet", of_pages);
    assert!(code == 0 && !err.contains(told), "{err}");
    // A bit of a value.
    let mut damaged = *of_pages;
    damaged[40] ^= 4;
    let (code, err) = said_of("damaged-page.parquet", &damaged);
    assert!(code == 1 && err.contains("checksum"), "{err}");
    let parquet = file("told.parquet");
    json(&["run", "--set", "ccu=10", "--json", "--write-tickets", &parquet]);
    let bytes = fs::read(&parquet).unwrap();
    assert!(!said_of("own.parquet", &bytes).1.contains(told));
    let at = bytes.windows(4).rposition(|bytes| bytes == b"MDCS").unwrap();
    let (code, err) = said_of("other.parquet", &[&bytes[..at], &bytes[at + 8..]].concat());
    assert_eq!((code, err.matches(told).count()), (0, 1), "{err}");
}
