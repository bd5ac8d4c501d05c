//! Reads raw pings from text, one `timestamp,lat,long,datacenter,rtt_ms` per row.

use super::accepted::AcceptedPings;
use super::day::Day;
use super::ping::{COLUMNS, LAYOUT, Names, Ping, Position, Refusal, cell, rtt_us};
use crate::error::{AtlasError, RowProblem};
use crate::rows::{self, Fault, Field, LINE_BYTES, clip};
use crate::wrong_file;
use matchday_document::csv::{Row, Rows, line_ends};

/// Whole lines of a file.
#[derive(Clone, Debug)]
pub struct Block {
    /// The number of the first line, from 1.
    pub first_line: u64,
    /// The lines with their line ends; only a file's last line may have none.
    pub bytes: Vec<u8>,
    /// Columns of row numbers before those of pings, by the file's header: 0 or 1.
    pub numbers: usize,
}

/// Splits a file that arrives in pieces into blocks of whole lines. Blocks may be read in any order.
#[derive(Clone, Debug)]
pub struct Blocks {
    /// The incomplete line, and its number.
    begun: Block,
}

impl Default for Blocks {
    fn default() -> Self {
        Self { begun: Block { first_line: 1, bytes: Vec::new(), numbers: 0 } }
    }
}

impl Blocks {
    /// Adds the next piece. Returns the lines that it completes, if any.
    pub fn push(&mut self, piece: &[u8]) -> Option<Block> {
        // Not after a CR at the end of the piece: an LF may follow.
        let is_end = |at: &usize| piece[*at] == b'\n' || piece[*at] == b'\r' && at + 1 < piece.len();
        let Some(end) = (0..piece.len()).rev().find(is_end) else {
            self.keep(piece);
            return None;
        };
        let (complete, rest) = piece.split_at(end + 1);
        let block = &mut self.begun;
        block.bytes.extend_from_slice(complete);
        if block.first_line == 1 {
            block.numbers = numbers_in(&block.bytes);
        }
        let first_line = block.first_line + line_ends(&block.bytes);
        let next = Block { first_line, bytes: Vec::new(), numbers: block.numbers };
        let block = std::mem::replace(block, next);
        self.keep(rest);
        Some(block)
    }

    /// The last line, if it has no line end.
    pub fn finish(self) -> Option<Block> {
        (!self.begun.bytes.is_empty()).then_some(self.begun)
    }

    /// One byte above the limit is enough to detect a line that is too long.
    fn keep(&mut self, bytes: &[u8]) {
        let room = (LINE_BYTES + 1).saturating_sub(self.begun.bytes.len());
        self.begun.bytes.extend_from_slice(&bytes[..bytes.len().min(room)]);
    }
}

/// Reads the lines of a block into `accepted`. Bad rows are refused and counted.
///
/// # Errors
/// In the first block: other content than pings, or a header with other columns.
pub fn read(block: &Block, file: &str, names: &Names, accepted: &mut AcceptedPings) -> Result<(), AtlasError> {
    let Block { first_line, bytes, numbers } = block;
    let mut header_may_come = *first_line == 1;
    if header_may_come {
        wrong_file::reject(bytes, file)?;
    }
    Rows::new(LINE_BYTES).of_list(*first_line).read(bytes, true, &mut |row| {
        let row = match &row {
            Ok(row) if std::mem::take(&mut header_may_come) && rows::is_header(row) => return check_header(row, file),
            Ok(row) => *row,
            Err(long) => long.row(),
        };
        match ping(&row, *numbers, names) {
            Ok(ping) => accepted.accept(ping),
            Err((field, refusal)) => accepted.refuse(refusal, || describe(&row, *numbers, field, refusal)),
        }
        Ok(())
    })
}

/// Reads one file that arrives in pieces, in one thread.
#[derive(Clone, Debug)]
pub struct PingsReader {
    file: String,
    names: Names,
    blocks: Blocks,
    accepted: AcceptedPings,
}

impl PingsReader {
    /// Starts reading; `names` are the known datacenters.
    pub fn new(file: &str, names: Names) -> Self {
        Self { file: file.into(), names, blocks: Blocks::default(), accepted: AcceptedPings::default() }
    }

    /// Reads the next piece of the file.
    ///
    /// # Errors
    /// The errors of [`read`].
    pub fn push(&mut self, piece: &[u8]) -> Result<(), AtlasError> {
        let block = self.blocks.push(piece);
        block.map_or(Ok(()), |block| read(&block, &self.file, &self.names, &mut self.accepted))
    }

