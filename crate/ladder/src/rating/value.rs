//! The rating of one player.

use super::START_POINTS;
use super::error::{RatingError, within};
use std::ops::RangeInclusive;

/// Points that a rating can have. A lead of twice that still leaves a chance that `f64` can hold and square.
const POINTS: RangeInclusive<f64> = -10_000.0..=10_000.0;
/// Deviations that a rating can have, in points.
const DEVIATIONS: RangeInclusive<f64> = 1.0..=350.0;
/// Volatilities that a rating can have, in logits a match.
pub(super) const VOLATILITIES: RangeInclusive<f64> = 1e-4..=1.0;

/// The rating of one player. Its numbers are always finite and in their ranges.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rating {
    points: f64,
    deviation: f64,
    volatility: f64,
    matches: u32,
}

impl Rating {
    /// A newcomer of Glicko-2 and Elo.
    pub(super) const START: Self = Self { points: START_POINTS, deviation: 350.0, volatility: 0.06, matches: 0 };

    /// A rating that comes from outside: points from -10 000 to 10 000, their deviation from 1 to 350, volatility from
    /// 0.0001 to 1, matches played so far.
    ///
    /// # Errors
    /// A number out of its range, or that is none.
    pub fn new(points: f64, deviation: f64, volatility: f64, matches: u32) -> Result<Self, RatingError> {
        Ok(Self {
            points: within("rating", points, &POINTS)?,
            deviation: within("deviation", deviation, &DEVIATIONS)?,
            volatility: within("volatility", volatility, &VOLATILITIES)?,
            matches,
        })
    }

    /// A rating that was computed, kept in range.
    pub(crate) fn kept(points: f64, deviation: f64, volatility: f64, matches: u32) -> Self {
        let (points, deviation) = (keep(points, POINTS), keep(deviation, DEVIATIONS));
        Self { points, deviation, volatility: keep(volatility, VOLATILITIES), matches }
    }

    /// The same with other points, kept in range.
    pub(crate) fn with_points(self, points: f64) -> Self {
        Self { points: keep(points, POINTS), ..self }
    }

    /// How good: Glicko-2's r, Elo's R, Weng and Lin's mu on the scale of those.
    pub fn points(self) -> f64 {
        self.points
    }

    /// How uncertain that is: its standard deviation, in points. Elo has none and leaves it as it is.
    pub fn deviation(self) -> f64 {
        self.deviation
    }

    /// How unsteady the player is, in logits a match. Only Glicko-2 has it, the others leave it as it is.
    pub fn volatility(self) -> f64 {
        self.volatility
    }

    /// Matches that have counted; of a ladder, in this season.
    pub fn matches(self) -> u32 {
        self.matches
    }
}

/// The nearest value in range.
pub(super) fn keep(value: f64, range: RangeInclusive<f64>) -> f64 {
    value.clamp(*range.start(), *range.end())
}
