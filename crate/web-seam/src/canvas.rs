//! A plotters backend for a canvas of any device pixel ratio.
//!
//! [`plotters_canvas::CanvasBackend`] draws the shapes. It knows nothing of device pixels, and it measures text by
//! putting an element into the page, which a strict content security policy refuses; so size, text and its measures are
//! ours. The canvas is scaled down by `UNITS`: plotters places everything on whole units, and these are finer than
//! pixels.

use crate::error::{Code, Error, Result};
use matchday_charts::Sheet;
use plotters::style::FontStyle;
use plotters::style::text_anchor::HPos;
use plotters_backend::{BackendColor, BackendCoord, BackendStyle, BackendTextStyle, DrawingBackend, DrawingErrorKind};
use plotters_canvas::CanvasBackend;
use std::cell::RefCell;
use wasm_bindgen::JsCast;
use web_sys::{CanvasRenderingContext2d, HtmlCanvasElement};

/// Units a device pixel.
const UNITS: u32 = 4;

type Failure = DrawingErrorKind<<CanvasBackend as DrawingBackend>::ErrorType>;

/// A canvas to draw on.
pub struct Canvas {
    shapes: CanvasBackend,
    context: CanvasRenderingContext2d,
    size: (u32, u32),
    /// What the context's font was last set to: setting it is slow.
    font: RefCell<String>,
}

impl Canvas {
    /// Clears a canvas and sizes it for `width` x `height` CSS pixels.
    ///
    /// # Errors
    /// A size that no canvas has, or a canvas without a context.
    pub fn new(canvas: HtmlCanvasElement, width: f64, height: f64, pixel_ratio: f64) -> Result<(Self, Sheet)> {
        let good = |length: f64| length.is_finite() && (1.0..16_384.0).contains(&length);
        if !good(width * pixel_ratio) || !good(height * pixel_ratio) || pixel_ratio <= 0.0 {
            let asked = format!("{width} x {height} CSS pixels at ratio {pixel_ratio}");
            return Err(Error::new(Code::Chart, format!("a chart of {asked} cannot be drawn")));
        }
        let (w, h) = ((width * pixel_ratio).round() as u32, (height * pixel_ratio).round() as u32);
        if (canvas.width(), canvas.height()) != (w, h) {
            canvas.set_width(w);
            canvas.set_height(h);
        }
        let no_context = || Error::new(Code::Chart, "the canvas gives no 2d context");
        let context = canvas.get_context("2d").ok().flatten().ok_or_else(no_context)?;
        let context: CanvasRenderingContext2d = context.dyn_into().map_err(|_| no_context())?;
        let shapes = CanvasBackend::with_canvas_object(canvas).ok_or_else(no_context)?;
        let unit = 1.0 / f64::from(UNITS);
        let scaled = context.set_transform(unit, 0.0, 0.0, unit, 0.0, 0.0);
        scaled.map_err(|_| Error::new(Code::Chart, "the canvas cannot be scaled"))?;
        let size = (w * UNITS, h * UNITS);
        context.clear_rect(0.0, 0.0, size.0.into(), size.1.into());
        context.set_line_join("round");
        context.set_text_baseline("middle");
        let sheet = Sheet { width, height, pixel_ratio, units: UNITS };
        Ok((Self { shapes, context, size, font: RefCell::default() }, sheet))
    }

    fn use_font<S: BackendTextStyle>(&self, style: &S) {
        let weight = if matches!(style.style(), FontStyle::Bold) { 600 } else { 400 };
        let font = format!("{weight} {}px {}", style.size(), style.family().as_str());
        if *self.font.borrow() != font {
            self.context.set_font(&font);
            *self.font.borrow_mut() = font;
        }
    }
}

impl DrawingBackend for Canvas {
    type ErrorType = <CanvasBackend as DrawingBackend>::ErrorType;

    fn get_size(&self) -> (u32, u32) {
        self.size
    }

    fn ensure_prepared(&mut self) -> std::result::Result<(), Failure> {
        self.shapes.ensure_prepared()
    }

    fn present(&mut self) -> std::result::Result<(), Failure> {
        self.shapes.present()
    }

    fn draw_pixel(&mut self, point: BackendCoord, color: BackendColor) -> std::result::Result<(), Failure> {
        self.shapes.draw_pixel(point, color)
    }

    fn draw_line<S: BackendStyle>(
        &mut self,
        from: BackendCoord,
        to: BackendCoord,
        style: &S,
    ) -> std::result::Result<(), Failure> {
        self.shapes.draw_line(from, to, style)
    }

    fn draw_rect<S: BackendStyle>(
        &mut self,
        upper_left: BackendCoord,
        bottom_right: BackendCoord,
        style: &S,
        fill: bool,
    ) -> std::result::Result<(), Failure> {
        self.shapes.draw_rect(upper_left, bottom_right, style, fill)
    }

    fn draw_path<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(
        &mut self,
        path: I,
        style: &S,
    ) -> std::result::Result<(), Failure> {
        self.shapes.draw_path(path, style)
    }

    fn draw_circle<S: BackendStyle>(
        &mut self,
        center: BackendCoord,
        radius: u32,
        style: &S,
        fill: bool,
    ) -> std::result::Result<(), Failure> {
        self.shapes.draw_circle(center, radius, style, fill)
    }

    fn fill_polygon<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(
        &mut self,
        path: I,
        style: &S,
    ) -> std::result::Result<(), Failure> {
        self.shapes.fill_polygon(path, style)
    }

    /// The vertical anchor is the middle of the text, always.
    fn draw_text<S: BackendTextStyle>(
        &mut self,
        text: &str,
        style: &S,
        (x, y): BackendCoord,
    ) -> std::result::Result<(), Failure> {
        self.use_font(style);
        self.context.set_text_align(match style.anchor().h_pos {
            HPos::Left => "left",
            HPos::Center => "center",
            HPos::Right => "right",
        });
        let color = style.color();
        let (r, g, b) = color.rgb;
        self.context.set_fill_style_str(&format!("rgba({r},{g},{b},{})", color.alpha));
        // Fails only for a canvas that is gone, and then nobody looks.
        let _ = self.context.fill_text(text, x.into(), y.into());
        Ok(())
    }

    fn estimate_text_size<S: BackendTextStyle>(
        &self,
        text: &str,
        style: &S,
    ) -> std::result::Result<(u32, u32), Failure> {
        self.use_font(style);
        let width = self.context.measure_text(text).map_or(0.0, |metrics: web_sys::TextMetrics| metrics.width());
        Ok((width.ceil() as u32, style.size().ceil() as u32))
    }
}