    /// Ends the file.
    ///
    /// # Errors
    /// The errors of [`read`] and [`AcceptedPings::finish`].
    pub fn finish(mut self) -> Result<AcceptedPings, AtlasError> {
        if let Some(block) = self.blocks.finish() {
            read(&block, &self.file, &self.names, &mut self.accepted)?;
        }
        self.accepted.finish(&self.file)
    }
}

fn check_header(row: &Row<'_>, file: &str) -> Result<(), AtlasError> {
    if row.texts().iter().skip(rows::numbers_before(row, COLUMNS.len())).eq(&COLUMNS) {
        return Ok(());
    }
    debug_assert_eq!(LAYOUT, COLUMNS.join(","));
    Err(AtlasError::PingColumns { file: file.into(), found: rows::shown(row) })
}

/// The columns of row numbers in a text that begins with its header.
fn numbers_in(mut text: &[u8]) -> usize {
    let mut rows = Rows::new(LINE_BYTES).of_list(1);
    let first = rows.next(&mut text, true).and_then(Result::ok);
    first.map_or(0, |header| rows::numbers_before(&header, COLUMNS.len()))
}

/// The ping in a row, or its bad field (past the end: the row itself) and the reason.
fn ping(row: &Row<'_>, numbers: usize, names: &Names) -> Result<Ping, (usize, Refusal)> {
    let refusal = |fault: Fault| match fault.problem {
        RowProblem::Fields { .. } if row.fields().len() > 0 => (COLUMNS.len(), Refusal::Fields),
        _ => (COLUMNS.len(), Refusal::Text),
    };
    let [time, lat, long, datacenter, rtt] = rows::fields(row, numbers, LAYOUT).map_err(refusal)?;
    let number = |at, field: Field<'_>| rows::finite(field.text).ok_or((at, Refusal::Number));
    Ok(Ping {
        day: Day::of_time(time.text).ok_or((0, Refusal::Timestamp))?,
        cell: cell(number(1, lat)?, number(2, long)?)?,
        datacenter: names.find(datacenter.text).ok_or((3, Refusal::Datacenter))?,
        rtt_us: rtt_us(number(4, rtt)?)?,
    })
}

