//! A day's matches on servers: a fleet in every datacenter, the allocation flow, and the processes on the
//! servers.
//!
//! | module | what it holds |
//! |---|---|
//! | [`settings`] | the flow, the fleets, the timing of servers |
//! | [`faults`] | faults and their rates |
//! | `process` | the process on a server |
//! | `post` | messages between servers and the broker or registrar |
//! | `broker` | the flow in which the broker allocates |
//! | `register` | the flow in which servers reserve and register themselves |
//! | `check` | invariants after every event |
//! | [`record`] | waits, misses, lost matches, timers that expired |
//!
//! # Seconds
//! [`FleetSimulation::advance`] is called once a second, then [`FleetSimulation::request`] for each match
//! that forms in it. Within a second, fail-safe timers come first, so that a deadline wins; then events of
//! servers, faults, fleets. Messages arrive in the second in which they are sent, in order, unless a fault
//! changes that.
//!
//! # Who knows what
//! A fleet sees at once that the process of a server has ended, and replaces it. The broker learns it only by
//! its timers; players notice it by themselves after `client_timeout_s`, and search again. Then the match is over
//! for them, whatever the broker finds out later. A server has a new name for the broker whenever its fleet
//! allocates it.
//!
//! Everybody knows of a datacenter that fails: no matches form there, and those that wait there are cancelled.

mod broker;
mod check;
pub mod faults;
mod post;
mod process;
pub mod record;
mod register;
pub mod settings;
#[cfg(test)]
mod tests;

pub use check::Violation;
pub use faults::{Fault, Moment, Rates};
pub use record::{Outage, Record};
pub use settings::{Flow, SimulationSettings};

use crate::ServerId;
use crate::broker::{Accepts, Broker, Hint, Notice, Outcome, Properties, SettingsError, Stage};
use crate::registration::Registrar;
use crate::servers::{Effect, Fleet, Numbering, SdkCall, State};
use faults::Faults;
use matchday_base::Calendar;
use matchday_base::{DatacenterIndex, MatchId, Rng, SimTime, Streams, Timers};
use post::Message;
use process::{Doing, Processes};
use rand::RngExt;
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// A server event of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlacementEvent {
    /// Its server is ready: the match starts.
    Started(MatchId),
    /// The match is over for its players. Unless it was [completed](Outcome::Completed), they search again.
    Ended(MatchId, Outcome),
    /// A datacenter has failed: no match can run there.
    Closed(DatacenterIndex),
    /// Its outage is over.
    Opened(DatacenterIndex),
}

/// Servers, and the flow that assigns them to matches.
#[derive(Clone, Debug)]
pub struct FleetSimulation<A> {
    settings: SimulationSettings,
    front: Front,
    accepts: A,
    /// By datacenter.
    fleets: Vec<Fleet>,
    processes: Processes,
    timers: Timers<Due>,
    faults: Faults,
    boot_rng: Rng,
    record: Record,
    next_match_rng: Rng,
    /// Lengths of matches that last longer or shorter than the settings say, s.
    lengths: BTreeMap<MatchId, u32>,
    /// Late messages.
    late: Timers<Message>,
    /// When players notice that the server of their match is gone, and how the match has ended for them.
    noticed: Timers<(MatchId, Outcome)>,
    // Kept between seconds.
    of_fleets: Vec<Effect>,
    of_broker: Vec<crate::broker::Effect>,
    of_registrar: Vec<crate::registration::Effect>,
}

/// The flow that assigns servers.
#[derive(Clone, Debug)]
enum Front {
    Broker(Box<Broker>),
    Registrar(Box<Registrar>),
}

/// An event of a server; void if the `turn` of its process has changed since.
#[derive(Clone, Copy, Debug)]
struct Due {
    server: ServerId,
    turn: u32,
    what: What,
}

#[derive(Clone, Copy, Debug)]
enum What {
    /// The process runs.
    Booted,
    /// The process fails to boot.
    BootFailed,
    /// It crashes.
    Crash,
    /// It asks for a match, repeatedly if necessary.
    Ask,
    /// It has loaded the match.
    Loaded,
    /// The match has been played.
    Played,
    /// It reserves and registers itself.
    Register,
}

