//! The flow without a broker: servers reserve and register themselves, and the matchmaker chooses among them.
//!
//! ```text
//! server     -> its fleet    Reserve(n)      n longer than the registration, or it may be scaled down while registered
//! server     -> matchmaker   Register        [`Registrar::register`]
//! matchmaker -> server       GameStarting    [`Effect::GameStarting`]
//! server     -> its fleet    Allocate
//! server     -> matchmaker   Confirm         [`Registrar::confirm`], players are told where to go
//! ```
//!
//! This is the matchmaker's side; servers are known by name alone, and their calls to their fleets do not
//! pass through here. A match has the same stages as in the [`broker`](crate::broker): Queued until a server
//! is chosen, PickedUp until that server confirms, Ready, Running, and one outcome. A match has only one
//! server: if it does not confirm in time, the match ends with [`Outcome::NotReady`] and its players search
//! again.
//!
//! # Messages that are lost, late or doubled
//! A chosen server that registers again gets GameStarting again. A server that confirms a match that it does
//! not have is sent back to its fleet ([`Effect::Release`]): its match ended while the message was under way.
//! A repeated registration counts from then on; repeated in the same second it changes nothing.
//!
//! # Restarts
//! The matches, their timers and their servers are durable. Registrations are not: a registered server gets
//! no message, goes back to Ready when its reservation ends, and registers again ([`Registrar::restart`]). With a
//! reservation that never ends it registers again when its registration would have run out.
//!
//! # Seconds
//! [`Registrar::fire`] is called once a second, before all other events in it. So a call in the second of its
//! deadline is too late.

mod check;
mod pool;

#[cfg(test)]
mod tests;

pub use check::Violation;

use crate::ServerId;
use crate::broker::{Notice, Outcome, Stage};
use matchday_base::{DatacenterIndex, MatchId, SimTime, Timers, Window};
use pool::{Pool, RegistrationState};

/// Settings of the flow, in seconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RegistrationSettings {
    /// How long a registration is valid. Reserve(n) must be longer.
    pub registration_s: u32,
    /// From the formation of a match to the choice of its server.
    pub match_pickup_s: u32,
    /// From GameStarting to Confirm.
    pub confirm_s: u32,
    /// From Confirm to the match's end.
    pub match_max_run_s: u32,
}

/// The document gives no times: the broker's values where the two share a timer, and five minutes of
/// registration.
impl Default for RegistrationSettings {
    fn default() -> Self {
        Self { registration_s: 300, match_pickup_s: 90, confirm_s: 30, match_max_run_s: 120 * 60 }
    }
}

/// The timers, each counted separately.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Cause {
    /// A registration ran out before the server was chosen.
    Registration,
    /// No server was free for the match.
    MatchPickup,
    /// The chosen server did not confirm.
    Confirm,
    /// The match did not end.
    MatchMaxRun,
}

impl Cause {
    /// Every timer.
    pub const ALL: [Cause; 4] = [Cause::Registration, Cause::MatchPickup, Cause::Confirm, Cause::MatchMaxRun];

    /// Its name: that of the equivalent broker timer, else in the same style.
    pub fn name(self) -> &'static str {
        match self {
            Cause::Registration => "RegistrationSeconds",
            Cause::MatchPickup => "MatchPickupTimeSeconds",
            Cause::Confirm => "ConfirmSeconds",
            Cause::MatchMaxRun => "MatchMaxRunTimeMinutes",
        }
    }
}

/// Effects of an event, for the caller to execute.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Effect {
    /// Tell the players of a match.
    Tell {
        /// Which match.
        id: MatchId,
        /// The notice.
        notice: Notice,
    },
    /// Tell a server that it was chosen: it must allocate itself and confirm.
    GameStarting {
        /// Which server.
        server: ServerId,
        /// Its match.
        id: MatchId,
        /// Whether the server had the match already.
        again: bool,
    },
    /// Tell a server that it no longer has a match: it goes back to its fleet, or registers again.
    Release {
        /// Which server.
        server: ServerId,
    },
    /// A timer has expired.
    Expired(Cause),
}

