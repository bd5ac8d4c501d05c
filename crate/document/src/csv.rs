//! Comma-separated values as RFC 4180 has them, and as spreadsheets write them, whole or in pieces.

use csv_core::{ReadRecordResult, Reader, ReaderBuilder};
use std::borrow::Cow;
use std::io;
use thiserror::Error;

/// Most fields of a row.
const MOST_FIELDS: usize = 1 << 12;

/// Splits text into rows. Fields may be in quotes; empty lines and a byte order mark are left out. Lines end with LF, CR LF or
/// CR.
#[derive(Clone, Debug)]
pub struct Rows {
    most_bytes: usize,
    delimiters: &'static [u8],
    /// Whether every line is a row, and lines that begin with `#` are none.
    is_list: bool,
    /// Made for the delimiter of the first line, when that is complete.
    reader: Option<Box<Reader>>,
    delimiter: u8,
    /// The line that is read, from 1.
    line: u64,
    /// Whether the text before ends with CR: an LF after it is a part of the same line end.
    is_after_cr: bool,
    /// Whether the row has been handed out.
    is_done: bool,
    /// The line in which the row begins, and its bytes, of which the reader has read so many.
    first_line: u64,
    raw: Vec<u8>,
    read: usize,
    /// Its fields one after the other, without their quotes; the end of each; how much of both is used.
    text: Vec<u8>,
    ends: Vec<usize>,
    used: (usize, usize),
}

/// A row.
#[derive(Clone, Copy, Debug)]
pub struct Row<'a> {
    /// The line in which it begins, from 1.
    pub line: u64,
    /// Its bytes in the file, without the line end.
    pub raw: &'a [u8],
    delimiter: u8,
    text: &'a [u8],
    ends: &'a [usize],
}

/// A row beyond the limits.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error(
    "line {line} is longer than {} KB, or has more than {MOST_FIELDS} fields: expected comma-separated values",
    most_bytes.div_ceil(1024)
)]
pub struct LongRow {
    /// The line in which it begins.
    pub line: u64,
    /// How many bytes a row may have.
    pub most_bytes: usize,
    /// Its first characters.
    pub start: String,
}

/// Takes a row.
pub type Each<'a, E> = dyn FnMut(Result<Row<'_>, LongRow>) -> Result<(), E> + 'a;

impl Rows {
    /// Rows of at most so many bytes, with commas between their fields.
    pub fn new(most_bytes: usize) -> Self {
        Self {
            most_bytes,
            delimiters: b",",
            is_list: false,
            reader: None,
            delimiter: b',',
            line: 1,
            is_after_cr: false,
            is_done: false,
            first_line: 1,
            raw: Vec::new(),
            read: 0,
            // The reader stops when the room is used up.
            text: vec![0; most_bytes + 3],
            ends: vec![0; MOST_FIELDS + 1],
            used: (0, 0),
        }
    }

    /// Between fields may also be semicolons or tabs: those of the three that the first line has most of.
    pub fn with_any_delimiter(self) -> Self {
        Self { delimiters: b",;\t", ..self }
    }

    /// Every line is a row, whatever its quotes, so that an odd quote spoils one line; lines that begin with `#` are comments.
    /// The first line has this number.
    pub fn of_list(self, line: u64) -> Self {
        Self { is_list: true, line, first_line: line, ..self }
    }

    /// Calls `each` with every row that `piece` completes. Nothing comes after a piece that `is_last`.
    ///
    /// # Errors
    /// Those of `each`.
    pub fn read<E>(&mut self, mut piece: &[u8], is_last: bool, each: &mut Each<'_, E>) -> Result<(), E> {
        while let Some(row) = self.next(&mut piece, is_last) {
            each(row)?;
        }
        Ok(())
    }

