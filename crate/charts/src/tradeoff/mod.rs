//! One figure against another over the values of a parameter: what a better one costs.

pub mod frontier;

use crate::number::{decimals, short, whole};
use crate::pen::{BODY, Failure, Look, Pen, Sheet, solid};
use crate::plot::{Axes, Margins, Plot, Spot, Tick, round_ticks};
use crate::{Theme, words};
use plotters::coord::Shift;
use plotters::prelude::{DrawingArea, DrawingBackend};
use plotters::style::Color;
use plotters::style::text_anchor::HPos;
use std::ops::Range;
use thiserror::Error;

const MARGINS: Margins = Margins { left: 54.0, right: 14.0 };
/// Radii of points, of the present point, and of the ring of the baseline, CSS pixels.
const SMALL: f64 = 3.0;
const LARGE: f64 = 5.5;
const RING: f64 = 6.5;
/// Room beyond the outermost values, in spans of the values.
const ROOM: f64 = 0.1;
/// Distance between the places at which a line is known to labels, CSS pixels.
const LINE_STEP: f64 = 3.0;
/// Decades below which a logarithmic axis also has ticks at 2 and 5.
const FEW_DECADES: f64 = 1.7;

/// A day with one value of the parameter.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "tsify", derive(serde::Deserialize, tsify::Tsify))]
pub struct TradeoffPoint {
    /// The figure to the right.
    pub x: f64,
    /// The figure upwards.
    pub y: f64,
    /// The value of the parameter.
    pub label: String,
}

/// The figures of the baseline run.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "tsify", derive(serde::Deserialize, tsify::Tsify))]
pub struct TradeoffBaseline {
    /// The figure to the right.
    pub x: f64,
    /// The figure upwards.
    pub y: f64,
}

/// A value that the figure upwards should keep.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "tsify", derive(serde::Deserialize, tsify::Tsify))]
pub struct TradeoffTarget {
    /// The value.
    pub y: f64,
    /// Its label.
    pub label: String,
}

/// The contents of the chart.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "tsify", derive(serde::Deserialize, tsify::Tsify), tsify(missing_as_null))]
pub struct Tradeoff {
    /// The days, in any order.
    pub points: Vec<TradeoffPoint>,
    /// The position of the present one among them.
    pub present: Option<usize>,
    /// The baseline run.
    pub baseline: Option<TradeoffBaseline>,
    /// What the figure upwards should keep.
    pub target: Option<TradeoffTarget>,
    /// Whether the axis upwards is logarithmic. Values of 0 and below then stand at its lower end.
    pub log: bool,
    /// The unit to the right, with `{}` for the number: `$ {} a day`.
    pub x_unit: String,
    /// The unit upwards, with `{}` for the number: `{} %`.
    pub y_unit: String,
}

/// Contents that cannot be drawn.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum TradeoffError {
    /// A value is not a finite number.
    #[error("{0} is no finite number")]
    Number(String),
    /// The present point does not exist.
    #[error("present: there is no point {present}, only {points} from 0 on")]
    Present {
        /// Its position.
        present: usize,
        /// The number of points.
        points: usize,
    },
}

/// Where the parts of the chart are.
#[derive(Clone, Debug, PartialEq)]
pub struct TradeoffPlaces {
    /// The plot.
    pub axes: Axes,
    /// The points, in the order of the contents.
    pub points: Vec<Spot>,
    /// The baseline run.
    pub baseline: Option<Spot>,
}

impl Tradeoff {
    /// Checks that the contents can be drawn.
    ///
    /// # Errors
    /// The first value that is no finite number, or a present point that does not exist.
    pub fn check(&self) -> Result<(), TradeoffError> {
        let finite = |value: f64, name: &dyn Fn() -> String| match value.is_finite() {
            true => Ok(()),
            false => Err(TradeoffError::Number(name())),
        };
        for (at, point) in self.points.iter().enumerate() {
            finite(point.x, &|| format!("points[{at}].x"))?;
            finite(point.y, &|| format!("points[{at}].y"))?;
        }
        if let Some(run) = self.baseline {
            finite(run.x, &|| "baseline.x".to_owned())?;
            finite(run.y, &|| "baseline.y".to_owned())?;
        }
        if let Some(target) = &self.target {
            finite(target.y, &|| "target.y".to_owned())?;
        }
        match self.present {
            Some(present) if present >= self.points.len() => {
                Err(TradeoffError::Present { present, points: self.points.len() })
            }
            _ => Ok(()),
        }
    }

