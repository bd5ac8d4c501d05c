//! A model of joins: the share of every cell of the globe, in a compact format.
//!
//! Bytes of an encoded grid, format version 1:
//!
//! | bytes | content |
//! |---|---|
//! | 4 | `MDJG` |
//! | 1 | format version, 1 |
//! | 168 | hourly points of the [`WeekCurve`], percent of the peak |
//! | 4 | number of cells n, little-endian |
//! | n x 1..3 | cells between this one and the previous one (or the north-west corner): LEB128 |
//! | n x 1 | weight codes, 1..=255: weight = 2^((code - 255) / 10) of the heaviest cell's |
//! | n x 1 | time zones, quarter hours ahead of UTC, each minus the previous one, modulo 256 |

use crate::bytes::{Bytes, Truncated, push_varint};
use crate::curve::{HOURS, WeekCurve};
use crate::error::{AtlasError, JoinsProblem};
use crate::grid::GridCell;

const MAGIC: &[u8; 4] = b"MDJG";
const VERSION: u8 = 1;
/// Time zones of the Earth, quarter hours ahead of UTC.
const ZONES: std::ops::RangeInclusive<i16> = -48..=56;

/// The distribution of the world's joins over its cells, and over a local week.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JoinsGrid {
    /// The curve of all cells, by local time.
    pub curve: WeekCurve,
    cells: Vec<JoinsCell>,
}

/// A cell with joins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct JoinsCell {
    /// The cell.
    pub cell: GridCell,
    /// Logarithm of the weight, in tenths of a doubling: 255 is the heaviest cell, 0 is not used.
    pub weight_code: u8,
    /// Its offset from UTC in quarter hours, -48..=56, positive to the east.
    pub zone_quarters: i8,
}

impl JoinsCell {
    /// The weight of the heaviest cell.
    pub const MAX_WEIGHT: u32 = 1 << 28;

    /// Share of the world's joins, relative to other cells: 7 to 2^28, the same bits everywhere.
    pub fn weight(self) -> u32 {
        let doublings = (f64::from(self.weight_code) - 255.0) / 10.0;
        libm::floor(f64::from(Self::MAX_WEIGHT) * libm::exp2(doublings) + 0.5) as u32
    }
}

impl JoinsGrid {
    /// A grid from its cells, in the order of their numbers.
    ///
    /// # Errors
    /// No cells, cells out of order, weight code 0, or a time zone that does not exist.
    pub fn new(curve: WeekCurve, cells: Vec<JoinsCell>) -> Result<Self, JoinsProblem> {
        if cells.is_empty() {
            return Err(JoinsProblem::Count(0));
        }
        if !cells.is_sorted_by(|a, b| a.cell < b.cell) {
            return Err(JoinsProblem::Cell);
        }
        if cells.iter().any(|cell| cell.weight_code == 0) {
            return Err(JoinsProblem::Weight);
        }
        match cells.iter().map(|cell| i16::from(cell.zone_quarters)).find(|zone| !ZONES.contains(zone)) {
            Some(zone) => Err(JoinsProblem::Zone(zone)),
            None => Ok(Self { curve, cells }),
        }
    }

    /// The cells, in the order of their numbers; at least one.
    pub fn cells(&self) -> &[JoinsCell] {
        &self.cells
    }

    /// The grid as bytes.
    pub fn encode(&self) -> Vec<u8> {
        let mut bytes = [MAGIC.as_slice(), &[VERSION], self.curve.percent()].concat();
        bytes.extend((self.cells.len() as u32).to_le_bytes());
        let mut next = 0;
        for joins in &self.cells {
            push_varint(&mut bytes, joins.cell.index() - next);
            next = joins.cell.index() + 1;
        }
        bytes.extend(self.cells.iter().map(|joins| joins.weight_code));
        let mut before = 0_i8;
        for joins in &self.cells {
            bytes.push(joins.zone_quarters.wrapping_sub(before) as u8);
            before = joins.zone_quarters;
        }
        bytes
    }

    /// Reads the output of [`JoinsGrid::encode`].
    ///
    /// # Errors
    /// The position of the first invalid byte, and the problem.
    pub fn decode(bytes: &[u8], file: &str) -> Result<Self, AtlasError> {
        let mut reader = Reader(Bytes::new(bytes));
        reader.grid().map_err(|problem| AtlasError::Joins { file: file.into(), offset: reader.0.offset, problem })
    }
}

impl From<Truncated> for JoinsProblem {
    fn from(_: Truncated) -> Self {
        Self::Truncated
    }
}

struct Reader<'a>(Bytes<'a>);

