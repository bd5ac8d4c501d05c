//! The access of a cell's players to the hubs.

use super::centroid;
use crate::geo::{Location, chord_km};

/// Number of hubs through which a cell's traffic may enter.
pub const NEAREST: usize = 6;

/// The data of a country that affects latency.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Country {
    /// Its two letters.
    pub letters: [u8; 2],
    /// Its continent's two letters: AF, AN, AS, EU, NA, OC, SA.
    pub continent: [u8; 2],
    /// RTT between a player and the provider's network, 1/100 ms; added to every RTT.
    pub last_mile_cs: u16,
}

/// A cell's access to the hubs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Access {
    /// Number of the country it lies in, from 1.
    pub country: u8,
    /// Mean place of the cell's people: sixteenths of a degree from its centre, north in the upper four bits,
    /// east in the lower, each plus 8.
    pub centroid: u8,
    /// Bit k: the way to the k-th nearest hub is mostly sea.
    pub over_sea: u8,
}

impl Access {
    /// The centroid at the centre of the cell.
    pub const MIDDLE: u8 = 0x88;

    /// Whether the way to the k-th nearest hub is mostly sea.
    pub fn is_over_sea(self, k: usize) -> bool {
        self.over_sea >> k & 1 == 1
    }

    /// The direction of the centroid in the cell with this number.
    pub fn towards(self, cell: usize) -> Direction {
        direction(centroid(cell, self.centroid))
    }
}

/// A place as a unit vector from the centre of the Earth: comparing distances takes three multiplications.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Direction([f64; 3]);

impl Direction {
    fn squared_chord(self, other: Self) -> f64 {
        let [x, y, z] = [0, 1, 2].map(|axis| self.0[axis] - other.0[axis]);
        x * x + y * y + z * z
    }

    /// Length of the great circle between two places, km.
    pub fn km_to(self, other: Self) -> f64 {
        chord_km(libm::sqrt(self.squared_chord(other)))
    }
}

/// The unit vector towards a place.
pub fn direction(location: Location) -> Direction {
    let (lat, lon) = (location.lat().to_radians(), location.lon().to_radians());
    let across = libm::cos(lat);
    Direction([across * libm::cos(lon), across * libm::sin(lon), libm::sin(lat)])
}

/// Hubs through which traffic may enter, in an order in which the nearest are found fast.
#[derive(Clone, Debug)]
pub struct Cities {
    /// From south to north.
    by_height: Vec<(u16, Direction)>,
    by_number: Vec<Direction>,
}

impl Cities {
    /// The hubs of these places, numbered from 0. There must be at least six.
    pub fn new(towards: impl IntoIterator<Item = Direction>) -> Self {
        let by_number: Vec<Direction> = towards.into_iter().collect();
        let mut by_height: Vec<(u16, Direction)> = Vec::new();
        // Insertion keeps the sort code out of the page's module; there are only some hundred.
        for (hub, &towards) in (0..).zip(&by_number) {
            let at = by_height.partition_point(|(_, other)| other.0[2] < towards.0[2]);
            by_height.insert(at, (hub, towards));
        }
        Self { by_height, by_number }
    }

    /// The nearest hubs and their distances in km, nearest first, ties by number.
    pub fn nearest(&self, from: Direction) -> [(u16, f64); NEAREST] {
        self.nearest_within(from, f64::INFINITY)
    }

    /// The same from a place near another one with these nearest hubs: the farthest of them limits the search.
    pub fn nearest_beside(&self, from: Direction, others: [u16; NEAREST]) -> [(u16, f64); NEAREST] {
        let chords = others.map(|hub| from.squared_chord(self.by_number[usize::from(hub)]));
        self.nearest_within(from, chords.into_iter().fold(0.0, f64::max))
    }

    /// At least six hubs must be within this squared chord.
    fn nearest_within(&self, from: Direction, chord: f64) -> [(u16, f64); NEAREST] {
        let mut best = [(u16::MAX, chord); NEAREST];
        let start = self.by_height.partition_point(|(_, towards)| towards.0[2] < from.0[2]);
        let (south, north) = self.by_height.split_at(start);
        take_nearest(south.iter().rev(), from, &mut best);
        take_nearest(north.iter(), from, &mut best);
        best.map(|(hub, chord)| (hub, chord_km(libm::sqrt(chord))))
    }
}

/// Takes hubs ever further north or south, while they can be among the nearest.
fn take_nearest<'a>(
    hubs: impl Iterator<Item = &'a (u16, Direction)>,
    from: Direction,
    best: &mut [(u16, f64); NEAREST],
) {
    for &(hub, towards) in hubs {
        let height = from.0[2] - towards.0[2];
        if height * height > best[NEAREST - 1].1 {
            return;
        }
        let chord = from.squared_chord(towards);
        if chord > best[NEAREST - 1].1 {
            continue;
        }
        let at = best.partition_point(|&(other, nearer)| nearer < chord || nearer == chord && other < hub);
        if at < NEAREST {
            best.copy_within(at..NEAREST - 1, at + 1);
            best[at] = (hub, chord);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geo::great_circle_km;

    fn at(lat: f64, lon: f64) -> Location {
        Location::new(lat, lon).unwrap()
    }

    /// Places all over the globe, including the date line and both poles.
    fn places() -> Vec<Location> {
        let grid =
            (-9..=9).flat_map(|lat| (-12..12).map(move |lon| (f64::from(lat) * 10.0, f64::from(lon) * 15.0 + 0.3)));
        grid.map(|(lat, lon)| at(lat, lon)).collect()
    }

    #[test]
    fn chords_give_great_circles() {
        for to in places() {
            for from in [at(0.0, 0.0), at(51.5, -0.1), at(-89.0, 100.0), at(12.0, 179.99)] {
                let (chord, circle) = (direction(from).km_to(direction(to)), great_circle_km(from, to));
                // Ten metres: at antipodes an arc sine keeps half of its digits.
                assert!((chord - circle).abs() < 0.01, "{from:?} {to:?}: {chord} km, {circle} km");
            }
        }
    }

    #[test]
    fn the_nearest_hubs_are_those_that_sorting_finds() {
        let hubs = places();
        // Some hubs twice, for ties.
        let hubs: Vec<Location> = hubs.iter().chain(&hubs[200..300]).copied().collect();
        let cities = Cities::new(hubs.iter().map(|&hub| direction(hub)));
        for from in [at(3.0, 4.0), at(-77.0, 166.0), at(45.0, -179.9), at(89.9, 12.0)] {
            let mut sorted: Vec<_> = (0_u16..).zip(&hubs).map(|(i, &hub)| (great_circle_km(from, hub), i)).collect();
            sorted.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
            let found = cities.nearest(direction(from));
            for ((hub, km), (expected, i)) in found.into_iter().zip(sorted) {
                assert!((km - expected).abs() < 1e-6, "{from:?}: hub {hub} at {km} km, hub {i} at {expected} km");
            }
            for others in [found.map(|(hub, _)| hub), [0, 1, 2, 3, 4, 5]] {
                assert_eq!(cities.nearest_beside(direction(from), others), found);
            }
        }
    }
}
