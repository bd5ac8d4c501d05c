//! What several policies reach: a shorter wait against better matches, with one constant of each varied.

use super::{SMALL, TradeoffError, TradeoffPoint, along, around, around_point, with_unit};
use crate::Theme;
use crate::pen::{BODY, Failure, Look, Pen, Sheet, solid};
use crate::plot::{Axes, Margins, Plot, Spot, round_ticks};
use plotters::coord::Shift;
use plotters::prelude::{DrawingArea, DrawingBackend};
use plotters::style::text_anchor::HPos;
use plotters::style::{Color, RGBColor};

const MARGINS: Margins = Margins { left: 54.0, right: 14.0 };
/// Radius of the present point, CSS pixels.
const LARGE: f64 = 5.5;

/// The days of a policy.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "tsify", derive(serde::Deserialize, tsify::Tsify), tsify(missing_as_null))]
pub struct FrontierPolicy {
    /// Its name.
    pub name: String,
    /// Its days, in any order; the labels are the values of its constant.
    pub points: Vec<TradeoffPoint>,
    /// The position of the day that is on screen.
    pub present: Option<usize>,
    /// Whether it is the first one, with which the others are compared.
    pub is_first: bool,
}

/// The contents of the chart. Less is better to the right, more upwards.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "tsify", derive(serde::Deserialize, tsify::Tsify))]
pub struct Frontier {
    /// The policies.
    pub policies: Vec<FrontierPolicy>,
    /// The unit to the right, with `{}` for the number: `{} s`.
    pub x_unit: String,
    /// The unit upwards, with `{}` for the number: `{} %`.
    pub y_unit: String,
}

/// Where the parts of the chart are.
#[derive(Clone, Debug, PartialEq)]
pub struct FrontierPlaces {
    /// The plot.
    pub axes: Axes,
    /// The points of each policy, in the order of the contents.
    pub points: Vec<Vec<Spot>>,
}

impl Frontier {
    /// Checks that the contents can be drawn.
    ///
    /// # Errors
    /// The first value that is no finite number, or a present point that does not exist.
    pub fn check(&self) -> Result<(), TradeoffError> {
        for (at, policy) in self.policies.iter().enumerate() {
            for (number, point) in policy.points.iter().enumerate() {
                if !point.x.is_finite() || !point.y.is_finite() {
                    return Err(TradeoffError::Number(format!("policies[{at}].points[{number}]")));
                }
            }
            let points = policy.points.len();
            if let Some(present) = policy.present.filter(|&present| present >= points) {
                return Err(TradeoffError::Present { present, points });
            }
        }
        Ok(())
    }

    fn points(&self) -> impl Iterator<Item = &TradeoffPoint> {
        self.policies.iter().flat_map(|policy| &policy.points)
    }

    /// Whether another day is at least as good in both, and better in one.
    fn is_dominated(&self, point: &TradeoffPoint) -> bool {
        let is_better = |other: &TradeoffPoint| {
            other.x <= point.x && other.y >= point.y && (other.x < point.x || other.y > point.y)
        };
        self.points().any(is_better)
    }
}

/// Draws the policies: days that no other day beats are connected, the others are grey.
///
/// # Errors
/// Errors of the backend.
pub fn draw<DB: DrawingBackend>(
    root: &DrawingArea<DB, Shift>,
    theme: &Theme,
    sheet: Sheet,
    frontier: &Frontier,
) -> Result<FrontierPlaces, Failure<DB>> {
    let pen = Pen::new(root, theme, sheet);
    let up = around(frontier.points().map(|point| point.y));
    let right = around(frontier.points().map(|point| point.x));
    let (mut upwards, mut below) = (round_ticks(up.start, up.end, ""), round_ticks(right.start, right.end, ""));
    with_unit(&mut upwards, &frontier.y_unit);
    with_unit(&mut below, &frontier.x_unit);
    let plot = Plot::new(&pen, right, up, MARGINS, &upwards, &[])?;
    let Axes { left, right, bottom, .. } = plot.axes;
    plot.ticks(&upwards)?;
    pen.horizontal(left, right, bottom, solid(theme.line))?;
    plot.ticks_below(&below)?;
    let place = |point: &TradeoffPoint| plot.place((point.x, point.y));
    let mut drawn: Vec<(f64, f64)> = Vec::new();
    for policy in &frontier.policies {
        let line: Vec<_> = best(frontier, policy).into_iter().map(place).collect();
        if policy.is_first {
            pen.dashed(&line, pen.stroke(solid(theme.ink), 1.4), 4.0, 3.0)?;
        } else {
            pen.line(&line, solid(color(theme, policy)), 1.6)?;
        }
        drawn.extend(along(&line));
    }
    for policy in &frontier.policies {
        for (at, point) in policy.points.iter().enumerate() {
            let (spot, is_present) = (place(point), policy.present == Some(at));
            let grey = frontier.is_dominated(point);
            let ink = if grey { theme.ink_3 } else { color(theme, policy) };
            pen.disc(spot, if is_present { LARGE + 1.0 } else { SMALL }, solid(theme.bg))?;
            if is_present {
                pen.disc(spot, LARGE, solid(ink))?;
            } else {
                pen.ring(spot, SMALL, pen.stroke(solid(ink), 1.5))?;
            }
            drawn.push(spot);
        }
    }
    draw_names(&plot, frontier, &drawn)?;
    let spots = |policy: &FrontierPolicy| policy.points.iter().map(|point| Spot::from(place(point))).collect();
    Ok(FrontierPlaces { axes: plot.axes, points: frontier.policies.iter().map(spots).collect() })
}

