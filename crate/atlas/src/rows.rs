//! The rows of lists: comma-separated fields, each with its position.

pub(crate) use matchday_base::text::clip;
use matchday_document::csv::{Row, Rows};

use crate::error::{AtlasError, RowProblem};
use crate::geo::Location;

/// Longest row, bytes: a file without line ends must not fill the memory.
pub(crate) const LINE_BYTES: usize = 1024;

/// A problem in a row, and the field that has it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Fault {
    pub at: usize,
    pub problem: RowProblem,
}

impl Fault {
    pub fn in_row(self, file: &str, row: &Row<'_>) -> AtlasError {
        let column = self.column(row);
        AtlasError::Row { file: file.into(), line: row.line, column, problem: self.problem }
    }

    /// The first character, from 1.
    pub fn column(&self, row: &Row<'_>) -> u32 {
        match self.problem {
            RowProblem::Utf8 => {
                let bad = row.raw.utf8_chunks().next().filter(|chunk| !chunk.invalid().is_empty());
                bad.map_or(1, |chunk| chunk.valid().chars().count() as u32 + 1)
            }
            _ => row.column(self.at),
        }
    }
}

/// A field without quotes and surrounding blanks.
#[derive(Clone, Copy)]
pub(crate) struct Field<'a> {
    pub text: &'a str,
    /// Which field of the row it is.
    pub at: usize,
}

impl<'a> Field<'a> {
    pub fn fault(self, problem: RowProblem) -> Fault {
        Fault { at: self.at, problem }
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
}

/// A finite decimal number; `None` for any other text, including infinity and NaN.
pub(crate) fn finite(text: &str) -> Option<f64> {
    text.parse().ok().filter(|number: &f64| number.is_finite())
}

/// A row as it is in the file, for an error message.
pub(crate) fn shown(row: &Row<'_>) -> String {
    clip(&String::from_utf8_lossy(row.raw))
}

/// Reads a list of `N` columns that arrives in pieces.
#[derive(Clone, Debug)]
pub(crate) struct List<const N: usize> {
    rows: Rows,
    layout: &'static str,
    file: String,
    /// So many rows may still be headers.
    headers: u32,
    /// Columns before those of the layout.
    numbers: usize,
}

/// Takes a row and its fields.
type Each<'a, const N: usize> = dyn FnMut(&Row<'_>, Result<[Field<'_>; N], Fault>) -> Result<(), AtlasError> + 'a;

impl<const N: usize> List<N> {
    /// At most so many rows before the first data may be headers.
    pub fn new(layout: &'static str, file: &str, headers: u32) -> Self {
        Self { rows: Rows::new(LINE_BYTES).of_list(1), layout, file: file.into(), headers, numbers: 0 }
    }

    /// Reads the next piece; calls `each` with the line and the fields of every row but headers.
    ///
    /// # Errors
    /// A header with other columns, or an error of `each`.
    pub fn read(&mut self, piece: &[u8], is_last: bool, each: &mut Each<'_, N>) -> Result<(), AtlasError> {
        let Self { rows, layout, file, headers, numbers } = self;
        rows.read(piece, is_last, &mut |row| match row {
            Ok(row) if *headers > 0 && is_header(&row) => {
                (*headers, *numbers) = (*headers - 1, numbers_before(&row, N));
                check_header(&row, *numbers, layout, file)
            }
            Ok(row) => {
                *headers = 0;
                each(&row, fields(&row, *numbers, layout))
            }
            Err(long) => each(&long.row(), Err(Fault { at: 0, problem: RowProblem::Long(LINE_BYTES) })),
        })
    }
}

/// Exactly `N` fields of a row, after the row numbers before them.
pub(crate) fn fields<'a, const N: usize>(
    row: &Row<'a>,
    numbers: usize,
    layout: &'static str,
) -> Result<[Field<'a>; N], Fault> {
    let mut slots = [Field { text: "", at: 0 }; N];
    for (at, field) in row.fields().enumerate() {
        let text = std::str::from_utf8(field).map_err(|_| Fault { at, problem: RowProblem::Utf8 })?;
        at.checked_sub(numbers)
            .and_then(|at| slots.get_mut(at))
            .into_iter()
            .for_each(|slot| *slot = Field { text, at });
    }
    let found = row.fields().len().saturating_sub(numbers);
    let problem = RowProblem::Fields { expected: N, found, layout };
    if found == N { Ok(slots) } else { Err(Fault { at: numbers + found.min(N), problem }) }
}

/// Whether a row is a header: text without a digit in its first field.
pub(crate) fn is_header(row: &Row<'_>) -> bool {
    let has_digit = |field: &[u8]| field.iter().any(u8::is_ascii_digit);
    str::from_utf8(row.raw).is_ok() && !row.fields().next().is_some_and(has_digit)
}

/// The number of columns before the `columns` of a list: programs such as R and pandas write row numbers into one without a
/// name.
pub(crate) fn numbers_before(header: &Row<'_>, columns: usize) -> usize {
    usize::from(header.fields().len() == columns + 1 && header.fields().next().is_some_and(<[u8]>::is_empty))
}

/// Checks the names of a header's columns: those of `layout` stand where it has them, or all rows would be read wrong. Only
/// latitude and longitude must be there; other columns may have names of their own.
fn check_header(row: &Row<'_>, numbers: usize, layout: &'static str, file: &str) -> Result<(), AtlasError> {
    for (name, expected) in row.texts().iter().skip(numbers).zip(layout.split(',')) {
        let found = known(name, layout);
        if found == Some(expected) || (found.is_none() && !is_axis(expected)) {
            continue;
        }
        let (file, header) = (file.to_owned(), shown(row));
        return Err(if is_axis(expected) && found.is_some_and(is_axis) {
            AtlasError::SwappedHeader { file, header }
        } else {
            AtlasError::UnknownColumn { file, column: clip(name), header, layout }
        });
    }
    Ok(())
}

/// The column of `layout` that a name means, whatever its spelling.
fn known(name: &str, layout: &'static str) -> Option<&'static str> {
    let name = name.to_ascii_lowercase();
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
