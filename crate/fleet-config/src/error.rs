//! Why a configuration cannot be read.

use crate::Place;
use crate::requirement::RequirementError;
use thiserror::Error;

/// A file that is refused, and where.
#[derive(Debug, Error, PartialEq)]
#[error("{place}: {reason}")]
pub struct ReadError {
    /// Where reading stopped.
    pub place: Place,
    /// What is wrong there.
    pub reason: Reason,
}

/// What is wrong, and what to do.
#[derive(Debug, Error, PartialEq)]
pub enum Reason {
    /// More bytes than any configuration needs.
    #[error("more than {0} bytes: leave out what does not concern servers")]
    TooLarge(usize),
    /// A NUL character: no text.
    #[error("a NUL character: this is no text file; save the configuration as UTF-8")]
    Nul,
    /// Not UTF-8.
    #[error("not UTF-8 from here on: save the file as UTF-8")]
    NotUtf8,
    /// Neither JSON nor YAML.
    #[error("neither JSON nor YAML: {0}")]
    Syntax(String),
    /// Values within values without end.
    #[error("values are nested more than {0} deep: write it flatter")]
    TooDeep(usize),
    /// More values than any configuration needs, most likely through aliases of aliases.
    #[error("more than {0} values and characters, aliases written out: leave out what does not concern servers")]
    TooMany(usize),
    /// An alias within the value that it stands for.
    #[error("an alias within what it names: write the value out")]
    Endless,
    /// A key that is no text.
    #[error("a key has to be a text")]
    Key,
    /// The same key twice.
    #[error("key `{key}` is here a second time, first at {first}: keep one")]
    Twice {
        /// The key.
        key: String,
        /// Where it stood first.
        first: Place,
    },
    /// Another kind of value than is needed.
    #[error("`{key}` has to be {expected}, but here is {found}")]
    Kind {
        /// The key, with those it is under.
        key: String,
        /// What is needed.
        expected: String,
        /// What stands there.
        found: String,
    },
    /// A key that has to be there.
    #[error("`{key}` is missing: {what}")]
    Missing {
        /// The key, with those it is under.
        key: String,
        /// What it is for.
        what: &'static str,
    },
    /// Two values that cannot both be.
    #[error("{0}")]
    Contradiction(String),
    /// A requirement that is refused.
    #[error("`{key}`: {source}")]
    Requirement {
        /// The key, with those it is under.
        key: String,
        /// Why.
        source: RequirementError,
    },
    /// Nothing that is known here.
    #[error("neither a match broker (`MatchBroker`) nor a Fleet or FleetAutoscaler of Agones (`apiVersion`, `kind`)")]
    Unknown,
}

impl Reason {
    pub(crate) fn at(self, place: Place) -> ReadError {
        ReadError { place, reason: self }
    }
}
