//! A figure by hour of the day, for two ways side by side, with 95 % confidence intervals.

use crate::label::Label;
use crate::pen::{Failure, Pen, Sheet, solid};
use crate::plot::{Axes, Margins, Plot};
use crate::sweep::{Estimate, Unit, scale};
use crate::{Theme, words};
use plotters::coord::Shift;
use plotters::prelude::{DrawingArea, DrawingBackend};
use plotters::style::Color;

/// Hours of a day.
const HOURS: f64 = 24.0;

/// Draws a figure for matches that break up and for groups that stay together; skips hours without values.
/// Hours in `shaded` have another background. Each value stands in the middle of its hour; axes are in hours.
///
/// # Errors
/// Errors of the backend.
pub fn draw<DB: DrawingBackend>(
    root: &DrawingArea<DB, Shift>,
    theme: &Theme,
    sheet: Sheet,
    unit: Unit,
    shaded: &[usize],
    ways: [&[Option<Estimate>]; 2],
) -> Result<Axes, Failure<DB>> {
    let pen = Pen::new(root, theme, sheet);
    let middle = |hour: usize| hour as f64 + 0.5;
    let ways = ways.map(|way| -> Vec<(f64, Estimate)> {
        way.iter().enumerate().filter_map(|(hour, estimate)| Some((middle(hour), (*estimate)?))).collect()
    });
    let (y, ticks) = scale(unit, ways.iter().flatten().map(|(_, estimate)| estimate.ends()));
    let looks = [(words::BROKEN_UP, theme.playing, 1.4), (words::TOGETHER, theme.searching, 2.6)];
    let labels: Vec<_> = ways
        .iter()
        .zip(looks)
        .filter_map(|(way, (text, color, _))| {
            way.last().map(|(_, estimate)| Label { text: text.to_owned(), series: None, color, y: estimate.mean })
        })
        .collect();
    let plot = Plot::new(&pen, 0.0..HOURS, y.0..y.1, Margins { left: 54.0, right: 24.0 }, &ticks, &labels)?;
    let Axes { left, right, top, bottom, .. } = plot.axes;
    let width = (right - left) / HOURS;
    for &hour in shaded {
        let [from, to] = [hour, hour + 1].map(|hour| pen.snap(left + hour as f64 * width));
        pen.fill(&[(from, top), (to, top), (to, bottom), (from, bottom)], theme.line_soft.mix(0.55))?;
    }
    plot.ticks(&ticks)?;
    plot.hour_axis()?;
    for (way, (_, color, thick)) in ways.iter().zip(looks) {
        let within = |value: f64| value.clamp(y.0, y.1);
        let upper: Vec<_> = way.iter().map(|(at, estimate)| (*at, within(estimate.ends().1))).collect();
        let lower: Vec<_> = way.iter().map(|(at, estimate)| (*at, within(estimate.ends().0))).collect();
        plot.band(&upper, &lower, color.mix(0.16))?;
        plot.line(way.iter().map(|&(at, estimate)| (at, estimate.mean)).collect(), solid(color), thick)?;
    }
    plot.end_labels(labels)?;
    Ok(plot.axes)
}
