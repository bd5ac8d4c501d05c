//! Lines over the days, with smaller lines and areas below them on the same time axis.

use crate::Theme;
use crate::frame::View;
use crate::label::Label;
use crate::pen::{Failure, Pen, Sheet, solid};
use crate::plot::{Axes, Margins, Places, Plot, round_ticks};
use crate::series::Point;
use plotters::coord::Shift;
use plotters::prelude::{DrawingArea, DrawingBackend};
use plotters::style::{Color, RGBColor};

const MARGINS: Margins = Margins { left: 54.0, right: 116.0 };
/// Height of the lower part, CSS pixels.
const BELOW: f64 = 34.0;
const GAP: f64 = 12.0;
/// Least width of a line that is shown alone, CSS pixels.
const LEAST_WIDTH: f64 = 1.6;
/// The axes reach at least this value.
const LEAST: f64 = 1.0;

/// A line with one value per minute.
pub struct Line<'a> {
    /// Its name: that of the series.
    pub name: &'static str,
    /// Colour of the line and of its label.
    pub color: RGBColor,
    /// Width, CSS pixels.
    pub width: f64,
    /// One value per minute; `None` if there is nothing to average.
    pub values: Vec<Option<f64>>,
    /// The label at its end, from name and value.
    pub text: &'a dyn Fn(&str, f64) -> String,
}

impl Line<'_> {
    fn points(&self, view: View, columns: usize) -> Vec<Point> {
        let minutes = view.recorded(self.values.len());
        let step = (minutes.len() / columns.max(1)).max(1);
        let middle = |minute: usize| self.values[minute].map(|value| (minute as f64 + 0.5, value));
        minutes.step_by(step).filter_map(middle).collect()
    }

    /// The values in view.
    fn shown(&self, view: View) -> impl DoubleEndedIterator<Item = f64> {
        let minutes = view.recorded(self.values.len());
        self.values[minutes].iter().flatten().copied()
    }

    fn most(&self, view: View) -> f64 {
        self.shown(view).fold(0.0, f64::max)
    }

    fn least(&self, view: View) -> f64 {
        self.shown(view).fold(0.0, f64::min)
    }

    fn label(&self, view: View) -> Option<Label<RGBColor>> {
        let last = self.shown(view).next_back();
        last.map(|y| Label { text: (self.text)(self.name, y), series: Some(self.name), color: self.color, y })
    }
}

/// The contents of a chart of lines.
pub struct Lines<'a> {
    /// Lines, the most important first.
    pub above: Vec<Line<'a>>,
    /// Their unit, written at the highest tick.
    pub unit: &'a str,
    /// Lower part: the first as an area, the others as lines over it; empty for no lower part.
    pub below: Vec<Line<'a>>,
    /// The unit of the lower part.
    pub unit_below: &'a str,
}

impl Lines<'_> {
    /// The lines in view. One that is shown alone has the upper part for itself.
    fn shown(mut self, view: View) -> Self {
        let Some(only) = view.only() else { return self };
        if self.below.iter().any(|line| line.name == only) {
            (self.above, self.unit) = (std::mem::take(&mut self.below), self.unit_below);
        }
        self.below.clear();
        self.above.retain(|line| line.name == only);
        self.above.iter_mut().for_each(|line| line.width = line.width.max(LEAST_WIDTH));
        self
    }
}

/// Draws lines over the days. The time axis is in seconds. The vertical axis is that of the lines, or 0 to
/// 1 if there is a lower part.
///
/// # Errors
/// Errors of the backend.
pub fn draw<DB: DrawingBackend>(
    root: &DrawingArea<DB, Shift>,
    theme: &Theme,
    sheet: Sheet,
    view: View,
    lines: Lines<'_>,
) -> Result<Places, Failure<DB>> {
    let pen = Pen::new(root, theme, sheet);
    let lines = lines.shown(view);
    let top = lines.above.iter().map(|line| line.most(view)).fold(LEAST, f64::max) * 1.1;
    let bottom = lines.above.iter().map(|line| line.least(view)).fold(0.0, f64::min) * 1.1;
    let ticks = round_ticks(bottom, top, lines.unit);
    let [upper, lower] =
        [&lines.above, &lines.below].map(|lines| lines.iter().filter_map(|line| line.label(view)).collect::<Vec<_>>());
    let labels = [upper.clone(), lower.clone()].concat();
    let whole = Plot::new(&pen, view.range(), 0.0..1.0, MARGINS, &ticks, &labels)?;
    let range = bottom..top;
    let Axes { top: highest, bottom, .. } = whole.axes;
    let split = pen.snap(bottom - BELOW.min((bottom - highest) * 0.35));
    let lowest = if lines.below.is_empty() { bottom } else { (split - GAP).max(highest + 1.0) };
    let above = whole.part(highest, lowest, range);
    above.ticks(&ticks)?;
    whole.time_axis(view)?;
    for line in &lines.above {
        above.line(line.points(view, above.columns()), solid(line.color), line.width)?;
    }
    let mut places = Places::over_time(above.axes, above.end_labels(upper)?);
    if let Some((area, over)) = lines.below.split_first() {
        let most = lines.below.iter().map(|line| line.most(view)).fold(LEAST, f64::max);
        let below = whole.part(split, bottom, 0.0..most);
        pen.horizontal(below.axes.left, below.axes.right, bottom, solid(theme.line))?;
        let points = area.points(view, below.columns());
        if let (Some(first), Some(last)) = (points.first(), points.last()) {
            below.band(&points, &[(first.0, 0.0), (last.0, 0.0)], area.color.mix(0.8))?;
        }
        for line in over {
            below.line(line.points(view, below.columns()), solid(line.color), line.width)?;
        }
        places.axes = whole.axes.in_seconds();
        places.ends.extend(below.end_labels(lower)?);
    }
    Ok(places)
}
