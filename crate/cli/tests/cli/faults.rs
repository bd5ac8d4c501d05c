//! A disk that fails, a full disk, and a killed process, at any write, sync, truncation and renaming of a command: what is left is the
//! old state or the new one, and the command goes on from there.

use super::{PROGRAM, folder, text};
use matchday_store::rusqlite::types::Value;
use matchday_store::rusqlite::{Connection, Row};
use matchday_store::status::TABLES;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::LazyLock;

/// What `faults.c` knows.
const FAULTS: [&str; 4] = ["full", "error", "short", "kill"];
/// Moments of each fault in everyday runs. `MATCHDAY_FAULTS` is another number, or `all`.
const MOMENTS: u64 = 2;

/// The disk as a library that is preloaded.
static DISK: LazyLock<PathBuf> = LazyLock::new(|| {
    let library = folder("faults").join("libfaults.so");
    let source = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/cli/faults.c");
    let built =
        Command::new("cc").args(["-Wall", "-Werror", "-shared", "-fPIC", "-o"]).arg(&library).arg(source).status();
    assert!(built.unwrap().success(), "{source} does not compile");
    library
});

/// Files of a folder and of those in it, by path.
type Files = BTreeMap<PathBuf, Vec<u8>>;

fn files(folder: &Path) -> Files {
    let mut files = Files::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files.extend(self::files(&path));
        } else {
            files.insert(path.clone(), fs::read(&path).unwrap());
        }
    }
    files
}

fn reset(folder: &Path, to: &Files) {
    let _ = fs::remove_dir_all(folder);
    fs::create_dir_all(folder).unwrap();
    for (path, bytes) in to {
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
    }
}

/// The numbers of the calls at which a fault happens.
fn moments(calls: u64) -> Vec<u64> {
    let count = match std::env::var("MATCHDAY_FAULTS").as_deref() {
        Ok("all") => calls,
        Ok(count) => count.parse::<u64>().unwrap().min(calls),
        Err(_) => MOMENTS.min(calls),
    };
    (0..count).map(|moment| 1 + (2 * moment + 1) * calls / (2 * count)).collect()
}

/// A command that writes into a folder.
struct Task {
    disk: PathBuf,
    args: Vec<String>,
}

impl Task {
    fn new(name: &str, args: &[&str]) -> Self {
        let disk = folder(&format!("faults-of-{name}"));
        let args = args.iter().map(|arg| arg.replace("DISK", text(&disk))).collect();
        Self { disk, args }
    }

    fn run(&self, fault: &str, at: u64) -> Output {
        let mut command = Command::new(PROGRAM);
        command.args(&self.args).env("LD_PRELOAD", &*DISK).env("FAULT_DISK", &self.disk);
        command
            .env("FAULT", fault)
            .env("FAULT_AT", at.to_string())
            .env("FAULT_COUNT", self.disk.with_extension("count"));
        command.output().unwrap()
    }

    fn works(&self) {
        let output = self.run("count", 0);
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    }

    /// Lets every fault happen to the command, which starts with the files that are there now. `left` holds what is left against
    /// what a run without faults leaves; `done` reads all results.
    fn suffer<T: PartialEq>(&self, left: impl Fn(&Files, &str), done: impl Fn(&Path) -> T) {
        let before = files(&self.disk);
        self.works();
        let whole = done(&self.disk);
        let calls = fs::read_to_string(self.disk.with_extension("count")).unwrap().parse().unwrap();
        assert!(calls > 2, "{calls} calls: the library is not preloaded");
        println!("{} faults at {} of {calls} calls of {}", FAULTS.len(), moments(calls).len(), self.args[0]);
        for fault in FAULTS {
            for at in moments(calls) {
                let case = format!("{fault} at call {at} of {calls}");
                reset(&self.disk, &before);
                let output = self.run(fault, at);
                let words = String::from_utf8_lossy(&output.stderr).into_owned();
                match output.status.code() {
                    Some(0) => assert!(done(&self.disk) == whole, "{case}: it says that it has succeeded"),
                    Some(1) => assert!(words.starts_with("matchday: "), "{case}: {words}"),
                    None => assert_eq!(fault, "kill"),
                    Some(code) => panic!("{case}: exit status {code}: {words}"),
                }
                left(&files(&self.disk), &case);
                self.works();
                assert!(done(&self.disk) == whole, "{case}: the run after it has other results");
            }
        }
    }
}

/// Files that are not unfinished.
fn finished(folder: &Path) -> Files {
    let is_finished = |path: &PathBuf| path.extension().is_none_or(|ending| ending != "unfinished");
    files(folder).into_iter().filter(|(path, _)| is_finished(path)).collect()
}

/// Holds files against those before and after: each is one of both.
fn old_or_new(left: &Files, before: &Files, whole: &Files, case: &str) {
    for (path, bytes) in left.iter().filter(|(path, _)| path.extension().is_none_or(|ending| ending != "unfinished")) {
        let known = [before, whole].iter().any(|files| files.get(path) == Some(bytes));
        assert!(known, "{case}: {} is neither old nor new", path.display());
    }
    assert!(before.keys().all(|path| left.contains_key(path)), "{case}: an old file is gone");
}

