//! The frame of every chart.

use crate::frame::View;
use crate::label::{Area, Label, roomiest, spread, touch};
use crate::number::{MINUS, decimals, round_step, short, whole};
use crate::pen::{AXIS, BODY, Failure, Look, Pen, solid};
use crate::series::clip;
use matchday_base::ShownDays;
use matchday_base::calendar::WEEKDAYS;
use matchday_base::time::{DAY_S, MINUTE_S};
use plotters::coord::cartesian::Cartesian2d;
use plotters::coord::types::RangedCoordf64;
use plotters::element::{DashedPathElement, PathElement, Polygon};
use plotters::prelude::{DrawingArea, DrawingBackend};
use plotters::style::text_anchor::HPos;
use plotters::style::{Color, RGBAColor, RGBColor};
use std::ops::Range;

/// The place of a plot, CSS pixels, and the data at its edges.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "tsify", derive(serde::Serialize, tsify::Tsify))]
pub struct Axes {
    /// Left edge.
    pub left: f64,
    /// Right edge.
    pub right: f64,
    /// Upper edge.
    pub top: f64,
    /// Lower edge.
    pub bottom: f64,
    /// Data at the left edge: seconds since the first shown midnight, or the replay rate.
    pub x0: f64,
    /// Data at the right edge.
    pub x1: f64,
    /// Data at the lower edge; on a logarithmic axis its logarithm to base 2.
    pub y0: f64,
    /// Data at the upper edge.
    pub y1: f64,
}

/// A place on a drawing, CSS pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "tsify", derive(serde::Serialize, tsify::Tsify))]
pub struct Spot {
    /// From the left.
    pub x: f64,
    /// From the top.
    pub y: f64,
}

impl From<(f64, f64)> for Spot {
    fn from((x, y): (f64, f64)) -> Self {
        Self { x, y }
    }
}

/// Where the label at the end of a series is.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "tsify", derive(serde::Serialize, tsify::Tsify))]
pub struct End {
    /// The name of the series, as `only` of a frame takes it.
    pub series: &'static str,
    /// The middle of the label, CSS pixels.
    pub y: f64,
}

/// Where the parts of a chart are that the page lets people point at, press or drag.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "tsify", derive(serde::Serialize, tsify::Tsify), tsify(missing_as_null))]
pub struct Places {
    /// The plot.
    pub axes: Axes,
    /// The labels of series that can be shown alone, from the top down. A label without room is not drawn, and not here.
    pub ends: Vec<End>,
    /// The point at the present replay rate; `None` in other charts, and without a value there.
    pub present: Option<Spot>,
}

impl Places {
    /// The places of a chart over time, whose data are drawn in minutes: callers read time in seconds.
    pub(crate) fn over_time(axes: Axes, ends: Vec<End>) -> Self {
        Self { axes: axes.in_seconds(), ends, present: None }
    }
}

/// A chart of which only the plot is pointed at.
impl From<Axes> for Places {
    fn from(axes: Axes) -> Self {
        Self { axes, ..Self::default() }
    }
}

impl Axes {
    /// The same axes in seconds, for data drawn in minutes.
    pub(crate) fn in_seconds(self) -> Self {
        Self { x0: self.x0 * 60.0, x1: self.x1 * 60.0, ..self }
    }
}

/// Margins around a plot, CSS pixels. All charts share them, so their time axes line up. A plot takes more if
/// its font is wider than usual.
#[derive(Clone, Copy, Debug)]
pub struct Margins {
    /// Room for the numbers of the ticks.
    pub left: f64,
    /// Room for the labels at the ends of lines.
    pub right: f64,
}

