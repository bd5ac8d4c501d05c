//! The broker against a naive one that keeps lists, has no timers, and checks everything in every second.
//!
//! Timers of one second may fire in any order: there the naive broker gives the required effects and allowed
//! outcomes, and follows the real one. All other calls must have the same effects in the same order.

use super::super::{
    Accepts, AllocatorIndex, AllocatorSettings, Broker, BrokerSettings, Cause, Effect, FilterId, Hint, Notice, Outcome,
    Properties, Stage,
};
use crate::ServerId;
use crate::tests::{back, of, recent, spoken_of};
use matchday_base::{DatacenterIndex, MatchId, SimTime};
use proptest::prelude::*;
use std::collections::{BTreeMap, BTreeSet};

/// Filter `n` accepts map `n`; filter 2 at the front end refuses map 2.
struct Maps;

impl Accepts for Maps {
    fn accepts(&self, filter: FilterId, properties: &Properties) -> bool {
        (filter.0 == 2) != (u16::from(properties.map) == filter.0)
    }
}

fn settings() -> BrokerSettings {
    let filtered = AllocatorSettings {
        ready_deadline_s: 6,
        reaper_period_s: 4,
        reaper_max_run_s: 25,
        requirement: Some(FilterId(0)),
        ..Default::default()
    };
    let any = AllocatorSettings { ready_deadline_s: 9, requirement: None, reaper_period_s: 3, ..filtered.clone() };
    BrokerSettings {
        match_pickup_s: 15,
        match_ready_s: 7,
        match_max_run_s: 21,
        server_max_lifetime_s: 19,
        front_end: vec![FilterId(2)],
        allocators: vec![filtered, any],
    }
}

#[derive(Clone, Debug)]
enum Event {
    Seconds(u32),
    Form(u8, u16),
    Request(u32, u16, Option<u16>),
    /// The server names the match that it has, or any.
    Ready(u32, Option<u32>),
    End(u32, Option<u32>, bool),
    Allocated(u32, u8, u32),
    Refused(u32, u8),
    Gone(u32),
    Cancel(u32),
    Restart,
}

fn event() -> impl Strategy<Value = Event> {
    let server = || 0..12_u32;
    prop_oneof![
        8 => (1..6_u32).prop_map(Event::Seconds),
        8 => (0..3_u8, 0..2_u16).prop_map(|(map, at)| Event::Form(map, at)),
        8 => (server(), 0..2_u16, proptest::option::of(0..2_u16)).prop_map(|(id, at, map)| Event::Request(id, at, map)),
        6 => (server(), of()).prop_map(|(id, of)| Event::Ready(id, of)),
        4 => (server(), of(), any::<bool>()).prop_map(|(id, of, last)| Event::End(id, of, last)),
        4 => (back(), 0..2_u8, server()).prop_map(|(of, by, id)| Event::Allocated(of, by, id)),
        3 => (back(), 0..2_u8).prop_map(|(of, by)| Event::Refused(of, by)),
        1 => server().prop_map(Event::Gone),
        1 => back().prop_map(Event::Cancel),
        1 => Just(Event::Restart),
    ]
}

#[derive(Clone, Debug)]
struct NaiveMatch {
    properties: Properties,
    stage: Stage,
    since: SimTime,
    server: Option<ServerId>,
    /// The allocator asked last, its deadline, and whether it answered.
    asked: Option<(u8, SimTime, bool)>,
    had_turn: Vec<u8>,
}

#[derive(Clone, Debug)]
struct Server {
    last_call: SimTime,
    run_since: SimTime,
    allocator: Option<u8>,
    starting: bool,
    meant_for: Option<MatchId>,
    held: Option<MatchId>,
    /// Its site and filter while it waits.
    waits: Option<(DatacenterIndex, Option<FilterId>)>,
}

#[derive(Debug)]
struct Naive {
    settings: BrokerSettings,
    now: SimTime,
    matches: BTreeMap<MatchId, NaiveMatch>,
    servers: BTreeMap<ServerId, Server>,
    over: BTreeSet<ServerId>,
    /// Waiting servers, with the start of their wait, oldest first.
    waiting: Vec<(SimTime, ServerId)>,
    /// Filters in the order of their first request, at each site since the last restart.
    filters: BTreeMap<DatacenterIndex, Vec<Option<FilterId>>>,
    effects: Vec<Effect>,
}

fn passes(filter: Option<FilterId>, properties: &Properties) -> bool {
    filter.is_none_or(|filter| Maps.accepts(filter, properties))
}

