//! Errors of input data, with their positions.

use matchday_document::TooManyRefused;
use thiserror::Error;

use crate::geo::LocationError;
use crate::routes::RoutesProblem;

/// A count with its noun in singular or plural: `1 row`, `2 rows`.
pub fn counted(count: u64, thing: &str) -> String {
    format!("{count} {thing}{}", if count == 1 { "" } else { "s" })
}

/// Why data was refused. Every message names the file and the position.
#[derive(Clone, Debug, Error, PartialEq)]
pub enum AtlasError {
    /// Two numbers that are not a place on the globe.
    #[error(transparent)]
    Location(#[from] LocationError),
    /// A bad row of a list. Line and column count from 1.
    #[error("{file}, line {line}, column {column}: {problem}")]
    Row {
        /// File name given by the caller.
        file: String,
        /// The line, from 1.
        line: u64,
        /// The first character of the bad field, from 1.
        column: u32,
        /// The problem.
        problem: RowProblem,
    },
    /// A list without rows.
    #[error("{file} holds no rows")]
    NoRows {
        /// File name given by the caller.
        file: String,
    },
    /// A latency map of the wrong size.
    #[error("{file} has {actual} bytes; a latency map of 360 x 180 {layout} has {expected}")]
    MapSize {
        /// File name given by the caller.
        file: String,
        /// The content of its cells.
        layout: &'static str,
        /// Expected size, bytes.
        expected: usize,
        /// Size of the file, bytes.
        actual: usize,
    },
    /// A number in a latency map that is no round trip.
    #[error(
        "{file}, byte {offset}: the cell at {lat} N {lon} E holds {value}; write a round trip in ms, and 0 or NaN where there is none"
    )]
    MapValue {
        /// File name given by the caller.
        file: String,
        /// The number.
        value: f32,
        /// Degrees north of the cell's centre.
        lat: f64,
        /// Degrees east.
        lon: f64,
        /// Position of the number, from 0.
        offset: usize,
    },
    /// Other content that is often downloaded instead of the data.
    #[error("{file} is {looks_like}, not the data itself; download the file again")]
    WrongFile {
        /// File name given by the caller.
        file: String,
        /// The content's likely type.
        looks_like: &'static str,
    },
    /// UTF-16 text, which some spreadsheets write.
    #[error("{file} is UTF-16 text; save it as UTF-8")]
    Utf16 {
        /// File name given by the caller.
        file: String,
    },
    /// A file of pings with other columns.
    #[error("{file} begins with the columns \"{found}\"; they must be {layout}", layout = crate::pings::LAYOUT)]
    PingColumns {
        /// File name given by the caller.
        file: String,
        /// Its first row.
        found: String,
    },
    /// A list whose header has longitude before latitude.
    #[error("{file}: longitude stands before latitude in its columns {header:?}; swap the two columns")]
    SwappedHeader {
        /// File name given by the caller.
        file: String,
        /// Its first row.
        header: String,
    },
    /// A list whose header names other columns.
    #[error("{file}: the column {column:?} of {header:?} is not known there; the columns are {layout}, in this order")]
    UnknownColumn {
        /// File name given by the caller.
        file: String,
        /// The first such column.
        column: String,
        /// Its first row.
        header: String,
        /// Names of the columns, in order.
        layout: &'static str,
    },
    /// A file of which too many rows are bad.
    #[error("{file}: {cause}")]
    TooManyRefused {
        /// File name given by the caller.
        file: String,
        /// The counts, and the first refused rows.
        cause: TooManyRefused,
    },
    /// A file of pings with latitudes in the column `long` and longitudes in `lat`.
    #[error("{file}: lat and long seem to be swapped: in {rows} of {}, lat can only be a longitude", counted(*of, "row"))]
    SwappedColumns {
        /// File name given by the caller.
        file: String,
        /// Rows whose latitude is invalid, but would be a valid longitude.
        rows: u64,
        /// All rows of the file.
        of: u64,
    },
    /// Pings of which too many have wrong times.
    #[error(transparent)]
    OutsideWindow(#[from] crate::pings::OutsideWindow),
    /// An image that cannot be decoded, or is not a latency map.
    #[error("{file} is no latency map (PNG, 8-bit greyscale, 360 x 180): {reason}")]
    Image {
        /// File name given by the caller.
        file: String,
        /// The decoder's message.
        reason: String,
    },
    /// An invalid joins grid.
    #[error("{file}, byte {offset}: {problem}")]
    Joins {
        /// File name given by the caller.
        file: String,
        /// Position of the first invalid byte, from 0.
        offset: usize,
        /// The problem.
        problem: JoinsProblem,
    },
    /// An invalid route model.
    #[error("{file}, byte {offset}: {problem}")]
    Routes {
        /// File name given by the caller.
        file: String,
        /// Position of the first invalid byte, from 0.
        offset: usize,
        /// The problem.
        problem: RoutesProblem,
    },
    /// A manifest that does not parse or is inconsistent.
    #[error("{file}: {reason}")]
    Manifest {
        /// File name given by the caller.
        file: String,
        /// The problem; for invalid JSON with line and column.
        reason: String,
    },
    /// A missing file of the data set.
    #[error("the data set's file {file} is missing")]
    Missing {
        /// Path in the manifest.
        file: String,
    },
    /// A file that differs from the manifest.
    #[error("{file} is not the file the manifest names: {actual} found, {expected} expected")]
    Checksum {
        /// Path in the manifest.
        file: String,
        /// Bytes and checksum in the manifest.
        expected: String,
        /// Bytes and checksum of the file.
        actual: String,
    },
}

