//! The plotters backend of the page's canvases, for any device pixel ratio.
//!
//! `plotters-canvas` draws. This module answers requests for the size and for the width of text:
//! `plotters-canvas` does not know device pixels, and measures text with an element that it adds to the page,
//! which a strict content security policy refuses. The canvas is scaled down by `UNITS`, because plotters
//! places everything on whole units, and these have to be finer than pixels.

use matchday_charts::Sheet;
use matchday_charts::number::short;
use matchday_web_common::error::{Code, Error, Result};
use plotters_backend::{BackendColor, BackendCoord, BackendStyle, BackendTextStyle, DrawingBackend, DrawingErrorKind};
use plotters_canvas::CanvasBackend;
use wasm_bindgen::JsCast;
use web_sys::{CanvasRenderingContext2d, HtmlCanvasElement};

/// Units per device pixel.
const UNITS: u32 = 4;

type CanvasError = <CanvasBackend as DrawingBackend>::ErrorType;
type Drawn<T = ()> = std::result::Result<T, DrawingErrorKind<CanvasError>>;

/// Checks the size of a chart.
///
/// # Errors
/// An impossible size.
pub fn check_size(width: f64, height: f64, pixel_ratio: f64) -> Result<()> {
    let good = |length: f64| length.is_finite() && (1.0..16_384.0).contains(&length);
    if good(width * pixel_ratio) && good(height * pixel_ratio) && pixel_ratio > 0.0 {
        return Ok(());
    }
    let [width, height, ratio] = [width, height, pixel_ratio].map(|length| short(length, 2));
    let asked = format!("{width} x {height} CSS pixels at ratio {ratio}");
    Err(Error::new(Code::Chart, format!("a chart of {asked} cannot be drawn")))
}

/// A canvas to draw on.
pub struct Canvas {
    backend: CanvasBackend,
    context: CanvasRenderingContext2d,
    size: (u32, u32),
}

impl Canvas {
    /// Clears a canvas and sizes it for `width` x `height` CSS pixels.
    ///
    /// # Errors
    /// An impossible size, or a canvas without a context.
    pub fn new(canvas: &HtmlCanvasElement, width: f64, height: f64, pixel_ratio: f64) -> Result<(Self, Sheet)> {
        check_size(width, height, pixel_ratio)?;
        let (w, h) = ((width * pixel_ratio).round() as u32, (height * pixel_ratio).round() as u32);
        if (canvas.width(), canvas.height()) != (w, h) {
            canvas.set_width(w);
            canvas.set_height(h);
        }
        let no_context = || Error::new(Code::Chart, "the canvas gives no 2d context");
        let context = canvas.get_context("2d").ok().flatten().ok_or_else(no_context)?;
        let context: CanvasRenderingContext2d = context.dyn_into().map_err(|_| no_context())?;
        let backend = CanvasBackend::with_canvas_object(canvas.clone()).ok_or_else(no_context)?;
        let unit = 1.0 / f64::from(UNITS);
        let scaled = context.set_transform(unit, 0.0, 0.0, unit, 0.0, 0.0);
        scaled.map_err(|_| Error::new(Code::Chart, "the canvas cannot be scaled"))?;
        let size = (w * UNITS, h * UNITS);
        context.clear_rect(0.0, 0.0, size.0.into(), size.1.into());
        context.set_line_join("round");
        let sheet = Sheet { width, height, pixel_ratio, units: UNITS };
        Ok((Self { backend, context, size }, sheet))
    }
}

impl DrawingBackend for Canvas {
    type ErrorType = CanvasError;

    fn get_size(&self) -> (u32, u32) {
        self.size
    }

    fn ensure_prepared(&mut self) -> Drawn {
        self.backend.ensure_prepared()
    }

    fn present(&mut self) -> Drawn {
        self.backend.present()
    }

    fn draw_pixel(&mut self, point: BackendCoord, color: BackendColor) -> Drawn {
        self.backend.draw_pixel(point, color)
    }

    /// Draws a line as a path, because `plotters-canvas` moves lines by half a unit, which is correct only
    /// for pixels.
    fn draw_line<S: BackendStyle>(&mut self, from: BackendCoord, to: BackendCoord, style: &S) -> Drawn {
        self.backend.draw_path([from, to], style)
    }

    fn draw_rect<S: BackendStyle>(
        &mut self,
        upper_left: BackendCoord,
        bottom_right: BackendCoord,
        style: &S,
        fill: bool,
    ) -> Drawn {
        self.backend.draw_rect(upper_left, bottom_right, style, fill)
    }

    fn draw_path<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(&mut self, path: I, style: &S) -> Drawn {
        self.backend.draw_path(path, style)
    }

    fn draw_circle<S: BackendStyle>(&mut self, center: BackendCoord, radius: u32, style: &S, fill: bool) -> Drawn {
        self.backend.draw_circle(center, radius, style, fill)
    }

    fn fill_polygon<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(&mut self, path: I, style: &S) -> Drawn {
        self.backend.fill_polygon(path, style)
    }

    fn draw_text<S: BackendTextStyle>(&mut self, text: &str, style: &S, place: BackendCoord) -> Drawn {
        self.backend.draw_text(text, style, place)
    }

    fn estimate_text_size<S: BackendTextStyle>(&self, text: &str, style: &S) -> Drawn<(u32, u32)> {
        let (weight, size, family) = (style.style(), style.size(), style.family());
        self.context.set_font(&format!("{} {size}px {}", weight.as_str(), family.as_str()));
        let metrics = self.context.measure_text(text);
        let metrics = metrics.map_err(|_| DrawingErrorKind::FontError("the canvas measures no text".into()))?;
        Ok((metrics.width().ceil() as u32, size.ceil() as u32))
    }
}
