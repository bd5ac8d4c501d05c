//! Which datacenters can be reached, and how fast: what the matchmaker is told, true or not.

use matchday_base::DatacenterIndex;

/// A row of a [`Reach`]: those who are told the same RTTs. A place, or a single player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RowId(pub u32);

/// One of the sets of datacenters that rows have within their caps. Many rows share a few sets.
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

/// RTT to every active datacenter, row by row, and which of them are within the two caps.
#[derive(Clone, Debug)]
pub struct Reach {
    datacenters: usize,
    ideal_ms: u8,
    expand_ms: u8,
    /// Row-major; ms.
    rtt_ms: Vec<u8>,
    within: Vec<Within>,
    at_first: Vec<SetId>,
    /// The datacenters of all sets, one set after the other, and where each ends.
    members: Vec<DatacenterIndex>,
    ends: Vec<u32>,
    /// Every set, as one bit a datacenter, and in order.
    bits: Vec<u128>,
    ids: Vec<(u128, SetId)>,
}

/// The datacenters of a row within the caps.
#[derive(Clone, Copy, Debug, Default)]
struct Within {
    ideal: SetId,
    expand: SetId,
}

impl Reach {
    /// So many datacenters can be told apart.
    pub const MOST_DATACENTERS: usize = u128::BITS as usize;

    /// `rtt_ms` has one row of `datacenters` values a place; caps are inclusive.
    ///
    /// # Panics
    /// If `rtt_ms` is not a whole number of rows, or there are more than [`Reach::MOST_DATACENTERS`].
    pub fn new(datacenters: usize, rtt_ms: Vec<u8>, ideal_ms: u8, expand_ms: u8) -> Self {
        let width = datacenters.max(1);
        assert_eq!(rtt_ms.len() % width, 0, "one RTT a place and datacenter");
        assert!(datacenters <= Self::MOST_DATACENTERS, "{datacenters} datacenters");
        let rows = rtt_ms.len() / width;
        let mut reach = Self {
            datacenters,
            ideal_ms,
            expand_ms,
            rtt_ms,
            within: vec![Within::default(); rows],
            at_first: vec![SetId::NONE; rows],
            members: Vec::new(),
            ends: vec![0],
            bits: vec![0],
            ids: vec![(0, SetId::NONE)],
        };
        (0..rows).for_each(|row| reach.find_within_caps(row));
        reach
    }

    /// Writes a row: an RTT for each of these datacenters, each at most once, and 255 ms for all others.
    pub fn set(&mut self, row: RowId, rtts_ms: impl Iterator<Item = (DatacenterIndex, u8)>) {
        let at = row.0 as usize;
        if self.within.len() <= at {
            self.within.resize(at + 1, Within::default());
            self.at_first.resize(at + 1, SetId::NONE);
            self.rtt_ms.resize((at + 1) * self.datacenters, u8::MAX);
        }
        let own = &mut self.rtt_ms[at * self.datacenters..][..self.datacenters];
        own.fill(u8::MAX);
        rtts_ms.for_each(|(datacenter, ms)| own[datacenter.index()] = ms);
        self.find_within_caps(at);
    }

    /// Number of active datacenters.
    pub fn datacenters(&self) -> usize {
        self.datacenters
    }

    /// RTT to a datacenter in ms.
    pub fn rtt_ms(&self, row: RowId, datacenter: DatacenterIndex) -> u8 {
        self.rtt_ms[row.0 as usize * self.datacenters + datacenter.index()]
    }

    /// RTT to every datacenter in ms.
    pub fn rtts_ms(&self, row: RowId) -> &[u8] {
        &self.rtt_ms[row.0 as usize * self.datacenters..][..self.datacenters]
    }

    /// Datacenters within the ideal cap, by index.
    pub fn ideal(&self, row: RowId) -> &[DatacenterIndex] {
        self.datacenters_of(self.ideal_set(row))
    }

    /// Datacenters within the expanded cap, the ideal ones among them, by index.
    pub fn expand(&self, row: RowId) -> &[DatacenterIndex] {
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
    pub fn datacenters_of(&self, set: SetId) -> &[DatacenterIndex] {
        let starts = set.index().checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.members[starts as usize..self.ends[set.index()] as usize]
    }

    /// The datacenters of a set, one bit each, by index.
    pub(crate) fn bits(&self, set: SetId) -> u128 {
        self.bits[set.index()]
    }

    /// Whose queues a NEW player of a row joins: those within the ideal cap, or else within the expanded cap.
    pub fn at_first(&self, row: RowId) -> SetId {
        self.at_first[row.0 as usize]
    }

    /// How many different sets there are.
    pub fn sets(&self) -> usize {
        self.ends.len()
    }

    fn find_within_caps(&mut self, row: usize) {
        let own = &self.rtt_ms[row * self.datacenters..][..self.datacenters];
        let up_to = |cap_ms: u8| own.iter().rev().fold(0, |set, &ms| set << 1 | u128::from(ms <= cap_ms));
        let (ideal, expand) = (up_to(self.ideal_ms), up_to(self.ideal_ms.max(self.expand_ms)));
        let (ideal, expand) = (self.id(ideal), self.id(expand));
        self.within[row] = Within { ideal, expand };
        self.at_first[row] = if ideal == SetId::NONE { expand } else { ideal };
    }

    /// The id of a set, given as one bit a datacenter.
    fn id(&mut self, set: u128) -> SetId {
        let at = self.ids.partition_point(|&(other, _)| other < set);
        if let Some(&(other, id)) = self.ids.get(at)
            && other == set
        {
            return id;
        }
        let id = SetId(self.ends.len() as u32);
        let bits = (0..self.datacenters as u16).filter(|bit| set >> bit & 1 == 1);
        self.members.extend(bits.map(DatacenterIndex));
        self.ends.push(self.members.len() as u32);
        self.bits.push(set);
        self.ids.insert(at, (set, id));
        id
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ids(reach: &Reach, set: SetId) -> Vec<u16> {
        reach.datacenters_of(set).iter().map(|datacenter| datacenter.0).collect()
    }

    #[test]
    fn caps_are_inclusive_and_nested() {
        let reach = Reach::new(4, vec![51, 50, 100, 101, 255, 255, 255, 255], 50, 100);
        assert_eq!(ids(&reach, reach.ideal_set(RowId(0))), [1]);
        assert_eq!(ids(&reach, reach.expand_set(RowId(0))), [0, 1, 2]);
        assert_eq!((reach.ideal_set(RowId(1)), reach.expand_set(RowId(1))), (SetId::NONE, SetId::NONE));
        assert_eq!((reach.rtt_ms(RowId(0), DatacenterIndex(3)), reach.datacenters()), (101, 4));
    }

    #[test]
    fn rows_that_are_written_are_those_of_a_fixed_table() {
        let mut rng = matchday_base::Streams::new(5).stream("rows");
        let rows: Vec<[u8; 3]> = (0..40).map(|_| std::array::from_fn(|_| 20 + rng.below(140) as u8)).collect();
        let indexed = |row: [u8; 3]| (0..).map(DatacenterIndex).zip(row);
        let fixed = Reach::new(3, rows.concat(), 50, 100);
        let mut written = Reach::new(3, Vec::new(), 50, 100);
        // Out of order, and each over what another had left there.
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
