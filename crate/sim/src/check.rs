//! The invariants of a running day.
//!
//! [`sweep`] looks at everything at once: after every simulated minute in debug builds, after every second in
//! tests on tiny worlds.

use crate::census::State;
use crate::day::Simulation;
use matchday_base::{DatacenterIndex, PlayerId};
use matchday_matchmaker::SearchState;
use thiserror::Error;

/// A broken invariant.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum Violation {
    /// Players inside do not add up to the counts.
    #[error("{state:?}: {counted} counted, {found} found")]
    Counts {
        /// Which state.
        state: State,
        /// By the running count.
        counted: u32,
        /// By looking.
        found: u32,
    },
    /// A player is in two live matches, or in one without playing.
    #[error("player {0:?} is in a match that it should not be in")]
    Match(PlayerId),
    /// A player stands in a queue that its state does not allow, or the matchmaker and the census disagree.
    #[error("player {0:?} stands in a queue, or searches, against its state")]
    Queue(PlayerId),
    /// Matches and their players do not add up.
    #[error("matches hold {expected} players, {found} are due with them")]
    Matches {
        /// By the matches.
        expected: u32,
        /// By the players.
        found: u32,
    },
    /// Time spent in a state is not the integral of its count.
    #[error("{state:?}: players spent {spent_s} s in it, its count adds up to {integral_s} s")]
    Little {
        /// Which state.
        state: State,
        /// Sum of the times.
        spent_s: u64,
        /// Sum of the counts.
        integral_s: u64,
    },
    /// A player's pings would show something else now.
    #[error("player {0:?} has other routes than when it joined")]
    Route(PlayerId),
    /// Nothing tells believed from played, and yet they differ.
    #[error("minute {minute}: {believed_ms} ms believed, {played_ms} ms played")]
    Believed {
        /// Which minute.
        minute: usize,
        /// Mean believed.
        believed_ms: f64,
        /// Mean played.
        played_ms: f64,
    },
}

/// Checks everything between two seconds.
///
/// # Errors
/// The first [`Violation`] found.
pub fn sweep(day: &Simulation) -> Result<(), Violation> {
    counts(day)?;
    matches(day)?;
    queues(day)?;
    little(day)?;
    round_trips(day)
}

fn counts(day: &Simulation) -> Result<(), Violation> {
    let mut found = [0; State::ALL.len()];
    day.census.iter().for_each(|(_, _, state, _)| found[state as usize] += 1);
    for (state, counted) in State::ALL.into_iter().zip(day.census.counts()) {
        let found = found[state as usize];
        if found != counted {
            return Err(Violation::Counts { state, counted, found });
        }
    }
    Ok(())
}

fn matches(day: &Simulation) -> Result<(), Violation> {
    let mut players: Vec<PlayerId> = day.playing.iter().copied().collect();
    let expected = day.matches.iter().map(|running| running.players).sum();
    if players.len() as u32 != expected {
        return Err(Violation::Matches { expected, found: players.len() as u32 });
    }
    players.sort_unstable();
    if let Some(twice) = players.windows(2).find(|pair| pair[0] == pair[1]) {
        return Err(Violation::Match(twice[0]));
    }
    match players.iter().find(|&&player| day.census.state(player) != Some(State::Playing)) {
        Some(&player) => Err(Violation::Match(player)),
        None => Ok(()),
    }
}

fn queues(day: &Simulation) -> Result<(), Violation> {
    for (player, state) in day.matchmaker.searching() {
        let expected = match state {
            SearchState::Ideal => State::Ideal,
            SearchState::Expand => State::Expand,
            SearchState::Warm => State::Warm,
        };
        if day.census.state(player) != Some(expected) {
            return Err(Violation::Queue(player));
        }
    }
    for datacenter in (0..day.columns().layout().datacenters as u16).map(DatacenterIndex) {
        let allowed = |player: &PlayerId| matches!(day.census.state(*player), Some(State::Ideal | State::Expand));
        if let Some(player) = day.matchmaker.queue(datacenter).find(|player| !allowed(player)) {
            return Err(Violation::Queue(player));
        }
    }
    Ok(())
}

fn little(day: &Simulation) -> Result<(), Violation> {
    for (state, (spent_s, integral_s)) in State::ALL.into_iter().zip(day.census.little(day.now())) {
        if spent_s != integral_s {
            return Err(Violation::Little { state, spent_s, integral_s });
        }
    }
    Ok(())
}

fn round_trips(day: &Simulation) -> Result<(), Violation> {
    if let Some(estimates) = &day.estimates {
        let is_stray = |&(player, cell, ..): &(PlayerId, _, _, _)| !estimates.is_fixed(&day.world, player, cell);
        let stray = day.census.iter().find(is_stray);
        return stray.map_or(Ok(()), |(player, ..)| Err(Violation::Route(player)));
    }
    let columns = day.columns();
    let Some(minute) = columns.minutes().checked_sub(1) else { return Ok(()) };
    let means = [columns.believed_mean_ms(minute..minute + 1), columns.rtts(minute..minute + 1).mean()];
    match means {
        [Some(believed_ms), Some(played_ms)] if believed_ms != played_ms => {
            Err(Violation::Believed { minute, believed_ms, played_ms })
        }
        _ => Ok(()),
    }
}
