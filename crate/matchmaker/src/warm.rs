//! Matches of warm bodies among themselves.
//!
//! The oldest takes the datacenter nearest to it, and those with the least RTT there join it, the oldest among
//! equals; then the next oldest, until fewer than a match are left. Each match is played at the datacenter
//! with the least summed RTT of its players. Each datacenter sorts the warm bodies once and skips those already
//! taken, so the cost grows with warm bodies times datacenters.

use crate::{LatencyTable, RowId};
use matchday_base::DatacenterIndex;

/// A match of warm bodies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct WarmMatch {
    pub datacenter: DatacenterIndex,
    /// Positions of its players among the warm bodies, the oldest first.
    pub players: Vec<usize>,
}

/// The matches of `players` players each among warm bodies with these rows, the oldest first, at `open` datacenters.
pub(crate) fn matches(
    latencies: &LatencyTable,
    open: &[DatacenterIndex],
    rows: &[RowId],
    players: usize,
) -> Vec<WarmMatch> {
    if open.is_empty() {
        return Vec::new();
    }
    let mut queues: Vec<Option<Nearest>> = (0..latencies.datacenters()).map(|_| None).collect();
    let (mut taken, mut oldest) = (vec![false; rows.len()], 0);
    let mut take_match = |_| {
        while taken[oldest] {
            oldest += 1;
        }
        let nearest = nearest_to_all(latencies, open, &std::iter::once(rows[oldest]));
        taken[oldest] = true;
        let queue = queues[nearest.index()].get_or_insert_with(|| Nearest::new(latencies, rows, nearest));
        let others = std::iter::from_fn(|| queue.take(&mut taken)).take(players - 1);
        let players: Vec<usize> = std::iter::once(oldest).chain(others).collect();
        WarmMatch { datacenter: nearest_to_all(latencies, open, &players.iter().map(|&at| rows[at])), players }
    };
    (0..rows.len() / players).map(&mut take_match).collect()
}

/// The open datacenter with the least summed RTT.
fn nearest_to_all(
    latencies: &LatencyTable,
    open: &[DatacenterIndex],
    rows: &(impl Iterator<Item = RowId> + Clone),
) -> DatacenterIndex {
    let summed = |at: &DatacenterIndex| rows.clone().map(|row| u32::from(latencies.rtt_ms(row, *at))).sum::<u32>();
    open.iter().copied().min_by_key(summed).unwrap_or(open[0])
}

/// The warm bodies by RTT to one datacenter.
struct Nearest {
    order: std::vec::IntoIter<usize>,
}

impl Nearest {
    fn new(latencies: &LatencyTable, rows: &[RowId], datacenter: DatacenterIndex) -> Self {
        let mut order: Vec<usize> = (0..rows.len()).collect();
        order.sort_by_key(|&at| latencies.rtt_ms(rows[at], datacenter));
        Self { order: order.into_iter() }
    }

    /// Takes the nearest that is not taken.
    fn take(&mut self, taken: &mut [bool]) -> Option<usize> {
        self.order.find(|&at| !std::mem::replace(&mut taken[at], true))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use matchday_base::Streams;
    use rand::RngExt;

    /// Sum of the RTTs of the best grouping, by trying all of them.
    fn best(latencies: &LatencyTable, rows: &[RowId], players: usize) -> u32 {
        let Some((_, rest)) = rows.split_first() else { return 0 };
        let own = (0..1_u32 << rest.len()).filter(|others| others.count_ones() as usize == players - 1);
        let cost = |others: u32| {
            let is_in = |at: &usize| *at == 0 || others >> (at - 1) & 1 == 1;
            let group: Vec<RowId> = (0..rows.len()).filter(is_in).map(|at| rows[at]).collect();
            let left: Vec<RowId> = (0..rows.len()).filter(|at| !is_in(at)).map(|at| rows[at]).collect();
            let at =
                |d: u16| group.iter().map(|row| u32::from(latencies.rtt_ms(*row, DatacenterIndex(d)))).sum::<u32>();
            (0..latencies.datacenters() as u16).map(at).min().unwrap_or(0) + best(latencies, &left, players)
        };
        own.map(cost).min().unwrap_or(0)
    }

    #[test]
    fn the_mean_is_near_that_of_the_best_grouping() {
        let mut rng = Streams::new(11).stream("test");
        let (mut greedy, mut brute) = (0, 0);
        for _ in 0..60 {
            // Players and datacenters on a plane, 1 ms a step beyond the last mile of 18 ms.
            let mut place = || [rng.random_range(0..200_i32), rng.random_range(0..200_i32)];
            let (places, homes): ([_; 5], [_; 8]) =
                (std::array::from_fn(|_| place()), std::array::from_fn(|_| place()));
            let steps = |a: [i32; 2], b: [i32; 2]| a[0].abs_diff(b[0]).max(a[1].abs_diff(b[1]));
            let rtts: Vec<u16> =
                homes.iter().flat_map(|&home| places.map(|place| 18 + steps(home, place) as u16)).collect();
            let latencies = LatencyTable::new(places.len(), rtts, 1, 1);
            let rows: Vec<RowId> = (0..8).map(RowId).collect();
            let open = [0, 1, 2, 3, 4].map(DatacenterIndex);
            let found = matches(&latencies, &open, &rows, 4);
            assert_eq!(found.iter().map(|found| found.players.len()).sum::<usize>(), 8);
            let ms = |found: &WarmMatch| -> u32 {
                found.players.iter().map(|&at| u32::from(latencies.rtt_ms(rows[at], found.datacenter))).sum()
            };
            greedy += found.iter().map(ms).sum::<u32>();
            brute += best(&latencies, &rows, 4);
        }
        let ratio = f64::from(greedy) / f64::from(brute);
        assert!(ratio < 1.1, "{ratio}");
    }

    #[test]
    fn the_oldest_chooses_and_those_without_a_match_are_the_rest() {
        // Rows by datacenter: 0 is near 0, 1 and 2 are near 1.
        let latencies = LatencyTable::new(2, vec![10, 200, 200, 10, 190, 20, 30, 180, 100, 100], 1, 1);
        let rows = [0, 1, 2, 3, 4].map(RowId);
        let open = [0, 1].map(DatacenterIndex);
        let expected = [(0, vec![0, 3]), (1, vec![1, 2])];
        let expected = expected.map(|(at, players)| WarmMatch { datacenter: DatacenterIndex(at), players });
        assert_eq!(matches(&latencies, &open, &rows, 2), expected);
        assert_eq!(matches(&latencies, &open, &rows[..1], 2), []);
        let of_the_other = matches(&latencies, &open[1..], &rows, 2);
        assert!(of_the_other.iter().all(|found| found.datacenter == open[1]), "the first is closed: {of_the_other:?}");
        assert_eq!(matches(&latencies, &[], &rows, 2), []);
    }
}
