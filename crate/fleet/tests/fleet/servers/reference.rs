//! Fleets against a naive one that looks at every server in every second.
//!
//! The documents leave open which Ready server is allocated and which of those too many is deleted: there the naive fleet
//! checks that the choice was allowed, and follows it.

use super::fixture::T;
use matchday_base::Calendar;
use matchday_base::SimTime;
use matchday_base::calendar::Date;
use matchday_fleet::ServerId;
use matchday_fleet::servers::autoscaler::{AutoscalerSettings, Buffer, Counter, Policy, Reserve};
use matchday_fleet::servers::{Effect, Fleet, FleetSettings, Numbering, Refusal, SdkCall, Sight, State, sweep};
use proptest::prelude::*;
use std::collections::BTreeMap;
use std::num::NonZeroU32;

const CAPACITY: u32 = 12;
const LOOK_EVERY_S: u32 = 7;

#[derive(Clone, Debug)]
enum Event {
    Seconds(u32),
    Scale(u32),
    Allocate,
    EndMatch(u8),
    Started(u8),
    Failed(u8),
    Call(u8, SdkCall),
    /// Reads a server now; the call is written by a later `Write`.
    Read(u8, SdkCall),
    Write,
    Silent(u8),
    Crashed(u8),
    Outage,
}

/// How a fleet is set up.
#[derive(Clone, Debug)]
struct Setup {
    matches_per_server: u32,
    buffer: Option<Reserve>,
}

fn setup() -> impl Strategy<Value = Setup> {
    let buffer = prop_oneof![
        Just(None),
        (0..6_u32).prop_map(|size| Some(Reserve::Absolute(size))),
        (1..99_u8).prop_map(|percent| Some(Reserve::Percent(percent))),
    ];
    (1..4_u32, buffer).prop_map(|(matches_per_server, buffer)| Setup { matches_per_server, buffer })
}

fn event() -> impl Strategy<Value = Event> {
    let call = prop_oneof![
        4 => Just(SdkCall::Ready),
        2 => (-1..30_i64).prop_map(SdkCall::Reserve),
        2 => Just(SdkCall::Allocate),
        1 => Just(SdkCall::Shutdown),
        1 => Just(SdkCall::Health),
    ];
    let which = any::<u8>;
    prop_oneof![
        8 => (1..12_u32).prop_map(Event::Seconds),
        1 => (0..CAPACITY + 4).prop_map(Event::Scale),
        4 => Just(Event::Allocate),
        2 => which().prop_map(Event::EndMatch),
        10 => which().prop_map(Event::Started),
        2 => which().prop_map(Event::Failed),
        12 => (which(), call.clone()).prop_map(|(server, call)| Event::Call(server, call)),
        2 => (which(), call).prop_map(|(server, call)| Event::Read(server, call)),
        2 => Just(Event::Write),
        1 => which().prop_map(Event::Silent),
        1 => which().prop_map(Event::Crashed),
        1 => Just(Event::Outage),
    ]
}

#[derive(Clone, Debug)]
struct Naive {
    state: State,
    matches: u32,
    started: u32,
    reserved_until: Option<u32>,
    silent_since: Option<u32>,
    error_since: Option<u32>,
    /// Somebody wrote since the call on its way was made.
    written: bool,
}

struct Both {
    setup: Setup,
    fleet: Fleet,
    now: SimTime,
    naive: BTreeMap<u32, Naive>,
    wanted: u32,
    call: Option<(ServerId, SdkCall, Sight)>,
    server_s: [u64; 8],
    match_s: u64,
}

impl Naive {
    fn new(now: u32) -> Self {
        Self {
            state: State::Creating,
            matches: 0,
            started: now,
            reserved_until: None,
            silent_since: None,
            error_since: None,
            written: true,
        }
    }

    fn runs(&self) -> bool {
        [State::Starting, State::Ready, State::Reserved, State::Allocated].contains(&self.state)
    }

