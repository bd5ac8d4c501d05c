//! Players online (CCU), by state.

use crate::label::Label;
use crate::number::{round_step, whole};
use crate::pen::{BODY, Failure, Look, Pen, Sheet, solid};
use crate::plot::{Axes, Margins, Plot, Tick};
use crate::series::{Point, means, outline};
use crate::{Run, Theme, words};
use matchday_sim::census::State;
use plotters::coord::Shift;
use plotters::prelude::{DrawingArea, DrawingBackend};
use plotters::style::text_anchor::HPos;
use plotters::style::{Color, RGBColor};

/// Upper edges of the stacked states, one value per minute each.
struct Stack {
    playing: Vec<f64>,
    between: Vec<f64>,
    all: Vec<f64>,
}

impl Stack {
    fn of(Run { columns, scale, .. }: Run<'_>) -> Self {
        let minutes = 0..columns.minutes();
        let playing = |m| (columns.players(State::Playing, m) + columns.players(State::Bots, m)) * scale;
        Self {
            playing: minutes.clone().map(playing).collect(),
            between: minutes.clone().map(|m| playing(m) + columns.players(State::Between, m) * scale).collect(),
            all: minutes.map(|m| columns.ccu(m) * scale).collect(),
        }
    }
}

/// Draws the CCU of a run over the days, and that of the baseline run.
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
    let (stack, before) = (Stack::of(run), baseline.map(|baseline| Stack::of(baseline).all));
    let before = before.unwrap_or_default();
    let highest = stack.all.iter().chain(&before).fold(run.expected_peak.max(1.0), |a, &b| a.max(b));
    let (top, ticks) = scale(highest);
    let labels = labels(theme, &stack, &before);
    let span = run.span();
    let margins = Margins { left: 54.0, right: 116.0 };
    let plot = Plot::new(&pen, 0.0..span as f64, 0.0..top, margins, &ticks, &labels)?;
    plot.ticks(&ticks)?;
    plot.time_axis(run.days())?;
    draw_states(&plot, &stack, span)?;
    for (value, _) in &ticks[1..] {
        pen.horizontal(plot.axes.left, plot.axes.right, plot.place((0.0, *value)).1, theme.bg.mix(0.3))?;
    }
    plot.baseline(means(&before, plot.columns() / 2, span))?;
    let placed = labels.into_iter().map(|label| Label { y: plot.place((0.0, label.y)).1, ..label }).collect();
    plot.end_labels(placed)?;
    if stack.all.len() < span {
        draw_progress(&plot, stack.all.len())?;
    } else {
        draw_peak(&plot, run)?;
    }
    Ok(Axes { x0: 0.0, x1: span as f64 * 60.0, ..plot.axes })
}

/// Range and ticks, with room above the maximum for the label of the peak.
fn scale(highest: f64) -> (f64, Vec<Tick>) {
    let top = highest * 1.18;
    let step = round_step(top / 4.5);
    let ticks = (0..).map(|k| f64::from(k) * step).take_while(|&value| value <= top);
    (top, ticks.map(|value| (value, whole(value))).collect())
}

fn draw_states<DB: DrawingBackend>(plot: &Plot<'_, DB>, stack: &Stack, span: usize) -> Result<(), Failure<DB>> {
    if stack.all.is_empty() {
        return Ok(());
    }
    let theme = plot.pen.theme;
    let line = |values: &[f64]| outline(values, plot.columns(), span);
    let [playing, between, all] = [&stack.playing, &stack.between, &stack.all].map(|values| line(values));
    let floor: Vec<Point> = vec![(0.0, 0.0), (stack.all.len() as f64, 0.0)];
    plot.band(&playing, &floor, theme.playing.mix(if theme.is_dark() { 0.62 } else { 0.7 }))?;
    plot.band(&between, &playing, theme.between.mix(0.8))?;
    plot.band(&all, &between, theme.searching.mix(0.8))?;
    plot.line(all, solid(theme.searching), 1.6)
}

/// Labels at the right, at the values of the last minute; the most important first.
fn labels(theme: &Theme, stack: &Stack, before: &[f64]) -> Vec<Label<RGBColor>> {
    let label = |text: &str, color, y| Label { text: text.to_owned(), color, y };
    let mut labels = Vec::new();
    if let (Some(playing), Some(between), Some(all)) = (stack.playing.last(), stack.between.last(), stack.all.last()) {
        labels.push(label(words::PLAYING, theme.playing, playing * 0.45));
        labels.push(label(words::SEARCHING, theme.searching, *all * 1.02));
        labels.push(label(words::BETWEEN, theme.between, (playing + between) / 2.0));
    }
    labels.extend(before.last().map(|&value| label(words::BASELINE, theme.ink_2, value)));
    labels
}

fn draw_peak<DB: DrawingBackend>(plot: &Plot<'_, DB>, run: Run<'_>) -> Result<(), Failure<DB>> {
    let (pen, ink) = (plot.pen, solid(plot.pen.theme.ink));
    let peaks = (0..run.columns.minutes()).map(|minute| run.columns.peak(minute));
    let Some(peak) = peaks.reduce(|a, b| if b.ccu > a.ccu { b } else { a }) else { return Ok(()) };
    let players = f64::from(peak.ccu) * run.scale;
    let (x, y) = plot.place((f64::from(peak.at_s) / 60.0, players));
    pen.disc((x, y), 3.0, ink)?;
    let at = if run.params.days() > 1 { "," } else { " at" };
    let text = format!("{}{at} {}", whole(players), run.days().clock(peak.at_s));
    let look = Look { size: BODY, bold: true, align: HPos::Center, color: ink };
    let half = pen.text_width(&text, look)? / 2.0;
    let x = x.min(pen.sheet.width - half - 2.0).max(half + 2.0);
    pen.text_over(&text, (x, (y - 13.0).max(8.0)), look)
}

fn draw_progress<DB: DrawingBackend>(plot: &Plot<'_, DB>, minutes: usize) -> Result<(), Failure<DB>> {
    let look = Look { size: BODY, bold: false, align: HPos::Left, color: solid(plot.pen.theme.ink_2) };
    let width = plot.pen.text_width(words::SIMULATING, look)?;
    let (x, _) = plot.place((minutes as f64, 0.0));
    if x + 6.0 + width > plot.axes.right {
        return Ok(());
    }
    plot.pen.text_over(words::SIMULATING, (x + 6.0, plot.axes.bottom - 12.0), look)
}
