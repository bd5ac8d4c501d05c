//! Recorded joins as bytes, format version 1:
//!
//! | bytes | content |
//! |---|---|
//! | 4 | `MDJR` |
//! | 1 | format version, 1 |
//! | rest | 1440 minutes, one after the other |
//!
//! A minute is the number of its cells, then two numbers for each cell: the cells between it and the previous
//! one (or the north-west corner), and its joins less one. All numbers are LEB128 in the shortest form.

use std::sync::Arc;

use super::{DAY_MINUTES, RecordedJoins};
use crate::bytes::{Bytes, push_varint};
use crate::error::{AtlasError, JoinsProblem};
use crate::grid::GridCell;

/// The first bytes of the format.
pub const MAGIC: &[u8; 4] = b"MDJR";
const VERSION: u8 = 1;

impl RecordedJoins {
    /// The day as bytes.
    pub fn encode(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(5 + DAY_MINUTES + 3 * self.pairs.len());
        bytes.extend(MAGIC);
        bytes.push(VERSION);
        for minute in 0..DAY_MINUTES {
            let pairs = self.minute(minute);
            push_varint(&mut bytes, pairs.len() as u32);
            let mut next = 0;
            for &(cell, count) in pairs {
                push_varint(&mut bytes, cell.index() - next);
                push_varint(&mut bytes, count - 1);
                next = cell.index() + 1;
            }
        }
        bytes
    }

    /// Reads the output of [`RecordedJoins::encode`].
    ///
    /// # Errors
    /// The position of the first invalid byte, and the problem.
    pub fn decode(bytes: &[u8], file: &str) -> Result<Self, AtlasError> {
        let mut reader = Bytes::new(bytes);
        day(&mut reader).map_err(|problem| AtlasError::Joins { file: file.into(), offset: reader.offset, problem })
    }
}

fn day(bytes: &mut Bytes<'_>) -> Result<RecordedJoins, JoinsProblem> {
    if &bytes.array::<4>()? != MAGIC {
        return Err(JoinsProblem::Magic);
    }
    match bytes.byte()? {
        VERSION => {}
        other => return Err(JoinsProblem::Version(other)),
    }
    let (mut pairs, mut starts, mut total) = (Vec::new(), vec![0], 0);
    for _ in 0..DAY_MINUTES {
        let mut next = 0_u32;
        for _ in 0..varint(bytes)? {
            let index = next.saturating_add(varint(bytes)?);
            let cell = GridCell::new(index).ok_or(JoinsProblem::Cell)?;
            let count = varint(bytes)?.checked_add(1).ok_or(JoinsProblem::Gap)?;
            pairs.push((cell, count));
            total += u64::from(count);
            next = index + 1;
        }
        starts.push(pairs.len());
    }
    match (pairs.len(), bytes.left()) {
        (0, _) => Err(JoinsProblem::Count(0)),
        (_, 0) => Ok(RecordedJoins { pairs: Arc::new(pairs), starts, total }),
        (_, more) => Err(JoinsProblem::Trailing(more)),
    }
}

fn varint(bytes: &mut Bytes<'_>) -> Result<u32, JoinsProblem> {
    bytes.varint(5)?.ok_or(JoinsProblem::Gap)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> RecordedJoins {
        let mut reader = RecordedJoins::reader("joins.csv");
        reader.push(text.as_bytes());
        reader.finish().unwrap().0
    }

    /// By hand: an empty first minute; in the second, two joins from the north-west corner and one from the
    /// cell 129 farther; then no more joins.
    #[test]
    fn bytes_are_as_the_table_says() {
        let joins = read("00:01:00,89.9,-179.9\n00:01:59,89.9,-179.9\n00:01:30,89.9,-147.4\n");
        let mut expected = b"MDJR\x01\x00\x02\x00\x01\x81\x01\x00".to_vec();
        expected.resize(expected.len() + 1438, 0);
        assert_eq!(joins.encode(), expected);
        assert_eq!(RecordedJoins::decode(&expected, "joins.bin"), Ok(joins));
    }

    #[test]
    fn what_cannot_be_is_refused_with_its_place() {
        let good = read("00:00:00,1,2\n").encode();
        let fails = |bytes: &[u8], offset, problem| {
            let expected = AtlasError::Joins { file: "j".into(), offset, problem };
            assert_eq!(RecordedJoins::decode(bytes, "j"), Err(expected));
        };
        fails(b"", 0, JoinsProblem::Truncated);
        fails(b"MDJG\x01", 4, JoinsProblem::Magic);
        fails(b"MDJR\x02", 5, JoinsProblem::Version(2));
        fails(&good[..good.len() - 1], good.len() - 1, JoinsProblem::Truncated);
        fails(&[&good[..], &[0]].concat(), good.len(), JoinsProblem::Trailing(1));
        fails(&[b"MDJR\x01".as_slice(), &[0; DAY_MINUTES]].concat(), 5 + DAY_MINUTES, JoinsProblem::Count(0));
        // A count of 2^32, a number of six bytes, one with a superfluous byte, a cell beyond the south pole.
        fails(b"MDJR\x01\x01\x00\xff\xff\xff\xff\x0f", 12, JoinsProblem::Gap);
        fails(b"MDJR\x01\xff\xff\xff\xff\xff\x01", 10, JoinsProblem::Gap);
        fails(b"MDJR\x01\x81\x00", 7, JoinsProblem::Gap);
        fails(b"MDJR\x01\x01\x80\xa4\x3f", 9, JoinsProblem::Cell);
    }
}
