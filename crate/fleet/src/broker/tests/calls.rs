//! Every timer, every outcome and every message out of order.

use super::super::Effect::{AskAllocator, Assign, CleanUp, Expired, Tell};
use super::super::*;
use crate::tests::{Bench, HERE, M0, M1, S0, S1};

/// Accepts by the map alone: filter 100 accepts nothing, each other filter the map of its number.
struct Maps;

impl Accepts for Maps {
    fn accepts(&self, filter: FilterId, properties: &Properties) -> bool {
        filter.0 == u16::from(properties.map)
    }
}

const A0: AllocatorIndex = AllocatorIndex(0);
const A1: AllocatorIndex = AllocatorIndex(1);

impl Bench<Broker> {
    fn forms(&mut self, id: MatchId, map: u8) -> Vec<Effect> {
        let properties = Properties { map, ..Properties::default() };
        self.does(|broker, now, effects| broker.new_match(now, id, properties, &Maps, effects))
    }

    fn requests(&mut self, id: ServerId) -> Vec<Effect> {
        self.requests_for(id, None)
    }

    fn requests_for(&mut self, id: ServerId, map: Option<u16>) -> Vec<Effect> {
        self.does(|broker, now, effects| broker.request_match(now, id, HERE, map.map(FilterId), &Maps, effects))
    }

    fn ready(&mut self, id: ServerId, of: MatchId) -> Vec<Effect> {
        self.does(|broker, now, effects| broker.match_ready(now, id, of, effects))
    }

    fn ends(&mut self, id: ServerId, of: MatchId, hint: Hint) -> Vec<Effect> {
        self.does(|broker, now, effects| broker.end_match(now, id, of, hint, effects))
    }

    fn allocates(&mut self, of: MatchId, by: AllocatorIndex, id: ServerId) {
        assert_eq!(self.finds(of, by, id), []);
    }

    /// The same, where others stand in the line.
    fn finds(&mut self, of: MatchId, by: AllocatorIndex, id: ServerId) -> Vec<Effect> {
        self.does(|broker, now, effects| broker.allocated(now, of, by, id, effects))
    }

    fn refuses(&mut self, of: MatchId, by: AllocatorIndex) -> Vec<Effect> {
        self.does(|broker, now, effects| broker.refused(now, of, by, effects))
    }

    fn restarts(&mut self) -> Vec<Effect> {
        self.now = self.now + 1;
        let effects = self.does(Broker::restart);
        assert_eq!(self.does(Broker::fire), []);
        effects
    }
}

fn with(settings: BrokerSettings) -> Bench<Broker> {
    Bench::new(Broker::new(settings, SimTime(0)).unwrap())
}

fn no_allocators() -> Bench<Broker> {
    with(BrokerSettings::default())
}

fn allocators(allocators: Vec<AllocatorSettings>) -> Bench<Broker> {
    with(BrokerSettings { allocators, ..BrokerSettings::default() })
}

fn assign(server: ServerId, id: MatchId) -> Effect {
    Assign { server, id, again: false }
}

fn ask(allocator: AllocatorIndex, id: MatchId) -> Effect {
    AskAllocator { allocator, datacenter: HERE, id }
}

fn connect(id: MatchId, server: ServerId) -> Effect {
    Tell { id, notice: Notice::Connect(server) }
}

fn ended(id: MatchId, outcome: Outcome) -> Effect {
    Tell { id, notice: Notice::Ended(outcome) }
}

#[test]
fn the_check_sees_what_is_broken() {
    let mut bench = allocators(vec![AllocatorSettings::default()]);
    bench.forms(M0, 0);
    bench.requests(S0);
    bench.forms(M1, 0);
    // In the lane of a map that no match has.
    bench.requests_for(S1, Some(7));
    let broken = |now: u32, damage: fn(&mut Broker)| {
        let mut broker = bench.front.clone();
        damage(&mut broker);
        broker.check(SimTime(now)).unwrap_err().to_string()
    };
    let idle = broken(0, |of| of.servers.get_mut(S0).unwrap().state = servers::ServerState::Idle);
    assert_eq!(idle, "MatchId(0) and its server do not agree");
    assert_eq!(broken(30, |_| {}), "MatchId(0) has outlived its timer as PickedUp");
    let unasked = broken(0, |of| of.matches.get_mut(M1).unwrap().ask = allocation::Ask::Nobody);
    assert_eq!(unasked, "no allocator is to answer for MatchId(1)");
    let unwatched = broken(0, |of| of.servers.get_mut(S0).unwrap().watched = SimTime(0));
    assert_eq!(unwatched, "ServerId(0) has outlived its timers");
    let astray = broken(0, |of| of.sites[0].lanes[1].servers.clear());
    assert_eq!(astray, "ServerId(1) does not stand where it should");
    let apart = broken(0, |of| of.sites[0].lanes[1].matches.push_back(M1));
    assert_eq!(apart, "a server and a match of DatacenterIndex(0) wait for each other");
}

