//! Wait for a match: mean and percentiles, on a logarithmic axis.

use crate::frame::View;
use crate::label::Label;
use crate::number::{seconds, short};
use crate::pen::{AXIS, Failure, Look, Pen, Sheet, solid};
use crate::plot::{Margins, Places, Plot, Tick};
use crate::series::{Point, Window, sampled};
use crate::{Run, Theme, words};
use plotters::coord::Shift;
use plotters::prelude::{DrawingArea, DrawingBackend};
use plotters::style::text_anchor::HPos;
use plotters::style::{Color, RGBColor};

/// Logarithm to base 2 of the lowest seconds shown: slightly below half a second, or lower if the mean is,
/// down to slightly below 1/32. Shorter waits are drawn at the lower edge.
const FLOOR: f64 = -1.3;
const LOWEST_FLOOR: f64 = -5.3;
/// Least upper end: 32 s.
const LEAST_TOP: f64 = 5.0;
/// Least height of a part of the chart: two doublings.
const LEAST_HEIGHT: f64 = 2.0;

/// The series, by their constants.
pub const SERIES: [&str; 4] = [words::MEAN, words::MEDIAN, words::P95, words::P99];
/// The lines, each a statistic with opacity and width.
const LINES: [(usize, f64, f64); 4] = [(P99, 0.75, 1.3), (P95, 0.88, 1.5), (MEDIAN, 0.7, 1.2), (MEAN, 1.0, 2.6)];
const MEAN: usize = 0;
const MEDIAN: usize = 1;
const P95: usize = 2;
const P99: usize = 3;

/// Draws the waits of a run over the days, and the mean of the baseline run, or the series that is shown alone.
///
/// # Errors
/// Errors of the backend.
pub fn draw<DB: DrawingBackend>(
    root: &DrawingArea<DB, Shift>,
    theme: &Theme,
    sheet: Sheet,
    run: Run<'_>,
    baseline: Option<Run<'_>>,
    view: View,
) -> Result<Places, Failure<DB>> {
    let pen = Pen::new(root, theme, sheet);
    let pixels = (sheet.width / 1.5) as usize;
    let lines = statistics(run, view, pixels);
    let compared = (0..SERIES.len()).find(|&at| view.only() == Some(SERIES[at])).unwrap_or(MEAN);
    let before = baseline.map(|baseline| statistics(baseline, view, pixels)).unwrap_or_default();
    let before: Vec<Point> = before.iter().map(|&(x, values)| (x, values[compared])).collect();
    let highest = lines.iter().map(|(_, values)| values[if view.only().is_some() { compared } else { P99 }]);
    let lowest = lines.iter().map(|(_, values)| values[compared]).chain(before.iter().map(|&(_, value)| value));
    let (floor, top) = range(view, lowest, highest);
    let ticks = ticks(floor, top, sheet.height);
    let labels = labels(theme, run, view, lines.last().map(|(_, values)| values));
    let margins = Margins { left: 54.0, right: 116.0 };
    let plot = Plot::new(&pen, view.range(), floor..top, margins, &ticks, &labels)?;
    plot.ticks(&ticks)?;
    pen.horizontal(plot.axes.left, plot.axes.right, plot.axes.bottom, solid(theme.line))?;
    plot.time_axis(view)?;
    plot.baseline(before)?;
    for (statistic, opacity, width) in LINES.into_iter().filter(|&(statistic, ..)| view.shows(SERIES[statistic])) {
        let line = lines.iter().map(|&(x, values)| (x, values[statistic])).collect();
        plot.line(line, theme.searching.mix(opacity), width)?;
    }
    draw_rules(&plot, run, view, &lines)?;
    let ends = plot.end_labels(labels)?;
    Ok(Places::over_time(plot.axes, ends))
}

/// The ends of the axis. Those of the whole chart are the same for most runs; those of a part are close to its values.
fn range(view: View, lowest: impl Iterator<Item = f64>, highest: impl Iterator<Item = f64>) -> (f64, f64) {
    let floor = |lowest: f64| (libm::floor(lowest - 0.1) - 0.3).max(LOWEST_FLOOR);
    let top = |highest: f64| libm::ceil(highest - 0.05);
    if view.is_whole() {
        return (floor(lowest.fold(0.0, f64::min)).min(FLOOR), top(highest.fold(LEAST_TOP, f64::max)));
    }
    let floor = lowest.reduce(f64::min).map_or(FLOOR, floor);
    (floor, top(highest.fold(floor + LEAST_HEIGHT, f64::max)))
}

