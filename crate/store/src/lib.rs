//! Seasons in SQLite: a ladder's rows, in one store for the page and the command line.
//!
//! A [`Store`] takes the batches of [`matchday_wire`] and answers questions about players, matches and seasons. Batches
//! may come twice, late, in any order, and with restarts between: a result counts once, by player and match, and the
//! tables are the same in the end. One batch is one transaction, so a killed process loses at most the one that was not
//! acknowledged yet.
//!
//! | module | what it holds |
//! |---|---|
//! | `schema`, `sql/` | versions of the tables, and the steps between them |
//! | `pragma` | how a connection is set up |
//! | `meta` | the [`Scenario`] of a store, how far it tells it |
//! | `write`, `standing` | from a batch to rows; what stands of each player |
//! | `days` | sums of each day |
//! | `keep` | for how long full rows are kept |
//! | [`status`], [`board`], [`profile`], [`query`] | what can be asked |
//! | [`examples`] | queries to begin with |
//!
//! All times are Unix seconds.

#![forbid(unsafe_code)]

pub mod board;
mod days;
mod error;
pub mod examples;
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
mod write;

pub use error::StoreError;
pub use meta::Scenario;
pub use rusqlite;
pub use write::{Written, follow};

use matchday_wire::season::Batch;
use rusqlite::{Connection, TransactionBehavior};
use std::path::{Path, absolute};

/// Seasons in a database.
#[derive(Debug)]
pub struct Store {
    connection: Connection,
}

impl Store {
    /// A store on any connection: a new one on an empty database, else the stored season, migrated to this version.
    ///
    /// # Errors
    /// [`StoreError::Damaged`], [`StoreError::Foreign`] and [`StoreError::Newer`], of which nothing is written to the
    /// database; [`StoreError::Full`], [`StoreError::Busy`].
    pub fn on(mut connection: Connection) -> Result<Self, StoreError> {
        schema::bring_up(&mut connection)?;
        Ok(Self { connection })
    }

    /// The store in a file, which is made if there is none.
    ///
    /// # Errors
    /// As of [`Store::on`]; [`StoreError::Inaccessible`].
    pub fn open(path: &Path) -> Result<Self, StoreError> {
        // SQLite keeps `:memory:`, `file:x?mode=memory` and an empty name nowhere; no absolute path is one of them.
        let path = absolute(path).map_err(|error| StoreError::Inaccessible(error.to_string()))?;
        Self::on(Connection::open(path)?)
    }

    /// A store that is gone with its value.
    ///
    /// # Errors
    /// As of [`Store::on`].
    pub fn in_memory() -> Result<Self, StoreError> {
        Self::on(Connection::open_in_memory()?)
    }

    /// Writes down whose days are stored, or sees that they are the same scenario's.
    ///
    /// # Errors
    /// [`StoreError::OtherScenario`], and errors of writing.
    pub fn begin(&mut self, scenario: &Scenario) -> Result<(), StoreError> {
        let beginning = self.connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        scenario.begin(&beginning)?;
        Ok(beginning.commit()?)
    }

    /// Stores a batch as a whole. Rows that are stored already do not count again, and a batch that is late finds its place:
    /// the tables never depend on the order of deliveries.
    ///
    /// # Errors
    /// Nothing of the batch is stored then: [`StoreError::Full`], [`StoreError::Busy`], [`StoreError::Damaged`],
    /// [`StoreError::OtherPlayerActions`].
    pub fn write(&mut self, batch: &Batch) -> Result<Written, StoreError> {
        let writing = self.connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let written = write::batch(&writing, batch)?;
        writing.commit()?;
        Ok(written)
    }

    /// For how many whole days, the last ones, full rows are kept beside those of the day that has begun; `None` for ever. Older ones go at once, and their
    /// sums stay.
    ///
    /// # Errors
    /// As of [`Store::write`].
    pub fn keep_days(&mut self, days: Option<u32>) -> Result<(), StoreError> {
        let keeping = self.connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        keep::set(&keeping, days)?;
        Ok(keeping.commit()?)
    }

    /// Reads the whole file and sees whether everything is where it should be.
    ///
    /// # Errors
    /// [`StoreError::Damaged`] with the first damage found.
    pub fn check(&self) -> Result<(), StoreError> {
        let found: String = self.connection.query_row("PRAGMA quick_check(1)", [], |row| row.get(0))?;
        if found == "ok" { Ok(()) } else { Err(StoreError::Damaged(found)) }
    }

    /// All rows of a statement that is kept prepared.
    fn rows<P, T, F>(&self, sql: &str, values: P, read: F) -> Result<Vec<T>, StoreError>
    where
        P: rusqlite::Params,
        F: FnMut(&rusqlite::Row<'_>) -> rusqlite::Result<T>,
    {
        let mut statement = self.connection.prepare_cached(sql)?;
        Ok(statement.query_map(values, read)?.collect::<rusqlite::Result<_>>()?)
    }
}