#[test]
fn a_match_is_picked_up_made_ready_run_and_completed() {
    let mut bench = no_allocators();
    assert_eq!(bench.forms(M0, 0), []);
    assert_eq!(bench.requests(S0), [assign(S0, M0)]);
    assert_eq!(bench.ready(S0, M0), [connect(M0, S0)]);
    bench.front.running(M0);
    assert_eq!(bench.front.find(M0).unwrap().stage, Stage::Running);
    assert_eq!(bench.ends(S0, M0, Hint::Next), [ended(M0, Outcome::Completed)]);
    assert_eq!(bench.front.find(M0), None);
    assert_eq!(bench.requests(S0), []);
    assert_eq!(bench.forms(M1, 0), [assign(S0, M1)]);
}

#[test]
fn oldest_matches_go_first_and_so_do_servers_that_waited_longest() {
    let mut bench = no_allocators();
    bench.forms(M0, 0);
    bench.forms(M1, 0);
    assert_eq!(bench.requests(S1), [assign(S1, M0)]);
    assert_eq!(bench.requests(S0), [assign(S0, M1)]);
    let (s2, s3) = (ServerId(2), ServerId(3));
    assert_eq!(bench.requests_for(s3, Some(7)), []);
    bench.waits(1);
    assert_eq!(bench.requests(s2), []);
    assert_eq!(bench.forms(MatchId(2), 7), [assign(s3, MatchId(2))]);
    assert_eq!(bench.forms(MatchId(3), 7), [assign(s2, MatchId(3))]);
}

#[test]
fn servers_take_what_their_filter_accepts_at_their_site() {
    let mut bench = no_allocators();
    bench.forms(M0, 1);
    assert_eq!(bench.requests_for(S0, Some(2)), []);
    let there = DatacenterIndex(4);
    assert_eq!(bench.does(|broker, now, effects| broker.request_match(now, S1, there, None, &Maps, effects)), []);
    assert_eq!(bench.forms(M1, 2), [assign(S0, M1)]);
    // A server that asks elsewhere or with another filter waits there instead.
    assert_eq!(bench.requests_for(S1, Some(3)), []);
    assert_eq!(bench.requests_for(S1, Some(1)), [assign(S1, M0)]);
}

#[test]
fn the_front_end_refuses_at_once() {
    let mut bench = with(BrokerSettings { front_end: vec![FilterId(1)], ..BrokerSettings::default() });
    assert_eq!(bench.forms(M0, 2), [ended(M0, Outcome::Refused)]);
    assert_eq!(bench.forms(M1, 1), []);
    assert_eq!(bench.requests(S0), [assign(S0, M1)]);
}

#[test]
fn a_match_that_no_allocator_accepts_is_refused_at_once() {
    let map = |map| AllocatorSettings { requirement: Some(FilterId(map)), ..AllocatorSettings::default() };
    let mut bench = allocators(vec![map(1), map(2)]);
    assert_eq!(bench.forms(M0, 3), [ended(M0, Outcome::Refused)]);
    assert_eq!(bench.front.find(M0), None);
    assert_eq!(bench.forms(M1, 2), [ask(A1, M1)]);
}