impl<A: Accepts> FleetSimulation<A> {
    /// Fleets of their initial size, not booted, in `datacenters` datacenters. `from` is the first simulated
    /// second; `calendar` gives its date. `accepts` evaluates the filters that the settings name.
    ///
    /// # Errors
    /// If the broker's settings are out of bounds.
    pub fn new(
        settings: SimulationSettings,
        datacenters: usize,
        accepts: A,
        calendar: Calendar,
        from: SimTime,
        streams: Streams,
    ) -> Result<Self, SettingsError> {
        let of = datacenters as u32;
        let fleet = |place| Fleet::new(settings.fleet.clone(), Numbering { place, of }, calendar, from);
        let front = match &settings.flow {
            Flow::Broker(broker) => Front::Broker(Box::new(Broker::new(broker.clone(), from)?)),
            Flow::Register(registration) => Front::Registrar(Box::new(Registrar::new(*registration, from))),
        };
        Ok(Self {
            front,
            accepts,
            fleets: (0..of).map(fleet).collect(),
            processes: Processes::default(),
            timers: Timers::new(from),
            faults: Faults::new(&settings.faults, settings.moments.clone(), from, streams),
            boot_rng: streams.stream("boot times"),
            next_match_rng: streams.stream("next matches"),
            record: Record::default(),
            lengths: BTreeMap::new(),
            late: Timers::new(from),
            noticed: Timers::new(from),
            of_fleets: Vec::new(),
            of_broker: Vec::new(),
            of_registrar: Vec::new(),
            settings,
        })
    }

    /// The fleets, by datacenter.
    pub fn fleets(&self) -> &[Fleet] {
        &self.fleets
    }

    /// Statistics since the [beginning](Self::begin_record).
    pub fn record(&self) -> &Record {
        &self.record
    }

    /// Restarts the statistics; open matches are still recorded when they end.
    pub fn begin_record(&mut self) {
        self.record.begin();
    }

    /// Its settings.
    pub fn settings(&self) -> &SimulationSettings {
        &self.settings
    }

    /// Number of occurrences of a fault.
    pub fn happened(&self, fault: Fault) -> u64 {
        self.faults.happened(fault)
    }

    /// The server that loads or plays a match.
    pub fn server_of(&self, id: MatchId) -> Option<ServerId> {
        let has = |doing| matches!(doing, Doing::Loading(of) | Doing::Playing(of) | Doing::Hanging(of) if of == id);
        self.processes.iter().find(|&(_, doing)| has(doing)).map(|(server, _)| server)
    }

    /// Replaces the fault rates.
    pub fn set_faults(&mut self, rates: &Rates) {
        self.faults.set_rates(rates);
    }

    /// A match has formed and needs a server; it lasts `match_s` seconds. Ids come in order.
    pub fn request(
        &mut self,
        now: SimTime,
        id: MatchId,
        match_s: u32,
        properties: Properties,
        events: &mut Vec<PlacementEvent>,
    ) {
        self.record.requested(now, id);
        if self.fleets[properties.datacenter.index()].dark_until().is_some_and(|until| until > now) {
            return self.tell_players(now, id, Notice::Ended(Outcome::Cancelled), events);
        }
        if match_s != self.settings.match_s {
            self.lengths.insert(id, match_s);
        }
        match self.front {
            Front::Broker(_) => self.send_to_broker(now, events, |broker, accepts, effects| {
                broker.new_match(now, id, properties, accepts, effects);
            }),
            Front::Registrar(_) => self.send_to_registrar(now, events, |registrar, effects| {
                registrar.new_match(now, id, properties.datacenter, effects);
            }),
        }
        let stage = match &self.front {
            Front::Broker(broker) => broker.find(id).map(|found| found.stage),
            Front::Registrar(registrar) => registrar.find(id).map(|found| found.stage),
        };
        if stage == Some(Stage::Queued) {
            self.record.missed(id, properties.datacenter);
        }
    }

    /// The match is decided before its time: it is over for its players, and its server ends it, unless it hangs.
    pub fn finish(&mut self, now: SimTime, id: MatchId, events: &mut Vec<PlacementEvent>) {
        let name = match &self.front {
            Front::Broker(broker) => broker.find(id).and_then(|found| found.server),
            Front::Registrar(registrar) => registrar.find(id).and_then(|found| found.server),
        };
        self.tell_players(now, id, Notice::Ended(Outcome::Completed), events);
        if let Some(server) = name.and_then(|name| self.processes.named(name)) {
            self.played(now, server, events);
        }
    }

