//! Round trips to datacenters as the matchmaker sees them: estimates, which may differ from actual RTTs.

use matchday_base::DatacenterIndex;
use matchday_base::rtt::OUT_OF_REACH_MS;

/// A row of a [`LatencyTable`]: players with the same estimated RTTs, from one cell, or a single player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RowId(pub u32);

/// A set of datacenters within a cap of some row. Rows of a fixed table share a few sets; a row that is
/// [written](LatencyTable::set) has its own, which change with it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct SetId(u32);

impl SetId {
    /// The set without datacenters.
    pub const NONE: Self = Self(0);

    /// The id as a table index.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// RTT to every active datacenter, row by row, and which datacenters are within the two caps.
#[derive(Clone, Debug)]
pub struct LatencyTable {
    datacenters: usize,
    ideal_ms: u16,
    expand_ms: u16,
    /// Row-major; ms.
    rtt_ms: Vec<u16>,
    within: Vec<Within>,
    at_first: Vec<SetId>,
    /// Every set, as one bit a datacenter: the shared sets, then two for each written row. Rows of pings are
    /// not deduplicated: nearly all of their sets differ, so a search for duplicates would grow with the
    /// players.
    sets: Vec<u128>,
    shared: usize,
}

/// The datacenters of a row within the caps.
#[derive(Clone, Copy, Debug, Default)]
struct Within {
    ideal: SetId,
    expand: SetId,
}

impl LatencyTable {
    /// Most datacenters.
    pub const MOST_DATACENTERS: usize = u128::BITS as usize;

    /// `rtt_ms` has one row of `datacenters` values per cell; caps are inclusive.
    ///
    /// # Panics
    /// If `rtt_ms` is not a whole number of rows, or there are more than [`LatencyTable::MOST_DATACENTERS`].
    pub fn new(datacenters: usize, rtt_ms: Vec<u16>, ideal_ms: u16, expand_ms: u16) -> Self {
        let width = datacenters.max(1);
        assert_eq!(rtt_ms.len() % width, 0, "one RTT a place and datacenter");
        assert!(datacenters <= Self::MOST_DATACENTERS, "{datacenters} datacenters");
        let rows = rtt_ms.len() / width;
        let mut latencies = Self {
            datacenters,
            ideal_ms,
            expand_ms,
            rtt_ms,
            within: vec![Within::default(); rows],
            at_first: vec![SetId::NONE; rows],
            sets: vec![0],
            shared: 0,
        };
        let mut in_order = vec![(0, SetId::NONE)];
        for row in 0..rows {
            let [ideal, expand] = latencies.within_caps(row).map(|set| latencies.shared_set(set, &mut in_order));
            latencies.keep(row, ideal, expand);
        }
        latencies.shared = latencies.sets.len();
        latencies
    }

    /// Writes a row: an RTT for each of these datacenters, each at most once; all others are out of reach.
    pub fn set(&mut self, row: RowId, rtts_ms: impl Iterator<Item = (DatacenterIndex, u16)>) {
        let at = row.0 as usize;
        if self.within.len() <= at {
            self.within.resize(at + 1, Within::default());
            self.at_first.resize(at + 1, SetId::NONE);
            self.rtt_ms.resize((at + 1) * self.datacenters, OUT_OF_REACH_MS);
        }
        let own = &mut self.rtt_ms[at * self.datacenters..][..self.datacenters];
        own.fill(OUT_OF_REACH_MS);
        rtts_ms.for_each(|(datacenter, ms)| own[datacenter.index()] = ms);
        let (sets, first) = (self.within_caps(at), self.shared + 2 * at);
        if self.sets.len() < first + 2 {
            self.sets.resize(first + 2, 0);
        }
        self.sets[first..first + 2].copy_from_slice(&sets);
        let id = |of: usize| if sets[of] == 0 { SetId::NONE } else { SetId((first + of) as u32) };
        self.keep(at, id(0), id(1));
    }

    /// Number of active datacenters.
    pub fn datacenters(&self) -> usize {
        self.datacenters
    }

    /// RTT to a datacenter in ms.
    pub fn rtt_ms(&self, row: RowId, datacenter: DatacenterIndex) -> u16 {
        self.rtt_ms[row.0 as usize * self.datacenters + datacenter.index()]
    }

    /// RTT to every datacenter in ms.
    pub fn rtts_ms(&self, row: RowId) -> &[u16] {
        &self.rtt_ms[row.0 as usize * self.datacenters..][..self.datacenters]
    }

    /// Datacenters within the ideal cap, by index.
    pub fn ideal(&self, row: RowId) -> impl Iterator<Item = DatacenterIndex> + use<> {
        self.datacenters_of(self.ideal_set(row))
    }

    /// Datacenters within the expanded cap, ideal ones included, by index.
    pub fn expand(&self, row: RowId) -> impl Iterator<Item = DatacenterIndex> + use<> {
        self.datacenters_of(self.expand_set(row))
    }

    /// The same as [`ideal`](Self::ideal), as a set.
    pub fn ideal_set(&self, row: RowId) -> SetId {
        self.within[row.0 as usize].ideal
    }

    /// The same as [`expand`](Self::expand), as a set.
    pub fn expand_set(&self, row: RowId) -> SetId {
        self.within[row.0 as usize].expand
    }

    /// The datacenters of a set, by index.
    pub fn datacenters_of(&self, set: SetId) -> impl Iterator<Item = DatacenterIndex> + use<> {
        let mut rest = self.sets[set.index()];
        std::iter::from_fn(move || {
            let first = rest.trailing_zeros();
            (rest != 0).then(|| {
                rest &= rest - 1;
                DatacenterIndex(first as u16)
            })
        })
    }

