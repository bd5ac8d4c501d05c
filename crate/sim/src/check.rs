//! The invariants of a running day.
//!
//! [`sweep`] checks all of them: after every simulated minute in debug builds, after every second in tests on
//! tiny worlds.

use crate::census::State;
use crate::day::ArticleDay;
use crate::placement::Placement;
use crate::simulate::Simulate;
use matchday_base::{DatacenterIndex, PlayerId};
use matchday_matchmaker::{LatencyTable, Matchmaker};
use thiserror::Error;

/// A broken invariant.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum Violation {
    /// The players online do not add up to the counts.
    #[error("{state:?}: {counted} counted, {found} found")]
    Counts {
        /// Which state.
        state: State,
        /// By the running count.
        counted: u32,
        /// By the sweep.
        found: u32,
    },
    /// A player is in two places: in two matches, or in a match and searching.
    #[error("player {0:?} is inside twice")]
    Twice(PlayerId),
    /// A player is in a queue that its state does not allow, or missing from one that it requires.
    #[error("player {0:?} stands in a queue, or in none, against its state")]
    Queue(PlayerId),
    /// The players found differ in number from those who joined and have not left.
    #[error("{expected} players are online by count, {found} are found")]
    Online {
        /// By ids.
        expected: u32,
        /// By the sweep.
        found: u32,
    },
    /// Matches and their players do not add up.
    #[error("matches hold {expected} players, {found} are in them")]
    Matches {
        /// By the matches.
        expected: u32,
        /// By the players.
        found: u32,
    },
    /// The time spent in a state is not the integral of its count.
    #[error("{state:?}: players spent {spent_s} s in it, its count adds up to {integral_s} s")]
    Little {
        /// Which state.
        state: State,
        /// Sum of the times.
        spent_s: u64,
        /// Sum of the counts.
        integral_s: u64,
    },
    /// A player's pings would now give other results.
    #[error("player {0:?} has other routes than when it joined")]
    Route(PlayerId),
    /// Estimated and actual RTT differ although nothing in the scenario separates them.
    #[error("minute {minute}: the estimated mean is {estimated_ms} ms, the actual mean {actual_ms} ms")]
    Estimated {
        /// Which minute.
        minute: usize,
        /// Mean estimated RTT, ms.
        estimated_ms: f64,
        /// Mean actual RTT, ms.
        actual_ms: f64,
    },
}

/// Checks all invariants between two seconds.
///
/// # Errors
/// The first [`Violation`] found.
pub fn sweep<M: Matchmaker, P: Placement>(day: &ArticleDay<M, P>) -> Result<(), Violation> {
    counts(day)?;
    matches(day)?;
    queues(day)?;
    little(day)?;
    round_trips(day)
}

fn counts<M: Matchmaker, P: Placement>(day: &ArticleDay<M, P>) -> Result<(), Violation> {
    let (mut found, mut players) = ([0; State::ALL.len()], Vec::new());
    day.each_inside(|queued, state, _| {
        found[state as usize] += 1;
        players.push(queued.player);
    });
    players.sort_unstable();
    if let Some(twice) = players.windows(2).find(|pair| pair[0] == pair[1]) {
        return Err(Violation::Twice(twice[0]));
    }
    for (state, counted) in State::ALL.into_iter().zip(day.log.times.counts) {
        let found = found[state as usize];
        if found != counted {
            return Err(Violation::Counts { state, counted, found });
        }
    }
    let (expected, found) = (day.census.inside(), players.len() as u32);
    if expected == found { Ok(()) } else { Err(Violation::Online { expected, found }) }
}

fn matches<M: Matchmaker, P: Placement>(day: &ArticleDay<M, P>) -> Result<(), Violation> {
    for (_, cohort) in day.playlists.iter().flat_map(|playlist| playlist.cohorts.iter(day.now())) {
        let expected = cohort.runs.iter().map(|run| run.players).sum();
        let found = cohort.queued_players.len() as u32;
        if expected != found {
            return Err(Violation::Matches { expected, found });
        }
    }
    Ok(())
}

/// Every player is in exactly the queues where the matchmaker says it is, such as those of all datacenters within the cap of
/// its state; a player in a lobby is in none.
fn queues<M: Matchmaker, P: Placement>(day: &ArticleDay<M, P>) -> Result<(), Violation> {
    let datacenters = (0..day.columns().layout().datacenters as u16).map(DatacenterIndex);
    let mut queues = datacenters.flat_map(|at| day.playlists.iter().map(move |playlist| (at, &playlist.matchmaker)));
    queues.try_for_each(|(datacenter, matchmaker)| queue(matchmaker, day.believed(), datacenter))
}

fn queue<M: Matchmaker>(
    matchmaker: &M,
    latencies: &LatencyTable,
    datacenter: DatacenterIndex,
) -> Result<(), Violation> {
    let mut queue: Vec<PlayerId> = matchmaker.queue(latencies, datacenter).collect();
    queue.sort_unstable();
    for searching in matchmaker.searching() {
        let player = searching.queued.player;
        let stands = queue.binary_search(&player).map(|at| queue.remove(at)).is_ok();
        if stands != matchmaker.is_queued(latencies, &searching, datacenter) {
            return Err(Violation::Queue(player));
        }
    }
    queue.first().map_or(Ok(()), |&stray| Err(Violation::Queue(stray)))
}

fn little<M: Matchmaker, P: Placement>(day: &ArticleDay<M, P>) -> Result<(), Violation> {
    let mut spent_s = day.log.times.spent_s;
    for playlist in &day.playlists {
        let searched_s = playlist.matchmaker.searched_s();
        spent_s.iter_mut().zip(searched_s).for_each(|(spent_s, searched_s)| *spent_s += searched_s);
    }
    day.each_inside(|_, state, since| spent_s[state as usize] += u64::from(day.now().since(since)));
    for ((state, spent_s), integral_s) in State::ALL.into_iter().zip(spent_s).zip(day.log.times.integral_s) {
        if spent_s != integral_s {
            return Err(Violation::Little { state, spent_s, integral_s });
        }
    }
    Ok(())
}

fn round_trips<M: Matchmaker, P: Placement>(day: &ArticleDay<M, P>) -> Result<(), Violation> {
    if let Some(estimates) = &day.estimates {
        let mut stray = None;
        day.each_inside(|queued, _, _| {
            if !estimates.is_fixed(&day.world, queued.player, day.cell(queued)) {
                stray = Some(queued.player);
            }
        });
        return stray.map_or(Ok(()), |player| Err(Violation::Route(player)));
    }
    let columns = day.columns();
    let Some(minute) = columns.minutes().checked_sub(1) else { return Ok(()) };
    let means = [columns.estimated_mean_ms(minute..minute + 1), columns.rtt_mean_ms(minute..minute + 1)];
    match means {
        [Some(estimated_ms), Some(actual_ms)] if estimated_ms != actual_ms => {
            Err(Violation::Estimated { minute, estimated_ms, actual_ms })
        }
        _ => Ok(()),
    }
}
