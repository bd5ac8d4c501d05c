//! The results of a sweep: a line with 95 % confidence intervals over one parameter, a heat map over two.

use crate::Theme;
use crate::label::Label;
use crate::number::{round_step, short, whole};
use crate::pen::{AXIS, Failure, Look, Pen, Sheet, solid};
use crate::plot::{Axes, Margins, Plot, Tick};
use crate::words::{AT_MOST, MEAN, P95};
use matchday_sim::text::per_cent;
use plotters::coord::Shift;
use plotters::prelude::{DrawingArea, DrawingBackend};
use plotters::style::text_anchor::HPos;
use plotters::style::{Color, RGBAColor, RGBColor};

/// The unit of a figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// Players or matches.
    Count,
    /// Seconds.
    Seconds,
    /// Milliseconds.
    Milliseconds,
    /// A share, from 0 to 1.
    Share,
}

impl Unit {
    /// The unit of a summary's figure, from its name.
    pub fn of(figure: &str) -> Self {
        if figure.ends_with("_ms") {
            Self::Milliseconds
        } else if figure.ends_with("_s") {
            Self::Seconds
        } else if figure.contains("share") || figure.starts_with("wrongly") {
            Self::Share
        } else {
            Self::Count
        }
    }

    pub(crate) fn text(self, value: f64) -> String {
        match self {
            Self::Count => whole(value),
            Self::Seconds => format!("{}\u{a0}s", short(value, 2)),
            Self::Milliseconds => format!("{}\u{a0}ms", short(value, 1)),
            Self::Share => per_cent(value),
        }
    }

    fn color(self, theme: &Theme) -> RGBColor {
        match self {
            Self::Count => theme.playing,
            Self::Seconds => theme.searching,
            Self::Milliseconds | Self::Share => theme.near,
        }
    }
}

/// The statistic of a figure, from its name.
pub fn statistic(figure: &str) -> &'static str {
    if figure.contains("p95") { P95 } else { MEAN }
}

/// A value of a parameter: its position on the axis, in any unit, and its text.
#[derive(Clone, Debug, PartialEq)]
pub struct Stop {
    /// Position: larger is farther right, or higher.
    pub at: f64,
    /// Its text.
    pub text: String,
}

/// The results of the runs at one value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// Mean of the runs.
    pub mean: f64,
    /// Ends of the 95 % interval; `None` for one run.
    pub interval: Option<(f64, f64)>,
}

impl Estimate {
    pub(crate) fn ends(self) -> (f64, f64) {
        self.interval.unwrap_or((self.mean, self.mean))
    }
}

/// A figure over the values of a parameter.
#[derive(Clone, Debug, PartialEq)]
pub struct Curve {
    /// The label at its end; empty if it is the only curve.
    pub name: &'static str,
    /// One estimate per value; `None` without runs.
    pub estimates: Vec<Option<Estimate>>,
}

/// Draws figures of one unit over one parameter, the first in front, and the limit that they should stay
/// below. Skips values without runs.
///
/// # Errors
/// Errors of the backend.
pub fn lines<DB: DrawingBackend>(
    root: &DrawingArea<DB, Shift>,
    theme: &Theme,
    sheet: Sheet,
    unit: Unit,
    stops: &[Stop],
    curves: &[Curve],
    target: Option<f64>,
) -> Result<Axes, Failure<DB>> {
    let pen = Pen::new(root, theme, sheet);
    let curves: Vec<(&str, Vec<Point>)> = curves.iter().map(|curve| (curve.name, points(stops, curve))).collect();
    let ends = curves.iter().flat_map(|(_, points)| points).map(|(_, estimate)| estimate.ends());
    let (y, ticks) = scale(unit, ends.chain(target.map(|target| (target, target))));
    let color = unit.color(theme);
    let label = |text: String, color, y| Label { text, series: None, color, y };
    let last = |(name, points): &(&str, Vec<Point>)| Some(label((*name).to_owned(), color, points.last()?.1.mean));
    let mut labels: Vec<_> = curves.iter().filter(|(name, _)| !name.is_empty()).filter_map(last).collect();
    labels.extend(target.map(|target| label(format!("{AT_MOST} {}", unit.text(target)), theme.ink_2, target)));
    let plot = Plot::new(&pen, span(stops), y.0..y.1, Margins { left: 54.0, right: 24.0 }, &ticks, &labels)?;
    plot.ticks(&ticks)?;
    let places: Vec<_> = stops.iter().map(|stop| (plot.place((stop.at, y.0)).0, stop.text.as_str())).collect();
    plot.below(places)?;

    if let Some(target) = target {
        plot.line(vec![(plot.axes.x0, target), (plot.axes.x1, target)], solid(theme.ink_2), 1.2)?;
    }
    for (at, (_, points)) in curves.iter().enumerate().rev() {
        draw_curve(&plot, color, if at == 0 { 1.0 } else { 0.6 }, points)?;
    }
    plot.end_labels(labels)?;
    Ok(plot.axes)
}

/// Position on the axis, and estimate.
type Point = (f64, Estimate);

