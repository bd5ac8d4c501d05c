//! A plotters backend for a canvas of any device pixel ratio.
//!
//! `plotters-canvas` knows nothing of device pixels, and it measures text by putting an element into the page, which a
//! strict content security policy refuses. The canvas is scaled down by `UNITS`: plotters places everything on whole
//! units, and these are finer than pixels.

use crate::error::{Code, Error, Result};
use matchday_charts::Sheet;
use matchday_charts::number::short;
use plotters::style::FontStyle;
use plotters::style::text_anchor::HPos;
use plotters_backend::{BackendColor, BackendCoord, BackendStyle, BackendTextStyle, DrawingBackend, DrawingErrorKind};
use std::cell::RefCell;
use std::convert::Infallible;
use std::f64::consts::TAU;
use wasm_bindgen::JsCast;
use web_sys::{CanvasRenderingContext2d, HtmlCanvasElement};

/// Units a device pixel.
const UNITS: u32 = 4;

/// A canvas that is gone takes every call, and then nobody looks.
type Drawn = std::result::Result<(), DrawingErrorKind<Infallible>>;

/// A canvas to draw on.
pub struct Canvas {
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
    pub fn new(canvas: &HtmlCanvasElement, width: f64, height: f64, pixel_ratio: f64) -> Result<(Self, Sheet)> {
        let good = |length: f64| length.is_finite() && (1.0..16_384.0).contains(&length);
        if !good(width * pixel_ratio) || !good(height * pixel_ratio) || pixel_ratio <= 0.0 {
            let [width, height, ratio] = [width, height, pixel_ratio].map(|length| short(length, 2));
            let asked = format!("{width} x {height} CSS pixels at ratio {ratio}");
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
        let unit = 1.0 / f64::from(UNITS);
        let scaled = context.set_transform(unit, 0.0, 0.0, unit, 0.0, 0.0);
        scaled.map_err(|_| Error::new(Code::Chart, "the canvas cannot be scaled"))?;
        let size = (w * UNITS, h * UNITS);
        context.clear_rect(0.0, 0.0, size.0.into(), size.1.into());
        context.set_line_join("round");
        context.set_text_baseline("middle");
        let sheet = Sheet { width, height, pixel_ratio, units: UNITS };
        Ok((Self { context, size, font: RefCell::default() }, sheet))
    }

    fn use_font<S: BackendTextStyle>(&self, style: &S) {
        let weight = if matches!(style.style(), FontStyle::Bold) { 600 } else { 400 };
        let font = format!("{weight} {}px {}", short(style.size(), 2), style.family().as_str());
        if *self.font.borrow() != font {
            self.context.set_font(&font);
            *self.font.borrow_mut() = font;
        }
    }

    /// Begins a path through points.
    fn trace(&self, path: impl IntoIterator<Item = BackendCoord>) {
        self.context.begin_path();
        // On an empty path the first is where it begins.
        path.into_iter().for_each(|(x, y)| self.context.line_to(x.into(), y.into()));
    }

    /// Fills the path, or draws a line along it.
    fn paint<S: BackendStyle>(&self, style: &S, fill: bool) -> Drawn {
        let color = css(style.color());
        if fill {
            self.context.set_fill_style_str(&color);
            self.context.fill();
        } else {
            self.context.set_stroke_style_str(&color);
            self.context.set_line_width(style.stroke_width().into());
            self.context.stroke();
        }
        Ok(())
    }
}

/// A colour as a style sheet writes it: `#rrggbbaa`.
fn css(BackendColor { alpha, rgb: (r, g, b) }: BackendColor) -> String {
    format!("#{r:02x}{g:02x}{b:02x}{:02x}", (alpha * 255.0).round() as u8)
}

impl DrawingBackend for Canvas {
    type ErrorType = Infallible;

    fn get_size(&self) -> (u32, u32) {
        self.size
    }

    fn ensure_prepared(&mut self) -> Drawn {
        Ok(())
    }

    fn present(&mut self) -> Drawn {
        Ok(())
    }

    fn draw_pixel(&mut self, (x, y): BackendCoord, color: BackendColor) -> Drawn {
        self.draw_rect((x, y), (x + 1, y + 1), &color, true)
    }

    fn draw_line<S: BackendStyle>(&mut self, from: BackendCoord, to: BackendCoord, style: &S) -> Drawn {
        self.draw_path([from, to], style)
    }

    fn draw_rect<S: BackendStyle>(
        &mut self,
        (left, top): BackendCoord,
        (right, bottom): BackendCoord,
        style: &S,
        fill: bool,
    ) -> Drawn {
        self.context.begin_path();
        self.context.rect(left.into(), top.into(), (right - left).into(), (bottom - top).into());
        self.paint(style, fill)
    }

    fn draw_path<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(&mut self, path: I, style: &S) -> Drawn {
        self.trace(path);
        self.paint(style, false)
    }

    fn draw_circle<S: BackendStyle>(&mut self, (x, y): BackendCoord, radius: u32, style: &S, fill: bool) -> Drawn {
        self.context.begin_path();
        let _ = self.context.arc(x.into(), y.into(), radius.into(), 0.0, TAU);
        self.paint(style, fill)
    }

    fn fill_polygon<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(&mut self, path: I, style: &S) -> Drawn {
        self.trace(path);
        self.paint(style, true)
    }

    /// The vertical anchor is the middle of the text, always.
    fn draw_text<S: BackendTextStyle>(&mut self, text: &str, style: &S, (x, y): BackendCoord) -> Drawn {
        self.use_font(style);
        self.context.set_text_align(match style.anchor().h_pos {
            HPos::Left => "left",
            HPos::Center => "center",
            HPos::Right => "right",
        });
        self.context.set_fill_style_str(&css(style.color()));
        let _ = self.context.fill_text(text, x.into(), y.into());
        Ok(())
    }

    fn estimate_text_size<S: BackendTextStyle>(
        &self,
        text: &str,
        style: &S,
    ) -> std::result::Result<(u32, u32), DrawingErrorKind<Infallible>> {
        self.use_font(style);
        let width = self.context.measure_text(text).map_or(0.0, |metrics: web_sys::TextMetrics| metrics.width());
        Ok((width.ceil() as u32, style.size().ceil() as u32))
    }
}
