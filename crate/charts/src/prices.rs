//! Peak players against a quality of matches: simulated, and by the closed form.

use crate::Theme;
use crate::pen::{Failure, Sheet};
use crate::plot::Axes;
use crate::sweep::{Curve, Estimate, Stop, Unit, lines};
use crate::words::{BY_FORMULA, SIMULATED};
use plotters::coord::Shift;
use plotters::prelude::{DrawingArea, DrawingBackend};

/// The runs of one point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    /// Mean of the quality.
    pub quality: f64,
    /// Simulated peak players.
    pub peak: Estimate,
    /// Peak players by the closed form.
    pub formula: f64,
}

/// Draws peak players over a quality in this unit.
///
/// # Errors
/// Errors of the backend.
pub fn draw<DB: DrawingBackend>(
    root: &DrawingArea<DB, Shift>,
    theme: &Theme,
    sheet: Sheet,
    unit: Unit,
    points: &[Point],
) -> Result<Axes, Failure<DB>> {
    let stop = |point: &Point| Stop { at: point.quality, text: unit.text(point.quality) };
    let stops: Vec<Stop> = points.iter().map(stop).collect();
    let by_formula = |point: &Point| Some(Estimate { mean: point.formula, interval: None });
    let curves = [
        Curve { name: SIMULATED, estimates: points.iter().map(|point| Some(point.peak)).collect() },
        Curve { name: BY_FORMULA, estimates: points.iter().map(by_formula).collect() },
    ];
    lines(root, theme, sheet, Unit::Count, &stops, &curves, None)
}