impl Naive {
    fn willing(&self, properties: &Properties) -> Vec<u8> {
        let numbered = (0..).zip(&self.settings.allocators);
        numbered.filter(|(_, allocator)| passes(allocator.requirement, properties)).map(|(number, _)| number).collect()
    }

    fn form(&mut self, id: MatchId, properties: Properties) {
        if properties.map == 2 {
            return self.effects.push(Effect::Tell { id, notice: Notice::Ended(Outcome::Refused) });
        }
        let (stage, since, server) = (Stage::Queued, self.now, None);
        self.matches.insert(id, NaiveMatch { properties, stage, since, server, asked: None, had_turn: Vec::new() });
        let at = properties.datacenter;
        let fits = |id: &ServerId| {
            let (here, filter) = self.servers[id].waits.unwrap();
            (here == at && passes(filter, &properties)).then_some(filter)
        };
        // Among two that came in the same second, the one in the older lane.
        let lanes = self.filters.get(&at).cloned().unwrap_or_default();
        let lane = |filter| lanes.iter().position(|&known| known == filter);
        let fitting = self
            .waiting
            .iter()
            .enumerate()
            .filter_map(|(place, (since, id))| fits(id).map(|filter| (*since, lane(filter), place, *id)));
        match fitting.min() {
            Some((.., server)) => self.pick_up(server, id),
            None => self.ask(id),
        }
    }

    fn ask(&mut self, id: MatchId) {
        let willing = self.willing(&self.matches[&id].properties);
        let found = self.matches.get_mut(&id).unwrap();
        if willing.iter().all(|number| found.had_turn.contains(number)) {
            found.had_turn.clear();
        }
        let left: Vec<u8> = willing.into_iter().filter(|number| !found.had_turn.contains(number)).collect();
        for &next in &left {
            let line = self.line(self.matches[&id].properties.datacenter, next);
            match line.into_iter().find(|&older| older < id) {
                None => return self.ask_for(id, next),
                Some(older) => {
                    self.matches.get_mut(&id).unwrap().had_turn.push(next);
                    self.matches.get_mut(&older).unwrap().had_turn.clear();
                    self.ask_for(older, next);
                }
            }
        }
        self.line_up(id, *left.last().unwrap());
    }

    fn ask_for(&mut self, id: MatchId, by: u8) {
        let found = self.matches.get_mut(&id).unwrap();
        found.had_turn.push(by);
        found.asked = Some((by, self.now + self.settings.allocators[usize::from(by)].ready_deadline_s, false));
        let datacenter = found.properties.datacenter;
        self.effects.push(Effect::AskAllocator { allocator: AllocatorIndex(by), datacenter, id });
    }

    /// No answer is pending any more: treated as answered by an unknown allocator.
    fn line_up(&mut self, id: MatchId, by: u8) {
        let again = self.now + self.settings.allocators[usize::from(by)].reaper_period_s;
        self.matches.get_mut(&id).unwrap().asked = Some((u8::MAX, again, true));
    }

    /// The matches at a site that every allocator has refused and that `by` would serve.
    fn line(&self, at: DatacenterIndex, by: u8) -> Vec<MatchId> {
        let waits = |found: &NaiveMatch| {
            let refused = matches!(found.asked, Some((u8::MAX, ..))) && found.stage == Stage::Queued;
            refused && found.properties.datacenter == at && self.willing(&found.properties).contains(&by)
        };
        self.matches.iter().filter(|(_, found)| waits(found)).map(|(&id, _)| id).collect()
    }

    fn pick_up(&mut self, id: ServerId, of: MatchId) {
        let found = self.matches.get_mut(&of).unwrap();
        (found.stage, found.since, found.server) = (Stage::PickedUp, self.now, Some(id));
        self.stop_waiting(id);
        let server = self.servers.get_mut(&id).unwrap();
        (server.held, server.run_since) = (Some(of), self.now);
        self.effects.push(Effect::Assign { server: id, id: of, again: false });
    }

    fn stop_waiting(&mut self, id: ServerId) {
        self.waiting.retain(|&(_, waiting)| waiting != id);
        self.servers.get_mut(&id).unwrap().waits = None;
    }

    /// Whether calls of a server are accepted.
    fn receive(&mut self, id: ServerId) -> bool {
        if self.over.contains(&id) {
            return false;
        }
        let fresh = Server {
            last_call: self.now,
            run_since: self.now,
            allocator: None,
            starting: false,
            meant_for: None,
            held: None,
            waits: None,
        };
        let server = self.servers.entry(id).or_insert(fresh);
        (server.last_call, server.starting) = (self.now, false);
        true
    }

