//! Fleet simulations under a load of matches: the effects of each fault.

mod gone;
mod moments;
mod sessions;
mod swarm;

use super::*;
use crate::broker::{self, AllocatorSettings, FilterId};
use crate::registration;
use crate::servers::autoscaler::{AutoscalerSettings, Buffer, Policy, Reserve};
use crate::servers::{BootTime, FleetSettings, State};
use matchday_base::Calendar;
use matchday_base::calendar::Date;
use rand::RngExt;

/// Filter `n` accepts map `n`, but filter 9 refuses map 9.
#[derive(Clone, Debug)]
struct Maps;

impl Accepts for Maps {
    fn accepts(&self, filter: FilterId, properties: &Properties) -> bool {
        (filter.0 == 9) != (filter.0 == u16::from(properties.map))
    }
}

const START: SimTime = SimTime(1_000);

/// A fleet simulation under a load of matches, whose events must come in order.
struct World {
    operation: FleetSimulation<Maps>,
    now: SimTime,
    /// Progress of each match, by id.
    lives: Vec<Life>,
    rng: Rng,
    /// Matches per 1,000 seconds.
    load: u32,
    /// Each match is on one of these.
    maps: &'static [u8],
    map_rng: Rng,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Life {
    Asked,
    Started,
    Ended(Outcome),
}

/// Timers of at most a minute, so that tests see all of them expire.
fn broker_settings() -> broker::BrokerSettings {
    let allocator =
        AllocatorSettings { ready_deadline_s: 20, reaper_period_s: 5, reaper_max_run_s: 70, ..Default::default() };
    broker::BrokerSettings {
        match_pickup_s: 45,
        match_ready_s: 15,
        match_max_run_s: 60,
        server_max_lifetime_s: 50,
        front_end: Vec::new(),
        allocators: vec![allocator.clone(), allocator],
    }
}

fn registration_settings() -> registration::RegistrationSettings {
    registration::RegistrationSettings { registration_s: 30, match_pickup_s: 45, confirm_s: 15, match_max_run_s: 60 }
}

fn fleet(size: Reserve) -> FleetSettings {
    let buffer = Buffer { size, min_replicas: 2, max_replicas: 200 };
    FleetSettings {
        replicas: 2,
        boot: BootTime { min_s: 5, median_s: 8, max_s: 20 },
        autoscaler: Some(AutoscalerSettings::new(Policy::Buffer(buffer))),
        ..FleetSettings::default()
    }
}

fn settings(flow: Flow) -> SimulationSettings {
    SimulationSettings { outage_s: 30, ..SimulationSettings::new(flow, fleet(Reserve::Absolute(6)), 20) }
}

fn flows() -> [Flow; 2] {
    [Flow::Broker(broker_settings()), Flow::Register(registration_settings())]
}

impl World {
    fn new(settings: SimulationSettings, seed: u64, load: u32) -> Self {
        let streams = Streams::new(seed);
        let operation =
            FleetSimulation::new(settings, 2, Maps, Calendar::new(Date::from_unix_day(0)), START, streams).unwrap();
        let [rng, map_rng] = ["load", "maps"].map(|name| streams.stream(name));
        Self { operation, now: START, lives: Vec::new(), rng, load, maps: &[0], map_rng }
    }

    fn second(&mut self) {
        let mut events = Vec::new();
        self.operation.advance(self.now, &mut events);
        self.operation.check(self.now).unwrap();
        let mut matches = self.load / 1_000;
        matches += u32::from(self.rng.random_ratio(self.load % 1_000, 1_000));
        events.drain(..).for_each(|event| self.live_on(event));
        for _ in 0..matches {
            let datacenter = DatacenterIndex(self.rng.random_range(..2));
            self.form_in(self.now, datacenter);
        }
        self.now = self.now + 1;
    }

    /// A match forms at a datacenter in the last second.
    fn form(&mut self, datacenter: DatacenterIndex) {
        self.form_in(self.now - 1, datacenter);
    }

    fn form_in(&mut self, now: SimTime, datacenter: DatacenterIndex) {
        let (id, mut events) = (MatchId(self.lives.len() as u32), Vec::new());
        self.lives.push(Life::Asked);
        let match_s = self.operation.settings().match_s;
        let map = self.maps[self.map_rng.random_range(..self.maps.len())];
        self.operation.request(now, id, match_s, Properties { map, datacenter, ..Properties::default() }, &mut events);
        self.operation.check(now).unwrap();
        events.into_iter().for_each(|event| self.live_on(event));
    }

    fn live_on(&mut self, event: PlacementEvent) {
        let (id, to) = match event {
            PlacementEvent::Started(id) => (id, Life::Started),
            PlacementEvent::Ended(id, outcome) => (id, Life::Ended(outcome)),
            PlacementEvent::Closed(_) | PlacementEvent::Opened(_) => return,
        };
        let life = &mut self.lives[id.0 as usize];
        let allowed = match to {
            Life::Asked => false,
            Life::Started => *life == Life::Asked,
            Life::Ended(Outcome::Completed | Outcome::Overran) => *life == Life::Started,
            Life::Ended(_) => !matches!(life, Life::Ended(_)),
        };
        assert!(allowed, "{id:?} was {life:?} and is told {to:?}");
        *life = to;
    }

    fn run(&mut self, seconds: u32) {
        (0..seconds).for_each(|_| self.second());
    }

    fn ended(&self, outcome: Outcome) -> usize {
        self.lives.iter().filter(|&&life| life == Life::Ended(outcome)).count()
    }

    fn servers(&self, state: State) -> u32 {
        self.operation.fleets().iter().map(|fleet| fleet.counts().of(state)).sum()
    }

