//! Why a sweep cannot be run, resumed or merged.

use matchday_atlas::counted;
use matchday_study::sweep::SweepError;
use std::path::PathBuf;
use thiserror::Error;

/// Why a sweep cannot be run, resumed or merged.
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
    /// A specification that cannot be.
    #[error("{from}: {cause}")]
    Spec {
        /// The file or link.
        from: String,
        /// Why not.
        cause: SweepError,
    },
    /// A link without a sweep.
    #[error("{0}: there is no sweep in this link; give a JSON file, or a link with sweep=... in it")]
    NoSweep(String),
    /// A file of results that cannot be taken.
    #[error("{}: {cause}", path.display())]
    Results {
        /// Which file.
        path: PathBuf,
        /// Why not.
        cause: SweepError,
    },
    /// Another process writes the same results.
    #[error("{}: another process is writing to it; wait for it, or name another file", .0.display())]
    Busy(PathBuf),
    /// Shards that do not make a whole.
    #[error(
        "{missing} of {} missing, the first is run {first}: run its shard again and merge again, or let `matchday sweep` \
         with --out {} make the rest", counted(*runs as u64, "run"), out.display()
    )]
    Missing {
        /// How many.
        missing: usize,
        /// Of how many.
        runs: usize,
        /// The first.
        first: usize,
        /// Where the others are.
        out: PathBuf,
    },
}
