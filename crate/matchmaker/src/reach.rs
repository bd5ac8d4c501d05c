//! Which datacenters can be reached, and how fast: what the matchmaker is told, true or not.

use matchday_base::DatacenterIndex;

/// A row of a [`Reach`]: those who are told the same RTTs. A place, or a single player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RowId(pub u32);

/// RTT to every active datacenter, row by row, and which of them are within the two caps.
#[derive(Clone, Debug)]
pub struct Reach {
    datacenters: usize,
    ideal_ms: u8,
    expand_ms: u8,
    /// Row-major; ms.
    rtt_ms: Vec<u8>,
    /// The datacenters within the expanded cap of each row, the ideal ones first.
    within: Vec<DatacenterIndex>,
    spans: Vec<Span>,
}

/// Where in `within` a row begins, and where its ideal and its expanded datacenters end.
#[derive(Clone, Copy, Debug, Default)]
struct Span {
    start: u32,
    ideal_end: u32,
    expand_end: u32,
}

impl Reach {
    /// `rtt_ms` has one row of `datacenters` values a place; caps are inclusive.
    ///
    /// # Panics
    /// If `rtt_ms` is not a whole number of rows.
    pub fn new(datacenters: usize, rtt_ms: Vec<u8>, ideal_ms: u8, expand_ms: u8) -> Self {
        let width = datacenters.max(1);
        assert_eq!(rtt_ms.len() % width, 0, "one RTT a place and datacenter");
        let (mut within, mut spans) = (Vec::new(), Vec::with_capacity(rtt_ms.len() / width));
        for row in rtt_ms.chunks_exact(width) {
            let start = within.len() as u32;
            let between = |low: u8, high: u8| {
                let indexed = row.iter().zip(0..).filter(move |&(&rtt, _)| low <= rtt && rtt <= high);
                indexed.map(|(_, index)| DatacenterIndex(index))
            };
            within.extend(between(0, ideal_ms));
            let ideal_end = within.len() as u32;
            if let Some(above_ideal) = ideal_ms.checked_add(1) {
                within.extend(between(above_ideal, expand_ms));
            }
            spans.push(Span { start, ideal_end, expand_end: within.len() as u32 });
        }
        Self { datacenters, ideal_ms, expand_ms, rtt_ms, within, spans }
    }

    /// Writes a row: an RTT for each of these datacenters, each at most once, and 255 ms for all others. A row that is
    /// written has room for every datacenter, so that another may take its place.
    pub fn set(&mut self, row: RowId, rtts_ms: impl Iterator<Item = (DatacenterIndex, u8)>) {
        let at = row.0 as usize;
        while self.spans.len() <= at {
            let start = self.within.len() as u32;
            self.spans.push(Span { start, ideal_end: start, expand_end: start });
            self.within.resize(self.within.len() + self.datacenters, DatacenterIndex(0));
            self.rtt_ms.resize(self.rtt_ms.len() + self.datacenters, u8::MAX);
        }
        let span = &mut self.spans[at];
        let within = &mut self.within[span.start as usize..][..self.datacenters];
        let own = &mut self.rtt_ms[at * self.datacenters..][..self.datacenters];
        own.fill(u8::MAX);
        let (mut ideal, mut expanded) = (0, 0);
        for (datacenter, ms) in rtts_ms {
            own[datacenter.index()] = ms;
            if ms > self.expand_ms {
                continue;
            }
            within[expanded] = datacenter;
            if ms <= self.ideal_ms {
                within.swap(ideal, expanded);
                ideal += 1;
            }
            expanded += 1;
        }
        span.ideal_end = span.start + ideal as u32;
        span.expand_end = span.start + expanded as u32;
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

    /// Datacenters within the ideal cap.
    pub fn ideal(&self, row: RowId) -> &[DatacenterIndex] {
        let Span { start, ideal_end, .. } = self.spans[row.0 as usize];
        &self.within[start as usize..ideal_end as usize]
    }

    /// Datacenters within the expanded cap: the ideal ones, then the others.
    pub fn expand(&self, row: RowId) -> &[DatacenterIndex] {
        let Span { start, expand_end, .. } = self.spans[row.0 as usize];
        &self.within[start as usize..expand_end as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ids(set: &[DatacenterIndex]) -> Vec<u16> {
        set.iter().map(|d| d.0).collect()
    }

    #[test]
    fn caps_are_inclusive_and_the_ideal_stand_first() {
        let reach = Reach::new(4, vec![100, 50, 101, 49, 200, 200, 51, 200], 50, 100);
        assert_eq!(ids(reach.ideal(RowId(0))), [1, 3]);
        assert_eq!(ids(reach.expand(RowId(0))), [1, 3, 0]);
        assert_eq!(ids(reach.ideal(RowId(1))), []);
        assert_eq!(ids(reach.expand(RowId(1))), [2]);
        assert_eq!(reach.rtt_ms(RowId(1), DatacenterIndex(2)), 51);
    }

    #[test]
    fn rows_that_are_written_are_those_of_a_fixed_table() {
        let mut rng = matchday_base::Streams::new(5).stream("rows");
        let rows: Vec<[u8; 3]> = (0..40).map(|_| std::array::from_fn(|_| 20 + rng.below(140) as u8)).collect();
        let indexed = |row: [u8; 3]| (0..).map(DatacenterIndex).zip(row);
        let sorted = |set: &[DatacenterIndex]| {
            let mut set = ids(set);
            set.sort_unstable();
            set
        };
        let fixed = Reach::new(3, rows.concat(), 50, 100);
        let mut written = Reach::new(3, Vec::new(), 50, 100);
        // Out of order, and each over what another had left there.
        for at in (0..40).rev().chain(0..40) {
            written.set(RowId(at), indexed(rows[(at as usize + 7) % 40]));
            written.set(RowId(at), indexed(rows[at as usize]));
        }
        for row in (0..40).map(RowId) {
            assert_eq!(written.rtts_ms(row), fixed.rtts_ms(row));
            assert_eq!(sorted(written.ideal(row)), sorted(fixed.ideal(row)));
            assert!(written.expand(row).starts_with(written.ideal(row)));
            assert_eq!(sorted(written.expand(row)), sorted(fixed.expand(row)));
        }
    }
}