    fn enter(&mut self, state: State) {
        self.matches = if state == State::Allocated { 1 } else { 0 };
        (self.state, self.reserved_until, self.written) = (state, None, true);
    }

    /// Whether it may say so; then it has.
    fn says(&mut self, now: u32, call: SdkCall) -> bool {
        let allowed = match call {
            SdkCall::Ready => self.runs() && self.state != State::Ready,
            SdkCall::Reserve(_) | SdkCall::Health => self.runs(),
            SdkCall::Allocate => [State::Ready, State::Reserved].contains(&self.state),
            SdkCall::Shutdown => self.state != State::Shutdown,
        };
        if allowed {
            match call {
                SdkCall::Ready => self.enter(State::Ready),
                SdkCall::Allocate => self.enter(State::Allocated),
                SdkCall::Shutdown => self.enter(State::Shutdown),
                SdkCall::Reserve(seconds) => {
                    self.enter(State::Reserved);
                    self.reserved_until = (seconds > 0).then(|| now + seconds as u32);
                }
                SdkCall::Health => (self.silent_since, self.written) = (None, true),
            }
        }
        allowed
    }
}

impl Both {
    fn new(setup: &Setup) -> Self {
        let policy = setup.buffer.map(|size| match setup.matches_per_server {
            1 => Policy::Buffer(Buffer { size, min_replicas: 1, max_replicas: 9 }),
            _ => Policy::Counter(Counter { size, min_capacity: 2, max_capacity: 20 }),
        });
        let settings = FleetSettings {
            replicas: 4,
            capacity: CAPACITY,
            matches_per_server: NonZeroU32::new(setup.matches_per_server).unwrap(),
            autoscaler: policy.map(|policy| AutoscalerSettings { policy, every_s: LOOK_EVERY_S }),
            ..FleetSettings::default()
        };
        Self {
            setup: setup.clone(),
            fleet: Fleet::new(settings, Numbering { place: 2, of: 5 }, Calendar::new(Date::from_unix_day(0)), T),
            now: T,
            naive: BTreeMap::new(),
            wanted: 4,
            call: None,
            server_s: [0; 8],
            match_s: 0,
        }
    }

    /// One of the servers that are there.
    fn pick(&self, which: u8) -> Option<(ServerId, Naive)> {
        let at = usize::from(which).checked_rem(self.naive.len())?;
        self.naive.iter().nth(at).map(|(&id, naive)| (ServerId(id), naive.clone()))
    }

    fn count(&self, states: &[State]) -> u32 {
        self.naive.values().filter(|server| states.contains(&server.state)).count() as u32
    }

    fn replicas(&self) -> u32 {
        self.naive.len() as u32 - self.count(&[State::Unhealthy, State::Shutdown])
    }

    fn second(&mut self) {
        let now = self.now.0;
        let mut effects = Vec::new();
        self.fleet.tick(self.now, &mut effects);
        for server in self.naive.values_mut() {
            if server.reserved_until == Some(now) {
                server.enter(State::Ready);
            }
            let heard = server.silent_since.map(|silent| silent.max(server.started + 5));
            if server.runs() && heard.is_some_and(|heard| heard + 15 <= now) {
                server.enter(State::Unhealthy);
            }
            if server.state == State::Error && server.error_since == Some(now - 30) {
                server.enter(State::Shutdown);
            }
        }
        self.look();
        self.follow(&effects);
        for server in self.naive.values() {
            self.server_s[server.state.index()] += 1;
            self.match_s += u64::from(server.matches);
        }
        self.now = self.now + 1;
    }

