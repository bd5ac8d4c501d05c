//! Rows of comma-separated fields, with the position of every field.

use crate::error::{AtlasError, RowProblem};
use crate::geo::Location;

/// A problem in a line, and its position.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Fault {
    /// Character, from 1.
    pub column: u32,
    pub problem: RowProblem,
}

/// A field without surrounding blanks.
#[derive(Clone, Copy)]
pub(crate) struct Field<'a> {
    pub text: &'a str,
    /// Its first character, from 1.
    pub column: u32,
}

impl<'a> Field<'a> {
    pub fn fault(self, problem: RowProblem) -> Fault {
        Fault { column: self.column, problem }
    }

    /// The field as a whole number; `name` is its name in errors.
    pub fn whole(self, name: &'static str) -> Result<u32, Fault> {
        self.text.parse().map_err(|_| self.no_number(name))
    }

    /// The field as a decimal number; `name` is its name in errors.
    pub fn number(self, name: &'static str) -> Result<f64, Fault> {
        finite(self.text).ok_or_else(|| self.no_number(name))
    }

    fn no_number(self, field: &'static str) -> Fault {
        self.fault(RowProblem::Number { field, text: clip(self.text) })
    }

    fn split(line: &'a str) -> impl Iterator<Item = Self> {
        let mut column = 1;
        line.split(',').map(move |raw| {
            let text = raw.trim_start();
            let field = Field { text: text.trim_end(), column: column + count(raw) - count(text) };
            column += count(raw) + 1;
            field
        })
    }
}

/// A finite decimal number; `None` for any other text, including infinity and NaN.
pub(crate) fn finite(text: &str) -> Option<f64> {
    text.parse().ok().filter(|number: &f64| number.is_finite())
}

fn count(text: &str) -> u32 {
    u32::try_from(text.chars().count()).unwrap_or(u32::MAX)
}

/// The first 40 characters of a bad field for an error message; control characters are replaced.
pub(crate) fn clip(text: &str) -> String {
    text.chars().take(40).map(|c| if c.is_control() { char::REPLACEMENT_CHARACTER } else { c }).collect()
}

/// The line as text, without line end, byte order mark and comment; `None` if nothing is left.
pub(crate) fn content(line: &[u8], line_number: u64) -> Result<Option<&str>, Fault> {
    let text = std::str::from_utf8(line).map_err(|error| {
        let good = String::from_utf8_lossy(&line[..error.valid_up_to()]);
        Fault { column: count(&good) + 1, problem: RowProblem::Utf8 }
    })?;
    let text = if line_number == 1 { text.trim_start_matches('\u{feff}') } else { text };
    let text = text.trim_end();
    Ok((!text.is_empty() && !text.trim_start().starts_with('#')).then_some(text))
}

/// Splits a line into exactly `N` fields.
pub(crate) fn fields<'a, const N: usize>(line: &'a str, layout: &'static str) -> Result<[Field<'a>; N], Fault> {
    let mut row = [Field { text: "", column: 1 }; N];
    let mut found = 0;
    for field in Field::split(line) {
        if let Some(slot) = row.get_mut(found) {
            *slot = field;
        }
        found += 1;
    }
    if found == N {
        return Ok(row);
    }
    let column = Field::split(line).nth(N).map_or(count(line) + 1, |extra| extra.column);
    Err(Fault { column, problem: RowProblem::Fields { expected: N, found, layout } })
}

/// Whether a line is a header: no digit in its first field.
pub(crate) fn is_header(line: &str) -> bool {
    Field::split(line).next().is_some_and(|first| !first.text.bytes().any(|byte| byte.is_ascii_digit()))
}

/// Checks the names of a header's columns: those of `layout` stand where it has them, or all rows would be read wrong. Only
/// latitude and longitude must be there; other columns may have names of their own.
pub(crate) fn check_header(line: &str, layout: &'static str, file: &str) -> Result<(), AtlasError> {
    for (field, expected) in Field::split(line).zip(layout.split(',')) {
        let found = known(field.text, layout);
        if found == Some(expected) || (found.is_none() && !is_axis(expected)) {
            continue;
        }
        let (file, header) = (file.to_owned(), clip(line));
        return Err(if is_axis(expected) && found.is_some_and(is_axis) {
            AtlasError::SwappedHeader { file, header }
        } else {
            AtlasError::UnknownColumn { file, column: clip(field.text), header, layout }
        });
    }
    Ok(())
}

/// The column of `layout` that a name means, whatever its spelling.
fn known(name: &str, layout: &'static str) -> Option<&'static str> {
    let name = name.trim_matches('"').to_ascii_lowercase();
    let is = |start: &str| name.starts_with(start);
    let axis = if is("lat") { Some("lat") } else { (is("lon") || is("lng")).then_some("long") };
    axis.or_else(|| layout.split(',').find(|column| *column == name))
}

/// Whether a column of a layout has degrees.
fn is_axis(column: &str) -> bool {
    matches!(column, "lat" | "long")
}

/// Makes a place from degrees north and east.
type Place = fn(f64, f64) -> Result<Location, crate::LocationError>;

/// The place in two fields.
pub(crate) fn location(lat: Field<'_>, lon: Field<'_>, place: Place) -> Result<Location, Fault> {
    let (north, east) = (lat.number("latitude")?, lon.number("longitude")?);
    // Longitudes of a map that goes on beyond its edge are wrapped; of more than two turns they are no places.
    if east.abs() > 720.0 {
        return Err(lon.fault(RowProblem::Location(crate::LocationError::Longitude(east))));
    }
    place(north, east).map_err(|error| {
        let field = if matches!(error, crate::LocationError::Latitude(_)) { lat } else { lon };
        field.fault(RowProblem::Location(error))
    })
}
