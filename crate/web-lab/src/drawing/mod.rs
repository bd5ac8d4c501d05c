//! Draws a chart on a canvas of the page, or as an SVG image for a file.

mod surface;

use self::surface::Surface;
use js_sys::Reflect;
use matchday_charts::pen::Failure;
use matchday_charts::{Sheet, Theme, svg};
use matchday_web_common::error::{Code, Error, Result};
use matchday_web_common::js::{from_js, to_js};
use matchday_web_day::canvas::{Canvas, check_size};
use matchday_web_day::drawing::{ChartTheme, read_theme};
use plotters::coord::Shift;
use plotters::prelude::{DrawingArea, IntoDrawingArea};
use serde::{Deserialize, Serialize};
use tsify::{Ts, Tsify};
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::wasm_bindgen;
use web_sys::HtmlCanvasElement;

/// A sheet that takes a chart as an SVG image.
#[derive(Deserialize, Tsify)]
pub struct SvgSheet {
    /// The title of the image, which screen readers read.
    pub title: String,
    /// The image, as text. The drawing sets it.
    #[tsify(optional)]
    pub svg: Option<String>,
}

#[wasm_bindgen]
extern "C" {
    /// What a chart is drawn on.
    #[wasm_bindgen(typescript_type = "HTMLCanvasElement | SvgSheet")]
    pub type Target;
}

/// The drawing area of a chart.
pub type Root<'a> = DrawingArea<Surface<'a>, Shift>;
/// The result of drawing a chart: where its parts are.
pub type Drawn<T> = std::result::Result<T, Failure<Surface<'static>>>;

/// Draws a chart of `width` x `height` CSS pixels. An image has no device pixels, and ignores their ratio. Returns where
/// the parts of the chart are.
///
/// # Errors
/// A theme without a needed colour, an unusable canvas or sheet, or an impossible size.
pub fn draw<T: Tsify + Serialize>(
    target: &Target,
    theme: &Ts<ChartTheme>,
    (width, height, dpr): (f64, f64, f64),
    chart: impl FnOnce(&Root<'_>, &Theme, Sheet) -> Drawn<T>,
) -> Result<Ts<T>> {
    let theme = read_theme(theme)?;
    let refuse = |error| Error::new(Code::Chart, error);
    if let Some(canvas) = target.dyn_ref::<HtmlCanvasElement>() {
        let (canvas, sheet) = Canvas::new(canvas, width, height, dpr)?;
        let root = Surface::Canvas(canvas).into_drawing_area();
        return to_js(&chart(&root, &theme, sheet).map_err(refuse)?);
    }
    let SvgSheet { title, .. } = from_js(&Ts::new_unchecked(target.into()), Code::Chart)?;
    check_size(width, height, 1.0)?;
    let drawn = svg::image(&title, &theme, (width, height), |image, sheet| {
        chart(&Surface::Svg(image).into_drawing_area(), &theme, sheet)
    });
    let (image, places) = drawn.map_err(refuse)?;
    let set = Reflect::set(target, &"svg".into(), &image.into());
    set.map_err(|_| Error::new(Code::Chart, "the sheet takes no `svg`: it is frozen"))?;
    to_js(&places)
}
