//! Errors of running, resuming or merging a sweep.

use matchday_atlas::counted;
use matchday_study::sweep::SweepError;
use std::path::PathBuf;
use thiserror::Error;

/// An error of running, resuming or merging a sweep.
#[derive(Debug, Error)]
pub enum SweepFault {
    /// A specification that cannot be read.
    #[error(
        "{}: {reason}; a sweep is a JSON object such as {{\"scenario\": {{\"ccu\": 5000}}, \"axes\": [{{\"key\": \"replay\", \
         \"from\": 0.6, \"to\": 0.9, \"count\": 20}}], \"seeds\": 100}}", path.display()
    )]
    File {
        /// Which file.
        path: PathBuf,
        /// Why not.
        reason: String,
    },
    /// An invalid specification.
    #[error("{from}: {cause}")]
    Spec {
        /// The file or link.
        from: String,
        /// Why not.
        cause: SweepError,
    },
    /// A link without a sweep.
    #[error("{0}: no sweep in this link; give a JSON file, or a link with sweep=...")]
    NoSweep(String),
    /// A file of results that cannot be used.
    #[error("{}: {cause}", path.display())]
    Results {
        /// Which file.
        path: PathBuf,
        /// Why not.
        cause: SweepError,
    },
    /// Another process writes the same results.
    #[error("{}: another process is writing this file; wait for it, or choose another file", .0.display())]
    Busy(PathBuf),
    /// Shards that do not make a complete sweep.
    #[error(
        "{missing} of {} missing, the first is run {first}: run its shard again and merge again, or let `matchday sweep` \
         with --out {} make the rest", counted(*runs as u64, "run"), out.display()
    )]
    Missing {
        /// Number of missing runs.
        missing: usize,
        /// Number of all runs.
        runs: usize,
        /// The first missing run.
        first: usize,
        /// The file with the others.
        out: PathBuf,
    },
}
