//! Migrations: killed steps, and the rows that steps fill in.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use super::{STEPS, VERSION, identify, migrate, take_steps};
use crate::Store;
use crate::pragma;
use crate::synthetic::Synthetic;
use rusqlite::{Connection, types::Value};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::{env, fs};

/// Tells a child process which file to migrate, to which version, and after how many instructions to die.
const KILL: &str = "MATCHDAY_STORE_KILL";

fn path(name: &str) -> PathBuf {
    let path = env::temp_dir().join(format!("matchday-store-{}-{name}.sqlite", std::process::id()));
    remove(&path);
    path
}

fn journal(path: &Path) -> PathBuf {
    let mut journal = path.as_os_str().to_owned();
    journal.push("-journal");
    journal.into()
}

fn remove(path: &Path) {
    let _ = (fs::remove_file(path), fs::remove_file(journal(path)));
}

/// Whether a journal is left that has pages to put back: its header is there once pages may have been written.
fn is_hot(path: &Path) -> bool {
    fs::read(journal(path)).is_ok_and(|bytes| bytes.starts_with(&[0xd9, 0xd5, 0x05, 0xf9, 0x20, 0xa1, 0x63, 0xd7]))
}

/// Takes the steps up to a version as [`migrate`] does, with next to no cache, so that pages come to the file before their
/// step ends. `count` sees every instruction.
fn migrate_page_by_page(path: &Path, to: i64, count: impl FnMut() -> bool + Send + 'static) {
    let mut connection = Connection::open(path).unwrap();
    let identity = identify(&mut connection).unwrap();
    pragma::set_up(&connection, identity.is_fresh()).unwrap();
    connection.execute_batch("PRAGMA cache_size = 1").unwrap();
    connection.progress_handler(1, Some(count)).unwrap();
    take_steps(&mut connection, identity.version, to).unwrap();
}

fn copy(from: &Path, to: &Path) {
    remove(to);
    if from.exists() {
        fs::copy(from, to).unwrap();
    }
}

/// The schema, and every row of every table.
fn dump(connection: &Connection) -> Vec<Vec<Value>> {
    let rows = |sql: &str| -> Vec<Vec<Value>> {
        let mut statement = connection.prepare(sql).unwrap();
        let columns = statement.column_count();
        let read = statement.query_map([], |row| (0..columns).map(|column| row.get(column)).collect());
        read.unwrap().collect::<Result<_, _>>().unwrap()
    };
    let mut dump = rows("PRAGMA user_version");
    dump.extend(rows("PRAGMA application_id"));
    let schema = rows("SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY name");
    for object in &schema {
        if let [Value::Text(kind), Value::Text(name), ..] = &object[..]
            && kind == "table"
        {
            dump.extend(rows(&format!("SELECT * FROM {name}")));
        }
    }
    dump.extend(schema);
    dump
}

/// A file of the first version with the rows of a synthetic store, and that store beside it.
fn first_version(name: &str) -> (PathBuf, PathBuf) {
    let (first, latest) = (path(&format!("{name}-first")), path(&format!("{name}-latest")));
    let synthetic = Synthetic { players: 30, days: 3, matches: 300, season_days: 2 };
    Store::open(&latest).unwrap().write(&synthetic.all()).unwrap();
    migrate(&mut Connection::open(&first).unwrap(), 1).unwrap();
    // Another connection, which reads views.
    let connection = Connection::open(&first).unwrap();
    connection.execute("ATTACH ? AS latest", [latest.to_str().unwrap()]).unwrap();
    let tables = "SELECT name FROM main.sqlite_schema WHERE type = 'table'";
    let mut statement = connection.prepare(tables).unwrap();
    let tables: Vec<String> = statement.query_map([], |row| row.get(0)).unwrap().collect::<Result<_, _>>().unwrap();
    assert_eq!(tables.len(), 9);
    for table in tables {
        let columns = connection.prepare(&format!("SELECT * FROM main.{table}")).unwrap();
        let columns = columns.column_names().collect::<Vec<_>>().join(", ");
        let copy = format!("INSERT INTO main.{table} ({columns}) SELECT {columns} FROM latest.{table}");
        connection.execute(&copy, []).unwrap();
    }
    drop(statement);
    (first, latest)
}

