//! A figure against the replay rate: simulated points, the closed form, and the present setting with its
//! tangent.
//!
//! The steep curve leaves the upper left corner free, where the page writes the effect of one more point.

use crate::number::{round_step, short, whole};
use crate::pen::{BODY, Failure, Look, Pen, Sheet, solid};
use crate::plot::{Margins, Places, Plot, Tick};
use crate::{Theme, words};
use plotters::coord::Shift;
use plotters::prelude::{DrawingArea, DrawingBackend};
use plotters::style::text_anchor::HPos;
use plotters::style::{Color, RGBColor};

/// The figure drawn against the replay rate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "tsify", derive(serde::Deserialize, tsify::Tsify), serde(rename_all = "lowercase"))]
pub enum Metric {
    /// Peak CCU.
    Peak,
    /// Mean wait, s.
    Wait,
    /// Mean RTT, ms.
    Rtt,
}

impl Metric {
    fn text(self, value: f64) -> String {
        match self {
            Metric::Peak => whole(value),
            Metric::Wait => format!("{}\u{a0}s", short(value, 2)),
            Metric::Rtt => format!("{}\u{a0}ms", short(value, 1)),
        }
    }

    fn color(self, theme: &Theme) -> RGBColor {
        match self {
            Metric::Peak => theme.playing,
            Metric::Wait => theme.searching,
            Metric::Rtt => theme.near,
        }
    }
}

/// Replay rates from 0 to 1, with the metric's value at each.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "tsify", derive(serde::Deserialize, tsify::Tsify), tsify(missing_as_null))]
pub struct ReplaySweep {
    /// The figure.
    pub metric: Metric,
    /// Simulated points, by rising rate.
    pub points: Vec<(f64, f64)>,
    /// The closed form, by rising rate; empty if there is none.
    pub theory: Vec<(f64, f64)>,
    /// The present replay rate.
    pub present: f64,
    /// The baseline run.
    pub baseline: Option<(f64, f64)>,
}

impl ReplaySweep {
    /// The value at the present setting: simulated if available, else from the closed form, else from the
    /// points.
    fn present_value(&self) -> Option<f64> {
        let own = self.points.iter().find(|(replay, _)| (replay - self.present).abs() < 1e-9);
        let by_line = || interpolate(&self.theory, self.present).or_else(|| interpolate(&self.points, self.present));
        own.map(|&(_, value)| value).or_else(by_line)
    }
}

/// Linear interpolation; `None` outside the points.
fn interpolate(points: &[(f64, f64)], x: f64) -> Option<f64> {
    let pair = points.windows(2).find(|pair| (pair[0].0..=pair[1].0).contains(&x))?;
    let [(x0, y0), (x1, y1)] = [pair[0], pair[1]];
    Some(if x1 > x0 { y0 + (y1 - y0) * (x - x0) / (x1 - x0) } else { y0 })
}

/// Draws a sweep of replay rates.
///
/// # Errors
/// Errors of the backend.
pub fn draw<DB: DrawingBackend>(
    root: &DrawingArea<DB, Shift>,
    theme: &Theme,
    sheet: Sheet,
    sweep: &ReplaySweep,
) -> Result<Places, Failure<DB>> {
    let pen = Pen::new(root, theme, sheet);
    let values = sweep.points.iter().chain(&sweep.theory).chain(&sweep.baseline).map(|&(_, value)| value);
    let highest = values.fold(0.0, f64::max);
    let (top, ticks) = scale(sweep.metric, highest);
    // Some room at the left, so that the point at 0 does not touch the axis.
    let plot = Plot::new(&pen, -0.015..1.0, 0.0..top, Margins { left: 54.0, right: 14.0 }, &ticks, &[])?;
    plot.ticks(&ticks)?;
    rate_axis(&plot)?;
    let present = sweep.present_value().map(|value| (sweep.present, value));
    if let (Some((replay, value)), Metric::Peak) = (present, sweep.metric) {
        draw_tangent(&plot, replay, value)?;
    }
    if sweep.theory.is_empty() {
        plot.line(sweep.points.clone(), theme.ink_2.mix(0.5), 1.0)?;
    } else {
        plot.line(sweep.theory.clone(), solid(theme.ink_2), 1.4)?;
    }
    for &point in &sweep.points {
        pen.disc(plot.place(point), 3.0, solid(theme.bg))?;
        pen.ring(plot.place(point), 3.0, pen.stroke(solid(sweep.metric.color(theme)), 1.5))?;
    }
    draw_marks(&plot, sweep, present)?;
    Ok(Places { present: present.map(|point| plot.place(point).into()), ..plot.axes.into() })
}

