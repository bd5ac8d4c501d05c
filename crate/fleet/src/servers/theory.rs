//! Forms of servers: probabilities that none is free.

/// Erlang B: the share of matches that find all `servers` in use, with Poisson arrivals, load `offered`
/// (their rate times their length), and no waiting. It holds for matches of any length distribution (A. K.
/// Erlang 1917; Sevastyanov 1957).
pub fn erlang_b(offered: f64, servers: u32) -> f64 {
    if offered <= 0.0 {
        return if servers == 0 { 1.0 } else { 0.0 };
    }
    let inverse = (1..=servers).fold(1.0, |inverse, c| 1.0 + inverse * f64::from(c) / offered);
    1.0 / inverse
}

/// The matches that ask a fleet with a buffer for servers, and how fast it replaces them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Demand {
    /// Matches that begin a second, on average; as many end.
    pub matches_per_s: f64,
    /// Variance of the number that begin within a minute, over its mean: 1 for matches at random (Poisson).
    pub dispersion: f64,
    /// Share of the matches after which the server shuts down: see [`replaced_share`].
    pub replaced: f64,
    /// Mean boot time of a server, s.
    pub boot_s: f64,
    /// Time between two looks of the autoscaler, s.
    pub look_s: f64,
}

/// Share of the matches after which the server shuts down, if it asks for a next match with this probability, up to
/// a limit of matches; 0: no limit.
pub fn replaced_share(next_match: f64, session_limit: u32) -> f64 {
    // A server has 1 + q + q^2 + ... matches, as many terms as the limit.
    match (next_match, session_limit) {
        (1.0.., 0) => 0.0,
        (1.0.., limit) => 1.0 / f64::from(limit),
        (share, 0) => 1.0 - share,
        (share, limit) => (1.0 - share) / (1.0 - libm::pow(share, limit.into())),
    }
}

/// Distribution of the servers that matches take beyond those that return, until ordered servers are there. A match
/// that forms when these are the whole buffer finds no server.
///
/// Let `u` be the age of the last look whose orders have booted: it is `boot_s` plus a uniform part of `look_s`. At
/// that look the fleet was the servers in use and the buffer.
///
/// - *Servers that shut down* are replaced from then on. So the matches that have begun since the look count, less
///   those that ended before the last `boot_s`: a Skellam variable (J. G. Skellam 1946).
/// - *Servers that are used again* return at once, but each look deletes what is too much at that moment. So the
///   largest growth of the servers in use counts, from the look or from any look since: the maximum of a random walk
///   of Skellam steps, by D. V. Lindley's recursion (1952).
///
/// A `dispersion` other than 1 scales the steps. Matches that wait for servers take those of later matches; that is
/// left out, so more than [`ROUGH`](Self::ROUGH) is a lower bound.
#[derive(Clone, Debug, PartialEq)]
pub struct Shortage {
    /// Servers of a buffer that are always booting: no fewer ever catch up.
    booting: f64,
    /// Servers of a buffer that recovers when matches have waited.
    recovers: f64,
    /// Servers in a step.
    unit: f64,
    taken: Shares,
}

/// Moments between two looks for which the distribution is computed.
const PHASES: u32 = 6;
/// Least steps in a standard deviation, for any number of servers.
const LEAST_STEPS: f64 = 30.0;
/// Most matches that may begin in the time considered, over their dispersion.
const MOST: f64 = 100_000.0;

impl Shortage {
    /// The share of matches without a server beyond which it is a lower bound.
    pub const ROUGH: f64 = 0.1;
    /// The largest share of matches without a server that an advised buffer leaves.
    pub const ADVISED: f64 = 0.01;

    /// The distribution for this demand; `None` if something is negative, without an end, or too much to compute.
    pub fn of(demand: &Demand) -> Option<Self> {
        let Demand { matches_per_s: rate, dispersion, replaced, boot_s, look_s } = *demand;
        let asked = rate * (boot_s + look_s);
        let is_valid = rate > 0.0 && boot_s >= 0.0 && look_s > 0.0 && (0.0..=1.0).contains(&replaced);
        if !is_valid || dispersion.is_nan() || asked / dispersion.clamp(0.0, 1.0) > MOST || dispersion > MOST {
            return None;
        }
        let phases = (0..PHASES).map(|phase| (f64::from(phase) + 0.5) / f64::from(PHASES) * look_s);
        let [booting, recovers] = [boot_s, boot_s + look_s / 2.0].map(|seconds| rate * replaced * seconds);
        let (unit, taken) = if replaced > 0.0 {
            let step_rate = rate / dispersion;
            let begun = |since_s: f64| step_rate * (boot_s + since_s);
            let returned = |since_s: f64| step_rate * ((1.0 - replaced) * boot_s + since_s);
            (dispersion, Shares::mean(phases.map(|since_s| Shares::skellam(begun(since_s), returned(since_s)))))
        } else {
            let unit = dispersion.max(libm::sqrt(2.0 * dispersion * asked) / LEAST_STEPS);
            let step = |seconds: f64| {
                let begun = rate * seconds * dispersion / (unit * unit);
                Shares::skellam(begun, begun)
            };
            let between = step(look_s);
            let grown = |since_s: f64| {
                let looks = libm::ceil((boot_s + look_s - since_s) / look_s) as u32;
                let earlier = (1..looks).fold(Shares::zero(), |largest, _| between.plus(&largest).at_least_zero());
                step(since_s).plus(&earlier)
            };
            (unit, Shares::mean(phases.map(grown)))
        };
        Some(Self { booting, recovers, unit, taken })
    }