#[test]
fn the_line_before_an_allocator_is_first_in_first_out() {
    let mut bench = allocators(vec![AllocatorSettings::default()]);
    let (m2, m3) = (MatchId(2), MatchId(3));
    for id in [M0, M1] {
        assert_eq!(bench.forms(id, 0), [ask(A0, M0)], "the oldest asks");
        assert_eq!(bench.refuses(M0, A0), []);
        let until = bench.now.0 + 3;
        bench.waits(until);
    }
    // A server has become Ready: the newest match comes when it may be asked for, and does not get it.
    assert_eq!(bench.forms(m2, 0), [ask(A0, M0)]);
    assert_eq!(bench.finds(M0, A0, S0), [ask(A0, M1)], "an allocator that finds servers goes on along the line");
    assert_eq!(bench.requests(S0), [assign(S0, M0)]);
    assert_eq!(bench.refuses(M1, A0), []);
    // Each asks again after its period, the oldest first.
    assert_eq!(bench.waits(16), [(16, ask(A0, M1)), (16, ask(A0, m2))]);
    assert_eq!((bench.refuses(M1, A0), bench.refuses(m2, A0)), (vec![], vec![]));
    assert_eq!(bench.forms(m3, 0), [ask(A0, M1)]);
    assert_eq!(bench.finds(M1, A0, S1), [ask(A0, m2)]);
}

#[test]
fn a_line_holds_up_nobody_whom_another_allocator_serves() {
    let map = |map| AllocatorSettings { requirement: Some(FilterId(map)), ..AllocatorSettings::default() };
    let mut bench = allocators(vec![AllocatorSettings::default(), map(1)]);
    assert_eq!(bench.forms(M0, 2), [ask(A0, M0)]);
    assert_eq!(bench.refuses(M0, A0), []);
    // It takes its turn behind the first at one allocator, and asks the other.
    assert_eq!(bench.forms(M1, 1), [ask(A0, M0), ask(A1, M1)]);
}

#[test]
fn a_datacenter_that_fails_keeps_nobody_waiting() {
    let mut bench = no_allocators();
    bench.requests_for(S0, Some(5));
    bench.forms(M0, 0);
    bench.forms(M1, 0);
    bench.requests(S1);
    bench.ready(S1, M0);
    let closed = bench.does(|broker, _, effects| broker.close(HERE, effects));
    assert_eq!(closed, [ended(M1, Outcome::Cancelled)], "the match that runs is lost to its timers");
    assert_eq!(bench.forms(MatchId(2), 5), [], "a server that waited there is gone");
}

#[test]
fn nobody_picks_up() {
    let mut bench = no_allocators();
    bench.forms(M0, 0);
    let expired = [(90, Expired(Cause::MatchPickup)), (90, ended(M0, Outcome::NoServer))];
    assert_eq!(bench.waits(1_000), expired);
    assert_eq!(bench.requests(S0), []);
}

#[test]
fn at_the_deadline_the_deadline_wins() {
    let mut bench = no_allocators();
    bench.forms(M0, 0);
    bench.waits(89);
    assert_eq!(bench.requests(S0), [assign(S0, M0)]);
    bench.waits(118);
    assert_eq!(bench.ready(S0, M0), [connect(M0, S0)]);
    bench.forms(M1, 0);
    bench.requests(S1);
    assert_eq!(bench.waits(147), []);
    let too_late = [Expired(Cause::MatchReady), ended(M1, Outcome::NotReady), CleanUp { server: S1 }];
    assert_eq!(bench.waits(148), too_late.map(|effect| (148, effect)));
    assert_eq!(bench.ready(S1, M1), [CleanUp { server: S1 }]);
}

#[test]
fn a_match_that_runs_too_long_is_ended_with_its_server() {
    let settings = BrokerSettings { server_max_lifetime_s: 10_000, ..BrokerSettings::default() };
    let mut bench = with(settings);
    bench.forms(M0, 0);
    bench.requests(S0);
    bench.ready(S0, M0);
    bench.waits(10);
    bench.front.running(M0);
    let overran = [Expired(Cause::MatchMaxRun), ended(M0, Outcome::Overran), CleanUp { server: S0 }];
    assert_eq!(bench.waits(9_000), overran.map(|effect| (7_200, effect)));
    assert_eq!(bench.ends(S0, M0, Hint::Next), []);
}

#[test]
fn a_silent_server_is_given_up_with_its_match() {
    let mut bench = no_allocators();
    bench.forms(M0, 0);
    bench.requests(S0);
    bench.waits(20);
    bench.ready(S0, M0);
    let lost = [Expired(Cause::ServerMaxLifetime), ended(M0, Outcome::ServerLost), CleanUp { server: S0 }];
    assert_eq!(bench.waits(8_000), lost.map(|effect| (620, effect)));
}

