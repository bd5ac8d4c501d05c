//! Asking allocators for servers, for matches that no waiting server takes.
//!
//! The allocators whose requirements accept the match are asked in the order of the settings, one at a time. After a
//! refusal the next has its turn at once; when all have refused, the first is asked again after the reaper period of the
//! last. If no server has come by the allocator's ready deadline, the next is asked.
//!
//! A server first gets the match that it was allocated for, if that still waits: were it given the oldest, the match
//! that is left might wait for a server whose filter does not accept it.

use super::expiry::Timer;
use super::servers::{self, Known, Server, Standing};
use super::{AllocatorIndex, AllocatorSettings, Broker, Effect, Stage};
use crate::ServerId;
use matchday_base::{MatchId, SimTime};

/// What has become of asking allocators for a server for a match. Ends with a timer that is still the match's only if
/// its second is the one noted here.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Ask {
    /// Nobody was asked.
    Nobody,
    /// This allocator was asked for a server that is to speak before `due`.
    Asked { allocator: AllocatorIndex, due: SimTime, answered: bool },
    /// All have refused; they are asked again at `due`.
    Refused { due: SimTime },
}

impl Broker {
    /// An allocator has found a server for a match, or started one. It is to call RequestMatch within
    /// `ready_deadline_s`, or is cleaned up.
    pub fn allocated(&mut self, now: SimTime, id: MatchId, allocator: AllocatorIndex, server: ServerId) {
        let Some(settings) = self.settings.allocators.get(usize::from(allocator.0)) else { return };
        if let Some(found) = self.matches.get_mut(id)
            && let Ask::Asked { allocator: asked, answered, .. } = &mut found.ask
            && *asked == allocator
        {
            *answered = true;
        }
        match self.servers.known(server) {
            Known::No => {
                let standing = Standing::Starting;
                let (meant_for, allocator) = (Some(id), Some(allocator.0));
                self.servers.insert(server, Server { standing, heard: now, run_since: now, meant_for, allocator });
                self.timers.set(now + settings.ready_deadline_s, Timer::Start(server));
                self.timers.set(servers::reaped_at(settings, self.started, now), Timer::Reap(server));
            }
            Known::Yes(_) => self.reap_later(now, server, allocator),
            Known::Over => {}
        }
    }

    /// An allocator that is asked after a restart names a server that it has started: unless it speaks, it is given up
    /// when its lifetime is over.
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
            let due = now + settings.reaper_period_s;
            found.ask = Ask::Refused { due };
            return self.timers.set(due, Timer::Ask(id));
        }
        self.ask(now, id, effects);
    }

    /// Asks the next allocator for a server, or the first again when all have had their turn.
    pub(super) fn ask(&mut self, now: SimTime, id: MatchId, effects: &mut Vec<Effect>) {
        let Some(found) = self.matches.get_mut(id).filter(|found| found.willing != 0) else { return };
        if found.willing == found.had_turn {
            found.had_turn = 0;
        }
        let next = (found.willing & !found.had_turn).trailing_zeros();
        found.had_turn |= 1 << next;
        let due = now + self.settings.allocators[next as usize].ready_deadline_s;
        let allocator = AllocatorIndex(next as u8);
        found.ask = Ask::Asked { allocator, due, answered: false };
        self.timers.set(due, Timer::Ask(id));
        effects.push(Effect::AskAllocator { allocator, datacenter: found.properties.datacenter, id });
    }

    /// A server spoke before its allocator's answer came: its reaper learns of it now, and counts from now.
    fn reap_later(&mut self, now: SimTime, id: ServerId, allocator: AllocatorIndex) {
        let settings: &AllocatorSettings = &self.settings.allocators[usize::from(allocator.0)];
        if let Some(server) = self.servers.get_mut(id)
            && server.allocator.is_none()
        {
            (server.allocator, server.run_since) = (Some(allocator.0), now);
            self.timers.set(servers::reaped_at(settings, self.started, now), Timer::Reap(id));
        }
    }
}
