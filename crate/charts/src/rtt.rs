//! Round trip to the match: mean and 95th percentile above, the shares within the limits below.

use crate::frame::View;
use crate::label::Label;
use crate::number::{round_step, whole};
use crate::pen::{AXIS, Failure, Look, Pen, Sheet, solid};
use crate::plot::{Axes, Margins, Places, Plot, Tick, round_ticks};
use crate::series::{Point, Window, sampled, smooth_percentile};
use crate::{Run, Theme, words};
use matchday_sim::text::per_cent;
use plotters::coord::Shift;
use plotters::prelude::{DrawingArea, DrawingBackend};
use plotters::style::text_anchor::HPos;
use plotters::style::{Color, RGBColor};
use std::ops::Range;

/// The series: lines of round trips, and shares of players within the ideal limit, between both limits, and beyond.
pub const SERIES: [&str; 5] = [words::MEAN, words::P95, words::IDEAL, words::EXPANDED, words::BEYOND];
/// The lines, the more important last, with their widths.
const LINES: [(&str, f64); 2] = [(words::P95, 1.5), (words::MEAN, 2.4)];
/// The shares from the lowest up, with their opacities.
const SHARES: [(&str, f64); 3] = [(words::IDEAL, 0.72), (words::EXPANDED, 0.8), (words::BEYOND, 1.0)];

/// Least upper end of the axis, ms: of the whole chart, and of a part.
const LEAST_TOP_MS: [f64; 2] = [105.0, 20.0];
/// Least upper end of the axis of one share.
const LEAST_SHARE: f64 = 0.01;
/// Height of the shares and of the gap above them, CSS pixels.
const SHARES_HEIGHT: f64 = 52.0;
const GAP: f64 = 16.0;
const MARGINS: Margins = Margins { left: 54.0, right: 116.0 };

/// The statistics at one time.
#[derive(Clone, Copy)]
struct Sample {
    mean_ms: f64,
    p95_ms: f64,
    /// Shares of players within the ideal and the expanded limit.
    ideal: f64,
    expand: f64,
}

impl Sample {
    fn of(minutes: Range<usize>, run: Run<'_>) -> Option<Self> {
        let rtts = run.columns.rtts(minutes.clone());
        Some(Self {
            mean_ms: run.columns.rtt_mean_ms(minutes)?,
            p95_ms: smooth_percentile(&rtts, 0.95)?,
            ideal: rtts.share_up_to(run.params.ideal_ms().into())?,
            expand: rtts.share_up_to(run.params.expand_ms().into())?,
        })
    }

    /// The lower and the upper end of a series where all are shown; a line has no height.
    fn ends(&self, series: &str) -> (f64, f64) {
        match series {
            words::MEAN => (self.mean_ms, self.mean_ms),
            words::P95 => (self.p95_ms, self.p95_ms),
            words::IDEAL => (0.0, self.ideal),
            words::EXPANDED => (self.ideal, self.expand),
            _ => (self.expand, 1.0),
        }
    }

    /// The value of a series.
    fn value(&self, series: &str) -> f64 {
        let (low, high) = self.ends(series);
        if is_share(series) { high - low } else { high }
    }
}

type Samples = Vec<(f64, Sample)>;

fn is_share(series: &str) -> bool {
    SHARES.iter().any(|&(share, _)| share == series)
}

fn samples(run: Run<'_>, view: View, pixels: usize) -> Samples {
    sampled(run.columns, pixels, view.minutes(), |minutes| Sample::of(minutes, run))
}

fn line(samples: &[(f64, Sample)], value: impl Fn(&Sample) -> f64) -> Vec<Point> {
    samples.iter().map(|(x, sample)| (*x, value(sample))).collect()
}

/// Draws the round trips of a run over the days, and the mean of the baseline run, or the series that is shown alone.
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
    let now = samples(run, view, pixels);
    let before = baseline.map(|baseline| samples(baseline, view, pixels)).unwrap_or_default();
    match view.only() {
        Some(series) => draw_one(&pen, run, view, series, [&now, &before]),
        None => draw_all(&pen, run, view, [&now, &before]),
    }
}

fn draw_all<DB: DrawingBackend>(
    pen: &Pen<'_, DB>,
    run: Run<'_>,
    view: View,
    [now, before]: [&Samples; 2],
) -> Result<Places, Failure<DB>> {
    let theme = pen.theme;
    let least = LEAST_TOP_MS[usize::from(view.is_part())];
    let top = now.iter().map(|(_, sample)| sample.p95_ms * 1.1).fold(least, f64::max);
    let ticks = ticks(top);
    let middle = |(low, high): (f64, f64)| (low + high) / 2.0;
    let labels = labels(theme, run, view, now, |series, last| middle(last.ends(series)));
    let whole = Plot::new(pen, view.range(), 0.0..1.0, MARGINS, &ticks, &labels)?;
    let Axes { top: highest, bottom, .. } = whole.axes;
    let shares_top = pen.snap(bottom - SHARES_HEIGHT.min((bottom - highest) * 0.35));
    let lines = whole.part(highest, (shares_top - GAP).max(highest + 1.0), 0.0..top);
    let shares = whole.part(shares_top, bottom, 0.0..1.0);
    lines.ticks(&ticks)?;
    whole.time_axis(view)?;
    for (share, opacity) in SHARES {
        let [lower, upper] = [line(now, |sample| sample.ends(share).0), line(now, |sample| sample.ends(share).1)];
        shares.band(&upper, &lower, fill(theme, share).mix(opacity))?;
    }
    draw_limits(&lines, run, &LINES.map(|(series, _)| line(now, |sample| sample.value(series))).concat())?;
    lines.baseline(line(before, |sample| sample.mean_ms))?;
    for (series, width) in LINES {
        lines.line(line(now, |sample| sample.value(series)), solid(fill(theme, series)), width)?;
    }
    let (lower, upper): (Vec<_>, Vec<_>) = labels.into_iter().partition(|label| label.series.is_some_and(is_share));
    let ends = [lines.end_labels(upper)?, shares.end_labels(lower)?].concat();
    Ok(Places::over_time(whole.axes, ends))
}

