//! The registrar against a naive one that keeps lists, and searches them for everything.
//!
//! Timers of one second may fire in any order: there the effects must be equal in any order. All other calls
//! must have the same effects in the same order.

use super::super::{Cause, Effect, Registrar, RegistrarMatch, RegistrationSettings};
use crate::ServerId;
use crate::broker::{Notice, Outcome, Stage};
use crate::tests::{back, of, recent, spoken_of};
use matchday_base::{DatacenterIndex, MatchId, SimTime};
use proptest::prelude::*;

const SETTINGS: RegistrationSettings =
    RegistrationSettings { registration_s: 9, match_pickup_s: 8, confirm_s: 7, match_max_run_s: 12 };

#[derive(Clone, Debug)]
enum Event {
    Seconds(u32),
    /// A new match, or an old one reported again.
    Form(Option<u32>, DatacenterIndex),
    Register(ServerId, DatacenterIndex),
    /// The server names the match that it has, or any.
    Confirm(ServerId, Option<u32>),
    Running(ServerId, Option<u32>),
    End(ServerId, Option<u32>),
    Cancel(u32),
    Gone(ServerId),
    Restart,
}

fn event() -> impl Strategy<Value = Event> {
    let server = || (0..4_u32).prop_map(ServerId);
    let site = || (0..2_u16).prop_map(DatacenterIndex);
    prop_oneof![
        8 => (1..4_u32).prop_map(Event::Seconds),
        9 => (proptest::option::weighted(0.1, back()), site()).prop_map(|(back, at)| Event::Form(back, at)),
        10 => (server(), site()).prop_map(|(id, at)| Event::Register(id, at)),
        7 => (server(), of()).prop_map(|(id, of)| Event::Confirm(id, of)),
        3 => (server(), of()).prop_map(|(id, of)| Event::Running(id, of)),
        4 => (server(), of()).prop_map(|(id, of)| Event::End(id, of)),
        1 => back().prop_map(Event::Cancel),
        1 => server().prop_map(Event::Gone),
        1 => Just(Event::Restart),
    ]
}

/// Owner of a deadline.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Of {
    Server(ServerId),
    Match(MatchId),
}

#[derive(Debug, Default)]
struct Naive {
    now: SimTime,
    /// Servers that can be chosen, with time and site of registration; the last to register is last.
    registered: Vec<(SimTime, ServerId, DatacenterIndex)>,
    /// Matches that have not ended, oldest first.
    matches: Vec<(MatchId, RegistrarMatch)>,
    /// All matches so far, ended or not.
    formed: Vec<MatchId>,
    /// At most one per server and match.
    deadlines: Vec<(SimTime, Of)>,
    effects: Vec<Effect>,
}

impl Naive {
    fn find(&self, id: MatchId) -> Option<RegistrarMatch> {
        self.matches.iter().find(|&&(of, _)| of == id).map(|&(_, found)| found)
    }

    fn find_mut(&mut self, id: MatchId) -> Option<&mut RegistrarMatch> {
        self.matches.iter_mut().find(|&&mut (of, _)| of == id).map(|(_, found)| found)
    }

    /// The match that a server has.
    fn held(&self, id: ServerId) -> Option<MatchId> {
        self.matches.iter().find(|(_, found)| found.server == Some(id)).map(|&(of, _)| of)
    }

    fn has(&self, id: ServerId, of: MatchId) -> bool {
        self.held(id) == Some(of)
    }

    fn set_deadline(&mut self, of: Of, length_s: u32) {
        self.clear_deadline(of);
        self.deadlines.push((self.now + length_s, of));
    }

    fn clear_deadline(&mut self, of: Of) {
        self.deadlines.retain(|&(_, set)| set != of);
    }

    fn unregister(&mut self, id: ServerId) {
        self.registered.retain(|&(_, registered, _)| registered != id);
        self.clear_deadline(Of::Server(id));
    }

