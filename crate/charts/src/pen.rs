//! Strokes and text in CSS pixels.

use crate::theme::Theme;
use plotters::coord::Shift;
use plotters::drawing::DrawingAreaErrorKind;
use plotters::element::{Circle, DashedPathElement, PathElement, Polygon, Rectangle, Text};
use plotters::prelude::{DrawingArea, DrawingBackend};
use plotters::style::text_anchor::{HPos, Pos, VPos};
use plotters::style::{Color, FontDesc, FontFamily, FontStyle, RGBAColor, ShapeStyle, TextStyle};

/// The error of a drawing call.
pub type Failure<DB> = DrawingAreaErrorKind<<DB as DrawingBackend>::ErrorType>;

/// The size of a drawing and the resolution of its backend.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sheet {
    /// Width, CSS pixels.
    pub width: f64,
    /// Height, CSS pixels.
    pub height: f64,
    /// Device pixels per CSS pixel.
    pub pixel_ratio: f64,
    /// Backend units per device pixel. Plotters rounds positions to whole units: more than one gives smooth
    /// lines.
    pub units: u32,
}

/// The style of a text.
#[derive(Clone, Copy)]
pub struct Look {
    /// Font size, CSS pixels.
    pub size: f64,
    /// Whether the text is bold.
    pub bold: bool,
    /// The end of the text that is placed.
    pub align: HPos,
    /// Its colour.
    pub color: RGBAColor,
}

/// Font size at the axes, CSS pixels.
pub const AXIS: f64 = 11.0;
/// Font size in the plot and at the ends of lines, CSS pixels.
pub const BODY: f64 = 12.0;

/// Draws on a plotters area, in CSS pixels.
pub struct Pen<'a, DB: DrawingBackend> {
    /// The whole drawing, in units of the backend.
    pub root: &'a DrawingArea<DB, Shift>,
    /// Colours and font.
    pub theme: &'a Theme,
    /// The size of the drawing.
    pub sheet: Sheet,
}

impl<'a, DB: DrawingBackend> Pen<'a, DB> {
    /// A pen for a drawing.
    pub fn new(root: &'a DrawingArea<DB, Shift>, theme: &'a Theme, sheet: Sheet) -> Self {
        Self { root, theme, sheet }
    }

    /// A length in CSS pixels as backend units.
    pub fn units(&self, css: f64) -> f64 {
        css * self.sheet.pixel_ratio * f64::from(self.sheet.units)
    }

    fn at(&self, (x, y): (f64, f64)) -> (i32, i32) {
        (self.units(x).round() as i32, self.units(y).round() as i32)
    }

    /// A length rounded to the nearest edge between device pixels.
    pub fn snap(&self, css: f64) -> f64 {
        (css * self.sheet.pixel_ratio).round() / self.sheet.pixel_ratio
    }

    /// One CSS pixel, or the nearest whole number of device pixels.
    fn hair(&self) -> f64 {
        self.sheet.pixel_ratio.round().max(1.0) / self.sheet.pixel_ratio
    }

    /// A stroke, at least one unit wide.
    pub fn stroke(&self, color: RGBAColor, width: f64) -> ShapeStyle {
        ShapeStyle { color, filled: false, stroke_width: self.units(width).round().max(1.0) as u32 }
    }

    fn points(&self, points: &[(f64, f64)]) -> Vec<(i32, i32)> {
        points.iter().map(|&point| self.at(point)).collect()
    }

    /// A line through points.
    pub fn line(&self, points: &[(f64, f64)], color: RGBAColor, width: f64) -> Result<(), Failure<DB>> {
        self.root.draw(&PathElement::new(self.points(points), self.stroke(color, width)))
    }

    /// A dashed line through points, with these lengths of dashes and gaps.
    pub fn dashed(&self, points: &[(f64, f64)], stroke: ShapeStyle, dash: f64, gap: f64) -> Result<(), Failure<DB>> {
        let [dash, gap] = [dash, gap].map(|length| self.units(length).round().max(1.0) as i32);
        self.root.draw(&DashedPathElement::new(self.points(points), dash, gap, stroke))
    }

