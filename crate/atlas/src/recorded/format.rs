//! Recorded joins as bytes, format version 2:
//!
//! | bytes | content |
//! |---|---|
//! | 4 | `MDJR` |
//! | 1 | format version, 2 |
//! | rest | the number of seconds with joins, then these seconds one after the other |
//!
//! A second is the seconds between it and the previous one (or midnight) without joins, the number of its cells
//! less one, then two numbers for each cell: the cells between it and the previous one (or the north-west corner),
//! and its joins less one. All numbers are LEB128 in the shortest form.
//!
//! Version 1 counts by minute: 1440 times the number of cells, then two numbers for each cell. When read, the joins
//! of a minute are spread evenly over it.

use std::sync::Arc;

use super::{DAY_S, JoinGroup, MINUTE_S, RecordedJoins};
use crate::bytes::{Bytes, push_varint};
use crate::error::{AtlasError, JoinsProblem};
use crate::grid::GridCell;

/// The first bytes of the format.
pub const MAGIC: &[u8; 4] = b"MDJR";
const VERSION: u8 = 2;
/// The version that counts by minute.
const BY_MINUTE: u8 = 1;

impl RecordedJoins {
    /// The day as bytes.
    pub fn encode(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(5 + 5 * self.groups.len());
        bytes.extend(MAGIC);
        bytes.push(VERSION);
        let seconds = self.groups.chunk_by(|a, b| a.second() == b.second());
        push_varint(&mut bytes, seconds.clone().count() as u32);
        let mut second = 0;
        for groups in seconds {
            push_varint(&mut bytes, groups[0].second() - second);
            second = groups[0].second() + 1;
            push_varint(&mut bytes, groups.len() as u32 - 1);
            let mut next = 0;
            for group in groups {
                push_varint(&mut bytes, group.cell().index() - next);
                push_varint(&mut bytes, group.joins() - 1);
                next = group.cell().index() + 1;
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
    let groups = match bytes.byte()? {
        VERSION => seconds(bytes)?,
        BY_MINUTE => minutes(bytes)?,
        other => return Err(JoinsProblem::Version(other)),
    };
    match (groups.len(), bytes.left()) {
        (0, _) => Err(JoinsProblem::Count(0)),
        (_, 0) => Ok(RecordedJoins { groups: Arc::new(groups) }),
        (_, more) => Err(JoinsProblem::Trailing(more)),
    }
}

fn seconds(bytes: &mut Bytes<'_>) -> Result<Vec<JoinGroup>, JoinsProblem> {
    // A group has at least two bytes. Growing would double the memory of a day with many millions of groups.
    let (mut groups, mut next) = (Vec::with_capacity(bytes.left() / 2), 0_u32);
    for _ in 0..varint(bytes)? {
        let second = next.saturating_add(varint(bytes)?);
        if second >= DAY_S {
            return Err(JoinsProblem::Second(second));
        }
        let count = varint(bytes)?.saturating_add(1);
        for (cell, joins) in cells(bytes, count)? {
            if joins > JoinGroup::MOST_JOINS {
                return Err(JoinsProblem::Gap);
            }
            groups.push(JoinGroup::new(second, cell, joins));
        }
        next = second + 1;
    }
    Ok(groups)
}

fn minutes(bytes: &mut Bytes<'_>) -> Result<Vec<JoinGroup>, JoinsProblem> {
    let mut groups = Vec::new();
    for minute in 0..DAY_S / MINUTE_S {
        let count = varint(bytes)?;
        let counted = cells(bytes, count)?;
        for second in 0..MINUTE_S {
            let part = part(&counted, second);
            groups.extend(part.map(|(cell, joins)| JoinGroup::new(minute * MINUTE_S + second, cell, joins)));
        }
    }
    Ok(groups)
}

/// The next cells, with their counts.
fn cells(bytes: &mut Bytes<'_>, count: u32) -> Result<Vec<(GridCell, u32)>, JoinsProblem> {
    let (mut cells, mut next) = (Vec::new(), 0_u32);
    for _ in 0..count {
        let index = next.saturating_add(varint(bytes)?);
        let cell = GridCell::new(index).ok_or(JoinsProblem::Cell)?;
        cells.push((cell, varint(bytes)?.checked_add(1).ok_or(JoinsProblem::Gap)?));
        next = index + 1;
    }
    Ok(cells)
}

/// The joins of one second, if those of a minute are spread evenly over it, cell after cell.
fn part(counted: &[(GridCell, u32)], second: u32) -> impl Iterator<Item = (GridCell, u32)> {
    let total: u64 = counted.iter().map(|&(_, count)| u64::from(count)).sum();
    let until = |second: u32| total * u64::from(second) / u64::from(MINUTE_S);
    let (from, to) = (until(second), until(second + 1));
    let spans = counted.iter().scan(0, |end, &(cell, count)| {
        let start = *end;
        *end += u64::from(count);
        Some((cell, start, *end))
    });
    spans
        .map(move |(cell, start, end)| (cell, end.min(to).saturating_sub(start.max(from)) as u32))
        .filter(|&(_, joins)| joins > 0)
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

    /// By hand: nothing in seconds 0 and 1; in second 2, two joins from the north-west corner and one from the
    /// cell 129 farther; in second 3 one from the corner.
    #[test]
    fn bytes_are_as_the_table_says() {
        let corner = "89.9,-179.9\n";
        let joins = read(&format!("00:00:02,{corner}00:00:02,{corner}00:00:02,89.9,-147.4\n00:00:03,{corner}"));
        let expected = b"MDJR\x02\x02\x02\x01\x00\x01\x81\x01\x00\x00\x00\x00\x00".to_vec();
        assert_eq!(joins.encode(), expected);
        assert_eq!(RecordedJoins::decode(&expected, "joins.bin"), Ok(joins));
    }

    /// By hand: three joins in the second minute, in its seconds 19, 39 and 59.
    #[test]
    fn minutes_of_version_1_are_spread_evenly() {
        let mut bytes = b"MDJR\x01\x00\x02\x00\x01\x81\x01\x00".to_vec();
        bytes.resize(bytes.len() + 1_438, 0);
        let joins = read("00:01:19,89.9,-179.9\n00:01:39,89.9,-179.9\n00:01:59,89.9,-147.4\n");
        assert_eq!(RecordedJoins::decode(&bytes, "joins.bin"), Ok(joins));
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
        fails(b"MDJR\x03", 5, JoinsProblem::Version(3));
        fails(&good[..good.len() - 1], good.len() - 1, JoinsProblem::Truncated);
        fails(&[&good[..], &[0]].concat(), good.len(), JoinsProblem::Trailing(1));
        fails(b"MDJR\x02\x00", 6, JoinsProblem::Count(0));
        // 86,400 seconds without joins, and one after the last second.
        fails(b"MDJR\x02\x01\x80\xa3\x05", 9, JoinsProblem::Second(86_400));
        // 2^27 joins in one second.
        fails(b"MDJR\x02\x01\x00\x00\x00\xff\xff\xff\x3f", 13, JoinsProblem::Gap);
        let by_minute = [b"MDJR\x01\x01\x00\x00".as_slice(), &[0; 1_439]].concat();
        fails(&[&by_minute[..], &[0]].concat(), by_minute.len(), JoinsProblem::Trailing(1));
        fails(&[b"MDJR\x01".as_slice(), &[0; 1_440]].concat(), 5 + 1_440, JoinsProblem::Count(0));
        // A count of 2^32, a number of six bytes, one with a superfluous byte, a cell beyond the south pole.
        fails(b"MDJR\x01\x01\x00\xff\xff\xff\xff\x0f", 12, JoinsProblem::Gap);
        fails(b"MDJR\x01\xff\xff\xff\xff\xff\x01", 10, JoinsProblem::Gap);
        fails(b"MDJR\x01\x81\x00", 7, JoinsProblem::Gap);
        fails(b"MDJR\x01\x01\x80\xa4\x3f", 9, JoinsProblem::Cell);
    }
}
