//! What can go wrong with a store, and what to do about it.

use rusqlite::{Error, ErrorCode, ffi};
use thiserror::Error;

/// An error of a store. No error loses an acknowledged row.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum StoreError {
    /// There is no room left. Nothing of the batch is stored; the store goes on reading.
    #[error("there is no room left for the season: keep fewer days, or remove another season, then try again")]
    Full,
    /// The file is no database, or a part of it cannot be read, or is not as Matchday writes it.
    #[error("the file is altered, damaged or no database ({0}): take another one, or a copy from before")]
    Damaged(String),
    /// A database of something else.
    #[error("the database is of another application: take a file that Matchday has written, or a new name")]
    Foreign,
    /// A store of a newer version.
    #[error("the season is of version {found}, and this Matchday knows {known}: take a newer Matchday")]
    Newer {
        /// Its version.
        found: i64,
        /// The latest that is known here.
        known: i64,
    },
    /// A season of another scenario.
    #[error("the season is of another scenario ({found}): take another file, or that scenario")]
    OtherScenario {
        /// The scenario of the stored season.
        found: String,
    },
    /// Stored days with other player actions.
    #[error("the stored days have other player actions than `player_actions` says: use another file, or leave it out")]
    OtherPlayerActions,
    /// Actions before the end of what is stored, which were not taken then.
    #[error(
        "`player_actions` adds actions to days that are stored already: use another file, or add them after the stored days"
    )]
    EarlierPlayerActions,
    /// Another connection writes.
    #[error("another program uses the season: close it, then try again")]
    Busy,
    /// The file cannot be opened or written: there is no such folder, or no right to.
    #[error("the file cannot be opened or written ({0}): name one in a folder that you may write to")]
    Inaccessible(String),
    /// A query that was given up after much work.
    #[error("the query takes too long: ask for less, or along an index")]
    TooLong,
    /// A query that cannot be.
    #[error("{message}")]
    Query {
        /// Why not.
        message: String,
        /// The byte of the query at which it goes wrong, where that is known.
        offset: Option<usize>,
    },
    /// Anything else that SQLite says.
    #[error("SQLite: {0}")]
    Sqlite(String),
}

impl From<Error> for StoreError {
    fn from(error: Error) -> Self {
        // A value, or a table, that is not of the kind that the store's own statements take it for.
        let Some(code) = error.sqlite_error().copied() else { return Self::Damaged(message(error)) };
        match (code.code, code.extended_code) {
            // Writing fails like this, too, where a disk or a quota ends within a page.
            (ErrorCode::DiskFull, _) | (_, ffi::SQLITE_IOERR_WRITE) => Self::Full,
            (ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase | ErrorCode::Unknown, _) => {
                Self::Damaged(message(error))
            }
            (ErrorCode::CannotOpen | ErrorCode::ReadOnly | ErrorCode::PermissionDenied, _) => {
                Self::Inaccessible(message(error))
            }
            (ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked, _) => Self::Busy,
            (ErrorCode::OperationInterrupted, _) => Self::TooLong,
            _ => Self::Sqlite(message(error)),
        }
    }
}

/// What SQLite says, without the statement.
pub(crate) fn message(error: Error) -> String {
    match error {
        Error::SqlInputError { msg, .. } | Error::SqliteFailure(_, Some(msg)) => msg,
        error => error.to_string(),
    }
}