    /// All values upwards.
    fn ys(&self) -> impl Iterator<Item = f64> {
        let points = self.points.iter().map(|point| point.y);
        points.chain(self.baseline.map(|run| run.y)).chain(self.target.as_ref().map(|target| target.y))
    }
}

/// The axis upwards: linear, or logarithms to base 2.
struct Upwards {
    range: Range<f64>,
    ticks: Vec<Tick>,
    is_log: bool,
}

impl Upwards {
    fn of(tradeoff: &Tradeoff) -> Self {
        let mut up = if tradeoff.log { Self::log(tradeoff.ys()) } else { Self::linear(tradeoff.ys()) };
        with_unit(&mut up.ticks, &tradeoff.y_unit);
        up
    }

    fn linear(values: impl Iterator<Item = f64>) -> Self {
        let range = around(values);
        Self { ticks: round_ticks(range.start, range.end, ""), range, is_log: false }
    }

    /// From a power of ten below all positive values.
    fn log(values: impl Iterator<Item = f64>) -> Self {
        let (positive, others): (Vec<f64>, Vec<f64>) = values.partition(|&value| value > 0.0);
        let [low, high] = [positive.iter().copied().reduce(f64::min), positive.iter().copied().reduce(f64::max)]
            .map(|end| libm::log10(end.unwrap_or(1.0)));
        let (floor, top) = (libm::ceil(low) - 1.0, high + 0.15);
        let steps: &[f64] = if top - floor < FEW_DECADES { &[1.0, 2.0, 5.0] } else { &[1.0] };
        let powers = (0..).map(|power| libm::exp10(floor + f64::from(power)));
        let values = powers.flat_map(|power| steps.iter().map(move |step| step * power));
        let text = |(at, value): (usize, f64)| match value {
            // Only values of 0 and below are there.
            _ if at == 0 && !others.is_empty() => "0".to_owned(),
            1.0.. => whole(value),
            _ => short(value, decimals(value)),
        };
        let up = |value: f64| libm::log2(value);
        let shown = values.take_while(|&value| libm::log10(value) <= top);
        let ticks = shown.enumerate().map(|(at, value)| (up(value), text((at, value)))).collect();
        Self { range: up(libm::exp10(floor))..up(libm::exp10(top)), ticks, is_log: true }
    }

    /// The place of a value on the axis.
    fn at(&self, value: f64) -> f64 {
        let value = if self.is_log { libm::log2(value.max(f64::MIN_POSITIVE)) } else { value };
        value.max(self.range.start)
    }
}

/// The range of these values with some room, from 0 on unless a value is below.
fn around(values: impl Iterator<Item = f64>) -> Range<f64> {
    let (low, high) =
        values.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| (low.min(value), high.max(value)));
    if low > high {
        return 0.0..1.0;
    }
    let span = if high > low { high - low } else { high.abs().max(1.0) };
    let bottom = low - ROOM * span;
    (if low >= 0.0 { bottom.max(0.0) } else { bottom })..high + ROOM * span
}

/// Writes the unit at the last tick.
fn with_unit(ticks: &mut [Tick], unit: &str) {
    if let Some((_, text)) = ticks.last_mut().filter(|_| unit.contains("{}")) {
        *text = unit.replace("{}", text);
    }
}

