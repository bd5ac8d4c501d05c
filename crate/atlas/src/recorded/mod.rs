//! Recorded joins, one `HH:MM:SS,lat,long` per row; [`mod@format`] stores them compactly.

pub mod format;

use std::fmt;
use std::sync::Arc;

use crate::clock::clock;
use crate::error::{AtlasError, RowProblem};
use crate::geo::Location;
use crate::grid::GridCell;
use crate::rows::{self, Fault, Field, List, clip};
use matchday_document::{TooManyRefused, with_leading_zeros};

const LAYOUT: &str = "HH:MM:SS,lat,long";
const MINUTE_S: u32 = 60;
const DAY_S: u32 = 24 * 60 * MINUTE_S;
/// Number of refused rows kept as examples.
const SHOWN: usize = 5;
/// Rows per impossible latitude: more are single mistakes, fewer mean swapped columns.
const SWAPPED_PER_ROW: u64 = 100;
/// Number of rows that are buffered and then counted together.
const PENDING: usize = 1 << 20;
/// Bits of a cell's number in a [`JoinGroup`].
const CELL_BITS: u32 = 20;
/// Bits of the joins in a [`JoinGroup`]; the second has the other 17.
const JOINS_BITS: u32 = 27;
const _: () = assert!(GridCell::COUNT <= 1 << CELL_BITS && DAY_S <= 1 << (64 - CELL_BITS - JOINS_BITS));

/// The joins of one day: counts by second and cell. Cheap to clone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordedJoins {
    /// By second, then cell; no pair of them twice.
    groups: Arc<Vec<JoinGroup>>,
}

/// The joins of one second from one cell, in eight bytes: a day has many millions of them.
///
/// From the highest bit on: the second, the cell's number, the joins. So the order is by second, then cell.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct JoinGroup(u64);

impl JoinGroup {
    /// Most joins of one second from one cell.
    pub const MOST_JOINS: u32 = (1 << JOINS_BITS) - 1;

    /// Joins beyond [`JoinGroup::MOST_JOINS`] are not counted.
    fn new(second: u32, cell: GridCell, joins: u32) -> Self {
        let at = u64::from(second) << CELL_BITS | u64::from(cell.index());
        Self(at << JOINS_BITS | u64::from(joins.min(Self::MOST_JOINS)))
    }

    /// The second of the day, below 86,400.
    pub fn second(self) -> u32 {
        (self.0 >> (CELL_BITS + JOINS_BITS)) as u32
    }

    /// Where the players are.
    pub fn cell(self) -> GridCell {
        let index = (self.0 >> JOINS_BITS) as u32 & ((1 << CELL_BITS) - 1);
        GridCell::new(index).expect("made from a cell")
    }

    /// How many join; at least one.
    pub fn joins(self) -> u32 {
        self.0 as u32 & Self::MOST_JOINS
    }

    fn at(self) -> (u32, GridCell) {
        (self.second(), self.cell())
    }
}

impl fmt::Debug for JoinGroup {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{} from {:?} in second {}", self.joins(), self.cell(), self.second())
    }
}

/// Counts of the rows of a file.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RecordedSummary {
    /// Rows counted as joins.
    pub read: u64,
    /// Refused rows.
    pub refused: u64,
    /// Errors of the first refused rows, each with its line and column.
    pub first_refused: Vec<AtlasError>,
    /// Rows with a longitude outside [-180, 180) that was wrapped; counted in `read` too.
    pub wrapped: u64,
    /// Refused rows with an invalid latitude that could be a longitude, next to a longitude that could be a
    /// latitude.
    pub swapped: u64,
}

impl RecordedJoins {
    /// Starts reading a file that arrives in pieces.
    pub fn reader(file: &str) -> RecordedJoinsReader {
        RecordedJoinsReader {
            file: file.into(),
            list: List::new(LAYOUT, file, 1),
            wrong_header: None,
            tally: Tally::default(),
        }
    }

    /// Number of joins of the day.
    pub fn total(&self) -> u64 {
        sum(&self.groups)
    }

    /// The joins of a second of the day, in the order of the cells' numbers. Empty from second 86,400 on.
    pub fn second(&self, second: u32) -> &[JoinGroup] {
        self.between(second, second.saturating_add(1))
    }

    /// Number of joins in a minute of the day; 0 from minute 1440 on.
    pub fn in_minute(&self, minute: u32) -> u64 {
        sum(self.of_minute(minute))
    }

