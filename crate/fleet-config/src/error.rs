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
    /// The document itself, or a value in it.
    #[error("{reason}{}", remedy(.reason))]
    Document {
        /// The problem.
        reason: matchday_document::Reason,
    },
    /// An invalid requirement.
    #[error("`{key}`: {source}")]
    Requirement {
        /// The key with its path.
        key: String,
        /// The cause.
        source: RequirementError,
    },
    /// A file without a known configuration.
    #[error(
        "neither a match broker (`MatchBroker`, or under `Catena`) nor a Fleet or FleetAutoscaler of Agones (`apiVersion`, `kind`)"
    )]
    Unknown,
}

/// What a file of too much leaves out.
fn remedy(reason: &matchday_document::Reason) -> &'static str {
    use matchday_document::Reason::{TooLarge, TooMany};
    if matches!(reason, TooLarge(_) | TooMany(_)) { ": leave out what does not concern servers" } else { "" }
}

impl From<matchday_document::Error> for ReadError {
    fn from(matchday_document::Error { place, reason }: matchday_document::Error) -> Self {
        Reason::Document { reason }.at(place)
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