/// The problem of a row.
#[derive(Clone, Debug, Error, PartialEq)]
pub enum RowProblem {
    /// Too few or too many fields.
    #[error("{expected} fields belong here ({layout}), not {found}")]
    Fields {
        /// Expected number of fields.
        expected: usize,
        /// Number of fields found.
        found: usize,
        /// Names of the expected fields, in order.
        layout: &'static str,
    },
    /// A field that is not a number.
    #[error("{field} \"{text}\" is not a number")]
    Number {
        /// The name of the field.
        field: &'static str,
        /// The field's text.
        text: String,
    },
    /// A place off the globe.
    #[error(transparent)]
    Location(LocationError),
    /// A datacenter name that cannot be part of a link or a file name.
    #[error("name \"{0}\" must be 1 to 64 letters, digits, '.', '_' or '-' of ASCII and begin with a letter or digit")]
    Name(String),
    /// A datacenter name used before.
    #[error("name \"{name}\" is already used in line {first_line}")]
    DuplicateName {
        /// The name.
        name: String,
        /// The line that used it first.
        first_line: u64,
    },
    /// A datacenter id used before.
    #[error("id {id} is already used in line {first_line}")]
    DuplicateId {
        /// The id.
        id: u32,
        /// The line that used it first.
        first_line: u64,
    },
    /// No time of day.
    #[error("time \"{0}\" is not a time of day, such as 18:05:09, from 00:00:00 to 23:59:59")]
    Time(String),
    /// Bytes that are not UTF-8.
    #[error("not UTF-8 text")]
    Utf8,
    /// A line far longer than any row.
    #[error("the line is longer than {0} bytes")]
    Long(usize),
}

/// Errors of an encoded joins grid.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
pub enum JoinsProblem {
    /// Not a joins grid.
    #[error("this is not a joins grid")]
    Magic,
    /// Written by another version of the format.
    #[error("the format has version {0}, which this program does not read: build the data again")]
    Version(u8),
    /// The file ends too early.
    #[error("the file is incomplete: copy or build it again")]
    Truncated,
    /// Bytes after the end.
    #[error("the file has {0} bytes after its end: copy or build it again")]
    Trailing(usize),
    /// More cells than the globe has, or zero.
    #[error("{0} cells; there must be 1 to 1036800")]
    Count(u32),
    /// A curve point above its peak, or a curve that is zero all week.
    #[error("the hourly curve must be 0 to 100, and above 0 somewhere")]
    Curve,
    /// A gap between cells that is not in its shortest form.
    #[error("a gap between two cells is badly coded")]
    Gap,
    /// A second after the end of the day.
    #[error("second {0} is after the end of the day, second 86399")]
    Second(u32),
    /// A cell beyond the south pole.
    #[error("a cell lies beyond the south pole")]
    Cell,
    /// Weight code 0, which is unused.
    #[error("weight code 0 is not allowed")]
    Weight,
    /// A time zone that does not exist.
    #[error("a time zone of {0} quarter hours is not between -48 and 56")]
    Zone(i16),
}
