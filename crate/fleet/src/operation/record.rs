//! Waits, misses, lost matches, timers that expired.

use crate::broker::{self, Outcome};
use crate::registration;
use crate::window::Window;
use matchday_base::{MatchId, SimTime};

/// Waits longer than this are counted as this, s.
pub const LONGEST_WAIT_S: usize = 600;

/// What has happened since the beginning.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// Matches by the seconds from forming to being picked up by a server.
    pub pickup_waits: Vec<u64>,
    /// Matches by the seconds from there to being ready for their players.
    pub ready_waits: Vec<u64>,
    /// Expired timers of the broker, in the order of [`broker::Cause::ALL`].
    pub broker_expiries: [u64; broker::Cause::ALL.len()],
    /// Expired timers of the registration, in the order of [`registration::Cause::ALL`].
    pub registration_expiries: [u64; registration::Cause::ALL.len()],
    /// Matches for which no server was there when they formed.
    pub misses: u64,
    /// Of these those that got one later.
    pub cold_starts: u64,
    /// Matches that ended in any other way than completed.
    pub lost: u64,
    open: Window<Open>,
}

/// A match that has not ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Open {
    /// When it formed; once picked up, when that was.
    since: SimTime,
    missed: bool,
}

impl Default for Record {
    fn default() -> Self {
        Self {
            pickup_waits: vec![0; LONGEST_WAIT_S + 1],
            ready_waits: vec![0; LONGEST_WAIT_S + 1],
            broker_expiries: Default::default(),
            registration_expiries: Default::default(),
            misses: 0,
            cold_starts: 0,
            lost: 0,
            open: Window::default(),
        }
    }
}

impl Record {
    /// A match has formed.
    pub(super) fn requested(&mut self, now: SimTime, id: MatchId) {
        if !self.open.knew(id) {
            self.open.insert(id, Open { since: now, missed: false });
        }
    }

    /// No server is there for it.
    pub(super) fn missed(&mut self, id: MatchId) {
        if let Some(open) = self.open.get_mut(id)
            && !std::mem::replace(&mut open.missed, true)
        {
            self.misses += 1;
        }
    }

    /// A server has picked it up.
    pub(super) fn picked_up(&mut self, now: SimTime, id: MatchId) {
        if let Some(open) = self.open.get_mut(id) {
            let since = std::mem::replace(&mut open.since, now);
            self.cold_starts += u64::from(open.missed);
            count(&mut self.pickup_waits, now.since(since));
        }
    }

    /// It is ready for its players.
    pub(super) fn ready(&mut self, now: SimTime, id: MatchId) {
        if let Some(open) = self.open.get(id) {
            count(&mut self.ready_waits, now.since(open.since));
        }
    }

    /// A timer of the broker has expired.
    pub(super) fn expired(&mut self, cause: broker::Cause) {
        self.broker_expiries[cause as usize] += 1;
    }

    /// A timer of the registration has expired.
    pub(super) fn registration_expired(&mut self, cause: registration::Cause) {
        self.registration_expiries[cause as usize] += 1;
    }

    /// It is over.
    pub(super) fn ended(&mut self, id: MatchId, outcome: Outcome) {
        if self.open.remove(id).is_some() && outcome != Outcome::Completed {
            self.lost += 1;
        }
    }

    /// Matches that have not ended.
    pub fn open(&self) -> usize {
        self.open.iter().count()
    }
}

fn count(waits: &mut [u64], wait_s: u32) {
    waits[(wait_s as usize).min(LONGEST_WAIT_S)] += 1;
}
