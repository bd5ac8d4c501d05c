//! The coverage of a set of datacenters: shares of the world's joins by the round trip to the nearest
//! datacenter.
//!
//! Joins are counted by cell, with the RTTs of a simulated day. Joins without data on any map are listed
//! separately: they count in no share and no mean.

use crate::continent::Continent;
use crate::geo::Location;
use crate::grid::GridCell;
use crate::latency::{LatencyMap, cell_of, not_below_fibre};
use crate::routes::RouteModel;

/// The joins of the world by cell.
#[derive(Clone, Debug)]
pub struct Audience {
    cells: Vec<Place>,
    /// Two letters each, in alphabetical order.
    continents: Vec<[u8; 2]>,
}

#[derive(Clone, Copy, Debug)]
struct Place {
    centre: Location,
    /// Its cell of a latency map.
    map_cell: usize,
    weight: u64,
    continent: Option<[u8; 2]>,
}

/// Joins of a part of the world by RTT to the nearest datacenter, in the unit of the weights.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Reached {
    /// Joins with data.
    pub joins: u64,
    /// Joins without data: their round trip is unknown.
    pub without_data: u64,
    /// Joins within 50 ms of the nearest datacenter.
    pub within_50: u64,
    /// Joins within 100 ms of it.
    pub within_100: u64,
    /// Sum of the RTTs to the nearest datacenter, ms; 255 is 255 or more.
    pub rtt_ms: u64,
}

/// The coverage of a set of datacenters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Coverage {
    /// The whole world.
    pub world: Reached,
    /// By continent that has joins, two letters (AF, AN, AS, EU, NA, OC, SA) in alphabetical order.
    pub continents: Vec<([u8; 2], Reached)>,
}

impl Audience {
    /// Joins by cell; `routes` gives their countries. Weights have no unit; their sum times 255 must fit 64
    /// bits.
    pub fn new(weights: &[(GridCell, u64)], routes: &RouteModel) -> Self {
        let place = |&(cell, weight): &(GridCell, u64)| {
            let centre = cell.centre();
            Place {
                centre,
                map_cell: cell_of(centre),
                weight,
                continent: routes.country(centre).map(|country| country.continent),
            }
        };
        let cells: Vec<Place> = weights.iter().map(place).collect();
        let mut continents: Vec<[u8; 2]> = cells.iter().filter_map(|place| place.continent).collect();
        continents.sort_unstable();
        continents.dedup();
        Self { cells, continents }
    }

    /// The cells of a latency map with joins: 64,800 flags.
    pub fn map_cells(&self) -> Vec<bool> {
        let mut used = vec![false; crate::latency::CELLS];
        self.cells.iter().for_each(|place| used[place.map_cell] = true);
        used
    }

    /// RTT from every cell to a datacenter at `location` with this map, ms; 0 without data, 255 for 255 or more: no
    /// aim tells longer ones apart, and the candidates of an answer are many.
    pub fn rtts_ms(&self, map: &LatencyMap, location: Location) -> Box<[u8]> {
        let sample = |place: &Place| match map.cells()[place.map_cell] {
            0 => 0,
            ms => not_below_fibre(ms, place.centre, location).min(u8::MAX.into()) as u8,
        };
        self.cells.iter().map(sample).collect()
    }

    /// The centre of each cell, and its weight.
    pub(crate) fn places(&self) -> impl Iterator<Item = (Location, u64)> {
        self.cells.iter().map(|place| (place.centre, place.weight))
    }

    /// The weight of each cell.
    pub fn weights(&self) -> impl Iterator<Item = u64> {
        self.cells.iter().map(|place| place.weight)
    }

    /// The weight of each cell of a continent; 0 elsewhere.
    pub fn weights_of(&self, continent: Continent) -> impl Iterator<Item = u64> {
        let letters = Some(continent.letters());
        self.cells.iter().map(move |place| if place.continent == letters { place.weight } else { 0 })
    }

    /// The coverage of datacenters with these RTTs from every cell.
    pub fn coverage<T: AsRef<[u8]>>(&self, rtts_ms: &[T]) -> Coverage {
        let mut coverage = Coverage {
            world: Reached::default(),
            continents: self.continents.iter().map(|&letters| (letters, Reached::default())).collect(),
        };
        for (place, ms) in self.cells.iter().zip(nearest(rtts_ms, self.cells.len())) {
            coverage.world.add(place.weight, ms);
            let continent = coverage.continents.iter_mut().find(|(letters, _)| Some(*letters) == place.continent);
            if let Some((_, reached)) = continent {
                reached.add(place.weight, ms);
            }
        }
        coverage
    }
}

/// The least RTT of every cell, ms; 0 without data.
pub(crate) fn nearest<T: AsRef<[u8]>>(rtts_ms: &[T], cells: usize) -> Vec<u8> {
    // Subtracting one wraps 0, no data, to the largest value.
    let mut least = vec![u8::MAX; cells];
    for column in rtts_ms {
        least.iter_mut().zip(column.as_ref()).for_each(|(least, &ms)| *least = ms.wrapping_sub(1).min(*least));
    }
    least.into_iter().map(|less| less.wrapping_add(1)).collect()
}