/// Draws points, connected in the order of x, with the present one, the baseline run and the target. A label that would
/// cover something or leave the drawing is left out.
///
/// # Errors
/// Errors of the backend.
pub fn draw<DB: DrawingBackend>(
    root: &DrawingArea<DB, Shift>,
    theme: &Theme,
    sheet: Sheet,
    tradeoff: &Tradeoff,
) -> Result<TradeoffPlaces, Failure<DB>> {
    let pen = Pen::new(root, theme, sheet);
    let Tradeoff { points, baseline, target, .. } = tradeoff;
    let up = Upwards::of(tradeoff);
    let along = around(points.iter().map(|point| point.x).chain(baseline.map(|run| run.x)));
    let mut below = round_ticks(along.start, along.end, "");
    with_unit(&mut below, &tradeoff.x_unit);
    let plot = Plot::new(&pen, along, up.range.clone(), MARGINS, &up.ticks, &[])?;
    let Axes { left, right, bottom, .. } = plot.axes;
    let place = |x: f64, y: f64| plot.place((x, up.at(y)));
    plot.ticks(&up.ticks)?;
    pen.horizontal(left, right, bottom, solid(theme.line))?;
    plot.ticks_below(&below)?;
    let line: Vec<_> = in_order(tradeoff).into_iter().map(|at| place(points[at].x, points[at].y)).collect();
    let places: Vec<_> = points.iter().map(|point| place(point.x, point.y)).collect();
    let baseline = baseline.map(|run| place(run.x, run.y));
    let target = target.as_ref().map(|target| (place(0.0, target.y).1, target.label.as_str()));
    if let Some((y, _)) = target {
        pen.dashed(&[(left, y), (right, y)], pen.stroke(solid(theme.near), 1.2), 3.0, 2.0)?;
    }
    pen.line(&line, theme.ink_2.mix(0.8), 1.2)?;
    for (_, &point) in places.iter().enumerate().filter(|&(at, _)| tradeoff.present != Some(at)) {
        pen.disc(point, SMALL, solid(theme.bg))?;
        pen.ring(point, SMALL, pen.stroke(solid(theme.playing), 1.5))?;
    }
    if let Some(baseline) = baseline {
        pen.dashed_ring(baseline, RING, pen.stroke(solid(theme.ink), 1.4))?;
    }
    if let Some(present) = tradeoff.present {
        pen.disc(places[present], LARGE + 1.0, solid(theme.bg))?;
        pen.disc(places[present], LARGE, solid(theme.accent))?;
    }
    draw_names(&plot, tradeoff, &line, &places, baseline, target)?;
    let spot = |&place: &(f64, f64)| Spot::from(place);
    Ok(TradeoffPlaces {
        axes: plot.axes,
        points: places.iter().map(spot).collect(),
        baseline: baseline.as_ref().map(spot),
    })
}

/// The positions of the points in the order of x.
fn in_order(tradeoff: &Tradeoff) -> Vec<usize> {
    let mut order: Vec<usize> = (0..tradeoff.points.len()).collect();
    order.sort_by(|&a, &b| tradeoff.points[a].x.total_cmp(&tradeoff.points[b].x));
    order
}

/// Names what is drawn, the most important first: the present point, target and baseline, both ends, the other points.
fn draw_names<DB: DrawingBackend>(
    plot: &Plot<'_, DB>,
    tradeoff: &Tradeoff,
    line: &[(f64, f64)],
    places: &[(f64, f64)],
    baseline: Option<(f64, f64)>,
    target: Option<(f64, &str)>,
) -> Result<(), Failure<DB>> {
    let (pen, theme, Axes { left, right, .. }) = (plot.pen, plot.pen.theme, plot.axes);
    let mut drawn = along(line);
    drawn.extend(baseline.into_iter().chain(tradeoff.present.map(|at| places[at])).flat_map(rim));
    let mut taken = Vec::new();
    let look = |bold, color| Look { size: BODY, bold, align: HPos::Left, color: solid(color) };
    let mut name = |text: &str, look: Look, at: &dyn Fn(f64) -> Vec<(f64, f64)>, drawn: &[(f64, f64)]| {
        let width = pen.text_width(text, look)?;
        plot.name(text, look, &at(width), drawn, &mut taken)
    };
    if let Some(at) = tradeoff.present {
        let text = &tradeoff.points[at].label;
        name(text, look(true, theme.accent), &|width| around_point(places[at], LARGE, width), &drawn)?;
    }
    if let Some((y, text)) = target {
        let ends =
            |width: f64| [right - 4.0 - width, left + 6.0].into_iter().flat_map(|x| [(x, y - 8.0), (x, y + 8.0)]);
        name(text, look(false, theme.near), &|width| ends(width).collect(), &drawn)?;
        drawn.extend(along(&[(left, y), (right, y)]));
    }
    if let Some(baseline) = baseline {
        name(words::BASELINE, look(false, theme.ink_2), &|width| around_point(baseline, RING, width), &drawn)?;
    }
    let mut order = in_order(tradeoff);
    // The last after the first.
    if order.len() > 2 {
        order[1..].rotate_right(1);
    }
    for at in order.into_iter().filter(|&at| tradeoff.present != Some(at)) {
        let text = &tradeoff.points[at].label;
        name(text, look(false, theme.ink_2), &|width| around_point(places[at], SMALL, width), &drawn)?;
    }
    Ok(())
}

