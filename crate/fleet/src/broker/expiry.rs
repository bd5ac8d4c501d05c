//! The fail-safe timers, and the effects of a restart.
//!
//! Every open match or server has one timer, which fires at its next deadline or earlier, never later. It
//! handles the deadlines reached, and sets itself again. So a deadline that moves later costs nothing.

use super::allocation::Ask;
use super::servers::{ServerState, Servers};
use super::{Broker, Cause, Effect, Outcome, Stage};
use crate::ServerId;
use matchday_base::{MatchId, SimTime, Timers};

/// The owner of a timer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Timer {
    Match(MatchId),
    Server(ServerId),
}

/// Time of a timer that is not set.
pub(super) const UNWATCHED: SimTime = SimTime(u32::MAX);

/// How far ahead timers are set at most, s: they use memory for every second ahead.
const FAR_S: u32 = 600;

impl Broker {
    /// Starts the second `now`: expires what is due, then asks allocators for the oldest matches first. Call once
    /// a second, before anything else in it.
    pub fn fire(&mut self, now: SimTime, effects: &mut Vec<Effect>) {
        let mut asking = Vec::new();
        while let Some(timer) = self.timers.fire(now) {
            match timer {
                Timer::Match(id) => self.look_at_match(now, id, &mut asking, effects),
                Timer::Server(id) => self.look_at_server(now, id, effects),
            }
        }
        asking.sort_unstable();
        asking.into_iter().for_each(|id| self.ask(now, id, effects));
    }

    fn look_at_match(&mut self, now: SimTime, id: MatchId, asking: &mut Vec<MatchId>, effects: &mut Vec<Effect>) {
        let Some(found) = self.matches.get_mut(id).filter(|found| found.watched <= now) else { return };
        found.watched = UNWATCHED;
        if found.due(&self.settings) > now {
            return found.watch(now, id, &self.settings, &mut self.timers);
        }
        if found.over(&self.settings) > now {
            // No server has come for the match. A named server is counted when it fails to call, not again
            // here.
            if matches!(found.ask, Ask::Asked { answered: false, .. }) {
                effects.push(Effect::Expired(Cause::ReadyDeadline));
            }
            return asking.push(id);
        }
        let (cause, outcome) = match found.stage {
            Stage::Queued => (Cause::MatchPickup, Outcome::NoServer),
            Stage::PickedUp => (Cause::MatchReady, Outcome::NotReady),
            Stage::Ready | Stage::Running => (Cause::MatchMaxRun, Outcome::Overran),
        };
        effects.push(Effect::Expired(cause));
        self.stop(id, outcome, effects);
    }

    fn look_at_server(&mut self, now: SimTime, id: ServerId, effects: &mut Vec<Effect>) {
        let Some(server) = self.servers.get_mut(id).filter(|server| server.watched <= now) else { return };
        server.watched = UNWATCHED;
        if server.due(&self.settings, self.started) > now {
            return server.watch(now, id, &self.settings, self.started, &mut self.timers);
        }
        let cause = match server.state {
            _ if server.silent(&self.settings) > now => Cause::Reaper,
            ServerState::Starting => Cause::ReadyDeadline,
            ServerState::Idle | ServerState::Waiting(..) | ServerState::Holding(_) => Cause::ServerMaxLifetime,
        };
        effects.push(Effect::Expired(cause));
        self.clean_up(id, effects);
    }

    /// Restarts the broker before the second `now`, in place of all seconds of its downtime. Timers due
    /// meanwhile fire in that second.
    pub fn restart(&mut self, now: SimTime, effects: &mut Vec<Effect>) {
        self.servers = Servers::default();
        self.sites.clear();
        self.timers = Timers::new(now);
        let mut queued = Vec::new();
        for (id, found) in self.matches.iter_mut() {
            (found.server, found.watched) = (None, UNWATCHED);
            if found.stage == Stage::Queued {
                (found.ask, found.had_turn) = (Ask::Nobody, 0);
                queued.push(id);
            } else {
                found.watch(now, id, &self.settings, &mut self.timers);
            }
        }
        queued.into_iter().for_each(|id| self.ask(now, id, effects));
    }
}

/// When to check the deadline `due`.
pub(super) fn next_look(now: SimTime, due: SimTime) -> SimTime {
    due.min(now + FAR_S)
}
