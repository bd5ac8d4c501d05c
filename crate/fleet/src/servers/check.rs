//! Invariants of a fleet after every event.

use super::fleet::{Fleet, later};
use super::server::Server;
use super::state::{State, Step};
use matchday_base::SimTime;
use thiserror::Error;

/// A broken invariant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum Violation {
    /// The servers of a state differ in number from its count.
    #[error("{state:?}: {counted} servers counted, {found} found")]
    Counts {
        /// Which state.
        state: State,
        /// By the running count.
        counted: u32,
        /// By the sweep.
        found: u32,
    },
    /// The matches on servers differ in number from their count, or a server has too many, or one while not
    /// Allocated.
    #[error("{counted} matches counted, {found} found; the fullest server has {most}")]
    Matches {
        /// By the running count.
        counted: u32,
        /// By the sweep.
        found: u32,
        /// On one server.
        most: u32,
    },
    /// A shelf holds a wrong server.
    #[error("{found} servers stand on shelves, {expected} should, or one stands in another's place")]
    Shelves {
        /// By state.
        expected: u32,
        /// On shelves.
        found: u32,
    },
    /// Time spent in a state is not the integral of its count.
    #[error("{state:?}: servers spent {spent_s} s in it, its count adds up to {integral_s} s")]
    Little {
        /// Which state.
        state: State,
        /// Sum of the times.
        spent_s: u64,
        /// Sum of the counts.
        integral_s: u64,
    },
    /// A server outlived its time limit.
    #[error("a server is {state:?} since {since}, longer than it may be")]
    Overdue {
        /// Its state.
        state: State,
        /// Since when.
        since: SimTime,
    },
}

/// Checks every server of a fleet in the second `now`.
///
/// # Errors
/// The first [`Violation`] found.
pub fn sweep(fleet: &Fleet, now: SimTime) -> Result<(), Violation> {
    let servers = || fleet.stock.slots.iter().filter(|slot| !slot.deleted).map(|slot| &slot.server);
    let (counts, usage) = (fleet.counts(), fleet.usage(now));
    for state in State::ALL {
        let (mut found, mut spent_s) = (0, fleet.stock.ledger.spent_s()[state.index()]);
        for server in servers().filter(|server| server.state == state) {
            found += 1;
            spent_s += u64::from(now.since(server.since));
        }
        let (counted, integral_s) = (counts.of(state), usage.server_s[state.index()]);
        if counted != found {
            return Err(Violation::Counts { state, counted, found });
        }
        if spent_s != integral_s {
            return Err(Violation::Little { state, spent_s, integral_s });
        }
    }
    let found = servers().filter(|server| server.state == State::Allocated).map(|server| server.matches).sum();
    let most = servers().map(|server| server.matches).max().unwrap_or(0);
    let all: u32 = servers().map(|server| server.matches).sum();
    if counts.matches != found || all != found || most > fleet.settings.matches_per_server.get() {
        return Err(Violation::Matches { counted: counts.matches, found, most });
    }
    fleet.stock.check_shelves()?;
    for (slot, number) in fleet.stock.slots.iter().zip(0..).filter(|(slot, _)| !slot.deleted) {
        let Server { state, since, reserved_until, .. } = slot.server;
        let error = (state == State::Error).then(|| later(since, fleet.settings.error_s));
        let silent = fleet.given_up_at(number).filter(|_| state.after(Step::Health).is_some());
        if [reserved_until, error, silent].into_iter().flatten().any(|until| until < now) {
            return Err(Violation::Overdue { state, since });
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ServerId;
    use crate::servers::{FleetSettings, Numbering, SdkCall};
    use matchday_base::Calendar;
    use matchday_base::calendar::Date;

    const NOW: SimTime = SimTime::DAY_START;

    /// A Ready server in slot 0, and in slot 1 one with a match.
    fn fleet() -> Fleet {
        let settings = FleetSettings { replicas: 2, ..FleetSettings::default() };
        let mut fleet = Fleet::new(settings, Numbering::ALONE, Calendar::new(Date::from_unix_day(0)), NOW);
        fleet.reconcile(NOW, &mut Vec::new());
        for id in [0, 1].map(ServerId) {
            fleet.started(NOW, id).unwrap();
            fleet.call(NOW, id, SdkCall::Ready).unwrap();
        }
        assert_eq!(fleet.allocate(NOW), Some(ServerId(1)));
        assert_eq!(sweep(&fleet, NOW), Ok(()));
        fleet
    }

    #[test]
    fn the_sweep_sees_what_is_broken() {
        let broken = |damage: fn(&mut Fleet)| {
            let mut fleet = fleet();
            damage(&mut fleet);
            sweep(&fleet, NOW).unwrap_err().to_string()
        };
        let uncounted = broken(|fleet| fleet.stock.counts.by_state[State::Ready.index()] += 1);
        assert_eq!(uncounted, "Ready: 2 servers counted, 1 found");
        let matches = broken(|fleet| fleet.stock.counts.matches += 1);
        assert_eq!(matches, "2 matches counted, 1 found; the fullest server has 1");
        let misplaced = broken(|fleet| fleet.stock.slots.swap(0, 1));
        assert_eq!(misplaced, "1 servers stand on shelves, 1 should, or one stands in another's place");
        let unlived = broken(|fleet| fleet.stock.ledger.left(State::Ready, 3));
        assert_eq!(unlived, "Ready: servers spent 3 s in it, its count adds up to 0 s");
        let overdue = broken(|fleet| fleet.stock.slots[0].server.reserved_until = Some(NOW - 1));
        assert_eq!(overdue, "a server is Ready since 00:00:00, longer than it may be");
    }
}
