//! Usage of a fleet: server seconds by state, matches, servers created and deleted.

use super::state::State;
use matchday_base::SimTime;
use matchday_base::time::HOUR_S;
use std::iter::Sum;
use std::ops::Sub;

/// Servers by state, and matches on them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Counts {
    pub(super) by_state: [u32; State::ALL.len()],
    pub(super) matches: u32,
}

impl Counts {
    /// Servers in a state.
    pub fn of(&self, state: State) -> u32 {
        self.by_state[state.index()]
    }

    /// Matches on all servers.
    pub fn matches(&self) -> u32 {
        self.matches
    }

    /// Servers that count as the fleet's replicas.
    pub fn replicas(&self) -> u32 {
        State::ALL.into_iter().filter(|state| state.is_replica()).map(|state| self.of(state)).sum()
    }

    /// Servers that exist.
    pub fn servers(&self) -> u32 {
        self.by_state.iter().sum()
    }
}

/// Usage of a fleet up to a second; the difference of two is the usage in between.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Usage {
    /// Server seconds by [`State::index`].
    pub server_s: [u64; State::ALL.len()],
    /// Match seconds.
    pub match_s: u64,
    /// Servers ordered.
    pub created: u64,
    /// Servers deleted.
    pub deleted: u64,
}

impl Usage {
    /// Server seconds in total, all of which are paid for.
    pub fn paid_s(&self) -> u64 {
        self.server_s.iter().sum()
    }

    /// Share of the paid capacity for matches that was used; `None` if nothing was paid.
    pub fn utilisation(&self, matches_per_server: u32) -> Option<f64> {
        let room_s = self.paid_s() as f64 * f64::from(matches_per_server);
        (room_s > 0.0).then(|| self.match_s as f64 / room_s)
    }

    /// Cost in the millionths of `price_micros_per_hour`, rounded down.
    pub fn cost_micros(&self, price_micros_per_hour: u64) -> u128 {
        u128::from(self.paid_s()) * u128::from(price_micros_per_hour) / u128::from(HOUR_S)
    }
}

impl Sum for Usage {
    fn sum<I: Iterator<Item = Usage>>(all: I) -> Usage {
        all.fold(Usage::default(), |sum, one| Usage {
            server_s: std::array::from_fn(|state| sum.server_s[state] + one.server_s[state]),
            match_s: sum.match_s + one.match_s,
            created: sum.created + one.created,
            deleted: sum.deleted + one.deleted,
        })
    }
}

impl Sub for Usage {
    type Output = Usage;
    fn sub(self, earlier: Usage) -> Usage {
        Usage {
            server_s: std::array::from_fn(|state| self.server_s[state] - earlier.server_s[state]),
            match_s: self.match_s - earlier.match_s,
            created: self.created - earlier.created,
            deleted: self.deleted - earlier.deleted,
        }
    }
}

/// Adds up a fleet's usage in two ways that must agree (Little): counts over time, and the time of each
/// server.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Ledger {
    at: SimTime,
    usage: Usage,
    spent_s: [u64; State::ALL.len()],
}

impl Ledger {
    /// No usage before the second `now`.
    pub fn new(now: SimTime) -> Self {
        Self { at: now, usage: Usage::default(), spent_s: Default::default() }
    }

    /// Called before `counts` change in the second `now`.
    #[inline]
    pub fn passed(&mut self, now: SimTime, counts: &Counts) {
        if now > self.at {
            self.usage = self.usage(now, counts);
            self.at = now;
        }
    }

    /// A server leaves a state.
    #[inline]
    pub fn left(&mut self, state: State, spent_s: u32) {
        self.spent_s[state.index()] += u64::from(spent_s);
    }

    /// A server is ordered.
    pub fn created(&mut self) {
        self.usage.created += 1;
    }

    /// A server is deleted.
    pub fn deleted(&mut self) {
        self.usage.deleted += 1;
    }

    /// Usage up to `now`, if counts were `counts` since the last change.
    pub fn usage(&self, now: SimTime, counts: &Counts) -> Usage {
        let seconds = u64::from(now.since(self.at));
        let mut usage = self.usage;
        for (sum, &count) in usage.server_s.iter_mut().zip(&counts.by_state) {
            *sum += u64::from(count) * seconds;
        }
        usage.match_s += u64::from(counts.matches) * seconds;
        usage
    }

    /// Time of servers that have left each state, s.
    pub fn spent_s(&self) -> [u64; State::ALL.len()] {
        self.spent_s
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_used_costs_by_the_second() {
        let mut usage = Usage { match_s: 5_400, created: 3, deleted: 1, ..Usage::default() };
        usage.server_s[State::Ready.index()] = 3_600;
        usage.server_s[State::Allocated.index()] = 3_600;
        assert_eq!(usage.paid_s(), 7_200);
        assert_eq!((usage.utilisation(1), usage.utilisation(3)), (Some(0.75), Some(0.25)));
        assert_eq!((usage.cost_micros(48_000), usage.cost_micros(u64::MAX)), (96_000, u128::from(u64::MAX) * 2));
        assert_eq!(Usage::default().utilisation(1), None);
        assert_eq!((usage - usage, usage - Usage::default()), (Usage::default(), usage));
    }

    #[test]
    fn usage_is_the_integral_of_counts() {
        let mut ledger = Ledger::new(SimTime(10));
        let mut counts = Counts::default();
        // Three servers Ready from 12 to 17, two of them from 17 to 20 with a match each on another.
        ledger.passed(SimTime(12), &counts);
        counts.by_state[State::Ready.index()] = 3;
        ledger.passed(SimTime(17), &counts);
        counts.by_state[State::Ready.index()] = 2;
        counts.matches = 2;
        ledger.passed(SimTime(17), &counts);
        let usage = ledger.usage(SimTime(20), &counts);
        assert_eq!((usage.paid_s(), usage.match_s), (15 + 6, 6));
    }
}