    fn request(&mut self, id: ServerId, at: DatacenterIndex, filter: Option<FilterId>) {
        if !self.receive(id) {
            return self.effects.push(Effect::CleanUp { server: id });
        }
        let server = self.servers[&id].clone();
        if let Some(held) = server.held {
            return self.effects.push(Effect::Assign { server: id, id: held, again: true });
        }
        if server.waits == Some((at, filter)) {
            return;
        }
        let lanes = self.filters.entry(at).or_default();
        if !lanes.contains(&filter) {
            lanes.push(filter);
        }
        self.stop_waiting(id);
        self.servers.get_mut(&id).unwrap().meant_for = None;
        let fits = |found: &NaiveMatch| {
            found.stage == Stage::Queued && found.properties.datacenter == at && passes(filter, &found.properties)
        };
        let own = server.meant_for.filter(|own| self.matches.get(own).is_some_and(fits));
        let oldest = self.matches.iter().find(|(_, found)| fits(found)).map(|(&of, _)| of);
        match own.or(oldest) {
            Some(of) => self.pick_up(id, of),
            None => {
                self.servers.get_mut(&id).unwrap().waits = Some((at, filter));
                self.waiting.push((self.now, id));
            }
        }
    }

    /// Whether a server has the match that it names, or takes it over.
    fn holds(&mut self, id: ServerId, of: MatchId) -> bool {
        if let Some(held) = self.servers[&id].held {
            return held == of;
        }
        let Some(found) = self.matches.get_mut(&of) else { return false };
        if found.stage == Stage::Queued || found.server.is_some() {
            return false;
        }
        found.server = Some(id);
        self.stop_waiting(id);
        let server = self.servers.get_mut(&id).unwrap();
        (server.held, server.meant_for) = (Some(of), None);
        true
    }

    fn ready(&mut self, id: ServerId, of: MatchId) {
        if !self.receive(id) {
            return self.effects.push(Effect::CleanUp { server: id });
        }
        if self.holds(id, of) && self.matches[&of].stage == Stage::PickedUp {
            let found = self.matches.get_mut(&of).unwrap();
            (found.stage, found.since) = (Stage::Ready, self.now);
            self.effects.push(Effect::Tell { id: of, notice: Notice::Connect(id) });
        }
    }

    fn end_match(&mut self, id: ServerId, of: MatchId, hint: Hint) {
        if !self.receive(id) {
            return;
        }
        if self.holds(id, of) {
            let played = self.matches[&of].stage > Stage::PickedUp;
            self.end(of, if played { Outcome::Completed } else { Outcome::NotReady });
            self.servers.get_mut(&id).unwrap().held = None;
        }
        if hint == Hint::Shutdown {
            self.gone(id);
        }
    }

    fn end(&mut self, id: MatchId, outcome: Outcome) {
        if self.matches.remove(&id).is_some() {
            self.effects.push(Effect::Tell { id, notice: Notice::Ended(outcome) });
        }
    }

    fn gone(&mut self, id: ServerId) {
        if self.servers.contains_key(&id) {
            self.stop_waiting(id);
        }
        let lost = self.servers.remove(&id);
        self.over.insert(id);
        if let Some(held) = lost.and_then(|lost| lost.held) {
            self.end(held, Outcome::ServerLost);
        }
    }

    fn cancel(&mut self, id: MatchId) {
        let server = self.matches.get(&id).and_then(|found| found.server);
        self.end(id, Outcome::Cancelled);
        if let Some(server) = server {
            self.gone(server);
            self.effects.push(Effect::CleanUp { server });
        }
    }

    fn allocated(&mut self, of: MatchId, by: u8, id: ServerId) {
        let mut is_answer_new = false;
        if let Some(NaiveMatch { asked: Some((asked, _, answered)), .. }) = self.matches.get_mut(&of)
            && *asked == by
        {
            is_answer_new = !std::mem::replace(answered, true);
        }
        let line = is_answer_new.then(|| self.line(self.matches[&of].properties.datacenter, by));
        if let Some(next) = line.and_then(|line| line.first().copied()) {
            self.matches.get_mut(&next).unwrap().had_turn.clear();
            self.ask_for(next, by);
        }
        if self.over.contains(&id) {
            return;
        }
        let fresh = Server {
            last_call: self.now,
            run_since: self.now,
            allocator: None,
            starting: true,
            meant_for: Some(of),
            held: None,
            waits: None,
        };
        let server = self.servers.entry(id).or_insert(fresh);
        if server.allocator.is_none() {
            (server.allocator, server.run_since) = (Some(by), self.now);
        }
    }

