//! Closed forms that the simulation is compared with.
//!
//! Players form an M_t/G/infinity system: they join at a rate that changes with time and stay for a random
//! number of cycles of search, match and pause. With replay probability `p` and share `f` of failed searches,
//! another cycle follows with probability `p (1 - f)`.

use crate::histogram::WITHIN_SECOND_S;
use crate::match_lengths::MatchLengths;
use matchday_base::Streams;
use matchday_base::time::MINUTE_S;
use matchday_scenario::Params;
use matchday_scenario::params::Key;
use matchday_wire::report::Summary;

/// Search statistics: the only measured input of the closed forms.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Searching {
    /// Mean time from entering the queue to the end of the search, whole seconds.
    pub mean_s: f64,
    /// Share of searches that end without a match against players.
    pub failed: f64,
    /// Share of searches that end because the player gives up; part of `failed`.
    pub gave_up: f64,
    /// Mean of what waits, lag, bots and lost matches take off the replay chance.
    pub replay_loss: f64,
}

/// The search that defines `ccu`: nobody fails, and a match is found in about a second.
pub const REFERENCE: Searching = Searching { mean_s: 1.0, failed: 0.0, gave_up: 0.0, replay_loss: 0.0 };

impl Searching {
    /// The statistics of a run of which only the figures are left, with `players` players a match. Failed
    /// searches count as long as successful ones.
    pub fn of_summary(summary: &Summary, players: u32) -> Self {
        let gave_up = (summary.abandoned_searching + summary.abandoned_tickets) as f64;
        let failed = (summary.failed + summary.bots_matches) as f64 + gave_up;
        let searches = ((summary.matches * u64::from(players)) as f64 + failed).max(1.0);
        Self {
            mean_s: summary.wait_mean_s.map_or(0.0, |mean_s| mean_s - WITHIN_SECOND_S),
            failed: failed / searches,
            gave_up: gave_up / searches,
            replay_loss: summary.replay_loss_mean.unwrap_or(0.0),
        }
    }
}

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
        let replay = f64::from(params.replay()) / f64::from(Params::REPLAY_ONE) - searching.replay_loss;
        let quits = quits(params);
        let played = 1.0 - if params.bots() { searching.gave_up } else { searching.failed };
        Self { cycle_s: searching.mean_s + played * busy_s(params), again: replay.max(0.0) * played * (1.0 - quits) }
    }

    /// Mean length of a stay, s.
    pub fn mean_s(self) -> f64 {
        self.cycle_s / (1.0 - self.again)
    }
}

/// Mean time in a match and the pause after it, s. A player who quits leaves half-way through a match, on average.
pub fn busy_s(params: &Params) -> f64 {
    let quits = quits(params);
    let match_s = match params.is_ranked() {
        true => f64::from(params.match_s()),
        false => MatchLengths::new(params, Streams::new(0)).mean_s(),
    };
    (1.0 - quits) * (match_s + f64::from(params.pause_s())) + quits * match_s / 2.0
}

/// Share of players who leave the game in the middle of a match.
fn quits(params: &Params) -> f64 {
    let share = if params.is_ranked() { params.share(Key::LeaveRate) } else { params.quit_rate() };
    f64::from(share) / f64::from(Params::SHARE_ONE)
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

    const DEFAULT: Searching = Searching { mean_s: 0.0, ..REFERENCE };

    #[test]
    fn steady_joins_give_lambda_times_mean_stay() {
        // CCU = lambda (W + L + B) / (1 - p).
        let stay = Stay::of(&Params::default(), REFERENCE);
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
    fn losses_quits_and_bots_change_a_stay() {
        let stay = |pairs: &[(&str, &str)], searching| Stay::of(&crate::tiny::params(pairs), searching);
        let wait = Searching { mean_s: 2.0, failed: 0.2, gave_up: 0.1, replay_loss: 0.05 };
        // By hand: 330 s in match and pause for those who play, 165 s + 15 s less for those who quit.
        let plain = stay(&[], wait);
        assert!((plain.cycle_s - (2.0 + 0.8 * 330.0)).abs() < 1e-9 && (plain.again - 0.7 * 0.8).abs() < 1e-9);
        let bots = stay(&[("bots", "1"), ("quit_rate", "0.5")], wait);
        let cycle_s = 2.0 + 0.9 * (0.5 * 330.0 + 0.5 * 150.0);
        assert!((bots.cycle_s - cycle_s).abs() < 1e-9 && (bots.again - 0.7 * 0.9 * 0.5).abs() < 1e-9);
        assert_eq!(stay(&[("replay", "0.01")], wait).again, 0.0);
    }

    #[test]
    fn ranked_players_leave_by_their_own_rate() {
        let params = |pairs: &[_]| crate::tiny::params(&[&[("ranked", "1v1")], pairs].concat());
        let busy = |pairs: &[_]| busy_s(&params(pairs));
        assert_eq!(busy(&[("leave_rate", "0"), ("quit_rate", "0.5"), ("match_sd_s", "200")]), 330.0);
        // Half of the players stay for half a match.
        assert_eq!(busy(&[("leave_rate", "0.5")]), 0.5 * 330.0 + 0.5 * 150.0);
    }

    #[test]
    fn failing_ends_a_stay() {
        // lambda 330 (1 - f) / (1 - p (1 - f)) in match or between.
        let stay = Stay::of(&Params::default(), Searching { failed: 0.1, ..DEFAULT });
        assert!((stay.mean_s() - 330.0 * 0.9 / (1.0 - 0.75 * 0.9)).abs() < 1e-9);
    }
}
