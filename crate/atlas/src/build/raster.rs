//! Outlines on a fine grid, and their share of each cell.

use super::sources::{Polygon, Ring};
use crate::geo::Location;
use crate::latency::{HEIGHT, WIDTH};

/// Fine cells per degree.
pub const PER_DEGREE: usize = 8;
const COLUMNS: usize = WIDTH * PER_DEGREE;
const ROWS: usize = HEIGHT * PER_DEGREE;

/// One number for each fine cell, row by row from the north-west corner; 0 is sea.
#[derive(Clone, Debug)]
pub struct Raster {
    cells: Vec<u8>,
}

impl Raster {
    /// Only sea.
    pub fn sea() -> Self {
        Self { cells: vec![0; COLUMNS * ROWS] }
    }

    /// Sets every fine cell with its centre in the polygons to `value`.
    pub fn fill(&mut self, polygons: &[Polygon], value: u8) {
        for polygon in polygons {
            let (south, north) = latitudes(&polygon[0]);
            let line = |lat: f64| libm::floor((90.0 - lat) * PER_DEGREE as f64).clamp(0.0, ROWS as f64 - 1.0) as usize;
            for row in line(north)..=line(south) {
                let lat = 90.0 - (row as f64 + 0.5) / PER_DEGREE as f64;
                for (from, to) in spans(polygon, lat) {
                    let column = |lon: f64| libm::ceil((lon + 180.0) * PER_DEGREE as f64 - 0.5) as i64;
                    for column in column(from)..column(to) {
                        self.cells[row * COLUMNS + column.rem_euclid(COLUMNS as i64) as usize] = value;
                    }
                }
            }
        }
    }

    /// Extends land by one fine cell in all directions, so that coastal cities and narrow straits count as
    /// land.
    pub fn widen(&mut self) {
        let before = self.cells.clone();
        for (at, _) in before.iter().enumerate().filter(|&(_, &value)| value > 0) {
            let (row, column) = (at / COLUMNS, at % COLUMNS);
            self.cells[row.saturating_sub(1) * COLUMNS + column] = 1;
            self.cells[(row + 1).min(ROWS - 1) * COLUMNS + column] = 1;
            self.cells[row * COLUMNS + (column + 1) % COLUMNS] = 1;
            self.cells[row * COLUMNS + (column + COLUMNS - 1) % COLUMNS] = 1;
        }
    }

    /// The value at a place.
    pub fn at(&self, location: Location) -> u8 {
        let row = libm::floor((90.0 - location.lat()) * PER_DEGREE as f64).min(ROWS as f64 - 1.0) as usize;
        let column = libm::floor((location.lon() + 180.0) * PER_DEGREE as f64).min(COLUMNS as f64 - 1.0) as usize;
        self.cells[row * COLUMNS + column]
    }

    /// The most frequent value on the land of a one-degree cell; 0 without land. Ties go to the smaller
    /// number.
    pub fn most(&self, cell: usize) -> u8 {
        let (row, column) = (cell / WIDTH * PER_DEGREE, cell % WIDTH * PER_DEGREE);
        let mut counts = [0_u32; 256];
        for line in row..row + PER_DEGREE {
            let line = &self.cells[line * COLUMNS + column..][..PER_DEGREE];
            line.iter().for_each(|&value| counts[usize::from(value)] += 1);
        }
        let land = (1..=255_u8).filter(|&value| counts[usize::from(value)] > 0);
        land.max_by_key(|&value| (counts[usize::from(value)], 255 - value)).unwrap_or(0)
    }
}

fn latitudes(ring: &Ring) -> (f64, f64) {
    let lats = ring.iter().map(|&(_, lat)| lat);
    (lats.clone().fold(f64::INFINITY, f64::min), lats.fold(f64::NEG_INFINITY, f64::max))
}

/// The ranges of longitude in which a line of latitude is inside a polygon (even-odd rule).
pub fn spans(rings: &[Ring], lat: f64) -> Vec<(f64, f64)> {
    let mut crossings = Vec::new();
    for ring in rings {
        for (a, b) in ring.iter().zip(ring.iter().cycle().skip(1)) {
            if (a.1 > lat) != (b.1 > lat) {
                crossings.push(a.0 + (lat - a.1) / (b.1 - a.1) * (b.0 - a.0));
            }
        }
    }
    crossings.sort_by(f64::total_cmp);
    let (pairs, _) = crossings.as_chunks();
    pairs.iter().map(|&[from, to]| (from, to)).collect()
}