#[test]
fn a_server_that_speaks_lives_on() {
    let mut bench = no_allocators();
    for until in [0, 599, 1_198, 1_797] {
        assert_eq!(bench.waits(until), []);
        assert_eq!(bench.requests(S0), []);
    }
    let lost = [Expired(Cause::ServerMaxLifetime), CleanUp { server: S0 }];
    assert_eq!(bench.waits(3_000), lost.map(|effect| (2_397, effect)));
    assert_eq!(bench.forms(M0, 0), []);
}

#[test]
fn a_zombie_gets_nothing_but_its_clean_up() {
    let mut bench = no_allocators();
    bench.forms(M0, 0);
    bench.requests(S0);
    bench.ready(S0, M0);
    bench.waits(700);
    bench.forms(M1, 0);
    assert_eq!(bench.ready(S0, M0), [CleanUp { server: S0 }]);
    assert_eq!(bench.ends(S0, M0, Hint::Next), []);
    assert_eq!(bench.requests(S0), [CleanUp { server: S0 }]);
    assert_eq!(bench.front.find(M1).unwrap().stage, Stage::Queued);
}

#[test]
fn doubled_messages_change_nothing() {
    let mut bench = no_allocators();
    bench.forms(M0, 0);
    bench.forms(M1, 0);
    bench.requests(S0);
    let told_again = [Assign { server: S0, id: M0, again: true }];
    assert_eq!(bench.requests(S0), told_again);
    bench.ready(S0, M0);
    assert_eq!(bench.ready(S0, M0), []);
    bench.front.running(M0);
    assert_eq!(bench.ready(S0, M0), []);
    assert_eq!(bench.requests(S0), told_again);
    bench.ends(S0, M0, Hint::Next);
    assert_eq!(bench.ends(S0, M0, Hint::Next), []);
    assert_eq!(bench.ready(S0, M0), []);
    assert_eq!(bench.forms(M0, 0), []);
    assert_eq!(bench.requests(S0), [assign(S0, M1)]);
    assert_eq!(bench.ends(S0, M0, Hint::Next), []);
    assert_eq!(bench.front.find(M1).unwrap().server, Some(S0));
    bench.requests(S1);
    bench.requests(S1);
    bench.forms(MatchId(2), 0);
    assert_eq!(bench.forms(MatchId(3), 0), []);
}

#[test]
fn nobody_is_obeyed_about_a_match_it_does_not_hold() {
    let mut bench = no_allocators();
    bench.forms(M0, 0);
    bench.forms(M1, 0);
    assert_eq!(bench.ready(S0, M0), []);
    assert_eq!(bench.ends(S0, M0, Hint::Next), []);
    bench.requests(S0);
    assert_eq!(bench.ready(S1, M0), []);
    assert_eq!(bench.ready(S0, M1), []);
    assert_eq!(bench.ends(S1, M0, Hint::Next), []);
    assert_eq!(bench.ready(S0, M0), [connect(M0, S0)]);
}

#[test]
fn a_match_ended_before_it_was_ready_was_never_played() {
    let mut bench = no_allocators();
    bench.forms(M0, 0);
    bench.requests(S0);
    assert_eq!(bench.ends(S0, M0, Hint::Next), [ended(M0, Outcome::NotReady)]);
    assert_eq!(bench.ready(S0, M0), []);
}

#[test]
fn a_server_that_shuts_down_gets_no_other_match() {
    let mut bench = no_allocators();
    bench.forms(M0, 0);
    bench.requests(S0);
    bench.ready(S0, M0);
    assert_eq!(bench.ends(S0, M0, Hint::Shutdown), [ended(M0, Outcome::Completed)]);
    bench.forms(M1, 0);
    assert_eq!(bench.requests(S0), [CleanUp { server: S0 }]);
}

#[test]
fn whoever_sees_a_server_die_ends_its_match() {
    let mut bench = no_allocators();
    bench.forms(M0, 0);
    bench.requests(S0);
    let lost = |broker: &mut Broker, _: SimTime, effects: &mut Vec<Effect>| broker.server_gone(S0, effects);
    assert_eq!(bench.does(lost), [ended(M0, Outcome::ServerLost)]);
    assert_eq!(bench.does(lost), []);
    bench.requests(S1);
    bench.does(|broker, _, effects| broker.server_gone(S1, effects));
    assert_eq!(bench.forms(M1, 0), []);
}

