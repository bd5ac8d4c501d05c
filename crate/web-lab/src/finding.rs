//! Findings about a day.

use serde::Serialize;
use tsify::Tsify;

/// A finding about a day.
#[derive(Serialize, Tsify)]
#[tsify(missing_as_null)]
pub struct Finding {
    /// The event or result, and the remedy if there is one.
    pub words: String,
    /// The time of the problem: seconds since the first shown midnight.
    pub at_s: Option<u32>,
    /// Whether it is a problem.
    pub bad: bool,
}

impl From<matchday_study::Finding> for Finding {
    fn from(matchday_study::Finding { words, at_s, bad, .. }: matchday_study::Finding) -> Self {
        Self { words, at_s, bad }
    }
}
