//! The order in which a tick walks the datacenters, and the first place on the walk for each set of
//! datacenters.
//!
//! A set is looked up as the [`Places`] of its datacenters on the walk, a bit each, so that its next place is
//! the lowest bit. Tables hold the places of a few datacenters in every combination: a whole set takes a few
//! lookups in any order. A walk over more than [`STRETCH`] datacenters runs stretch by stretch.

use crate::{LatencyTable, SetId};
use matchday_base::{DatacenterIndex, Rng};
use rand::seq::SliceRandom;

/// Datacenters in one stretch of the walk.
pub const STRETCH: usize = u32::BITS as usize;

/// Places along a stretch of the walk.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Places(u32);

impl Places {
    /// The first place; [`STRETCH`] if there is none.
    #[inline]
    pub fn first(self) -> usize {
        self.0.trailing_zeros() as usize
    }

    /// All but the first.
    #[inline]
    pub fn after_first(self) -> Self {
        Self(self.0 & self.0.wrapping_sub(1))
    }
}

/// Datacenters that share a table.
const TABLE_BITS: usize = 6;

/// Tables with the places of every combination of their datacenters, a bit each.
type Tables = [[u32; 1 << TABLE_BITS]; 5];

/// Datacenters of [`Tables`].
const TABLES_BITS: usize = 5 * TABLE_BITS;

const NO_PLACES: Tables = [[0; 1 << TABLE_BITS]; 5];

/// Datacenters in random order, and the current stretch of the walk.
#[derive(Clone, Debug)]
pub struct Walk {
    order: Vec<DatacenterIndex>,
    /// Tables of the first datacenters, which are all in most worlds.
    first: Tables,
    /// Tables of the others.
    others: Vec<Tables>,
    /// The place of each datacenter on the stretch, a bit, by index.
    places: Vec<[u32; TABLE_BITS]>,
    /// The places of every set, if there are more lookups than sets.
    known: Vec<Places>,
}

impl Walk {
    /// A walk over `datacenters` datacenters, by index.
    pub fn new(datacenters: usize) -> Self {
        let order = (0..datacenters as u16).map(DatacenterIndex).collect();
        let others = vec![NO_PLACES; datacenters.saturating_sub(1) / TABLES_BITS];
        let places = vec![[0; TABLE_BITS]; datacenters.div_ceil(TABLE_BITS)];
        Self { order, first: NO_PLACES, others, places, known: Vec::new() }
    }

    /// Restarts in a new random order, all orders equally likely.
    pub fn shuffle(&mut self, rng: &mut Rng) {
        self.order.shuffle(rng);
    }

    /// The datacenter at position `along` of the walk.
    pub fn datacenter(&self, along: usize) -> DatacenterIndex {
        self.order[along]
    }

    /// Prepares a stretch: [`places`](Self::places) refers to it from now on, and is called about `times`
    /// times.
    pub fn look_ahead(&mut self, stretch: usize, latencies: &LatencyTable, times: usize) {
        let places = self.places.as_flattened_mut();
        places.fill(0);
        for (datacenter, place) in self.order[stretch * STRETCH..].iter().zip(0..STRETCH) {
            places[datacenter.index()] = 1 << place;
        }
        for (table, own) in self.first.iter_mut().chain(self.others.as_flattened_mut()).zip(&self.places) {
            for (bit, place) in own.iter().enumerate() {
                let (without, with) = table.split_at_mut(1 << bit);
                with.iter_mut().zip(without).for_each(|(with, without)| *with = *without | place);
            }
        }
        self.known.clear();
        if times > latencies.sets().len() {
            let (first, others) = (&self.first, &self.others);
            self.known.extend(latencies.sets().iter().map(|&bits| find(first, others, bits)));
        }
    }

    /// The places of a set on this stretch.
    #[inline]
    pub fn places(&self, latencies: &LatencyTable, set: SetId) -> Places {
        self.known
            .get(set.index())
            .copied()
            .unwrap_or_else(|| find(&self.first, &self.others, latencies.sets()[set.index()]))
    }
}

/// The places of the datacenters of a set, a bit each.
#[inline]
fn find(first: &Tables, others: &[Tables], set: u128) -> Places {
    let find_in = |[a, b, c, d, e]: &Tables, bits: u32| {
        let of = |table: usize| (bits >> (table * TABLE_BITS)) as usize % (1 << TABLE_BITS);
        a[of(0)] | b[of(1)] | c[of(2)] | d[of(3)] | e[of(4)]
    };
    let others = others.iter().zip(1..).map(|(tables, at)| find_in(tables, (set >> (at * TABLES_BITS)) as u32));
    Places(others.fold(find_in(first, set as u32), |all, places| all | places))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::RowId;
    use matchday_base::Streams;
    use rand::RngExt;

    #[test]
    fn a_set_is_met_in_the_order_of_the_walk() {
        let mut rng = Streams::new(3).stream("sets");
        for datacenters in [1, 5, 24, 32, 33, 65, 128] {
            let rows = 30;
            let rtts = (0..rows * datacenters).map(|_| if rng.random_ratio(1, 3) { 20 } else { 200 }).collect();
            let latencies = LatencyTable::new(datacenters, rtts, 50, 100);
            let mut walk = Walk::new(datacenters);
            for times in 0..100 {
                walk.shuffle(&mut rng);
                for set in (0..rows as u32).map(|row| latencies.ideal_set(RowId(row))) {
                    let mut met = Vec::new();
                    for stretch in 0..datacenters.div_ceil(STRETCH) {
                        walk.look_ahead(stretch, &latencies, times);
                        let mut places = walk.places(&latencies, set);
                        while places.first() < STRETCH {
                            met.push(walk.datacenter(stretch * STRETCH + places.first()));
                            places = places.after_first();
                        }
                    }
                    let by_order: Vec<_> = walk.order.iter().copied().filter(|&d| latencies.has(set, d)).collect();
                    assert_eq!(met, by_order);
                }
            }
        }
    }
}
