//! Files that are refused, and disks that are full.

use crate::synthetic::Synthetic;
use crate::{path, shown_s};
use matchday_base::SimTime;
use matchday_store::rusqlite::{Connection, OpenFlags};
use matchday_store::{Scenario, Store, StoreError};
use matchday_wire::season::Batch;
use std::path::Path;
use std::time::Duration;
use std::{env, fs};

fn day() -> Batch {
    Synthetic { players: 200, days: 1, matches: 2_000, season_days: 7 }.all()
}

/// Why the file that `make` leaves is refused, which leaves it as it is.
fn refused(name: &str, make: impl Fn(&Path)) -> StoreError {
    let path = path(name);
    make(&path);
    let before = fs::read(&path).unwrap();
    let error = Store::open(&path).expect_err(name);
    assert_eq!(fs::read(&path).unwrap(), before, "{name}");
    error
}

/// Makes a store, and does something else to it.
fn altered(sql: &'static str) -> impl Fn(&Path) {
    move |path| {
        drop(Store::open(path).unwrap());
        Connection::open(path).unwrap().execute_batch(sql).unwrap();
    }
}

#[test]
fn files_that_are_no_store_of_this_version_are_refused_and_stay_unchanged() {
    let rubbish = |path: &Path| fs::write(path, "not a database at all; ".repeat(500)).unwrap();
    assert!(matches!(refused("rubbish", rubbish), StoreError::Damaged(_)));
    let newer = refused("newer", altered("PRAGMA user_version = 99"));
    let says = "the season has version 99, and this program reads versions up to 6: use a newer Matchday";
    assert_eq!(newer.to_string(), says);
    assert_eq!(refused("negative", altered("PRAGMA user_version = -1")), StoreError::Foreign);
    assert_eq!(refused("foreign", altered("PRAGMA application_id = 7")), StoreError::Foreign);
    let other = |path: &Path| Connection::open(path).unwrap().execute_batch("CREATE TABLE notes (text)").unwrap();
    let says = "the database belongs to another application: use a file that Matchday wrote, or a new name";
    assert_eq!(refused("other", other).to_string(), says);
}

#[test]
fn foreign_tables_are_refused_by_name() {
    // Whatever read or wrote it would not come to an end.
    const ENDLESS: &str = "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n";
    let endless = |sql: &str| -> &'static str { sql.replace("ENDLESS", ENDLESS).leak() };
    for (object, sql) in [
        ("ranked_matches", "DROP TABLE ranked_matches; CREATE TABLE ranked_matches (x)"),
        ("matchday_days", endless("DROP TABLE matchday_days; CREATE VIEW matchday_days AS ENDLESS")),
        ("t", endless("CREATE TRIGGER t AFTER INSERT ON ranked_matches BEGIN SELECT count(*) FROM (ENDLESS); END")),
        (
            "player_ranked_ratings_board",
            "DROP INDEX player_ranked_ratings_board;
            CREATE INDEX player_ranked_ratings_board ON player_ranked_ratings (season_id, rating ASC)",
        ),
        ("ranked_matches_state", "DROP INDEX ranked_matches_state"),
        ("notes", "CREATE TABLE notes (text)"),
        ("own", "CREATE INDEX own ON ranked_matches (map_id)"),
        ("sqlite_stat1", "INSERT INTO ranked_parties VALUES (1, 1, 1, 1); ANALYZE"),
        // Of the version before, which it is not.
        ("ranked_queue_tickets", "PRAGMA user_version = 2"),
    ] {
        let error = refused("altered", altered(sql));
        assert_eq!(error, StoreError::Damaged(format!("`{object}` is not as Matchday writes it")), "{sql}");
    }
}

#[test]
fn values_that_matchday_does_not_write_are_damage() {
    for (sql, said) in [
        ("INSERT INTO matchday_meta VALUES ('through', 'soon')", "Invalid column type Text at index: 0, name: value"),
        ("INSERT INTO matchday_meta VALUES ('keep_days', -5)", "Integer -5 out of range at index 0"),
        (
            "INSERT INTO matchday_meta VALUES ('scenario_link', x'00')",
            "Invalid column type Blob at index: 0, name: value",
        ),
        ("INSERT INTO matchday_meta VALUES ('inside', CAST(x'ff' AS TEXT))", "invalid utf-8"),
    ] {
        let path = path("values");
        altered(sql)(&path);
        let error = Store::open(&path).unwrap().status().unwrap_err();
        assert!(matches!(&error, StoreError::Damaged(found) if found.contains(said)), "{sql}: {error:?}");
    }
}

