//! Every order of events of two servers, their autoscaler, allocations, timers and calls, explored by
//! `stateright`.
//!
//! A call reads its server in one event and its write arrives in another, or too late, or never, or twice;
//! meanwhile other calls are made and written at once. Seconds pass between any two events. Promises to a
//! server are stored beside the fleet and compared after every event.

use super::super::autoscaler::{AutoscalerSettings, Buffer, Policy, Reserve};
use super::super::fleet::Timer;
use super::super::stock::Slot;
use super::super::*;
use matchday_base::Calendar;
use matchday_base::SimTime;
use matchday_base::calendar::Date;
use stateright::{Checker, Model, Property};
use std::collections::BTreeSet;
use std::hash::{Hash, Hasher};
use std::sync::{Arc, Mutex};

const SERVERS: u32 = 2;

/// A planted bug; all other code is the code that ships.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fault {
    None,
    /// An overtaken call is written all the same.
    BlindRetry,
    /// Timers ignore generations.
    OldTimers,
    /// Scaling down treats Reserved servers as Ready.
    ForgetReserved,
}

/// Events that must occur in some order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Seen {
    Expired,
    OldTimer,
    Replaced,
    ErrorDeleted,
    ScaledDown,
    Again,
    Overtaken,
    TimedOut,
    Missed,
    LostMatch,
}

struct TwoServers {
    fault: Fault,
    seen: Arc<Mutex<BTreeSet<Seen>>>,
}

#[derive(Clone, Debug)]
struct World {
    now: SimTime,
    fleet: Fleet,
    promises: [Promise; SERVERS as usize],
    /// On its way.
    call: Option<Call>,
    /// A match has begun on its server since the call was made.
    overtaken: bool,
    broken: Option<String>,
}

/// Promises to a server.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
struct Promise {
    /// A match runs on it.
    playing: bool,
    /// It is Reserved, until that second or for ever.
    reserved: Option<Option<SimTime>>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Action {
    Second,
    Started(u32),
    Failed(u32),
    /// Read now, written later.
    Call(u32, SdkCall),
    Written,
    WrittenTwice,
    WrittenLate,
    NeverWritten,
    /// Read and written now.
    Said(u32, SdkCall),
    /// One at a time.
    Silent(u32),
    Crashed(u32),
    Allocate,
}

impl World {
    fn new() -> Self {
        let buffer = Buffer { size: Reserve::Absolute(1), min_replicas: 1, max_replicas: SERVERS };
        let autoscaler = AutoscalerSettings { policy: Policy::Buffer(buffer), every_s: 1 };
        let settings = FleetSettings {
            replicas: SERVERS,
            capacity: SERVERS,
            health: HealthSettings { initial_delay_s: 0, period_s: 1, failures: 1 },
            error_s: 1,
            autoscaler: Some(autoscaler),
            ..FleetSettings::default()
        };
        let now = SimTime(0);
        let mut fleet = Fleet::new(settings, Numbering::ALONE, Calendar::new(Date::from_unix_day(0)), now);
        fleet.reconcile(now, &mut Vec::new());
        Self { now, fleet, promises: Default::default(), call: None, overtaken: false, broken: None }
    }

    fn state(&self, server: u32) -> State {
        self.fleet.stock.slots[server as usize].server.state
    }