    /// Without faults and new matches, everything recovers within the longest timer and a minute.
    fn recover(&mut self) {
        self.operation.set_faults(&Rates::default());
        self.load = 0;
        self.run(70 + 5 + 60);
        assert!(self.lives.iter().all(|life| matches!(life, Life::Ended(_))), "every match has ended");
        assert_eq!(self.servers(State::Allocated), 0, "every server is free");
        assert_eq!(self.operation.record().open(), 0);
        let before = self.lives.len();
        self.maps = &[0, 1];
        self.load = 300;
        self.run(60);
        self.load = 0;
        self.run(60);
        let after = &self.lives[before..];
        assert!(
            after.iter().all(|&life| life == Life::Ended(Outcome::Completed)),
            "matches are played again: {after:?}"
        );
    }
}

#[test]
fn the_check_sees_a_process_that_does_not_fit_its_server() {
    for flow in flows() {
        let mut world = World::new(settings(flow), 1, 0);
        world.run(1);
        world.operation.processes.go_on(ServerId(0), Doing::Idle);
        let broken = world.operation.check(world.now - 1).unwrap_err().to_string();
        assert_eq!(broken, "the process of ServerId(0) goes on while its server is something else");
    }
}

#[test]
fn where_nothing_goes_wrong_every_match_is_played() {
    for flow in flows() {
        let mut world = World::new(settings(flow), 1, 0);
        world.run(120);
        world.load = 200;
        world.run(2_000);
        world.load = 0;
        world.run(60);
        assert!(world.lives.len() > 300);
        assert_eq!(world.ended(Outcome::Completed), world.lives.len());
        let record = world.operation.record();
        assert_eq!(record.lost(), 0);
        // A match that is picked up loads for two seconds.
        assert_eq!(record.ready_waits.of(2), world.lives.len() as u64);
        assert_eq!(record.broker_expiries.iter().sum::<u64>(), 0);
    }
}

#[test]
fn a_match_waits_for_a_server_to_boot_where_none_is_ready() {
    let mut settings = settings(Flow::Broker(broker_settings()));
    settings.fleet = FleetSettings { replicas: 1, boot: BootTime::always(12), ..FleetSettings::default() };
    let mut world = World::new(settings, 1, 1_000);
    // The first second orders the servers; two matches come before they have booted.
    world.run(2);
    world.load = 0;
    world.run(120);
    let record = world.operation.record();
    assert_eq!((record.misses, record.cold_starts), (2, 2));
    // Booted at 12 s; allocators in turn ask for them every 5 s.
    let waits: Vec<usize> = (0..60).filter(|&wait_s| record.pickup_waits.of(wait_s) > 0).collect();
    assert!(waits.iter().all(|wait_s| (11..=45).contains(wait_s)), "{waits:?}");
    assert_eq!(world.ended(Outcome::Completed), 2);
}

#[test]
fn reserved_servers_eat_the_buffer() {
    let mut settings = settings(Flow::Register(registration_settings()));
    (settings.fleet, settings.rest_s) = (fleet(Reserve::Absolute(3)), 10_000);
    let mut world = World::new(settings, 1, 0);
    world.run(40);
    // All servers are reserved, and none is started to replace them.
    assert_eq!((world.servers(State::Reserved), world.servers(State::Ready)), (6, 0));
}

#[test]
fn each_fault_shows_where_the_document_says() {
    use broker::Cause::{MatchMaxRun, MatchPickup, MatchReady, ReadyDeadline, ServerMaxLifetime};
    let of_broker = [
        (Fault::BootFailure, Some(MatchPickup)),
        (Fault::CrashInBoot, Some(MatchPickup)),
        (Fault::CrashBeforePickup, Some(ReadyDeadline)),
        (Fault::CrashInLoad, Some(MatchReady)),
        (Fault::CrashInMatch, Some(ServerMaxLifetime)),
        (Fault::Hang, Some(ServerMaxLifetime)),
        (Fault::Zombie, Some(MatchReady)),
        (Fault::Lost, Some(MatchPickup)),
        (Fault::Late, None),
        (Fault::Doubled, None),
        (Fault::Refused, Some(MatchPickup)),
        (Fault::AnswerLost, None),
        (Fault::Outage, None),
        (Fault::BrokerRestart, None),
    ];
    assert_eq!(of_broker.map(|(fault, _)| fault), Fault::ALL);
    for (fault, expected) in of_broker {
        let mut settings = settings(Flow::Broker(broker_settings()));
        settings.faults.set(fault, Rates::ALWAYS);
        let mut world = World::new(settings, 1, 200);
        while world.now < START + 3_600 || world.operation.happened(fault) == 0 {
            world.second();
        }
        let expiries = world.operation.record().broker_expiries;
        if let Some(cause) = expected {
            assert!(expiries[cause as usize] > 0, "{fault:?}: {expiries:?}");
        }
        assert_eq!(world.operation.record().broker_expiries[MatchMaxRun as usize], 0, "heard of for less than a match");
        world.recover();
    }
}

#[test]
fn a_match_that_hangs_overruns_where_servers_may_be_silent_for_longer() {
    let mut broker = broker_settings();
    broker.server_max_lifetime_s = 100;
    let mut settings = settings(Flow::Broker(broker));
    settings.faults.set(Fault::Hang, 100_000);
    let mut world = World::new(settings, 1, 200);
    world.run(1_000);
    let overran = world.ended(Outcome::Overran) as u64;
    assert!(overran > 5);
    assert_eq!(world.operation.record().broker_expiries[broker::Cause::MatchMaxRun as usize], overran);
}
