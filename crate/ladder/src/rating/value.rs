//! The rating of one player.

use super::START_POINTS;
use super::error::{RatingError, within};
use std::ops::RangeInclusive;

/// Range of points. At a lead of twice the maximum, `f64` can still hold the probability and its square.
const POINTS: RangeInclusive<f64> = -10_000.0..=10_000.0;
/// Range of deviations, points.
const DEVIATIONS: RangeInclusive<f64> = 1.0..=350.0;
/// Range of volatilities, logits per match.
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
    /// A newcomer's rating in Glicko-2 and Elo.
    pub(super) const START: Self = Self { points: START_POINTS, deviation: 350.0, volatility: 0.06, matches: 0 };

    /// A rating from input: points from -10 000 to 10 000, their deviation from 1 to 350, volatility from
    /// 0.0001 to 1, and the number of matches.
    ///
    /// # Errors
    /// A number out of its range, or NaN.
    pub fn new(points: f64, deviation: f64, volatility: f64, matches: u32) -> Result<Self, RatingError> {
        Ok(Self {
            points: within("rating", points, &POINTS)?,
            deviation: within("deviation", deviation, &DEVIATIONS)?,
            volatility: within("volatility", volatility, &VOLATILITIES)?,
            matches,
        })
    }

    /// A computed rating, limited to the ranges.
    pub(crate) fn kept(points: f64, deviation: f64, volatility: f64, matches: u32) -> Self {
        let (points, deviation) = (keep(points, POINTS), keep(deviation, DEVIATIONS));
        Self { points, deviation, volatility: keep(volatility, VOLATILITIES), matches }
    }

    /// The same rating with other points, limited to the range.
    pub(crate) fn with_points(self, points: f64) -> Self {
        Self { points: keep(points, POINTS), ..self }
    }

    /// Estimated skill: Glicko-2's r, Elo's R, Weng and Lin's mu converted to the same scale.
    pub fn points(self) -> f64 {
        self.points
    }

    /// Standard deviation of the points. Elo does not change it.
    pub fn deviation(self) -> f64 {
        self.deviation
    }

    /// Volatility, logits per match. Only Glicko-2 changes it.
    pub fn volatility(self) -> f64 {
        self.volatility
    }

    /// Number of matches counted; in a ladder, those of this season.
    pub fn matches(self) -> u32 {
        self.matches
    }
}

/// The nearest value in range.
pub(super) fn keep(value: f64, range: RangeInclusive<f64>) -> f64 {
    value.clamp(*range.start(), *range.end())
}