#[test]
fn a_match_is_called_off_in_every_stage() {
    for stage in [Stage::Queued, Stage::PickedUp, Stage::Ready, Stage::Running] {
        let mut bench = no_allocators();
        bench.forms(M0, 0);
        if stage >= Stage::PickedUp {
            bench.requests(S0);
        }
        if stage >= Stage::Ready {
            bench.ready(S0, M0);
        }
        if stage == Stage::Running {
            bench.front.running(M0);
        }
        let cancelled = ended(M0, Outcome::Cancelled);
        let expected = if stage == Stage::Queued { vec![cancelled] } else { vec![cancelled, CleanUp { server: S0 }] };
        assert_eq!(bench.does(|broker, _, effects| broker.cancel(M0, effects)), expected);
        assert_eq!(bench.does(|broker, _, effects| broker.cancel(M0, effects)), []);
        assert_eq!(bench.waits(8_000), []);
    }
}

#[test]
fn allocators_are_asked_in_order_by_what_they_require() {
    let map = |map| AllocatorSettings { requirement: Some(FilterId(map)), ..AllocatorSettings::default() };
    let mut bench = allocators(vec![map(1), map(2), AllocatorSettings::default()]);
    assert_eq!(bench.forms(M0, 2), [ask(A1, M0)]);
    assert_eq!(bench.refuses(M0, A1), [ask(AllocatorIndex(2), M0)]);
    assert_eq!(bench.refuses(M0, A1), [], "a refusal that comes twice");
    assert_eq!(bench.forms(M1, 1), [ask(A0, M1)]);
    bench.allocates(M1, A0, S0);
    assert_eq!(bench.requests(S0), [assign(S0, M1)], "the match that it was allocated for, not the oldest");
    bench.allocates(M0, AllocatorIndex(2), S1);
    assert_eq!(bench.requests_for(S1, Some(1)), [], "unless its filter refuses that");
    assert_eq!(bench.forms(MatchId(2), 1), [assign(S1, MatchId(2))]);
}

#[test]
fn an_allocator_that_refuses_is_asked_again_after_its_reaper_period() {
    let mut bench = allocators(vec![AllocatorSettings::default()]);
    assert_eq!(bench.forms(M0, 0), [ask(A0, M0)]);
    assert_eq!(bench.refuses(M0, A0), []);
    assert_eq!(bench.refuses(M0, A0), []);
    assert_eq!(bench.waits(10), [(10, ask(A0, M0))]);
    bench.waits(20);
    assert_eq!(bench.refuses(M0, A0), []);
    assert_eq!(bench.waits(30), [(30, ask(A0, M0))]);
    assert_eq!(bench.waits(59), []);
}

#[test]
fn a_refusal_for_a_match_that_has_a_server_by_now_asks_nobody() {
    let mut bench = allocators(vec![AllocatorSettings::default(); 2]);
    assert_eq!(bench.forms(M0, 0), [ask(A0, M0)]);
    bench.requests(S0);
    assert_eq!(bench.refuses(M0, A0), []);
}

#[test]
fn an_answer_that_never_comes_is_waited_for_until_the_ready_deadline() {
    let slow = AllocatorSettings { ready_deadline_s: 45, ..AllocatorSettings::default() };
    let mut bench = allocators(vec![AllocatorSettings::default(), slow]);
    assert_eq!(bench.forms(M0, 0), [ask(A0, M0)]);
    let silent = Expired(Cause::ReadyDeadline);
    let asked = [(30, silent), (30, ask(A1, M0)), (75, silent), (75, ask(A0, M0))];
    assert_eq!(bench.waits(89), asked);
    bench.allocates(M0, A1, S0);
    assert_eq!(bench.requests(S0), [assign(S0, M0)], "late, and still of use");
}

#[test]
fn an_allocated_server_that_never_speaks_is_cleaned_up() {
    let mut bench = allocators(vec![AllocatorSettings::default()]);
    bench.forms(M0, 0);
    bench.allocates(M0, A0, S0);
    let failed = [Expired(Cause::ReadyDeadline), CleanUp { server: S0 }, ask(A0, M0)];
    assert_eq!(bench.waits(59), failed.map(|effect| (30, effect)));
    assert_eq!(bench.requests(S0), [CleanUp { server: S0 }]);
}

