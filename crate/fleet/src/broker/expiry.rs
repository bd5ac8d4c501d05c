//! The fail-safe timers, and what a restart forgets.
//!
//! Timers cannot be taken back. Those of matches do nothing once the match has gone on; those of servers look at when
//! the server was last heard from, or has last begun, and set themselves again.

use super::allocation::Ask;
use super::servers::{self, Servers, Standing};
use super::{Broker, Cause, Effect, Outcome, Stage};
use crate::ServerId;
use matchday_base::{MatchId, SimTime, Timers};

/// What is due.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Timer {
    /// The match is to have been picked up.
    Pickup(MatchId),
    /// Its server is to have said MatchReady.
    Ready(MatchId),
    /// Its server is to have said EndMatch.
    Run(MatchId),
    /// The server that was asked for is to have come, or allocators are asked again.
    Ask(MatchId),
    /// The allocated server is to have spoken.
    Start(ServerId),
    /// The server is to have spoken again.
    Lifetime(ServerId),
    /// A pass of the reaper that may find that the server has run too long.
    Reap(ServerId),
}

impl Broker {
    /// The second `now` begins: what is due expires. Once for every second, before anything else in it.
    pub fn fire(&mut self, now: SimTime, effects: &mut Vec<Effect>) {
        while let Some(timer) = self.timers.fire(now) {
            match timer {
                Timer::Pickup(id) if self.matches.queued(id) => {
                    effects.push(Effect::Expired(Cause::MatchPickup));
                    self.end(id, Outcome::NoServer, effects);
                }
                Timer::Ready(id) if self.stage(id) == Some(Stage::PickedUp) => {
                    effects.push(Effect::Expired(Cause::MatchReady));
                    self.stop(id, Outcome::NotReady, effects);
                }
                Timer::Run(id) if self.stage(id) > Some(Stage::PickedUp) => {
                    effects.push(Effect::Expired(Cause::MatchMaxRun));
                    self.stop(id, Outcome::Overran, effects);
                }
                Timer::Ask(id) if self.matches.queued(id) => self.ask_again(now, id, effects),
                Timer::Start(id) if self.standing(id) == Some(Standing::Starting) => {
                    effects.push(Effect::Expired(Cause::ReadyDeadline));
                    self.clean_up(id, effects);
                }
                Timer::Lifetime(id) => self.check_lifetime(now, id, effects),
                Timer::Reap(id) => self.reap(now, id, effects),
                Timer::Pickup(_) | Timer::Ready(_) | Timer::Run(_) | Timer::Ask(_) | Timer::Start(_) => {}
            }
        }
    }

    /// The broker starts again before the second `now`, in place of all seconds that it was away. What became due
    /// meanwhile fires in that second.
    pub fn restart(&mut self, now: SimTime, effects: &mut Vec<Effect>) {
        self.servers = Servers::default();
        self.sites.clear();
        self.timers = Timers::new(now);
        let mut queued = Vec::new();
        for (id, found) in self.matches.iter_mut() {
            found.server = None;
            let (length_s, timer) = match found.stage {
                Stage::Queued => (self.settings.match_pickup_s, Timer::Pickup(id)),
                Stage::PickedUp => (self.settings.match_ready_s, Timer::Ready(id)),
                Stage::Ready | Stage::Running => (self.settings.match_max_run_s, Timer::Run(id)),
            };
            self.timers.set(found.since + length_s, timer);
            if found.stage == Stage::Queued {
                (found.ask, found.had_turn) = (Ask::Nobody, 0);
                queued.push(id);
            }
        }
        queued.into_iter().for_each(|id| self.ask(now, id, effects));
    }

    /// Nobody has come for a queued match: the next allocator has its turn.
    fn ask_again(&mut self, now: SimTime, id: MatchId, effects: &mut Vec<Effect>) {
        match self.matches.get(id).map(|found| found.ask) {
            Some(Ask::Asked { due, answered, .. }) if due == now => {
                // A server that was named is counted when it does not come, not once more here.
                if !answered {
                    effects.push(Effect::Expired(Cause::ReadyDeadline));
                }
                self.ask(now, id, effects);
            }
            Some(Ask::Refused { due }) if due == now => self.ask(now, id, effects),
            _ => {}
        }
    }

    fn check_lifetime(&mut self, now: SimTime, id: ServerId, effects: &mut Vec<Effect>) {
        let Some(server) = self.servers.get(id) else { return };
        let due = server.heard + self.settings.server_max_lifetime_s;
        if due > now {
            return self.timers.set(due, Timer::Lifetime(id));
        }
        effects.push(Effect::Expired(Cause::ServerMaxLifetime));
        self.clean_up(id, effects);
    }

    fn reap(&mut self, now: SimTime, id: ServerId, effects: &mut Vec<Effect>) {
        let Some(server) = self.servers.get(id) else { return };
        let Some(allocator) = server.allocator else { return };
        let settings = &self.settings.allocators[usize::from(allocator)];
        let due = servers::reaped_at(settings, self.started, server.run_since);
        if due > now {
            return self.timers.set(due, Timer::Reap(id));
        }
        effects.push(Effect::Expired(Cause::Reaper));
        self.clean_up(id, effects);
    }

    fn stage(&self, id: MatchId) -> Option<Stage> {
        self.matches.get(id).map(|found| found.stage)
    }

    fn standing(&self, id: ServerId) -> Option<Standing> {
        self.servers.get(id).map(|server| server.standing)
    }
}