const TOP: f64 = 14.0;
const BOTTOM: f64 = 18.0;
const END_GAP: f64 = 8.0;
/// Least gap between two weekdays, CSS pixels.
const DAY_GAP: f64 = 6.0;
/// Below this width in CSS pixels, hours have no minutes and the plot has no words.
const NARROW: f64 = 260.0;
/// Steps between the times of a part of the days, minutes: parts of an hour or a day, and whole days and weeks.
const TIME_STEPS_MIN: [u32; 15] = [1, 2, 5, 10, 15, 30, 60, 120, 180, 360, 720, 1_440, 2_880, 10_080, 20_160];
const LONGEST_STEP_MIN: u32 = 40_320;
/// Least gap between two of these times, CSS pixels.
const TIME_GAP: f64 = 22.0;

/// A tick on the vertical axis: value and text.
pub type Tick = (f64, String);

type Ranges = Cartesian2d<RangedCoordf64, RangedCoordf64>;

/// A plot with its coordinate system.
pub struct Plot<'a, DB: DrawingBackend> {
    /// The pen for everything placed in CSS pixels.
    pub pen: &'a Pen<'a, DB>,
    /// Its place and range; `x0` and `x1` are in the units of the drawn data.
    pub axes: Axes,
    area: DrawingArea<DB, Ranges>,
}

impl<'a, DB: DrawingBackend> Plot<'a, DB> {
    /// A plot of these ranges between the margins. Wide ticks and labels widen the margins.
    pub fn new(
        pen: &'a Pen<'a, DB>,
        x: Range<f64>,
        y: Range<f64>,
        margins: Margins,
        ticks: &[Tick],
        labels: &[Label<RGBColor>],
    ) -> Result<Self, Failure<DB>> {
        let mut left = margins.left;
        for (_, text) in ticks {
            left = left.max(pen.text_width(text, axis_look(pen))? + END_GAP + 4.0);
        }
        let mut right = margins.right;
        for label in labels {
            right = right.max(pen.text_width(&label.text, end_look(solid(label.color)))? + END_GAP + 2.0);
        }
        let axes = Axes {
            left: pen.snap(left),
            right: pen.snap((pen.sheet.width - right).max(left + 1.0)),
            top: TOP,
            bottom: pen.snap((pen.sheet.height - BOTTOM).max(TOP + 1.0)),
            x0: x.start,
            x1: x.end,
            y0: y.start,
            y1: y.end,
        };
        Ok(Self { pen, axes, area: Self::area(pen, axes) })
    }

    /// The same plot with another vertical range in a part of its height.
    pub fn part(&self, top: f64, bottom: f64, y: Range<f64>) -> Self {
        let axes = Axes { top, bottom, y0: y.start, y1: y.end, ..self.axes };
        Self { pen: self.pen, axes, area: Self::area(self.pen, axes) }
    }

    fn area(pen: &Pen<'a, DB>, axes: Axes) -> DrawingArea<DB, Ranges> {
        let [left, right, top, bottom] =
            [axes.left, axes.right, axes.top, axes.bottom].map(|css| pen.units(css).round() as i32);
        let ranges = Cartesian2d::new(axes.x0..axes.x1, axes.y0..axes.y1, (left..right, bottom..top));
        pen.root.clone().shrink((left, top), (right - left, bottom - top)).apply_coord_spec(ranges)
    }

    /// Whether the plot is too narrow for words.
    pub fn is_narrow(&self) -> bool {
        self.axes.right - self.axes.left < NARROW
    }

    /// Number of pixel columns: more points cannot be told apart.
    pub fn columns(&self) -> usize {
        (self.axes.right - self.axes.left).max(1.0) as usize
    }

    /// The place of data, CSS pixels.
    pub fn place(&self, point: (f64, f64)) -> (f64, f64) {
        let (x, y) = self.area.map_coordinate(&point);
        let unit = self.pen.units(1.0);
        (f64::from(x) / unit, f64::from(y) / unit)
    }

    /// A line through data, as far as it is in the plot from left to right.
    pub fn line(&self, points: Vec<(f64, f64)>, color: RGBAColor, width: f64) -> Result<(), Failure<DB>> {
        self.area.draw(&PathElement::new(self.clip(points), self.pen.stroke(color, width)))
    }

