//! One raw ping, and the reasons to refuse a row.

use std::fmt;

use super::day::Day;
use crate::datacenter::Datacenter;
use crate::geo::Location;
use crate::latency::cell_of;

/// The columns of raw pings, in order.
pub const COLUMNS: [&str; 5] = ["timestamp", "lat", "long", "datacenter", "rtt_ms"];
/// The column names of a header.
pub const LAYOUT: &str = "timestamp,lat,long,datacenter,rtt_ms";
/// Longest valid round trip, ms: a longer one is a time-out, not a measurement.
pub const LONGEST_RTT_MS: f64 = 10_000.0;

/// One good ping.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ping {
    /// The UTC day of sending.
    pub day: Day,
    /// The datacenter, by its index in the list.
    pub datacenter: u16,
    /// The one-degree cell of the sender, row by row from the north-west, below 64,800.
    pub cell: u16,
    /// Round trip, microseconds, rounded half up: 1 to 10,000,000.
    pub rtt_us: u32,
}

/// Why a row is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Refusal {
    /// More or fewer than five fields.
    Fields,
    /// Not UTF-8, or far too long.
    Text,
    /// Not a time of the years 2000 to 2099.
    Timestamp,
    /// `lat`, `long` or `rtt_ms` is not a number.
    Number,
    /// A latitude or longitude outside its range.
    Place,
    /// An invalid latitude that could be a longitude, next to a longitude that could be a latitude.
    Swapped,
    /// No datacenter of the list has this name.
    Datacenter,
    /// Not above 0 and at most [`LONGEST_RTT_MS`].
    Rtt,
}

impl Refusal {
    /// All reasons, in order.
    pub const ALL: [Self; 8] = [
        Self::Fields,
        Self::Text,
        Self::Timestamp,
        Self::Number,
        Self::Place,
        Self::Swapped,
        Self::Datacenter,
        Self::Rtt,
    ];

    /// Its name in reports.
    pub fn key(self) -> &'static str {
        match self {
            Self::Fields => "fields",
            Self::Text => "text",
            Self::Timestamp => "timestamp",
            Self::Number => "number",
            Self::Place => "place",
            Self::Swapped => "swapped",
            Self::Datacenter => "datacenter",
            Self::Rtt => "rtt",
        }
    }

    fn says(self) -> &'static str {
        match self {
            Self::Fields => "is the number of fields; it must be five (timestamp,lat,long,datacenter,rtt_ms)",
            Self::Text => "is not UTF-8 text of at most 1024 bytes",
            Self::Timestamp => "is no time of 2000 to 2099 (RFC 3339, or a number of s, ms, us or ns since 1970)",
            Self::Number => "is not a number",
            Self::Place => "is off the globe",
            Self::Swapped => "can only be a longitude: are lat and long swapped?",
            Self::Datacenter => "is not in the list of datacenters",
            Self::Rtt => "is no round trip (above 0, at most 10000 ms)",
        }
    }
}

/// The position of a refused row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Position {
    /// Line and character of a text, both from 1.
    Text {
        /// The line.
        line: u64,
        /// The first character of the bad field.
        column: u32,
    },
    /// A row of a table without lines, from 1.
    Row(u64),
}

impl Position {
    /// Number of the line or row.
    pub fn row(self) -> u64 {
        match self {
            Self::Text { line, .. } => line,
            Self::Row(row) => row,
        }
    }
}

/// A refused row, its position, and the reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RefusedRow {
    /// Its position.
    pub position: Position,
    /// Index of the bad field in [`COLUMNS`]; past the end for the row as a whole.
    pub field: usize,
    /// The field's text, cut short.
    pub found: String,
    /// The reason.
    pub refusal: Refusal,
}

impl fmt::Display for RefusedRow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.position {
            Position::Text { line, column } => write!(f, "line {line}, column {column}: ")?,
            Position::Row(row) => write!(f, "row {row}: ")?,
        }
        if let Some(name) = COLUMNS.get(self.field) {
            write!(f, "{name} ")?;
        }
        write!(f, "\"{}\" {}", self.found, self.refusal.says())
    }
}

/// The cell of two numbers, or the index of the bad column and the reason.
pub fn cell(lat: f64, long: f64) -> Result<u16, (usize, Refusal)> {
    if (-90.0..=90.0).contains(&lat) && (-360.0..=360.0).contains(&long) {
        return Location::new(lat, long).map(|place| cell_of(place) as u16).map_err(|_| (1, Refusal::Place));
    }
    match (lat.abs() <= 90.0, lat.abs() <= 180.0 && long.abs() <= 90.0) {
        (true, _) => Err((2, Refusal::Place)),
        (false, true) => Err((1, Refusal::Swapped)),
        (false, false) => Err((1, Refusal::Place)),
    }
}

/// A round trip in whole microseconds, rounded half up.
pub fn rtt_us(ms: f64) -> Result<u32, (usize, Refusal)> {
    let us = libm::floor(ms * 1_000.0 + 0.5);
    if (1.0..=LONGEST_RTT_MS * 1_000.0).contains(&us) { Ok(us as u32) } else { Err((4, Refusal::Rtt)) }
}

/// Finds datacenters by name.
#[derive(Clone, Debug)]
pub struct Names {
    sorted: Vec<(String, u16)>,
}

impl Names {
    /// The names of a list; only the first 65,536 are used.
    pub fn new(datacenters: &[Datacenter]) -> Self {
        let mut sorted: Vec<_> = datacenters.iter().map(|site| site.name.clone()).zip(0..=u16::MAX).collect();
        sorted.sort_unstable();
        Self { sorted }
    }

    /// The index in the list of the datacenter `name`.
    pub fn find(&self, name: &str) -> Option<u16> {
        let at = self.sorted.binary_search_by(|(known, _)| known.as_str().cmp(name)).ok()?;
        Some(self.sorted[at].1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn microseconds_are_rounded_half_up_and_bounded() {
        for (ms, us) in [(23.456, 23_456), (0.0005, 1), (1.0004, 1_000), (1.0005, 1_001), (10_000.0, 10_000_000)] {
            assert_eq!(rtt_us(ms), Ok(us), "{ms}");
        }
        for ms in [0.0, 0.0004, -1.0, f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 10_000.001, 1e300] {
            assert_eq!(rtt_us(ms), Err((4, Refusal::Rtt)), "{ms}");
        }
    }

    #[test]
    fn places_off_the_globe_are_told_from_swapped_columns() {
        assert_eq!(cell(50.11, 8.68), Ok(39 * 360 + 188));
        assert_eq!(cell(50.11, -351.32), Ok(39 * 360 + 188));
        assert_eq!(cell(90.0, -180.0), Ok(0));
        assert_eq!(cell(-90.0, 180.0), Ok(179 * 360));
        for (lat, long, expected) in [
            (-121.9, 37.3, (1, Refusal::Swapped)),
            (91.0, 100.0, (1, Refusal::Place)),
            (181.0, 1.0, (1, Refusal::Place)),
            (f64::NAN, 1.0, (1, Refusal::Place)),
            (1.0, f64::NAN, (2, Refusal::Place)),
            (1.0, 361.0, (2, Refusal::Place)),
            (1.0, f64::INFINITY, (2, Refusal::Place)),
        ] {
            assert_eq!(cell(lat, long), Err(expected), "{lat}, {long}");
        }
    }
}
