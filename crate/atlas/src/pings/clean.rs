//! Computes the mean RTT by cell from sums, without impossible means.

use std::ops::Range;

use super::sums::{CellSum, CellSums};
use crate::geo::{Location, fibre_floor_ms, great_circle_km};
use crate::latency::{CELLS, WIDTH, centre};

/// Least number of pings for a usable mean.
pub const FEWEST_PINGS: u64 = 3;
/// "Null island": the 4 x 4 cells around (0, 0), where software places players without a location.
const NULL_ISLAND_ROWS: Range<usize> = 88..92;
const NULL_ISLAND_COLUMNS: Range<usize> = 178..182;

/// Numbers of cells and of their pings.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// One-degree cells.
    pub cells: u32,
    /// Pings from these cells.
    pub pings: u64,
}

impl Tally {
    fn add(&mut self, sum: &CellSum) {
        self.cells += 1;
        self.pings += sum.count;
    }
}

/// Counts of the pings to one datacenter; a cell counts under the first reason to drop it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cleaning {
    /// Kept.
    pub measured: Tally,
    /// Dropped: fewer than [`FEWEST_PINGS`].
    pub few: Tally,
    /// Dropped: on null island.
    pub null_island: Tally,
    /// Dropped: the mean is below the light limit in fibre from the near edge of the cell.
    pub below_floor: Tally,
}

/// Mean RTT by cell, ms: 64,800 values, 0 for dropped and empty cells.
pub fn means_ms(sums: &CellSums, datacenter: Location) -> (Vec<f64>, Cleaning) {
    let (mut means, mut cleaning) = (vec![0.0; CELLS], Cleaning::default());
    for sum in sums.cells() {
        let cell = usize::from(sum.cell);
        let mean_ms = sum.sum_us as f64 / sum.count as f64 / 1_000.0;
        if sum.count < FEWEST_PINGS {
            cleaning.few.add(sum);
        } else if NULL_ISLAND_ROWS.contains(&(cell / WIDTH)) && NULL_ISLAND_COLUMNS.contains(&(cell % WIDTH)) {
            cleaning.null_island.add(sum);
        } else if mean_ms < fibre_floor_ms(great_circle_km(centre(cell), datacenter)) {
            cleaning.below_floor.add(sum);
        } else {
            cleaning.measured.add(sum);
            means[cell] = mean_ms;
        }
    }
    (means, cleaning)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sums(cells: &[(usize, f64, u64)]) -> CellSums {
        let mut sums = CellSums::default();
        for &(cell, ms, count) in cells {
            sums.add(&[CellSum { cell: cell as u16, sum_us: (ms * 1_000.0) as u64 * count, count }]);
        }
        sums
    }

    fn at(lat: f64, lon: f64) -> Location {
        Location::new(lat, lon).unwrap()
    }

    #[test]
    fn three_pings_are_enough_and_two_are_not() {
        let (means, cleaning) = means_ms(&sums(&[(14_228, 20.0, 2), (14_229, 20.0, 3)]), at(50.5, 8.5));
        assert_eq!((means[14_228], means[14_229]), (0.0, 20.0));
        assert_eq!(cleaning.few, Tally { cells: 1, pings: 2 });
        assert_eq!(cleaning.measured, Tally { cells: 1, pings: 3 });
    }

    #[test]
    fn null_island_is_four_by_four_cells_round_the_origin() {
        let all: Vec<_> =
            (86..94).flat_map(|row| (176..184).map(move |column| (row * 360 + column, 20.0, 5))).collect();
        let (means, cleaning) = means_ms(&sums(&all), at(0.5, 0.5));
        assert_eq!(cleaning.null_island, Tally { cells: 16, pings: 80 });
        assert_eq!(cleaning.measured.cells, 48);
        let dropped: Vec<_> =
            all.iter().filter(|(cell, ..)| means[*cell] == 0.0).map(|(cell, ..)| centre(*cell)).collect();
        assert!(dropped.iter().all(|place| place.lat().abs() < 2.0 && place.lon().abs() < 2.0), "{dropped:?}");
    }

    #[test]
    fn a_mean_below_the_fibre_floor_is_dropped() {
        // The pole is 9,951.9 km from half a degree north of the equator: at least 98.7 ms.
        let cell = 89 * WIDTH;
        let (means, cleaning) = means_ms(&sums(&[(cell, 98.7, 4), (cell + 1, 98.8, 4)]), at(90.0, 0.0));
        assert_eq!((means[cell], means[cell + 1]), (0.0, 98.8));
        assert_eq!(cleaning.below_floor, Tally { cells: 1, pings: 4 });
    }

    #[test]
    fn a_cell_counts_where_it_is_dropped_first() {
        // Pings to the pole below the light limit: few and many from null island and from elsewhere.
        let (island, elsewhere) = (89 * WIDTH + 180, 89 * WIDTH);
        let all = [(elsewhere, 1.0, 1), (elsewhere + 1, 1.0, 9), (island, 1.0, 2), (island + 1, 1.0, 7)];
        let (means, cleaning) = means_ms(&sums(&all), at(90.0, 0.0));
        assert!(means.iter().all(|&ms| ms == 0.0));
        let (few, null_island) = (Tally { cells: 2, pings: 3 }, Tally { cells: 1, pings: 7 });
        assert_eq!(
            cleaning,
            Cleaning { few, null_island, below_floor: Tally { cells: 1, pings: 9 }, ..Cleaning::default() }
        );
    }
}