#[test]
fn statements_that_do_not_fit_the_tables_are_damage() {
    let path = path("tables");
    let store = Store::open(&path).unwrap();
    // Seen when it was opened, and gone since.
    Connection::open(&path).unwrap().execute_batch("DROP TABLE ranked_parties").unwrap();
    assert_eq!(store.status().unwrap_err(), StoreError::Damaged("no such table: ranked_parties".into()));
}

#[test]
fn inaccessible_files_have_their_own_error() {
    let inaccessible = |error: &StoreError| matches!(error, StoreError::Inaccessible(_));
    let folder = path("folder").with_extension("");
    fs::create_dir_all(&folder).unwrap();
    for path in [folder.clone(), folder.join("missing/season.sqlite")] {
        let error = Store::open(&path).unwrap_err();
        assert!(inaccessible(&error), "{error:?}");
        let said = error.to_string();
        assert!(said.starts_with("the file cannot be opened or written (unable to open database file"), "{said}");
        assert!(said.ends_with("): use a folder to which you may write"), "{said}");
    }
    let path = path("read-only");
    drop(Store::open(&path).unwrap());
    let connection = Connection::open_with_flags(&path, OpenFlags::SQLITE_OPEN_READ_ONLY).unwrap();
    let mut store = Store::on(connection).unwrap();
    assert!(inaccessible(&store.write(&day()).unwrap_err()));
}

#[test]
fn special_names_of_sqlite_are_names_of_files() {
    // No other test cares which folder is the current one.
    env::set_current_dir(env!("CARGO_TARGET_TMPDIR")).unwrap();
    for name in [":memory:", "file:x?mode=memory"] {
        let _ = fs::remove_file(name);
        drop(Store::open(Path::new(name)).unwrap());
        assert!(Path::new(name).is_file(), "{name}");
    }
    assert!(matches!(Store::open(Path::new("")), Err(StoreError::Inaccessible(_))));
}

#[test]
fn triggers_added_by_another_program_do_not_run() {
    let path = path("meanwhile");
    let mut store = Store::open(&path).unwrap();
    let trigger = "CREATE TRIGGER t BEFORE INSERT ON ranked_matches BEGIN SELECT RAISE(ABORT, 'it ran'); END";
    Connection::open(&path).unwrap().execute_batch(trigger).unwrap();
    assert!(store.write(&day()).unwrap().stored > 2_000);
}

#[test]
fn a_store_has_one_scenario() {
    let path = path("scenario");
    let scenario = |link: &str| Scenario { link: link.into(), engine: "0.3.0".into(), dataset: "built-in".into() };
    let mut store = Store::open(&path).unwrap();
    assert_eq!(store.status().unwrap().scenario, None);
    store.begin(&scenario("#v=1&seed=3")).unwrap();
    drop(store);
    let mut store = Store::open(&path).unwrap();
    store.begin(&scenario("#v=1&seed=3")).unwrap();
    let error = store.begin(&scenario("#v=1&seed=4")).unwrap_err();
    let says = "the season belongs to another scenario (#v=1&seed=3, 0.3.0, built-in)";
    assert_eq!(error.to_string(), format!("{says}: use another file, or that scenario"));
    assert_eq!(store.status().unwrap().scenario, Some(scenario("#v=1&seed=3")));
}

#[test]
fn player_actions_are_stored_with_the_end_of_the_days() {
    let mut store = Store::in_memory().unwrap();
    let batch = |through, actions: &str| Batch { through, player_actions: actions.into(), ..Batch::default() };
    store.write(&batch(200, "3600:join/3700:leave")).unwrap();
    store.write(&batch(100, "3600:join")).unwrap();
    let status = store.status().unwrap();
    assert_eq!(
        (status.through_s, status.player_actions.as_str()),
        (Some(shown_s(SimTime(200))), "3600:join/3700:leave")
    );
}

