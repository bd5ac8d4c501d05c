//! Two datacenters: some players reach one, some the other, some both. The exact Markov chain of leftover
//! players.
//!
//! Each second serves the two in random order. The first takes whole groups at random from all who reach it.
//! Leftover players who also reach the second stand in its queue too. The state after a second is the number
//! left of each kind. The next state depends only on it and on the arrivals, so a small matrix gives the
//! long-run shares. With four arrivals a second of each kind and groups of four, 2.32209 players are left on
//! average, and none in 10.956 % of seconds.

use super::queue::poisson;
use super::rtt::joins_by_place;
use super::{
    BETWEEN_RUNS, CHOSEN, Chart, Check, Comparison, Day, Evidence, Outcome, SEARCHING, SIGMAS, SPLIT, TOGETHER, Unit,
};
use matchday_base::DatacenterIndex;
use matchday_base::time::MINUTE_S;
use matchday_matchmaker::RowId;
use matchday_sim::census::State;
use matchday_sim::columns::PerDatacenter;
use std::collections::BTreeMap;

/// Numbers of players who reach only the first datacenter, only the second, and both.
type Kinds = [usize; 3];
/// A probability distribution: outcomes and their probabilities.
type Law<T> = BTreeMap<T, f64>;

/// Most searches a second: more make the chain too slow to compute beside a chart.
const MOST_A_SECOND: f64 = 30.0;
const MOST_PLAYERS: u32 = 6;
/// Relative tolerance: the chain ignores that replays return in groups and that rates change within an hour.
const UNEVEN: f64 = 0.03;

/// The distribution of the next state, for groups of `n` and these arrivals of each kind in a second.
fn next(n: usize, state: Kinds, arrivals: &[Vec<f64>; 3]) -> Law<Kinds> {
    let mut law = Law::new();
    for first in 0..2 {
        let second = 1 - first;
        // The first datacenter serves its own players and those who reach both.
        let mut after_first = Law::new();
        for (own, own_share) in arrivals[first].iter().enumerate() {
            for (both, both_share) in arrivals[2].iter().enumerate() {
                let share = own_share * both_share;
                for ([own, both], left) in leave(n, state[first] + own, state[2] + both) {
                    *after_first.entry([own, both]).or_insert(0.0) += share * left;
                }
            }
        }
        for ([own, both], share) in after_first {
            for (more, more_share) in arrivals[second].iter().enumerate() {
                for ([other, both], left) in leave(n, state[second] + more, both) {
                    let mut kinds = [own, own, both];
                    kinds[second] = other;
                    *law.entry(kinds).or_insert(0.0) += share * more_share * left / 2.0;
                }
            }
        }
    }
    law
}

/// The players left of `own` and `both` after groups of `n` have gone: all choices are equally likely.
fn leave(n: usize, own: usize, both: usize) -> impl Iterator<Item = ([usize; 2], f64)> {
    let left = (own + both) % n;
    let ways = move |both_left: usize| choose(own, left - both_left) * choose(both, both_left);
    let all = choose(own + both, left);
    (0..=left)
        .map(move |both_left| ([left - both_left, both_left], ways(both_left) / all))
        .filter(|(_, share)| *share > 0.0)
}

fn choose(of: usize, some: usize) -> f64 {
    if some > of {
        return 0.0;
    }
    (0..some).map(|k| (of - k) as f64 / (k + 1) as f64).product()
}

/// Mean number of players left, and the probability that none is.
fn left(n: usize, rates: [f64; 3]) -> [f64; 2] {
    let arrivals = rates.map(poisson);
    let mut moves: Law<Kinds> = Law::from([([0; 3], 1.0)]);
    let mut matrix: BTreeMap<Kinds, Law<Kinds>> = BTreeMap::new();
    for _ in 0..2_000 {
        let mut then = Law::new();
        for (&state, share) in &moves {
            let row = matrix.entry(state).or_insert_with(|| next(n, state, &arrivals));
            row.iter().for_each(|(&to, chance)| *then.entry(to).or_insert(0.0) += share * chance);
        }
        let moved: f64 = then.iter().map(|(state, share)| (share - moves.get(state).unwrap_or(&0.0)).abs()).sum();
        moves = then;
        if moved < 1e-9 {
            break;
        }
    }
    let mean = moves.iter().map(|(state, share)| state.iter().sum::<usize>() as f64 * share).sum();
    [mean, moves.get(&[0; 3]).copied().unwrap_or(0.0)]
}

