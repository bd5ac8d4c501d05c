//! The console reads, and does nothing else.

use crate::synthetic::Synthetic;
use matchday_store::query::Value;
use matchday_store::{Scenario, Store, StoreError};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

fn store() -> Store {
    let mut store = Store::in_memory().unwrap();
    store.write(&Synthetic { players: 50, days: 1, matches: 400, season_days: 7 }.all()).unwrap();
    store
}

#[test]
fn values_and_columns_equal_those_of_sqlite() {
    let answer = store().query("SELECT 1 AS one, 2.5, 'x', NULL, x'0102' AS b", 10, || false).unwrap();
    assert_eq!(answer.columns, ["one", "2.5", "'x'", "NULL", "b"]);
    let row =
        [Value::Integer(1), Value::Real(2.5), Value::Text("x".into()), Value::Null, Value::Blob { blob_bytes: 2 }];
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
fn errors_have_their_position() {
    let mut store = store();
    let mut said = |sql: &str| {
        let error = store.query(sql, 10, || false).unwrap_err();
        let StoreError::Query { offset, .. } = error else { panic!("{error}") };
        (error.to_string(), offset)
    };
    assert_eq!(said("SELECT nobody FROM ranked_matches"), ("no such column: nobody".into(), Some(7)));
    assert_eq!(said("SELEC 1"), ("near \"SELEC\": syntax error".into(), Some(0)));
    assert_eq!(said("SELECT 1; SELECT 2"), ("there are several statements: run one at a time".into(), None));
    assert_eq!(said("SELECT ?").1, None);
    assert_eq!(said("SELECT abs(-9223372036854775807 - 1)"), ("integer overflow".into(), None));
    assert!(said("DROP TABLE ranked_matches").0.starts_with("only reading"));
    assert!(said("").0.starts_with("only reading"));
    assert!(said("-- nothing").0.starts_with("only reading"));
}

/// A `stop` that returns `true` from its `looks`th call on, with the number of its calls.
fn stop_at(looks: u32) -> (Arc<AtomicU32>, impl FnMut() -> bool + Send + 'static) {
    let seen = Arc::new(AtomicU32::new(0));
    let count = Arc::clone(&seen);
    (seen, move || count.fetch_add(1, Ordering::Relaxed) + 1 >= looks)
}

#[test]
fn long_queries_are_stopped() {
    let mut store = store();
    for endless in [
        "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n",
        "SELECT sum(length(hex(randomblob(32000)))) FROM ranked_match_participants a, ranked_match_participants b",
        "SELECT count(*) FROM (SELECT DISTINCT hex(randomblob(32000))
        FROM ranked_match_participants a, ranked_match_participants b)",
    ] {
        let (looks, stop) = stop_at(20);
        assert_eq!(store.query(endless, 10, stop).unwrap_err(), StoreError::TooLong, "{endless}");
        assert_eq!(looks.load(Ordering::Relaxed), 20);
    }
    let says = "the query takes too long: select fewer rows, or compare an indexed column";
    assert_eq!(StoreError::TooLong.to_string(), says);
    assert_eq!(store.query("SELECT 1", 1, || false).unwrap().rows.len(), 1);
}

#[test]
fn few_rows_come_between_two_calls_of_stop() {
    let (looks, stop) = stop_at(u32::MAX);
    let rows = "SELECT count(DISTINCT hex(randomblob(32000))) FROM ranked_match_participants";
    let answer = store().query(rows, 1, stop).unwrap();
    let Value::Integer(rows) = answer.rows[0][0] else { panic!("{answer:?}") };
    // Of 64 KiB each, which is memory that a look comes too late for.
    assert!(rows >= 800 && rows <= 20 * i64::from(looks.load(Ordering::Relaxed)), "{rows} rows, {looks:?} looks");
}

#[test]
fn no_single_step_takes_long() {
    let mut store = store();
    let mut refused = |sql: &str| match store.query(sql, 1, || true).unwrap_err() {
        StoreError::Query { message, .. } => message,
        other => panic!("{sql}: {other:?}"),
    };
    for huge in [
        "SELECT hex(zeroblob(100000000))",
        "SELECT sum(length(hex(randomblob(500000)))) FROM ranked_match_participants a, ranked_match_participants b",
        "SELECT instr(hex(zeroblob(500000)), substr(hex(zeroblob(300000)), 1, 200000) || '1')",
        "SELECT hex(zeroblob(500000)) LIKE '%' || substr(hex(zeroblob(300000)), 1, 10000)",
        "SELECT count(*) FROM (SELECT DISTINCT hex(randomblob(500000)) FROM ranked_match_participants LIMIT 6000)",
    ] {
        assert_eq!(refused(huge), "string or blob too big", "{huge}");
    }
    let pattern = "SELECT hex(zeroblob(32000)) LIKE '%' || hex(zeroblob(50))";
    assert_eq!(refused(pattern), "LIKE or GLOB pattern too complex");
    // The limits do not apply to the statements of the store.
    let scenario = Scenario { link: "x".repeat(100_000), engine: String::new(), dataset: String::new() };
    store.begin(&scenario).unwrap();
    assert_eq!(store.status().unwrap().scenario, Some(scenario));
}

#[test]
fn answers_have_at_most_four_mebibytes_of_text() {
    let many = store().query("SELECT hex(zeroblob(32000)) FROM ranked_matches", 1_000, || false).unwrap();
    assert_eq!((many.rows.len(), many.truncated), (65, true));
}
