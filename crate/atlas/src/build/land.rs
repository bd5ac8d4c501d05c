//! The land outline for drawing, and the cells of a latency map that hold land.

use std::collections::BTreeSet;

use super::raster::spans;
use super::sources::{Polygon, Ring};
use crate::joins::JoinsGrid;
use crate::latency::{HEIGHT, WIDTH, cell_of};

/// Resolution of the drawn outline, per degree: a fifth of a pixel on a map 1440 pixels wide.
const PER_DEGREE: f64 = 20.0;
/// Southern limit, degrees: farther south are no players, and no map shows it.
const SOUTH: f64 = -60.0;
/// Area below which a corner's triangle is removed, in half cells of the drawing grid.
const CORNER: i64 = 5;
/// Area below which islands and lakes are left out, in half cells of the drawing grid.
const ISLET: i64 = 12;
/// Lines of latitude scanned for land, per degree.
const SCAN_LINES: usize = 16;

/// A point of the drawing grid.
type Point = (i64, i64);

/// The outline as JSON: polygons of rings of numbers, alternating x and y, in twentieths of a degree east and
/// north. The first pair of a ring is its start, each further pair a step. Rings that cross 180 degrees
/// continue beyond.
pub fn to_json(polygons: &[Polygon]) -> Vec<u8> {
    let drawn = polygons.iter().filter(|rings| rings[0].iter().any(|&(_, lat)| lat > SOUTH));
    let drawn = drawn.filter_map(|rings| {
        let rings: Vec<_> = rings.iter().map(simplify).collect();
        let kept = |ring: &&Vec<Point>| ring.len() > 2 && twice_area(ring).abs() >= ISLET;
        let outer = rings.first().filter(kept)?;
        let rings = std::iter::once(outer).chain(rings[1..].iter().filter(kept));
        Some(rings.map(|ring| steps(ring)).collect::<Vec<_>>())
    });
    let mut json = serde_json::to_vec(&drawn.collect::<Vec<_>>()).expect("numbers always serialise");
    json.push(b'\n');
    json
}

fn steps(ring: &[Point]) -> Vec<i64> {
    let before = std::iter::once((0, 0)).chain(ring.iter().copied());
    ring.iter().zip(before).flat_map(|(to, from)| [to.0 - from.0, to.1 - from.1]).collect()
}

fn twice_area(ring: &[Point]) -> i64 {
    let next = ring.iter().cycle().skip(1);
    ring.iter().zip(next).map(|(a, b)| a.0 * b.1 - b.0 * a.1).sum()
}

fn corner(a: Point, b: Point, c: Point) -> i64 {
    ((b.0 - a.0) * (c.1 - a.1) - (c.0 - a.0) * (b.1 - a.1)).abs()
}

/// Rounds to the drawing grid, then repeatedly removes the smallest corner (Visvalingam and Whyatt 1993).
fn simplify(ring: &Ring) -> Vec<Point> {
    let grid = |degrees: f64| libm::rint(degrees * PER_DEGREE) as i64;
    let mut points: Vec<Point> = ring.iter().map(|&(lon, lat)| (grid(lon), grid(lat))).collect();
    points.dedup();
    let count = points.len();
    let mut next: Vec<usize> = (1..count).chain([0]).collect();
    let mut back: Vec<usize> = std::iter::once(count.saturating_sub(1)).chain(0..count.saturating_sub(1)).collect();
    let size = |i: usize, back: &[usize], next: &[usize]| corner(points[back[i]], points[i], points[next[i]]);
    let mut sizes: Vec<i64> = (0..count).map(|i| size(i, &back, &next)).collect();
    let mut least: BTreeSet<(i64, usize)> = sizes.iter().copied().zip(0..).collect();
    while let Some(&(_, i)) = least.first().filter(|&&(size, _)| size < CORNER && least.len() > 3) {
        least.pop_first();
        let (b, n) = (back[i], next[i]);
        (next[b], back[n]) = (n, b);
        for neighbour in [b, n] {
            least.remove(&(sizes[neighbour], neighbour));
            sizes[neighbour] = size(neighbour, &back, &next);
            least.insert((sizes[neighbour], neighbour));
        }
    }
    let kept: BTreeSet<usize> = least.into_iter().map(|(_, i)| i).collect();
    kept.into_iter().map(|i| points[i]).collect()
}

/// The cells of a latency map that have data: land, the cells beside it, and every cell with joins.
pub fn cells_with_data(polygons: &[Polygon], joins: &JoinsGrid) -> Vec<bool> {
    let mut land = vec![false; WIDTH * HEIGHT];
    let lines = (0..HEIGHT * SCAN_LINES).map(|line| 90.0 - (line as f64 + 0.5) / SCAN_LINES as f64);
    for (line, lat) in lines.enumerate().filter(|&(_, lat)| lat > SOUTH) {
        for rings in polygons {
            for (from, to) in spans(rings, lat) {
                for column in libm::floor(from) as i64..=libm::floor(to) as i64 {
                    land[line / SCAN_LINES * WIDTH + (column + 180).rem_euclid(360) as usize] = true;
                }
            }
        }
    }
    let mut mask = land.clone();
    for cell in (0..land.len()).filter(|&cell| land[cell]) {
        let (row, column) = (cell / WIDTH, cell % WIDTH);
        mask[row.saturating_sub(1) * WIDTH + column] = true;
        mask[(row + 1).min(HEIGHT - 1) * WIDTH + column] = true;
        mask[row * WIDTH + (column + 1) % WIDTH] = true;
        mask[row * WIDTH + (column + WIDTH - 1) % WIDTH] = true;
    }
    for joins in joins.cells() {
        mask[cell_of(joins.cell.centre())] = true;
    }
    mask
}