    /// All players of a match have left it.
    pub fn cancel(&mut self, now: SimTime, id: MatchId, events: &mut Vec<PlacementEvent>) {
        match self.front {
            Front::Broker(_) => self.send_to_broker(now, events, |broker, _, effects| broker.cancel(id, effects)),
            Front::Registrar(_) => {
                self.send_to_registrar(now, events, |registrar, effects| registrar.cancel(id, effects));
            }
        }
    }

    /// Simulates the second `now`; appends its match events.
    pub fn advance(&mut self, now: SimTime, events: &mut Vec<PlacementEvent>) {
        self.faults.begin(now);
        match self.front {
            Front::Broker(_) => self.send_to_broker(now, events, |broker, _, effects| broker.fire(now, effects)),
            Front::Registrar(_) => {
                self.send_to_registrar(now, events, |registrar, effects| registrar.fire(now, effects));
            }
        }
        while let Some(message) = self.late.fire(now) {
            self.deliver(now, message, events);
        }
        while let Some(Due { server, turn, what }) = self.timers.fire(now) {
            if self.processes.is_at(server, turn) {
                self.fall_due(now, server, what, events);
            }
        }
        while let Some((id, outcome)) = self.noticed.fire(now) {
            if self.record.is_running(id) {
                self.tell_players(now, id, Notice::Ended(outcome), events);
            }
        }
        let opened = (0..).map(DatacenterIndex).zip(&self.fleets).filter(|(_, fleet)| fleet.dark_until() == Some(now));
        events.extend(opened.map(|(at, _)| PlacementEvent::Opened(at)));
        self.strike(now, events);
        let mut effects = std::mem::take(&mut self.of_fleets);
        self.fleets.iter_mut().for_each(|fleet| fleet.tick(now, &mut effects));
        self.follow_fleet(now, effects);
    }

    fn fall_due(&mut self, now: SimTime, server: ServerId, what: What, events: &mut Vec<PlacementEvent>) {
        match what {
            What::Booted => self.booted(now, server, events),
            What::BootFailed => {
                self.processes.go_on(server, Doing::Nothing);
                // Refused if the fleet has shut the server down meanwhile; that is fine.
                let _ = self.fleet(server).failed(now, server);
            }
            What::Crash => self.crash(now, server),
            What::Ask => self.ask_for_match(now, server, events),
            What::Loaded => self.loaded(now, server, events),
            What::Played => self.played(now, server, events),
            What::Register => self.register(now, server, events),
        }
    }

    /// A process has booted.
    fn booted(&mut self, now: SimTime, server: ServerId, events: &mut Vec<PlacementEvent>) {
        if self.fleet(server).started(now, server).is_ok() {
            self.free(now, server, events);
        }
    }

    /// The players of a match have joined.
    pub(super) fn note_running(&mut self, id: MatchId) {
        match &mut self.front {
            Front::Broker(broker) => broker.running(id),
            Front::Registrar(registrar) => registrar.running(id),
        }
    }

    /// A server learns that it has a match. If that is the match that it has ended, its EndMatch was lost. A
    /// server that registered itself first allocates itself, so that its fleet cannot remove it.
    fn assigned(&mut self, now: SimTime, name: ServerId, id: MatchId, events: &mut Vec<PlacementEvent>) {
        let Some(server) = self.processes.named(name) else { return };
        match self.processes.doing(server) {
            Doing::Asking { ended, .. } if ended == Some(id) => {
                self.send(now, Message::EndMatch { server: name, id, hint: Hint::Next }, events);
            }
            Doing::Asking { ended, .. } => {
                if ended.is_some() {
                    // Refused if the server is gone already.
                    let _ = self.fleet(server).begin_match(now, server);
                }
                self.load(now, server, id);
            }
            Doing::Idle if self.fleet(server).call(now, server, SdkCall::Allocate).is_ok() => {
                self.load(now, server, id);
            }
            _ => {}
        }
    }

    /// A server gets a match and loads it.
    pub(super) fn load(&mut self, now: SimTime, server: ServerId, id: MatchId) {
        if self.faults.incidents(Fault::Zombie) {
            self.processes.go_on(server, Doing::Mute);
            // Refused if the server is gone already.
            let _ = self.fleet(server).falls_silent(now, server);
            return;
        }
        self.processes.go_on(server, Doing::Loading(id));
        self.set(now + self.settings.load_s, server, What::Loaded);
        self.may_crash(now, server, Fault::CrashInLoad, self.settings.load_s);
    }