/// The days of a policy that no day beats, from left to right.
fn best<'a>(frontier: &Frontier, policy: &'a FrontierPolicy) -> Vec<&'a TradeoffPoint> {
    let mut points: Vec<_> = policy.points.iter().filter(|point| !frontier.is_dominated(point)).collect();
    points.sort_by(|a, b| a.x.total_cmp(&b.x));
    points
}

fn color(theme: &Theme, policy: &FrontierPolicy) -> RGBColor {
    if policy.is_first {
        theme.ink
    } else if policy.present.is_some() {
        theme.accent
    } else {
        theme.playing
    }
}

/// Names the present days and the policies, each at its best day to the right; what would cover something is left out.
fn draw_names<DB: DrawingBackend>(
    plot: &Plot<'_, DB>,
    frontier: &Frontier,
    drawn: &[(f64, f64)],
) -> Result<(), Failure<DB>> {
    let (pen, theme) = (plot.pen, plot.pen.theme);
    let mut taken = Vec::new();
    let mut name = |text: &str, bold, ink: RGBColor, point: &TradeoffPoint, radius| {
        let look = Look { size: BODY, bold, align: HPos::Left, color: ink.to_rgba() };
        let width = pen.text_width(text, look)?;
        let spot = plot.place((point.x, point.y));
        plot.name(text, look, &around_point(spot, radius, width), drawn, &mut taken).map(drop)
    };
    for policy in &frontier.policies {
        if let Some(point) = policy.present.map(|at| &policy.points[at]) {
            name(&format!("{} {}", policy.name, point.label), true, color(theme, policy), point, LARGE)?;
        }
    }
    for policy in frontier.policies.iter().filter(|policy| policy.present.is_none()) {
        let shown = best(frontier, policy);
        if let Some(point) = shown.last().copied().or(policy.points.last()) {
            name(&policy.name, false, color(theme, policy), point, SMALL)?;
        }
    }
    for policy in &frontier.policies {
        for (_, point) in policy.points.iter().enumerate().filter(|&(at, _)| policy.present != Some(at)) {
            let ink = if frontier.is_dominated(point) { theme.ink_3 } else { theme.ink_2 };
            name(&point.label, false, ink, point, SMALL)?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn policy(name: &str, points: &[(f64, f64)]) -> FrontierPolicy {
        let point = |&(x, y): &(f64, f64)| TradeoffPoint { x, y, label: format!("{x}") };
        FrontierPolicy { name: name.into(), points: points.iter().map(point).collect(), ..FrontierPolicy::default() }
    }

    #[test]
    fn a_day_is_dominated_by_one_that_is_as_good_in_both_and_better_in_one() {
        let policies =
            vec![policy("a", &[(4.0, 80.0), (2.0, 70.0)]), policy("b", &[(4.0, 79.0), (3.0, 80.0), (9.0, 99.0)])];
        let frontier = Frontier { policies, ..Frontier::default() };
        let dominated: Vec<bool> = frontier.points().map(|point| frontier.is_dominated(point)).collect();
        assert_eq!(dominated, [true, false, true, false, false]);
        let best: Vec<f64> = best(&frontier, &frontier.policies[1]).iter().map(|point| point.x).collect();
        assert_eq!(best, [3.0, 9.0]);
    }

    #[test]
    fn contents_that_cannot_be_drawn_are_named() {
        let mut frontier = Frontier { policies: vec![policy("a", &[(1.0, 2.0)])], ..Frontier::default() };
        assert_eq!(frontier.check(), Ok(()));
        frontier.policies[0].present = Some(1);
        assert_eq!(frontier.check().unwrap_err().to_string(), "present: there is no point 1, only 1 from 0 on");
        frontier.policies[0].points[0].y = f64::NAN;
        assert_eq!(frontier.check().unwrap_err().to_string(), "policies[0].points[0] is no finite number");
    }
}
