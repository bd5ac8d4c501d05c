//! Draws a chart on a canvas of the page.

use crate::canvas::Canvas;
use matchday_base::ShownDays;
use matchday_charts::pen::Failure;
use matchday_charts::{Frame, Places, Sheet, Theme, View};
use matchday_web_common::error::{Code, Error, Result};
use matchday_web_common::js::{from_js, to_js};
use plotters::coord::Shift;
use plotters::prelude::{DrawingArea, IntoDrawingArea};
use serde::Deserialize;
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

/// How a chart is drawn.
#[derive(Deserialize, Tsify)]
pub struct ChartSheet {
    /// Colours and font.
    pub theme: ChartTheme,
    /// Width, CSS pixels.
    pub width: f64,
    /// Height, CSS pixels.
    pub height: f64,
    /// Device pixels per CSS pixel. An image has none, and ignores it.
    pub dpr: f64,
    /// The part of the days and the series that a chart over time shows; without it, everything.
    #[tsify(optional)]
    pub frame: Option<Frame>,
}

/// The drawing area of a chart.
pub type Root = DrawingArea<Canvas, Shift>;
/// The result of drawing a chart.
pub type Drawn = std::result::Result<Places, Failure<Canvas>>;

/// Draws a chart on a canvas. Returns where its parts are.
///
/// # Errors
/// A theme without a needed colour, or an unusable canvas.
pub fn draw(
    canvas: &HtmlCanvasElement,
    sheet: ChartSheet,
    chart: impl FnOnce(&Root, &Theme, Sheet) -> Drawn,
) -> Result<Ts<Places>> {
    let ChartSheet { width, height, dpr, .. } = sheet;
    let theme = sheet.theme()?;
    let (canvas, sheet) = Canvas::new(canvas, width, height, dpr)?;
    to_js(&chart(&canvas.into_drawing_area(), &theme, sheet).map_err(refuse)?)
}

/// An error of a chart.
pub fn refuse(error: impl std::fmt::Display) -> Error {
    Error::new(Code::Chart, error)
}

impl ChartSheet {
    /// A sheet from JavaScript.
    ///
    /// # Errors
    /// [`Code::Chart`]: a sheet of the wrong shape.
    pub fn read(sheet: &Ts<Self>) -> Result<Self> {
        from_js(sheet, Code::Chart)
    }

    /// The view of a chart over these days, which has these series.
    ///
    /// # Errors
    /// [`Code::Chart`]: a frame that this chart cannot show.
    pub fn view(&self, days: ShownDays, series: &'static [&'static str]) -> Result<View> {
        self.frame.clone().unwrap_or_default().view(days, series).map_err(refuse)
    }

    /// Its colours and its font.
    ///
    /// # Errors
    /// [`Code::Chart`]: a theme without a needed colour.
    pub fn theme(self) -> Result<Theme> {
        let ChartTheme { mut colors, font } = self.theme;
        Theme::new(font, |name| colors.remove(name).unwrap_or_default()).map_err(refuse)
    }
}