fn scale(metric: Metric, highest: f64) -> (f64, Vec<Tick>) {
    let least = if metric == Metric::Peak { 10.0 } else { 1.0 };
    let step = round_step((highest * 1.02).max(least) / 4.0);
    let steps = libm::ceil(highest * 1.02 / step).max(2.0) as u32;
    let text = |k: u32| if k == 0 { "0".to_owned() } else { metric.text(f64::from(k) * step) };
    (f64::from(steps) * step, (0..=steps).map(|k| (f64::from(k) * step, text(k))).collect())
}

fn rate_axis<DB: DrawingBackend>(plot: &Plot<'_, DB>) -> Result<(), Failure<DB>> {
    let y = plot.pen.sheet.height - 5.5;
    for per_cent in [0, 25, 50, 75, 100] {
        let align = [HPos::Left, HPos::Center, HPos::Right][usize::from(per_cent > 0) + usize::from(per_cent == 100)];
        let (x, _) = plot.place((f64::from(per_cent) / 100.0, 0.0));
        let look = Look { size: 11.0, bold: false, align, color: solid(plot.pen.theme.ink_3) };
        plot.pen.text(&format!("{per_cent}\u{a0}%"), (x, y), look)?;
    }
    Ok(())
}

/// The tangent at the present setting: d ln CCU / dp = 1 / (1 - p).
fn draw_tangent<DB: DrawingBackend>(plot: &Plot<'_, DB>, replay: f64, value: f64) -> Result<(), Failure<DB>> {
    let slope = value / (1.0 - replay).max(0.01);
    // Nine points to each side, as far as they are in the plot.
    let left = 0.09_f64.min(replay).min(value / slope.max(1e-9));
    let right = 0.09_f64.min(1.0 - replay).min((plot.axes.y1 - value) / slope.max(1e-9)).max(0.0);
    let ends = vec![(replay - left, value - slope * left), (replay + right, value + slope * right)];
    plot.line(ends, plot.pen.theme.accent.mix(0.75), 1.2)
}

/// The baseline run as a dashed ring, the present run as a dot, both named if there is room.
fn draw_marks<DB: DrawingBackend>(
    plot: &Plot<'_, DB>,
    sweep: &ReplaySweep,
    present: Option<(f64, f64)>,
) -> Result<(), Failure<DB>> {
    let (pen, theme) = (plot.pen, plot.pen.theme);
    let name = |(replay, value)| format!("{}: {}", rate(replay), sweep.metric.text(value));
    let mut drawn: Vec<(f64, f64)> = sweep.points.iter().chain(&sweep.theory).map(|&p| plot.place(p)).collect();
    if let Some(baseline) = sweep.baseline {
        pen.dashed_ring(plot.place(baseline), 6.5, pen.stroke(solid(theme.ink), 1.4))?;
    }
    let mut taken = Vec::new();
    if let Some(point) = present {
        let dot = plot.place(point);
        pen.disc(dot, 6.5, solid(theme.bg))?;
        pen.disc(dot, 5.5, solid(theme.accent))?;
        let look = Look { size: BODY, bold: true, align: HPos::Left, color: solid(theme.accent) };
        let text = name(point);
        plot.name(&text, look, &beside(dot, pen.text_width(&text, look)?), &drawn, &mut taken)?;
        drawn.push(dot);
    }
    let apart = |baseline: &(f64, f64)| present.is_none_or(|(replay, _)| (baseline.0 - replay).abs() >= 0.015);
    if let Some(baseline) = sweep.baseline.filter(apart) {
        let look = Look { size: BODY, bold: false, align: HPos::Left, color: solid(theme.ink_2) };
        let text = format!("{}, {}", words::BASELINE_SHORT, name(baseline));
        plot.name(&text, look, &beside(plot.place(baseline), pen.text_width(&text, look)?), &drawn, &mut taken)?;
    }
    Ok(())
}

/// Possible places of a mark's name: above or below, to its left or right.
fn beside((x, y): (f64, f64), width: f64) -> [(f64, f64); 4] {
    let (left, right) = (x - 9.0 - width, x + 9.0);
    [(left, y - 16.0), (right, y + 16.0), (right, y - 16.0), (left, y + 16.0)]
}

/// `75 %`, `82.5 %`.
fn rate(replay: f64) -> String {
    format!("{}\u{a0}%", short(replay * 100.0, 2))
}