#[test]
fn batches_with_other_player_actions_are_refused() {
    let mut store = Store::in_memory().unwrap();
    let mut batch = |through, actions: &str| {
        let refused = store.write(&Batch { through, player_actions: actions.into(), ..day() });
        (refused.err().map(|error| error.to_string()), store.status().unwrap())
    };
    let (_, before) = batch(200, "3600:join/3700:leave");
    let says = "the stored days have other player actions than `player_actions`: use another file, or leave it out";
    let other = Some(says.to_owned());
    // Another person; the same person with more constraints; later days without any action.
    for (through, actions) in [(300, "5:join"), (100, "5:join"), (100, "3600:join:lock"), (300, "3600:join"), (300, "")]
    {
        assert_eq!(batch(through, actions), (other.clone(), before.clone()), "{through} {actions}");
    }
    assert_eq!(batch(100, "").0, None);
    assert_eq!(batch(300, "3600:join/3700:leave/3800:join").0, None);
}

#[test]
fn batches_with_new_actions_in_stored_days_are_refused() {
    let mut store = Store::in_memory().unwrap();
    let shown = |second| SimTime::DAY_START.0 + second;
    let mut batch = |through, actions: &str| {
        let refused = store.write(&Batch { through, player_actions: actions.into(), ..day() });
        (refused.err(), store.status().unwrap())
    };
    let (_, before) = batch(shown(7_200), "");
    let earlier = Some(StoreError::EarlierPlayerActions);
    assert_eq!(batch(shown(10_800), "7199:join"), (earlier.clone(), before.clone()));
    assert_eq!(batch(shown(10_800), "7200:join").0, None);
    let (_, before) = batch(shown(14_400), "7200:join");
    assert_eq!(batch(shown(18_000), "7200:join/10900:leave"), (earlier, before.clone()));
    // A late batch knows no more than the store.
    assert_eq!(batch(shown(9_000), "7200:join/10900:leave"), (Some(StoreError::OtherPlayerActions), before));
    assert_eq!(batch(shown(18_000), "7200:join/14400:leave").0, None);
}

#[test]
fn a_store_that_another_program_writes_is_busy() {
    let path = path("busy");
    drop(Store::open(&path).unwrap());
    let connection = Connection::open(&path).unwrap();
    connection.busy_timeout(Duration::ZERO).unwrap();
    let mut store = Store::on(connection).unwrap();
    let other = Connection::open(&path).unwrap();
    other.execute_batch("BEGIN IMMEDIATE").unwrap();
    let error = store.write(&day()).unwrap_err();
    assert_eq!(error.to_string(), "another program uses the season: close it, then try again");
    other.execute_batch("ROLLBACK").unwrap();
    store.write(&day()).unwrap();
}

#[test]
fn a_batch_that_contradicts_itself_is_refused_whole() {
    let mut store = Store::in_memory().unwrap();
    let empty = store.status().unwrap();
    let mut batch = day();
    batch.parties[0].members = vec![7, 7];
    let error = store.write(&batch).unwrap_err();
    assert_eq!(
        error.to_string(),
        "SQLite: UNIQUE constraint failed: ranked_party_members.party_id, ranked_party_members.player_id"
    );
    assert_eq!(store.status().unwrap(), empty);
}

#[test]
fn a_full_disk_loses_no_acknowledged_row() {
    let path = path("full");
    let mut store = Store::open(&path).unwrap();
    let (all, mut first) = (day(), day());
    first.matches.truncate(700);
    first.tickets.truncate(1_400);
    store.write(&first).unwrap();
    let before = store.status().unwrap();
    // Each connection has a limit of its own; the store is opened on one that has little room left.
    drop(store);
    let connection = Connection::open(&path).unwrap();
    let pages = (before.bytes / 8192 + 8) as i64;
    connection.pragma_update(None, "max_page_count", pages).unwrap();
    let mut store = Store::on(connection).unwrap();
    let full = store.write(&all).unwrap_err();
    let says = "the disk has no room left for the season: keep fewer days or delete another season, then try again";
    assert_eq!(full.to_string(), says);
    assert_eq!(store.status().unwrap().rows, before.rows);
    assert_eq!(store.query("SELECT count(*) FROM ranked_matches", 1, || false).unwrap().rows.len(), 1);
    drop(store);
    let mut store = Store::open(&path).unwrap();
    let written = store.write(&all).unwrap();
    assert_eq!(written.duplicates, 1 + 700 + 1_400 + all.parties.len() as u32);
}