    /// The autoscaler, in floating point, and server by server.
    fn look(&mut self) {
        let Some(size) = self.setup.buffer.filter(|_| (self.now.0 - T.0).is_multiple_of(LOOK_EVERY_S)) else { return };
        let per_server = self.setup.matches_per_server;
        let used = match per_server {
            1 => self.count(&[State::Allocated]),
            _ => self.naive.values().map(|server| server.matches).sum(),
        };
        let beside = match size {
            Reserve::Absolute(size) => used + size,
            Reserve::Percent(percent) => (f64::from(used) / (1.0 - f64::from(percent) / 100.0) - 1e-9).ceil() as u32,
        };
        if per_server == 1 {
            self.wanted = beside.clamp(1, 9);
            return;
        }
        if matches!(size, Reserve::Percent(_)) && used == 0 {
            self.wanted = 1;
            return;
        }
        let mut idle = self.count(&[State::Creating, State::Starting, State::Ready]);
        let (mut servers, room) = (self.replicas(), |servers: u32| servers * per_server);
        let (least, most) = (2, 20);
        let lowest = room(servers) == least;
        if room(servers) < least {
            while room(servers) < least {
                servers += 1;
            }
        } else if room(servers) > beside && !lowest {
            while idle > 0 && room(servers - 1) >= beside.max(least) {
                (servers, idle) = (servers - 1, idle - 1);
            }
            servers = servers.max(1);
        } else if room(servers) > most {
            while idle > 0 && room(servers) > most {
                (servers, idle) = (servers - 1, idle - 1);
            }
            servers = servers.max(1);
        } else {
            while room(servers) < beside && room(servers + 1) <= most {
                servers += 1;
            }
        }
        self.wanted = servers;
    }

    /// Servers go and come.
    fn follow(&mut self, effects: &[Effect]) {
        let surplus = self.replicas().saturating_sub(self.wanted);
        let booting = self.count(&[State::Creating, State::Starting]);
        let (leaving, ready) = (self.count(&[State::Unhealthy, State::Shutdown]), self.count(&[State::Ready]));
        let (mut deleted, mut deleted_ready) = (0, 0);
        for effect in effects {
            if let Effect::Deleted(id) = effect {
                let gone = self.naive.remove(&id.0).expect("what is deleted was there");
                assert!(
                    ![State::Reserved, State::Allocated, State::Error].contains(&gone.state),
                    "{gone:?} is deleted"
                );
                deleted += 1;
                deleted_ready += u32::from(gone.state == State::Ready);
            }
        }
        assert_eq!(deleted, leaving + surplus.min(booting + ready));
        assert_eq!(deleted_ready, surplus.saturating_sub(booting).min(ready));
        let missing = self.wanted.saturating_sub(self.replicas());
        let made = missing.min(CAPACITY - self.naive.len() as u32);
        let booted = effects.iter().filter_map(|effect| if let Effect::Boot(id) = effect { Some(id.0) } else { None });
        for id in booted.clone() {
            assert!(self.naive.insert(id, Naive::new(self.now.0)).is_none(), "{id} is given twice");
        }
        assert_eq!(booted.count() as u32, made);
    }

    fn allocate(&mut self) {
        let per_server = self.setup.matches_per_server;
        let shared = |server: &Naive| server.state == State::Allocated && per_server > 1 && server.matches < per_server;
        let has_room = self.naive.values().any(shared);
        match self.fleet.allocate(self.now) {
            None => assert!(!has_room && self.count(&[State::Ready]) == 0),
            Some(id) => {
                let server = self.naive.get_mut(&id.0).unwrap();
                if has_room {
                    assert!(shared(server), "{server:?}");
                    (server.matches, server.written) = (server.matches + 1, true);
                } else {
                    assert_eq!(server.state, State::Ready);
                    server.enter(State::Allocated);
                }
            }
        }
    }

    fn compare(&self) {
        for (&id, naive) in &self.naive {
            let server = self.fleet.server(ServerId(id)).unwrap();
            assert_eq!((server.state(), server.matches()), (naive.state, naive.matches), "{id}: {naive:?}");
            assert_eq!(server.reserved_until().map(|until| until.0), naive.reserved_until, "{id}");
        }
        assert_eq!(self.fleet.counts().servers() as usize, self.naive.len());
        let usage = self.fleet.usage(self.now);
        assert_eq!((usage.server_s, usage.match_s), (self.server_s, self.match_s));
        sweep(&self.fleet, self.now).unwrap();
    }

