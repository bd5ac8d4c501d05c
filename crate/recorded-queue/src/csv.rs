//! Rows of text that arrives in pieces.

use crate::QueueError;
use csv_core::{ReadRecordResult, Reader, ReaderBuilder};
use smallvec::SmallVec;
use std::borrow::Cow;

/// Longest row, bytes.
const MOST_BYTES: usize = 1 << 16;
/// Most fields of a row.
const MOST_FIELDS: usize = 1 << 12;
/// What may stand between fields. The one that the first line has most of does.
const DELIMITERS: [u8; 3] = [b',', b';', b'\t'];

/// Splits comma-separated values into rows. Quotes, line ends in them, CR LF, a byte order mark, and semicolons or tabs
/// instead of commas are understood. Empty lines are left out.
pub struct CsvRows {
    /// The first bytes, until the first line is complete.
    head: Vec<u8>,
    /// Made for the delimiter of the first line.
    reader: Option<Box<Reader>>,
    text: Vec<u8>,
    ends: Vec<usize>,
    /// Bytes and fields of the row that has begun.
    written: (usize, usize),
    /// The line in which that row began.
    line: u64,
}

impl Default for CsvRows {
    fn default() -> Self {
        let (text, ends) = (vec![0; MOST_BYTES], vec![0; MOST_FIELDS]);
        Self { head: Vec::new(), reader: None, text, ends, written: (0, 0), line: 1 }
    }
}

impl CsvRows {
    /// Reads the next piece; calls `each` with every row that it completes: the line in which the row begins, and its
    /// fields without blanks around them.
    ///
    /// # Errors
    /// A row that is too long, or an error of `each`.
    pub fn push(
        &mut self,
        piece: &[u8],
        each: &mut impl FnMut(u64, &[Cow<'_, str>]) -> Result<(), QueueError>,
    ) -> Result<(), QueueError> {
        if self.reader.is_some() {
            return self.split(piece, each);
        }
        self.head.extend_from_slice(piece);
        if self.head.contains(&b'\n') || self.head.len() > MOST_BYTES { self.begin(each) } else { Ok(()) }
    }

    /// Ends the text.
    ///
    /// # Errors
    /// As [`push`](Self::push).
    pub fn finish(
        mut self,
        each: &mut impl FnMut(u64, &[Cow<'_, str>]) -> Result<(), QueueError>,
    ) -> Result<(), QueueError> {
        if self.reader.is_none() {
            self.begin(each)?;
        }
        // No bytes end the last row.
        self.split(&[], each)
    }

    fn begin(
        &mut self,
        each: &mut impl FnMut(u64, &[Cow<'_, str>]) -> Result<(), QueueError>,
    ) -> Result<(), QueueError> {
        let head = std::mem::take(&mut self.head);
        let first = head.split(|&byte| byte == b'\n').next().unwrap_or_default();
        let count = |of: &u8| first.iter().filter(|byte| *byte == of).count();
        // The first of several that are equally frequent.
        let delimiter = DELIMITERS.into_iter().rev().max_by_key(count).unwrap_or(b',');
        self.reader = Some(Box::new(ReaderBuilder::new().delimiter(delimiter).build()));
        self.split(&head, each)
    }

    fn split(
        &mut self,
        mut piece: &[u8],
        each: &mut impl FnMut(u64, &[Cow<'_, str>]) -> Result<(), QueueError>,
    ) -> Result<(), QueueError> {
        let Some(reader) = &mut self.reader else { return Ok(()) };
        loop {
            let (bytes, fields) = self.written;
            let (result, read, wrote, ended) =
                reader.read_record(piece, &mut self.text[bytes..], &mut self.ends[fields..]);
            piece = &piece[read..];
            self.written = (bytes + wrote, fields + ended);
            match result {
                ReadRecordResult::InputEmpty => return Ok(()),
                ReadRecordResult::End => return Ok(()),
                ReadRecordResult::OutputFull | ReadRecordResult::OutputEndsFull => {
                    return Err(QueueError::LongRow(self.line));
                }
                ReadRecordResult::Record => {
                    let ends = &self.ends[..self.written.1];
                    each(self.line, &fields_of(&self.text, ends))?;
                    (self.written, self.line) = ((0, 0), reader.line());
                }
            }
        }
    }
}

fn fields_of<'a>(text: &'a [u8], ends: &[usize]) -> SmallVec<[Cow<'a, str>; 16]> {
    let starts = std::iter::once(0).chain(ends.iter().copied());
    starts.zip(ends).map(|(start, &end)| String::from_utf8_lossy(text[start..end].trim_ascii())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(text: &[u8], piece: usize) -> Result<Vec<(u64, Vec<String>)>, QueueError> {
        let (mut csv, mut rows) = (CsvRows::default(), Vec::new());
        let mut each = |line: u64, fields: &[Cow<'_, str>]| {
            rows.push((line, fields.iter().map(ToString::to_string).collect()));
            Ok(())
        };
        text.chunks(piece).try_for_each(|piece| csv.push(piece, &mut each))?;
        csv.finish(&mut each)?;
        Ok(rows)
    }

    fn row(line: u64, fields: &[&str]) -> (u64, Vec<String>) {
        (line, fields.iter().map(ToString::to_string).collect())
    }

    #[test]
    fn rows_are_the_same_in_pieces_of_any_size() {
        let text = b"\xef\xbb\xbftime,ticket\r\n\r\n1,\"a, b\" \r\n2,\"x\ny\"\n3,caf\xe9";
        let expected = [
            row(1, &["time", "ticket"]),
            row(2, &["1", "a, b"]),
            row(4, &["2", "x\ny"]),
            row(6, &["3", "caf\u{fffd}"]),
        ];
        for piece in 1..=text.len() {
            let seen = rows(text, piece).unwrap();
            assert_eq!(
                seen.iter().map(|row| &row.1).collect::<Vec<_>>(),
                expected.iter().map(|row| &row.1).collect::<Vec<_>>(),
                "{piece}"
            );
        }
    }

    #[test]
    fn fields_are_separated_by_what_the_first_line_has() {
        for text in ["a,b\n1,2", "a;b\n1;2", "a\tb\n1\t2"] {
            assert_eq!(rows(text.as_bytes(), 100), Ok(vec![row(1, &["a", "b"]), row(2, &["1", "2"])]), "{text}");
        }
        assert_eq!(rows(b"a,b\n1;2,3", 100), Ok(vec![row(1, &["a", "b"]), row(2, &["1;2", "3"])]));
        assert_eq!(rows(b"", 1), Ok(Vec::new()));
        assert_eq!(rows(b"a", 1), Ok(vec![row(1, &["a"])]));
    }

    #[test]
    fn what_is_no_table_is_refused() {
        let many_fields = [b"a\n".as_slice(), &vec![b','; 10_000]].concat();
        for (text, line) in [(vec![b'x'; 100_000], 1), (many_fields, 2)] {
            let says = "is longer than 64 KB, or has more than 4096 fields: expected comma-separated values";
            assert_eq!(rows(&text, 1000).unwrap_err().to_string(), format!("line {line} {says}"));
        }
    }
}
