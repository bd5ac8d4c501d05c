//! The broker's data of servers: last calls, waiting servers, and the match of each server.

use super::expiry::{Timer, UNWATCHED, next_look};
use super::settings::{AllocatorSettings, BrokerSettings};
use crate::ServerId;
use matchday_base::{DatacenterIndex, MatchId, SimTime, Timers};

/// State of a server as the broker knows it, which may be outdated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ServerState {
    /// Allocated, and no call yet.
    Starting,
    /// Between matches.
    Idle,
    /// Waits for a match that its filter accepts, in this lane of this site.
    Waiting(DatacenterIndex, u16),
    /// Has this match.
    Holding(MatchId),
}

/// A server that the broker knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Server {
    /// Its state.
    pub state: ServerState,
    /// Time of its last call.
    pub last_call: SimTime,
    /// When it was allocated, or last picked up a match.
    pub run_since: SimTime,
    /// The match for which it was allocated, until its first request.
    pub(super) meant_for: Option<MatchId>,
    /// The allocator that started it, if one did.
    pub(super) allocator: Option<u8>,
    /// When its timer fires.
    pub(super) watched: SimTime,
}

impl Server {
    /// A server at its first call, before any timer is set for it.
    pub(super) fn at_first_call(now: SimTime) -> Self {
        let (meant_for, allocator) = (None, None);
        Self { state: ServerState::Idle, last_call: now, run_since: now, meant_for, allocator, watched: UNWATCHED }
    }

    /// Deadline of its next call.
    pub(super) fn silent(&self, settings: &BrokerSettings) -> SimTime {
        self.last_call
            + match (self.state, self.allocator) {
                (ServerState::Starting, Some(number)) => settings.allocators[usize::from(number)].ready_deadline_s,
                _ => settings.server_max_lifetime_s,
            }
    }

    /// When it is given up if nothing happens; `passes_from` is the start of the reapers' passes.
    pub(super) fn due(&self, settings: &BrokerSettings, passes_from: SimTime) -> SimTime {
        let silent = self.silent(settings);
        let allocator = self.allocator.map(|number| &settings.allocators[usize::from(number)]);
        match allocator.filter(|allocator| self.run_since + allocator.reaper_max_run_s < silent) {
            Some(allocator) => silent.min(reaped_at(allocator, passes_from, self.run_since)),
            None => silent,
        }
    }

    /// Sets its timer earlier if its next deadline requires it.
    pub(super) fn watch(
        &mut self,
        now: SimTime,
        id: ServerId,
        settings: &BrokerSettings,
        passes_from: SimTime,
        timers: &mut Timers<Timer>,
    ) {
        let at = next_look(now, self.due(settings, passes_from));
        if at < self.watched {
            self.watched = at;
            timers.set(at, Timer::Server(id));
        }
    }
}

/// Whether the broker knows a server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Known {
    /// Unknown, or known only before a restart.
    No,
    /// Known, in this slot.
    Yes(u32),
    /// Given up: it gets no more matches.
    Over,
}

/// Servers by id. Ids are not reused, so each server permanently takes one number.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub(super) struct Servers {
    slot_of: Vec<u32>,
    slots: Vec<Option<Server>>,
    free: Vec<u32>,
}

// Special values in place of slots.
const UNKNOWN: u32 = u32::MAX;
const OVER: u32 = u32::MAX - 1;

impl Servers {
    pub fn known(&self, id: ServerId) -> Known {
        match self.slot_of.get(id.0 as usize) {
            None | Some(&UNKNOWN) => Known::No,
            Some(&OVER) => Known::Over,
            Some(&slot) => Known::Yes(slot),
        }
    }

    /// Adds an unknown server.
    pub fn insert(&mut self, id: ServerId, server: Server) {
        let slot = self.free.pop().unwrap_or_else(|| {
            self.slots.push(None);
            self.slots.len() as u32 - 1
        });
        self.slots[slot as usize] = Some(server);
        *self.number_of(id) = slot;
    }

    pub fn get(&self, id: ServerId) -> Option<&Server> {
        self.slots.get(*self.slot_of.get(id.0 as usize)? as usize)?.as_ref()
    }

    pub fn get_mut(&mut self, id: ServerId) -> Option<&mut Server> {
        self.slots.get_mut(*self.slot_of.get(id.0 as usize)? as usize)?.as_mut()
    }

    /// Gives a server up, known or not.
    pub fn end(&mut self, id: ServerId) -> Option<Server> {
        let known = self.known(id);
        *self.number_of(id) = OVER;
        let Known::Yes(slot) = known else { return None };
        self.free.push(slot);
        self.slots[slot as usize].take()
    }

    /// All known servers, by id.
    pub fn iter(&self) -> impl Iterator<Item = (ServerId, &Server)> {
        (0..self.slot_of.len() as u32).map(ServerId).filter_map(|id| self.get(id).map(|server| (id, server)))
    }

    fn number_of(&mut self, id: ServerId) -> &mut u32 {
        let index = id.0 as usize;
        if index >= self.slot_of.len() {
            self.slot_of.resize(index + 1, UNKNOWN);
        }
        &mut self.slot_of[index]
    }
}

/// The first pass of an allocator's reaper that finds a server that has run too long: passes are `reaper_period_s`
/// apart, counted from the second `passes_from`.
fn reaped_at(allocator: &AllocatorSettings, passes_from: SimTime, run_since: SimTime) -> SimTime {
    let too_long = (run_since + allocator.reaper_max_run_s).since(passes_from);
    passes_from + too_long.next_multiple_of(allocator.reaper_period_s)
}
