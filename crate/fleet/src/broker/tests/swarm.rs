//! Ten thousand small worlds with random faults that stop after a while. After every call the broker and the
//! witness check; in the end everything has recovered.

use super::super::{
    Accepts, AllocatorIndex, AllocatorSettings, Broker, Cause, Effect, FilterId, Hint, Notice, Outcome, Properties,
    Settings,
};
use super::witness::{Call, Witness};
use crate::ServerId;
use matchday_base::{DatacenterIndex, MatchId, Rng, SimTime, Streams};
use rand::RngExt;

const WORLDS: u32 = 10_000;
const THREADS: u32 = 2;
const FAULTY_S: u32 = 120;
const SITES: u16 = 2;
/// Capacity of an allocator at a site, in servers.
const CAPACITY: usize = 3;
/// Length of a hanging match: for ever.
const HANGS_S: u32 = 100_000;

#[derive(Clone, Copy, Debug)]
enum Fault {
    MessageLost,
    MessageLate,
    MessageDoubled,
    AnswerLost,
    CleanUpLost,
    BootFails,
    BootsSlowly,
    CrashWhileWaiting,
    CrashBeforeReady,
    CrashInMatch,
    CrashSeen,
    MatchHangs,
    AllocatorRefuses,
    AllocatorSilent,
    AllocatorAnswerLost,
    Outage,
    Restart,
    Cancel,
}

const FAULTS: usize = Fault::Cancel as usize + 1;

/// Occurrences of each fault, cause and outcome.
#[derive(Clone, Copy, Default, Debug)]
struct Tally {
    faults: [u32; FAULTS],
    causes: [u32; Cause::ALL.len()],
    outcomes: [u32; Outcome::Cancelled as usize + 1],
}

impl Tally {
    fn add(&mut self, other: &Tally) {
        let add = |to: &mut [u32], from: &[u32]| to.iter_mut().zip(from).for_each(|(to, from)| *to += from);
        add(&mut self.faults, &other.faults);
        add(&mut self.causes, &other.causes);
        add(&mut self.outcomes, &other.outcomes);
    }
}

/// Filter `n` accepts map `n`, but filter 9 refuses map 9.
struct Maps;

impl Accepts for Maps {
    fn accepts(&self, filter: FilterId, properties: &Properties) -> bool {
        match filter.0 {
            9 => properties.map != 9,
            map => map == u16::from(properties.map),
        }
    }
}

fn between(rng: &mut Rng, from: u32, to: u32) -> u32 {
    rng.random_range(from..=to)
}

