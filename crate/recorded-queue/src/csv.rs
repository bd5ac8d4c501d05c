//! The rows of a file of tickets as text.

use crate::QueueError;
use matchday_document::csv::Rows;
use std::borrow::Cow;

/// Splits text that arrives in pieces into rows of at most 64 KB, with commas, semicolons or tabs between their fields.
pub struct CsvRows(Rows);

/// Takes a row: the line in which it begins, and its fields.
type Each<'a> = dyn FnMut(u64, &[Cow<'_, str>]) -> Result<(), QueueError> + 'a;

impl Default for CsvRows {
    fn default() -> Self {
        Self(Rows::new(1 << 16).with_any_delimiter())
    }
}

impl CsvRows {
    /// Reads the next piece; calls `each` with every row that it completes.
    ///
    /// # Errors
    /// A row that is too long, or an error of `each`.
    pub fn push(&mut self, piece: &[u8], each: &mut Each<'_>) -> Result<(), QueueError> {
        self.read(piece, false, each)
    }

    /// Ends the text.
    ///
    /// # Errors
    /// As [`push`](Self::push).
    pub fn finish(mut self, each: &mut Each<'_>) -> Result<(), QueueError> {
        self.read(&[], true, each)
    }

    fn read(&mut self, piece: &[u8], is_last: bool, each: &mut Each<'_>) -> Result<(), QueueError> {
        self.0.read(piece, is_last, &mut |row| {
            let row = row?;
            each(row.line, &row.texts())
        })
    }
}