    fn enter(&mut self, id: MatchId, stage: Stage, length_s: u32) {
        let now = self.now;
        let found = self.find_mut(id).unwrap();
        (found.stage, found.since) = (stage, now);
        self.set_deadline(Of::Match(id), length_s);
    }

    /// The oldest match that waits at a site with registered servers gets the longest registered one.
    fn choose(&mut self) {
        let first = |at| self.registered.iter().find(|&&(.., site)| site == at).map(|&(_, id, _)| id);
        let mut waiting = self.matches.iter().filter(|(_, found)| found.stage == Stage::Queued);
        let pair = waiting.find_map(|&(id, found)| first(found.datacenter).map(|server| (id, server)));
        if let Some((id, server)) = pair {
            self.unregister(server);
            self.enter(id, Stage::PickedUp, SETTINGS.confirm_s);
            self.find_mut(id).unwrap().server = Some(server);
            self.effects.push(Effect::GameStarting { server, id, again: false });
        }
    }

    fn form(&mut self, id: MatchId, datacenter: DatacenterIndex) {
        if self.formed.contains(&id) {
            return;
        }
        self.formed.push(id);
        let found =
            RegistrarMatch { datacenter, stage: Stage::Queued, server: None, queued_at: self.now, since: self.now };
        self.matches.push((id, found));
        self.enter(id, Stage::Queued, SETTINGS.match_pickup_s);
        self.choose();
    }

    fn register(&mut self, id: ServerId, at: DatacenterIndex) {
        if let Some(held) = self.held(id) {
            return self.effects.push(Effect::GameStarting { server: id, id: held, again: true });
        }
        if self.registered.contains(&(self.now, id, at)) {
            return;
        }
        self.unregister(id);
        self.registered.push((self.now, id, at));
        self.set_deadline(Of::Server(id), SETTINGS.registration_s);
        self.choose();
    }

    fn confirm(&mut self, id: ServerId, of: MatchId) {
        if !self.has(id, of) {
            return self.effects.push(Effect::Release { server: id });
        }
        if self.find(of).unwrap().stage == Stage::PickedUp {
            self.enter(of, Stage::Ready, SETTINGS.match_max_run_s);
            self.effects.push(Effect::Tell { id: of, notice: Notice::Connect(id) });
        }
    }

    fn running(&mut self, id: MatchId) {
        if let Some(found) = self.find_mut(id).filter(|found| found.stage == Stage::Ready) {
            found.stage = Stage::Running;
        }
    }

    fn end(&mut self, id: MatchId, outcome: Outcome) {
        self.matches.retain(|&(of, _)| of != id);
        self.clear_deadline(Of::Match(id));
        self.effects.push(Effect::Tell { id, notice: Notice::Ended(outcome) });
    }

    /// Ends a match before its server does: the server must be told.
    fn stop(&mut self, id: MatchId, outcome: Outcome) {
        let server = self.find(id).unwrap().server;
        self.end(id, outcome);
        self.effects.extend(server.map(|server| Effect::Release { server }));
    }

    fn end_match(&mut self, id: ServerId, of: MatchId) {
        if self.has(id, of) {
            let played = self.find(of).unwrap().stage > Stage::PickedUp;
            self.end(of, if played { Outcome::Completed } else { Outcome::NotReady });
        }
    }

    fn cancel(&mut self, id: MatchId) {
        if self.find(id).is_some() {
            self.stop(id, Outcome::Cancelled);
        }
    }

    fn gone(&mut self, id: ServerId) {
        self.unregister(id);
        if let Some(held) = self.held(id) {
            self.end(held, Outcome::ServerLost);
        }
    }

    fn restart(&mut self) {
        while let Some(&(_, id, _)) = self.registered.first() {
            self.unregister(id);
        }
    }

