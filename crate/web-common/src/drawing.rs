//! Drawing a chart on a canvas of the page.

use crate::canvas::Canvas;
use crate::dto::{object, property};
use crate::error::{Code, Error, Result};
use matchday_charts::pen::Failure;
use matchday_charts::{Axes, Sheet, Theme};
use plotters::coord::Shift;
use plotters::prelude::{DrawingArea, IntoDrawingArea};
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};
use web_sys::HtmlCanvasElement;

#[wasm_bindgen]
extern "C" {
    /// `{colors: {bg: "#rrggbb", ...}, font: "family"}`.
    #[wasm_bindgen(typescript_type = "{ colors: Record<string, string>, font: string }")]
    pub type JsTheme;
}

/// What charts draw on.
pub type Root = DrawingArea<Canvas, Shift>;
/// What a chart comes to.
pub type Drawn = std::result::Result<Axes, Failure<Canvas>>;

/// Draws a chart on a canvas of `width` x `height` CSS pixels. `theme` holds the style sheet's tokens. Gives where the plot
/// is: `{left, right, top, bottom, x0, x1, y0, y1}`.
///
/// # Errors
/// A theme without a colour, or a canvas that cannot be drawn on.
pub fn draw(
    canvas: &HtmlCanvasElement,
    theme: &JsTheme,
    (width, height, dpr): (f64, f64, f64),
    chart: impl FnOnce(&Root, &Theme, Sheet) -> Drawn,
) -> Result<JsValue> {
    let theme = read_theme(theme)?;
    let (canvas, sheet) = Canvas::new(canvas, width, height, dpr)?;
    let root = canvas.into_drawing_area();
    let axes = chart(&root, &theme, sheet).map_err(|error| Error::new(Code::Chart, error))?;
    Ok(object_of(axes))
}

fn read_theme(theme: &JsValue) -> Result<Theme> {
    let text = |object: &JsValue, name: &str| property(object, name).as_string().unwrap_or_default();
    let colors = property(theme, "colors");
    let theme = Theme::new(text(theme, "font"), |name| text(&colors, name));
    theme.map_err(|error| Error::new(Code::Chart, error))
}

fn object_of(axes: Axes) -> JsValue {
    let Axes { left, right, top, bottom, x0, x1, y0, y1 } = axes;
    object(&[
        ("left", left.into()),
        ("right", right.into()),
        ("top", top.into()),
        ("bottom", bottom.into()),
        ("x0", x0.into()),
        ("x1", x1.into()),
        ("y0", y0.into()),
        ("y1", y1.into()),
    ])
}