    /// All data that the future depends on: times as seconds from now; versions and generations only as
    /// current or not; no sums. The servers are interchangeable.
    fn normal_form(&self) -> impl Hash + PartialEq {
        let from_now = |at: SimTime| i64::from(at.0) - i64::from(self.now.0);
        let kind = |at: u32| (self.state(at), self.given_up_at(at), self.promises[at as usize].reserved);
        let names = if kind(0) <= kind(1) { [0, 1] } else { [1, 0] };
        let servers = names.map(|at| {
            let Slot { server, deleted, .. } = self.fleet.stock.slots.get(at as usize)?;
            let promise = &self.promises[at as usize];
            let reserved = promise.reserved.map(|until| until.map(from_now));
            let until = [server.reserved_until, self.given_up_at(at)].map(|until| until.map(from_now));
            Some((server.state, server.matches, until, *deleted, promise.playing, reserved))
        });
        let ends = self.fleet.timers.iter().filter_map(|(at, timer)| match *timer {
            Timer::End { slot, generation } => {
                Some((from_now(at), names[slot as usize], generation == self.generation(slot)))
            }
            // The server determines when it is given up; `compare` checks that a timer is set.
            Timer::Silence { .. } => None,
        });
        // Among equal timers the first decides.
        let mut first = Vec::new();
        for end in ends {
            if !first.contains(&end) {
                first.push(end);
            }
        }
        let call = self.call.map(|call| {
            let sight = self.fleet.stock.slots[call.server.0 as usize].server.sight();
            let current = (call.sight.version == sight.version, call.sight.generation == sight.generation);
            let for_ever = call.call == SdkCall::Reserve(0);
            (names[call.server.0 as usize], call.call.step(), for_ever, current, self.overtaken)
        });
        let order =
            self.fleet.stock.order().map(|slots| slots.into_iter().map(|at| names[at as usize]).collect::<Vec<_>>());
        (servers, first, call, self.fleet.wanted, order, self.broken.clone())
    }

    /// When a running server will have been silent for too long.
    fn given_up_at(&self, server: u32) -> Option<SimTime> {
        self.state(server).after(Step::Health).and_then(|_| self.fleet.given_up_at(server))
    }

    fn generation(&self, slot: u32) -> u32 {
        self.fleet.stock.slots[slot as usize].server.generation
    }

    /// A match begins on a server.
    fn begins(&mut self, server: ServerId) {
        let promise = &mut self.promises[server.0 as usize];
        if promise.playing || promise.reserved.is_some() {
            self.broken = Some(format!("a match is put on {promise:?}"));
        }
        promise.playing = true;
        self.overtaken |= self.call.is_some_and(|call| call.server == server);
    }

    /// Writes a server's call.
    fn said(&mut self, server: ServerId, call: SdkCall) {
        let until = self.fleet.stock.slots[server.0 as usize].server.reserved_until;
        let promise = &mut self.promises[server.0 as usize];
        (promise.playing, promise.reserved) = match call {
            SdkCall::Reserve(_) => (false, Some(until)),
            SdkCall::Allocate => (true, None),
            SdkCall::Ready | SdkCall::Shutdown => (false, None),
            SdkCall::Health => return,
        };
    }

    /// Checks that all promises are kept.
    fn compare(&mut self) {
        for (at, promise) in (0..).zip(&self.promises) {
            let state = self.state(at);
            let is_due = |&(_, timer): &(SimTime, &Timer)| *timer == Timer::Silence { slot: at };
            let due = self.fleet.timers.iter().find(is_due).map(|(due, _)| due);
            if self.given_up_at(at).is_some_and(|at| due.is_none_or(|due| due > at)) {
                self.broken.get_or_insert(format!("nobody will notice that a server is silent: {due:?}"));
            }
            if promise.playing && state != State::Allocated {
                self.broken.get_or_insert(format!("a match runs on a server that is {state:?}"));
            }
            if promise.reserved.is_some() && state != State::Reserved {
                self.broken.get_or_insert(format!("a reserved server is {state:?}"));
            }
        }
        if let Err(violation) = sweep(&self.fleet, self.now) {
            self.broken.get_or_insert(violation.to_string());
        }
    }
}

impl Hash for World {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.normal_form().hash(hasher);
    }
}

impl PartialEq for World {
    fn eq(&self, other: &Self) -> bool {
        self.normal_form() == other.normal_form()
    }
}

impl TwoServers {
    fn saw(&self, seen: Seen) {
        self.seen.lock().unwrap().insert(seen);
    }

