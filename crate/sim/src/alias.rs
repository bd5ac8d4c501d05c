//! Weighted draws in constant time.
//!
//! Every join draws its cell with it, and every player of an [aggregate day](crate::aggregate).
//! `rand_distr`'s `WeightedAliasIndex` takes about four times as long (`tests/bench/draws.rs`): it draws
//! three 32-bit words, not one.

use matchday_base::Rng;
use rand::Rng as _;

/// Draws items by weight (Walker's alias method, after Vose 1991). Each item has a column of equal width,
/// part of which belongs to another item.
#[derive(Clone, Debug, Default)]
pub struct Alias<T> {
    columns: Vec<Column<T>>,
}

#[derive(Clone, Copy, Debug)]
struct Column<T> {
    /// Share of the column that belongs to the first item, of 2^32.
    own: u32,
    items: [T; 2],
}

impl<T: Copy> Alias<T> {
    /// Builds the table; items are drawn in proportion to their weights.
    pub fn new(weighted: &[(T, u64)]) -> Self {
        let total: f64 = weighted.iter().map(|&(_, weight)| weight as f64).sum();
        // In units of a column's width.
        let columns = weighted.len() as f64;
        let mut parts: Vec<f64> = weighted.iter().map(|&(_, weight)| weight as f64 * columns / total).collect();
        let mut columns: Vec<Column<T>> =
            weighted.iter().map(|&(item, _)| Column { own: u32::MAX, items: [item; 2] }).collect();
        let (mut small, mut large): (Vec<usize>, Vec<usize>) = (0..parts.len()).partition(|&at| parts[at] < 1.0);
        while let (Some(&from), Some(at)) = (large.last(), small.pop()) {
            columns[at] = Column { own: (parts[at] * TWO_32) as u32, items: [weighted[at].0, weighted[from].0] };
            parts[from] -= 1.0 - parts[at];
            if parts[from] < 1.0 {
                large.pop();
                small.push(from);
            }
        }
        Self { columns }
    }

    /// Draws an item; its probability is exact to within 2^-31.
    ///
    /// # Panics
    /// If no weight is above 0.
    #[inline]
    pub fn draw(&self, rng: &mut Rng) -> T {
        // The column, and the position in it.
        let point = u64::from(rng.next_u32()) * self.columns.len() as u64;
        let column = &self.columns[(point >> 32) as usize];
        // An index instead of a branch, which would be mispredicted every other time.
        column.items[usize::from(point as u32 >= column.own)]
    }
}

const TWO_32: f64 = 4_294_967_296.0;

#[cfg(test)]
mod tests {
    use super::*;
    use matchday_base::Streams;

    #[test]
    fn every_index_gets_its_weight() {
        let mut rng = Streams::new(3).stream("test");
        let some = [1_u64, 0, 1_000_000, 3, 500_000, 2, 1 << 40, 7];
        let even: Vec<u64> = (0..1_000).map(|at| 1 + at % 3).collect();
        for weights in [&some[..], &even, &[5], &[0, 9]] {
            let weighted: Vec<_> = (0_u32..).zip(weights.iter().copied()).collect();
            let (alias, draws) = (Alias::new(&weighted), 2_000_000);
            let mut counts = vec![0_u32; weights.len()];
            (0..draws).for_each(|_| counts[alias.draw(&mut rng) as usize] += 1);
            let total: u64 = weights.iter().sum();
            for (&n, &weight) in counts.iter().zip(weights) {
                let expected = f64::from(draws) * weight as f64 / total as f64;
                assert!((f64::from(n) - expected).abs() < 5.0 * libm::sqrt(expected) + 3.0, "{n} for {expected}");
            }
        }
    }
}
