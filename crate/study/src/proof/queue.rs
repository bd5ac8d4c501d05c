//! One datacenter, groups of N: the number left after each second is uniform on 0..N-1 for any joins.
//!
//! Each second adds arrivals and removes whole groups, so the number left is the sum of all arrivals modulo
//! N. New players join as a Poisson process independent of the past, which makes every remainder equally
//! likely. Replays and failures depend on earlier joins; the joins since then blur their effect. A player who
//! arrives in second e and is matched in second m has searched for m - e. So (N - 1) / 2 players search on
//! average at the ends of seconds, and by Little's law the mean search lasts (N - 1) / (2 lambda) at lambda
//! searches a second. (From the exact moment of arrival it would be half a second more.)

use super::balance::failed_s;
use super::{
    BETWEEN_RUNS, CHOSEN, Chart, Check, Comparison, Day, Evidence, Outcome, SEARCHING, SIGMAS, SPLIT, TOGETHER, Unit,
    quit_rate,
};
use matchday_base::time::MINUTE_S;
use matchday_sim::census::State;
use matchday_sim::columns::{Count, PerDatacenter};

const SHARED: &str = "Several datacenters share the players; this form is for one.";
const FAILED: &str = "Some searches run out of time, and the form is for players who wait as long as it takes.";
const WARM: &str = "Some players are warm bodies, who stand in no queue.";
const FEW: &str = "Too few players for the form to show.";
/// Required loss of memory between two moments: a correlation of at most e to minus this.
const FORGOTTEN: f64 = 5.0;

/// Whether joins at the quietest hour blur the remainder within `seconds`.
fn forgets(Evidence { params, columns, .. }: &Evidence<'_>, seconds: f64) -> bool {
    let of_hour = |from: usize| (from..from + 60).map(|minute| f64::from(columns.count(Count::Joined, minute))).sum();
    let quietest = (0..columns.minutes() / 60).map(|hour| of_hour(hour * 60)).fold(f64::INFINITY, f64::min);
    let slowest = 1.0 - libm::cos(std::f64::consts::TAU / f64::from(params.players()));
    quietest / 3_600.0 * seconds * slowest > FORGOTTEN
}

