//! Settings of a connection. No other module sets them.

use crate::StoreError;
use rusqlite::Connection;
use rusqlite::config::DbConfig;

/// The application id of the file, which marks it as Matchday's: `Mday`.
pub(crate) const APPLICATION_ID: i64 = 0x4d64_6179;

/// For an empty database: larger pages mean fewer levels of trees, and fewer pages in the journal.
const FRESH: &str = "PRAGMA page_size = 8192;";

/// - `TRUNCATE`: in the page, deleting the journal would return its file to the pool. (A write-ahead log needs shared
///   memory, which the files of the page do not have.)
/// - `NORMAL`: SQLite waits for the disk before it overwrites pages, so a killed process loses no acknowledged row.
/// - Foreign keys are not enforced, because batches may come in any order.
const ALWAYS: &str = "
    PRAGMA journal_mode = TRUNCATE;
    PRAGMA synchronous = NORMAL;
    PRAGMA foreign_keys = OFF;
    PRAGMA temp_store = MEMORY;
    PRAGMA trusted_schema = OFF;";

/// Most memory for pages, KiB. A batch changes a page of each index by player for nearly every player: with less memory, these
/// pages are written and read again for each of their rows.
const CACHE_KIB: i64 = if cfg!(target_family = "wasm") { 64 << 10 } else { 512 << 10 };

/// The store has no triggers, and reads no view, so triggers and views of a foreign file must not run. Only queries of users
/// read views, because they are stopped on request. Files are only written through tables.
const GUARDS: [(DbConfig, bool); 3] = [
    (DbConfig::SQLITE_DBCONFIG_ENABLE_TRIGGER, false),
    (DbConfig::SQLITE_DBCONFIG_ENABLE_VIEW, false),
    (DbConfig::SQLITE_DBCONFIG_DEFENSIVE, true),
];

/// Number of cached prepared statements.
const STATEMENTS: usize = 64;

/// The application id, version and number of tables of a database.
pub(crate) struct Identity {
    pub application_id: i64,
    pub version: i64,
    pub tables: i64,
}

impl Identity {
    /// # Errors
    /// [`StoreError::Damaged`] if the file is no database.
    pub fn read(connection: &Connection) -> Result<Self, StoreError> {
        let number = |sql: &str| connection.query_row(sql, [], |row| row.get(0));
        Ok(Self {
            application_id: number("PRAGMA application_id")?,
            version: number("PRAGMA user_version")?,
            tables: number("SELECT count(*) FROM sqlite_schema")?,
        })
    }

    /// Whether the database is empty.
    pub fn is_fresh(&self) -> bool {
        self.application_id == 0 && self.version == 0 && self.tables == 0
    }
}

/// Sets a connection up.
///
/// # Errors
/// Errors of SQLite.
pub(crate) fn set_up(connection: &Connection, fresh: bool) -> Result<(), StoreError> {
    if fresh {
        connection.execute_batch(FRESH)?;
    }
    connection.execute_batch(ALWAYS)?;
    connection.pragma_update(None, "cache_size", -CACHE_KIB)?;
    for (guard, on) in GUARDS {
        connection.set_db_config(guard, on)?;
    }
    connection.set_prepared_statement_cache_capacity(STATEMENTS);
    Ok(())
}
