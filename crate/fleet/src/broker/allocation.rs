//! Asking allocators for servers, for matches that no waiting server takes.
//!
//! The allocators whose requirements accept the match are asked in the order of the settings, one at a time.
//! After a refusal the next is asked at once. When all have refused, the first is asked again after the
//! reaper period of the last. If no server has come by the allocator's ready deadline, the next is asked.
//!
//! A server first gets the match for which it was allocated, if that still waits. With the oldest match
//! instead, the remaining match might wait for a server whose filter does not accept it.

use super::servers::{Known, Server, Standing};
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
    /// `ready_deadline_s`, or it is cleaned up.
    pub fn allocated(&mut self, now: SimTime, id: MatchId, allocator: AllocatorIndex, server: ServerId) {
        if usize::from(allocator.0) >= self.settings.allocators.len() {
            return;
        }
        if let Some(found) = self.matches.get_mut(id)
            && let Ask::Asked { allocator: asked, answered, .. } = &mut found.ask
            && *asked == allocator
        {
            *answered = true;
        }
        match self.servers.known(server) {
            Known::No => {
                let (standing, meant_for, allocator) = (Standing::Starting, Some(id), Some(allocator.0));
                self.take_in(now, server, Server { standing, meant_for, allocator, ..Server::heard(now) });
            }
            Known::Yes(_) => self.reap_later(now, server, allocator),
            Known::Over => {}
        }
    }

    /// An allocator asked after a restart lists a server that it has started. If the server never calls, it
    /// is given up at the end of its lifetime.
    pub fn listed(&mut self, now: SimTime, allocator: AllocatorIndex, server: ServerId) {
        if usize::from(allocator.0) < self.settings.allocators.len() && self.hear(now, server).is_some() {
            self.reap_later(now, server, allocator);
        }
    }

    /// An allocator has no server for a match.
    pub fn refused(&mut self, now: SimTime, id: MatchId, allocator: AllocatorIndex, effects: &mut Vec<Effect>) {
        let Some(settings) = self.settings.allocators.get(usize::from(allocator.0)) else { return };
        let Some(found) = self.matches.get_mut(id).filter(|found| found.stage == Stage::Queued) else { return };
        if !matches!(found.ask, Ask::Asked { allocator: asked, answered: false, .. } if asked == allocator) {
            return;
        }
        if found.willing == found.had_turn {
            found.ask = Ask::Refused { due: now + settings.reaper_period_s };
            return found.watch(now, id, &self.settings, &mut self.timers);
        }
        self.ask(now, id, effects);
    }

    /// Asks the next allocator for a server, or the first again after all others; none if no allocator would
    /// start one.
    pub(super) fn ask(&mut self, now: SimTime, id: MatchId, effects: &mut Vec<Effect>) {
        let Some(found) = self.matches.get_mut(id) else { return };
        if found.willing != 0 {
            if found.willing == found.had_turn {
                found.had_turn = 0;
            }
            let next = (found.willing & !found.had_turn).trailing_zeros();
            found.had_turn |= 1 << next;
            let due = now + self.settings.allocators[next as usize].ready_deadline_s;
            let allocator = AllocatorIndex(next as u8);
            found.ask = Ask::Asked { allocator, due, answered: false };
            effects.push(Effect::AskAllocator { allocator, datacenter: found.properties.datacenter, id });
        }
        found.watch(now, id, &self.settings, &mut self.timers);
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
