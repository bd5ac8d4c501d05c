//! Findings about a configuration.

use crate::{Error, Place};
use std::fmt;

/// Severity of a finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// Information: the interpretation of an ambiguous key, or a valid setting that is not simulated.
    Note,
    /// Matches or servers are lost.
    Warning,
    /// The configuration contradicts itself, and is not simulated.
    Error,
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Severity::Note => "note",
            Severity::Warning => "warning",
            Severity::Error => "error",
        })
    }
}

/// A finding and its position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// Its position.
    pub place: Place,
    /// Its severity.
    pub severity: Severity,
    /// The name of the check, `unreadable`, `unknown-key`, or `not-simulated`.
    pub check: &'static str,
    /// The problem and its remedy.
    pub words: String,
}

impl Finding {
    /// A valid part of a configuration that is not simulated.
    pub fn not_simulated(place: Place, words: String) -> Finding {
        Finding { place, severity: Severity::Note, check: "not-simulated", words }
    }
}

/// Why a file could not be read.
impl From<Error> for Finding {
    fn from(Error { place, reason }: Error) -> Self {
        Self { place, severity: Severity::Error, check: "unreadable", words: reason.to_string() }
    }
}
