//! Which datacenters a place can reach, and how fast.

use matchday_base::{CellId, DatacenterIndex};

/// RTT from every place to every active datacenter, and which of them are within the two caps.
#[derive(Clone, Debug)]
pub struct Reach {
    datacenters: usize,
    /// Row-major: place, then datacenter; ms.
    rtt_ms: Vec<u8>,
    /// The datacenters within the expanded cap of each place, one place after the other, the ideal ones first.
    within: Vec<DatacenterIndex>,
    /// For each place where its ideal and its expanded datacenters end in `within`.
    ends: Vec<(u32, u32)>,
}

impl Reach {
    /// `rtt_ms` has one row of `datacenters` values a place; caps are inclusive.
    ///
    /// # Panics
    /// If `rtt_ms` is not a whole number of rows.
    pub fn new(datacenters: usize, rtt_ms: Vec<u8>, ideal_ms: u8, expand_ms: u8) -> Self {
        assert_eq!(rtt_ms.len() % datacenters.max(1), 0, "one RTT a place and datacenter");
        let (mut within, mut ends) = (Vec::new(), Vec::with_capacity(rtt_ms.len() / datacenters.max(1)));
        for row in rtt_ms.chunks_exact(datacenters.max(1)) {
            let between = |low: u8, high: u8| {
                let indexed = row.iter().zip(0..).filter(move |&(&rtt, _)| low <= rtt && rtt <= high);
                indexed.map(|(_, index)| DatacenterIndex(index))
            };
            within.extend(between(0, ideal_ms));
            let ideal_end = within.len() as u32;
            if let Some(above_ideal) = ideal_ms.checked_add(1) {
                within.extend(between(above_ideal, expand_ms));
            }
            ends.push((ideal_end, within.len() as u32));
        }
        Self { datacenters, rtt_ms, within, ends }
    }

    /// Number of active datacenters.
    pub fn datacenters(&self) -> usize {
        self.datacenters
    }

    /// RTT between a place and a datacenter in ms.
    pub fn rtt_ms(&self, cell: CellId, datacenter: DatacenterIndex) -> u8 {
        self.rtt_ms[cell.index() * self.datacenters + datacenter.index()]
    }

    /// Datacenters within the ideal cap, by id.
    pub fn ideal(&self, cell: CellId) -> &[DatacenterIndex] {
        &self.within[self.start(cell)..self.ends[cell.index()].0 as usize]
    }

    /// Datacenters within the expanded cap: the ideal ones, then the others.
    pub fn expand(&self, cell: CellId) -> &[DatacenterIndex] {
        &self.within[self.start(cell)..self.ends[cell.index()].1 as usize]
    }

    fn start(&self, cell: CellId) -> usize {
        cell.index().checked_sub(1).map_or(0, |before| self.ends[before].1 as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn caps_are_inclusive_and_the_ideal_stand_first() {
        let reach = Reach::new(4, vec![100, 50, 101, 49, 200, 200, 51, 200], 50, 100);
        let ids = |set: &[DatacenterIndex]| set.iter().map(|d| d.0).collect::<Vec<_>>();
        assert_eq!(ids(reach.ideal(CellId(0))), [1, 3]);
        assert_eq!(ids(reach.expand(CellId(0))), [1, 3, 0]);
        assert_eq!(ids(reach.ideal(CellId(1))), []);
        assert_eq!(ids(reach.expand(CellId(1))), [2]);
        assert_eq!(reach.rtt_ms(CellId(1), DatacenterIndex(2)), 51);
    }
}