/// Places on a line, close enough that no label fits between them.
fn along(line: &[(f64, f64)]) -> Vec<(f64, f64)> {
    let between = |pair: &[(f64, f64)]| {
        let [(x0, y0), (x1, y1)] = [pair[0], pair[1]];
        let steps = libm::ceil(libm::hypot(x1 - x0, y1 - y0) / LINE_STEP).max(1.0) as u32;
        (0..steps)
            .map(move |step| f64::from(step) / f64::from(steps))
            .map(move |t| (x0 + (x1 - x0) * t, y0 + (y1 - y0) * t))
    };
    line.windows(2).flat_map(between).chain(line.last().copied()).collect()
}

/// The rim of a large point.
fn rim((x, y): (f64, f64)) -> [(f64, f64); 4] {
    [(x - RING, y), (x + RING, y), (x, y - RING), (x, y + RING)]
}

/// Possible places of a label beside a point, left end and middle line: beside it, and above and below.
fn around_point((x, y): (f64, f64), radius: f64, width: f64) -> Vec<(f64, f64)> {
    let gap = radius + 6.0;
    let (left, middle, right) = (x - gap - width, x - width / 2.0, x + gap);
    let (above, below) = (y - radius - 9.0, y + radius + 9.0);
    vec![
        (right, above),
        (left, below),
        (right, y),
        (left, y),
        (right, below),
        (left, above),
        (middle, above),
        (middle, below),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(up: &Upwards) -> Vec<&str> {
        up.ticks.iter().map(|(_, text)| text.as_str()).collect()
    }

    #[test]
    fn a_logarithmic_axis_begins_below_all_values_and_has_zeros_there() {
        let up = Upwards::log([0.014, 3.1].into_iter());
        assert_eq!(texts(&up), ["0.01", "0.1", "1"]);
        assert!((up.at(0.01) - up.range.start).abs() < 1e-9 && up.at(3.1) < up.range.end);
        let up = Upwards::log([0.1, 0.0].into_iter());
        assert_eq!((texts(&up), up.at(0.0)), (vec!["0", "0.02", "0.05", "0.1"], up.range.start));
        assert_eq!(texts(&Upwards::log([40.0, 90.0].into_iter())), ["10", "20", "50", "100"]);
        assert_eq!(texts(&Upwards::log([0.0].into_iter())), ["0", "0.2", "0.5", "1"]);
    }

    #[test]
    fn a_linear_axis_is_close_to_its_values() {
        let up = Upwards::linear([58.0, 85.0].into_iter());
        assert_eq!(texts(&up), ["60", "70", "80"]);
        assert_eq!(around([].into_iter()), 0.0..1.0);
        assert_eq!(around([5.0, 5.0].into_iter()), 4.5..5.5);
        assert_eq!(around([0.0, 100.0].into_iter()), 0.0..110.0);
    }

    #[test]
    fn contents_that_cannot_be_drawn_are_named() {
        let point = |x, y| TradeoffPoint { x, y, label: String::new() };
        let good = Tradeoff { points: vec![point(1.0, 2.0), point(2.0, 0.0)], present: Some(1), ..Tradeoff::default() };
        assert_eq!(good.check(), Ok(()));
        let bad = Tradeoff { points: vec![point(1.0, 2.0), point(2.0, f64::NAN)], ..good.clone() };
        assert_eq!(bad.check().unwrap_err().to_string(), "points[1].y is no finite number");
        let bad = Tradeoff { baseline: Some(TradeoffBaseline { x: f64::INFINITY, y: 0.0 }), ..good.clone() };
        assert_eq!(bad.check().unwrap_err().to_string(), "baseline.x is no finite number");
        let bad = Tradeoff { present: Some(2), ..good };
        assert_eq!(bad.check().unwrap_err().to_string(), "present: there is no point 2, only 2 from 0 on");
    }
}