impl Reached {
    fn add(&mut self, weight: u64, ms: u8) {
        if ms == 0 {
            self.without_data += weight;
            return;
        }
        self.joins += weight;
        self.within_50 += if ms <= 50 { weight } else { 0 };
        self.within_100 += if ms <= 100 { weight } else { 0 };
        self.rtt_ms += weight * u64::from(ms);
    }

    /// Share of the joins with data that are within 50 ms; NaN without any.
    pub fn share_within_50(&self) -> f64 {
        self.within_50 as f64 / self.joins as f64
    }

    /// Share of the joins with data that are within 100 ms; NaN without any.
    pub fn share_within_100(&self) -> f64 {
        self.within_100 as f64 / self.joins as f64
    }

    /// Mean RTT to the nearest datacenter over the joins with data, ms; NaN without any.
    pub fn mean_rtt_ms(&self) -> f64 {
        self.rtt_ms as f64 / self.joins as f64
    }

    /// Share of all joins without data on any map.
    pub fn share_without_data(&self) -> f64 {
        self.without_data as f64 / (self.joins + self.without_data) as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::routes::tests::model;

    fn cell(lat: f64, lon: f64) -> GridCell {
        GridCell::of(Location::new(lat, lon).unwrap())
    }

    /// Three cells in Europe, one in Africa, one without data on any map.
    fn audience() -> (Audience, RouteModel) {
        let routes = RouteModel::new(model());
        let places = [(0.1, 0.1, 5), (0.1, 20.1, 7), (0.6, 30.1, 11), (-0.1, 50.1, 13), (-30.0, 0.0, 17)];
        (Audience::new(&places.map(|(lat, lon, weight)| (cell(lat, lon), weight)), &routes), routes)
    }

    #[test]
    fn counts_joins_by_their_nearest_datacenter() {
        let (audience, _) = audience();
        let rtts_ms = [[50, 51, 0, 255, 0], [60, 100, 101, 0, 0]];
        let world =
            Reached { joins: 36, without_data: 17, within_50: 5, within_100: 12, rtt_ms: 250 + 357 + 1111 + 3315 };
        let europe = Reached { joins: 23, without_data: 0, within_50: 5, within_100: 12, rtt_ms: 250 + 357 + 1111 };
        let africa = Reached { joins: 13, rtt_ms: 3315, ..Reached::default() };
        let continents = vec![(*b"AF", africa), (*b"EU", europe)];
        assert_eq!(audience.coverage(&rtts_ms), Coverage { world, continents });
        assert!((world.share_within_100() - 12.0 / 36.0).abs() < 1e-12);
        assert!((world.share_without_data() - 17.0 / 53.0).abs() < 1e-12);
        assert!((world.mean_rtt_ms() - 5033.0 / 36.0).abs() < 1e-12);
    }

    #[test]
    fn weights_of_a_continent_are_zero_elsewhere() {
        let (audience, _) = audience();
        let weights = |continent| audience.weights_of(continent).collect::<Vec<_>>();
        assert_eq!(weights(Continent::Europe), [5, 7, 11, 0, 0]);
        assert_eq!(weights(Continent::Africa), [0, 0, 0, 13, 0]);
        assert_eq!(weights(Continent::Asia), [0; 5]);
    }

    /// Compares with a count of single joins, for random RTTs.
    #[test]
    fn coverage_is_that_of_counting_one_by_one() {
        let (audience, _) = audience();
        let mut state = 1_u32;
        let mut lot = || {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            if state >> 30 == 0 { 0 } else { (state >> 20) as u8 }
        };
        for datacenters in 0..40 {
            let rtts_ms: Vec<Vec<u8>> = (0..datacenters % 5).map(|_| (0..5).map(|_| lot()).collect()).collect();
            let mut expected = Reached::default();
            for (at, weight) in audience.weights().enumerate() {
                for _ in 0..weight {
                    match rtts_ms.iter().map(|column| column[at]).filter(|&ms| ms > 0).min() {
                        None => expected.without_data += 1,
                        Some(ms) => {
                            expected.joins += 1;
                            expected.rtt_ms += u64::from(ms);
                            expected.within_50 += u64::from(ms < 51);
                            expected.within_100 += u64::from(ms < 101);
                        }
                    }
                }
            }
            assert_eq!(audience.coverage(&rtts_ms).world, expected, "{rtts_ms:?}");
        }
    }

    #[test]
    fn a_model_of_the_cells_with_joins_alone_says_the_same() {
        let (audience, routes) = audience();
        let part = routes.only(&audience.map_cells());
        let place = Location::new(1.0, 12.0).unwrap();
        let all = audience.rtts_ms(&routes.map(place, 2.0), place);
        assert_eq!(all, audience.rtts_ms(&part.map(place, 2.0), place));
        assert_eq!(all[4], 0);
        assert!(all[..4].iter().all(|&ms| ms > 0));
        let cells = |model: &RouteModel| model.map(place, 0.0).cells().iter().filter(|&&ms| ms > 0).count();
        assert_eq!((cells(&part), cells(&routes)), (4, 721));
    }
}
