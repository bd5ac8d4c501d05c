//! Seasons in SQLite: the rows of a ladder, stored the same way by the page and the command line.
//!
//! A [`Store`] writes the batches of [`matchday_wire`] and reads players, matches and seasons. Batches may come twice,
//! late, in any order, and with restarts between. Each result counts once, by player and match, so the tables do not
//! depend on the order. A batch is one transaction: a killed process loses only a batch that it had not acknowledged.
//!
//! | module | what it holds |
//! |---|---|
//! | `schema`, `sql/` | versions of the tables, and migrations between them |
//! | `pragma` | settings of a connection |
//! | `meta` | single values: the [`Scenario`] of a store, the end of its stored days |
//! | `write`, `insert`, `standing` | rows from a batch; many at once; rating and results of each player |
//! | `table` | the tables and their columns, and the days to which rows belong |
//! | `days` | sums of each day |
//! | `checksum` | finds what was changed after it was written |
//! | `keep` | deletes full rows of old days |
//! | [`status`], [`board`], [`profile`], [`query`] | reading: numbers, leaderboards, players, SQL |
//! | [`examples`] | example queries |
//!
//! Tables have Unix seconds. Results count seconds from the first shown midnight on, negative in the warm-up.

#![forbid(unsafe_code)]

pub mod board;
mod checksum;
mod days;
mod error;
pub mod examples;
mod insert;
mod keep;
mod meta;
mod pragma;
pub mod profile;
pub mod query;
mod schema;
mod standing;
pub mod status;
#[cfg(test)]
#[path = "../tests/store/synthetic.rs"]
mod synthetic;
mod table;
mod write;

pub use error::StoreError;
pub use meta::Scenario;
pub use rusqlite;
pub use write::{Written, follow};

use matchday_wire::season::Batch;
use meta::Meta;
use rusqlite::{Connection, TransactionBehavior};
use std::path::{Path, absolute};

/// Seasons in a database.
#[derive(Debug)]
pub struct Store {
    connection: Connection,
}

impl Store {
    /// The store of a connection. An empty database becomes a new store, an older one is migrated to this version.
    ///
    /// # Errors
    /// [`StoreError::Damaged`], [`StoreError::Foreign`] and [`StoreError::Newer`]: nothing is written to the database then.
    /// [`StoreError::Full`], [`StoreError::Busy`].
    pub fn on(mut connection: Connection) -> Result<Self, StoreError> {
        schema::bring_up(&mut connection)?;
        Ok(Self { connection })
    }

    /// The store in a file, which is created if it does not exist.
    ///
    /// # Errors
    /// As of [`Store::on`]; [`StoreError::Inaccessible`].
    pub fn open(path: &Path) -> Result<Self, StoreError> {
        // SQLite stores `:memory:`, `file:x?mode=memory` and an empty name in no file. An absolute path is always a file.
        let path = absolute(path).map_err(|error| StoreError::Inaccessible(error.to_string()))?;
        Self::on(Connection::open(path)?)
    }

    /// A store in memory, which ends with its value.
    ///
    /// # Errors
    /// As of [`Store::on`].
    pub fn in_memory() -> Result<Self, StoreError> {
        Self::on(Connection::open_in_memory()?)
    }

    /// Stores the scenario of a new store, or checks that a begun store has this scenario and is whole: days that go on from
    /// damaged ones would be wrong without a word.
    ///
    /// # Errors
    /// [`StoreError::OtherScenario`], [`StoreError::Damaged`], and errors of writing.
    pub fn begin(&mut self, scenario: &Scenario) -> Result<(), StoreError> {
        if Meta::Through.second(&self.connection)?.is_some() {
            self.check()?;
        }
        let beginning = self.connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        scenario.begin(&beginning)?;
        checksum::seal(&beginning)?;
        Ok(beginning.commit()?)
    }

    /// Stores all rows of a batch. Rows that are already stored do not count again. The tables do not depend on the order of
    /// batches.
    ///
    /// # Errors
    /// None of its rows is stored then: [`StoreError::Full`], [`StoreError::Busy`], [`StoreError::Damaged`],
    /// [`StoreError::OtherPlayerActions`].
    pub fn write(&mut self, batch: &Batch) -> Result<Written, StoreError> {
        let writing = self.connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let written = write::batch(&writing, batch)?;
        checksum::seal(&writing)?;
        writing.commit()?;
        Ok(written)
    }

    /// Keeps full rows of the present day and of the `days` whole days before it; `None` keeps all. Older full rows are
    /// deleted at once; their sums stay.
    ///
    /// # Errors
    /// As of [`Store::write`].
    pub fn keep_days(&mut self, days: Option<u32>) -> Result<(), StoreError> {
        let keeping = self.connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        keep::set(&keeping, days)?;
        checksum::seal(&keeping)?;
        Ok(keeping.commit()?)
    }

    /// Reads the whole file and checks its structure, its indices against its tables, and all rows against what was written.
    ///
    /// # Errors
    /// [`StoreError::Damaged`] with the first damage of the structure, or with the days whose rows were changed.
    pub fn check(&self) -> Result<(), StoreError> {
        // Another connection may write meanwhile: one transaction reads one state.
        let moment = self.connection.unchecked_transaction()?;
        let found: String = moment.query_row("PRAGMA integrity_check(1)", [], |row| row.get(0))?;
        if found == "ok" { checksum::check(&moment) } else { Err(StoreError::Damaged(found)) }
    }

    /// All rows of a statement; the prepared statement is cached.
    fn rows<P, T, F>(&self, sql: &str, values: P, read: F) -> Result<Vec<T>, StoreError>
    where
        P: rusqlite::Params,
        F: FnMut(&rusqlite::Row<'_>) -> rusqlite::Result<T>,
    {
        let mut statement = self.connection.prepare_cached(sql)?;
        Ok(statement.query_map(values, read)?.collect::<rusqlite::Result<_>>()?)
    }
}