/// Position, index and text of a bad field.
fn describe(row: &Row<'_>, numbers: usize, field: usize, refusal: Refusal) -> (Position, usize, String) {
    let (column, found) = match refusal {
        Refusal::Fields => (1, row.fields().len().saturating_sub(numbers).to_string()),
        Refusal::Text => (Fault { at: 0, problem: RowProblem::Utf8 }.column(row), rows::shown(row)),
        _ => (row.column(field + numbers), clip(&row.texts()[field + numbers])),
    };
    (Position::Text { line: row.line, column }, field, found)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Datacenter;

    fn names() -> Names {
        Names::new(&Datacenter::read_csv(b"7,lima,-12,-77\n9,frankfurt,50.1,8.7\n", "d").unwrap())
    }

    fn accepted(text: &[u8], piece: usize) -> Result<AcceptedPings, AtlasError> {
        let mut reader = PingsReader::new("p.csv", names());
        text.chunks(piece).try_for_each(|piece| reader.push(piece))?;
        reader.finish()
    }

    const FILE: &str = "\u{feff}timestamp,lat,long,datacenter,rtt_ms\r\n\
        2026-05-20T23:30:00Z,50.11,8.68,frankfurt,12.5\r\n\
        \n\
        # a remark\n\
        \"2026-05-21T01:30:00+02:00\", 50.9 , 8.1, \"frankfurt\",7.4996\n\
        2026-05-21T00:00:00Z,50.11,8.68,frankfurt,20\n\
        1779319800,-12.04,282.97,lima,99\n\
        soon,1,2,lima,3\n\
        1779319800,-12.04,-77,lime,99\n\
        1779319800,-12.04,-77,lima,-1\n\
        1779319800,north,-77,lima,1\n\
        1779319800,-12,-77,lima\n\
        1779319800,-12,-777,lima,1\n\
        1779319800,-12,-77,lima,4";
    /// So many good pings of a day that the bad ones above are less than a tenth of all.
    const MORE: u64 = 60;

    fn file() -> String {
        FILE.to_owned() + &"\n1779319800,-12,-77,lima,4".repeat(MORE as usize)
    }

    #[test]
    fn adds_up_what_is_good_and_says_what_is_not_whatever_the_pieces() {
        let (file, whole) = (file(), accepted(file().as_bytes(), usize::MAX).unwrap());
        let days: Vec<_> = whole.sums.days().iter().map(ToString::to_string).collect();
        assert_eq!(days, ["2026-05-20", "2026-05-21"]);
        let day = |text| whole.sums.day(Day::parse(text).unwrap()).map(|(dc, sums)| (dc, sums.cells().to_vec()));
        let sum = |cell, sum_us, count| super::super::CellSum { cell, sum_us, count };
        let (lima, frankfurt) = (102 * 360 + 102, 39 * 360 + 188);
        // -12 is the southern edge of the row that contains -12.04.
        let expected = [
            (0, vec![sum(101 * 360 + 103, 4_000 * (MORE + 1), MORE + 1), sum(lima, 99_000, 1)]),
            (1, vec![sum(frankfurt, 20_000, 2)]),
        ];
        assert_eq!(day("2026-05-20").collect::<Vec<_>>(), expected);
        assert_eq!(day("2026-05-21").collect::<Vec<_>>(), [(1, vec![sum(frankfurt, 20_000, 1)])]);
        assert_eq!((whole.pings, whole.refusals.total()), (5 + MORE, 6));
        let shown: Vec<_> = whole.refusals.first.iter().map(ToString::to_string).collect();
        assert_eq!(
            shown,
            [
                "line 8, column 1: timestamp \"soon\" is no time of 2000 to 2099 (RFC 3339, or a number of s, ms, us or ns since 1970)",
                "line 9, column 23: datacenter \"lime\" is not in the list of datacenters",
                "line 10, column 28: rtt_ms \"-1\" is no round trip (above 0, at most 10000 ms)",
                "line 11, column 12: lat \"north\" is not a number",
                "line 12, column 1: \"4\" is the number of fields; it must be five (timestamp,lat,long,datacenter,rtt_ms)",
            ]
        );
        for size in 1..FILE.len() {
            let other = accepted(file.as_bytes(), size).unwrap();
            assert_eq!((other.pings, &other.refusals), (whole.pings, &whole.refusals), "pieces of {size}");
            assert!(other.sums.days().iter().all(|&day| other.sums.day(day).eq(whole.sums.day(day))), "{size}");
        }
    }

    #[test]
    fn row_numbers_of_other_programs_are_left_out() {
        let plain = "timestamp,lat,long,datacenter,rtt_ms\n1779319800,-12,-77,lima,4\n1779319801,-12,-77,lima,5\n";
        let numbered = "\"\",\"timestamp\",\"lat\",\"long\",\"datacenter\",\"rtt_ms\"\r\n\
            \"1\",1779319800,-12,-77,\"lima\",4\r\n\"2\",1779319801,-12,-77,\"lima\",5\r\n";
        let all = |accepted: AcceptedPings| {
            accepted
                .sums
                .days()
                .iter()
                .map(|&day| accepted.sums.day(day).map(|(dc, sums)| (dc, sums.cells().to_vec())).collect::<Vec<_>>())
                .collect::<Vec<_>>()
        };
        for piece in [1, 50, 1_000] {
            let [plain, numbered] = [plain, numbered].map(|text| all(accepted(text.as_bytes(), piece).unwrap()));
            assert_eq!(numbered, plain, "{piece}");
        }
    }

    #[test]
    fn hostile_files_are_refused_by_name() {
        let says = |bytes: &[u8]| accepted(bytes, 7_000).unwrap_err().to_string();
        let swapped = "1779319800,-77.03,-12.04,lima,9\n1779319800,151.2,-33.8,lima,9\n".repeat(50);
        for (bytes, expected) in [
            (b"version https://git-lfs.github.com/spec/v1\n".to_vec(), "p.csv is a Git LFS pointer"),
            (b"<!DOCTYPE html>\n<p>404".to_vec(), "p.csv is a web page"),
            (FILE.encode_utf16().flat_map(u16::to_le_bytes).collect(), "p.csv is UTF-16 text"),
            (b"timestamp,long,lat,datacenter,rtt_ms\n".to_vec(), "p.csv begins with the columns"),
            (swapped.into_bytes(), "p.csv: lat and long seem to be swapped: in 50 of 100"),
            (Vec::new(), "p.csv holds no rows"),
            (
                b"1779319800,1,2,nowhere,3\n".to_vec(),
                "p.csv: 1 of 1 rows cannot be read; the first is line 1, column 16: datacenter \"nowhere\"",
            ),
            (vec![b'x'; 100_000], "p.csv: 1 of 1 rows cannot be read; the first is line 1, column 1: \"xxxx"),
            (b"\0\xff\xfe\n\xc3(,\n".to_vec(), "p.csv: 2 of 2 rows cannot be read; the first are line 1, column 2"),
        ] {
            assert!(says(&bytes).starts_with(expected), "{}", says(&bytes));
        }
    }
}