    /// A server has loaded its match, and players may join.
    fn loaded(&mut self, now: SimTime, server: ServerId, events: &mut Vec<PlacementEvent>) {
        let (Some(name), Doing::Loading(id)) = (self.processes.name(server), self.processes.doing(server)) else {
            return;
        };
        let match_s = self.lengths.remove(&id).unwrap_or(self.settings.match_s);
        if self.faults.incidents(Fault::Hang) {
            self.processes.go_on(server, Doing::Hanging(id));
        } else {
            self.processes.go_on(server, Doing::Playing(id));
            self.set(now + match_s, server, What::Played);
        }
        self.may_crash(now, server, Fault::CrashInMatch, match_s);
        self.send(now, Message::MatchReady { server: name, id }, events);
    }

    /// A server has played its match to the end. It asks for its next match, or shuts down.
    fn played(&mut self, now: SimTime, server: ServerId, events: &mut Vec<PlacementEvent>) {
        let (Some(name), Doing::Playing(id)) = (self.processes.name(server), self.processes.doing(server)) else {
            return;
        };
        let goes_on = self.takes_next_match(server);
        let hint = if goes_on { Hint::Next } else { Hint::Shutdown };
        self.send(now, Message::EndMatch { server: name, id, hint }, events);
        // Players see the end of their match, even if the message about it is lost.
        if self.record.is_running(id) {
            self.noticed.set(now + self.settings.client_timeout_s, (id, Outcome::Completed));
        }
        match self.front {
            _ if !goes_on => {
                self.processes.go_on(server, Doing::Nothing);
                self.say(now, server, SdkCall::Shutdown);
            }
            Front::Broker(_) => {
                let until = now + self.settings.ask_every_s;
                // Refused if the server is gone already.
                let _ = self.fleet(server).end_match(now, server);
                self.processes.go_on(server, Doing::Asking { until, ended: Some(id) });
                self.ask_for_match(now, server, events);
            }
            Front::Registrar(_) => self.free(now, server, events),
        }
    }

    /// Whether a server that has played another match goes on.
    fn takes_next_match(&mut self, server: ServerId) -> bool {
        let SimulationSettings { next_match, session_limit, .. } = self.settings;
        let played = self.processes.add_played(server);
        let by_share = next_match >= SimulationSettings::SHARE_ONE
            || next_match > 0 && self.next_match_rng.random_ratio(next_match, SimulationSettings::SHARE_ONE);
        by_share && (session_limit == 0 || played < session_limit)
    }

    /// A server without a match becomes Ready for one, or registers itself.
    fn free(&mut self, now: SimTime, server: ServerId, events: &mut Vec<PlacementEvent>) {
        self.processes.go_on(server, Doing::Idle);
        match self.front {
            Front::Broker(_) => self.say(now, server, SdkCall::Ready),
            Front::Registrar(_) => self.register(now, server, events),
        }
    }

    /// The process of a server has ended: only its fleet sees that.
    fn crash(&mut self, now: SimTime, server: ServerId) {
        let mut effects = std::mem::take(&mut self.of_fleets);
        let _ = self.fleet(server).crashed(now, server, &mut effects);
        self.follow_fleet(now, effects);
    }

    /// Removes a server.
    fn shut_down(&mut self, now: SimTime, server: ServerId) {
        self.stop(now, server);
        self.say(now, server, SdkCall::Shutdown);
    }

    /// The process of a server ends. The players of its match notice that after a while.
    fn stop(&mut self, now: SimTime, server: ServerId) {
        if let Doing::Playing(id) | Doing::Hanging(id) = self.processes.doing(server) {
            self.noticed.set(now + self.settings.client_timeout_s, (id, Outcome::ServerLost));
        }
        self.processes.go_on(server, Doing::Nothing);
    }

    /// A server calls its fleet, which may have replaced it meanwhile.
    fn say(&mut self, now: SimTime, server: ServerId, call: SdkCall) {
        let _ = self.fleet(server).call(now, server, call);
    }

    fn follow_fleet(&mut self, now: SimTime, mut effects: Vec<Effect>) {
        for effect in effects.drain(..) {
            match effect {
                Effect::Boot(server) => self.boot(now, server),
                Effect::Expired(server) => self.set(now + self.settings.rest_s, server, What::Register),
                Effect::Lost { server, .. } | Effect::Deleted(server) => self.stop(now, server),
            }
        }
        self.of_fleets = effects;
    }