    fn clip(&self, points: Vec<(f64, f64)>) -> Vec<(f64, f64)> {
        clip(points, self.axes.x0, self.axes.x1)
    }

    /// The baseline run: a dashed line.
    pub fn baseline(&self, points: Vec<(f64, f64)>) -> Result<(), Failure<DB>> {
        let stroke = self.pen.stroke(self.pen.theme.ink.mix(0.72), 1.1);
        let [dash, gap] = [4.0, 3.0].map(|length| self.pen.units(length).round() as i32);
        self.area.draw(&DashedPathElement::new(self.clip(points), dash, gap, stroke))
    }

    /// The area between two lines, as far as they are in the plot from left to right.
    pub fn band(&self, upper: &[(f64, f64)], lower: &[(f64, f64)], color: RGBAColor) -> Result<(), Failure<DB>> {
        let [upper, lower] = [upper, lower].map(|line| self.clip(line.to_vec()));
        let outline: Vec<_> = upper.into_iter().chain(lower.into_iter().rev()).collect();
        // Out of view, or not recorded.
        if outline.is_empty() {
            return Ok(());
        }
        self.area.draw(&Polygon::new(outline, color))
    }

    /// Draws the grid and numbers of the vertical axis; the lowest line is the axis itself.
    pub fn ticks(&self, ticks: &[Tick]) -> Result<(), Failure<DB>> {
        let (pen, theme) = (self.pen, self.pen.theme);
        for (at, (value, text)) in ticks.iter().enumerate() {
            let (_, y) = self.place((self.axes.x0, *value));
            let color = if at == 0 { theme.line } else { theme.line_soft };
            pen.horizontal(self.axes.left, self.axes.right, y, solid(color))?;
            pen.text(text, (self.axes.left - END_GAP, y), axis_look(pen))?;
        }
        Ok(())
    }

    /// Draws the names of rows at the left, from the lowest up; skips names that would overlap.
    pub fn row_names(&self, rows: &[Tick]) -> Result<(), Failure<DB>> {
        let mut free = f64::INFINITY;
        for (value, text) in rows {
            let (_, y) = self.place((0.0, *value));
            if y + 7.0 <= free {
                self.pen.text(text, (self.axes.left - END_GAP, y), axis_look(self.pen))?;
                free = y - 7.0;
            }
        }
        Ok(())
    }

    /// Draws texts under the plot at these middles, CSS pixels: the first, the last, and those between that
    /// do not overlap.
    pub fn below(&self, mut places: Vec<(f64, &str)>) -> Result<(), Failure<DB>> {
        let pen = self.pen;
        places.sort_by(|a, b| a.0.total_cmp(&b.0));
        let y = pen.sheet.height - AXIS / 2.0;
        let look = Look { align: HPos::Center, ..axis_look(pen) };
        let mut boxes = Vec::with_capacity(places.len());
        for (x, text) in places {
            let half = pen.text_width(text, look)? / 2.0;
            // Outer texts move inwards if they would leave the picture.
            let x = x.clamp(half, (pen.sheet.width - half).max(half));
            boxes.push((x - half - 5.0, x + half + 5.0, x, text));
        }
        let last = boxes.pop();
        let mut end = f64::NEG_INFINITY;
        let limit = last.map_or(f64::INFINITY, |(left, ..)| left);
        for (left, right, x, text) in boxes {
            if left >= end && right <= limit {
                pen.text(text, (x, y), look)?;
                end = right;
            }
        }
        last.map_or(Ok(()), |(_, _, x, text)| pen.text(text, (x, y), look))
    }

    /// Numbers under the plot, at their values.
    pub fn ticks_below(&self, ticks: &[Tick]) -> Result<(), Failure<DB>> {
        self.below(ticks.iter().map(|(value, text)| (self.place((*value, self.axes.y0)).0, text.as_str())).collect())
    }