    fn apply(&mut self, event: &Event) {
        let (now, mut effects) = (self.now, Vec::new());
        match *event {
            Event::Seconds(seconds) => (0..seconds).for_each(|_| {
                self.second();
                self.compare();
            }),
            Event::Scale(wanted) => {
                self.fleet.scale(wanted);
                self.wanted = wanted;
            }
            Event::Allocate => self.allocate(),
            Event::EndMatch(which) => {
                let Some((id, naive)) = self.pick(which) else { return };
                let left = self.fleet.end_match(now, id).ok();
                assert_eq!(left, naive.matches.checked_sub(1));
                let server = self.naive.get_mut(&id.0).unwrap();
                if let Some(left) = left {
                    (server.matches, server.written) = (left, true);
                }
            }
            Event::Started(which) => {
                let Some((id, naive)) = self.pick(which) else { return };
                assert_eq!(self.fleet.started(now, id).is_ok(), naive.state == State::Creating);
                let server = self.naive.get_mut(&id.0).unwrap();
                if naive.state == State::Creating {
                    server.enter(State::Starting);
                    server.started = now.0;
                }
            }
            Event::Failed(which) => {
                let Some((id, naive)) = self.pick(which) else { return };
                let boots = [State::Creating, State::Starting].contains(&naive.state);
                assert_eq!(self.fleet.failed(now, id).is_ok(), boots);
                let server = self.naive.get_mut(&id.0).unwrap();
                if boots {
                    server.enter(State::Error);
                    server.error_since = Some(now.0);
                }
            }
            Event::Call(which, call) => {
                let Some((id, _)) = self.pick(which) else { return };
                let said = self.fleet.call(now, id, call).is_ok();
                assert_eq!(self.naive.get_mut(&id.0).unwrap().says(now.0, call), said, "{call:?}");
            }
            Event::Read(which, call) => {
                let Some((id, _)) = self.pick(which) else { return };
                self.call = Some((id, call, self.fleet.server(id).unwrap().sight()));
                self.naive.get_mut(&id.0).unwrap().written = false;
            }
            Event::Write => {
                let Some((id, call, sight)) = self.call.take() else { return };
                let answer = self.fleet.write(now, id, sight.version, call);
                match self.naive.get_mut(&id.0) {
                    Some(server) if server.written => assert_eq!(answer, Err(Refusal::Stale)),
                    Some(server) => assert_eq!(answer.is_ok(), server.says(now.0, call), "{call:?}: {answer:?}"),
                    None => assert!(answer.is_err(), "the server is gone"),
                }
            }
            Event::Silent(which) => {
                let Some((id, naive)) = self.pick(which) else { return };
                assert_eq!(self.fleet.falls_silent(now, id).is_ok(), naive.runs());
                if naive.runs() {
                    self.naive.get_mut(&id.0).unwrap().silent_since.get_or_insert(now.0);
                }
            }
            Event::Crashed(which) => {
                let Some((id, naive)) = self.pick(which) else { return };
                let lives = naive.runs() || naive.state == State::Creating;
                assert_eq!(self.fleet.crashed(now, id, &mut effects).is_ok(), lives);
                if lives {
                    self.naive.get_mut(&id.0).unwrap().enter(State::Unhealthy);
                }
            }
            Event::Outage => {
                self.fleet.outage(now, now, &mut effects);
                let lives = |server: &&mut Naive| server.runs() || server.state == State::Creating;
                self.naive.values_mut().filter(lives).for_each(|server| server.enter(State::Unhealthy));
            }
        }
        self.compare();
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_fleet_does_what_a_naive_one_does(setup in setup(), events in prop::collection::vec(event(), 1..150)) {
        let mut both = Both::new(&setup);
        events.iter().for_each(|event| both.apply(event));
    }
}