/// Whatever page is overwritten, `check` finds it, and nothing panics.
fn every_overwritten_page_is_found(path: &Path, whole: &[u8], check: impl Fn(&mut Store) -> Result<(), StoreError>) {
    for page in (1..whole.len() / 8192).step_by(7) {
        let mut bytes = whole.to_vec();
        bytes[page * 8192..page * 8192 + 300].fill(0xa5);
        fs::write(path, &bytes).unwrap();
        let found = Store::open(path).and_then(|mut store| check(&mut store));
        assert!(matches!(found, Err(StoreError::Damaged(_))), "page {page}: {found:?}");
    }
}

#[test]
fn damage_has_its_own_error() {
    let path = path("damaged");
    let mut store = Store::open(&path).unwrap();
    store.write(&day()).unwrap();
    drop(store);
    let whole = fs::read(&path).unwrap();
    every_overwritten_page_is_found(&path, &whole, |store| store.check());
    fs::write(&path, &whole[..whole.len() / 2]).unwrap();
    let found = Store::open(&path).and_then(|store| store.check());
    assert!(matches!(found, Err(StoreError::Damaged(_))), "{found:?}");
    fs::write(&path, &whole).unwrap();
    Store::open(&path).and_then(|store| store.check()).unwrap();
}

#[test]
fn a_damaged_store_is_not_gone_on_with() {
    let path = path("begun");
    let scenario = Scenario { link: "v=1".into(), engine: "1".into(), dataset: "world".into() };
    let mut store = Store::open(&path).unwrap();
    store.begin(&scenario).unwrap();
    store.write(&day()).unwrap();
    drop(store);
    let whole = fs::read(&path).unwrap();
    every_overwritten_page_is_found(&path, &whole, |store| store.begin(&scenario));
    fs::write(&path, &whole).unwrap();
    Store::open(&path).unwrap().begin(&scenario).unwrap();
}

/// A store of a day, changed by another program.
fn changed(name: &str, sql: &str) -> Store {
    let path = path(name);
    Store::open(&path).unwrap().write(&day()).unwrap();
    Connection::open(&path).unwrap().execute_batch(sql).unwrap();
    Store::open(&path).unwrap()
}

#[test]
fn numbers_of_another_program_never_overflow() {
    const LARGEST: &str = "
        PRAGMA foreign_keys = OFF;
        UPDATE player_ranked_ratings SET matches_played = 4294967295, wins = 4294967295, losses = 4294967295,
          streak = 2147483647;
        INSERT INTO player_ranked_ratings SELECT player_id, season_id + 1, rating, rd, volatility, matches_played, wins,
          losses, -2147483648, last_active_at, last_match_id FROM player_ranked_ratings;
        UPDATE matchday_player_days SET streak = 2147483647, matches = 4294967295, day = -9223372036854775807 - 1;";
    let mut store = changed("largest", LARGEST);
    assert_eq!(store.profile(7).unwrap().matches, u32::MAX);
    let later = Batch { first_day: day().first_day + 1, ..day() };
    let again = |mut of: Batch| {
        of.matches.iter_mut().for_each(|of| of.id += 1_000_000);
        of
    };
    // Written or refused.
    drop(store.write(&again(later)));
}

#[test]
fn times_that_no_calendar_has_are_damage() {
    for (number, key) in ["through", "full_from"].iter().enumerate() {
        for second in [i64::MIN, i64::MAX] {
            let sql = format!("REPLACE INTO matchday_meta (key, value) VALUES ('keep_days', 3), ('{key}', {second})");
            let mut store = changed(&format!("time{number}"), &sql);
            assert!(matches!(store.status(), Err(StoreError::Damaged(_))), "{sql}");
            assert!(matches!(store.write(&Batch { through: u32::MAX, ..day() }), Err(StoreError::Damaged(_))), "{sql}");
            assert!(store.keep_days(Some(1)).is_err(), "{sql}");
        }
    }
}

#[test]
fn fewer_than_no_free_pages_are_damage() {
    let path = path("free");
    drop(Store::open(&path).unwrap());
    let mut bytes = fs::read(&path).unwrap();
    // The number of free pages, of which SQLite reads a signed one.
    bytes[36..40].copy_from_slice(&(-5_i32).to_be_bytes());
    fs::write(&path, bytes).unwrap();
    let status = Store::open(&path).unwrap().status();
    assert!(matches!(status, Err(StoreError::Damaged(_))), "{status:?}");
}