    /// Share of the matches that find no server with this buffer.
    pub fn miss(&self, buffer: u32) -> f64 {
        let buffer = f64::from(buffer);
        if buffer <= self.booting {
            return 1.0;
        }
        // Between whole steps, linear.
        let steps = buffer / self.unit;
        let (below, beyond) = (libm::floor(steps), steps - libm::floor(steps));
        let [least, next] = [0, 1].map(|step| self.taken.from(below as i64 + step));
        (least + beyond * (next - least)).min(1.0)
    }

    /// The smallest buffer that misses at most this share, and recovers when matches have waited.
    pub fn buffer_for(&self, miss: f64) -> u32 {
        let least = libm::ceil(self.recovers) as u32;
        (least..).find(|&buffer| self.miss(buffer) <= miss).unwrap_or(u32::MAX)
    }
}

/// Probabilities of consecutive whole numbers.
#[derive(Clone, Debug, PartialEq)]
struct Shares {
    lowest: i64,
    of: Vec<f64>,
}

impl Shares {
    fn zero() -> Self {
        Self { lowest: 0, of: vec![1.0] }
    }

    /// A Poisson variable, without what is beyond eight standard deviations.
    fn poisson(mean: f64) -> Self {
        if mean <= 0.0 {
            return Self::zero();
        }
        let reach = 8.0 * libm::sqrt(mean) + 10.0;
        let (lowest, highest) = ((mean - reach).max(0.0) as i64, (mean + reach) as i64);
        let of = |k: i64| libm::exp(k as f64 * libm::log(mean) - mean - libm::lgamma(k as f64 + 1.0));
        Self { lowest, of: (lowest..=highest).map(of).collect() }
    }

    /// The difference of two Poisson variables.
    fn skellam(begin: f64, end: f64) -> Self {
        let Self { lowest, mut of } = Self::poisson(end);
        of.reverse();
        Self::poisson(begin).plus(&Self { lowest: 1 - lowest - of.len() as i64, of })
    }

    /// The sum of two independent variables.
    fn plus(&self, other: &Self) -> Self {
        let mut of = vec![0.0; self.of.len() + other.of.len() - 1];
        for (at, a) in self.of.iter().enumerate() {
            of[at..].iter_mut().zip(&other.of).for_each(|(sum, b)| *sum += a * b);
        }
        Self { lowest: self.lowest + other.lowest, of }
    }

    /// The larger of the variable and 0, without what is improbable.
    fn at_least_zero(mut self) -> Self {
        let below = usize::try_from(-self.lowest).unwrap_or(0).min(self.of.len() - 1);
        let share: f64 = self.of.drain(..below).sum();
        self.of[0] += share;
        let kept = self.of.iter().rposition(|&share| share > 1e-15).unwrap_or(0) + 1;
        self.of.truncate(kept);
        Self { lowest: self.lowest.max(0), of: self.of }
    }

    /// The mean of distributions.
    fn mean(all: impl Iterator<Item = Self>) -> Self {
        let all: Vec<Self> = all.collect();
        let lowest = all.iter().map(|one| one.lowest).min().unwrap_or(0);
        let end = all.iter().map(|one| one.lowest + one.of.len() as i64).max().unwrap_or(0);
        let mut of = vec![0.0; (end - lowest) as usize];
        for one in &all {
            let from = (one.lowest - lowest) as usize;
            of[from..].iter_mut().zip(&one.of).for_each(|(sum, share)| *sum += share / all.len() as f64);
        }
        Self { lowest, of }
    }