fn log2(wait_s: f64) -> f64 {
    libm::log2(wait_s.max(0.001))
}

/// Logarithms of the statistics in the order of their constants, at every pixel column.
fn statistics(run: Run<'_>, view: View, pixels: usize) -> Vec<(f64, [f64; 4])> {
    sampled(run.columns, pixels, view.minutes(), |minutes| {
        let waits = run.columns.waits(minutes);
        let percentile = |per_cent| waits.percentile_within(per_cent);
        Some([waits.mean_within()?, percentile(50)?, percentile(95)?, percentile(99)?].map(log2))
    })
}

/// Ticks at doublings from the lower end; every second one if they would be too close.
fn ticks(floor: f64, top: f64, height: f64) -> Vec<Tick> {
    let first = libm::ceil(floor) as i32;
    let step = if height / (top - floor) < 18.0 { 2 } else { 1 };
    let doublings = (first..=top as i32).step_by(step);
    let last = doublings.clone().last().unwrap_or(0);
    let text = |doubling: i32| {
        let unit = if doubling == first || doubling == last { "\u{a0}s" } else { "" };
        format!("{}{unit}", short(libm::exp2(f64::from(doubling)), 5))
    };
    doublings.map(|doubling| (f64::from(doubling), text(doubling))).collect()
}

/// Labels at the right: the exact figures of the last minutes, at the ends of the lines.
fn labels(theme: &Theme, run: Run<'_>, view: View, ends: Option<&[f64; 4]>) -> Vec<Label<RGBColor>> {
    let recorded = run.columns.minutes();
    let Some(minute) = view.last(recorded) else { return Vec::new() };
    let waits = run.columns.waits(Window::of(run.columns).around(minute, recorded));
    let (Some(ends), Some(mean)) = (ends, waits.mean_within()) else { return Vec::new() };
    let percentile = |per_cent| seconds(waits.percentile_within(per_cent).unwrap_or(mean));
    let figures = [(MEAN, seconds(mean)), (P99, percentile(99)), (P95, percentile(95)), (MEDIAN, percentile(50))];
    let shown = figures.into_iter().filter(|&(at, _)| view.shows(SERIES[at]));
    let label = |(at, figure): (usize, String)| Label {
        text: format!("{} {figure}", SERIES[at]),
        series: Some(SERIES[at]),
        color: theme.searching,
        y: ends[at],
    };
    shown.map(label).collect()
}

/// Dotted lines at the waits after which a search accepts more datacenters, named if there is room.
fn draw_rules<DB: DrawingBackend>(
    plot: &Plot<'_, DB>,
    run: Run<'_>,
    view: View,
    lines: &[(f64, [f64; 4])],
) -> Result<(), Failure<DB>> {
    let (pen, theme) = (plot.pen, plot.pen.theme);
    let shown = |&(x, ys): &(f64, [f64; 4])| {
        let shown = (0..SERIES.len()).filter(|&at| view.shows(SERIES[at]));
        shown.map(|at| plot.place((x, ys[at]))).collect::<Vec<_>>()
    };
    let drawn: Vec<Point> = lines.iter().flat_map(shown).collect();
    let (ideal_s, expand_s) = (run.params.ideal_s(), run.params.ideal_s() + run.params.expand_s());
    let mut taken = Vec::new();
    for (wait_s, words) in [(ideal_s, words::THEN_EXPANDED), (expand_s, words::THEN_ANY)] {
        let value = log2(f64::from(wait_s));
        if !(plot.axes.y0..=plot.axes.y1).contains(&value) {
            continue;
        }
        let (_, y) = plot.place((0.0, value));
        pen.dotted(plot.axes.left, plot.axes.right, y, solid(theme.edge))?;
        if !plot.is_narrow() {
            let look = Look { size: AXIS, bold: false, align: HPos::Left, color: solid(theme.ink_3) };
            let (left, room) = (plot.axes.left, plot.axes.right - plot.axes.left - pen.text_width(words, look)?);
            let lefts = [0.3, 0.5, 0.7, 0.1, 0.9].map(|share| left + room * share);
            let places = lefts.map(|left| [(left, y - 8.0), (left, y + 8.0)]);
            plot.name(words, look, places.as_flattened(), &drawn, &mut taken)?;
        }
    }
    Ok(())
}
