//! Draws a chart on a canvas of the page, or as an SVG image for a file.

mod surface;

use self::surface::Surface;
use js_sys::Reflect;
use matchday_charts::pen::Failure;
use matchday_charts::{Places, Sheet, Theme, svg};
use matchday_web_common::error::{Code, Result};
use matchday_web_common::js::{from_js, to_js};
use matchday_web_day::canvas::{Canvas, check_size};
use matchday_web_day::drawing::{ChartSheet, refuse};
use plotters::coord::Shift;
use plotters::prelude::{DrawingArea, IntoDrawingArea};
use serde::Deserialize;
use tsify::{Ts, Tsify};
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::wasm_bindgen;
use web_sys::HtmlCanvasElement;

/// What takes a chart as an SVG image.
#[derive(Deserialize, Tsify)]
pub struct SvgImage {
    /// The title of the image, which screen readers read.
    pub title: String,
    /// The image, as text. The drawing sets it.
    #[tsify(optional)]
    pub svg: Option<String>,
}

#[wasm_bindgen]
extern "C" {
    /// What a chart is drawn on.
    #[wasm_bindgen(typescript_type = "HTMLCanvasElement | SvgImage")]
    pub type Target;
}

/// The drawing area of a chart.
pub type Root<'a> = DrawingArea<Surface<'a>, Shift>;
/// The result of drawing a chart.
pub type Drawn<T = Places> = std::result::Result<T, Failure<Surface<'static>>>;

/// Draws a chart, and returns where its parts are.
///
/// # Errors
/// A theme without a needed colour, an unusable canvas or image, or an impossible size.
pub fn draw(
    target: &Target,
    sheet: ChartSheet,
    chart: impl FnOnce(&Root<'_>, &Theme, Sheet) -> Drawn,
) -> Result<Ts<Places>> {
    let ChartSheet { width, height, dpr, .. } = sheet;
    let theme = sheet.theme()?;
    if let Some(canvas) = target.dyn_ref::<HtmlCanvasElement>() {
        let (canvas, sheet) = Canvas::new(canvas, width, height, dpr)?;
        let root = Surface::Canvas(canvas).into_drawing_area();
        return to_js(&chart(&root, &theme, sheet).map_err(refuse)?);
    }
    let SvgImage { title, .. } = from_js(&Ts::new_unchecked(target.into()), Code::Chart)?;
    check_size(width, height, 1.0)?;
    let drawn = svg::image(&title, &theme, (width, height), |image, sheet| {
        chart(&Surface::Svg(image).into_drawing_area(), &theme, sheet)
    });
    let (image, places) = drawn.map_err(refuse)?;
    let set = Reflect::set(target, &"svg".into(), &image.into());
    set.map_err(|_| refuse("the image takes no `svg`: it is frozen"))?;
    to_js(&places)
}