/// Points from left to right.
fn points(stops: &[Stop], curve: &Curve) -> Vec<Point> {
    let estimates = stops.iter().zip(&curve.estimates);
    let mut points: Vec<Point> = estimates.filter_map(|(stop, estimate)| Some((stop.at, (*estimate)?))).collect();
    points.sort_by(|a, b| a.0.total_cmp(&b.0));
    points
}

fn draw_curve<DB: DrawingBackend>(
    plot: &Plot<'_, DB>,
    color: RGBColor,
    opacity: f64,
    points: &[Point],
) -> Result<(), Failure<DB>> {
    let (pen, Axes { y0, y1, .. }) = (plot.pen, plot.axes);
    let within = |value: f64| value.clamp(y0, y1);
    let upper: Vec<_> = points.iter().map(|(at, estimate)| (*at, within(estimate.ends().1))).collect();
    let lower: Vec<_> = points.iter().map(|(at, estimate)| (*at, within(estimate.ends().0))).collect();
    plot.band(&upper, &lower, color.mix(0.16 * opacity))?;
    for (&high, &low) in upper.iter().zip(&lower) {
        plot.line(vec![low, high], color.mix(0.7 * opacity), 1.4)?;
    }
    plot.line(points.iter().map(|&(at, estimate)| (at, estimate.mean)).collect(), color.mix(opacity), 1.4)?;
    for &(at, estimate) in points {
        let place = plot.place((at, estimate.mean));
        pen.disc(place, 3.0, solid(pen.theme.bg))?;
        pen.ring(place, 3.0, pen.stroke(color.mix(opacity), 1.5))?;
    }
    Ok(())
}

/// From the first to the last value, with some room at both ends.
fn span(stops: &[Stop]) -> std::ops::Range<f64> {
    let low = stops.iter().map(|stop| stop.at).fold(f64::INFINITY, f64::min);
    let high = stops.iter().map(|stop| stop.at).fold(f64::NEG_INFINITY, f64::max);
    let room = if high > low { (high - low) * 0.03 } else { 1.0 };
    if low <= high { low - room..high + room } else { 0.0..1.0 }
}

/// Range and ticks for these intervals: from zero, unless that would flatten the curve.
pub(crate) fn scale(unit: Unit, ends: impl Iterator<Item = (f64, f64)>) -> ((f64, f64), Vec<Tick>) {
    let (mut low, mut high) = (f64::INFINITY, 0.0_f64);
    for (from, to) in ends {
        (low, high) = (low.min(from), high.max(to));
    }
    let bottom = if low.is_finite() && low > high / 2.0 { low } else { 0.0 };
    let least = if unit == Unit::Share { 0.01 } else { 1.0 };
    let step = round_step((high - bottom).max(high * 1e-3).max(least * 1e-1) / 4.0);
    let from = libm::floor(bottom / step);
    let to = libm::ceil(high * 1.000_001 / step).max(from + 2.0);
    let ticks = (from as u32..=to as u32).map(|k| f64::from(k) * step);
    ((from * step, to * step), ticks.map(|value| (value, unit.text(value))).collect())
}

/// Draws a figure over two parameters, the first to the right, the second up. `means` lists all values of the
/// second for the first value of the first, and so on. Cells without runs stay empty; numbers appear if there
/// is room.
///
/// # Errors
/// Errors of the backend.
pub fn heat<DB: DrawingBackend>(
    root: &DrawingArea<DB, Shift>,
    theme: &Theme,
    sheet: Sheet,
    unit: Unit,
    (along, up): (&[Stop], &[Stop]),
    means: &[Option<f64>],
) -> Result<Axes, Failure<DB>> {
    let pen = Pen::new(root, theme, sheet);
    let low = means.iter().flatten().copied().fold(f64::INFINITY, f64::min);
    let high = means.iter().flatten().copied().fold(f64::NEG_INFINITY, f64::max);
    let rows: Vec<Tick> = up.iter().zip(0..).map(|(stop, row)| (f64::from(row) + 0.5, stop.text.clone())).collect();
    let legend = if low <= high { pen.text_width(&unit.text(high), small(&pen))? + 24.0 } else { 14.0 };
    let (columns, height) = (along.len().max(1) as f64, up.len().max(1) as f64);
    let margins = Margins { left: 54.0, right: legend.max(54.0) };
    let plot = Plot::new(&pen, 0.0..columns, 0.0..height, margins, &rows, &[])?;
    let Axes { left, right, top, bottom, .. } = plot.axes;
    let ((cell_w, cell_h), color) = (((right - left) / columns, (bottom - top) / height), unit.color(theme));
    let shade = |value: f64| color.mix(0.1 + 0.8 * if high > low { (value - low) / (high - low) } else { 0.5 });

    for (at, mean) in means.iter().enumerate() {
        let (column, row) = ((at / up.len()) as f64, (at % up.len()) as f64);
        let (x, y) = (left + column * cell_w, bottom - (row + 1.0) * cell_h);
        let Some(mean) = *mean else { continue };
        rectangle(&pen, (x, y), (cell_w, cell_h), shade(mean))?;
        let look = Look { align: HPos::Center, color: solid(ink_on(theme, shade(mean))), ..small(&pen) };
        let text = unit.text(mean);
        if cell_h >= 16.0 && pen.text_width(&text, look)? + 8.0 <= cell_w {
            pen.text(&text, (x + cell_w / 2.0, y + cell_h / 2.0), look)?;
        }
    }
    plot.row_names(&rows)?;
    let middle = |column: u32| left + (f64::from(column) + 0.5) * cell_w;
    plot.below(along.iter().zip(0..).map(|(stop, column)| (middle(column), stop.text.as_str())).collect())?;
    if low <= high {
        draw_legend(&plot, unit, (low, high), &shade)?;
    }
    Ok(plot.axes)
}

