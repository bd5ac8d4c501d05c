//! Closed forms that the simulation is compared with.
//!
//! Players form an M_t/G/infinity system: they join at a rate that changes with time and stay for a random
//! number of cycles of search, match and pause. With replay probability `p` and share `f` of failed searches,
//! another cycle follows with probability `p (1 - f)`.

use matchday_base::time::MINUTE_S;
use matchday_scenario::Params;

/// Search statistics: the only measured input of the closed forms.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Searching {
    /// Mean time from entering the queue to match or failure, s.
    pub mean_s: f64,
    /// Share of searches that fail.
    pub failed: f64,
}

/// The search that defines `ccu`: nobody fails, and a match is found in about a second.
pub const REFERENCE: Searching = Searching { mean_s: 1.0, failed: 0.0 };

/// Distribution of the length of a stay.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stay {
    /// Mean length of a cycle, s.
    pub cycle_s: f64,
    /// Probability that another cycle follows.
    pub again: f64,
}

impl Stay {
    /// The stay under these parameters. A failed search is a cycle without a match, after which the player
    /// leaves unless bots are on.
    pub fn of(params: &Params, searching: Searching) -> Self {
        let replay = f64::from(params.replay()) / f64::from(Params::REPLAY_ONE);
        let played = if params.bots() { 1.0 } else { 1.0 - searching.failed };
        let in_match_s = f64::from(params.match_s() + params.pause_s());
        Self { cycle_s: searching.mean_s + played * in_match_s, again: replay * played }
    }

    /// Mean length of a stay, s.
    pub fn mean_s(self) -> f64 {
        self.cycle_s / (1.0 - self.again)
    }
}

/// Mean players online at the end of each minute, with `rates` joins a second in each minute and nobody
/// online before: the sum over k of `again^k` times the joins between k and k + 1 cycles ago.
pub fn fluid(rates: &[f64], stay: Stay) -> Vec<f64> {
    let minute = f64::from(MINUTE_S);
    let mut joined = vec![0.0];
    for rate in rates {
        joined.push(joined[joined.len() - 1] + rate * minute);
    }
    // Joins up to a moment, in minutes; linear between whole minutes.
    let joined_by = |at: f64| {
        let whole = at.max(0.0) as usize;
        match (joined.get(whole), joined.get(whole + 1)) {
            (Some(from), Some(to)) => from + (to - from) * (at.max(0.0) - whole as f64),
            _ => joined[joined.len() - 1],
        }
    };
    let cycle = stay.cycle_s / minute;
    let inside = |end: usize| {
        let (mut at, mut share, mut sum) = (end as f64, 1.0, 0.0);
        while at > 0.0 && share > 1e-12 {
            sum += share * (joined_by(at) - joined_by(at - cycle));
            (at, share) = (at - cycle, share * stay.again);
        }
        sum
    };
    (1..=rates.len()).map(inside).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const DEFAULT: Searching = Searching { mean_s: 0.0, failed: 0.0 };

    #[test]
    fn steady_joins_give_lambda_times_mean_stay() {
        // CCU = lambda (W + L + B) / (1 - p).
        let stay = Stay::of(&Params::default(), Searching { mean_s: 1.0, failed: 0.0 });
        assert!((stay.mean_s() - 331.0 * 4.0).abs() < 1e-9);
        let inside = fluid(&vec![18.9; 1_440], stay);
        assert!((inside[1_439] - 18.9 * 331.0 * 4.0).abs() < 0.1, "{}", inside[1_439]);
        // After half a cycle all who joined are online.
        assert!((inside[1] - 18.9 * 120.0).abs() < 1e-9);
    }

    #[test]
    fn agrees_with_a_naive_integral() {
        let mut params = Params::default();
        params.set("replay", "0.6").unwrap();
        params.set("match_s", "240").unwrap();
        params.set("pause_s", "0").unwrap();
        let stay = Stay::of(&params, DEFAULT);
        let rate = |minute: usize| 5.0 + (minute % 97) as f64 / 10.0;
        let rates: Vec<f64> = (0..600).map(rate).collect();
        let by_formula = fluid(&rates, stay);
        // m(t) = integral of lambda(t - u) P(S > u) du, second by second, P(S > u) = p^floor(u / cycle).
        for end in [10, 100, 599] {
            let seconds = (end + 1) * 60;
            let still_inside = |u: usize| (0..u / 240).fold(1.0, |p, _| p * 0.6);
            let sum: f64 = (0..seconds).map(|u| rate((seconds - 1 - u) / 60) * still_inside(u)).sum();
            assert!((by_formula[end] - sum).abs() < 1e-6 * sum, "{} and {sum}", by_formula[end]);
        }
    }

    #[test]
    fn one_more_point_is_worth_what_the_article_found() {
        // A whole point at 0.75 is +4.2 %, at 0.90 +11.1 %.
        let mean_s = |replay: &str| {
            let mut params = Params::default();
            params.set("replay", replay).unwrap();
            Stay::of(&params, DEFAULT).mean_s()
        };
        assert!((mean_s("0.76") / mean_s("0.75") - 1.0417).abs() < 1e-4);
        assert!((mean_s("0.91") / mean_s("0.90") - 1.1111).abs() < 1e-4);
    }

    #[test]
    fn failing_ends_a_stay() {
        // lambda 330 (1 - f) / (1 - p (1 - f)) in match or between.
        let stay = Stay::of(&Params::default(), Searching { mean_s: 0.0, failed: 0.1 });
        assert!((stay.mean_s() - 330.0 * 0.9 / (1.0 - 0.75 * 0.9)).abs() < 1e-9);
    }
}
