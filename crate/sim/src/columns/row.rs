//! The row of the unfinished minute.

use super::{Count, Layout, NEAR_RTT_BINS, PEAK, PER_DATACENTER, PerDatacenter, STATES};
use crate::census::State;

/// A row being filled.
#[derive(Clone, Debug)]
pub struct Row {
    layout: Layout,
    values: Vec<u32>,
}

impl Row {
    /// A row of zeros.
    pub fn new(layout: Layout) -> Self {
        Self { layout, values: vec![0; layout.width()] }
    }

    /// Adds to a count.
    #[inline]
    pub fn add(&mut self, count: Count, n: u32) {
        let value = &mut self.values[count as usize];
        *value = value.saturating_add(n);
    }

    /// Counts `players` matched after a wait of `wait_s` seconds.
    #[inline]
    pub fn add_wait(&mut self, wait_s: u32, players: u32) {
        debug_assert!((wait_s as usize) < self.layout.wait_bins, "nobody waits longer than the search lasts");
        self.values[self.layout.wait().start + wait_s as usize] += players;
    }

    /// The RTT histogram of the players matched.
    #[inline]
    pub fn rtts(&mut self) -> RttBins<'_> {
        let (near, far) = self.values[self.layout.rtt()].split_at_mut(NEAR_RTT_BINS);
        RttBins { near: &mut near.as_chunks_mut().0[0], far }
    }

    /// The columns of a datacenter, in the order of [`PerDatacenter`].
    #[inline]
    pub fn at(&mut self, datacenter: usize) -> &mut [u32; PER_DATACENTER] {
        let first = self.layout.datacenter(datacenter, PerDatacenter::Matches);
        &mut self.values[first..].as_chunks_mut().0[0]
    }

    /// Adds to a column of each datacenter.
    #[inline]
    pub fn add_to_each(&mut self, column: PerDatacenter, values: impl Iterator<Item = u32>) {
        let first = self.layout.rtt().end;
        let (datacenters, _) = self.values[first..].as_chunks_mut::<PER_DATACENTER>();
        for (columns, value) in datacenters.iter_mut().zip(values) {
            columns[column as usize] = columns[column as usize].saturating_add(value);
        }
    }

    /// Records the number of players in each state at the end of a second.
    #[inline]
    pub fn end_second(&mut self, second_of_minute: u32, states: [u32; State::ALL.len()]) {
        for (sum, count) in self.values[STATES..].iter_mut().zip(states) {
            *sum = sum.saturating_add(count);
        }
        let ccu = states.iter().sum();
        if ccu > self.values[PEAK] {
            self.values[PEAK..PEAK + 2].copy_from_slice(&[ccu, second_of_minute]);
        }
    }

    /// The row's numbers.
    pub fn values(&self) -> &[u32] {
        &self.values
    }

    /// Resets the row to zero for the next minute.
    pub fn clear(&mut self) {
        self.values.fill(0);
    }
}

/// The RTT histogram of a row being filled.
#[derive(Debug)]
pub struct RttBins<'a> {
    near: &'a mut [u32; NEAR_RTT_BINS],
    /// Empty where the last of the near ones counts those, too.
    far: &'a mut [u32],
}

impl RttBins<'_> {
    /// Counts players matched at an RTT.
    #[inline]
    pub fn add(&mut self, rtt_ms: u16, players: u32) {
        match usize::from(rtt_ms).checked_sub(NEAR_RTT_BINS) {
            None => self.near[usize::from(rtt_ms)] += players,
            Some(far) => *self.far.get_mut(far).unwrap_or(&mut self.near[NEAR_RTT_BINS - 1]) += players,
        }
    }
}
