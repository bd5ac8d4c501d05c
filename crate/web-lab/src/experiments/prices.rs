//! What better matches are worth in peak players: computed in a worker, drawn on the main thread.

use crate::drawing::{Target, draw};
use crate::experiments::sweep::Sweep;
use matchday_charts::Axes;
use matchday_charts::prices::{self as chart, Point};
use matchday_charts::sweep::{Estimate, Unit};
use matchday_scenario::Params;
use matchday_study::{Interval, prices};
use matchday_web_common::error::{Code, Result};
use matchday_web_common::js::from_js;
use matchday_web_day::drawing::ChartTheme;
use matchday_web_day::world::Data;
use serde::{Deserialize, Serialize};
use tsify::{Ts, Tsify};
use wasm_bindgen::prelude::wasm_bindgen;

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

/// Draws peak players over the quality, simulated and by the closed form. Other arguments as in other charts.
#[wasm_bindgen]
pub fn draw_prices(
    target: &Target,
    prices: &Ts<Prices>,
    theme: &Ts<ChartTheme>,
    width: f64,
    height: f64,
    dpr: f64,
) -> Result<Ts<Axes>> {
    let Prices { quality, points, .. } = from_js(prices, Code::Chart)?;
    let unit = match quality {
        Quality::Wait => Unit::Seconds,
        Quality::Near | Quality::Failures => Unit::Share,
    };
    let points: Vec<Point> = points.into_iter().flatten().map(Point::from).collect();
    draw(target, theme, (width, height, dpr), |root, theme, sheet| chart::draw(root, theme, sheet, unit, &points))
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

impl From<PricePoint> for Point {
    fn from(PricePoint { quality, peak, half_width, formula }: PricePoint) -> Self {
        let interval = half_width.map(|half_width| (peak - half_width, peak + half_width));
        Self { quality, peak: Estimate { mean: peak, interval }, formula }
    }
}
