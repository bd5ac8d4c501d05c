//! Which datacenters a place can reach, and how fast.

use matchday_base::{CellId, DatacenterIndex};

/// RTT from every place to every active datacenter, with the datacenters of each place in order of RTT.
#[derive(Clone, Debug)]
pub struct Reach {
    datacenters: usize,
    /// Row-major: place, then datacenter; ms.
    rtt_ms: Vec<u8>,
    /// For each place its datacenters by RTT, ties by id.
    nearest: Vec<DatacenterIndex>,
    /// For each place how many of them are within the ideal and the expanded cap.
    within: Vec<(u16, u16)>,
}

impl Reach {
    /// `rtt_ms` has one row of `datacenters` values a place; caps are inclusive.
    ///
    /// # Panics
    /// If `rtt_ms` is not a whole number of rows.
    pub fn new(datacenters: usize, rtt_ms: Vec<u8>, ideal_ms: u8, expand_ms: u8) -> Self {
        assert_eq!(rtt_ms.len() % datacenters.max(1), 0, "one RTT a place and datacenter");
        let mut nearest = Vec::with_capacity(rtt_ms.len());
        let mut within = Vec::with_capacity(rtt_ms.len() / datacenters.max(1));
        let mut row_order: Vec<DatacenterIndex> = (0..datacenters as u16).map(DatacenterIndex).collect();
        for row in rtt_ms.chunks_exact(datacenters.max(1)) {
            row_order.sort_unstable_by_key(|d| (row[d.index()], *d));
            nearest.extend_from_slice(&row_order);
            let count = |cap_ms: u8| row.iter().filter(|&&rtt| rtt <= cap_ms).count() as u16;
            within.push((count(ideal_ms), count(expand_ms)));
        }
        Self { datacenters, rtt_ms, nearest, within }
    }

    /// Number of active datacenters.
    pub fn datacenters(&self) -> usize {
        self.datacenters
    }

    /// RTT between a place and a datacenter in ms.
    pub fn rtt_ms(&self, cell: CellId, datacenter: DatacenterIndex) -> u8 {
        self.rtt_ms[cell.index() * self.datacenters + datacenter.index()]
    }

    /// All datacenters, nearest first.
    pub fn nearest(&self, cell: CellId) -> &[DatacenterIndex] {
        let start = cell.index() * self.datacenters;
        &self.nearest[start..start + self.datacenters]
    }

    /// Datacenters within the ideal cap, nearest first.
    pub fn ideal(&self, cell: CellId) -> &[DatacenterIndex] {
        &self.nearest(cell)[..usize::from(self.within[cell.index()].0)]
    }

    /// Datacenters within the expanded cap, nearest first; starts with the ideal ones.
    pub fn expand(&self, cell: CellId) -> &[DatacenterIndex] {
        &self.nearest(cell)[..usize::from(self.within[cell.index()].1)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn caps_are_inclusive_and_ties_go_by_id() {
        let reach = Reach::new(4, vec![100, 50, 101, 50], 50, 100);
        let ids = |set: &[DatacenterIndex]| set.iter().map(|d| d.0).collect::<Vec<_>>();
        assert_eq!(ids(reach.ideal(CellId(0))), [1, 3]);
        assert_eq!(ids(reach.expand(CellId(0))), [1, 3, 0]);
        assert_eq!(ids(reach.nearest(CellId(0))), [1, 3, 0, 2]);
    }
}
