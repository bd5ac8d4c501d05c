//! Charts as SVG images: files that need nothing but themselves.
//!
//! `plotters-svg` writes the shapes. This module adds the title, the background and the role of an image, and measures
//! text: `plotters-svg` takes the same width for every byte, and writes text smaller than it was asked for.

use crate::number::short;
use crate::pen::Sheet;
use crate::theme::Theme;
use plotters::style::RGBColor;
use plotters_backend::text_anchor::Pos;
use plotters_backend::{
    BackendColor, BackendCoord, BackendStyle, BackendTextStyle, DrawingBackend, DrawingErrorKind, FontFamily,
    FontStyle, FontTransform,
};
use plotters_svg::SVGBackend;
use std::io;

/// Units per CSS pixel: an image may be enlarged.
const UNITS: u32 = 10;
/// `plotters-svg` divides sizes of text by this.
const TEXT_DIVISOR: f64 = 1.24;

type Drawn<T = ()> = Result<T, DrawingErrorKind<io::Error>>;

/// A chart of `width` x `height` CSS pixels as an SVG image with a title, and what the drawing returned.
///
/// # Errors
/// Those of `chart`.
pub fn image<T, E>(
    title: &str,
    theme: &Theme,
    (width, height): (f64, f64),
    chart: impl FnOnce(Svg<'_>, Sheet) -> Result<T, E>,
) -> Result<(String, T), E> {
    let [w, h] = [width, height].map(|length| (length * f64::from(UNITS)).round() as u32);
    let mut drawn = String::new();
    let sheet = Sheet { width, height, pixel_ratio: 1.0, units: UNITS };
    let places = chart(Svg(SVGBackend::with_string(&mut drawn, (w, h))), sheet)?;
    let (width, height, title, RGBColor(r, g, b)) = (short(width, 2), short(height, 2), escaped(title), theme.bg);
    // Its first line has no role.
    let shapes = drawn.split_once('\n').map_or("", |(_, shapes)| shapes);
    let image = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {w} {h}\" stroke-linejoin=\"round\">\n<title>{title}</title>\n\
         <rect width=\"{w}\" height=\"{h}\" fill=\"#{r:02x}{g:02x}{b:02x}\"/>\n{shapes}"
    );
    Ok((image, places))
}

/// Text between two tags.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// The plotters backend of an image.
pub struct Svg<'a>(SVGBackend<'a>);

impl DrawingBackend for Svg<'_> {
    type ErrorType = io::Error;

    fn get_size(&self) -> (u32, u32) {
        self.0.get_size()
    }

    fn ensure_prepared(&mut self) -> Drawn {
        self.0.ensure_prepared()
    }

    fn present(&mut self) -> Drawn {
        self.0.present()
    }

    fn draw_pixel(&mut self, point: BackendCoord, color: BackendColor) -> Drawn {
        self.0.draw_pixel(point, color)
    }

    fn draw_line<S: BackendStyle>(&mut self, from: BackendCoord, to: BackendCoord, style: &S) -> Drawn {
        self.0.draw_line(from, to, style)
    }

    fn draw_rect<S: BackendStyle>(
        &mut self,
        upper_left: BackendCoord,
        bottom_right: BackendCoord,
        style: &S,
        fill: bool,
    ) -> Drawn {
        self.0.draw_rect(upper_left, bottom_right, style, fill)
    }

    fn draw_path<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(&mut self, path: I, style: &S) -> Drawn {
        self.0.draw_path(path, style)
    }

    fn draw_circle<S: BackendStyle>(&mut self, center: BackendCoord, radius: u32, style: &S, fill: bool) -> Drawn {
        self.0.draw_circle(center, radius, style, fill)
    }

    fn fill_polygon<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(&mut self, path: I, style: &S) -> Drawn {
        self.0.fill_polygon(path, style)
    }

    fn draw_text<S: BackendTextStyle>(&mut self, text: &str, style: &S, place: BackendCoord) -> Drawn {
        self.0.draw_text(text, &FullSize(style), place)
    }

    fn estimate_text_size<S: BackendTextStyle>(&self, text: &str, style: &S) -> Drawn<(u32, u32)> {
        let width = text.chars().map(character).sum::<f64>() * style.size();
        Ok((libm::ceil(width) as u32, libm::ceil(style.size()) as u32))
    }
}

/// The width of a character in sizes of its font, as in wide fonts: which fonts will show the image is not known.
fn character(character: char) -> f64 {
    match character {
        ' ' | '\u{a0}' | ',' | '.' | ':' | '|' | 'i' | 'j' | 'l' => 0.32,
        '-' | '(' | ')' | '/' | 'f' | 'r' | 't' => 0.42,
        '%' | 'm' | 'w' | 'M' | 'W' => 0.95,
        'A'..='Z' => 0.7,
        _ => 0.63,
    }
}

/// A style whose text has the size that was asked for.
struct FullSize<'a, S>(&'a S);

impl<S: BackendTextStyle> BackendTextStyle for FullSize<'_, S> {
    type FontError = S::FontError;

    fn color(&self) -> BackendColor {
        self.0.color()
    }

    fn size(&self) -> f64 {
        self.0.size() * TEXT_DIVISOR
    }

    fn transform(&self) -> FontTransform {
        self.0.transform()
    }

    fn style(&self) -> FontStyle {
        self.0.style()
    }

    fn anchor(&self) -> Pos {
        self.0.anchor()
    }

    fn family(&self) -> FontFamily<'_> {
        self.0.family()
    }

    fn layout_box(&self, text: &str) -> Result<((i32, i32), (i32, i32)), Self::FontError> {
        self.0.layout_box(text)
    }

    fn draw<E, DrawFunc: FnMut(i32, i32, BackendColor) -> Result<(), E>>(
        &self,
        text: &str,
        place: BackendCoord,
        draw: DrawFunc,
    ) -> Result<Result<(), E>, Self::FontError> {
        self.0.draw(text, place, draw)
    }
}