    fn refused(&mut self, of: MatchId, by: u8) {
        let Some(found) = self.matches.get(&of).cloned() else { return };
        let Some((asked, _, false)) = found.asked else { return };
        if asked != by || found.stage != Stage::Queued {
            return;
        }
        if self.willing(&found.properties).iter().all(|number| found.had_turn.contains(number)) {
            self.line_up(of, by);
        } else {
            self.ask(of);
        }
    }

    fn restart(&mut self) {
        self.servers.clear();
        self.over.clear();
        self.waiting.clear();
        self.filters.clear();
        for found in self.matches.values_mut() {
            found.server = None;
            if found.stage == Stage::Queued {
                found.asked = None;
                found.had_turn.clear();
            }
        }
        let queued = self.matches.iter().filter(|(_, found)| found.stage == Stage::Queued).map(|(&id, _)| id);
        queued.collect::<Vec<_>>().into_iter().for_each(|id| self.ask(id));
    }

    fn server_due(&self, server: &Server) -> bool {
        let allocator = server.allocator.map(|number| &self.settings.allocators[usize::from(number)]);
        if server.starting {
            return server.last_call + allocator.unwrap().ready_deadline_s <= self.now;
        }
        let reaped = allocator.is_some_and(|allocator| {
            let passes = self.now.0.is_multiple_of(allocator.reaper_period_s);
            passes && server.run_since + allocator.reaper_max_run_s <= self.now
        });
        reaped || server.last_call + self.settings.server_max_lifetime_s <= self.now
    }

    /// The next second: `real` are the actual effects, compared with the required ones.
    fn fire(&mut self, real: &[Effect]) {
        let due = |found: &NaiveMatch| match found.stage {
            Stage::Queued => (self.settings.match_pickup_s, Outcome::NoServer),
            Stage::PickedUp => (self.settings.match_ready_s, Outcome::NotReady),
            Stage::Ready | Stage::Running => (self.settings.match_max_run_s, Outcome::Overran),
        };
        let mut clean_ups: BTreeSet<_> =
            self.servers.iter().filter(|(_, server)| self.server_due(server)).map(|(&id, _)| id).collect();
        let mut may_end = BTreeMap::<MatchId, Vec<Outcome>>::new();
        for id in &clean_ups {
            may_end.extend(self.servers[id].held.map(|held| (held, vec![Outcome::ServerLost])));
        }
        for (&id, found) in &self.matches {
            let (length_s, outcome) = due(found);
            if found.since + length_s <= self.now {
                may_end.entry(id).or_default().push(outcome);
                clean_ups.extend(found.server);
            }
        }
        let ended: BTreeMap<_, _> = real
            .iter()
            .filter_map(|effect| match *effect {
                Effect::Tell { id, notice: Notice::Ended(outcome) } => Some((id, outcome)),
                _ => None,
            })
            .collect();
        assert_eq!(ended.keys().collect::<Vec<_>>(), may_end.keys().collect::<Vec<_>>(), "matches that are due");
        assert!(ended.iter().all(|(id, outcome)| may_end[id].contains(outcome)), "{ended:?}, not {may_end:?}");
        ended.into_iter().for_each(|(id, outcome)| self.end(id, outcome));
        let silent = clean_ups.iter().filter(|&id| self.servers[id].starting).count();
        for id in clean_ups {
            self.gone(id);
            self.effects.push(Effect::CleanUp { server: id });
        }
        let asks = self.matches.iter().filter(|(_, found)| found.stage == Stage::Queued);
        let asks = asks.filter_map(|(&id, found)| found.asked.map(|(_, at, answered)| (id, at, answered)));
        let over: Vec<_> = asks.filter(|&(_, at, _)| at == self.now).collect();
        let unanswered = over.iter().filter(|&&(_, _, answered)| !answered).count();
        over.iter().for_each(|&(id, ..)| self.ask(id));
        let expired = real.iter().filter(|&&effect| effect == Effect::Expired(Cause::ReadyDeadline));
        // A match that reaches its pickup timer in this second may have counted a request before.
        let counted = expired.count();
        assert!(counted >= silent + unanswered, "ready deadlines: {counted}, not {silent} + {unanswered}");
    }
}

struct Pair {
    broker: Broker,
    naive: Naive,
    formed: u32,
}