    fn boot(&mut self, now: SimTime, server: ServerId) {
        let boot_s = self.settings.fleet.boot.draw(&mut self.boot_rng);
        self.processes.go_on(server, Doing::Booting);
        let fails = self.faults.incidents(Fault::BootFailure);
        self.set(now + boot_s, server, if fails { What::BootFailed } else { What::Booted });
        self.may_crash(now, server, Fault::CrashInBoot, boot_s);
    }

    /// Draws the faults of whole datacenters and of the broker or registrar in a second.
    fn strike(&mut self, now: SimTime, events: &mut Vec<PlacementEvent>) {
        for at in 0..self.fleets.len() {
            if self.faults.strikes_this_second(Fault::Outage) {
                self.go_dark(now, at, events);
            }
        }
        for place in self.faults.moments(Fault::Outage) {
            if let Some(at) = place.map(DatacenterIndex::index).or_else(|| self.busiest()) {
                self.go_dark(now, at, events);
            }
        }
        // Both are drawn, so that a scheduled fault does not change other draws.
        let by_chance = self.faults.strikes_this_second(Fault::BrokerRestart);
        if !self.faults.moments(Fault::BrokerRestart).is_empty() || by_chance {
            self.restart(now, events);
        }
    }

    /// A datacenter loses all its servers, and has none for the length of an outage.
    fn go_dark(&mut self, now: SimTime, at: usize, events: &mut Vec<PlacementEvent>) {
        let datacenter = DatacenterIndex(at as u16);
        events.push(PlacementEvent::Closed(datacenter));
        let mut effects = std::mem::take(&mut self.of_fleets);
        let until = now + self.settings.outage_s;
        self.record.outages.push(Outage { datacenter, from: now, until });
        self.fleets[at].outage(now, until, &mut effects);
        self.follow_fleet(now, effects);
        match self.front {
            Front::Broker(_) => {
                self.send_to_broker(now, events, |broker, _, effects| broker.close(datacenter, effects));
            }
            Front::Registrar(_) => {
                self.send_to_registrar(now, events, |registrar, effects| registrar.close(datacenter, effects));
            }
        }
    }

    /// The datacenter with most allocated servers; ties by index.
    fn busiest(&self) -> Option<usize> {
        let allocated = |at: usize| self.fleets[at].counts().of(State::Allocated);
        (0..self.fleets.len()).max_by_key(|&at| (allocated(at), Reverse(at)))
    }

    /// Restarts the broker or registrar.
    fn restart(&mut self, now: SimTime, events: &mut Vec<PlacementEvent>) {
        match self.front {
            Front::Broker(_) => {
                // It is back in the next second, and its timers fire then.
                self.send_to_broker(now, events, |broker, _, effects| broker.restart(now + 1, effects));
                for (name, allocator) in self.processes.allocated() {
                    self.send_to_broker(now, events, |broker, _, _| broker.listed(now, allocator, name));
                }
            }
            Front::Registrar(_) => self.send_to_registrar(now, events, |registrar, _| registrar.restart()),
        }
    }

    /// Sends a notice to the players of a match.
    fn tell_players(&mut self, now: SimTime, id: MatchId, notice: Notice, events: &mut Vec<PlacementEvent>) {
        match notice {
            Notice::Connect(_) => {
                self.record.ready(now, id);
                self.note_running(id);
                events.push(PlacementEvent::Started(id));
            }
            Notice::Ended(outcome) => {
                self.lengths.remove(&id);
                if self.record.ended(id, outcome) {
                    events.push(PlacementEvent::Ended(id, outcome));
                }
            }
        }
    }

    fn may_crash(&mut self, now: SimTime, server: ServerId, fault: Fault, within_s: u32) {
        if let Some(after_s) = self.faults.strikes_within(fault, within_s) {
            self.set(now + after_s, server, What::Crash);
        }
    }

    fn set(&mut self, at: SimTime, server: ServerId, what: What) {
        self.timers.set(at, Due { server, turn: self.processes.turn(server), what });
    }

    fn datacenter(&self, server: ServerId) -> DatacenterIndex {
        DatacenterIndex((server.0 % self.fleets.len() as u32) as u16)
    }

    fn fleet(&mut self, server: ServerId) -> &mut Fleet {
        let at = self.datacenter(server).index();
        &mut self.fleets[at]
    }
}
