//! The order in which a tick walks the datacenters.

use crate::{Reach, SetId};
use matchday_base::{DatacenterIndex, Rng};

/// Datacenters in random order.
#[derive(Clone, Debug)]
pub struct Walk {
    order: Vec<DatacenterIndex>,
    /// The place of each datacenter in the order.
    places: Vec<Places>,
    /// The number of the order.
    number: u32,
    /// The places of each set, and apart from them the first with the number of the order that they were found in:
    /// many players share a few sets, and most never get beyond the first.
    known: Vec<Places>,
    firsts: Vec<(u32, u32)>,
}

/// A set of places in the order of a [`Walk`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Places(u128);

impl Places {
    /// The place that is walked next after this one.
    fn after(self, place: usize) -> Option<usize> {
        // In two steps, as a shift by all bits there are is none.
        let rest = self.0 & (u128::MAX << place << 1);
        (rest != 0).then(|| rest.trailing_zeros() as usize)
    }
}

impl Walk {
    /// A walk over so many datacenters, by index.
    pub fn new(datacenters: usize) -> Self {
        let order = (0..datacenters as u16).map(DatacenterIndex).collect();
        Self { order, places: vec![Places::default(); datacenters], number: 0, known: Vec::new(), firsts: Vec::new() }
    }

    /// Takes another order, each as likely, for the sets of this reach.
    pub fn shuffle(&mut self, rng: &mut Rng, reach: &Reach) {
        rng.shuffle(&mut self.order);
        for (at, datacenter) in self.order.iter().enumerate() {
            self.places[datacenter.index()] = Places(1 << at);
        }
        self.number += 1;
        if self.known.len() < reach.sets() {
            self.known.resize(reach.sets(), Places::default());
            self.firsts.resize(reach.sets(), (0, 0));
        }
    }

    /// The datacenters in their order.
    pub fn order(&self) -> &[DatacenterIndex] {
        &self.order
    }

    /// The place at which the walk first meets a set, which must not be empty.
    #[inline]
    pub fn first(&mut self, reach: &Reach, set: SetId) -> usize {
        let (number, first) = self.firsts[set.index()];
        if number == self.number { first as usize } else { self.find(reach, set) }
    }

    /// The place at which the walk meets a set next after a place, once it has met it [first](Self::first).
    pub fn next(&self, set: SetId, after: usize) -> Option<usize> {
        self.known[set.index()].after(after)
    }

    // Out of the way of those who find it known.
    #[inline(never)]
    fn find(&mut self, reach: &Reach, set: SetId) -> usize {
        let of_set = reach.datacenters_of(set).iter().map(|datacenter| self.places[datacenter.index()]);
        let places = of_set.fold(Places::default(), |all, place| Places(all.0 | place.0));
        let first = places.0.trailing_zeros();
        self.known[set.index()] = places;
        self.firsts[set.index()] = (self.number, first);
        first as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::RowId;
    use matchday_base::Streams;

    #[test]
    fn a_set_is_met_in_the_order_of_the_walk() {
        let mut rng = Streams::new(3).stream("sets");
        for datacenters in [1, 5, 24, 65, 128] {
            let rows = 30;
            let rtts = (0..rows * datacenters).map(|_| if rng.below(3) == 0 { 20 } else { 200 }).collect();
            let reach = Reach::new(datacenters, rtts, 50, 100);
            let mut walk = Walk::new(datacenters);
            for _ in 0..50 {
                walk.shuffle(&mut rng, &reach);
                for set in (0..rows as u32).map(|row| reach.ideal_set(RowId(row))).filter(|&set| set != SetId::NONE) {
                    let members = reach.datacenters_of(set);
                    let by_order: Vec<_> = walk.order().iter().copied().filter(|d| members.contains(d)).collect();
                    let first = walk.first(&reach, set);
                    let along = std::iter::successors(Some(first), |&at| walk.next(set, at));
                    let by_places: Vec<_> = along.map(|at| walk.order()[at]).collect();
                    assert_eq!(by_places, by_order);
                }
            }
        }
    }
}