    /// The joins of a minute of the day by cell, in the order of the cells' numbers. Empty from minute 1440 on.
    pub fn minute(&self, minute: u32) -> Vec<(GridCell, u64)> {
        let mut pairs: Vec<_> =
            self.of_minute(minute).iter().map(|group| (group.cell(), u64::from(group.joins()))).collect();
        pairs.sort_unstable();
        let by_cell = pairs.chunk_by(|a, b| a.0 == b.0);
        by_cell.map(|pairs| (pairs[0].0, pairs.iter().map(|&(_, joins)| joins).sum())).collect()
    }

    fn of_minute(&self, minute: u32) -> &[JoinGroup] {
        let from = minute.saturating_mul(MINUTE_S);
        self.between(from, from.saturating_add(MINUTE_S))
    }

    /// The joins from one second to before another.
    fn between(&self, from: u32, to: u32) -> &[JoinGroup] {
        let start_of = |second| self.groups.partition_point(|group| group.second() < second);
        &self.groups[start_of(from)..start_of(to)]
    }

    /// Every cell with joins, in order and once each.
    pub fn cells(&self) -> Vec<GridCell> {
        self.totals().into_iter().map(|(cell, _)| cell).collect()
    }

    /// The same cells with their joins of the whole day.
    pub fn totals(&self) -> Vec<(GridCell, u64)> {
        let mut totals = vec![0; GridCell::COUNT as usize];
        self.groups.iter().for_each(|group| totals[group.cell().index() as usize] += u64::from(group.joins()));
        let with_cell = |(index, total)| Some((GridCell::new(index).filter(|_| total > 0)?, total));
        (0..).zip(totals).filter_map(with_cell).collect()
    }
}

fn sum(groups: &[JoinGroup]) -> u64 {
    groups.iter().map(|group| u64::from(group.joins())).sum()
}

/// Reads recorded joins from pieces of any size. Keeps only counts in memory.
///
/// Bad rows are refused and counted, so that one broken line does not cost a day of data.
#[derive(Clone, Debug)]
pub struct RecordedJoinsReader {
    file: String,
    list: List<3>,
    wrong_header: Option<AtlasError>,
    tally: Tally,
}

/// What has been read.
#[derive(Clone, Debug, Default)]
struct Tally {
    /// Buffered rows: second and cell.
    pending: Vec<(u32, GridCell)>,
    counted: Vec<JoinGroup>,
    summary: RecordedSummary,
}

impl RecordedJoinsReader {
    /// Reads the next piece of the file.
    pub fn push(&mut self, piece: &[u8]) {
        self.read(piece, false);
    }

    fn read(&mut self, piece: &[u8], is_last: bool) {
        if self.wrong_header.is_some() {
            return;
        }
        let Self { file, list, tally, .. } = self;
        let read = list.read(piece, is_last, &mut |row, fields| {
            if let Err(fault) = fields.and_then(|fields| tally.take_row(fields)) {
                tally.summary.refused += 1;
                if tally.summary.first_refused.len() < SHOWN {
                    tally.summary.first_refused.push(fault.in_row(file, row));
                }
            }
            Ok(())
        });
        self.wrong_header = read.err();
    }

    /// Ends the file.
    ///
    /// # Errors
    /// No rows, more than a tenth of them refused, a header with other columns, or so many impossible latitudes that the
    /// columns must be swapped.
    pub fn finish(mut self) -> Result<(RecordedJoins, RecordedSummary), AtlasError> {
        self.read(&[], true);
        let Self { file, wrong_header, mut tally, .. } = self;
        if let Some(error) = wrong_header {
            return Err(error);
        }
        tally.count_pending();
        let Tally { mut counted, summary, .. } = tally;
        let (rows, swapped) = (summary.read + summary.refused, summary.swapped);
        if swapped * SWAPPED_PER_ROW > rows {
            return Err(AtlasError::SwappedColumns { file, rows: swapped, of: rows });
        }
        TooManyRefused::check(summary.refused, rows, &summary.first_refused)
            .map_err(|cause| AtlasError::TooManyRefused { file: file.clone(), cause })?;
        if rows == 0 {
            return Err(AtlasError::NoRows { file });
        }
        counted.shrink_to_fit();
        Ok((RecordedJoins { groups: Arc::new(counted) }, summary))
    }
}

