//! Findings: remarks about a finished day.

/// A remark about a finished day.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The event or result, and the remedy if there is one.
    pub words: String,
    /// Its time: seconds since the first shown midnight. `None`: the whole day.
    pub at_s: Option<u32>,
    /// Whether it reports a problem.
    pub bad: bool,
}