#[test]
fn the_reaper_finds_servers_in_its_passes_only() {
    let reaper = AllocatorSettings { reaper_period_s: 40, reaper_max_run_s: 100, ..AllocatorSettings::default() };
    let mut bench = allocators(vec![reaper]);
    bench.waits(5);
    bench.forms(M0, 0);
    bench.allocates(M0, A0, S0);
    bench.waits(10);
    bench.requests(S0);
    bench.ready(S0, M0);
    bench.waits(55);
    bench.ends(S0, M0, Hint::Next);
    bench.requests(S0);
    bench.waits(65);
    assert_eq!(bench.forms(M1, 0), [assign(S0, M1)]);
    bench.ready(S0, M1);
    // Its second match began at 65: the limit of 165 has passed at the pass of 200, not at 120 and 160.
    let reaped = [Expired(Cause::Reaper), ended(M1, Outcome::ServerLost), CleanUp { server: S0 }];
    assert_eq!(bench.waits(400), reaped.map(|effect| (200, effect)));
}

#[test]
fn an_answer_overtaken_by_its_server_still_tells_the_reaper() {
    let reaper = AllocatorSettings { reaper_max_run_s: 100, ..AllocatorSettings::default() };
    let mut bench = allocators(vec![reaper]);
    bench.forms(M0, 0);
    assert_eq!(bench.requests(S0), [assign(S0, M0)]);
    bench.ready(S0, M0);
    bench.allocates(M0, A0, S0);
    let reaped = [Expired(Cause::Reaper), ended(M0, Outcome::ServerLost), CleanUp { server: S0 }];
    assert_eq!(bench.waits(400), reaped.map(|effect| (100, effect)));
    bench.allocates(M0, A0, S0);
    assert_eq!(bench.waits(1_000), []);
}

#[test]
fn after_a_restart_servers_take_up_what_they_name() {
    let mut bench = allocators(vec![AllocatorSettings::default()]);
    for id in [M0, M1, MatchId(2)] {
        bench.forms(id, 0);
    }
    bench.requests(S0);
    bench.requests(S1);
    bench.ready(S0, M0);
    assert_eq!(bench.restarts(), [ask(A0, MatchId(2))]);
    assert_eq!(bench.ends(S0, M0, Hint::Next), [ended(M0, Outcome::Completed)]);
    assert_eq!(bench.ready(S1, M1), [connect(M1, S1)]);
    assert_eq!(bench.requests(S0), [assign(S0, MatchId(2))]);
    assert_eq!(bench.ends(S1, MatchId(2), Hint::Next), []);
}

#[test]
fn after_a_restart_matches_of_silent_servers_run_into_their_timers() {
    let mut bench = allocators(vec![AllocatorSettings::default()]);
    for (id, server) in [(M0, S0), (M1, S1)] {
        bench.forms(id, 0);
        bench.allocates(id, A0, server);
        bench.requests(server);
    }
    bench.ready(S0, M0);
    assert_eq!(bench.restarts(), []);
    for server in [S0, S1] {
        bench.does(|broker, now, _| broker.listed(now, A0, server));
    }
    let out = [
        (30, Expired(Cause::MatchReady)),
        (30, ended(M1, Outcome::NotReady)),
        (601, Expired(Cause::ServerMaxLifetime)),
        (601, CleanUp { server: S0 }),
        (601, Expired(Cause::ServerMaxLifetime)),
        (601, CleanUp { server: S1 }),
        (7_200, Expired(Cause::MatchMaxRun)),
        (7_200, ended(M0, Outcome::Overran)),
    ];
    assert_eq!(bench.waits(8_000), out);
}

#[test]
fn a_restart_ends_at_once_what_ran_out_meanwhile() {
    let mut bench = no_allocators();
    bench.forms(M0, 0);
    bench.now = SimTime(200);
    bench.front.restart(bench.now, &mut Vec::new());
    let out = bench.does(Broker::fire);
    assert_eq!(out, [Expired(Cause::MatchPickup), ended(M0, Outcome::NoServer)]);
}