/// A match that has not ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RegistrarMatch {
    /// The datacenter for which it formed; only servers there are chosen.
    pub datacenter: DatacenterIndex,
    /// Its stage.
    pub stage: Stage,
    /// The chosen server.
    pub server: Option<ServerId>,
    /// When it formed.
    pub queued_at: SimTime,
    /// Start of its stage; Running counts from Ready.
    pub since: SimTime,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Timer {
    Registration(ServerId),
    Pickup(MatchId),
    Confirm(MatchId),
    Run(MatchId),
}

/// The matchmaker's side of the flow: registered servers, and the server of each match.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Registrar {
    settings: RegistrationSettings,
    matches: Window<MatchId, RegistrarMatch>,
    pool: Pool,
    timers: Timers<Timer>,
}

impl Registrar {
    /// A registrar without servers; its first second is `from`.
    pub fn new(settings: RegistrationSettings, from: SimTime) -> Self {
        Self { settings, matches: Window::default(), pool: Pool::default(), timers: Timers::new(from) }
    }

    /// A match that has not ended.
    pub fn find(&self, id: MatchId) -> Option<&RegistrarMatch> {
        self.matches.get(id)
    }

    /// All matches that have not ended, oldest first.
    pub fn matches(&self) -> impl Iterator<Item = (MatchId, &RegistrarMatch)> {
        self.matches.iter()
    }

    /// The matchmaker has formed a match: the server that has been registered longest is chosen.
    pub fn new_match(&mut self, now: SimTime, id: MatchId, datacenter: DatacenterIndex, effects: &mut Vec<Effect>) {
        if self.matches.knew(id) {
            return;
        }
        let stage = Stage::Queued;
        self.matches.insert(id, RegistrarMatch { datacenter, stage, server: None, queued_at: now, since: now });
        match self.pool.take_server(datacenter) {
            Some(server) => self.choose(now, server, id, effects),
            None => {
                self.timers.set(now + self.settings.match_pickup_s, Timer::Pickup(id));
                self.pool.queue(datacenter, id, |id| waits(&self.matches, id));
            }
        }
    }

    /// Register: a server at `datacenter` can be chosen from now on.
    pub fn register(&mut self, now: SimTime, id: ServerId, datacenter: DatacenterIndex, effects: &mut Vec<Effect>) {
        match self.pool.state(id) {
            Some(RegistrationState::Holding(held)) => {
                return effects.push(Effect::GameStarting { server: id, id: held, again: true });
            }
            Some(registered) if registered == (RegistrationState::Registered { at: now, datacenter }) => return,
            _ => self.pool.forget(id),
        }
        match self.pool.take_match(datacenter, |id| waits(&self.matches, id)) {
            Some(found) => self.choose(now, id, found, effects),
            None => {
                self.timers.set(now + self.settings.registration_s, Timer::Registration(id));
                self.pool.register(now, id, datacenter);
            }
        }
    }

    /// Confirm: the chosen server has allocated itself, its players are told to join it.
    pub fn confirm(&mut self, now: SimTime, id: ServerId, of: MatchId, effects: &mut Vec<Effect>) {
        if self.pool.state(id) != Some(RegistrationState::Holding(of)) {
            return effects.push(Effect::Release { server: id });
        }
        let Some(found) = self.matches.get_mut(of).filter(|found| found.stage == Stage::PickedUp) else { return };
        (found.stage, found.since) = (Stage::Ready, now);
        self.timers.set(now + self.settings.match_max_run_s, Timer::Run(of));
        effects.push(Effect::Tell { id: of, notice: Notice::Connect(id) });
    }

    /// The players have joined.
    pub fn running(&mut self, id: MatchId) {
        if let Some(found) = self.matches.get_mut(id).filter(|found| found.stage == Stage::Ready) {
            found.stage = Stage::Running;
        }
    }

    /// A server's match is over. A match ended before Confirm was never played: [`Outcome::NotReady`].
    pub fn end_match(&mut self, id: ServerId, of: MatchId, effects: &mut Vec<Effect>) {
        if self.pool.state(id) == Some(RegistrationState::Holding(of)) {
            let ready = self.matches.get(of).is_some_and(|found| found.stage > Stage::PickedUp);
            self.end(of, if ready { Outcome::Completed } else { Outcome::NotReady }, effects);
        }
    }

