//! How a connection is set up: the only place.

use crate::StoreError;
use rusqlite::Connection;
use rusqlite::config::DbConfig;

/// The application id of the file, which marks it as Matchday's: `Mday`.
pub(crate) const APPLICATION_ID: i64 = 0x4d64_6179;

/// Before there is a first page: larger ones mean fewer levels, and fewer pages in the journal.
const FRESH: &str = "PRAGMA page_size = 8192;";

/// - The journal is truncated rather than deleted: in the page, deleting returns a file to its pool.
///   (Write-ahead logs need shared memory, which the page's files have not.)
/// - `NORMAL` waits for the disk before pages are overwritten: a killed process loses nothing that was acknowledged, and
///   neither a damaged disk's owner the whole file.
/// - References are not enforced: batches may come in any order.
const ALWAYS: &str = "
    PRAGMA journal_mode = TRUNCATE;
    PRAGMA synchronous = NORMAL;
    PRAGMA foreign_keys = OFF;
    PRAGMA cache_size = -65536;
    PRAGMA temp_store = MEMORY;
    PRAGMA trusted_schema = OFF;";

/// There are neither triggers nor views, so none of a file's may run; and nothing writes to a file but by its tables.
const GUARDS: [(DbConfig, bool); 3] = [
    (DbConfig::SQLITE_DBCONFIG_ENABLE_TRIGGER, false),
    (DbConfig::SQLITE_DBCONFIG_ENABLE_VIEW, false),
    (DbConfig::SQLITE_DBCONFIG_DEFENSIVE, true),
];

/// Statements that are kept prepared.
const STATEMENTS: usize = 64;

/// The application id and version of a database, before anything is written to it.
pub(crate) struct Identity {
    pub application_id: i64,
    pub version: i64,
    pub tables: i64,
}

impl Identity {
    /// # Errors
    /// [`StoreError::Damaged`] where there is no database.
    pub fn read(connection: &Connection) -> Result<Self, StoreError> {
        let number = |sql: &str| connection.query_row(sql, [], |row| row.get(0));
        Ok(Self {
            application_id: number("PRAGMA application_id")?,
            version: number("PRAGMA user_version")?,
            tables: number("SELECT count(*) FROM sqlite_schema")?,
        })
    }

    /// Whether nothing has been written yet.
    pub fn is_fresh(&self) -> bool {
        self.application_id == 0 && self.version == 0 && self.tables == 0
    }
}

/// Sets a connection up.
///
/// # Errors
/// What SQLite says.
pub(crate) fn set_up(connection: &Connection, fresh: bool) -> Result<(), StoreError> {
    if fresh {
        connection.execute_batch(FRESH)?;
    }
    connection.execute_batch(ALWAYS)?;
    for (guard, on) in GUARDS {
        connection.set_db_config(guard, on)?;
    }
    connection.set_prepared_statement_cache_capacity(STATEMENTS);
    Ok(())
}