    /// Probability of `least` or more.
    fn from(&self, least: i64) -> f64 {
        let from = usize::try_from(least - self.lowest).unwrap_or(0).min(self.of.len());
        // The smallest first.
        self.of[from..].iter().rev().sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(value: f64, expected: f64, tolerance: f64) {
        assert!((value - expected).abs() <= tolerance, "{value}, expected {expected}");
    }

    #[test]
    fn erlang_b_of_tables() {
        near(erlang_b(10.0, 10), 0.2146, 5e-5);
        near(erlang_b(100.0, 117), 0.0098, 5e-5);
        assert_eq!((erlang_b(3.0, 0), erlang_b(0.0, 3), erlang_b(0.0, 0)), (1.0, 0.0, 1.0));
        // By definition: a^c / c! over the sum of a^k / k!.
        let (mut term, mut sum) = (1.0, 1.0);
        for c in 1..=60 {
            term *= 42.0 / f64::from(c);
            sum += term;
            near(erlang_b(42.0, c), term / sum, 1e-14);
        }
        near(erlang_b(1e6, 1_000_000), 0.000_797_7, 1e-6);
    }

    const RANDOM: Demand = Demand { matches_per_s: 0.1, dispersion: 1.0, replaced: 1.0, boot_s: 30.0, look_s: 30.0 };

    /// P(0), P(1), ... of a Poisson variable, by its recursion.
    fn poisson(mean: f64) -> Vec<f64> {
        let next = |share: &mut f64, k: u32| Some(std::mem::replace(share, *share * mean / f64::from(k + 1)));
        (0..300).scan(libm::exp(-mean), next).collect()
    }

    #[test]
    fn servers_of_one_match_miss_by_the_difference_of_two_poisson_variables() {
        // At once after the look that counts, nothing has ended: P(X >= b). With a long boot, the looks hardly matter.
        let demand = Demand { boot_s: 45.0, look_s: 1e-6, ..RANDOM };
        let shortage = Shortage::of(&demand).unwrap();
        let at_least = |b: usize| poisson(4.5)[b..].iter().sum::<f64>();
        for buffer in [5, 6, 11, 20] {
            near(shortage.miss(buffer), at_least(buffer as usize), 1e-6);
        }
        // Published: more than 5 of 4.5 come in 29.7 %, more than 10 in 0.67 %.
        near(shortage.miss(6), 0.297, 5e-4);
        near(shortage.miss(11), 0.0067, 5e-5);
        // No more servers are ordered than matches come.
        assert_eq!((shortage.miss(0), shortage.miss(4)), (1.0, 1.0));
    }

    #[test]
    fn servers_used_again_miss_by_the_maximum_of_a_walk() {
        // Naively: every path of two steps between looks, 30 s each, at a fixed moment just before a look.
        let p = poisson(3.0);
        let step = |d: i64| -> f64 {
            (0..60_i64)
                .map(|k| if (0..60).contains(&(k + d)) { p[(k + d) as usize] * p[k as usize] } else { 0.0 })
                .sum()
        };
        let steps: Vec<f64> = (-40..=40).map(step).collect();
        let paths = || (-40..=40_i64).flat_map(|a| (-40..=40_i64).map(move |b| (a, b)));
        let (one, two) = (Shares::skellam(3.0, 3.0), Shares::skellam(3.0, 3.0).at_least_zero());
        let largest = one.plus(&two);
        for least in [1_i64, 4, 9] {
            let reaches = |&(a, b): &(i64, i64)| a >= least || a + b >= least;
            let sum: f64 =
                paths().filter(reaches).map(|(a, b)| steps[(a + 40) as usize] * steps[(b + 40) as usize]).sum();
            near(largest.from(least), sum, 1e-12);
        }
    }

    #[test]
    fn servers_are_replaced_after_their_last_match() {
        let share = replaced_share;
        assert_eq!(
            [share(1.0, 0), share(1.0, 1), share(1.0, 4), share(0.0, 0), share(0.0, 7)],
            [0.0, 1.0, 0.25, 1.0, 1.0]
        );
        // 1 + 0.5 + 0.25 matches on each; without a limit 2.
        near(share(0.5, 3), 1.0 / 1.75, 1e-15);
        near(share(0.5, 0), 0.5, 1e-15);
    }

    #[test]
    fn less_varied_matches_need_smaller_buffers() {
        for replaced in [0.0, 0.5, 1.0] {
            let at = |dispersion| Shortage::of(&Demand { dispersion, replaced, ..RANDOM }).unwrap();
            let (regular, random, bursts) = (at(0.25), at(1.0), at(4.0));
            for buffer in [6, 8, 12] {
                assert!(regular.miss(buffer) < random.miss(buffer) && random.miss(buffer) < bursts.miss(buffer));
            }
            let enough = random.buffer_for(0.01);
            assert!(random.miss(enough) <= 0.01 && random.miss(enough - 1) > 0.01, "{enough}");
            assert!(regular.buffer_for(0.01) < enough && enough < bursts.buffer_for(0.01));
        }
    }

    #[test]
    fn any_demand_has_an_answer_or_none() {
        for bad in [0.0, -1.0, f64::NAN, f64::INFINITY] {
            assert_eq!(Shortage::of(&Demand { matches_per_s: bad, ..RANDOM }), None);
            assert_eq!(Shortage::of(&Demand { dispersion: bad, ..RANDOM }), None);
        }
        // Large fleets, by the normal approximation: 2.33 standard deviations of the growth since the look, at least.
        let many = Demand { matches_per_s: 1_000.0, replaced: 0.0, ..RANDOM };
        let enough = f64::from(Shortage::of(&many).unwrap().buffer_for(0.01));
        let deviation = libm::sqrt(2.0 * 1_000.0 * 45.0);
        assert!((2.33 * deviation..3.0 * deviation).contains(&enough), "{enough}");
        let long = Demand { boot_s: 3_600.0, look_s: 5.0, matches_per_s: 20.0, ..many };
        assert!(Shortage::of(&long).unwrap().buffer_for(0.01) > 800);
    }
}
