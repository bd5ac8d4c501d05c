//! One plotters backend for both targets: with two, this module would contain every chart twice.

use matchday_charts::svg::Svg;
use matchday_web_day::canvas::Canvas;
use plotters_backend::{BackendColor, BackendCoord, BackendStyle, BackendTextStyle, DrawingBackend, DrawingErrorKind};
use std::error::Error;
use std::io;

/// A canvas of the page, or an image.
pub enum Surface<'a> {
    /// A canvas.
    Canvas(Canvas),
    /// An SVG image.
    Svg(Svg<'a>),
}

type Drawn<T = ()> = Result<T, DrawingErrorKind<io::Error>>;

/// A call on the backend of the present target.
macro_rules! each {
    ($surface:expr, $backend:ident => $call:expr) => {
        match $surface {
            Surface::Canvas($backend) => $call.map_err(of_canvas),
            Surface::Svg($backend) => $call,
        }
    };
}

fn of_canvas<E: Error + Send + Sync + 'static>(error: DrawingErrorKind<E>) -> DrawingErrorKind<io::Error> {
    match error {
        DrawingErrorKind::DrawingError(error) => DrawingErrorKind::DrawingError(io::Error::other(error)),
        DrawingErrorKind::FontError(error) => DrawingErrorKind::FontError(error),
    }
}

impl DrawingBackend for Surface<'_> {
    type ErrorType = io::Error;

    fn get_size(&self) -> (u32, u32) {
        match self {
            Self::Canvas(canvas) => canvas.get_size(),
            Self::Svg(svg) => svg.get_size(),
        }
    }

    fn ensure_prepared(&mut self) -> Drawn {
        each!(self, backend => backend.ensure_prepared())
    }

    fn present(&mut self) -> Drawn {
        each!(self, backend => backend.present())
    }

    fn draw_pixel(&mut self, point: BackendCoord, color: BackendColor) -> Drawn {
        each!(self, backend => backend.draw_pixel(point, color))
    }

    fn draw_line<S: BackendStyle>(&mut self, from: BackendCoord, to: BackendCoord, style: &S) -> Drawn {
        each!(self, backend => backend.draw_line(from, to, style))
    }

    fn draw_rect<S: BackendStyle>(
        &mut self,
        upper_left: BackendCoord,
        bottom_right: BackendCoord,
        style: &S,
        fill: bool,
    ) -> Drawn {
        each!(self, backend => backend.draw_rect(upper_left, bottom_right, style, fill))
    }

    fn draw_path<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(&mut self, path: I, style: &S) -> Drawn {
        each!(self, backend => backend.draw_path(path, style))
    }

    fn draw_circle<S: BackendStyle>(&mut self, center: BackendCoord, radius: u32, style: &S, fill: bool) -> Drawn {
        each!(self, backend => backend.draw_circle(center, radius, style, fill))
    }

    fn fill_polygon<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(&mut self, path: I, style: &S) -> Drawn {
        each!(self, backend => backend.fill_polygon(path, style))
    }

    fn draw_text<S: BackendTextStyle>(&mut self, text: &str, style: &S, place: BackendCoord) -> Drawn {
        each!(self, backend => backend.draw_text(text, style, place))
    }

    fn estimate_text_size<S: BackendTextStyle>(&self, text: &str, style: &S) -> Drawn<(u32, u32)> {
        each!(self, backend => backend.estimate_text_size(text, style))
    }
}