fn settings(rng: &mut Rng) -> Settings {
    let mut allocator = |filter| AllocatorSettings {
        description: String::new(),
        ready_deadline_s: between(rng, 6, 15),
        reaper_period_s: between(rng, 1, 7),
        reaper_max_run_s: between(rng, 40, 90),
        requirement: filter,
        server_filter: filter,
    };
    let allocators = vec![allocator(Some(FilterId(0))), allocator(None)];
    Settings {
        match_pickup_s: between(rng, 20, 40),
        match_ready_s: between(rng, 7, 15),
        match_max_run_s: between(rng, 30, 80),
        server_max_lifetime_s: between(rng, 25, 60),
        front_end: vec![FilterId(9)],
        allocators,
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Doing {
    Booting { until: SimTime },
    Asking { again: SimTime },
    Loading { of: MatchId, until: SimTime },
    Playing { of: MatchId, until: SimTime },
    Over,
}

/// The actual state of a game server. Without an answer it asks again; given the match that it has ended, it
/// repeats EndMatch.
#[derive(Clone, Copy, Debug)]
struct Server {
    datacenter: DatacenterIndex,
    allocator: AllocatorIndex,
    doing: Doing,
    played: Option<MatchId>,
}

#[derive(Clone, Copy, Debug)]
enum Message {
    Request(ServerId),
    Ready(ServerId, MatchId),
    End(ServerId, MatchId, Hint),
    Allocated(MatchId, AllocatorIndex, ServerId),
    Refused(MatchId, AllocatorIndex),
    Running(MatchId),
}

struct World {
    now: SimTime,
    rng: Rng,
    faulty: bool,
    broker: Broker,
    settings: Settings,
    witness: Witness,
    servers: Vec<Server>,
    network: Vec<(SimTime, Message)>,
    /// Formed, but not yet at the broker.
    formed: Vec<(MatchId, Properties)>,
    matches: u32,
    down_until: SimTime,
    tally: Tally,
}

impl World {
    fn new(seed: u32) -> Self {
        let mut rng = Streams::new(u64::from(seed)).stream("swarm");
        let settings = settings(&mut rng);
        Self {
            now: SimTime(0),
            rng,
            faulty: true,
            broker: Broker::new(settings.clone(), SimTime(0)).unwrap(),
            witness: Witness::new(settings.clone()),
            settings,
            servers: Vec::new(),
            network: Vec::new(),
            formed: Vec::new(),
            matches: 0,
            down_until: SimTime(0),
            tally: Tally::default(),
        }
    }

    fn goes_wrong(&mut self, fault: Fault, per_mille: u32) -> bool {
        let wrong = self.faulty && self.rng.random_ratio(per_mille, 1_000);
        self.tally.faults[fault as usize] += u32::from(wrong);
        wrong
    }

    fn call(&mut self, call: Call, run: impl FnOnce(&mut Broker, SimTime, &mut Vec<Effect>)) {
        let mut effects = Vec::new();
        run(&mut self.broker, self.now, &mut effects);
        if let Err(complaint) = self.witness.sees(self.now, call, &effects) {
            panic!("{complaint:?} at {:?} after {call:?}: {effects:?}", self.now);
        }
        if call != Call::Restart {
            assert_eq!(self.broker.check(self.now), Ok(()), "at {:?} after {call:?}", self.now);
        }
        effects.into_iter().for_each(|effect| self.follow(effect));
    }

    fn follow(&mut self, effect: Effect) {
        match effect {
            Effect::Assign { server, id, .. } => {
                if !self.goes_wrong(Fault::AnswerLost, 30) {
                    self.assigned(server, id);
                }
            }
            Effect::CleanUp { server } => {
                // A server that may stay silent is found by its fleet's health checks.
                let silent = match self.servers[server.0 as usize].doing {
                    Doing::Loading { .. } => true,
                    Doing::Playing { until, .. } => until > self.now + HANGS_S / 2,
                    Doing::Booting { .. } | Doing::Asking { .. } | Doing::Over => false,
                };
                if silent || !self.goes_wrong(Fault::CleanUpLost, 100) {
                    self.servers[server.0 as usize].doing = Doing::Over;
                }
            }
            Effect::AskAllocator { allocator, datacenter, id } => self.asked(allocator, datacenter, id),
            Effect::Tell { id, notice: Notice::Connect(_) } => {
                let joined = self.now + self.rng.random_range(..3_u32);
                self.network.push((joined, Message::Running(id)));
            }
            Effect::Tell { notice: Notice::Ended(outcome), .. } => self.tally.outcomes[outcome as usize] += 1,
            Effect::Expired(cause) => self.tally.causes[cause as usize] += 1,
        }
    }

    fn assigned(&mut self, id: ServerId, of: MatchId) {
        let until = self.now + between(&mut self.rng, 1, 4);
        let server = &mut self.servers[id.0 as usize];
        if !matches!(server.doing, Doing::Asking { .. }) {
            return;
        }
        if server.played == Some(of) {
            return self.send(Message::End(id, of, Hint::Next));
        }
        server.doing = Doing::Loading { of, until };
        if self.goes_wrong(Fault::CrashBeforeReady, 20) {
            self.crash(id);
        }
    }

    /// An allocator starts a server, and answers.
    fn asked(&mut self, allocator: AllocatorIndex, datacenter: DatacenterIndex, of: MatchId) {
        if self.goes_wrong(Fault::AllocatorSilent, 50) {
            return;
        }
        let here =
            self.servers.iter().filter(|server| (server.allocator, server.datacenter) == (allocator, datacenter));
        let full = here.filter(|server| server.doing != Doing::Over).count() >= CAPACITY;
        if full || self.goes_wrong(Fault::AllocatorRefuses, 100) {
            return self.send(Message::Refused(of, allocator));
        }
        let id = ServerId(self.servers.len() as u32);
        let slowly = self.goes_wrong(Fault::BootsSlowly, 50);
        let boot_s = if slowly { between(&mut self.rng, 10, 40) } else { between(&mut self.rng, 1, 4) };
        let fails = self.goes_wrong(Fault::BootFails, 50);
        let doing = if fails { Doing::Over } else { Doing::Booting { until: self.now + boot_s } };
        self.servers.push(Server { datacenter, allocator, doing, played: None });
        if !self.goes_wrong(Fault::AllocatorAnswerLost, 50) {
            self.send(Message::Allocated(of, allocator, id));
        }
    }

    /// Sends a message, which arrives in the next second at the earliest.
    fn send(&mut self, message: Message) {
        if self.goes_wrong(Fault::MessageLost, 30) {
            return;
        }
        let late_s = if self.goes_wrong(Fault::MessageLate, 50) { between(&mut self.rng, 1, 30) } else { 0 };
        self.network.push((self.now + 1 + late_s, message));
        if self.goes_wrong(Fault::MessageDoubled, 50) {
            let later = self.now + between(&mut self.rng, 1, 30);
            self.network.push((later, message));
        }
    }

    fn crash(&mut self, id: ServerId) {
        self.servers[id.0 as usize].doing = Doing::Over;
        if self.now >= self.down_until && self.goes_wrong(Fault::CrashSeen, 300) {
            self.call(Call::Gone(id), |broker, _, effects| broker.server_gone(id, effects));
        }
    }

    fn deliver(&mut self, message: Message) {
        match message {
            Message::Request(id) => {
                let Server { datacenter, allocator, .. } = self.servers[id.0 as usize];
                let filter = self.settings.allocators[usize::from(allocator.0)].server_filter;
                self.call(Call::Request(id), |broker, now, effects| {
                    broker.request_match(now, id, datacenter, filter, &Maps, effects);
                });
            }
            Message::Ready(id, of) => {
                self.call(Call::Ready(id, of), |broker, now, effects| broker.match_ready(now, id, of, effects));
            }
            Message::End(id, of, hint) => self.call(Call::End(id, of, hint), |broker, now, effects| {
                broker.end_match(now, id, of, hint, effects);
            }),
            Message::Allocated(of, by, id) => {
                self.call(Call::Answer, |broker, now, effects| broker.allocated(now, of, by, id, effects));
            }
            Message::Refused(of, by) => {
                self.call(Call::Answer, |broker, now, effects| broker.refused(now, of, by, effects));
            }
            Message::Running(of) => self.call(Call::Answer, |broker, _, _| broker.running(of)),
        }
    }

    /// The actions of a server in a second.
    fn act(&mut self, id: ServerId) {
        let now = self.now;
        let server = self.servers[id.0 as usize];
        let doing = match server.doing {
            Doing::Booting { until } if until <= now => Doing::Asking { again: now },
            Doing::Asking { again } if again <= now => {
                self.send(Message::Request(id));
                Doing::Asking { again: now + 5 }
            }
            Doing::Loading { of, until } if until <= now => {
                self.send(Message::Ready(id, of));
                let hangs = self.goes_wrong(Fault::MatchHangs, 50);
                let run_s = if hangs { HANGS_S } else { between(&mut self.rng, 5, 20) };
                Doing::Playing { of, until: now + run_s }
            }
            Doing::Playing { of, until } if until <= now => {
                let shuts_down = self.rng.random_ratio(1, 3);
                self.send(Message::End(id, of, if shuts_down { Hint::Shutdown } else { Hint::Next }));
                self.servers[id.0 as usize].played = Some(of);
                if shuts_down { Doing::Over } else { Doing::Asking { again: now + 1 } }
            }
            same => same,
        };
        self.servers[id.0 as usize].doing = doing;
        let crashes = match doing {
            Doing::Asking { .. } => self.goes_wrong(Fault::CrashWhileWaiting, 5),
            Doing::Playing { .. } => self.goes_wrong(Fault::CrashInMatch, 5),
            _ => false,
        };
        if crashes {
            self.crash(id);
        }
    }

    fn form(&mut self) {
        let map = [0, 0, 1, 1, 1, 1, 1, 9][self.rng.random_range(..8_usize)];
        let datacenter = DatacenterIndex(self.rng.random_range(..SITES));
        let map = if self.faulty { map } else { map % 9 };
        self.formed.push((MatchId(self.matches), Properties { map, datacenter, ..Properties::default() }));
        self.matches += 1;
    }

    /// One second. The broker may be down.
    fn second(&mut self) {
        let was_down = self.now < self.down_until || self.now == SimTime(0);
        self.now = self.now + 1;
        let down = self.now < self.down_until;
        if !down {
            if was_down && self.down_until > SimTime(0) {
                self.restart();
            }
            self.call(Call::Fire, Broker::fire);
            for (id, properties) in std::mem::take(&mut self.formed) {
                self.call(Call::NewMatch(id), |broker, now, effects| {
                    broker.new_match(now, id, properties, &Maps, effects);
                });
            }
        }
        let due: Vec<_> = self.network.extract_if(.., |(at, _)| *at <= self.now).collect();
        if !down {
            due.into_iter().for_each(|(_, message)| self.deliver(message));
        }
        (0..self.servers.len() as u32).for_each(|id| self.act(ServerId(id)));
        if self.faulty {
            self.go_wrong_at_large();
        }
    }

    fn restart(&mut self) {
        self.call(Call::Restart, Broker::restart);
        for (id, server) in (0..).map(ServerId).zip(&self.servers) {
            if server.doing != Doing::Over {
                self.broker.listed(self.now, server.allocator, id);
            }
        }
    }

    fn go_wrong_at_large(&mut self) {
        if self.now >= self.down_until {
            let first = self.broker.matches().map(|(id, _)| id).next();
            if let Some(first) = first
                && self.goes_wrong(Fault::Cancel, 5)
            {
                self.call(Call::Cancel(first), |broker, _, effects| broker.cancel(first, effects));
            }
            if self.goes_wrong(Fault::Restart, 5) {
                self.down_until = self.now + between(&mut self.rng, 1, 20);
            }
        }
        if self.goes_wrong(Fault::Outage, 3) {
            let datacenter = DatacenterIndex(self.rng.random_range(..SITES));
            for server in self.servers.iter_mut().filter(|server| server.datacenter == datacenter) {
                server.doing = Doing::Over;
            }
        }
    }

    fn longest_timer_s(&self) -> u32 {
        let own = &self.settings;
        let mut longest_s = own.match_pickup_s.max(own.match_max_run_s).max(own.server_max_lifetime_s);
        for allocator in &own.allocators {
            longest_s = longest_s.max(allocator.reaper_max_run_s + allocator.reaper_period_s);
        }
        longest_s
    }

    fn outcomes_since(&self, first: u32) -> impl Iterator<Item = (MatchId, Option<Outcome>)> {
        self.witness.matches.iter().filter(move |seen| seen.id.0 >= first).map(|seen| (seen.id, seen.outcome()))
    }
}

/// Runs a while with all faults, then without.
fn run(seed: u32) -> Tally {
    let mut world = World::new(seed);
    world.broker.fire(SimTime(0), &mut Vec::new());
    for _ in 0..FAULTY_S {
        if world.rng.random_ratio(1, 3) {
            world.form();
        }
        world.second();
    }
    world.faulty = false;
    world.network.retain(|&(at, _)| at <= world.now + 1);
    for _ in 0..world.longest_timer_s() + 60 {
        world.second();
    }
    assert_eq!(world.witness.matches.len() as u32, world.matches, "matches came in");
    let forgotten: Vec<_> = world.outcomes_since(0).filter(|(_, outcome)| outcome.is_none()).collect();
    assert_eq!(forgotten, [], "matches whose players were never told");
    let healthy = world.matches;
    for _ in 0..3 {
        world.form();
    }
    (0..60).for_each(|_| world.second());
    for (id, outcome) in world.outcomes_since(healthy) {
        assert_eq!(outcome, Some(Outcome::Completed), "{id:?} in a world that should have recovered");
    }
    world.tally
}

#[test]
fn ten_thousand_worlds_recover() {
    let worlds = |thread| {
        let mut tally = Tally::default();
        for seed in (thread..WORLDS).step_by(THREADS as usize) {
            let ran = std::panic::catch_unwind(|| run(seed));
            tally.add(&ran.unwrap_or_else(|_| panic!("world {seed}")));
        }
        tally
    };
    let tally = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..THREADS).map(|thread| scope.spawn(move || worlds(thread))).collect();
        let mut all = Tally::default();
        threads.into_iter().for_each(|thread| all.add(&thread.join().unwrap()));
        all
    });
    assert!(tally.faults.iter().all(|&times| times > 0), "a kind of fault never happened: {tally:?}");
    assert!(tally.causes.iter().all(|&times| times > 0), "a kind of timer never expired: {tally:?}");
    assert!(tally.outcomes.iter().all(|&times| times > 0), "an outcome never was: {tally:?}");
}
