//! What is worth saying of a day.

/// One thing worth saying.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// What happened, and what would help.
    pub words: String,
    /// Where to look: seconds since the first shown midnight.
    pub at_s: Option<u32>,
    /// Whether something went wrong.
    pub bad: bool,
}
