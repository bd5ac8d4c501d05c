//! Players online (CCU), by state.

use crate::frame::View;
use crate::label::Label;
use crate::number::{round_step, whole};
use crate::pen::{BODY, Failure, Look, Pen, Sheet, solid};
use crate::plot::{Margins, Places, Plot, Tick};
use crate::series::{Point, means, outline};
use crate::{Run, Theme, words};
use matchday_base::time::MINUTE_S;
use matchday_sim::census::State;
use plotters::coord::Shift;
use plotters::prelude::{DrawingArea, DrawingBackend};
use plotters::style::text_anchor::HPos;
use plotters::style::{Color, RGBColor};

/// The series, from the lowest to the highest of the stack.
pub const SERIES: [&str; 3] = [words::PLAYING, words::BETWEEN, words::SEARCHING];
/// The states of each series.
const STATES: [&[State]; 3] =
    [&[State::Playing, State::Bots], &[State::Between], &[State::Ideal, State::Expand, State::Warm, State::Placing]];

/// Upper edges of the stacked series, one value per minute each. A hidden series has no height.
struct Stack([Vec<f64>; 3]);

impl Stack {
    fn of(Run { columns, scale, .. }: Run<'_>, view: View) -> Self {
        let mut edge = vec![0.0; columns.minutes()];
        Self(std::array::from_fn(|at| {
            for (edge, minute) in edge.iter_mut().zip(0..).filter(|_| view.shows(SERIES[at])) {
                *edge += STATES[at].iter().map(|&state| columns.players(state, minute)).sum::<f64>() * scale;
            }
            edge.clone()
        }))
    }

    /// The sum of the shown series.
    fn top(&self) -> &[f64] {
        &self.0[SERIES.len() - 1]
    }
}

/// Draws the CCU of a run over the days, and that of the baseline run. A series that is shown alone is compared with the
/// same series of the baseline.
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
    let stack = Stack::of(run, view);
    let before = baseline.map(|baseline| Stack::of(baseline, view).top().to_vec()).unwrap_or_default();
    let shown = [stack.top(), &before].map(|values| &values[view.recorded(values.len())]);
    let expected = if view.is_whole() { run.expected_peak } else { 0.0 };
    let highest = shown.into_iter().flatten().fold(expected.max(1.0), |a, &b| a.max(b));
    let (top, ticks) = scale(highest);
    let labels = labels(theme, &stack, &before, view);
    let margins = Margins { left: 54.0, right: 116.0 };
    let plot = Plot::new(&pen, view.range(), 0.0..top, margins, &ticks, &labels)?;
    plot.ticks(&ticks)?;
    plot.time_axis(view)?;
    draw_states(&plot, &stack, view)?;
    for (value, _) in &ticks[1..] {
        pen.horizontal(plot.axes.left, plot.axes.right, plot.place((0.0, *value)).1, theme.bg.mix(0.3))?;
    }
    plot.baseline(means(&before, plot.columns() / 2, view.minutes()))?;
    let ends = plot.end_labels(labels)?;
    let recorded = run.columns.minutes() as f64;
    if view.range().contains(&recorded) {
        draw_progress(&plot, recorded)?;
    } else if recorded >= view.range().end {
        draw_peak(&plot, run, &stack, view)?;
    }
    Ok(Places::over_time(plot.axes, ends))
}

/// Range and ticks, with room above the maximum for the label of the peak.
fn scale(highest: f64) -> (f64, Vec<Tick>) {
    let top = highest * 1.18;
    let step = round_step(top / 4.5);
    let ticks = (0..).map(|k| f64::from(k) * step).take_while(|&value| value <= top);
    (top, ticks.map(|value| (value, whole(value))).collect())
}

fn color(theme: &Theme, series: &str) -> RGBColor {
    match series {
        words::PLAYING => theme.playing,
        words::BETWEEN => theme.between,
        _ => theme.searching,
    }
}

