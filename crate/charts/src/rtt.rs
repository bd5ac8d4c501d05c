//! Round trip to the match: mean and 95th percentile above, the shares within the limits below.

use crate::label::Label;
use crate::number::{round_step, whole};
use crate::pen::{AXIS, Failure, Look, Pen, Sheet, solid};
use crate::plot::{Axes, Margins, Plot, Tick};
use crate::series::{Point, Window, sampled, smooth_percentile};
use crate::{Run, Theme, words};
use matchday_sim::columns::Histogram;
use matchday_sim::text::per_cent;
use plotters::coord::Shift;
use plotters::prelude::{DrawingArea, DrawingBackend};
use plotters::style::text_anchor::HPos;
use plotters::style::{Color, RGBColor};

/// Least upper end of the axis, ms.
const LEAST_TOP_MS: f64 = 105.0;
/// Height of the shares and of the gap above them, CSS pixels.
const SHARES: f64 = 52.0;
const GAP: f64 = 16.0;

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
    fn of(rtts: &Histogram, run: Run<'_>) -> Option<Self> {
        Some(Self {
            mean_ms: rtts.mean()?,
            p95_ms: smooth_percentile(rtts, 0.95)?,
            ideal: rtts.share_up_to(run.params.ideal_ms().into())?,
            expand: rtts.share_up_to(run.params.expand_ms().into())?,
        })
    }
}

/// Draws the round trips of a run over the days, and the mean of the baseline run.
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
    let samples = sampled(run.columns, pixels, span, |m| Sample::of(&run.columns.rtts(m), run));
    let mean_ms = |baseline: Run<'_>| sampled(baseline.columns, pixels, span, |m| baseline.columns.rtts(m).mean());
    let before: Vec<Point> = baseline.map(mean_ms).unwrap_or_default();
    let top = samples.iter().map(|(_, s)| s.p95_ms * 1.1).fold(LEAST_TOP_MS, f64::max);
    let ticks = ticks(top);
    let (upper, lower) = labels(theme, run, samples.last().map(|(_, sample)| sample));
    let margins = Margins { left: 54.0, right: 116.0 };
    let all_labels = [upper.clone(), lower.clone()].concat();
    let whole = Plot::new(&pen, 0.0..span as f64, 0.0..1.0, margins, &ticks, &all_labels)?;
    let Axes { top: highest, bottom, .. } = whole.axes;
    let shares_top = pen.snap(bottom - SHARES.min((bottom - highest) * 0.35));
    let lines = whole.part(highest, (shares_top - GAP).max(highest + 1.0), 0.0..top);
    let shares = whole.part(shares_top, bottom, 0.0..1.0);
    lines.ticks(&ticks)?;
    whole.time_axis(run.days())?;
    draw_shares(&shares, &samples)?;
    draw_limits(&lines, run, &samples)?;
    lines.baseline(before)?;
    lines.line(samples.iter().map(|&(x, s)| (x, s.p95_ms)).collect(), solid(theme.mid), 1.5)?;
    lines.line(samples.iter().map(|&(x, s)| (x, s.mean_ms)).collect(), solid(theme.near), 2.4)?;
    for (part, labels) in [(&lines, upper), (&shares, lower)] {
        let placed = labels.into_iter().map(|label| Label { y: part.place((0.0, label.y)).1, ..label }).collect();
        part.end_labels(placed)?;
    }
    Ok(Axes { x0: 0.0, x1: span as f64 * 60.0, ..whole.axes })
}

fn ticks(top: f64) -> Vec<Tick> {
    let step = round_step(top / 2.6);
    let values: Vec<f64> = (0..).map(|k| f64::from(k) * step).take_while(|&value| value <= top).collect();
    let last = values.len() - 1;
    let text = |(at, &value): (usize, &f64)| (value, whole(value) + if at == last { "\u{a0}ms" } else { "" });
    values.iter().enumerate().map(text).collect()
}

fn draw_shares<DB: DrawingBackend>(plot: &Plot<'_, DB>, samples: &[(f64, Sample)]) -> Result<(), Failure<DB>> {
    let theme = plot.pen.theme;
    let edge = |share: fn(&Sample) -> f64| samples.iter().map(|(x, s)| (*x, share(s))).collect::<Vec<Point>>();
    let (none, ideal, expand, all) = (edge(|_| 0.0), edge(|s| s.ideal), edge(|s| s.expand), edge(|_| 1.0));
    if samples.is_empty() {
        return Ok(());
    }
    plot.band(&ideal, &none, theme.near.mix(0.72))?;
    plot.band(&expand, &ideal, theme.mid.mix(0.8))?;
    plot.band(&all, &expand, solid(theme.far))
}

/// Labels at the right of the lines and of the shares, the most important first: figures of the last minutes.
fn labels(theme: &Theme, run: Run<'_>, last: Option<&Sample>) -> (Vec<Label<RGBColor>>, Vec<Label<RGBColor>>) {
    let recorded = run.columns.minutes();
    let rtts = run.columns.rtts(Window::of(run.columns).around(recorded.saturating_sub(1), recorded));
    let (Some(last), Some(now)) = (last, Sample::of(&rtts, run)) else { return Default::default() };
    let label = |text: String, color, y| Label { text, color, y };
    let upper = vec![
        label(format!("{} {}\u{a0}ms", words::MEAN, whole(now.mean_ms)), theme.near, last.mean_ms),
        label(format!("{} {}\u{a0}ms", words::P95, whole(now.p95_ms)), theme.ink_2, last.p95_ms),
    ];
    let (ideal_ms, expand_ms) = (run.params.ideal_ms(), run.params.expand_ms());
    let beyond = 1.0 - now.expand;
    let mut lower = vec![label(format!("{} to {ideal_ms}\u{a0}ms", per_cent(now.ideal)), theme.near, last.ideal / 2.0)];
    if expand_ms > ideal_ms {
        let middle = (last.ideal + last.expand) / 2.0;
        lower.push(label(format!("{} to {expand_ms}\u{a0}ms", per_cent(now.expand - now.ideal)), theme.ink_2, middle));
    }
    if beyond >= 0.001 {
        lower.push(label(format!("{} beyond", per_cent(beyond)), theme.far, 1.0 - beyond / 2.0));
    }
    (upper, lower)
}

/// Dotted lines at the limits, named if there is room.
fn draw_limits<DB: DrawingBackend>(
    plot: &Plot<'_, DB>,
    run: Run<'_>,
    samples: &[(f64, Sample)],
) -> Result<(), Failure<DB>> {
    let (pen, theme) = (plot.pen, plot.pen.theme);
    let drawn: Vec<Point> =
        samples.iter().flat_map(|&(x, s)| [s.mean_ms, s.p95_ms].map(|ms| plot.place((x, ms)))).collect();
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
