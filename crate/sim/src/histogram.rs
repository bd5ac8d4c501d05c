//! Exact counts by whole value.

/// How much later than its whole second a wait ends on average, s: a player joins somewhere within its second,
/// and the matchmaker runs at the end of a second.
pub const WITHIN_SECOND_S: f64 = 0.5;

/// Exact counts by whole value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Histogram(pub Vec<u64>);

impl Histogram {
    /// Number of values.
    pub fn count(&self) -> u64 {
        self.0.iter().sum()
    }

    /// Mean value; `None` without values.
    pub fn mean(&self) -> Option<f64> {
        let sum: u64 = self.0.iter().zip(0..).map(|(n, value)| n * value).sum();
        (self.count() > 0).then(|| sum as f64 / self.count() as f64)
    }

    /// Mean of values that are spread evenly over the unit that follows their bin, as in
    /// [`percentile_within`](Self::percentile_within); `None` without values.
    pub fn mean_within(&self) -> Option<f64> {
        self.mean().map(|mean| mean + WITHIN_SECOND_S)
    }

    /// The smallest value that at least `per_cent` of all values do not exceed; `None` without values.
    pub fn percentile(&self, per_cent: u64) -> Option<u32> {
        let target = (self.count() * per_cent).div_ceil(100).max(1);
        let mut below = 0;
        self.0.iter().zip(0..).find_map(|(n, value)| {
            below += n;
            (below >= target).then_some(value)
        })
    }

    /// The percentile of values that are spread evenly over the unit that follows their bin: whole seconds
    /// stand for waits that began within a second. `None` without values.
    pub fn percentile_within(&self, per_cent: u64) -> Option<f64> {
        let target = (self.count() * per_cent) as f64 / 100.0;
        let mut below = 0;
        self.0.iter().zip(0..).find_map(|(&n, value)| {
            below += n;
            let before = (below - n) as f64;
            (n > 0 && below as f64 >= target).then(|| f64::from(value) + (target - before) / n as f64)
        })
    }

    /// Share of values up to and including `limit`; `None` without values.
    pub fn share_up_to(&self, limit: usize) -> Option<f64> {
        let within: u64 = self.0.iter().take(limit + 1).sum();
        (self.count() > 0).then(|| within as f64 / self.count() as f64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::RngExt;

    #[test]
    fn percentiles_are_those_of_the_sorted_values() {
        let mut rng = matchday_base::Streams::new(1).stream("test");
        for n in [1_usize, 2, 3, 10, 99, 100, 101] {
            let mut values: Vec<u32> = (0..n).map(|_| rng.random_range(..30)).collect();
            let mut histogram = Histogram(vec![0; 30]);
            values.iter().for_each(|&v| histogram.0[v as usize] += 1);
            values.sort_unstable();
            for per_cent in [50, 95, 99, 100] {
                let rank = (n as u64 * per_cent).div_ceil(100) as usize;
                assert_eq!(histogram.percentile(per_cent), Some(values[rank - 1]), "{per_cent} % of {n}");
            }
            let within = values.iter().filter(|&&v| v <= 12).count();
            assert_eq!(histogram.share_up_to(12), Some(within as f64 / n as f64));
        }
        let empty = Histogram(vec![0; 3]);
        assert_eq!((empty.mean(), empty.percentile(50), empty.share_up_to(1)), (None, None, None));
    }

    #[test]
    fn waits_are_spread_over_their_second() {
        // Ten waits in second 0, ten in second 2: by hand.
        let waits = Histogram(vec![10, 0, 10]);
        let within = [0, 25, 50, 75, 95, 100].map(|per_cent| waits.percentile_within(per_cent).unwrap());
        assert_eq!(within, [0.0, 0.5, 1.0, 2.5, 2.9, 3.0]);
        assert_eq!(Histogram(vec![0, 4]).percentile_within(50), Some(1.5));
        assert_eq!(Histogram(vec![0; 3]).percentile_within(50), None);
        // Against the waits themselves: k + U(0, 1) with the middle of each part of a second.
        let bins = [7_u64, 3, 0, 11, 2];
        let mut exact: Vec<f64> = bins
            .iter()
            .zip(0..)
            .flat_map(|(&n, k)| (0..n * 100).map(move |part| f64::from(k) + (part as f64 + 0.5) / (n * 100) as f64))
            .collect();
        exact.sort_by(f64::total_cmp);
        for per_cent in 1..=99 {
            let value = Histogram(bins.to_vec()).percentile_within(per_cent).unwrap();
            let rank = exact.len() * per_cent as usize / 100;
            assert!((value - exact[rank - 1]).abs() < 0.01 || (value - exact[rank]).abs() < 0.01, "{per_cent} %");
        }
    }
}
