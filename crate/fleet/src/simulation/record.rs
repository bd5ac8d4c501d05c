//! Waits, misses, lost matches, expired timers.

use crate::broker::{self, Outcome};
use crate::registration;
use matchday_base::{DatacenterIndex, MatchId, SimTime, Window};

/// Longest wait with its own bin, s; longer waits are counted here.
pub const LONGEST_WAIT_S: usize = 600;

/// Matches by their wait in seconds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Waits(Vec<u64>);

impl Default for Waits {
    fn default() -> Self {
        Self(vec![0; LONGEST_WAIT_S + 1])
    }
}

impl Waits {
    fn add(&mut self, wait_s: u32) {
        self.0[(wait_s as usize).min(LONGEST_WAIT_S)] += 1;
    }

    /// Matches, including those that did not wait.
    pub fn matches(&self) -> u64 {
        self.0.iter().sum()
    }

    /// Sum of their waits, s.
    pub fn sum_s(&self) -> u64 {
        self.0.iter().zip(0..).map(|(matches, wait_s)| matches * wait_s).sum()
    }

    /// Matches with a wait of this many seconds.
    pub fn of(&self, wait_s: usize) -> u64 {
        self.0[wait_s]
    }

    /// Mean wait, s; 0 if none waited.
    pub fn mean_s(&self) -> f64 {
        self.sum_s() as f64 / self.matches().max(1) as f64
    }

    /// The shortest wait that 95 % of all do not exceed, s; 0 if none waited.
    pub fn p95_s(&self) -> u32 {
        let target = (self.matches() * 95).div_ceil(100);
        let mut below = 0;
        let reaches = |matches: &u64| {
            below += matches;
            below >= target
        };
        self.0.iter().position(reaches).unwrap_or(LONGEST_WAIT_S) as u32
    }
}

/// An outage of a datacenter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outage {
    /// The datacenter that is down.
    pub datacenter: DatacenterIndex,
    /// Its first second.
    pub from: SimTime,
    /// The second in which servers are ordered again.
    pub until: SimTime,
}

/// Statistics since the beginning.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Record {
    /// Matches by the seconds from formation to pickup by a server.
    pub pickup_waits: Waits,
    /// Matches by the seconds from pickup to ready.
    pub ready_waits: Waits,
    /// Expired timers of the broker, in the order of [`broker::Cause::ALL`].
    pub broker_expiries: [u64; broker::Cause::ALL.len()],
    /// Expired timers of the registration, in the order of [`registration::Cause::ALL`].
    pub registration_expiries: [u64; registration::Cause::ALL.len()],
    /// Matches that no server picked up in the second in which they formed.
    pub misses: u64,
    /// The same by datacenter, up to the last that has one.
    misses_at: Vec<u64>,
    /// Misses that got a server later.
    pub cold_starts: u64,
    /// Matches by their outcome.
    ended: [u64; 1 + Outcome::FAILURES.len()],
    /// Outages in the order of their beginnings, also those before the statistics began.
    pub outages: Vec<Outage>,
    /// Matches open at the beginning.
    pub open_at_start: u64,
    open: Window<MatchId, Open>,
}

/// A match that has not ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Open {
    /// Time of its formation; after pickup, time of pickup.
    since: SimTime,
    missed: bool,
    /// Whether its players have joined.
    running: bool,
}

impl Record {
    /// Restarts the statistics, but keeps open matches, and outages, which may go on.
    pub(super) fn begin(&mut self) {
        let Self { open, outages, .. } = std::mem::take(self);
        *self = Self { open_at_start: open.iter().count() as u64, open, outages, ..Self::default() };
    }

    /// A match has formed.
    pub(super) fn requested(&mut self, now: SimTime, id: MatchId) {
        if !self.open.knew(id) {
            self.open.insert(id, Open { since: now, missed: false, running: false });
        }
    }

    /// No server is free for it.
    pub(super) fn missed(&mut self, id: MatchId, datacenter: DatacenterIndex) {
        if let Some(open) = self.open.get_mut(id)
            && !std::mem::replace(&mut open.missed, true)
        {
            self.misses += 1;
            let at = datacenter.index();
            self.misses_at.resize(self.misses_at.len().max(at + 1), 0);
            self.misses_at[at] += 1;
        }
    }

    /// Matches without a server at a datacenter when they formed.
    pub fn misses_at(&self, datacenter: usize) -> u64 {
        self.misses_at.get(datacenter).copied().unwrap_or(0)
    }

    /// A server has picked it up.
    pub(super) fn picked_up(&mut self, now: SimTime, id: MatchId) {
        if let Some(open) = self.open.get_mut(id) {
            let since = std::mem::replace(&mut open.since, now);
            self.cold_starts += u64::from(open.missed);
            self.pickup_waits.add(now.since(since));
        }
    }

    /// It is ready for its players, who join.
    pub(super) fn ready(&mut self, now: SimTime, id: MatchId) {
        if let Some(open) = self.open.get_mut(id) {
            open.running = true;
            self.ready_waits.add(now.since(open.since));
        }
    }

    /// Whether its players have joined, and it has not ended for them.
    pub(super) fn is_running(&self, id: MatchId) -> bool {
        self.open.get(id).is_some_and(|open| open.running)
    }

    /// A timer of the broker has expired.
    pub(super) fn expired(&mut self, cause: broker::Cause) {
        self.broker_expiries[cause as usize] += 1;
    }

    /// A timer of the registration has expired.
    pub(super) fn registration_expired(&mut self, cause: registration::Cause) {
        self.registration_expiries[cause as usize] += 1;
    }

    /// It is over for its players; returns whether they had not been told yet.
    pub(super) fn ended(&mut self, id: MatchId, outcome: Outcome) -> bool {
        let was_open = self.open.remove(id).is_some();
        self.ended[outcome as usize] += u64::from(was_open);
        was_open
    }

    /// Matches with this outcome.
    pub fn with(&self, outcome: Outcome) -> u64 {
        self.ended[outcome as usize]
    }

    /// Matches that failed, other than refused ones.
    pub fn lost(&self) -> u64 {
        let failed: u64 = Outcome::FAILURES.iter().map(|&outcome| self.with(outcome)).sum();
        failed - self.with(Outcome::Refused)
    }

    /// Matches that have not ended.
    pub fn open(&self) -> usize {
        self.open.iter().count()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waits_have_mean_and_percentile() {
        let mut waits = Waits::default();
        assert_eq!((waits.mean_s(), waits.p95_s()), (0.0, 0));
        (0..95).for_each(|_| waits.add(2));
        assert_eq!((waits.mean_s(), waits.p95_s()), (2.0, 2));
        (0..6).for_each(|_| waits.add(100_000));
        assert_eq!((waits.of(LONGEST_WAIT_S), waits.p95_s()), (6, LONGEST_WAIT_S as u32));
    }
}