    /// A filled shape.
    pub fn fill(&self, points: &[(f64, f64)], color: RGBAColor) -> Result<(), Failure<DB>> {
        self.root.draw(&Polygon::new(self.points(points), color))
    }

    /// A crisp horizontal line of one pixel.
    pub fn horizontal(&self, left: f64, right: f64, y: f64, color: RGBAColor) -> Result<(), Failure<DB>> {
        let top = self.snap(y - self.hair() / 2.0);
        self.root.draw(&Rectangle::new([self.at((left, top)), self.at((right, top + self.hair()))], color.filled()))
    }

    /// A crisp vertical line of one pixel.
    pub fn vertical(&self, x: f64, top: f64, bottom: f64, color: RGBAColor) -> Result<(), Failure<DB>> {
        let left = self.snap(x - self.hair() / 2.0);
        self.root.draw(&Rectangle::new([self.at((left, top)), self.at((left + self.hair(), bottom))], color.filled()))
    }

    /// A dotted horizontal line.
    pub fn dotted(&self, left: f64, right: f64, y: f64, color: RGBAColor) -> Result<(), Failure<DB>> {
        let y = self.snap(y - self.hair() / 2.0) + self.hair() / 2.0;
        self.dashed(&[(left, y), (right, y)], self.stroke(color, self.hair()), 1.0, 3.0)
    }

    /// A filled circle.
    pub fn disc(&self, centre: (f64, f64), radius: f64, color: RGBAColor) -> Result<(), Failure<DB>> {
        self.root.draw(&Circle::new(self.at(centre), self.units(radius).round() as i32, color.filled()))
    }

    /// A circle.
    pub fn ring(&self, centre: (f64, f64), radius: f64, stroke: ShapeStyle) -> Result<(), Failure<DB>> {
        self.root.draw(&Circle::new(self.at(centre), self.units(radius).round() as i32, stroke))
    }

    /// A dashed circle.
    pub fn dashed_ring(&self, (x, y): (f64, f64), radius: f64, stroke: ShapeStyle) -> Result<(), Failure<DB>> {
        let corner = |k: u32| {
            let angle = f64::from(k) * std::f64::consts::TAU / 48.0;
            (x + radius * libm::cos(angle), y + radius * libm::sin(angle))
        };
        let circle: Vec<_> = (0..=48).map(corner).collect();
        self.dashed(&circle, stroke, 2.5, 2.0)
    }

    fn style(&self, look: Look) -> TextStyle<'a> {
        let weight = if look.bold { FontStyle::Bold } else { FontStyle::Normal };
        let font = FontDesc::new(FontFamily::Name(&self.theme.font), self.units(look.size), weight);
        TextStyle { font, color: look.color.to_backend_color(), pos: Pos::new(look.align, VPos::Center) }
    }

    /// Width of a text, as the backend measures it.
    pub fn text_width(&self, text: &str, look: Look) -> Result<f64, Failure<DB>> {
        let (width, _) = self.root.estimate_text_size(text, &self.style(look))?;
        Ok(f64::from(width) / self.units(1.0))
    }

    /// A text with its middle line at `y`.
    pub fn text(&self, text: &str, place: (f64, f64), look: Look) -> Result<(), Failure<DB>> {
        self.root.draw(&Text::new(text, self.at(place), self.style(look)))
    }

    /// A text that stays readable over lines: with a halo in the background's colour.
    pub fn text_over(&self, text: &str, (x, y): (f64, f64), look: Look) -> Result<(), Failure<DB>> {
        let halo = Look { color: self.theme.bg.mix(0.8), ..look };
        for (dx, dy) in
            [(-1.4, 0.0), (1.4, 0.0), (0.0, -1.4), (0.0, 1.4), (-1.0, -1.0), (1.0, -1.0), (-1.0, 1.0), (1.0, 1.0)]
        {
            self.text(text, (x + dx, y + dy), halo)?;
        }
        self.text(text, (x, y), look)
    }
}

/// An opaque colour.
pub fn solid(color: plotters::style::RGBColor) -> RGBAColor {
    color.mix(1.0)
}