impl Pair {
    fn new() -> Self {
        let now = SimTime(0);
        let naive = Naive {
            settings: settings(),
            now,
            matches: BTreeMap::new(),
            servers: BTreeMap::new(),
            over: BTreeSet::new(),
            waiting: Vec::new(),
            filters: BTreeMap::new(),
            effects: Vec::new(),
        };
        let mut pair = Self { broker: Broker::new(settings(), now).unwrap(), naive, formed: 0 };
        pair.fire();
        pair
    }

    /// The match formed `back` matches ago.
    fn recent(&self, back: u32) -> MatchId {
        recent(self.formed, back)
    }

    /// The match of a server, or another.
    fn of(&self, id: ServerId, back: Option<u32>) -> MatchId {
        let held = self.naive.servers.get(&id).and_then(|server| server.held);
        spoken_of(self.formed, held, back)
    }

    fn second(&mut self) {
        self.naive.now = self.naive.now + 1;
        self.fire();
    }

    fn fire(&mut self) {
        let mut real = Vec::new();
        self.broker.fire(self.naive.now, &mut real);
        self.naive.fire(&real);
        let kept = |effects: Vec<Effect>| {
            let mut kept: Vec<_> = effects.into_iter().filter(|effect| !matches!(effect, Effect::Expired(_))).collect();
            kept.sort_unstable();
            kept
        };
        assert_eq!(kept(real), kept(std::mem::take(&mut self.naive.effects)), "in second {}", self.naive.now.0);
    }

    fn apply(&mut self, event: &Event) {
        let (mut real, now) = (Vec::new(), self.naive.now);
        match *event {
            Event::Seconds(seconds) => (0..seconds).for_each(|_| self.second()),
            Event::Form(map, at) => {
                let id = MatchId(self.formed);
                self.formed += 1;
                let properties = Properties { map, datacenter: DatacenterIndex(at), ..Properties::default() };
                self.broker.new_match(now, id, properties, &Maps, &mut real);
                self.naive.form(id, properties);
            }
            Event::Request(id, at, map) => {
                let (id, at, filter) = (ServerId(id), DatacenterIndex(at), map.map(FilterId));
                self.broker.request_match(now, id, at, filter, &Maps, &mut real);
                self.naive.request(id, at, filter);
            }
            Event::Ready(id, back) => {
                let of = self.of(ServerId(id), back);
                self.broker.match_ready(now, ServerId(id), of, &mut real);
                self.naive.ready(ServerId(id), of);
            }
            Event::End(id, back, last) => {
                let (of, hint) = (self.of(ServerId(id), back), if last { Hint::Shutdown } else { Hint::Next });
                self.broker.end_match(now, ServerId(id), of, hint, &mut real);
                self.naive.end_match(ServerId(id), of, hint);
            }
            Event::Allocated(back, by, id) => {
                let of = self.recent(back);
                self.broker.allocated(now, of, AllocatorIndex(by), ServerId(id), &mut real);
                self.naive.allocated(of, by, ServerId(id));
            }
            Event::Refused(back, by) => {
                let of = self.recent(back);
                self.broker.refused(now, of, AllocatorIndex(by), &mut real);
                self.naive.refused(of, by);
            }
            Event::Gone(id) => {
                self.broker.server_gone(ServerId(id), &mut real);
                self.naive.gone(ServerId(id));
            }
            Event::Cancel(back) => {
                let id = self.recent(back);
                self.broker.cancel(id, &mut real);
                self.naive.cancel(id);
            }
            Event::Restart => {
                self.naive.now = now + 1;
                self.broker.restart(now + 1, &mut real);
                self.naive.restart();
                assert_eq!(real, std::mem::take(&mut self.naive.effects), "after {event:?}");
                self.fire();
                return;
            }
        }
        assert_eq!(real, std::mem::take(&mut self.naive.effects), "after {event:?}");
    }

    fn compare(&self) {
        assert_eq!(self.broker.check(self.naive.now), Ok(()));
        let found: Vec<_> = self.broker.matches().map(|(id, found)| (id, found.stage, found.server)).collect();
        let naive: Vec<_> = self.naive.matches.iter().map(|(&id, found)| (id, found.stage, found.server)).collect();
        assert_eq!(found, naive);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_broker_does_as_the_naive_one(events in prop::collection::vec(event(), 1..80)) {
        let mut pair = Pair::new();
        for event in &events {
            pair.apply(event);
            pair.compare();
        }
    }
}
