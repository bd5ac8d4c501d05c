//! Files that a disk or another program changed after they were written.

use crate::path;
use crate::synthetic::Synthetic;
use matchday_base::Streams;
use matchday_store::rusqlite::types::Value;
use matchday_store::rusqlite::{Connection, Row, params_from_iter};
use matchday_store::status::TABLES;
use matchday_store::{Scenario, Store, StoreError};
use matchday_wire::season::Batch;
use rand::RngExt;
use std::fs;
use std::path::{Path, PathBuf};

fn scenario() -> Scenario {
    Scenario { link: "v=1".into(), engine: "1".into(), dataset: "a".into() }
}

/// A file with some days, of which the first has lost its full rows.
fn season(name: &str) -> PathBuf {
    let path = path(name);
    let mut store = Store::open(&path).unwrap();
    store.begin(&scenario()).unwrap();
    let all = Synthetic { players: 30, days: 3, matches: 300, season_days: 2 }.all();
    store.write(&Batch { player_actions: "9:join:1:1:5:0".into(), ..all }).unwrap();
    store.keep_days(Some(2)).unwrap();
    store.check().unwrap();
    path
}

/// All rows of a table.
fn rows(connection: &Connection, table: &str) -> (Vec<String>, Vec<Vec<Value>>) {
    let mut statement = connection.prepare(&format!("SELECT * FROM {table}")).unwrap();
    let columns: Vec<String> = statement.column_names().map(str::to_owned).collect();
    let row = |row: &Row<'_>| (0..columns.len()).map(|column| row.get(column)).collect();
    let rows = statement.query_map([], row).unwrap().collect::<Result<_, _>>().unwrap();
    (columns, rows)
}

/// Another value of the same type.
fn other(value: &Value) -> Value {
    match value {
        Value::Null => Value::Null,
        Value::Integer(number) => Value::Integer(number ^ 1),
        Value::Real(number) => Value::Real(f64::from_bits(number.to_bits() ^ 1)),
        Value::Text(text) => Value::Text(format!("{text} ")),
        Value::Blob(bytes) => Value::Blob([&bytes[..], &[0]].concat()),
    }
}

/// A connection of another program.
fn connect(path: &Path) -> Connection {
    let connection = Connection::open(path).unwrap();
    connection.pragma_update(None, "foreign_keys", false).unwrap();
    connection
}

/// Whether a column is computed when it is read.
fn is_computed(column: &str) -> bool {
    column.starts_with("mean_")
}

/// Whether a value of a column cannot be changed alone.
fn is_bound(table: &str, column: &str, value: &Value) -> bool {
    let checked = matches!(column, "state" | "outcome" | "is_party")
        || (table == "ranked_queue_tickets" && column == "player_id");
    is_computed(column) || checked || *value == Value::Null
}

#[test]
fn every_changed_value_is_found() {
    let path = season("values");
    let mut changed = 0;
    for table in TABLES.into_iter().filter(|table| *table != "ranked_rating_history") {
        let connection = connect(&path);
        let (columns, rows) = rows(&connection, table);
        let row = &rows[rows.len() / 2];
        for (at, column) in columns.iter().enumerate().filter(|&(at, column)| !is_bound(table, column, &row[at])) {
            let own: Vec<usize> =
                (0..columns.len()).filter(|&at| row[at] != Value::Null && !is_computed(&columns[at])).collect();
            let is_row: Vec<String> =
                own.iter().enumerate().map(|(n, &at)| format!("{} = ?{}", columns[at], n + 2)).collect();
            let sql = format!("UPDATE OR FAIL {table} SET {column} = ?1 WHERE {}", is_row.join(" AND "));
            let change = connection.unchecked_transaction().unwrap();
            let values = std::iter::once(other(&row[at])).chain(own.iter().map(|&at| row[at].clone()));
            // A key that another row has.
            if change.execute(&sql, params_from_iter(values)) != Ok(1) {
                continue;
            }
            change.commit().unwrap();
            let found = Store::open(&path).and_then(|store| store.check());
            assert!(matches!(found, Err(StoreError::Damaged(_))), "{table}.{column}: {found:?}");
            changed += 1;
            // Back again.
            let mut back = row.clone();
            back[at] = other(&row[at]);
            let values = std::iter::once(row[at].clone()).chain(own.iter().map(|&at| back[at].clone()));
            assert_eq!(connection.execute(&sql, params_from_iter(values)), Ok(1), "{table}.{column}");
        }
        Store::open(&path).and_then(|store| store.check()).unwrap();
    }
    assert!(changed > 70, "{changed}");
}

#[test]
fn the_days_that_were_changed_are_named() {
    let path = season("days");
    let connection = connect(&path);
    let says = |sql: &str| {
        let change = connection.unchecked_transaction().unwrap();
        assert_eq!(change.execute(sql, []), Ok(1), "{sql}");
        change.commit().unwrap();
        match Store::open(&path).unwrap().begin(&scenario()) {
            Err(StoreError::Damaged(words)) => words,
            found => panic!("{sql}: {found:?}"),
        }
    };
    // A row of no match, rows of the second day, then ratings, then the sums of the first.
    let only = |what: &str| format!("{what} were changed after they were written; all other days stand");
    let columns = rows(&connection, "ranked_match_participants").0.join(", ");
    let stray = columns.replace("match_id", "9999");
    let stray = format!(
        "INSERT INTO ranked_match_participants ({columns}) SELECT {stray} FROM ranked_match_participants LIMIT 1"
    );
    assert_eq!(says(&stray), only("the rows of a match that is not there"));
    assert_eq!(says("DELETE FROM ranked_matches WHERE id = 150"), only("the rows of 1970-01-02"));
    let ratings = "UPDATE player_ranked_ratings SET rating = rating + 1 WHERE player_id = 3 AND season_id = 1";
    assert_eq!(says(ratings), only("the rows of 1970-01-02 and the ratings of players"));
    let sums = "UPDATE matchday_days SET matches = 7 WHERE day = 0";
    assert_eq!(says(sums), only("the rows of 1970-01-01, 1970-01-02 and the ratings of players"));
}

#[test]
fn flipped_bits_are_found_or_change_nothing() {
    let path = season("whole");
    let whole = fs::read(&path).unwrap();
    let tables = |path: &Path| {
        let connection = Connection::open(path).unwrap();
        TABLES.map(|table| rows(&connection, table))
    };
    let before = tables(&path);
    let flipped = crate::path("flipped");
    let mut rng = Streams::new(3).stream("flips");
    let mut found = 0;
    for _ in 0..FLIPS {
        let (byte, bit) = (rng.random_range(0..whole.len()), rng.random_range(0..8));
        let mut bytes = whole.clone();
        bytes[byte] ^= 1 << bit;
        fs::write(&flipped, &bytes).unwrap();
        let began = Store::open(&flipped).and_then(|mut store| store.begin(&scenario()));
        match began {
            Ok(()) => assert!(tables(&flipped) == before, "byte {byte}, bit {bit}"),
            Err(_) => found += 1,
        }
    }
    println!("{found} of {FLIPS} flipped bits were found, the others changed no row");
    assert!(found > FLIPS / 4, "{found}");
}

/// Number of flipped bits.
const FLIPS: u32 = 400;
