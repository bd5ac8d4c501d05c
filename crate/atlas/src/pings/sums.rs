//! Sums of pings by day, datacenter and cell: their number and total RTT.
//!
//! Only whole microseconds and counts, so that addition is exact: any split of the pings, added in any order,
//! gives the same bits.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use super::day::Day;
use super::ping::Ping;

/// Number of pings that are buffered and then added together: 16 MB.
const PENDING: usize = 1 << 20;

/// The sum of the pings from one cell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CellSum {
    /// The one-degree cell, row by row from the north-west, below 64,800.
    pub cell: u16,
    /// Sum of their RTTs, microseconds.
    pub sum_us: u64,
    /// Number of pings.
    pub count: u64,
}

/// The pings to one datacenter by cell, in the order of the cells; empty cells are left out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CellSums(Vec<CellSum>);

impl CellSums {
    /// Adds sums of cells; these are in order, each once.
    pub fn add(&mut self, more: &[CellSum]) {
        debug_assert!(more.is_sorted_by(|a, b| a.cell < b.cell));
        let mut new = Vec::new();
        for more in more {
            match self.0.binary_search_by_key(&more.cell, |sum| sum.cell) {
                Ok(at) => {
                    self.0[at].sum_us += more.sum_us;
                    self.0[at].count += more.count;
                }
                Err(_) => new.push(*more),
            }
        }
        if !new.is_empty() {
            self.0.reserve_exact(new.len());
            self.0.extend(new);
            // Two sorted runs: the sort merges them in one pass.
            self.0.sort_by_key(|sum| sum.cell);
        }
    }

    /// The cells, in order.
    pub fn cells(&self) -> &[CellSum] {
        &self.0
    }

    /// Number of all pings.
    pub fn count(&self) -> u64 {
        self.0.iter().map(|sum| sum.count).sum()
    }
}

/// Sums by day and datacenter.
#[derive(Clone, Debug, Default)]
pub struct Sums {
    by: BTreeMap<(Day, u16), CellSums>,
    /// Buffered pings: day, datacenter and cell as one number, and the RTT.
    pending: Vec<(u64, u32)>,
}

impl Sums {
    /// Adds one ping.
    pub fn add(&mut self, ping: Ping) {
        let day = (ping.day.days_since_1970() as u64) << 32;
        self.pending.push((day | u64::from(ping.datacenter) << 16 | u64::from(ping.cell), ping.rtt_us));
        if self.pending.len() >= PENDING {
            self.settle();
        }
    }

    /// Adds the buffered pings. Readers see only settled pings.
    pub fn settle(&mut self) {
        self.pending.sort_unstable_by_key(|&(key, _)| key);
        let mut cells = Vec::new();
        for group in self.pending.chunk_by(|a, b| a.0 >> 16 == b.0 >> 16) {
            cells.clear();
            cells.extend(group.chunk_by(|a, b| a.0 == b.0).map(|pings| CellSum {
                cell: pings[0].0 as u16,
                sum_us: pings.iter().map(|&(_, us)| u64::from(us)).sum(),
                count: pings.len() as u64,
            }));
            if let Some(day) = Day::new((group[0].0 >> 32) as i32) {
                self.by.entry((day, (group[0].0 >> 16) as u16)).or_default().add(&cells);
            }
        }
        self.pending.clear();
    }

    /// Adds other sums.
    pub fn merge(&mut self, mut other: Self) {
        other.settle();
        while let Some((key, sums)) = other.by.pop_first() {
            self.by.entry(key).or_default().add(sums.cells());
        }
    }

    /// The days with pings, in order.
    pub fn days(&self) -> Vec<Day> {
        let mut days: Vec<_> = self.by.keys().map(|&(day, _)| day).collect();
        days.dedup();
        days
    }

    /// Number of pings of each day with pings.
    pub fn pings(&self) -> BTreeMap<Day, u64> {
        let mut pings = BTreeMap::new();
        self.by.iter().for_each(|(&(day, _), sums)| *pings.entry(day).or_default() += sums.count());
        pings
    }

    /// Datacenters of one day, by their index in the list, and their sums.
    pub fn day(&self, day: Day) -> impl Iterator<Item = (u16, &CellSums)> {
        self.by.range((day, 0)..=(day, u16::MAX)).map(|(&(_, datacenter), sums)| (datacenter, sums))
    }

    /// The sums of a window of days to one datacenter.
    pub fn window(&self, days: RangeInclusive<Day>, datacenter: u16) -> CellSums {
        let mut window = CellSums::default();
        for ((_, of), sums) in self.by.range((*days.start(), 0)..=(*days.end(), u16::MAX)) {
            if *of == datacenter {
                window.add(sums.cells());
            }
        }
        window
    }

    /// Number of cells with sums, over all days and datacenters; determines the memory used.
    pub fn len(&self) -> usize {
        self.by.values().map(|sums| sums.0.len()).sum()
    }

    /// Whether no ping has been settled.
    pub fn is_empty(&self) -> bool {
        self.by.is_empty()
    }
}
