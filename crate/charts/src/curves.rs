//! Lines of one figure against another, named at their ends.

use crate::Theme;
use crate::label::Label;
use crate::pen::{Failure, Pen, Sheet, solid};
use crate::plot::{Axes, Margins, Plot, round_ticks};
use plotters::coord::Shift;
use plotters::prelude::{DrawingArea, DrawingBackend};
use plotters::style::RGBColor;
use thiserror::Error;

const MARGINS: Margins = Margins { left: 54.0, right: 96.0 };
/// The axes reach at least this far.
const LEAST: f64 = 1.0;

/// A line.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "tsify", derive(serde::Deserialize, tsify::Tsify))]
pub struct Curve {
    /// Its name.
    pub name: String,
    /// Pairs of x and y, from left to right.
    pub points: Vec<(f64, f64)>,
    /// Whether the others are compared with it: it is dashed, in the colour of text.
    pub is_reference: bool,
}

/// The contents of the chart.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "tsify", derive(serde::Deserialize, tsify::Tsify))]
pub struct Curves {
    /// The lines.
    pub lines: Vec<Curve>,
    /// The unit to the right: `s`.
    pub x_unit: String,
    /// The unit upwards: `%`.
    pub y_unit: String,
}

/// A number that cannot be drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("lines[{line}].points[{point}] is no finite number")]
pub struct CurveError {
    line: usize,
    point: usize,
}

impl Curves {
    /// Checks that the contents can be drawn.
    ///
    /// # Errors
    /// The first value that is no finite number.
    pub fn check(&self) -> Result<(), CurveError> {
        for (line, curve) in self.lines.iter().enumerate() {
            let bad = curve.points.iter().position(|(x, y)| !x.is_finite() || !y.is_finite());
            if let Some(point) = bad {
                return Err(CurveError { line, point });
            }
        }
        Ok(())
    }

    /// The highest value of a coordinate.
    fn most(&self, of: impl Fn(&(f64, f64)) -> f64) -> f64 {
        self.lines.iter().flat_map(|line| &line.points).map(of).fold(LEAST, f64::max)
    }
}

/// Draws the lines; both axes begin at 0. Returns the plot.
///
/// # Errors
/// Errors of the backend.
pub fn draw<DB: DrawingBackend>(
    root: &DrawingArea<DB, Shift>,
    theme: &Theme,
    sheet: Sheet,
    curves: &Curves,
) -> Result<Axes, Failure<DB>> {
    let pen = Pen::new(root, theme, sheet);
    let (right, top) = (curves.most(|point| point.0), curves.most(|point| point.1) * 1.05);
    let (upwards, below) = (round_ticks(0.0, top, &curves.y_unit), round_ticks(0.0, right, &curves.x_unit));
    let labels = labels(theme, curves);
    let plot = Plot::new(&pen, 0.0..right, 0.0..top, MARGINS, &upwards, &labels)?;
    plot.ticks(&upwards)?;
    pen.horizontal(plot.axes.left, plot.axes.right, plot.axes.bottom, solid(theme.line))?;
    plot.ticks_below(&below)?;
    for (curve, color) in curves.lines.iter().zip(colors(theme, curves)) {
        let line: Vec<_> = curve.points.iter().map(|&point| plot.place(point)).collect();
        if curve.is_reference {
            pen.dashed(&line, pen.stroke(solid(color), 1.4), 4.0, 3.0)?;
        } else {
            pen.line(&line, solid(color), 1.8)?;
        }
    }
    plot.end_labels(labels)?;
    Ok(plot.axes)
}

/// The newest line stands out.
fn colors<'a>(theme: &'a Theme, curves: &'a Curves) -> impl Iterator<Item = RGBColor> + 'a {
    let last = curves.lines.len().saturating_sub(1);
    curves.lines.iter().enumerate().map(move |(at, curve)| match () {
        () if curve.is_reference => theme.ink,
        () if at == last => theme.accent,
        () => theme.playing,
    })
}

fn labels(theme: &Theme, curves: &Curves) -> Vec<Label<RGBColor>> {
    let ends = curves.lines.iter().zip(colors(theme, curves));
    let label = |(curve, color): (&Curve, RGBColor)| {
        let &(_, y) = curve.points.last()?;
        Some(Label { text: curve.name.clone(), series: None, color, y })
    };
    ends.filter_map(label).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn contents_that_cannot_be_drawn_are_named() {
        let curve = |points: &[(f64, f64)]| Curve { points: points.to_vec(), ..Curve::default() };
        let mut curves =
            Curves { lines: vec![curve(&[(0.0, 1.0)]), curve(&[(0.0, 1.0), (2.0, 3.0)])], ..Curves::default() };
        assert_eq!(curves.check(), Ok(()));
        assert_eq!((curves.most(|point| point.0), curves.most(|point| point.1)), (2.0, 3.0));
        curves.lines[1].points[1].0 = f64::INFINITY;
        assert_eq!(curves.check().unwrap_err().to_string(), "lines[1].points[1] is no finite number");
    }
}