impl Tally {
    fn take_row(&mut self, [time, lat, lon]: [Field<'_>; 3]) -> Result<(), Fault> {
        let second = second_of_day(time.text).ok_or_else(|| time.fault(RowProblem::Time(clip(time.text))))?;
        let location = rows::location(lat, lon, Location::new)
            .inspect_err(|_| self.summary.swapped += u64::from(rows::location(lon, lat, Location::new).is_ok()))?;
        self.summary.wrapped += u64::from(lon.number("longitude")? != location.lon());
        self.summary.read += 1;
        self.pending.push((second, GridCell::of(location)));
        if self.pending.len() == PENDING {
            self.count_pending();
        }
        Ok(())
    }

    /// Merges the buffered rows into the counts, from the back and in place: a second copy of the counts
    /// would double the memory of a day with many millions of joins.
    fn count_pending(&mut self) {
        self.pending.sort_unstable();
        let mut old = self.counted.len();
        let mut free = old + self.new_groups();
        self.counted.reserve_exact(free - old);
        let Some(&(second, cell)) = self.pending.first() else { return };
        self.counted.resize(free, JoinGroup::new(second, cell, 0));
        for rows in self.pending.chunk_by(|a, b| a == b).rev() {
            let (second, cell) = rows[0];
            while old > 0 && self.counted[old - 1].at() > (second, cell) {
                (old, free) = (old - 1, free - 1);
                self.counted[free] = self.counted[old];
            }
            let before = self.counted[..old].last().filter(|group| group.at() == (second, cell));
            let (same, before) = before.map_or((0, 0), |group| (1, group.joins()));
            old -= same;
            free -= 1;
            self.counted[free] = JoinGroup::new(second, cell, before.saturating_add(rows.len() as u32));
        }
        debug_assert_eq!(old, free, "what lies before the first group stays where it is");
        self.pending.clear();
    }

    /// Number of buffered seconds and cells that are not counted yet.
    fn new_groups(&self) -> usize {
        let mut counted = self.counted.iter().map(|group| group.at()).peekable();
        let moments = self.pending.chunk_by(|a, b| a == b).map(|rows| rows[0]);
        moments
            .filter(|&at| {
                while counted.next_if(|&other| other < at).is_some() {}
                counted.peek() != Some(&at)
            })
            .count()
    }
}

/// The second of a time of day, such as `18:05:09`, `7:05` or `7:05:02.5`.
fn second_of_day(text: &str) -> Option<u32> {
    let text = with_leading_zeros(text);
    let ([hour, minute, second], rest) = clock(text.as_bytes())?;
    // No day of joins has a leap second.
    (rest.is_empty() && second < MINUTE_S).then_some((hour * 60 + minute) * MINUTE_S + second)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::LocationError;
    use crate::rows::LINE_BYTES;

    /// Reads a file in pieces of `size` bytes.
    fn read(bytes: &[u8], size: usize) -> Result<(RecordedJoins, RecordedSummary), AtlasError> {
        let mut reader = RecordedJoins::reader("joins.csv");
        bytes.chunks(size).for_each(|piece| reader.push(piece));
        reader.finish()
    }

    fn cell(lat: f64, lon: f64) -> GridCell {
        GridCell::of(Location::new(lat, lon).unwrap())
    }

    const DAY: &str = "\u{feff}time,lat,long\r\n\
        23:59:59,-12.04,-77.03\r\n\
        00:00:00,50.11,8.68\n\
        \n\
        # noon\n\
        12:00:01, 50.11 , 8.68\n\
        12:00:59,50.12,8.69\n\
        12:00:30,-12.04,282.97\n\
        12:61:00,1,2\n\
        18:00:00,1,2\n18:00:00,1,2\n18:00:00,1,2\n\
        00:00:30,50.11,8.68";

    #[test]
    fn counts_by_second_and_cell_whatever_the_pieces() {
        let whole = read(DAY.as_bytes(), usize::MAX).unwrap();
        let (joins, summary) = &whole;
        let (frankfurt, lima) = (cell(50.11, 8.68), cell(-12.04, -77.03));
        let at = |second| joins.second(second).iter().map(|group| (group.cell(), group.joins())).collect::<Vec<_>>();
        assert_eq!(
            [0, 30, 43_201, 86_399].map(at),
            [frankfurt, frankfurt, frankfurt, lima].map(|cell| vec![(cell, 1)])
        );
        assert_eq!([1, 86_400, u32::MAX].map(at), [const { Vec::new() }; 3]);
        assert_eq!(joins.minute(0), [(frankfurt, 2)]);
        assert_eq!(joins.minute(720), [(frankfurt, 2), (lima, 1)], "north comes first");
        assert_eq!(joins.minute(1439), [(lima, 1)]);
        assert_eq!([1, 1440, u32::MAX].map(|minute| joins.minute(minute)), [const { Vec::new() }; 3]);
        assert_eq!([0, 1, 720, 1440].map(|minute| joins.in_minute(minute)), [2, 0, 3, 0]);
        assert_eq!(joins.total(), 9);
        assert_eq!((summary.read, summary.refused, summary.wrapped), (9, 1, 1));
        for size in 1..DAY.len() {
            assert_eq!(read(DAY.as_bytes(), size).unwrap(), whole, "pieces of {size} bytes");
        }
    }

    #[test]
    fn quoted_fields_and_row_numbers_read_as_plain_ones() {
        let plain = read(b"time,lat,long\n12:00:01,50.11,8.68\n12:00:02,1,2\n", 7);
        for same in [
            "\"time\",\"lat\",\"long\"\r\n\"12:00:01\",\"50.11\",\"8.68\"\r\n\"12:00:02\", \"1\",2\r\n",
            "\"\",\"time\",\"lat\",\"long\"\n\"1\",\"12:00:01\",50.11,8.68\n\"2\",\"12:00:02\",1,2\n",
        ] {
            assert_eq!(read(same.as_bytes(), 7), plain, "{same}");
        }
        // A quote that nothing closes spoils one line.
        let (joins, summary) =
            read(&[b"12:00:01,50,8\r\n12:00:01,\"50,8\r\n".as_slice(), &b"12:00:02,1,2\r\n".repeat(8)].concat(), 7)
                .unwrap();
        assert_eq!((joins.total(), summary.refused), (9, 1));
        let error = summary.first_refused[0].to_string();
        assert!(error.starts_with("joins.csv, line 2, column 15: 3 fields belong here"), "{error}");
    }

    #[test]
    fn says_where_and_why_a_row_is_refused() {
        let long = format!("12:00:00,{},2", "1".repeat(LINE_BYTES));
        let time = |text: &str| RowProblem::Time(text.into());
        let number = |field, text: &str| RowProblem::Number { field, text: text.into() };
        for (row, column, problem) in [
            ("24:00:00,1,2", 1, time("24:00:00")),
            ("12:60:00,1,2", 1, time("12:60:00")),
            ("12:00:60,1,2", 1, time("12:00:60")),
            ("1:0x:00,1,2", 1, time("1:0x:00")),
            ("7,1,2", 1, time("7")),
            ("12:00:00.,1,2", 1, time("12:00:00.")),
            ("12:00:00Z,1,2", 1, time("12:00:00Z")),
            ("12-00-00,1,2", 1, time("12-00-00")),
            ("+1:00:00,1,2", 1, time("+1:00:00")),
            ("1é:00:0,1,2", 1, time("1é:00:0")),
            ("12:00:00,x,2", 10, number("latitude", "x")),
            ("12:00:00,1, y", 13, number("longitude", "y")),
            ("12:00:00,91,2", 10, RowProblem::Location(LocationError::Latitude(91.0))),
            ("12:00:00,1,-inf", 12, number("longitude", "-inf")),
            ("12:00:00,1", 11, RowProblem::Fields { expected: 3, found: 2, layout: LAYOUT }),
            ("12:00:00,1,2,3", 14, RowProblem::Fields { expected: 3, found: 4, layout: LAYOUT }),
            (&long, 1, RowProblem::Long(LINE_BYTES)),
        ] {
            let good = "00:00:00,1,2\n".repeat(100);
            let (_, summary) = read(format!("{good}{row}\n{good}").as_bytes(), 100).unwrap();
            let expected = AtlasError::Row { file: "joins.csv".into(), line: 101, column, problem };
            assert_eq!((summary.read, summary.refused, summary.first_refused), (200, 1, vec![expected]), "{row}");
        }
        let error = read(long.as_bytes(), 100).unwrap_err().to_string();
        assert!(
            error.contains("the first is joins.csv, line 1, column 1: the line is longer than 1024 bytes"),
            "{error}"
        );
        let says = "time \"24:00\" is not a time of day, such as 18:05:09, from 00:00:00 to 23:59:59";
        assert_eq!(time("24:00").to_string(), says);
    }

    #[test]
    fn a_time_of_day_needs_neither_leading_zeros_nor_seconds() {
        let joins = |text: &str| read(format!("{text},1,2\n").as_bytes(), 9).unwrap().0;
        for (text, second) in [
            ("0:05:02", 302),
            ("7:5", 7 * 3_600 + 300),
            ("9:59:9", 35_949),
            ("07:05:02.75", 25_502),
            ("23:59:59.999", 86_399),
            ("\"1:02:03\"", 3_723),
        ] {
            assert_eq!(joins(text).second(second).len(), 1, "{text}");
        }
    }

    #[test]
    fn a_file_without_joins_is_an_error() {
        assert_eq!(read(b"time,lat,long\n", 3), Err(AtlasError::NoRows { file: "joins.csv".into() }));
        let page = read(b"<html>\n<p>1</p>\n", 4).unwrap_err().to_string();
        assert!(page.contains("1 of 1 rows cannot be read; the first is joins.csv, line 2, column 9"), "{page}");
    }

    #[test]
    fn swapped_columns_are_named() {
        let error = read(b"12:00:00,151.2,-33.9\n12:00:00,8.7,50.1\n", 9).unwrap_err();
        assert_eq!(error, AtlasError::SwappedColumns { file: "joins.csv".into(), rows: 1, of: 2 });
        // Without its header every row is a valid place.
        let says = |header: &str| read(format!("{header}\n12:00:00,8.7,50.1\n").as_bytes(), 9).unwrap_err().to_string();
        assert!(says("time,long,lat").contains("longitude stands before latitude"), "{}", says("time,long,lat"));
        assert!(says("time,x,y").contains("the column \"x\" of \"time,x,y\" is not known"), "{}", says("time,x,y"));
    }

    #[test]
    fn longitudes_are_wrapped_within_two_turns() {
        let (joins, summary) =
            read(("12:00:00,50.11,368.68\n".repeat(9) + "12:00:00,50.11,1e300\n").as_bytes(), 9).unwrap();
        assert_eq!((joins.total(), summary.refused), (9, 1));
        assert!(
            summary.first_refused[0].to_string().starts_with("joins.csv, line 10, column 16: longitude 1"),
            "{summary:?}"
        );
    }

    #[test]
    fn a_file_of_which_more_than_a_tenth_is_bad_is_refused() {
        let rows = |good: usize, bad: usize| "00:00:00,1,2\n".repeat(good) + &"00:00:00,1\n".repeat(bad);
        assert_eq!(read(rows(90, 10).as_bytes(), 7).unwrap().1.refused, 10);
        let says = read(rows(89, 11).as_bytes(), 7).unwrap_err().to_string();
        let expected = "joins.csv: 11 of 100 rows cannot be read; the first are joins.csv, line 90, column 11: 3 fields belong here \
            (HH:MM:SS,lat,long), not 2; joins.csv, line 91,";
        assert!(says.starts_with(expected) && says.ends_with("at most a tenth of the rows may be left out"), "{says}");
    }

    /// Compares with a map: batches before, between and after the counted keys.
    #[test]
    fn counts_batches_like_a_map() {
        let mut tally = Tally::default();
        let mut expected = std::collections::BTreeMap::new();
        let mut state = 7_u32;
        for batch in 0..40 {
            for _ in 0..batch * 3 {
                state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                let at = (state >> 16) % (20 + 5 * (batch % 4));
                let moment = (at / 3, GridCell::new(at % 3).unwrap());
                tally.pending.push(moment);
                *expected.entry(moment).or_insert(0) += 1;
            }
            tally.count_pending();
            let expected = expected.iter().map(|(&(second, cell), &joins)| JoinGroup::new(second, cell, joins));
            assert!(tally.counted.iter().copied().eq(expected), "{batch}");
        }
    }

    #[test]
    fn keeps_counts_not_rows() {
        // More rows than the buffer holds, all in two cells.
        let mut reader = RecordedJoins::reader("joins.csv");
        let piece = "08:30:00,1.1,2\n08:30:00,1.1,3\n".repeat(1000);
        (0..700).for_each(|_| reader.push(piece.as_bytes()));
        let (joins, summary) = reader.finish().unwrap();
        assert_eq!(joins.minute(510), [(cell(1.1, 2.0), 700_000), (cell(1.1, 3.0), 700_000)]);
        assert_eq!(summary.read, 1_400_000);
    }

    #[test]
    fn shows_only_the_first_refused_rows() {
        let (_, summary) = read(("x1\n".to_owned() + &"00:00:00,1,2\n".repeat(9)).repeat(100).as_bytes(), 7).unwrap();
        assert_eq!((summary.refused, summary.first_refused.len()), (100, SHOWN));
    }
}