    /// The next row that `piece` completes; its bytes are taken from the front of `piece`. `None`: all are taken. After a long
    /// row the next one begins in the next line.
    pub fn next(&mut self, piece: &mut &[u8], is_last: bool) -> Option<Result<Row<'_>, LongRow>> {
        if self.is_done {
            self.begin_row();
        }
        while !piece.is_empty() || is_last && !self.raw.is_empty() {
            if std::mem::take(&mut self.is_after_cr) && piece.first() == Some(&b'\n') {
                *piece = &piece[1..];
                continue;
            }
            let end = piece.iter().position(|byte| matches!(byte, b'\n' | b'\r'));
            let (line, rest) = piece.split_at(end.unwrap_or(piece.len()));
            // One byte above the limit is enough to detect a row that is too long.
            let room = (self.most_bytes + 1).saturating_sub(self.raw.len());
            self.raw.extend_from_slice(&line[..line.len().min(room)]);
            self.is_after_cr = rest.first() == Some(&b'\r');
            *piece = rest.get(1..).unwrap_or_default();
            if end.is_none() && !is_last {
                return None;
            }
            if self.end_line(end.is_none()) {
                return Some(self.finished());
            }
        }
        None
    }

    /// Ends a line, or the text; returns whether that ends a row.
    fn end_line(&mut self, is_last: bool) -> bool {
        self.line += 1;
        let mut reader = self.reader.take().unwrap_or_else(|| self.reader_of_first_line());
        let is_long = self.raw.len() > self.most_bytes;
        let first = self.raw.trim_ascii_start().first();
        if self.read == 0 && (first.is_none() && !is_long || self.is_list && first == Some(&b'#')) {
            self.reader = Some(reader);
            self.begin_row();
            return false;
        }
        self.raw.push(b'\n');
        let (text, ends) = (&mut self.text[self.used.0..], &mut self.ends[self.used.1..]);
        let (result, _, wrote, ended) = reader.read_record(&self.raw[self.read..], text, ends);
        self.used = (self.used.0 + wrote, self.used.1 + ended);
        self.read = self.raw.len();
        self.reader = Some(reader);
        // A quote is open.
        let goes_on = result == ReadRecordResult::InputEmpty;
        if goes_on && (self.is_list || is_last) {
            self.ends[self.used.1] = self.used.0;
            self.used.1 += 1;
        }
        !goes_on || self.is_list || is_last || is_long
    }

    fn reader_of_first_line(&mut self) -> Box<Reader> {
        if self.raw.starts_with(b"\xef\xbb\xbf") {
            self.raw.drain(..3);
        }
        let count = |of: &&u8| self.raw.iter().filter(|byte| byte == of).count();
        // The first of several that are equally frequent.
        self.delimiter = *self.delimiters.iter().rev().max_by_key(count).unwrap_or(&b',');
        Box::new(ReaderBuilder::new().delimiter(self.delimiter).build())
    }

    fn begin_row(&mut self) {
        self.raw.clear();
        (self.is_done, self.first_line, self.read, self.used) = (false, self.line, 0, (0, 0));
        self.reader.iter_mut().for_each(|reader| reader.reset());
    }

    fn finished(&mut self) -> Result<Row<'_>, LongRow> {
        self.is_done = true;
        let (line, raw) = (self.first_line, self.raw.trim_ascii_end());
        // With its line end.
        if self.raw.len() > self.most_bytes + 1 || self.used.1 > MOST_FIELDS {
            let start = String::from_utf8_lossy(&raw[..raw.len().min(160)]).chars().take(40).collect();
            return Err(LongRow { line, most_bytes: self.most_bytes, start });
        }
        Ok(Row { line, raw, delimiter: self.delimiter, text: &self.text, ends: &self.ends[..self.used.1] })
    }
}

impl LongRow {
    /// A row without fields, for messages about this one.
    pub fn row(&self) -> Row<'_> {
        Row { line: self.line, raw: self.start.as_bytes(), delimiter: b',', text: &[], ends: &[] }
    }
}

impl<'a> Row<'a> {
    /// The fields without their quotes and blanks around them.
    pub fn fields(&self) -> impl ExactSizeIterator<Item = &'a [u8]> + use<'a> {
        let (text, mut start) = (self.text, 0);
        self.ends.iter().map(move |&end| {
            let field = &text[std::mem::replace(&mut start, end)..end];
            match field.trim_ascii() {
                // A quote after a blank does not count for the reader.
                [b'"', inner @ .., b'"'] if field[0] == b' ' => inner,
                field => field,
            }
        })
    }

    /// The fields as texts; what is no UTF-8 is replaced.
    pub fn texts(&self) -> Vec<Cow<'a, str>> {
        self.fields().map(String::from_utf8_lossy).collect()
    }

    /// The first character of a field in the line, from 1; after the last field, that after the row.
    pub fn column(&self, field: usize) -> u32 {
        let mut reader = ReaderBuilder::new().delimiter(self.delimiter).build();
        let (mut text, mut rest) = (vec![0; self.raw.len() + 1], self.raw);
        for _ in 0..field {
            rest = &rest[reader.read_field(rest, &mut text).1..];
        }
        let before = &self.raw[..self.raw.len() - rest.trim_ascii_start().len()];
        u32::try_from(String::from_utf8_lossy(before).chars().count() + 1).unwrap_or(u32::MAX)
    }
}