/// Draws one series over the full height, a share as an area.
fn draw_one<DB: DrawingBackend>(
    pen: &Pen<'_, DB>,
    run: Run<'_>,
    view: View,
    series: &'static str,
    [now, before]: [&Samples; 2],
) -> Result<Places, Failure<DB>> {
    let (theme, is_share) = (pen.theme, is_share(series));
    let [now_line, before] = [now, before].map(|samples| line(samples, |sample| sample.value(series)));
    let least = if is_share { LEAST_SHARE } else { LEAST_TOP_MS[1] };
    let top = now_line.iter().chain(&before).map(|&(_, value)| value * 1.1).fold(least, f64::max);
    let ticks = if is_share { share_ticks(top) } else { ticks(top) };
    let labels = labels(theme, run, view, now, |series, last| last.value(series));
    let plot = Plot::new(pen, view.range(), 0.0..top, MARGINS, &ticks, &labels)?;
    plot.ticks(&ticks)?;
    plot.time_axis(view)?;
    if is_share {
        let ground: Vec<Point> = now_line.iter().map(|&(x, _)| (x, 0.0)).collect();
        plot.band(&now_line, &ground, fill(theme, series).mix(0.72))?;
    } else {
        draw_limits(&plot, run, &now_line)?;
    }
    plot.baseline(before)?;
    plot.line(now_line, solid(fill(theme, series)), 2.0)?;
    let ends = plot.end_labels(labels)?;
    Ok(Places::over_time(plot.axes, ends))
}

fn ticks(top: f64) -> Vec<Tick> {
    let step = round_step(top / 2.6);
    let values: Vec<f64> = (0..).map(|k| f64::from(k) * step).take_while(|&value| value <= top).collect();
    let last = values.len() - 1;
    let text = |(at, &value): (usize, &f64)| (value, whole(value) + if at == last { "\u{a0}ms" } else { "" });
    values.iter().enumerate().map(text).collect()
}

fn share_ticks(top: f64) -> Vec<Tick> {
    round_ticks(0.0, top * 100.0, "%").into_iter().map(|(per_cent, text)| (per_cent / 100.0, text)).collect()
}

/// The colour of a series.
fn fill(theme: &Theme, series: &str) -> RGBColor {
    match series {
        words::MEAN | words::IDEAL => theme.near,
        words::BEYOND => theme.far,
        _ => theme.mid,
    }
}

/// Labels at the right of the series, the most important first: figures of the last minutes, at the places that `place`
/// gives for the last sample.
fn labels(
    theme: &Theme,
    run: Run<'_>,
    view: View,
    samples: &Samples,
    place: impl Fn(&str, &Sample) -> f64,
) -> Vec<Label<RGBColor>> {
    let recorded = run.columns.minutes();
    let Some(minute) = view.last(recorded) else { return Vec::new() };
    let minutes = Window::of(run.columns).around(minute, recorded);
    let (Some((_, last)), Some(now)) = (samples.last(), Sample::of(minutes, run)) else { return Vec::new() };
    let (ideal_ms, expand_ms, is_alone) = (run.params.ideal_ms(), run.params.expand_ms(), view.only().is_some());
    let label = |series: &'static str| {
        let value = now.value(series);
        let text = match series {
            words::EXPANDED if expand_ms <= ideal_ms && !is_alone => return None,
            words::BEYOND if value < 0.001 && !is_alone => return None,
            words::IDEAL => format!("{} to {ideal_ms}\u{a0}ms", per_cent(value)),
            words::EXPANDED => format!("{} to {expand_ms}\u{a0}ms", per_cent(value)),
            words::BEYOND => format!("{} {series}", per_cent(value)),
            _ => format!("{series} {}\u{a0}ms", whole(value)),
        };
        let color = match series {
            // Their colour is too pale for text.
            words::P95 | words::EXPANDED => theme.ink_2,
            _ => fill(theme, series),
        };
        Some(Label { text, series: Some(series), color, y: place(series, last) })
    };
    SERIES.into_iter().filter(|series| view.shows(series)).filter_map(label).collect()
}

/// Dotted lines at the limits, named if there is room beside the drawn points.
fn draw_limits<DB: DrawingBackend>(plot: &Plot<'_, DB>, run: Run<'_>, drawn: &[Point]) -> Result<(), Failure<DB>> {
    let (pen, theme) = (plot.pen, plot.pen.theme);
    let drawn: Vec<Point> = drawn.iter().map(|&point| plot.place(point)).collect();
    let mut taken = Vec::new();
    for (limit_ms, words) in [(run.params.ideal_ms(), words::IDEAL), (run.params.expand_ms(), words::EXPANDED)] {
        let limit_ms = f64::from(limit_ms);
        if limit_ms > plot.axes.y1 {
            continue;
        }
        let (_, y) = plot.place((0.0, limit_ms));
        pen.dotted(plot.axes.left, plot.axes.right, y, solid(theme.edge))?;
        if !plot.is_narrow() {
            let look = Look { size: AXIS, bold: false, align: HPos::Left, color: solid(theme.ink_3) };
            let left = plot.axes.right - 4.0 - pen.text_width(words, look)?;
            plot.name(words, look, &[(left, y - 8.0), (left, y + 8.0)], &drawn, &mut taken)?;
        }
    }
    Ok(())
}