    /// The second ends.
    fn second(&self, world: &mut World) {
        let (now, mut effects) = (world.now, Vec::new());
        for promise in &mut world.promises {
            promise.reserved = promise.reserved.filter(|&until| until != Some(now));
        }
        let old = world.fleet.timers.iter().filter(|&(at, timer)| {
            at == now && matches!(*timer, Timer::End { slot, generation } if generation != world.generation(slot))
        });
        if old.count() > 0 {
            self.saw(Seen::OldTimer);
        }
        if self.fault == Fault::OldTimers {
            let due: Vec<_> = world.fleet.timers.iter().filter(|&(at, _)| at == now).map(|(_, &timer)| timer).collect();
            for timer in due {
                if let Timer::End { slot, .. } = timer {
                    // As if neither generations nor the present end of the reservation were compared.
                    let generation = world.generation(slot);
                    world.fleet.stock.slots[slot as usize].server.reserved_until = None;
                    world.fleet.fire(now, Timer::End { slot, generation }, &mut effects);
                }
            }
        }
        let before: Vec<_> = (0..SERVERS).map(|server| world.state(server)).collect();
        world.fleet.tick(now, &mut effects);
        if self.fault == Fault::ForgetReserved && world.fleet.counts().replicas() > world.fleet.wanted {
            let reserved = (0..SERVERS).find(|&server| world.state(server) == State::Reserved);
            reserved.inspect(|&server| world.fleet.call(now, ServerId(server), SdkCall::Shutdown).unwrap());
        }
        for effect in effects {
            match effect {
                Effect::Expired(_) => self.saw(Seen::Expired),
                Effect::Lost { server, .. } => self.lost(world, server),
                Effect::Deleted(server) => self.saw(match before[server.0 as usize] {
                    State::Unhealthy => Seen::Replaced,
                    State::Error => Seen::ErrorDeleted,
                    _ => Seen::ScaledDown,
                }),
                Effect::Boot(_) => {}
            }
        }
        world.now = now + 1;
        // A call becomes late by its own event, not by thirty seconds.
        world.call.iter_mut().for_each(|call| call.deadline = world.now + CALL_TIMEOUT_S);
    }

    fn lost(&self, world: &mut World, server: ServerId) {
        let promise = &mut world.promises[server.0 as usize];
        if promise.playing {
            self.saw(Seen::LostMatch);
        }
        *promise = Promise::default();
    }

    /// The write of the call arrives.
    fn written(&self, world: &mut World) {
        let Some(mut call) = world.call.take() else { return };
        let mut answer = call.write(world.now, &mut world.fleet);
        if self.fault == Fault::BlindRetry && matches!(answer, Err(CallError::Overtaken { .. })) {
            let written = world.fleet.call(world.now, call.server, call.call);
            answer = written.map(|()| Answer::Done).map_err(CallError::Refused);
        }
        match answer {
            Ok(Answer::Done) => {
                if world.overtaken {
                    world.broken = Some(format!("{:?} ends a match that began after it was said", call.call));
                }
                world.said(call.server, call.call);
            }
            Ok(Answer::Again) => {
                self.saw(Seen::Again);
                world.call = Some(call);
            }
            Err(CallError::Overtaken { .. }) => self.saw(Seen::Overtaken),
            Err(CallError::Refused(_)) => {}
            Err(CallError::TimedOut { .. }) => self.saw(Seen::TimedOut),
        }
    }
}

impl Model for TwoServers {
    type State = World;
    type Action = Action;

    fn init_states(&self) -> Vec<World> {
        vec![World::new()]
    }