/// Number of line ends.
pub fn line_ends(text: &[u8]) -> u64 {
    let ends = |&(at, byte): &(usize, &u8)| *byte == b'\n' || *byte == b'\r' && text.get(at + 1) != Some(&b'\n');
    text.iter().enumerate().filter(ends).count() as u64
}

/// Writes a row with a line feed; fields are in quotes where they need them.
///
/// # Errors
/// Those of `out`.
pub fn write_row(out: &mut impl io::Write, fields: impl IntoIterator<Item = impl AsRef<str>>) -> io::Result<()> {
    let mut comma: &[u8] = b"";
    for field in fields {
        let field = field.as_ref();
        out.write_all(std::mem::replace(&mut comma, b","))?;
        if field.bytes().any(|byte| matches!(byte, b'"' | b',' | b'\n' | b'\r')) {
            write!(out, "\"{}\"", field.replace('"', "\"\""))?;
        } else {
            out.write_all(field.as_bytes())?;
        }
    }
    out.write_all(b"\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    type Read = Vec<(u64, Vec<String>)>;

    fn read(mut rows: Rows, text: &[u8], piece: usize) -> Result<Read, LongRow> {
        let mut read = Vec::new();
        let mut each = |row: Result<Row<'_>, LongRow>| {
            let row = row?;
            read.push((row.line, row.texts().iter().map(ToString::to_string).collect()));
            Ok(())
        };
        text.chunks(piece).try_for_each(|piece| rows.read(piece, false, &mut each))?;
        rows.read(&[], true, &mut each)?;
        Ok(read)
    }

    fn plain() -> Rows {
        Rows::new(1 << 16).with_any_delimiter()
    }

    fn row(line: u64, fields: &[&str]) -> (u64, Vec<String>) {
        (line, fields.iter().map(ToString::to_string).collect())
    }

    #[test]
    fn rows_and_their_lines_are_the_same_in_pieces_of_any_size() {
        for end in ["\n", "\r\n", "\r"] {
            let lines = ["\u{feff}time,\"ticket\"", "", "1,\"a, b\" ", " ", "2,\"x", "y\"", "3,\"4\"\"\",", "#5"];
            let text = lines.join(end);
            let expected = [
                row(1, &["time", "ticket"]),
                row(3, &["1", "a, b"]),
                row(5, &["2", "x\ny"]),
                row(7, &["3", "4\"", ""]),
                row(8, &["#5"]),
            ];
            for piece in 1..=text.len() {
                assert_eq!(read(plain(), text.as_bytes(), piece).unwrap(), expected, "{end:?} in pieces of {piece}");
                assert_eq!(
                    read(plain(), (text.clone() + end).as_bytes(), piece).unwrap(),
                    expected,
                    "{end:?}, {piece}"
                );
            }
            assert_eq!(line_ends(text.as_bytes()), 7);
        }
        assert_eq!(read(plain(), b"a\n\xe9", 1), Ok(vec![row(1, &["a"]), row(2, &["\u{fffd}"])]));
        assert_eq!(read(plain(), b"", 1), Ok(Vec::new()));
    }

    #[test]
    fn a_line_of_a_list_is_a_row_whatever_its_quotes() {
        let text = b"# \"not, this\r\n  # nor this\n1,\"a,b\r\n\"2\",\"c\"";
        for piece in 1..=text.len() {
            let list = read(Rows::new(100).of_list(5), text, piece).unwrap();
            assert_eq!(list, [row(7, &["1", "a,b"]), row(8, &["2", "c"])], "{piece}");
        }
    }

    #[test]
    fn fields_have_their_columns() {
        let (mut rows, mut text) = (Rows::new(100), "é,\"b\"\"\" , \"c\",".as_bytes());
        let row = rows.next(&mut text, true).unwrap().unwrap();
        assert_eq!(row.texts(), ["é", "b\"", "c", ""]);
        assert_eq!([0, 1, 2, 3, 4].map(|field| row.column(field)), [1, 3, 11, 15, 15]);
    }

    #[test]
    fn fields_are_separated_by_what_the_first_line_has() {
        for text in ["a,b\n1,2", "a;b\n1;2", "a\tb\n1\t2", "\"a\";b\n1;2"] {
            assert_eq!(
                read(plain(), text.as_bytes(), 100),
                Ok(vec![row(1, &["a", "b"]), row(2, &["1", "2"])]),
                "{text}"
            );
        }
        assert_eq!(read(plain(), b"a,b\n1;2,3", 9), Ok(vec![row(1, &["a", "b"]), row(2, &["1;2", "3"])]));
        assert_eq!(read(plain(), b"a\t\t\t\n", 9), Ok(vec![row(1, &["a", "", "", ""])]));
        assert_eq!(read(Rows::new(9), b"a;b\n", 9), Ok(vec![row(1, &["a;b"])]));
    }

    #[test]
    fn what_is_no_table_is_refused_and_the_next_line_read() {
        let many_fields = [b"a\n".as_slice(), &[b','; 10_000]].concat();
        let open_quote = [b"a\n\n\"".as_slice(), &[b'\n'; 100_000]].concat();
        for (text, line) in [(vec![b'x'; 100_000], 1), (many_fields, 2), (open_quote, 3), (vec![b' '; 100_000], 1)] {
            let says = "is longer than 64 KB, or has more than 4096 fields: expected comma-separated values";
            for piece in [999, 1 << 20] {
                assert_eq!(read(plain(), &text, piece).unwrap_err().to_string(), format!("line {line} {says}"));
            }
        }
        for piece in [1, 3, 100] {
            let (mut rows, mut seen) = (Rows::new(4), Vec::new());
            for mut piece in b"a,bc\r\nd,\"e\"\r\nf,g".chunks(piece).chain([b"".as_slice()]) {
                let is_last = piece.is_empty();
                while let Some(row) = rows.next(&mut piece, is_last) {
                    seen.push(row.map(|row| row.texts().join("|")).map_err(|long| (long.line, long.start)));
                }
            }
            assert_eq!(seen, [Ok("a|bc".into()), Err((2, "d,\"e\"".into())), Ok("f|g".into())], "{piece}");
        }
    }

    proptest! {
        /// Written by the crate `csv` in any style, and by ourselves; read by us, and by the crate.
        #[test]
        fn tables_are_read_as_they_were_written(
            table in prop::collection::vec(prop::collection::vec("[a-zé0-9,;\"\n]{0,6}", 3), 1..6),
            all_quoted: bool,
            crlf: bool,
            piece in 1_usize..40,
        ) {
            // Blanks around fields are not kept.
            let fields = |row: &Vec<String>| row.iter().map(|field| field.trim().to_owned()).collect::<Vec<_>>();
            let expected: Vec<_> = table.iter().map(fields).collect();
            let mut writer = csv::WriterBuilder::new();
            writer.quote_style(if all_quoted { csv::QuoteStyle::Always } else { csv::QuoteStyle::Necessary });
            writer.terminator(if crlf { csv::Terminator::CRLF } else { csv::Terminator::Any(b'\n') });
            let mut writer = writer.from_writer(Vec::new());
            let mut ours = Vec::new();
            for row in &table {
                writer.write_record(row).unwrap();
                write_row(&mut ours, row).unwrap();
            }
            for text in [&writer.into_inner().unwrap(), &ours] {
                let rows: Vec<_> = read(Rows::new(1_000), text, piece).unwrap().into_iter().map(|(_, row)| row).collect();
                prop_assert_eq!(&rows, &expected);
            }
            let mut theirs = csv::ReaderBuilder::new();
            let theirs = theirs.has_headers(false).from_reader(ours.as_slice()).into_deserialize().collect::<Result<Vec<Vec<String>>, _>>();
            prop_assert_eq!(theirs.unwrap(), table);
        }

        #[test]
        fn any_bytes_read_the_same_in_pieces(text in prop::collection::vec(prop_oneof![4 => prop::sample::select(b"\",\r\n #a".to_vec()), 1 => any::<u8>()], 0..60), is_list: bool) {
            let rows = || if is_list { Rows::new(20).of_list(1) } else { Rows::new(20) };
            let whole = read(rows(), &text, 100);
            for piece in 1..text.len() {
                prop_assert_eq!(&read(rows(), &text, piece), &whole, "{}", piece);
            }
        }
    }
}
