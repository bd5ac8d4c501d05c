//! Errors of a rating system's input.

use std::fmt::Debug;
use std::ops::RangeInclusive;
use thiserror::Error;

/// A number out of range, including NaN and infinities.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
#[error("{what} {value}: must be a number from {least} to {most}")]
pub struct RatingError {
    /// Its name: `rating`, `deviation`, `volatility` or `tau`.
    pub what: &'static str,
    /// The number.
    pub value: f64,
    /// Lowest valid value.
    pub least: f64,
    /// Highest valid value.
    pub most: f64,
}

/// Refuses a value out of range.
pub(super) fn within(what: &'static str, value: f64, range: &RangeInclusive<f64>) -> Result<f64, RatingError> {
    let error = RatingError { what, value, least: *range.start(), most: *range.end() };
    // NaN is in no range.
    if range.contains(&value) { Ok(value) } else { Err(error) }
}

/// Why teams and places are not a valid outcome.
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