    /// Whether a datacenter is in a set.
    #[inline]
    pub fn has(&self, set: SetId, datacenter: DatacenterIndex) -> bool {
        self.sets[set.index()] >> datacenter.0 & 1 == 1
    }

    /// The datacenters whose queues a NEW player of a row joins: within the ideal cap, or else within the
    /// expanded cap.
    pub fn at_first(&self, row: RowId) -> SetId {
        self.at_first[row.0 as usize]
    }

    /// Every set, by id: a bit for each of its datacenters, by index.
    pub fn sets(&self) -> &[u128] {
        &self.sets
    }

    /// Datacenters of a row within the ideal cap, and within the expanded one.
    fn within_caps(&self, row: usize) -> [u128; 2] {
        let own = &self.rtt_ms[row * self.datacenters..][..self.datacenters];
        [self.ideal_ms, self.ideal_ms.max(self.expand_ms)].map(|cap_ms| within(own, cap_ms))
    }

    fn keep(&mut self, row: usize, ideal: SetId, expand: SetId) {
        self.within[row] = Within { ideal, expand };
        self.at_first[row] = if ideal == SetId::NONE { expand } else { ideal };
    }

    /// The id of a set that rows share. `in_order`: all shared sets.
    fn shared_set(&mut self, set: u128, in_order: &mut Vec<(u128, SetId)>) -> SetId {
        let at = in_order.partition_point(|&(other, _)| other < set);
        if let Some(&(other, id)) = in_order.get(at)
            && other == set
        {
            return id;
        }
        let id = SetId(self.sets.len() as u32);
        self.sets.push(set);
        in_order.insert(at, (set, id));
        id
    }
}

/// The datacenters within a cap, a bit each, of RTTs by index.
pub(crate) fn within(rtts_ms: &[u16], cap_ms: u16) -> u128 {
    let mut near = [0; LatencyTable::MOST_DATACENTERS];
    near.iter_mut().zip(rtts_ms).for_each(|(near, &ms)| *near = u8::from(ms <= cap_ms));
    // The product gathers the lowest bits of eight bytes in its highest byte, in order.
    let eight = |near: &[u8; 8]| u64::from_le_bytes(*near).wrapping_mul(0x0102_0408_1020_4080) >> 56;
    let eights = &near.as_chunks().0[..rtts_ms.len().div_ceil(8)];
    eights.iter().rev().fold(0, |set, near| set << 8 | u128::from(eight(near)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::RngExt;

    fn ids(latencies: &LatencyTable, set: SetId) -> Vec<u16> {
        latencies.datacenters_of(set).map(|datacenter| datacenter.0).collect()
    }

    #[test]
    fn caps_are_inclusive_and_nested() {
        let latencies = LatencyTable::new(4, vec![51, 50, 100, 101, 255, 255, 255, 255], 50, 100);
        assert_eq!(ids(&latencies, latencies.ideal_set(RowId(0))), [1]);
        assert_eq!(ids(&latencies, latencies.expand_set(RowId(0))), [0, 1, 2]);
        assert_eq!((latencies.ideal_set(RowId(1)), latencies.expand_set(RowId(1))), (SetId::NONE, SetId::NONE));
        assert_eq!((latencies.rtt_ms(RowId(0), DatacenterIndex(3)), latencies.datacenters()), (101, 4));
    }

    #[test]
    fn caps_are_compared_one_by_one() {
        let mut rng = matchday_base::Streams::new(4).stream("rtts");
        for datacenters in 0..=LatencyTable::MOST_DATACENTERS {
            let row: Vec<u16> = (0..datacenters).map(|_| rng.random_range(..=OUT_OF_REACH_MS)).collect();
            for cap_ms in [0, 1, 127, 128, 255, 256, 511, 512, 1_000, 1_001] {
                let expected = (0..).zip(&row).filter(|&(_, &ms)| ms <= cap_ms).fold(0, |set, (at, _)| set | 1 << at);
                assert_eq!(within(&row, cap_ms), expected, "{cap_ms} of {row:?}");
            }
        }
    }

    #[test]
    fn a_row_takes_no_more_room_however_often_it_is_written() {
        let mut rng = matchday_base::Streams::new(6).stream("pings");
        let mut latencies = LatencyTable::new(60, Vec::new(), 50, 100);
        for _ in 0..500 {
            let pings: Vec<u16> = (0..60).map(|_| 20 + rng.random_range(..140_u16)).collect();
            latencies.set(RowId(1), (0..).map(DatacenterIndex).zip(pings));
        }
        assert!(latencies.sets().len() <= 1 + 2 * 2, "{} sets of two rows", latencies.sets().len());
    }

    #[test]
    fn rows_that_are_written_are_those_of_a_fixed_table() {
        let mut rng = matchday_base::Streams::new(5).stream("rows");
        let rows: Vec<[u16; 3]> = (0..40).map(|_| std::array::from_fn(|_| 20 + rng.random_range(..140_u16))).collect();
        let indexed = |row: [u16; 3]| (0..).map(DatacenterIndex).zip(row);
        let fixed = LatencyTable::new(3, rows.concat(), 50, 100);
        let mut written = LatencyTable::new(3, Vec::new(), 50, 100);
        // Rows in descending order, then ascending; each overwrites other values.
        for at in (0..40).rev().chain(0..40) {
            written.set(RowId(at), indexed(rows[(at as usize + 7) % 40]));
            written.set(RowId(at), indexed(rows[at as usize]));
        }
        for row in (0..40).map(RowId) {
            assert_eq!(written.rtts_ms(row), fixed.rtts_ms(row));
            assert_eq!(ids(&written, written.ideal_set(row)), ids(&fixed, fixed.ideal_set(row)));
            assert_eq!(ids(&written, written.expand_set(row)), ids(&fixed, fixed.expand_set(row)));
        }
    }
}