fn draw_states<DB: DrawingBackend>(plot: &Plot<'_, DB>, stack: &Stack, view: View) -> Result<(), Failure<DB>> {
    let theme = plot.pen.theme;
    let edges = stack.0.each_ref().map(|edge| outline(edge, plot.columns(), view.minutes()));
    let ground: Vec<Point> = edges[0].iter().map(|&(x, _)| (x, 0.0)).collect();
    let playing = if theme.is_dark() { 0.62 } else { 0.7 };
    let mut below = &ground;
    for ((edge, series), opacity) in edges.iter().zip(SERIES).zip([playing, 0.8, 0.8]) {
        if view.shows(series) {
            plot.band(edge, below, color(theme, series).mix(opacity))?;
            below = edge;
        }
    }
    let [.., top] = edges;
    plot.line(top, solid(color(theme, view.only().unwrap_or(words::SEARCHING))), 1.6)
}

/// Labels at the right, at the values of the last minute; the most important first.
fn labels(theme: &Theme, stack: &Stack, before: &[f64], view: View) -> Vec<Label<RGBColor>> {
    let label = |text: &str, series, color, y| Label { text: text.to_owned(), series, color, y };
    let mut labels = Vec::new();
    if let Some(last) = view.last(stack.top().len()) {
        let [playing, between, all] = stack.0.each_ref().map(|edge| edge[last]);
        let places = [
            (words::PLAYING, playing * 0.45),
            (words::SEARCHING, all * 1.02),
            (words::BETWEEN, (playing + between) / 2.0),
        ];
        let shown = places.into_iter().filter(|(series, _)| view.shows(series));
        labels.extend(shown.map(|(series, y)| label(series, Some(series), color(theme, series), y)));
    }
    labels.extend(view.last(before.len()).map(|last| label(words::BASELINE, None, theme.ink_2, before[last])));
    labels
}

/// The highest value in view. That of all players is exact to the second.
fn draw_peak<DB: DrawingBackend>(
    plot: &Plot<'_, DB>,
    run: Run<'_>,
    stack: &Stack,
    view: View,
) -> Result<(), Failure<DB>> {
    let (pen, ink) = (plot.pen, solid(plot.pen.theme.ink));
    let value = |minute: usize| match view.only() {
        Some(_) => (minute as u32 * MINUTE_S + MINUTE_S / 2, stack.top()[minute]),
        None => {
            let peak = run.columns.peak(minute);
            (peak.at_s, f64::from(peak.ccu) * run.scale)
        }
    };
    let minute = |at_s: u32| f64::from(at_s) / f64::from(MINUTE_S);
    let values =
        view.recorded(run.columns.minutes()).map(value).filter(|&(at_s, _)| view.range().contains(&minute(at_s)));
    let Some((at_s, players)) = values.reduce(|a, b| if b.1 > a.1 { b } else { a }) else { return Ok(()) };
    let (x, y) = plot.place((minute(at_s), players));
    pen.disc((x, y), 3.0, ink)?;
    let at = if view.days.count > 1 { "," } else { " at" };
    let text = format!("{}{at} {}", whole(players), view.days.clock(at_s));
    let look = Look { size: BODY, bold: true, align: HPos::Center, color: ink };
    let half = pen.text_width(&text, look)? / 2.0;
    let x = x.min(plot.axes.right - half).max(plot.axes.left + half);
    pen.text_over(&text, (x, (y - 13.0).max(8.0)), look)
}

fn draw_progress<DB: DrawingBackend>(plot: &Plot<'_, DB>, recorded: f64) -> Result<(), Failure<DB>> {
    let look = Look { size: BODY, bold: false, align: HPos::Left, color: solid(plot.pen.theme.ink_2) };
    let width = plot.pen.text_width(words::SIMULATING, look)?;
    let (x, _) = plot.place((recorded, 0.0));
    if x + 6.0 + width > plot.axes.right {
        return Ok(());
    }
    plot.pen.text_over(words::SIMULATING, (x + 6.0, plot.axes.bottom - 12.0), look)
}
