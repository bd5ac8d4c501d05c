//! Findings of a configuration that was read.

use crate::Place;
use std::fmt;

/// How bad it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// Only to know: how an ambiguous key is read.
    Note,
    /// Matches or servers are lost when things go less than well.
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

/// One thing worth saying, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// Where to look.
    pub place: Place,
    /// How bad it is.
    pub severity: Severity,
    /// The check that found it, by its name in [`lint`](crate::lint), or `unknown-key`.
    pub check: &'static str,
    /// What happens, and what to do.
    pub words: String,
}
