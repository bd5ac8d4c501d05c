//! Wait for a match: mean and percentiles, on a logarithmic axis.

use crate::label::Label;
use crate::number::{seconds, short};
use crate::pen::{AXIS, Failure, Look, Pen, Sheet, solid};
use crate::plot::{Axes, Margins, Plot, Tick};
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

/// The lines, each a statistic with opacity and width.
const LINES: [(usize, f64, f64); 4] = [(P99, 0.75, 1.3), (P95, 0.88, 1.5), (MEDIAN, 0.7, 1.2), (MEAN, 1.0, 2.6)];
const MEAN: usize = 0;
const MEDIAN: usize = 1;
const P95: usize = 2;
const P99: usize = 3;

/// Draws the waits of a run over the days, and the mean of the baseline run.
///
/// # Errors
/// Errors of the backend.
pub fn draw<DB: DrawingBackend>(
    root: &DrawingArea<DB, Shift>,
    theme: &Theme,
    sheet: Sheet,
    run: Run<'_>,
    baseline: Option<Run<'_>>,
) -> Result<Axes, Failure<DB>> {
    let pen = Pen::new(root, theme, sheet);
    let span = run.span();
    let pixels = (sheet.width / 1.5) as usize;
    let lines = statistics(run, pixels);
    let before: Vec<Point> = baseline.map(|baseline| mean(baseline, pixels)).unwrap_or_default();
    let highest = lines.iter().map(|(_, values)| values[P99]).fold(LEAST_TOP, f64::max);
    let top = libm::ceil(highest - 0.05);
    let means = lines.iter().map(|(_, values)| values[MEAN]).chain(before.iter().map(|&(_, mean)| mean));
    let lowest = means.fold(0.0, f64::min);
    let floor = (libm::floor(lowest - 0.1) - 0.3).clamp(LOWEST_FLOOR, FLOOR);
    let ticks = ticks(floor, top, sheet.height);
    let labels = labels(theme, run, lines.last().map(|(_, values)| values));
    let margins = Margins { left: 54.0, right: 116.0 };
    let plot = Plot::new(&pen, 0.0..span as f64, floor..top, margins, &ticks, &labels)?;
    plot.ticks(&ticks)?;
    pen.horizontal(plot.axes.left, plot.axes.right, plot.axes.bottom, solid(theme.line))?;
    plot.time_axis(run.days())?;
    plot.baseline(before)?;
    for (statistic, opacity, width) in LINES {
        let line = lines.iter().map(|&(x, values)| (x, values[statistic])).collect();
        plot.line(line, theme.searching.mix(opacity), width)?;
    }
    draw_rules(&plot, run, &lines)?;
    let placed = labels.into_iter().map(|label| Label { y: plot.place((0.0, label.y)).1, ..label }).collect();
    plot.end_labels(placed)?;
    Ok(Axes { x0: 0.0, x1: span as f64 * 60.0, ..plot.axes })
}

fn log2(wait_s: f64) -> f64 {
    libm::log2(wait_s.max(0.001))
}

/// Logarithms of the statistics in the order of their constants, at every pixel column.
fn statistics(run: Run<'_>, pixels: usize) -> Vec<(f64, [f64; 4])> {
    sampled(run.columns, pixels, run.span(), |minutes| {
        let waits = run.columns.waits(minutes);
        let percentile = |per_cent| waits.percentile_within(per_cent);
        Some([waits.mean_within()?, percentile(50)?, percentile(95)?, percentile(99)?].map(log2))
    })
}

fn mean(run: Run<'_>, pixels: usize) -> Vec<Point> {
    sampled(run.columns, pixels, run.span(), |minutes| run.columns.waits(minutes).mean_within().map(log2))
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
fn labels(theme: &Theme, run: Run<'_>, last: Option<&[f64; 4]>) -> Vec<Label<RGBColor>> {
    let recorded = run.columns.minutes();
    let waits = run.columns.waits(Window::of(run.columns).around(recorded.saturating_sub(1), recorded));
    let (Some(last), Some(mean)) = (last, waits.mean_within()) else { return Vec::new() };
    let percentile = |per_cent| seconds(waits.percentile_within(per_cent).unwrap_or(mean));
    let label = |name: &str, value: String, at: usize| Label {
        text: format!("{name} {value}"),
        color: theme.searching,
        y: last[at],
    };
    vec![
        label(words::MEAN, seconds(mean), MEAN),
        label(words::P99, percentile(99), P99),
        label(words::P95, percentile(95), P95),
        label(words::MEDIAN, percentile(50), MEDIAN),
    ]
}

/// Dotted lines at the waits after which a search accepts more datacenters, named if there is room.
fn draw_rules<DB: DrawingBackend>(
    plot: &Plot<'_, DB>,
    run: Run<'_>,
    lines: &[(f64, [f64; 4])],
) -> Result<(), Failure<DB>> {
    let (pen, theme) = (plot.pen, plot.pen.theme);
    let drawn: Vec<Point> = lines.iter().flat_map(|&(x, ys)| ys.map(|y| plot.place((x, y)))).collect();
    let (ideal_s, expand_s) = (run.params.ideal_s(), run.params.ideal_s() + run.params.expand_s());
    let mut taken = Vec::new();
    for (wait_s, words) in [(ideal_s, words::THEN_EXPANDED), (expand_s, words::THEN_ANY)] {
        let value = log2(f64::from(wait_s));
        if value > plot.axes.y1 {
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