    /// The next second.
    fn fire(&mut self) {
        let due: Vec<_> = self.deadlines.iter().filter(|&&(at, _)| at == self.now).map(|&(_, of)| of).collect();
        for of in due {
            match of {
                Of::Server(id) => {
                    self.unregister(id);
                    self.effects.push(Effect::Expired(Cause::Registration));
                }
                Of::Match(id) => {
                    let (cause, outcome) = match self.find(id).unwrap().stage {
                        Stage::Queued => (Cause::MatchPickup, Outcome::NoServer),
                        Stage::PickedUp => (Cause::Confirm, Outcome::NotReady),
                        Stage::Ready | Stage::Running => (Cause::MatchMaxRun, Outcome::Overran),
                    };
                    self.effects.push(Effect::Expired(cause));
                    self.stop(id, outcome);
                }
            }
        }
    }
}

struct Pair {
    registrar: Registrar,
    naive: Naive,
}

impl Pair {
    fn new() -> Self {
        let naive = Naive::default();
        let mut pair = Self { registrar: Registrar::new(SETTINGS, naive.now), naive };
        pair.fire();
        pair
    }

    fn formed(&self) -> u32 {
        self.naive.formed.len() as u32
    }

    /// The match of a server, or another.
    fn of(&self, id: ServerId, back: Option<u32>) -> MatchId {
        spoken_of(self.formed(), self.naive.held(id), back)
    }

    fn fire(&mut self) {
        let mut real = Vec::new();
        self.registrar.fire(self.naive.now, &mut real);
        self.naive.fire();
        let mut naive = std::mem::take(&mut self.naive.effects);
        real.sort_unstable();
        naive.sort_unstable();
        assert_eq!(real, naive, "in second {}", self.naive.now.0);
    }

    fn second(&mut self) {
        self.naive.now = self.naive.now + 1;
        self.fire();
    }

    fn apply(&mut self, event: &Event) {
        let (mut real, now) = (Vec::new(), self.naive.now);
        match *event {
            Event::Seconds(seconds) => (0..seconds).for_each(|_| self.second()),
            Event::Form(back, at) => {
                let id = back.map_or(MatchId(self.formed()), |back| recent(self.formed(), back));
                self.registrar.new_match(now, id, at, &mut real);
                self.naive.form(id, at);
            }
            Event::Register(id, at) => {
                self.registrar.register(now, id, at, &mut real);
                self.naive.register(id, at);
            }
            Event::Confirm(id, back) => {
                let of = self.of(id, back);
                self.registrar.confirm(now, id, of, &mut real);
                self.naive.confirm(id, of);
            }
            Event::Running(id, back) => {
                let of = self.of(id, back);
                self.registrar.running(of);
                self.naive.running(of);
            }
            Event::End(id, back) => {
                let of = self.of(id, back);
                self.registrar.end_match(id, of, &mut real);
                self.naive.end_match(id, of);
            }
            Event::Cancel(back) => {
                let id = recent(self.formed(), back);
                self.registrar.cancel(id, &mut real);
                self.naive.cancel(id);
            }
            Event::Gone(id) => {
                self.registrar.server_gone(id, &mut real);
                self.naive.gone(id);
            }
            Event::Restart => {
                self.registrar.restart();
                self.naive.restart();
            }
        }
        assert_eq!(real, std::mem::take(&mut self.naive.effects), "after {event:?}");
    }

    fn compare(&self) {
        assert_eq!(self.registrar.check(self.naive.now), Ok(()));
        let found: Vec<_> = self.registrar.matches().map(|(id, &found)| (id, found)).collect();
        assert_eq!(found, self.naive.matches);
        for &id in &self.naive.formed {
            assert_eq!(self.registrar.find(id).copied(), self.naive.find(id), "{id:?}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_registrar_does_as_the_naive_one(events in prop::collection::vec(event(), 1..80)) {
        let mut pair = Pair::new();
        for event in &events {
            pair.apply(event);
            pair.compare();
        }
    }
}
