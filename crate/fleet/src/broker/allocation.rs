//! Asking allocators for servers, for matches that no waiting server takes.
//!
//! The allocators whose requirements accept the match are asked in the order of the settings, one at a time.
//! After a refusal the next is asked at once. When all have refused, the match stands in the line of its
//! datacenter, and asks again after the reaper period of the last allocator. If no server has come by the
//! allocator's ready deadline, the next is asked.
//!
//! The line is first in, first out. A match never asks an allocator while an older match in the line waits for
//! the same allocator: that one is asked for instead. As long as the allocator finds servers, the next in the
//! line follows at once.
//!
//! A server first gets the match for which it was allocated, if that still waits. With the oldest match
//! instead, the remaining match might wait for a server whose filter does not accept it.

use super::servers::{Known, Server, ServerState};
use super::sites::site;
use super::{AllocatorIndex, Broker, Effect, Stage};
use crate::ServerId;
use matchday_base::{MatchId, SimTime};

/// State of the requests to allocators for a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Ask {
    /// No allocator was asked.
    Nobody,
    /// This allocator was asked for a server that must call before `due`.
    Asked { allocator: AllocatorIndex, due: SimTime, answered: bool },
    /// All have refused; they are asked again at `due`.
    Refused { due: SimTime },
}

impl Ask {
    /// When to ask an allocator again.
    pub fn due(self) -> Option<SimTime> {
        match self {
            Ask::Nobody => None,
            Ask::Asked { due, .. } | Ask::Refused { due } => Some(due),
        }
    }
}

impl Broker {
    /// An allocator has found or started a server for a match. The server must call RequestMatch within
    /// `ready_deadline_s`, or it is cleaned up. The allocator is then asked for the next match in the line.
    pub fn allocated(
        &mut self,
        now: SimTime,
        id: MatchId,
        allocator: AllocatorIndex,
        server: ServerId,
        effects: &mut Vec<Effect>,
    ) {
        if usize::from(allocator.0) >= self.settings.allocators.len() {
            return;
        }
        let mut answered_for = None;
        if let Some(found) = self.matches.get_mut(id)
            && let Ask::Asked { allocator: asked, answered, .. } = &mut found.ask
            && *asked == allocator
            && !std::mem::replace(answered, true)
        {
            answered_for = Some(found.properties.datacenter);
        }
        match self.servers.known(server) {
            Known::No => {
                let (state, meant_for, allocator) = (ServerState::Starting, Some(id), Some(allocator.0));
                self.take_in(now, server, Server { state, meant_for, allocator, ..Server::at_first_call(now) });
            }
            Known::Yes(_) => self.reap_later(now, server, allocator),
            Known::Over => {}
        }
        let end = MatchId(u32::MAX);
        if let Some(datacenter) = answered_for
            && let Some(next) = site(&mut self.sites, datacenter).first_in_line(allocator.0, end, &self.matches)
        {
            self.begin_round(next);
            self.ask_for(now, next, allocator.0, effects);
        }
    }

    /// An allocator asked after a restart lists a server that it has started. If the server never calls, it
    /// is given up at the end of its lifetime.
    pub fn listed(&mut self, now: SimTime, allocator: AllocatorIndex, server: ServerId) {
        if usize::from(allocator.0) < self.settings.allocators.len() && self.receive(now, server).is_some() {
            self.reap_later(now, server, allocator);
        }
    }

    /// An allocator has no server for a match.
    pub fn refused(&mut self, now: SimTime, id: MatchId, allocator: AllocatorIndex, effects: &mut Vec<Effect>) {
        if usize::from(allocator.0) >= self.settings.allocators.len() {
            return;
        }
        let Some(found) = self.matches.get(id).filter(|found| found.stage == Stage::Queued) else { return };
        if !matches!(found.ask, Ask::Asked { allocator: asked, answered: false, .. } if asked == allocator) {
            return;
        }
        if found.willing == found.had_turn {
            return self.line_up(now, id, allocator.0);
        }
        self.ask(now, id, effects);
    }

    /// Asks the next allocator for a server, or the first again after all others; none if no allocator would
    /// start one. Older matches in the line are asked for first.
    pub(super) fn ask(&mut self, now: SimTime, id: MatchId, effects: &mut Vec<Effect>) {
        let Some(found) = self.matches.get_mut(id) else { return };
        if found.willing == 0 {
            return found.watch(now, id, &self.settings, &mut self.timers);
        }
        if found.willing == found.had_turn {
            found.had_turn = 0;
        }
        let (datacenter, mut left) = (found.properties.datacenter, found.willing & !found.had_turn);
        let mut last = 0;
        while left != 0 {
            last = left.trailing_zeros() as u8;
            left &= left - 1;
            let Some(older) = site(&mut self.sites, datacenter).first_in_line(last, id, &self.matches) else {
                return self.ask_for(now, id, last, effects);
            };
            self.take_turn(id, last);
            self.begin_round(older);
            self.ask_for(now, older, last, effects);
        }
        self.line_up(now, id, last);
    }

    /// Asks an allocator for a server for a match.
    fn ask_for(&mut self, now: SimTime, id: MatchId, number: u8, effects: &mut Vec<Effect>) {
        self.take_turn(id, number);
        let Some(found) = self.matches.get_mut(id) else { return };
        let due = now + self.settings.allocators[usize::from(number)].ready_deadline_s;
        let allocator = AllocatorIndex(number);
        found.ask = Ask::Asked { allocator, due, answered: false };
        effects.push(Effect::AskAllocator { allocator, datacenter: found.properties.datacenter, id });
        found.watch(now, id, &self.settings, &mut self.timers);
    }

    /// Every willing allocator has refused a match: it asks again after the reaper period of this allocator.
    fn line_up(&mut self, now: SimTime, id: MatchId, number: u8) {
        let Some(found) = self.matches.get_mut(id) else { return };
        found.ask = Ask::Refused { due: now + self.settings.allocators[usize::from(number)].reaper_period_s };
        found.watch(now, id, &self.settings, &mut self.timers);
        site(&mut self.sites, found.properties.datacenter).line.insert(id);
    }

    /// An allocator has had its turn for a match.
    fn take_turn(&mut self, id: MatchId, number: u8) {
        if let Some(found) = self.matches.get_mut(id) {
            found.had_turn |= 1 << number;
        }
    }

    /// No allocator has had its turn for a match.
    fn begin_round(&mut self, id: MatchId) {
        if let Some(found) = self.matches.get_mut(id) {
            found.had_turn = 0;
        }
    }

    /// A server called before its allocator answered: its reaper learns of it now, and counts from now.
    fn reap_later(&mut self, now: SimTime, id: ServerId, allocator: AllocatorIndex) {
        if let Some(server) = self.servers.get_mut(id)
            && server.allocator.is_none()
        {
            (server.allocator, server.run_since) = (Some(allocator.0), now);
            server.watch(now, id, &self.settings, self.started, &mut self.timers);
        }
    }
}