    /// Hours of one day, or the weekdays of several; of a part of them, times at round steps.
    pub fn time_axis(&self, view: View) -> Result<(), Failure<DB>> {
        match view.days {
            days if view.is_part() => self.part_axis(days),
            ShownDays { count: 1, .. } => self.hour_axis(),
            days => self.weekday_axis(days),
        }
    }

    /// Times at round steps that leave room between them, with vertical lines.
    fn part_axis(&self, days: ShownDays) -> Result<(), Failure<DB>> {
        let Axes { left, right, top, bottom, x0, x1, .. } = self.axes;
        let clock = |minute: u32| match days.count {
            1 if minute * MINUTE_S == DAY_S => "24:00".to_owned(),
            _ => days.clock(minute * MINUTE_S),
        };
        let widest = self.pen.text_width(&clock(x1 as u32), axis_look(self.pen))?;
        let least = (widest + TIME_GAP) * (x1 - x0) / (right - left);
        let step = TIME_STEPS_MIN.into_iter().find(|&step| f64::from(step) >= least).unwrap_or(LONGEST_STEP_MIN);
        let first = libm::ceil(x0 / f64::from(step)) as u32;
        let look = Look { align: HPos::Center, ..axis_look(self.pen) };
        for minute in (first..).map(|at| at * step).take_while(|&minute| f64::from(minute) <= x1) {
            let (x, _) = self.place((minute.into(), self.axes.y0));
            self.pen.vertical(x, top, bottom + 4.0, solid(self.pen.theme.line_soft))?;
            self.pen.text(&clock(minute), (x, self.axis_y()), look)?;
        }
        Ok(())
    }

    /// The weekdays, with vertical lines between them.
    fn weekday_axis(&self, days: ShownDays) -> Result<(), Failure<DB>> {
        let Axes { left, right, top, bottom, .. } = self.axes;
        let look = Look { align: HPos::Center, ..axis_look(self.pen) };
        let width = (right - left) / f64::from(days.count);
        for day in (0..days.count).step_by(self.day_step(width)?) {
            let x = left + width * f64::from(day);
            if day > 0 {
                self.pen.vertical(x, top, bottom + 4.0, solid(self.pen.theme.line_soft))?;
            }
            self.pen.text(days.weekday(day), (x + width / 2.0, self.axis_y()), look)?;
        }
        Ok(())
    }

    /// Hours of one day.
    pub fn hour_axis(&self) -> Result<(), Failure<DB>> {
        let Axes { left, right, .. } = self.axes;
        for hour in [0_u32, 6, 12, 18, 24] {
            let align = [HPos::Left, HPos::Center, HPos::Right][usize::from(hour > 0) + usize::from(hour == 24)];
            let text = format!("{hour:02}{}", if self.is_narrow() { "" } else { ":00" });
            let x = left + (right - left) * f64::from(hour) / 24.0;
            self.pen.text(&text, (x, self.axis_y()), Look { align, ..axis_look(self.pen) })?;
        }
        Ok(())
    }

    /// The middle line of the texts under the plot.
    fn axis_y(&self) -> f64 {
        self.pen.sheet.height - AXIS / 2.0
    }

    /// The number of days between weekday names that fit; a day is `day` CSS pixels wide.
    fn day_step(&self, day: f64) -> Result<usize, Failure<DB>> {
        let mut widest: f64 = 0.0;
        for name in WEEKDAYS {
            widest = widest.max(self.pen.text_width(name, axis_look(self.pen))?);
        }
        let fits = |step: &usize| widest + DAY_GAP <= day * *step as f64;
        // Whole weeks only, so that the same weekdays are named.
        Ok([1, 2, 7, 14].into_iter().find(fits).unwrap_or(28))
    }

