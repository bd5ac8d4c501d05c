//! Errors of a rating system's input.

use std::fmt::Debug;
use std::ops::RangeInclusive;
use thiserror::Error;

/// A number that no rating or system has; NaN and infinities among them.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
#[error("{what} {value}: must be a number from {least} to {most}")]
pub struct RatingError {
    /// Which number: `rating`, `deviation`, `volatility` or `tau`.
    pub what: &'static str,
    /// The number.
    pub value: f64,
    /// The least it can be.
    pub least: f64,
    /// The most it can be.
    pub most: f64,
}

/// Refuses a value out of range.
pub(super) fn within(what: &'static str, value: f64, range: &RangeInclusive<f64>) -> Result<f64, RatingError> {
    let error = RatingError { what, value, least: *range.start(), most: *range.end() };
    // Not a number is in no range.
    if range.contains(&value) { Ok(value) } else { Err(error) }
}

/// Why teams and places are not the outcome of a match.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum OutcomeError<P: Debug> {
    /// A match with fewer than two teams.
    #[error("a match needs two teams or more, this has {0}")]
    Teams(usize),
    /// A team without players: its position in the list, from 1.
    #[error("team {0} of the match has no players")]
    Empty(usize),
    /// A player who is in the match twice.
    #[error("player {0:?} is in the match twice")]
    Twice(P),
}