#[test]
fn tables_of_a_run_are_old_or_new() {
    let minutes = ["--minutes", "DISK/minutes.csv", "--events", "DISK/events.csv"];
    for (name, files) in [("minutes", &minutes[..]), ("tickets", &["--write-tickets", "DISK/tickets.parquet"])] {
        let task = Task::new(name, &[&["run", "--set", "ccu=60"], files].concat());
        task.works();
        let whole = finished(&task.disk);
        assert_eq!(whole.len(), files.len() / 2);
        let before: Files = whole.keys().map(|path| (path.clone(), b"what was there".to_vec())).collect();
        reset(&task.disk, &before);
        task.suffer(|left, case| old_or_new(left, &before, &whole, case), finished);
    }
}

#[test]
fn a_sweep_goes_on_after_its_last_whole_row() {
    let sweep = ["sweep", "DISK/spec.json", "--jobs", "1", "--out", "DISK/runs.csv", "--json", "DISK/points.json"];
    let task = Task::new("sweep", &sweep);
    let spec = r#"{"scenario": {"ccu": 60}, "axes": [{"key": "replay", "values": [0.6, 0.7]}], "seeds": 2}"#;
    fs::write(task.disk.join("spec.json"), spec).unwrap();
    let before = files(&task.disk);
    task.works();
    let whole = finished(&task.disk);
    reset(&task.disk, &before);
    let runs = task.disk.join("runs.csv");
    let left = |left: &Files, case: &str| {
        let mut others = left.clone();
        let rows = others.remove(&runs).unwrap_or_default();
        assert!(whole[&runs].starts_with(&rows), "{case}: {}", String::from_utf8_lossy(&rows));
        old_or_new(&others, &before, &whole, case);
    };
    task.suffer(left, finished);
}

#[test]
fn maps_are_old_or_new() {
    let build = ["maps", "build", "--out", "DISK/out", "--datacenters", "DISK/datacenters.csv", "DISK/pings.csv"];
    let task = Task::new("maps", &build);
    fs::write(task.disk.join("datacenters.csv"), "1,frankfurt,50.1155,8.6842\n2,lima,-12.0432,-77.0282\n").unwrap();
    let mut pings = "timestamp,lat,long,datacenter,rtt_ms\n".to_owned();
    for at in 0..600_u32 {
        let (day, rtt_ms, place) =
            (1 + at % 3, 20 + at % 90, ["50.1,8.7", "-12.0,-77.0", "48.2,16.4"][at as usize / 7 % 3]);
        pings += &format!("2026-03-0{day}T10:00:00Z,{place},{},{rtt_ms}\n", ["frankfurt", "lima"][at as usize % 2]);
    }
    fs::write(task.disk.join("pings.csv"), pings).unwrap();
    let before = files(&task.disk);
    task.works();
    let whole = finished(&task.disk);
    reset(&task.disk, &before);
    task.suffer(|left, case| old_or_new(left, &before, &whole, case), finished);
}

/// All rows of a season, by table.
fn rows(disk: &Path) -> Vec<BTreeSet<String>> {
    let connection = Connection::open(disk.join("season.sqlite")).unwrap();
    let table = |table: &str| {
        let mut query = connection.prepare(&format!("SELECT * FROM {table}")).unwrap();
        let columns = query.column_count();
        let row = |row: &Row<'_>| (0..columns).map(|at| row.get(at)).collect::<Result<Vec<Value>, _>>();
        query.query_map([], row).unwrap().map(|row| format!("{:?}", row.unwrap())).collect()
    };
    TABLES.into_iter().map(table).collect()
}

#[test]
fn a_season_is_whole_and_goes_on() {
    let scenario = ["ccu=30", "accounts=600", "ranked=1v1", "season_days=1"].map(|set| ["--set", set]);
    let season = [&["season", "--db", "DISK/season.sqlite"], scenario.as_flattened()].concat();
    let task = |days: &str| Task::new("season", &[&season[..], &["--days", days]].concat());
    let first = task("1");
    first.works();
    let stored = rows(&first.disk);
    let matches = TABLES.iter().position(|&table| table == "ranked_matches").unwrap();
    let before = files(&first.disk);
    let task = task("2");
    reset(&task.disk, &before);
    let left = |_: &Files, case: &str| {
        let connection = Connection::open(task.disk.join("season.sqlite")).unwrap();
        let found: String = connection.query_row("PRAGMA integrity_check", [], |row| row.get(0)).unwrap();
        assert_eq!(found, "ok", "{case}");
        drop(connection);
        assert!(rows(&task.disk)[matches].is_superset(&stored[matches]), "{case}: a stored match is gone");
    };
    task.suffer(left, rows);
}