/// Why the chain does not hold; `None` if it holds.
fn obstacle(Evidence { params, world, columns, .. }: &Evidence<'_>, day: &Day) -> Option<&'static str> {
    let minutes = columns.minutes();
    let patient =
        || (0..minutes).all(|at| columns.player_s(State::Expand, at) + columns.player_s(State::Warm, at) == 0);
    if world.datacenters.len() != 2 {
        Some("The chain is for exactly two datacenters.")
    } else if params.playlists() > 1 {
        Some(SPLIT)
    } else if params.together() {
        Some(TOGETHER)
    } else if params.interval_s() > 1 {
        Some(BETWEEN_RUNS)
    } else if params.avoid_rematch() {
        Some(CHOSEN)
    } else if world.least_ping.is_some() {
        Some("Every player has its own pings, so there are more than three kinds.")
    } else if !patient() || day.failed > 0.0 {
        Some("Some players search beyond the ideal round trip.")
    } else if params.players() > MOST_PLAYERS || day.searches() > MOST_A_SECOND * day.seconds {
        Some("The chain is computed for up to 6 a match and 30 searches a second.")
    } else {
        None
    }
}

/// Mean number of players left, and the share of minutes with none.
pub(super) fn checks(evidence: &Evidence<'_>, day: &Day) -> [Check; 2] {
    let outcomes =
        obstacle(evidence, day).map_or_else(|| compare(evidence, day), |why| [Outcome::DoesNotApply(why); 2]);
    let [mean, nobody] = outcomes;
    let check = |id, title, form, outcome| Check { id, chart: Chart::Datacenters, title, form, outcome };
    [
        check(
            "pair",
            "Two datacenters: as many are left waiting as the Markov chain says",
            "mean at the ends of seconds; players who reach one, the other, or both; hour by hour",
            mean,
        ),
        check(
            "pair_nobody",
            "Two datacenters: nobody is left as often as the Markov chain says",
            "share of minutes that end with both queues empty; binomial",
            nobody,
        ),
    ]
}

fn compare(evidence: &Evidence<'_>, day: &Day) -> [Outcome; 2] {
    let Evidence { params, world, columns, dataset, .. } = evidence;
    let latencies = world.by_distance.as_ref().unwrap_or(&world.latencies);
    let mut kinds = [0.0; 3];
    for (row, joins) in joins_by_place(dataset, params.days()).into_iter().enumerate() {
        let mut ideal = latencies.ideal(RowId(row as u32));
        let kind = match [ideal.next(), ideal.next()] {
            [_, Some(_)] => 2,
            [one, None] => one.map_or(0, DatacenterIndex::index),
        };
        kinds[kind] += joins;
    }
    let all: f64 = kinds.iter().sum();
    let minutes = columns.minutes();
    let [mut mean, mut nobody] = [0.0; 2];
    for hour in (0..minutes).step_by(60).map(|from| from..(from + 60).min(minutes)) {
        let share = hour.len() as f64 / minutes as f64;
        let rate = columns.waits(hour.clone()).count() as f64 / (hour.len() as f64 * f64::from(MINUTE_S));
        let [left, none] = left(params.players() as usize, kinds.map(|kind| rate * kind / all));
        (mean, nobody) = (mean + share * left, nobody + share * none);
    }
    let searching = |minute| SEARCHING.map(|state| f64::from(columns.player_s(state, minute)));
    let measured = (0..minutes).flat_map(searching).sum::<f64>() / day.seconds;
    let both_empty = |minute: &usize| (0..2).all(|at| columns.at(at, PerDatacenter::Queue, *minute) == 0);
    let empty = (0..minutes).filter(both_empty).count() as f64 / minutes as f64;
    // Successive seconds are correlated for as long as replacing the leftover players takes.
    let memory_s = 2.0 * mean * day.seconds / day.searches() + 1.0;
    [
        Outcome::Compared(Comparison {
            theory: mean,
            measured,
            tolerance: SIGMAS * libm::sqrt(mean * memory_s / day.seconds) + UNEVEN * mean,
            unit: Unit::Players,
        }),
        Outcome::Compared(Comparison {
            theory: nobody,
            measured: empty,
            tolerance: SIGMAS * libm::sqrt(nobody * (1.0 - nobody) / minutes as f64) + UNEVEN * nobody,
            unit: Unit::Share,
        }),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_chain_has_the_published_shares() {
        let [mean, nobody] = left(4, [4.0; 3]);
        assert!((mean - 2.32209).abs() < 1e-5, "{mean}");
        assert!((nobody - 0.10956).abs() < 1e-5, "{nobody}");
    }

    #[test]
    fn without_shared_players_the_two_are_queues_of_their_own() {
        // 0..3 left at each, equally often: 1.5 and 1.5, none at both in 1/16.
        let [mean, nobody] = left(4, [2.0, 5.0, 0.0]);
        assert!((mean - 3.0).abs() < 1e-6 && (nobody - 0.0625).abs() < 1e-6, "{mean} {nobody}");
        // Without players of their own, the two are one queue.
        let [mean, nobody] = left(4, [0.0, 0.0, 3.0]);
        assert!((mean - 1.5).abs() < 1e-6 && (nobody - 0.25).abs() < 1e-6, "{mean} {nobody}");
    }
}
