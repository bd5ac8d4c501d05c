//! Errors of a store. Each message says what to do.

use rusqlite::{Error, ErrorCode, ffi};
use thiserror::Error;

/// An error of a store. Acknowledged rows are never lost.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum StoreError {
    /// The disk is full. No row of the batch is stored; reading still works.
    #[error("the disk has no room left for the season: keep fewer days or delete another season, then try again")]
    Full,
    /// The file is no database, or a part of it is unreadable or different from what Matchday writes.
    #[error(
        "the file is damaged, changed by another program, or no database ({0}): use another file or an earlier copy"
    )]
    Damaged(String),
    /// A database of another application.
    #[error("the database belongs to another application: use a file that Matchday wrote, or a new name")]
    Foreign,
    /// A store of a newer version.
    #[error("the season has version {found}, and this program reads versions up to {known}: use a newer Matchday")]
    Newer {
        /// Version of the store.
        found: i64,
        /// Latest version that this program reads.
        known: i64,
    },
    /// A season of another scenario.
    #[error("the season belongs to another scenario ({found}): use another file, or that scenario")]
    OtherScenario {
        /// The scenario of the stored season.
        found: String,
    },
    /// The stored days have other player actions.
    #[error("the stored days have other player actions than `player_actions`: use another file, or leave it out")]
    OtherPlayerActions,
    /// New actions before the end of the stored days.
    #[error(
        "`player_actions` adds actions to days that are stored already: use another file, or add them after the stored days"
    )]
    EarlierPlayerActions,
    /// Another connection is writing.
    #[error("another program uses the season: close it, then try again")]
    Busy,
    /// The file cannot be opened or written: the folder is missing, or permission is.
    #[error("the file cannot be opened or written ({0}): use a folder to which you may write")]
    Inaccessible(String),
    /// A query that was stopped after too much work.
    #[error("the query takes too long: select fewer rows, or compare an indexed column")]
    TooLong,
    /// An invalid query.
    #[error("{message}")]
    Query {
        /// The reason.
        message: String,
        /// The byte of the query at the error, if SQLite reports it.
        offset: Option<usize>,
    },
    /// Any other error of SQLite.
    #[error("SQLite: {0}")]
    Sqlite(String),
}

impl From<Error> for StoreError {
    fn from(error: Error) -> Self {
        // A value or table has another type than the statements of the store expect.
        let Some(code) = error.sqlite_error().copied() else { return Self::Damaged(message(error)) };
        match (code.code, code.extended_code) {
            // A disk or quota that ends within a page gives the second error.
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

/// The message of SQLite, without the statement.
pub(crate) fn message(error: Error) -> String {
    match error {
        Error::SqlInputError { msg, .. } | Error::SqliteFailure(_, Some(msg)) => msg,
        error => error.to_string(),
    }
}