/// The theme's ink or background, the more readable on this shade.
fn ink_on(theme: &Theme, shade: RGBAColor) -> RGBColor {
    let channels = |RGBColor(r, g, b): RGBColor| [r, g, b].map(|channel| f64::from(channel) / 255.0);
    // Relative luminance as defined by WCAG, with exponent 2.
    let luminance = |[r, g, b]: [f64; 3]| 0.2126 * r * r + 0.7152 * g * g + 0.0722 * b * b + 0.05;
    let (ground, over) = (channels(theme.bg), channels(RGBColor(shade.0, shade.1, shade.2)));
    let mixed = luminance(std::array::from_fn(|i| ground[i] + shade.3 * (over[i] - ground[i])));
    let (ground, ink) = (luminance(ground), luminance(channels(theme.ink)));
    if mixed.max(ground) / mixed.min(ground) > mixed.max(ink) / mixed.min(ink) { theme.bg } else { theme.ink }
}

fn small<DB: DrawingBackend>(pen: &Pen<'_, DB>) -> Look {
    Look { size: AXIS, bold: false, align: HPos::Left, color: solid(pen.theme.ink_3) }
}

fn rectangle<DB: DrawingBackend>(
    pen: &Pen<'_, DB>,
    (x, y): (f64, f64),
    (w, h): (f64, f64),
    color: RGBAColor,
) -> Result<(), Failure<DB>> {
    // Whole pixels, so that no seams show between cells.
    let [x0, x1, y0, y1] = [x, x + w, y, y + h].map(|css| pen.snap(css));
    pen.fill(&[(x0, y0), (x1, y0), (x1, y1), (x0, y1)], color)
}

/// Draws the legend at the right: shades from the lowest to the highest mean.
fn draw_legend<DB: DrawingBackend>(
    plot: &Plot<'_, DB>,
    unit: Unit,
    (low, high): (f64, f64),
    shade: &impl Fn(f64) -> RGBAColor,
) -> Result<(), Failure<DB>> {
    const STEPS: u32 = 24;
    let Axes { right, top, bottom, .. } = plot.axes;
    let height = (bottom - top) / f64::from(STEPS);
    for step in 0..STEPS {
        let value = low + (high - low) * f64::from(step) / f64::from(STEPS - 1);
        let y = bottom - f64::from(step + 1) * height;
        rectangle(plot.pen, (right + 8.0, y), (6.0, height), shade(value))?;
    }
    plot.pen.text(&unit.text(high), (right + 18.0, top + 5.0), small(plot.pen))?;
    if high > low {
        plot.pen.text(&unit.text(low), (right + 18.0, bottom - 5.0), small(plot.pen))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Contrast as defined by WCAG.
    fn contrast(a: [f64; 3], b: [f64; 3]) -> f64 {
        let linear = |c: f64| if c <= 0.040_45 { c / 12.92 } else { libm::pow((c + 0.055) / 1.055, 2.4) };
        let luminance = |[r, g, b]: [f64; 3]| 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
        let (a, b) = (luminance(a) + 0.05, luminance(b) + 0.05);
        a.max(b) / a.min(b)
    }

    #[test]
    fn numbers_can_be_read_on_every_shade() {
        let channels = |RGBColor(r, g, b): RGBColor| [r, g, b].map(|channel| f64::from(channel) / 255.0);
        for (bg, ink, color) in [
            ("#0b0f14", "#e8edf3", "#56b4e9"),
            ("#0b0f14", "#e8edf3", "#f0a92b"),
            ("#fcfcfb", "#14191f", "#0072b2"),
            ("#fcfcfb", "#14191f", "#a85c00"),
        ] {
            let theme = Theme::new(String::new(), |name| match name {
                "bg" => bg.into(),
                "ink" => ink.into(),
                _ => color.into(),
            })
            .unwrap();
            for opacity in (10..=90).map(|hundredths| f64::from(hundredths) / 100.0) {
                let (ground, over) = (channels(theme.bg), channels(theme.playing));
                let shade = std::array::from_fn(|i| ground[i] + opacity * (over[i] - ground[i]));
                let ratio = contrast(shade, channels(ink_on(&theme, theme.playing.mix(opacity))));
                assert!(ratio >= 3.5, "{ratio:.2} of {color} at {opacity} on {bg}");
            }
        }
    }
}
