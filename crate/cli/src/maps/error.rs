//! Errors in files of pings and in stored sums.

use std::path::PathBuf;
use thiserror::Error;

/// An error of building maps.
#[derive(Debug, Error)]
pub enum MapsError {
    /// An input folder without pings.
    #[error("{}: no .csv, .csv.gz or .parquet file in this folder", .0.display())]
    NoFiles(PathBuf),
    /// Neither new pings nor stored sums.
    #[error("{}: no days yet; name files of pings (CSV, CSV.gz or Parquet)", .0.display())]
    NoDays(PathBuf),
    /// No pings between these days.
    #[error("no pings between {from} and {until}; the stored days are from {first} to {last}")]
    EmptyWindow {
        /// First day of the window.
        from: String,
        /// Last day of the window.
        until: String,
        /// First stored day.
        first: String,
        /// Last stored day.
        last: String,
    },
    /// An invalid day.
    #[error("--until {0}: write a day from 2000-01-01 to 2099-12-31")]
    Until(String),
    /// An unreadable Parquet file.
    #[error("{}: not a readable Parquet file ({reason}); write it again, with zstd, snappy, gzip or no compression", path.display())]
    Parquet {
        /// Which file.
        path: PathBuf,
        /// What the reader found.
        reason: String,
    },
    /// A Parquet file without one of the columns.
    #[error("{}: column {column:?} is missing; its columns are {found}", path.display())]
    MissingColumn {
        /// Which file.
        path: PathBuf,
        /// The column.
        column: &'static str,
        /// The columns of the file.
        found: String,
    },
    /// A column of the wrong type.
    #[error("{}: column {column:?} is {found}; it must be {expected}", path.display())]
    ColumnType {
        /// Which file.
        path: PathBuf,
        /// The column.
        column: &'static str,
        /// Its type.
        found: String,
        /// The possible types.
        expected: &'static str,
    },
    /// A file of sums that was not written by this program, or is damaged.
    #[error("{}: invalid file of sums ({reason}); move it away and build again from its pings", path.display())]
    Day {
        /// Which file.
        path: PathBuf,
        /// The problem.
        reason: String,
    },
    /// A gzipped file that does not unpack.
    #[error("{}: incomplete or damaged gzip file ({reason}); copy or compress it again", path.display())]
    Gzip {
        /// Which file.
        path: PathBuf,
        /// The reader's message.
        reason: String,
    },
    /// A gzipped file in a gzipped file.
    #[error("{}: gzipped twice; decompress it once", .0.display())]
    GzipTwice(PathBuf),
    /// A file that grew or was replaced meanwhile.
    #[error("{}: changed while it was read; build again when it is complete", .0.display())]
    Changed(PathBuf),
    /// Two runs at once.
    #[error("{}: another run is using this folder; wait for it, or choose another folder", .0.display())]
    Busy(PathBuf),
}

impl MapsError {
    /// The error of a Parquet file.
    pub fn parquet(path: &std::path::Path) -> impl Fn(parquet::errors::ParquetError) -> Self {
        let path = path.to_owned();
        move |error| Self::Parquet { path: path.clone(), reason: error.to_string() }
    }
}
