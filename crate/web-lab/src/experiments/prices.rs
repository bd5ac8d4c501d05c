//! What better matches are worth in peak players: computed in a worker, drawn on the main thread.

use crate::experiments::sweep::Sweep;
use matchday_scenario::Params;
use matchday_study::{Interval, prices};
use matchday_web_common::error::Result;
use matchday_web_day::world::Data;
use serde::{Deserialize, Serialize};
use tsify::Tsify;

/// A quality of matches that players may mind.
#[derive(Clone, Copy, Serialize, Deserialize, Tsify)]
#[serde(rename_all = "lowercase")]
pub enum Quality {
    /// The mean wait, s.
    Wait,
    /// The share of players within 50 ms of their match.
    Near,
    /// The share of searches that end without a match against players.
    Failures,
}

/// The runs of one point of the sweep.
#[derive(Serialize, Deserialize, Tsify)]
#[tsify(missing_as_null)]
pub struct PricePoint {
    /// Mean of the quality.
    pub quality: f64,
    /// Mean of peak CCU.
    pub peak: f64,
    /// Half-width of its 95 % interval; null for one run.
    pub half_width: Option<f64>,
    /// Peak CCU by the closed form.
    pub formula: f64,
}

/// Peak players over a quality.
#[derive(Serialize, Deserialize, Tsify)]
#[tsify(missing_as_null)]
pub struct Prices {
    /// The quality.
    pub quality: Quality,
    /// By point of the sweep; null without runs that have the quality.
    pub points: Vec<Option<PricePoint>>,
    /// Peak players for one unit more, as measured; null for fewer than two seeds with all points, or if the quality is the same everywhere.
    pub slope: Option<Interval>,
    /// By the closed form; null for fewer than two points.
    pub slope_formula: Option<f64>,
}

/// Peak players over a quality, from the results so far of a sweep, which are given as CSV. Other arguments as for
/// [`Sweep`].
pub(crate) fn prices(
    data: &Data,
    params: Params,
    text: &str,
    dataset: &str,
    results: &str,
    quality: Quality,
) -> Result<Prices> {
    let mut sweep = Sweep::of(params, text, dataset)?;
    sweep.read_csv(results)?;
    let of = prices::prices(&sweep.results, quality.into(), |params, searching| data.peak(params, searching));
    Ok(Prices {
        quality,
        points: of.points.into_iter().map(|point| point.map(PricePoint::from)).collect(),
        slope: of.slope,
        slope_formula: of.slope_formula,
    })
}

impl From<Quality> for prices::Quality {
    fn from(quality: Quality) -> Self {
        match quality {
            Quality::Wait => Self::Wait,
            Quality::Near => Self::Near,
            Quality::Failures => Self::Failures,
        }
    }
}

impl From<prices::Point> for PricePoint {
    fn from(prices::Point { quality, peak, interval, formula }: prices::Point) -> Self {
        Self { quality, peak, half_width: interval.map(|interval| interval.half_width), formula }
    }
}
