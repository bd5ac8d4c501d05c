//! How long matches last: all the same, or normally distributed.
//!
//! The normal distribution is cut at three standard deviations and at [`SHORTEST_S`], and what is left is
//! scaled to a probability of 1. Lengths are whole seconds: each has the probability of the half second
//! around it on either side.

use matchday_base::{Rng, Streams};
use matchday_scenario::Params;
use rand::Rng as _;

/// No match of random length is shorter, s.
pub const SHORTEST_S: u32 = 30;

/// The greatest length of a match, s.
pub fn longest_match_s(params: &Params) -> u32 {
    match params.match_sd_s() {
        0 => params.match_s(),
        sd_s => (params.match_s() + 3 * sd_s).max(SHORTEST_S),
    }
}

/// Draws the length of each match.
#[derive(Clone, Debug)]
pub struct MatchLengths {
    shortest_s: u32,
    /// P(this length or less) of 2^32, from the shortest length to the longest but one; empty where all are equal.
    up_to: Vec<u32>,
    rng: Rng,
}

impl MatchLengths {
    /// The lengths that the parameters set.
    pub fn new(params: &Params, streams: Streams) -> Self {
        let (mean_s, sd_s) = (params.match_s(), params.match_sd_s());
        let rng = streams.stream("match lengths");
        if sd_s == 0 {
            return Self { shortest_s: mean_s, up_to: Vec::new(), rng };
        }
        let shortest_s = mean_s.saturating_sub(3 * sd_s).max(SHORTEST_S);
        let longest_s = longest_match_s(params);
        // P(normal <= x); erfc keeps its digits in the tails.
        let below = |x: f64| libm::erfc((f64::from(mean_s) - x) / (f64::from(sd_s) * core::f64::consts::SQRT_2)) / 2.0;
        let (from, to) = (below(f64::from(shortest_s) - 0.5), below(f64::from(longest_s) + 0.5));
        let share = |length_s: u32| (below(f64::from(length_s) + 0.5) - from) / (to - from);
        let up_to = (shortest_s..longest_s).map(|length_s| (share(length_s) * (1_u64 << 32) as f64) as u32);
        Self { shortest_s, up_to: up_to.collect(), rng }
    }

    /// Whether all matches have the same length.
    pub fn are_equal(&self) -> bool {
        self.up_to.is_empty()
    }

    /// The greatest length, s.
    pub fn longest_s(&self) -> u32 {
        self.shortest_s + self.up_to.len() as u32
    }

    /// Draws a length, s.
    pub fn draw_s(&mut self) -> u32 {
        if self.are_equal() {
            return self.shortest_s;
        }
        let uniform = self.rng.next_u32();
        self.shortest_s + self.up_to.partition_point(|&share| share <= uniform) as u32
    }

    /// The mean length, s.
    pub fn mean_s(&self) -> f64 {
        let longer = self.up_to.iter().map(|&share| 1.0 - f64::from(share) / (1_u64 << 32) as f64);
        f64::from(self.shortest_s) + longer.sum::<f64>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tiny::params;

    fn lengths(mean_s: &str, sd_s: &str) -> MatchLengths {
        MatchLengths::new(&params(&[("match_s", mean_s), ("match_sd_s", sd_s)]), Streams::new(6))
    }

    #[test]
    fn without_spread_every_match_has_the_same_length() {
        let mut equal = lengths("20", "0");
        assert!(equal.are_equal());
        assert_eq!((equal.draw_s(), equal.longest_s(), equal.mean_s()), (20, 20, 20.0));
    }

    #[test]
    fn lengths_have_the_moments_of_the_cut_normal_distribution() {
        // Cut at three standard deviations the sd shrinks by sqrt(1 - 6 phi(3) / (2 Phi(3) - 1)) = 0.98658, and
        // whole seconds add a variance of 1/12.
        let mut lengths = lengths("300", "60");
        assert_eq!((lengths.shortest_s, lengths.longest_s()), (120, 480));
        assert!((lengths.mean_s() - 300.0).abs() < 1e-6);
        let n = 200_000;
        let drawn: Vec<f64> = (0..n).map(|_| f64::from(lengths.draw_s())).collect();
        let mean = drawn.iter().sum::<f64>() / f64::from(n);
        let sd = libm::sqrt(drawn.iter().map(|s| (s - mean) * (s - mean)).sum::<f64>() / f64::from(n));
        assert!((mean - 300.0).abs() < 4.5 * 60.0 / libm::sqrt(f64::from(n)), "{mean}");
        assert!((sd - 60.0 * 0.98658).abs() < 0.4, "{sd}");
        // A sixth is more than one standard deviation longer: P(Z > 1) = 0.15866, cut 0.15773.
        let long = drawn.iter().filter(|s| **s > 360.5).count() as f64 / f64::from(n);
        assert!((long - 0.1567).abs() < 0.004, "{long}");
        assert!(drawn.iter().all(|s| (120.0..=480.0).contains(s)));
    }

    #[test]
    fn no_match_is_shorter_than_half_a_minute() {
        let mut lengths = lengths("60", "200");
        assert_eq!((lengths.shortest_s, lengths.longest_s()), (30, 660));
        assert!((0..10_000).all(|_| (30..=660).contains(&lengths.draw_s())));
        assert!(lengths.mean_s() > 150.0, "the cut leaves the longer half: {}", lengths.mean_s());
    }
}
