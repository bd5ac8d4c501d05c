//! What can be wrong with data from outside, and where.

use thiserror::Error;

use crate::geo::LocationError;
use crate::routes::RoutesProblem;

/// A number of things, in words that agree: `1 row`, `2 rows`.
pub fn counted(count: u64, thing: &str) -> String {
    format!("{count} {thing}{}", if count == 1 { "" } else { "s" })
}

/// Why data was refused. Every message names the file, and the place in it.
#[derive(Clone, Debug, Error, PartialEq)]
pub enum AtlasError {
    /// Two numbers that are no place on the globe.
    #[error(transparent)]
    Location(#[from] LocationError),
    /// A row of a list. Line and column count characters from 1.
    #[error("{file}, line {line}, column {column}: {problem}")]
    Row {
        /// The file, as the caller named it.
        file: String,
        /// The line, from 1.
        line: u64,
        /// The character that the bad field begins at, from 1.
        column: u32,
        /// What is wrong there.
        problem: RowProblem,
    },
    /// A list without a single row.
    #[error("{file} holds no rows")]
    NoRows {
        /// The file, as the caller named it.
        file: String,
    },
    /// A latency map of the wrong size.
    #[error("{file} has {actual} bytes; a latency map of 360 x 180 {layout} has {expected}")]
    MapSize {
        /// The file, as the caller named it.
        file: String,
        /// What its cells are.
        layout: &'static str,
        /// Bytes that a map has.
        expected: usize,
        /// Bytes that the file has.
        actual: usize,
    },
    /// Something that is often downloaded in the place of the data.
    #[error("{file} is {looks_like}, not the data itself; download the file again")]
    Imposter {
        /// The file, as the caller named it.
        file: String,
        /// What it seems to be.
        looks_like: &'static str,
    },
    /// Text in the encoding that some spreadsheets write.
    #[error("{file} is UTF-16 text; save it as UTF-8")]
    Utf16 {
        /// The file, as the caller named it.
        file: String,
    },
    /// A file of pings whose columns are others.
    #[error("{file} begins with the columns \"{found}\"; they must be {layout}", layout = crate::pings::LAYOUT)]
    PingColumns {
        /// The file, as the caller named it.
        file: String,
        /// What its first row says.
        found: String,
    },
    /// A file of pings in which latitudes stand under `long`, and longitudes under `lat`.
    #[error("{file}: lat and long seem to be swapped: in {rows} of {}, lat can only be a longitude", counted(*of, "row"))]
    SwappedColumns {
        /// The file, as the caller named it.
        file: String,
        /// Rows with an impossible latitude that would be fine as a longitude.
        rows: u64,
        /// Rows of the file.
        of: u64,
    },
    /// A file of pings without a single good one.
    #[error("{file}: not a ping in {}; {first}", counted(*rows, "row"))]
    NoPings {
        /// The file, as the caller named it.
        file: String,
        /// Rows that were refused.
        rows: u64,
        /// The first of them.
        first: crate::pings::RefusedRow,
    },
    /// An image that does not decode, or is no latency map.
    #[error("{file} is no latency map (PNG, 8-bit greyscale, 360 x 180): {reason}")]
    Image {
        /// The file, as the caller named it.
        file: String,
        /// What the decoder found.
        reason: String,
    },
    /// A joins grid that does not decode.
    #[error("{file}, byte {offset}: {problem}")]
    Joins {
        /// The file, as the caller named it.
        file: String,
        /// The byte at which reading stopped, from 0.
        offset: usize,
        /// What is wrong there.
        problem: JoinsProblem,
    },
    /// A route model that does not decode.
    #[error("{file}, byte {offset}: {problem}")]
    Routes {
        /// The file, as the caller named it.
        file: String,
        /// The byte at which reading stopped, from 0.
        offset: usize,
        /// What is wrong there.
        problem: RoutesProblem,
    },
    /// A manifest that does not parse or contradicts itself.
    #[error("{file}: {reason}")]
    Manifest {
        /// The file, as the caller named it.
        file: String,
        /// What is wrong, with line and column where the JSON itself is.
        reason: String,
    },
    /// A file of the data set that was not handed in.
    #[error("the data set's file {file} is missing")]
    Missing {
        /// The file, as the manifest names it.
        file: String,
    },
    /// A file that is not the one the manifest describes.
    #[error("{file} is not the file the manifest names: {actual} found, {expected} expected")]
    Checksum {
        /// The file, as the manifest names it.
        file: String,
        /// Bytes and checksum in the manifest.
        expected: String,
        /// Bytes and checksum of the file.
        actual: String,
    },
}

/// What is wrong with one row of a list.
#[derive(Clone, Debug, Error, PartialEq)]
pub enum RowProblem {
    /// Too few or too many fields.
    #[error("{expected} fields belong here ({layout}), not {found}")]
    Fields {
        /// Fields that belong there.
        expected: usize,
        /// Fields that are there.
        found: usize,
        /// Their names, in order.
        layout: &'static str,
    },
    /// A field that is no number.
    #[error("{field} \"{text}\" is not a number")]
    Number {
        /// The name of the field.
        field: &'static str,
        /// What stands there.
        text: String,
    },
    /// A place off the globe.
    #[error(transparent)]
    Location(LocationError),
    /// A datacenter name that could not stand in a link or a file name.
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
    /// A time that is not `HH:MM:SS` within one day.
    #[error("time \"{0}\" is not between 00:00:00 and 23:59:59")]
    Time(String),
    /// Bytes that are no text.
    #[error("not UTF-8 text")]
    Utf8,
    /// A line far longer than any row.
    #[error("the line is longer than {0} bytes")]
    Long(usize),
}

/// What is wrong with an encoded joins grid.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
pub enum JoinsProblem {
    /// Not a joins grid at all.
    #[error("this is not a joins grid")]
    Magic,
    /// Written by another version of the format.
    #[error("the format is version {0}, this program reads version 1")]
    Version(u8),
    /// The file ends too early.
    #[error("the file ends in the middle")]
    Truncated,
    /// Bytes after the end.
    #[error("{0} bytes too many")]
    Trailing(usize),
    /// More cells than the globe has, or none.
    #[error("{0} cells; there must be 1 to 1036800")]
    Count(u32),
    /// A curve point above its peak, or a curve that is zero all week.
    #[error("the hourly curve must be 0 to 100, and above 0 somewhere")]
    Curve,
    /// A gap between cells that is not in its shortest form.
    #[error("a gap between two cells is badly coded")]
    Gap,
    /// A cell beyond the south pole.
    #[error("a cell lies beyond the south pole")]
    Cell,
    /// Weight code 0 says nothing.
    #[error("weight code 0 is not allowed")]
    Weight,
    /// No place on Earth has that time zone.
    #[error("a time zone of {0} quarter hours is not between -48 and 56")]
    Zone(i16),
}
