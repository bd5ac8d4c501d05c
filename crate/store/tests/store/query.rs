//! The console reads, and does nothing else.

use crate::synthetic::Synthetic;
use matchday_store::query::Value;
use matchday_store::{Store, StoreError};

fn store() -> Store {
    let mut store = Store::in_memory().unwrap();
    store.write(&Synthetic { players: 50, days: 1, matches: 400, season_days: 7 }.all()).unwrap();
    store
}

#[test]
fn values_and_columns_are_those_of_sqlite() {
    let answer = store().query("SELECT 1 AS one, 2.5, 'x', NULL, x'0102' AS b", 10, || false).unwrap();
    assert_eq!(answer.columns, ["one", "2.5", "'x'", "NULL", "b"]);
    let row = [Value::Integer(1), Value::Real(2.5), Value::Text("x".into()), Value::Null, Value::Blob(2)];
    assert_eq!(answer.rows, [row]);
    assert!(!answer.truncated);
}

#[test]
fn rows_are_limited() {
    let mut store = store();
    let answer = store.query("SELECT id FROM ranked_matches", 400, || false).unwrap();
    assert_eq!((answer.rows.len(), answer.truncated), (400, false));
    let answer = store.query("SELECT id FROM ranked_matches", 399, || false).unwrap();
    assert_eq!((answer.rows.len(), answer.truncated), (399, true));
}

#[test]
fn nothing_can_be_written_or_opened() {
    let mut store = store();
    let before = store.status().unwrap();
    for sql in [
        "DELETE FROM ranked_matches",
        "UPDATE ranked_matches SET region = 'x'",
        "INSERT INTO matchday_meta VALUES ('x', 1)",
        "WITH x AS (SELECT 1) DELETE FROM ranked_matches",
        "DELETE FROM ranked_matches RETURNING id",
        "CREATE TABLE x (y)",
        "CREATE TEMP TABLE x (y)",
        "CREATE TEMP TRIGGER t AFTER INSERT ON ranked_matches BEGIN SELECT 1; END",
        "CREATE VIRTUAL TABLE x USING fts5 (y)",
        "DROP TABLE ranked_matches",
        "ALTER TABLE ranked_matches ADD COLUMN x",
        "ATTACH '/tmp/x.sqlite' AS x",
        "DETACH main",
        "VACUUM",
        "VACUUM INTO '/tmp/x.sqlite'",
        "REINDEX",
        "ANALYZE",
        "BEGIN",
        "SAVEPOINT x",
        "COMMIT",
        "PRAGMA user_version = 9",
        "PRAGMA journal_mode = OFF",
        "PRAGMA query_only = 0",
        "PRAGMA writable_schema = 1",
        "PRAGMA wal_checkpoint",
        "PRAGMA incremental_vacuum",
        "SELECT load_extension('x')",
        "EXPLAIN DELETE FROM ranked_matches",
    ] {
        let error = store.query(sql, 10, || false).expect_err(sql);
        assert!(matches!(error, StoreError::Query { .. }), "{sql}: {error:?}");
    }
    assert_eq!(store.status().unwrap(), before);
    // What was refused to the console is the store's own right again.
    store.write(&Synthetic { players: 50, days: 1, matches: 500, season_days: 7 }.all()).unwrap();
    assert_eq!(store.query("PRAGMA table_info(ranked_matches)", 99, || false).unwrap().rows.len(), 11);
}

#[test]
fn mistakes_are_said_where_they_are() {
    let mut store = store();
    let mut said = |sql: &str| match store.query(sql, 10, || false).unwrap_err() {
        StoreError::Query { message, offset } => (message, offset),
        other => panic!("{other}"),
    };
    assert_eq!(said("SELECT nobody FROM ranked_matches"), ("no such column: nobody".into(), Some(7)));
    assert_eq!(said("SELEC 1"), ("near \"SELEC\": syntax error".into(), Some(0)));
    assert_eq!(said("SELECT 1; SELECT 2"), ("one statement at a time".into(), None));
    assert_eq!(said("SELECT ?").1, None);
    assert_eq!(said("SELECT abs(-9223372036854775807 - 1)"), ("integer overflow".into(), None));
    assert!(said("DROP TABLE ranked_matches").0.starts_with("only reading"));
    assert!(said("").0.starts_with("only reading"));
    assert!(said("-- nothing").0.starts_with("only reading"));
}

#[test]
fn whoever_asks_for_too_much_is_stopped() {
    let mut store = store();
    let endless = "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n";
    let mut looks = 0;
    let stop = move || {
        looks += 1;
        looks == 20
    };
    assert_eq!(store.query(endless, 10, stop).unwrap_err(), StoreError::TooLong);
    assert_eq!(store.query(endless, 10, || false).unwrap_err(), StoreError::TooLong);
    let huge = store.query("SELECT hex(zeroblob(100000000))", 1, || false).unwrap_err();
    assert!(matches!(huge, StoreError::Query { .. }), "{huge:?}");
    // 4 MiB of texts in all, whatever each may be.
    let many = store.query("SELECT hex(zeroblob(500000)) FROM ranked_matches", 1_000, || false).unwrap();
    assert_eq!((many.rows.len(), many.truncated), (4, true));
    assert_eq!(store.query("SELECT 1", 1, || false).unwrap().rows.len(), 1);
}
