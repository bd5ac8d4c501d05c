//! Statements that SQLite's authorizer or the console refuses.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use super::authorize;
use crate::synthetic::Synthetic;
use crate::{Store, StoreError};
use rusqlite::ErrorCode;

/// Statements that the authorizer refuses before they run.
const WRITING: [&str; 27] = [
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
    "PRAGMA hard_heap_limit = 1",
    "EXPLAIN DELETE FROM ranked_matches",
    "EXPLAIN QUERY PLAN UPDATE ranked_matches SET region = 'x'",
];
/// Statements that the authorizer refuses only when they run. [`super::ask`] refuses them before, as they have no columns.
const COPYING: [&str; 2] = ["VACUUM", "VACUUM INTO '/tmp/x.sqlite'"];

fn store() -> Store {
    let mut store = Store::in_memory().unwrap();
    store.write(&Synthetic { players: 50, days: 1, matches: 400, season_days: 7 }.all()).unwrap();
    store
}

#[test]
fn the_authorizer_refuses_every_statement_that_writes() {
    let Store { mut connection } = store();
    connection.authorizer(Some(authorize)).unwrap();
    for sql in WRITING {
        let error = connection.prepare(sql).map(drop).expect_err(sql);
        assert_eq!(error.sqlite_error_code(), Some(ErrorCode::AuthorizationForStatementDenied), "{sql}: {error}");
    }
    for sql in COPYING {
        let error = connection.prepare(sql).unwrap().execute([]).expect_err(sql);
        assert_eq!(error.sqlite_error_code(), Some(ErrorCode::AuthorizationForStatementDenied), "{sql}: {error}");
    }
    let error = connection.prepare("SELECT load_extension('x')").map(drop).unwrap_err();
    assert!(error.to_string().starts_with("not authorized to use function: load_extension"), "{error}");
}

#[test]
fn nothing_can_be_written_or_opened() {
    let mut store = store();
    let before = store.status().unwrap();
    for sql in WRITING.into_iter().chain(COPYING) {
        let error = store.query(sql, 10, || false).expect_err(sql);
        let only_reading = |message: &str| message.starts_with("only reading is allowed");
        assert!(matches!(&error, StoreError::Query { message, .. } if only_reading(message)), "{sql}: {error:?}");
    }
    assert_eq!(store.status().unwrap(), before);
    // After the queries the store itself can write again.
    store.write(&Synthetic { players: 50, days: 1, matches: 500, season_days: 7 }.all()).unwrap();
    assert_eq!(store.query("PRAGMA table_info(ranked_matches)", 99, || false).unwrap().rows.len(), 11);
}