    /// A match is cancelled.
    pub fn cancel(&mut self, id: MatchId, effects: &mut Vec<Effect>) {
        self.stop(id, Outcome::Cancelled, effects);
    }

    /// A datacenter has failed: the matches that wait there are cancelled, and its registrations are forgotten.
    pub fn close(&mut self, datacenter: DatacenterIndex, effects: &mut Vec<Effect>) {
        let here = |found: &RegistrarMatch| found.stage == Stage::Queued && found.datacenter == datacenter;
        let queued: Vec<MatchId> = self.matches.iter().filter(|(_, found)| here(found)).map(|(id, _)| id).collect();
        queued.into_iter().for_each(|id| self.end(id, Outcome::Cancelled, effects));
        self.pool.forget_site(datacenter);
    }

    /// The fleet reports that a server no longer exists.
    pub fn server_gone(&mut self, id: ServerId, effects: &mut Vec<Effect>) {
        match self.pool.state(id) {
            Some(RegistrationState::Holding(held)) => self.end(held, Outcome::ServerLost, effects),
            _ => self.pool.forget(id),
        }
    }

    /// Restarts the matchmaker, which forgets registrations but keeps its matches and their servers. Waiting
    /// matches wait until servers register again.
    pub fn restart(&mut self) {
        self.pool.forget_registered();
    }

    /// Starts the second `now`: expires what is due. Call once a second, before anything else in it.
    pub fn fire(&mut self, now: SimTime, effects: &mut Vec<Effect>) {
        while let Some(timer) = self.timers.fire(now) {
            let stage = |id| self.matches.get(id).map(|found| found.stage);
            match timer {
                // An older timer of a server that has registered again since does nothing.
                Timer::Registration(id) if self.pool.registered_at(id) == Some(now - self.settings.registration_s) => {
                    effects.push(Effect::Expired(Cause::Registration));
                    self.pool.forget(id);
                }
                Timer::Pickup(id) if waits(&self.matches, id) => {
                    effects.push(Effect::Expired(Cause::MatchPickup));
                    self.stop(id, Outcome::NoServer, effects);
                }
                Timer::Confirm(id) if stage(id) == Some(Stage::PickedUp) => {
                    effects.push(Effect::Expired(Cause::Confirm));
                    self.stop(id, Outcome::NotReady, effects);
                }
                Timer::Run(id) if stage(id) > Some(Stage::PickedUp) => {
                    effects.push(Effect::Expired(Cause::MatchMaxRun));
                    self.stop(id, Outcome::Overran, effects);
                }
                Timer::Registration(_) | Timer::Pickup(_) | Timer::Confirm(_) | Timer::Run(_) => {}
            }
        }
    }

    fn choose(&mut self, now: SimTime, server: ServerId, id: MatchId, effects: &mut Vec<Effect>) {
        if let Some(found) = self.matches.get_mut(id) {
            (found.stage, found.since, found.server) = (Stage::PickedUp, now, Some(server));
        }
        self.pool.hold(server, id);
        self.timers.set(now + self.settings.confirm_s, Timer::Confirm(id));
        effects.push(Effect::GameStarting { server, id, again: false });
    }

    /// Ends a match that is still open, and releases its server.
    fn stop(&mut self, id: MatchId, outcome: Outcome, effects: &mut Vec<Effect>) {
        let server = self.matches.get(id).and_then(|found| found.server);
        self.end(id, outcome, effects);
        effects.extend(server.map(|server| Effect::Release { server }));
    }

    /// Ends a match, tells its players, and forgets its server.
    fn end(&mut self, id: MatchId, outcome: Outcome, effects: &mut Vec<Effect>) {
        let Some(ended) = self.matches.remove(id) else { return };
        if let Some(server) = ended.server {
            self.pool.forget(server);
        }
        effects.push(Effect::Tell { id, notice: Notice::Ended(outcome) });
    }
}

/// Whether a match waits for a server.
fn waits(matches: &Window<MatchId, RegistrarMatch>, id: MatchId) -> bool {
    matches.get(id).is_some_and(|found| found.stage == Stage::Queued)
}