impl Reader<'_> {
    fn grid(&mut self) -> Result<JoinsGrid, JoinsProblem> {
        if self.0.take(4).map_err(|_| JoinsProblem::Magic)? != MAGIC {
            self.0.offset = 0;
            return Err(JoinsProblem::Magic);
        }
        match self.0.byte()? {
            VERSION => {}
            other => return Err(JoinsProblem::Version(other)),
        }
        let curve = WeekCurve::new(self.0.array::<HOURS>()?).ok_or(JoinsProblem::Curve)?;
        let count = u32::from_le_bytes(self.0.array()?);
        if !(1..=GridCell::COUNT).contains(&count) {
            return Err(JoinsProblem::Count(count));
        }
        let cells = self.cells(count as usize)?;
        match self.0.left() {
            0 => JoinsGrid::new(curve, cells),
            more => Err(JoinsProblem::Trailing(more)),
        }
    }

    fn cells(&mut self, count: usize) -> Result<Vec<JoinsCell>, JoinsProblem> {
        // A cell takes at least three bytes: a count too large for the file must not reserve memory.
        if self.0.left() < 3 * count {
            return Err(JoinsProblem::Truncated);
        }
        let mut cells = Vec::with_capacity(count);
        let mut next = 0;
        for _ in 0..count {
            let index = next + self.0.varint(3)?.ok_or(JoinsProblem::Gap)?;
            let cell = GridCell::new(index).ok_or(JoinsProblem::Cell)?;
            cells.push(JoinsCell { cell, weight_code: 0, zone_quarters: 0 });
            next = index + 1;
        }
        for cell in &mut cells {
            cell.weight_code = self.0.byte()?;
            if cell.weight_code == 0 {
                return Err(JoinsProblem::Weight);
            }
        }
        let mut zone = 0_i8;
        for cell in &mut cells {
            zone = zone.wrapping_add(self.0.byte()? as i8);
            if !ZONES.contains(&i16::from(zone)) {
                return Err(JoinsProblem::Zone(zone.into()));
            }
            cell.zone_quarters = zone;
        }
        Ok(cells)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cell(index: u32, weight_code: u8, zone_quarters: i8) -> JoinsCell {
        JoinsCell { cell: GridCell::new(index).unwrap(), weight_code, zone_quarters }
    }

    fn curve() -> WeekCurve {
        WeekCurve::new(std::array::from_fn(|hour| (hour % 101) as u8)).unwrap()
    }

    /// Gaps of one, two and three bytes; time zones that jump from one end of the day to the other.
    fn grid() -> JoinsGrid {
        let cells = vec![
            cell(0, 255, 56),
            cell(1, 1, -48),
            cell(130, 100, 23),
            cell(40_000, 200, 0),
            cell(GridCell::COUNT - 1, 76, -14),
        ];
        JoinsGrid::new(curve(), cells).unwrap()
    }

    #[test]
    fn decodes_what_it_encodes() {
        assert_eq!(JoinsGrid::decode(&grid().encode(), "joins.bin"), Ok(grid()));
    }

    #[test]
    fn ten_codes_double_a_weight() {
        let weight = |code| cell(0, code, 0).weight();
        assert_eq!((weight(255), weight(245), weight(235)), (1 << 28, 1 << 27, 1 << 26));
        // 2^27.9 = 250,459,136.55
        assert_eq!(weight(254), 250_459_137);
        assert_eq!(weight(5), 8);
        assert!((1..=255).is_sorted_by_key(weight));
    }

    #[test]
    fn says_where_an_encoded_grid_breaks() {
        let good = grid().encode();
        // 4 magic, 1 version, 168 curve, 4 count; then gaps of 1, 1, 2, 3 and 3 bytes, 5 codes and 5 zones.
        let (curve_at, count_at, gaps_at) = (5, 173, 177);
        let (codes_at, zones_at, end) = (gaps_at + 10, gaps_at + 15, gaps_at + 20);
        assert_eq!(good.len(), end);
        let with = |changes: &[(usize, u8)]| {
            let mut bytes = good.clone();
            changes.iter().for_each(|&(at, byte)| bytes[at] = byte);
            bytes
        };
        let mut dead = good.clone();
        dead[curve_at..count_at].fill(0);
        for (bytes, offset, says) in [
            (Vec::new(), 0, "this is not a joins grid"),
            (with(&[(0, b'<')]), 0, "this is not a joins grid"),
            (with(&[(4, 2)]), 5, "the format has version 2, which this program does not read: build the data again"),
            (with(&[(curve_at + 3, 101)]), count_at, "the hourly curve must be 0 to 100, and above 0 somewhere"),
            (dead, count_at, "the hourly curve must be 0 to 100, and above 0 somewhere"),
            (with(&[(count_at, 0)]), gaps_at, "0 cells; there must be 1 to 1036800"),
            (with(&[(count_at + 3, 0xff)]), gaps_at, "4278190085 cells; there must be 1 to 1036800"),
            (with(&[(count_at + 1, 0xff)]), gaps_at, "the file is incomplete: copy or build it again"),
            (with(&[(gaps_at + 3, 0)]), gaps_at + 4, "a gap between two cells is badly coded"),
            (with(&[(gaps_at + 6, 0x82)]), gaps_at + 7, "a gap between two cells is badly coded"),
            (with(&[(codes_at - 1, 0x7f)]), codes_at, "a cell lies beyond the south pole"),
            (with(&[(codes_at + 2, 0)]), codes_at + 3, "weight code 0 is not allowed"),
            (with(&[(zones_at, 57)]), zones_at + 1, "a time zone of 57 quarter hours is not between -48 and 56"),
            (with(&[(zones_at, 0x80)]), zones_at + 1, "a time zone of -128 quarter hours is not between -48 and 56"),
            (good[..end - 1].to_vec(), end - 1, "the file is incomplete: copy or build it again"),
            ([good.as_slice(), b"ab"].concat(), end, "the file has 2 bytes after its end: copy or build it again"),
        ] {
            let error = JoinsGrid::decode(&bytes, "joins.bin").unwrap_err().to_string();
            assert_eq!(error, format!("joins.bin, byte {offset}: {says}"));
        }
    }

    #[test]
    fn refuses_cells_no_file_could_hold() {
        let new = |cells: &[JoinsCell]| JoinsGrid::new(curve(), cells.to_vec()).unwrap_err();
        assert_eq!(new(&[]), JoinsProblem::Count(0));
        assert_eq!(new(&[cell(4, 9, 0), cell(4, 9, 0)]), JoinsProblem::Cell);
        assert_eq!(new(&[cell(5, 9, 0), cell(4, 9, 0)]), JoinsProblem::Cell);
        assert_eq!(new(&[cell(4, 0, 0)]), JoinsProblem::Weight);
        assert_eq!(new(&[cell(4, 9, -49)]), JoinsProblem::Zone(-49));
    }
}
