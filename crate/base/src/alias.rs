//! Weighted draws in constant time.

use crate::Rng;

/// Draws indexes by weight (Walker's alias method, after Vose 1991): a column for each index, as wide as all others, of
/// which a part belongs to another index.
#[derive(Clone, Debug, Default)]
pub struct Alias {
    columns: Vec<Column>,
}

#[derive(Clone, Copy, Debug)]
struct Column {
    /// How much of it is its own, of 2^32.
    own: u32,
    other: u32,
}

impl Alias {
    /// Draws each index by its weight.
    pub fn new(weights: &[u64]) -> Self {
        let total: f64 = weights.iter().map(|&weight| weight as f64).sum();
        // Of a column's width.
        let columns = weights.len() as f64;
        let mut parts: Vec<f64> = weights.iter().map(|&weight| weight as f64 * columns / total).collect();
        let mut columns: Vec<Column> =
            (0..weights.len() as u32).map(|at| Column { own: u32::MAX, other: at }).collect();
        let (mut small, mut large): (Vec<usize>, Vec<usize>) = (0..parts.len()).partition(|&at| parts[at] < 1.0);
        while let (Some(&from), Some(at)) = (large.last(), small.pop()) {
            columns[at] = Column { own: (parts[at] * TWO_32) as u32, other: from as u32 };
            parts[from] -= 1.0 - parts[at];
            if parts[from] < 1.0 {
                large.pop();
                small.push(from);
            }
        }
        Self { columns }
    }

    /// An index; each gets its share of all draws to within 2^-31.
    ///
    /// # Panics
    /// If no weight is above 0.
    pub fn draw(&self, rng: &mut Rng) -> u32 {
        // The column, and where in it.
        let point = u64::from(rng.next_u32()) * self.columns.len() as u64;
        let column = self.columns[(point >> 32) as usize];
        if (point as u32) < column.own { (point >> 32) as u32 } else { column.other }
    }
}

const TWO_32: f64 = 4_294_967_296.0;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Streams;

    #[test]
    fn every_index_gets_its_weight() {
        let mut rng = Streams::new(3).stream("test");
        let some = [1_u64, 0, 1_000_000, 3, 500_000, 2, 1 << 40, 7];
        let even: Vec<u64> = (0..1_000).map(|at| 1 + at % 3).collect();
        for weights in [&some[..], &even, &[5], &[0, 9]] {
            let (alias, draws) = (Alias::new(weights), 2_000_000);
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
