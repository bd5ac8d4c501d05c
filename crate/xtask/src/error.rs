//! Errors, with messages that say what to do.

use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitStatus;

/// The result of everything here.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// An error that stopped a command.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// Invalid arguments.
    #[error("{0}\n\n{usage}", usage = crate::USAGE)]
    Usage(String),
    /// Started without cargo, which gives the project's folder.
    #[error("start this as `cargo xtask`")]
    NotFromCargo,
    /// A program is missing or cannot be run.
    #[error("cannot start {program}: {source}")]
    Start {
        /// Its name.
        program: String,
        /// The system's reason.
        source: io::Error,
    },
    /// A program ran and failed; it has printed why.
    #[error("{program} failed ({status})")]
    Failed {
        /// Its name.
        program: String,
        /// How it ended.
        status: ExitStatus,
    },
    /// A file or folder could not be read or written.
    #[error("{path}: {source}", path = path.display())]
    File {
        /// Which one.
        path: PathBuf,
        /// The system's reason.
        source: io::Error,
    },
    /// A file with invalid content.
    #[error("{path}: {reason}", path = path.display())]
    Content {
        /// Which one.
        path: PathBuf,
        /// The problem.
        reason: String,
    },
    /// Cargo succeeded, but built no module.
    #[error("cargo built no wasm module from {0}: its crate-type must be cdylib")]
    NoModule(&'static str),
    /// Cargo succeeded, but did not build the expected program.
    #[error("cargo built no program with {0} in its path")]
    NoProgram(String),
    /// No port to serve on.
    #[error("no free port from {first} to {last}: name one with --port")]
    NoPort {
        /// The first port tried.
        first: u16,
        /// The last port tried.
        last: u16,
    },
    /// Readers that failed under fuzzing.
    #[error("{} failed: the inputs are in tests/fuzz/artifacts; mend the reader, and keep the input in tests/fuzz/corpus", .0.join(", "))]
    Fuzz(Vec<String>),
    /// Downloads above their budgets.
    #[error("over budget: {}", .0.join(", "))]
    OverBudget(Vec<String>),
    /// A published version would change.
    #[error("{0} is already published there with other content: raise the version in Cargo.toml")]
    Published(String),
    /// A test step without tests, which would pass without testing anything.
    #[error("{0} has no tests")]
    NoTests(&'static str),
}

/// Names the file in an I/O error: `.map_err(at(&path))`.
pub fn at(path: &Path) -> impl FnOnce(io::Error) -> Error + '_ {
    move |source| Error::File { path: path.to_owned(), source }
}