#[test]
fn steps_fill_in_the_same_rows_as_writing() {
    let (first, latest) = first_version("fill");
    drop(Store::open(&first).unwrap());
    let connection = Connection::open(&first).unwrap();
    connection.execute("ATTACH ? AS latest", [latest.to_str().unwrap()]).unwrap();
    for (table, columns) in [
        ("matchday_player_days", "*"),
        // The closing times of tickets without a match are unknown.
        (
            "matchday_days WHERE matches + called_off > 0",
            "season_id, day, matches, called_off, players, rating_gap_sum_centi",
        ),
        ("ranked_matches", "*"),
        ("ranked_match_participants", "*"),
        ("matchday_season_starts", "*"),
        ("ranked_rating_history", "*"),
    ] {
        let count = |sql: String| connection.query_row(&sql, [], |row| row.get::<_, i64>(0)).unwrap();
        let rows = |schema: &str| count(format!("SELECT count(*) FROM {schema}.{table}"));
        assert!(rows("main") > 1 && rows("main") == rows("latest"), "{table}");
        let both = [("main", "latest"), ("latest", "main")].map(|(one, other)| {
            let [one, other] = [one, other].map(|schema| format!("SELECT {columns} FROM {schema}.{table}"));
            count(format!("SELECT count(*) FROM ({one} EXCEPT {other})"))
        });
        assert_eq!(both, [0, 0], "{table}");
    }
    // A finished ticket of a single player knows its match: it was found after it had queued, and ended when it closed.
    let unknown = "SELECT count(*) FROM ranked_queue_tickets WHERE state = 'finished' AND NOT is_party
        AND (matched_at IS NULL OR matched_at < created_at OR closed_at <= matched_at)";
    assert_eq!(connection.query_row(unknown, [], |row| row.get::<_, i64>(0)).unwrap(), 0);
    remove(&first);
    remove(&latest);
}

#[test]
fn each_step_may_be_killed_anywhere() {
    let (first, latest) = first_version("kill");
    let (before, killed) = (path("before"), path("killed"));
    let mut kills = 0;
    let mut hot = [0; STEPS.len()];
    for version in 0..VERSION {
        // The file as this step finds it: there is none before the first.
        remove(&before);
        if version > 0 {
            copy(&first, &before);
            migrate(&mut Connection::open(&before).unwrap(), version).unwrap();
        }
        copy(&before, &killed);
        let counted = Arc::new(AtomicU64::new(0));
        let count = Arc::clone(&counted);
        migrate_page_by_page(&killed, version + 1, move || count.fetch_add(1, Ordering::Relaxed) == u64::MAX);
        let instructions = counted.load(Ordering::Relaxed);
        let mut whole = Connection::open(&killed).unwrap();
        migrate(&mut whole, VERSION).unwrap();
        let whole = dump(&whole);
        // Early, late, and evenly between.
        let ends = (1..8).chain(instructions - 8..=instructions);
        for after in ends.chain((1..25).map(|part| part * instructions / 25)) {
            copy(&before, &killed);
            let mut child = Command::new(env::current_exe().unwrap());
            child.args(["--exact", "schema::tests::dies_in_a_step"]);
            let task = format!("{}|{}|{after}", killed.display(), version + 1);
            let status = child.env(KILL, task).output().unwrap().status;
            assert!(!status.success(), "version {version} has not been killed after {after} of {instructions}");
            kills += 1;
            hot[version as usize] += u32::from(is_hot(&killed));
            let mut connection = Connection::open(&killed).unwrap();
            migrate(&mut connection, VERSION).unwrap();
            assert!(dump(&connection) == whole, "version {version} after {after} of {instructions} instructions");
        }
    }
    // The fourth step changes one page, which is written only at the commit.
    let enough = hot.iter().enumerate().all(|(step, &hot)| hot > 20 || step == 3) && hot[3] < hot[0];
    assert!(kills > 100 && enough, "{kills} kills, of which left a hot journal: {hot:?}");
    [&first, &latest, &before, &killed].into_iter().for_each(|path| remove(path));
}

/// The work of the child process; nothing without a task.
#[test]
fn dies_in_a_step() {
    let Ok(task) = env::var(KILL) else { return };
    let [path, version, after] = task.split('|').collect::<Vec<_>>()[..] else { panic!("{task}") };
    let mut left: u64 = after.parse().unwrap();
    migrate_page_by_page(Path::new(path), version.parse().unwrap(), move || {
        left -= 1;
        if left == 0 {
            std::process::abort();
        }
        false
    });
}

#[test]
fn versions_are_the_number_of_steps() {
    let mut connection = Connection::open_in_memory().unwrap();
    for version in 1..=VERSION {
        migrate(&mut connection, version).unwrap();
        let found: i64 = connection.query_row("PRAGMA user_version", [], |row| row.get(0)).unwrap();
        assert_eq!(found, version);
    }
    assert_eq!(VERSION as usize, STEPS.len());
}
