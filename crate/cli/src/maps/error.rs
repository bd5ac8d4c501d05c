//! What can be wrong with files of pings, and with what was made of them before.

use std::path::PathBuf;
use thiserror::Error;

/// Why maps cannot be built.
#[derive(Debug, Error)]
pub enum MapsError {
    /// An input that is neither there nor a file or folder with pings.
    #[error("{}: no .csv, .csv.gz or .parquet file in this folder", .0.display())]
    NoFiles(PathBuf),
    /// Pings are neither given now nor were they before.
    #[error("{}: no days yet; name files of pings (CSV, CSV.gz or Parquet)", .0.display())]
    NoDays(PathBuf),
    /// No pings between these days.
    #[error("no pings between {from} and {until}; there are days from {first} to {last}")]
    EmptyWindow {
        /// First day of the window.
        from: String,
        /// Last day of the window.
        until: String,
        /// First day there is.
        first: String,
        /// Last day there is.
        last: String,
    },
    /// A day that is none.
    #[error("--until {0}: write a day from 2000-01-01 to 2099-12-31")]
    Until(String),
    /// A Parquet file that does not read.
    #[error("{}: does not read as Parquet ({reason}); write it again, whole, with zstd, snappy, gzip or no compression", path.display())]
    Parquet {
        /// Which file.
        path: PathBuf,
        /// What the reader found.
        reason: String,
    },
    /// A Parquet file without one of the columns.
    #[error("{}: there is no column {column:?}; its columns are {found}", path.display())]
    MissingColumn {
        /// Which file.
        path: PathBuf,
        /// The column.
        column: &'static str,
        /// What there is.
        found: String,
    },
    /// A column of a type that cannot be.
    #[error("{}: column {column:?} is {found}; it must be {expected}", path.display())]
    ColumnType {
        /// Which file.
        path: PathBuf,
        /// The column.
        column: &'static str,
        /// What it is.
        found: String,
        /// What it must be.
        expected: &'static str,
    },
    /// A file of sums that was not written by this program, or is damaged.
    #[error("{}: no day of sums ({reason}); move it away and take its pings in again", path.display())]
    Day {
        /// Which file.
        path: PathBuf,
        /// What is wrong.
        reason: String,
    },
    /// A gzipped file that does not unpack.
    #[error("{}: not a whole gzip file ({reason}); copy or pack it again", path.display())]
    Gzip {
        /// Which file.
        path: PathBuf,
        /// What the reader found.
        reason: String,
    },
    /// A gzipped file in a gzipped file.
    #[error("{}: gzipped twice; unpack it once", .0.display())]
    GzipTwice(PathBuf),
    /// A file that grew or was replaced meanwhile.
    #[error("{}: changed while it was read; take it in when it is complete", .0.display())]
    Changed(PathBuf),
    /// Two runs at once.
    #[error("{}: another run is working on this folder", .0.display())]
    Busy(PathBuf),
}

impl MapsError {
    /// The error of a Parquet file.
    pub fn parquet(path: &std::path::Path) -> impl Fn(parquet::errors::ParquetError) -> Self {
        let path = path.to_owned();
        move |error| Self::Parquet { path: path.clone(), reason: error.to_string() }
    }
}
