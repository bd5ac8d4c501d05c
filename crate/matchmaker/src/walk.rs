//! The order in which a tick walks the datacenters.

use crate::{Reach, SetId};
use matchday_base::{DatacenterIndex, Rng};

/// Datacenters in random order, and how far along it a tick is.
#[derive(Clone, Debug)]
pub struct Walk {
    order: Vec<DatacenterIndex>,
    /// The place of each datacenter in the order.
    places: Vec<Places>,
    /// The places that have not been passed.
    ahead: Places,
    /// The places of each set, and apart from them the first, with the number of the order that they were found in:
    /// many players share a few sets, and most never get beyond the first.
    known: Vec<Places>,
    firsts: Vec<First>,
    /// The number of the order.
    number: u32,
}

/// The first place of a set in the order of that number.
#[derive(Clone, Copy, Debug, Default)]
struct First {
    number: u32,
    place: u32,
}

/// A set of places in the order of a [`Walk`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Places(u128);

impl Places {
    const ALL: Self = Self(u128::MAX);

    /// The first one of them, or the end of a walk over so many datacenters.
    fn first(self, datacenters: usize) -> usize {
        datacenters.min(self.0.trailing_zeros() as usize)
    }
}

impl Walk {
    /// A walk over so many datacenters, by index.
    pub fn new(datacenters: usize) -> Self {
        let order = (0..datacenters as u16).map(DatacenterIndex).collect();
        let places = vec![Places::default(); datacenters];
        Self { order, places, ahead: Places::ALL, known: Vec::new(), firsts: Vec::new(), number: 0 }
    }

    /// Starts again in another order, each as likely, for the sets of this reach.
    pub fn shuffle(&mut self, rng: &mut Rng, reach: &Reach) {
        rng.shuffle(&mut self.order);
        for (at, datacenter) in self.order.iter().enumerate() {
            self.places[datacenter.index()] = Places(1 << at);
        }
        self.ahead = Places::ALL;
        self.number += 1;
        if self.known.len() < reach.sets() {
            self.known.resize(reach.sets(), Places::default());
            self.firsts.resize(reach.sets(), First::default());
        }
    }

    /// The datacenter at the next place; it is passed from now on.
    pub fn pass(&mut self, place: usize) -> DatacenterIndex {
        self.ahead.0 &= !(1 << place);
        self.order[place]
    }

    /// The place at which the walk first meets a set; that after the last place if it never does.
    #[inline]
    pub fn first(&mut self, reach: &Reach, set: SetId) -> usize {
        let First { number, place } = self.firsts[set.index()];
        if number == self.number { place as usize } else { self.find(reach, set) }
    }

    /// The place at which the walk meets a set next, once it has met it [first](Self::first).
    #[inline]
    pub fn next(&self, set: SetId) -> usize {
        Places(self.known[set.index()].0 & self.ahead.0).first(self.order.len())
    }

    // Out of the way of those who find it known.
    #[inline(never)]
    fn find(&mut self, reach: &Reach, set: SetId) -> usize {
        let of_set = reach.datacenters_of(set).iter().map(|datacenter| self.places[datacenter.index()]);
        let places = of_set.fold(Places::default(), |all, place| Places(all.0 | place.0));
        let place = places.first(self.order.len());
        self.known[set.index()] = places;
        self.firsts[set.index()] = First { number: self.number, place: place as u32 };
        place
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
                for set in (0..rows as u32).map(|row| reach.ideal_set(RowId(row))) {
                    let members = reach.datacenters_of(set);
                    let by_order: Vec<_> = walk.order.iter().copied().filter(|d| members.contains(d)).collect();
                    let (mut along, mut by_places) = (walk.clone(), Vec::new());
                    let mut at = along.first(&reach, set);
                    while at < datacenters {
                        (0..=at).for_each(|passed| _ = along.pass(passed));
                        by_places.push(along.order[at]);
                        at = along.next(set);
                    }
                    assert_eq!(by_places, by_order);
                }
            }
        }
    }
}
