//! Replays tickets that players of a game have queued, through any matchmaker.
//!
//! A file of tickets is read twice. A [`Survey`] finds its columns, attributes and mistakes; then a [`Replay`] queues
//! every ticket in its own second, and a policy, or the windows of a ranked queue, forms the matches. What became of the
//! tickets is held against what the file says became of them. Both take rows one by one, as texts, whatever the
//! format of the file; [`CsvRows`] splits text that arrives in pieces. Only tickets that wait are in memory.
//!
//! Each row is one search: nobody plays again, and matches run on no servers.

mod columns;
mod csv;
mod matcher;
mod moment;
mod outcome;
mod reach;
mod recorded;
mod replay;
mod row;
mod survey;

pub use columns::{Datacenters, LIST};
pub use csv::CsvRows;
pub use replay::Replay;
pub use row::RowProblem;
pub use survey::{MOST_TEXTS, Queue, Survey};

use matchday_document::TooManyRefused;
use matchday_document::csv::LongRow;
use matchday_matchmaker::policy::Fault;
use matchday_ranked::settings::SettingsError;
use matchday_sim::policy::PolicyError;
use thiserror::Error;

/// Why a file of tickets cannot be replayed.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum QueueError {
    /// No rows.
    #[error(
        "there are no tickets in the file: expected a line of column names, such as time,ticket,players,lat,long, and a line for each ticket"
    )]
    Empty,
    /// A row far too long.
    #[error(transparent)]
    LongRow(#[from] LongRow),
    /// A column that must be there.
    #[error("the column time is missing: the file has {found}")]
    NoTime {
        /// The columns of the file.
        found: String,
    },
    /// Neither places nor round trips.
    #[error(
        "the columns lat and long are missing, and so are columns of round trips, such as rtt_{datacenter}: the file has {found}"
    )]
    NoPlace {
        /// A datacenter that could have a column.
        datacenter: String,
        /// The columns of the file.
        found: String,
    },
    /// A column that is there twice.
    #[error("the column {0} is there twice: keep one")]
    TwiceColumn(String),
    /// Too many rows that cannot be read.
    #[error(transparent)]
    TooManyRefused(#[from] TooManyRefused),
    /// A ticket earlier than tickets above it.
    #[error("line {line} is {seconds} s earlier than a line above it: sort the file by time")]
    Order {
        /// The line.
        line: u64,
        /// How much earlier.
        seconds: u64,
    },
    /// Tickets too far apart.
    #[error("the tickets span {days} days: at most {most} can be replayed")]
    Span {
        /// Days between the first and the last.
        days: u64,
        /// Most days.
        most: u64,
    },
    /// Windows of points need points.
    #[error(
        "ranked={mode}: the windows of the ranked queue need the column skill; leave ranked off, or choose another policy"
    )]
    NoSkill {
        /// The mode.
        mode: String,
    },
    /// The policy cannot be made.
    #[error(transparent)]
    Policy(#[from] PolicyError),
    /// The parameters of the ranked queue.
    #[error(transparent)]
    Ranked(#[from] SettingsError),
    /// The policy has failed.
    #[error(transparent)]
    Fault(#[from] Fault),
}