/// Why the closed forms of one queue do not hold; `None` if they hold.
fn obstacle(Evidence { params, world, .. }: &Evidence<'_>, day: &Day) -> Option<&'static str> {
    if world.datacenters.len() > 1 {
        Some(SHARED)
    } else if params.playlists() > 1 {
        Some(SPLIT)
    } else if params.together() {
        Some(TOGETHER)
    } else if params.interval_s() > 1 {
        Some(BETWEEN_RUNS)
    } else {
        (day.matched < 1_000.0).then_some(FEW)
    }
}

/// Why some players were not in the queue until matched; `None` if all were.
fn all_queue(evidence: &Evidence<'_>, day: &Day) -> Option<&'static str> {
    let columns = evidence.columns;
    let warm = || (0..columns.minutes()).any(|minute| columns.player_s(State::Warm, minute) > 0);
    obstacle(evidence, day).or_else(|| (day.failed > 0.0).then_some(FAILED)).or_else(|| warm().then_some(WARM))
}

/// Variance, per second, of the sum of the numbers of players left, over a long time with these rates a
/// second of joins and matches.
///
/// The remainder is a random walk on a circle of N; each second multiplies its k-th harmonic by `mu_k`. Joins
/// arrive one by one, replays in batches of players from one match, so with t = 2 pi k / N
///
/// `mu_k = exp(-lambda_j (1 - cos t)) |1 - p + p e^(i t)|^(N m)`.
///
/// The k-th harmonic of 0..N-1 has the weight `1 / (4 sin^2(t / 2))`, and each adds `(1 + mu) / (1 - mu)`.
fn leftover_variance(players: u32, joins: f64, matches: f64, replay: f64) -> f64 {
    let n = f64::from(players);
    let harmonic = |k: u32| {
        let turn = std::f64::consts::TAU * f64::from(k) / n;
        let off = 1.0 - libm::cos(turn);
        let batch = libm::log(1.0 - 2.0 * replay * (1.0 - replay) * off) / 2.0 * n * matches;
        let mu = libm::exp(batch - joins * off);
        (1.0 + mu) / (1.0 - mu) / (2.0 * off)
    };
    (1..players).map(harmonic).sum()
}

/// Mean length of a search.
pub(super) fn mean_wait(evidence: &Evidence<'_>, day: &Day) -> Check {
    let Evidence { params, columns, .. } = evidence;
    let outcome = if let Some(why) = obstacle(evidence, day) {
        Outcome::DoesNotApply(why)
    } else if day.failed > 0.0 && !forgets(evidence, f64::from(failed_s(evidence)[0])) {
        Outcome::DoesNotApply(FAILED)
    } else {
        let a_second = |count, minute| f64::from(columns.count(count, minute)) / f64::from(MINUTE_S);
        let replay = day.replay(params) * (1.0 - quit_rate(params));
        // In a minute without joins the rate is still above 0.
        let least = day.joined / day.seconds / 10.0;
        let of_minute = |minute| {
            let (joins, matches) = (a_second(Count::Joined, minute).max(least), a_second(Count::Matches, minute));
            leftover_variance(params.players(), joins, matches, replay) * f64::from(MINUTE_S)
        };
        let variance: f64 = (0..columns.minutes()).map(of_minute).sum();
        let searched_s: f64 = (0..columns.minutes())
            .flat_map(|minute| SEARCHING.map(|state| f64::from(columns.player_s(state, minute))))
            .sum();
        Outcome::Compared(Comparison {
            theory: f64::from(params.players() - 1) / 2.0 * day.seconds / day.searches(),
            measured: (searched_s - day.measuring_s) / day.searches(),
            tolerance: SIGMAS * libm::sqrt(variance) / day.searches(),
            unit: Unit::Seconds,
        })
    };
    Check {
        id: "wait",
        chart: Chart::Wait,
        title: "One datacenter: how long a search lasts",
        form: "(N \u{2212} 1) / 2\u{3bb} in the mean; N players a match, \u{3bb} searches a second; the spread is that of a random walk on N remainders",
        outcome,
    }
}

/// The share of minutes that end with each number left: the share furthest from 1/N.
pub(super) fn leftovers(evidence: &Evidence<'_>, day: &Day) -> Check {
    let Evidence { params, columns, .. } = evidence;
    let n = params.players() as usize;
    let minutes = columns.minutes();
    let outcome = if let Some(why) = all_queue(evidence, day) {
        Outcome::DoesNotApply(why)
    } else if minutes < 20 * n || !forgets(evidence, f64::from(MINUTE_S)) {
        Outcome::DoesNotApply("Too few join for the queue to forget within a minute what was left.")
    } else {
        let mut seen = vec![0_u32; n];
        (0..minutes).for_each(|minute| seen[(columns.at(0, PerDatacenter::Queue, minute) as usize).min(n - 1)] += 1);
        let theory = 1.0 / n as f64;
        let shares = seen.into_iter().map(|times| f64::from(times) / minutes as f64);
        let further = |a: f64, b: f64| if (b - theory).abs() >= (a - theory).abs() { b } else { a };
        Outcome::Compared(Comparison {
            theory,
            measured: shares.fold(theory, further),
            // One more for the choice among N.
            tolerance: (SIGMAS + 1.0) * libm::sqrt(theory * (1.0 - theory) / minutes as f64),
            unit: Unit::Share,
        })
    };
    Check {
        id: "leftovers",
        chart: Chart::Wait,
        title: "One datacenter: how many are left waiting",
        form: "0 to N \u{2212} 1, equally often: share of minutes that end with each number, the one furthest from 1/N; binomial",
        outcome,
    }
}

/// Expected share of the longest searches: sets the threshold of a long wait.
const LONG: f64 = 0.1;
/// Relative tolerance: replays return in the groups that they left in; the closed form assumes independent
/// arrivals.
const GROUPED: f64 = 0.1;

/// The share of long waits.
///
/// The players left are a random choice from the queue. So a player in a queue of Y >= N waits on with
/// probability (Y mod N) / Y. The mean of Erlang(k, lambda), k = 0..N-1, is the law of a queue served in order, with
/// the same mean and fewer long waits.
pub(super) fn long_waits(evidence: &Evidence<'_>, day: &Day) -> Check {
    let Evidence { params, columns, .. } = evidence;
    let chosen = params.avoid_rematch().then_some(CHOSEN);
    let outcome = all_queue(evidence, day).or(chosen).map_or_else(
        || {
            let minutes = columns.minutes();
            let mut tail = vec![0.0; columns.layout().wait_bins];
            for hour in (0..minutes).step_by(60).map(|from| from..(from + 60).min(minutes)) {
                let searches = columns.waits(hour.clone()).count() as f64;
                let rate = searches / (hour.len() as f64 * f64::from(MINUTE_S));
                let longer = waits_longer(params.players() as usize, rate, tail.len());
                tail.iter_mut().zip(longer).for_each(|(sum, share)| *sum += share * searches / day.matched);
            }
            let cut = (1..tail.len()).find(|&wait_s| tail[wait_s] <= LONG).unwrap_or(1).min(tail.len() - 1);
            let theory = tail[cut];
            let n = f64::from(params.players());
            let within = columns.waits(0..minutes).share_up_to(cut);
            let Some(within) = within.filter(|_| theory * day.matched >= 100.0) else {
                return Outcome::DoesNotApply(FEW);
            };
            let grouped = if params.replay() > 0 { GROUPED * theory } else { 0.0 };
            Outcome::Compared(Comparison {
                theory,
                measured: 1.0 - within,
                // Up to N - 1 wait on together.
                tolerance: SIGMAS * libm::sqrt(theory * n / day.matched) + grouped,
                unit: Unit::Share,
            })
        },
        Outcome::DoesNotApply,
    );
    Check {
        id: "long_waits",
        chart: Chart::Wait,
        title: "One datacenter: as many long waits as a shuffled queue has",
        form: "share of waits beyond the longest tenth\u{2019}s; who is left is a random choice, (Y mod N) of Y. A queue served in order has the same mean and fewer long waits",
        outcome,
    }
}

/// P(wait > t), t = 0, 1, ... s, for a player who arrives in a Poisson stream of `rate` players a second.
fn waits_longer(n: usize, rate: f64, seconds: usize) -> Vec<f64> {
    let arrivals = poisson(rate);
    // Probabilities of the number waiting, this player included.
    let mut waiting = vec![0.0; n];
    for before in 0..n {
        step(before + 1, 1.0 / n as f64, &arrivals, &mut waiting);
    }
    let mut longer = Vec::with_capacity(seconds);
    while longer.len() < seconds && waiting.iter().sum::<f64>() > 1e-12 {
        longer.push(waiting.iter().sum());
        let mut next = vec![0.0; n];
        waiting.iter().enumerate().for_each(|(now, &weight)| step(now, weight, &arrivals, &mut next));
        waiting = next;
    }
    longer.resize(seconds, 0.0);
    longer
}

/// One second: players arrive, whole groups leave.
fn step(waiting: usize, weight: f64, arrivals: &[f64], next: &mut [f64]) {
    let n = next.len();
    for (more, share) in arrivals.iter().enumerate() {
        let queue = waiting + more;
        let left = queue % n;
        let stays = if queue < n { 1.0 } else { left as f64 / queue as f64 };
        next[left] += weight * share * stays;
    }
}

/// P(k), k = 0, 1, ... until the rest is negligible.
pub(super) fn poisson(mean: f64) -> Vec<f64> {
    let most = mean + 10.0 * libm::sqrt(mean) + 10.0;
    let mut shares = vec![libm::exp(-mean)];
    while (shares.len() as f64) < most {
        let k = shares.len();
        // Use logarithms: for a large mean the first terms are 0.
        let ln = k as f64 * libm::log(mean) - mean - libm::lgamma(k as f64 + 1.0);
        shares.push(libm::exp(ln));
    }
    shares
}

#[cfg(test)]
mod tests {
    use super::*;
    use matchday_base::Streams;
    use rand::RngExt;
    use rand::seq::SliceRandom;

    /// Mean and 95th percentile of the waits in a queue that is simulated by its definition, s: within a second, linear.
    fn simulated(n: usize, rate: f64, shuffled: bool) -> [f64; 2] {
        let mut rng = Streams::new(1).stream("queue");
        let (mut queue, mut waits, mut next) = (Vec::new(), vec![0_u32; 300], 0.0);
        for second in 0..400_000_usize {
            while next < second as f64 + 1.0 {
                queue.push(second);
                next -= libm::log(1.0 - rng.random::<f64>()) / rate;
            }
            if shuffled {
                queue.shuffle(&mut rng);
            }
            queue.drain(..queue.len() / n * n).for_each(|joined| waits[second - joined] += 1);
        }
        let players = f64::from(waits.iter().sum::<u32>());
        let longer = waits.iter().scan(players, |left, &here| {
            *left -= f64::from(here);
            Some(*left / players)
        });
        figures(&longer.collect::<Vec<f64>>())
    }

    /// Mean and 95th percentile, from P(wait > t), t = 0, 1, ... s.
    fn figures(longer: &[f64]) -> [f64; 2] {
        let at = longer.iter().position(|&share| share <= 0.05).unwrap();
        let before = if at == 0 { 1.0 } else { longer[at - 1] };
        [longer.iter().sum::<f64>() + 0.5, at as f64 + (before - 0.05) / (before - longer[at])]
    }

    #[test]
    fn waits_are_those_of_a_shuffled_queue() {
        for (n, rate) in [(4, 0.754), (4, 0.3), (10, 3.0), (2, 5.0)] {
            let ([mean, p95], chain) = (simulated(n, rate, true), figures(&waits_longer(n, rate, 300)));
            assert!(
                (chain[0] / mean - 1.0).abs() < 0.02 && (chain[1] / p95 - 1.0).abs() < 0.02,
                "{chain:?}, {mean}, {p95}"
            );
            // The mean of both orders.
            let formula = (n as f64 - 1.0) / (2.0 * rate) + 0.5;
            assert!((chain[0] / formula - 1.0).abs() < 1e-3, "{chain:?}, {formula}");
        }
        // Four players, 0.754 a second: 7.5 s; served in order 6.9 s in whole seconds, 6.8 s by the mean of Erlangs.
        let [shuffled, in_order] = [true, false].map(|shuffled| simulated(4, 0.754, shuffled)[1]);
        assert!((shuffled - 7.5).abs() < 0.1 && (in_order - 6.9).abs() < 0.1, "{shuffled}, {in_order}");
    }
}
