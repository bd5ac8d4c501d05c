//! Draws a chart on a canvas of the page.

use crate::canvas::Canvas;
use matchday_base::ShownDays;
use matchday_charts::pen::Failure;
use matchday_charts::{Frame, Sheet, Theme, TimePlaces, View};
use matchday_web_common::error::{Code, Error, Result};
use matchday_web_common::js::{from_js, to_js};
use plotters::coord::Shift;
use plotters::prelude::{DrawingArea, IntoDrawingArea};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use tsify::{Ts, Tsify};
use web_sys::HtmlCanvasElement;

/// The style sheet's values that charts need.
#[derive(Deserialize, Tsify)]
#[tsify(hashmap_as_object)]
pub struct ChartTheme {
    /// `#rrggbb` by name.
    pub colors: BTreeMap<String, String>,
    /// A font family.
    pub font: String,
}

/// The drawing area of a chart.
pub type Root = DrawingArea<Canvas, Shift>;
/// The result of drawing a chart: where its parts are.
pub type Drawn<T = TimePlaces> = std::result::Result<T, Failure<Canvas>>;

/// Draws a chart on a canvas of `width` x `height` CSS pixels. Returns where its parts are.
///
/// # Errors
/// A theme without a needed colour, or an unusable canvas.
pub fn draw<T: Tsify + Serialize>(
    canvas: &HtmlCanvasElement,
    theme: &Ts<ChartTheme>,
    (width, height, dpr): (f64, f64, f64),
    chart: impl FnOnce(&Root, &Theme, Sheet) -> Drawn<T>,
) -> Result<Ts<T>> {
    let theme = read_theme(theme)?;
    let (canvas, sheet) = Canvas::new(canvas, width, height, dpr)?;
    let root = canvas.into_drawing_area();
    let places = chart(&root, &theme, sheet).map_err(|error| Error::new(Code::Chart, error))?;
    to_js(&places)
}

/// The view of a chart over these days, which has these series.
///
/// # Errors
/// [`Code::Chart`]: a frame of the wrong shape, or one that this chart cannot show.
pub fn view_of(frame: Option<Ts<Frame>>, days: ShownDays, series: &'static [&'static str]) -> Result<View> {
    let frame = frame.map(|frame| from_js(&frame, Code::Chart)).transpose()?.unwrap_or_default();
    frame.view(days, series).map_err(|error| Error::new(Code::Chart, error))
}

/// Points of a column with alternating values of x and y.
pub fn pairs(column: &[f64]) -> Vec<(f64, f64)> {
    column.chunks_exact(2).map(|pair| (pair[0], pair[1])).collect()
}

/// The colours and the font of a chart.
///
/// # Errors
/// [`Code::Chart`]: a theme of the wrong shape, or without a needed colour.
pub fn read_theme(theme: &Ts<ChartTheme>) -> Result<Theme> {
    let ChartTheme { mut colors, font } = from_js(theme, Code::Chart)?;
    let theme = Theme::new(font, |name| colors.remove(name).unwrap_or_default());
    theme.map_err(|error| Error::new(Code::Chart, error))
}
