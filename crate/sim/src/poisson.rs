//! Poisson counts by an integer table.
//!
//! `rand_distr`'s `Poisson` takes `exp` and `ln` from `num-traits`, whose `std` feature `plotters` enables.
//! The functions of std differ in their bits between native code and wasm. `Poisson` also takes about five
//! times as long (`tests/bench/draws.rs`).

use matchday_base::Rng;
use rand::Rng as _;

/// Draws from a Poisson distribution of a fixed mean.
///
/// The table holds the cumulative distribution in 64-bit fixed point. It is built outwards from the mode with
/// multiplication and division alone: these give the same bits natively and in wasm, and never underflow.
#[derive(Clone, Debug, Default)]
pub struct Poisson {
    /// Smallest count in the table.
    first: u32,
    /// `cumulative[i]`: probability of `first + i` or less, times 2^64.
    cumulative: Vec<u64>,
}

/// Probabilities below this share of the mode's are dropped: together less than 2^-53 of the whole.
const NEGLIGIBLE: f64 = 1e-19;

impl Poisson {
    /// The distribution with this mean; 0 or less always draws 0.
    pub fn new(mean: f64) -> Self {
        if mean <= 0.0 {
            return Self::default();
        }
        let mode = mean as u32;
        let mut weights = vec![1.0];
        let mut first = mode;
        while first > 0 && weights[weights.len() - 1] > NEGLIGIBLE {
            weights.push(weights[weights.len() - 1] * f64::from(first) / mean);
            first -= 1;
        }
        weights.reverse();
        let mut count = mode;
        while weights[weights.len() - 1] > NEGLIGIBLE {
            count += 1;
            weights.push(weights[weights.len() - 1] * mean / f64::from(count));
        }
        let total: f64 = weights.iter().sum();
        let mut below = 0.0;
        let cumulative = weights
            .iter()
            .map(|weight| {
                below += weight;
                // Saturates at 2^64 - 1, which the last entries reach.
                (below / total * 18_446_744_073_709_551_616.0) as u64
            })
            .collect();
        Self { first, cumulative }
    }

    /// Draws one count.
    pub fn draw(&self, rng: &mut Rng) -> u32 {
        let uniform = rng.next_u64();
        let above = self.cumulative.partition_point(|&c| c <= uniform);
        self.first + above.min(self.cumulative.len().saturating_sub(1)) as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use matchday_base::Streams;

    #[test]
    fn probabilities_are_the_formula() {
        for mean in [0.01, 0.7, 18.9, 756.0] {
            let table = Poisson::new(mean);
            let share = |i: usize| {
                let below = if i == 0 { 0 } else { table.cumulative[i - 1] };
                (table.cumulative[i] - below) as f64 / 18_446_744_073_709_551_616.0
            };
            for i in 0..table.cumulative.len() {
                let k = f64::from(table.first) + i as f64;
                let formula = libm::exp(k * libm::log(mean) - mean - libm::lgamma(k + 1.0));
                assert!((share(i) - formula).abs() < 1e-9 * formula + 1e-15, "mean {mean}, k {k}");
            }
        }
    }

    #[test]
    fn mean_and_variance_are_the_mean() {
        let mut rng = Streams::new(5).stream("test");
        for mean in [0.3, 18.9, 7_560.0] {
            let table = Poisson::new(mean);
            let n = 200_000;
            let draws: Vec<f64> = (0..n).map(|_| f64::from(table.draw(&mut rng))).collect();
            let average = draws.iter().sum::<f64>() / f64::from(n);
            let variance = draws.iter().map(|d| (d - average) * (d - average)).sum::<f64>() / f64::from(n);
            let four_sigma = 4.0 * libm::sqrt(mean / f64::from(n));
            assert!((average - mean).abs() < four_sigma, "{mean}: {average}");
            assert!((variance / mean - 1.0).abs() < 0.02, "{mean}: variance {variance}");
        }
    }

    #[test]
    fn nothing_comes_of_no_mean() {
        let mut rng = Streams::new(5).stream("test");
        assert!((0..100).all(|_| Poisson::new(0.0).draw(&mut rng) == 0));
    }
}