    fn actions(&self, world: &World, actions: &mut Vec<Action>) {
        if world.broken.is_some() {
            return;
        }
        actions.extend([Action::Second, Action::Allocate]);
        if world.call.is_some() {
            actions.extend([Action::Written, Action::WrittenTwice, Action::WrittenLate, Action::NeverWritten]);
        }
        let calls = [SdkCall::Ready, SdkCall::Reserve(0), SdkCall::Reserve(1), SdkCall::Allocate, SdkCall::Shutdown];
        for server in 0..SERVERS {
            let state = world.state(server);
            let allowed = |step: Step| state.after(step).is_some();
            if state == State::Creating {
                actions.extend([Action::Started(server), Action::Failed(server)]);
            }
            // Only a running server makes calls.
            if allowed(Step::Health) {
                actions.extend([Action::Crashed(server), Action::Said(server, SdkCall::Health)]);
                if (0..SERVERS).all(|server| world.given_up_at(server).is_none()) {
                    actions.push(Action::Silent(server));
                }
                for call in calls.into_iter().filter(|call| allowed(call.step())) {
                    actions.push(Action::Said(server, call));
                    if world.call.is_none() && call != SdkCall::Reserve(0) {
                        actions.push(Action::Call(server, call));
                    }
                }
            }
        }
    }

    fn next_state(&self, last: &World, action: Action) -> Option<World> {
        let mut world = last.clone();
        let (now, mut effects) = (world.now, Vec::new());
        match action {
            Action::Second => self.second(&mut world),
            Action::Started(server) => world.fleet.started(now, ServerId(server)).ok()?,
            Action::Failed(server) => world.fleet.failed(now, ServerId(server)).ok()?,
            Action::Call(server, call) => world.call = Call::new(now, &world.fleet, ServerId(server), call).ok(),
            Action::Written => self.written(&mut world),
            Action::WrittenTwice => {
                self.written(&mut world);
                (world.call, world.overtaken) = (last.call, last.overtaken);
            }
            Action::WrittenLate => {
                world.call.as_mut()?.deadline = now;
                self.written(&mut world);
            }
            Action::NeverWritten => world.call = None,
            Action::Said(server, call) => {
                world.fleet.call(now, ServerId(server), call).ok()?;
                world.said(ServerId(server), call);
            }
            Action::Silent(server) => world.fleet.falls_silent(now, ServerId(server)).ok()?,
            Action::Crashed(server) => {
                world.fleet.crashed(now, ServerId(server), &mut effects).ok()?;
                self.lost(&mut world, ServerId(server));
            }
            Action::Allocate => match world.fleet.allocate(now) {
                Some(server) => world.begins(server),
                None => self.saw(Seen::Missed),
            },
        }
        world.overtaken &= world.call.is_some();
        world.compare();
        Some(world)
    }

    fn properties(&self) -> Vec<Property<Self>> {
        vec![Property::always("everybody has what they were promised", |_, world: &World| world.broken.is_none())]
    }
}

fn check(fault: Fault) -> (impl Checker<TwoServers>, BTreeSet<Seen>) {
    let seen = Arc::new(Mutex::new(BTreeSet::new()));
    let model = TwoServers { fault, seen: seen.clone() };
    let checker = model.checker().threads(2).spawn_bfs().join();
    let seen = seen.lock().unwrap().clone();
    (checker, seen)
}

#[test]
fn nothing_is_lost_in_any_order() {
    let (checker, seen) = check(Fault::None);
    checker.assert_properties();
    assert_eq!(seen.len(), Seen::LostMatch as usize + 1, "only {seen:?} has happened");
}

#[test]
fn planted_bugs_are_found() {
    for (fault, broken) in [
        (Fault::BlindRetry, "ends a match that began after it was said"),
        (Fault::OldTimers, "a reserved server is Ready"),
        (Fault::ForgetReserved, "a reserved server is Shutdown"),
    ] {
        let (checker, _) = check(fault);
        let path = checker.discoveries().into_values().next();
        let path = path.unwrap_or_else(|| panic!("{fault:?} is not found"));
        let found = path.last_state().broken.clone().unwrap_or_default();
        assert!(found.contains(broken), "{fault:?}: {found}");
    }
}
