//! The grid on which joins are counted.

use crate::geo::Location;

/// Cells from pole to pole.
pub const ROWS: u32 = 720;
/// Cells around the globe.
pub const COLUMNS: u32 = 1440;
/// Cells per degree.
const PER_DEGREE: f64 = 4.0;

/// A cell of a quarter degree, numbered by row from the north-west corner: 0 is 89.75..90 N, 180..179.75 W.
///
/// It includes its southern and western edge, so four by four cells make exactly one cell of a latency map.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct GridCell(u32);

impl GridCell {
    /// Number of cells.
    pub const COUNT: u32 = ROWS * COLUMNS;

    /// The cell with this number; `None` if there is none.
    pub fn new(index: u32) -> Option<Self> {
        (index < Self::COUNT).then_some(Self(index))
    }

    /// The cell of a place.
    pub fn of(location: Location) -> Self {
        let north = (libm::floor(location.lat() * PER_DEGREE) as i32).min(359);
        let east = libm::floor(location.lon() * PER_DEGREE) as i32;
        Self((359 - north) as u32 * COLUMNS + (east + 720) as u32)
    }

    /// The number of the cell, below [`GridCell::COUNT`].
    pub fn index(self) -> u32 {
        self.0
    }

    /// The centre of the cell.
    #[inline]
    pub fn centre(self) -> Location {
        Location::cell_centre((self.0 / COLUMNS) as usize, (self.0 % COLUMNS) as usize, PER_DEGREE)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(lat: f64, lon: f64) -> u32 {
        GridCell::of(Location::new(lat, lon).unwrap()).index()
    }

    #[test]
    fn every_centre_lies_in_its_own_cell() {
        for index in 0..GridCell::COUNT {
            let cell = GridCell::new(index).unwrap();
            assert_eq!(GridCell::of(cell.centre()), cell);
        }
        assert_eq!(GridCell::new(GridCell::COUNT), None);
    }

    #[test]
    fn edges_belong_to_the_cell_north_and_east_of_them() {
        assert_eq!(of(90.0, -180.0), 0);
        assert_eq!(of(89.75, -180.0), 0);
        assert_eq!(of(89.749, -180.0), COLUMNS);
        assert_eq!(of(90.0, 180.0), 0);
        assert_eq!(of(90.0, 179.999), COLUMNS - 1);
        assert_eq!(of(-90.0, 179.999), GridCell::COUNT - 1);
        assert_eq!(of(0.0, 0.0), 359 * COLUMNS + 720);
    }
}