    /// Writes a name at the place (left end and middle line) farthest from the drawn points that overlaps no
    /// other name. Skips it if every place would cover something.
    pub fn name(
        &self,
        text: &str,
        look: Look,
        places: &[(f64, f64)],
        drawn: &[(f64, f64)],
        taken: &mut Vec<Area>,
    ) -> Result<(), Failure<DB>> {
        let width = self.pen.text_width(text, look)?;
        let area = |&(x, y): &(f64, f64)| [x - 2.0, y - 7.0, x + width + 2.0, y + 7.0];
        let fits = |area: &Area| {
            let inside = area[0] >= self.axes.left && area[2] <= self.pen.sheet.width;
            inside && area[1] >= 0.0 && area[3] <= self.axes.bottom && !taken.iter().any(|other| touch(*area, *other))
        };
        let areas: Vec<Area> = places.iter().map(area).filter(fits).collect();
        if let Some(best) = roomiest(&areas, drawn).map(|at| areas[at]) {
            taken.push(best);
            self.pen.text_over(text, (best[0] + 2.0, best[1] + 7.0), Look { align: HPos::Left, ..look })?;
        }
        Ok(())
    }

    /// Labels at the right of the plot, at their values, moved apart. Returns where those of series are.
    pub fn end_labels(&self, labels: Vec<Label<RGBColor>>) -> Result<Vec<End>, Failure<DB>> {
        let at_value = |label: Label<_>| Label { y: self.place((self.axes.x0, label.y)).1, ..label };
        let labels = labels.into_iter().map(at_value).collect();
        let placed = spread(labels, self.axes.top, self.axes.bottom - 2.0);
        let x = self.axes.right + END_GAP;
        for label in &placed {
            self.pen.text(&label.text, (x, label.y), end_look(solid(label.color)))?;
        }
        Ok(placed.iter().filter_map(|label| Some(End { series: label.series?, y: label.y })).collect())
    }
}

/// Ticks at round steps between two values; the last has the unit.
pub fn round_ticks(low: f64, top: f64, unit: &str) -> Vec<Tick> {
    let step = round_step((top - low) / 4.5);
    let first = libm::ceil(low / step);
    let values: Vec<f64> = (0..).map(|k| (first + f64::from(k)) * step).take_while(|&value| value <= top).collect();
    let last = values.len().saturating_sub(1);
    let text = |at: usize, value: f64| {
        let size = if step < 1.0 { short(value.abs(), decimals(step)) } else { whole(value.abs()) };
        let number = if value < 0.0 { format!("{MINUS}{size}") } else { size };
        if at == last && !unit.is_empty() { format!("{number}\u{a0}{unit}") } else { number }
    };
    values.iter().enumerate().map(|(at, &value)| (value, text(at, value))).collect()
}

fn axis_look<DB: DrawingBackend>(pen: &Pen<'_, DB>) -> Look {
    Look { size: AXIS, bold: false, align: HPos::Right, color: solid(pen.theme.ink_3) }
}

fn end_look(color: RGBAColor) -> Look {
    Look { size: BODY, bold: false, align: HPos::Left, color }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(low: f64, top: f64, unit: &str) -> Vec<String> {
        round_ticks(low, top, unit).into_iter().map(|(_, text)| text).collect()
    }

    #[test]
    fn steps_end_below_the_top_and_carry_the_unit_once() {
        assert_eq!(texts(0.0, 7.3, "s"), ["0", "2", "4", "6\u{a0}s"]);
        assert_eq!(texts(0.0, 1.1, "").last().map(String::as_str), Some("1"));
        assert_eq!(texts(0.0, 0.011, "%"), ["0", "0.005", "0.01\u{a0}%"]);
    }

    #[test]
    fn steps_stand_between_their_bounds_also_below_zero() {
        assert_eq!(texts(-30.0, 130.0, ""), ["0", "50", "100"]);
        assert_eq!(texts(-60.0, 130.0, ""), ["\u{2212}50", "0", "50", "100"]);
        assert_eq!(texts(930.0, 2_040.0, ""), ["1,000", "1,500", "2,000"]);
    }
}
