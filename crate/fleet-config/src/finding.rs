//! Findings about a valid configuration.

use crate::Place;
use std::fmt;

/// Severity of a finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// Information: the interpretation of an ambiguous key.
    Note,
    /// Matches or servers are lost under unfavourable conditions.
    Warning,
    /// Matches are lost on an ordinary day.
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
    /// The name of the check in [`lint`](crate::lint), or `unknown-key`.
    pub check: &'static str,
    /// The problem and its remedy.
    pub words: String,
}
