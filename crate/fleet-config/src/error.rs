//! Errors of configuration files.

use crate::requirement::RequirementError;
use crate::{Finding, Place, Severity};
use thiserror::Error;

/// Why a file is refused, and the position.
#[derive(Debug, Error, PartialEq)]
#[error("{place}: {reason}")]
pub struct ReadError {
    /// Position of the error.
    pub place: Place,
    /// The problem.
    pub reason: Reason,
}

/// The problem and its remedy.
#[derive(Debug, Error, PartialEq)]
pub enum Reason {
    /// The file is too large.
    #[error("more than {0} bytes: leave out what does not concern servers")]
    TooLarge(usize),
    /// A NUL character, which is not allowed in text.
    #[error("a NUL character: this is no text file; save the configuration as UTF-8")]
    Nul,
    /// Not UTF-8.
    #[error("not UTF-8 from here on: save the file as UTF-8")]
    NotUtf8,
    /// Neither JSON nor YAML.
    #[error("neither JSON nor YAML: {0}")]
    Syntax(String),
    /// Too many nested values.
    #[error("values are nested more than {0} deep: write it flatter")]
    TooDeep(usize),
    /// Too many values, probably through aliases of aliases.
    #[error("more than {0} values and characters, aliases written out: leave out what does not concern servers")]
    TooMany(usize),
    /// An alias within its own anchor.
    #[error("an alias is inside its own anchor, so its value never ends: write the value instead of the alias")]
    Endless,
    /// A key that is not a text.
    #[error("this key is not a text: write a name in quotes")]
    Key,
    /// A key that appears twice.
    #[error("key `{key}` is here a second time, first at {first}: keep one")]
    Twice {
        /// The key.
        key: String,
        /// Its first position.
        first: Place,
    },
    /// A value of the wrong kind.
    #[error("`{key}` has to be {expected}, but here is {found}")]
    Kind {
        /// The key with its path.
        key: String,
        /// The expected kind.
        expected: String,
        /// The value found.
        found: String,
    },
    /// A missing required key.
    #[error("`{key}` is missing: {what}")]
    Missing {
        /// The key with its path.
        key: String,
        /// Description of its use.
        what: &'static str,
    },
    /// Two incompatible values.
    #[error("{0}")]
    Contradiction(String),
    /// An invalid requirement.
    #[error("`{key}`: {source}")]
    Requirement {
        /// The key with its path.
        key: String,
        /// The cause.
        source: RequirementError,
    },
    /// A file without a known configuration.
    #[error("neither a match broker (`MatchBroker`) nor a Fleet or FleetAutoscaler of Agones (`apiVersion`, `kind`)")]
    Unknown,
}

/// The reasons of documents are reasons of configurations.
impl From<matchday_document::Error> for ReadError {
    fn from(matchday_document::Error { place, reason }: matchday_document::Error) -> Self {
        use matchday_document::Reason as Of;
        let reason = match reason {
            Of::TooLarge(most) => Reason::TooLarge(most),
            Of::Nul => Reason::Nul,
            Of::NotUtf8 => Reason::NotUtf8,
            Of::Syntax(words) | Of::NotJson(words) => Reason::Syntax(words),
            Of::TooDeep(most) => Reason::TooDeep(most),
            Of::TooMany(most) => Reason::TooMany(most),
            Of::Endless => Reason::Endless,
            Of::Key => Reason::Key,
            Of::Twice { key, first } => Reason::Twice { key, first },
            Of::Kind { key, expected, found } => Reason::Kind { key, expected, found },
            Of::Missing { key, what } => Reason::Missing { key, what },
            Of::Contradiction(words) => Reason::Contradiction(words),
        };
        reason.at(place)
    }
}

/// Why a file could not be read.
impl From<ReadError> for Finding {
    fn from(ReadError { place, reason }: ReadError) -> Self {
        Self { place, severity: Severity::Error, check: "unreadable", words: reason.to_string() }
    }
}

impl Reason {
    pub(crate) fn at(self, place: Place) -> ReadError {
        ReadError { place, reason: self }
    }
}
