//! Every timer, every outcome and every message out of order.

use super::super::Effect::{Expired, GameStarting, Release, Tell};
use super::super::*;
use crate::tests::{Bench, HERE, M0, M1, S0, S1};

impl Bench<Registrar> {
    fn forms(&mut self, id: MatchId) -> Vec<Effect> {
        self.does(|registrar, now, effects| registrar.new_match(now, id, HERE, effects))
    }

    fn registers(&mut self, id: ServerId) -> Vec<Effect> {
        self.does(|registrar, now, effects| registrar.register(now, id, HERE, effects))
    }

    fn confirms(&mut self, id: ServerId, of: MatchId) -> Vec<Effect> {
        self.does(|registrar, now, effects| registrar.confirm(now, id, of, effects))
    }

    fn ends(&mut self, id: ServerId, of: MatchId) -> Vec<Effect> {
        self.does(|registrar, _, effects| registrar.end_match(id, of, effects))
    }
}

fn bench() -> Bench<Registrar> {
    Bench::new(Registrar::new(RegistrationSettings::default(), SimTime(0)))
}

fn starting(server: ServerId, id: MatchId) -> Effect {
    GameStarting { server, id, again: false }
}

fn connect(id: MatchId, server: ServerId) -> Effect {
    Tell { id, notice: Notice::Connect(server) }
}

fn ended(id: MatchId, outcome: Outcome) -> Effect {
    Tell { id, notice: Notice::Ended(outcome) }
}

#[test]
fn the_check_sees_what_is_broken() {
    let mut bench = bench();
    bench.registers(S0);
    bench.forms(M0);
    bench.registers(S1);
    let broken = |now: u32, damage: fn(&mut Registrar)| {
        let mut registrar = bench.front.clone();
        damage(&mut registrar);
        registrar.check(SimTime(now)).unwrap_err().to_string()
    };
    assert_eq!(broken(0, |of| of.pool.forget(S0)), "MatchId(0) and its server do not agree");
    assert_eq!(broken(30, |_| {}), "MatchId(0) has outlived its timer as PickedUp");
    let waiting = broken(0, |of| {
        let found = of.matches.get_mut(M0).unwrap();
        (found.stage, found.server) = (Stage::Queued, None);
    });
    assert_eq!(waiting, "MatchId(0) waits, and a server is registered");
    let twice = broken(0, |of| of.pool.sites[0].servers.push_back(S1));
    assert_eq!(twice, "ServerId(1) is registered and should not be, or twice");
}

#[test]
fn the_server_registered_longest_is_chosen_confirms_and_plays() {
    let mut bench = bench();
    assert_eq!(bench.registers(S1), []);
    assert_eq!(bench.registers(S0), []);
    assert_eq!(bench.forms(M0), [starting(S1, M0)]);
    assert_eq!(bench.confirms(S1, M0), [connect(M0, S1)]);
    bench.front.running(M0);
    assert_eq!(bench.front.find(M0).unwrap().stage, Stage::Running);
    assert_eq!(bench.ends(S1, M0), [ended(M0, Outcome::Completed)]);
    assert_eq!(bench.waits(10), []);
    assert_eq!(bench.registers(S1), []);
    assert_eq!(bench.forms(M1), [starting(S0, M1)]);
}

#[test]
fn matches_wait_for_servers_of_their_site() {
    let mut bench = bench();
    bench.forms(M0);
    bench.forms(M1);
    let there = DatacenterIndex(3);
    assert_eq!(bench.does(|registrar, now, effects| registrar.register(now, S0, there, effects)), []);
    assert_eq!(bench.registers(S1), [starting(S1, M0)]);
    assert_eq!(bench.registers(S0), [starting(S0, M1)], "registered here now, and no longer there");
}

#[test]
fn a_registration_runs_out_unless_it_is_repeated() {
    let mut bench = bench();
    bench.registers(S0);
    bench.waits(200);
    bench.registers(S1);
    bench.registers(S0);
    assert_eq!(bench.waits(499), []);
    let (lapsed, at) = (Expired(Cause::Registration), 500);
    assert_eq!(bench.waits(500), [(at, lapsed), (at, lapsed)]);
    assert_eq!(bench.forms(M0), []);
    assert_eq!(bench.waits(1_000).len(), 2);
}

#[test]
fn a_restart_forgets_who_is_registered_and_keeps_matches() {
    let mut bench = bench();
    bench.registers(S0);
    bench.forms(M0);
    bench.registers(S1);
    bench.does(|registrar, _, _| registrar.restart());
    assert_eq!(bench.forms(M1), [], "S1 is not known any more");
    assert_eq!(bench.confirms(S0, M0), [connect(M0, S0)], "S0 still has its match");
    bench.waits(20);
    assert_eq!(bench.registers(S1), [starting(S1, M1)]);
    assert_eq!(bench.ends(S0, M0), [ended(M0, Outcome::Completed)]);
    bench.confirms(S1, M1);
    bench.ends(S1, M1);
    bench.registers(S1);
    // Not at 300, the end of its first registration.
    assert_eq!(bench.waits(320), [(320, Expired(Cause::Registration))]);
}

#[test]
fn nobody_registers() {
    let mut bench = bench();
    bench.forms(M0);
    assert_eq!(bench.waits(500), [(90, Expired(Cause::MatchPickup)), (90, ended(M0, Outcome::NoServer))]);
    assert_eq!(bench.registers(S0), []);
}

#[test]
fn a_chosen_server_does_not_confirm_in_time() {
    let mut bench = bench();
    bench.registers(S0);
    bench.forms(M0);
    let late = [Expired(Cause::Confirm), ended(M0, Outcome::NotReady), Release { server: S0 }];
    assert_eq!(bench.waits(30), late.map(|effect| (30, effect)));
    assert_eq!(bench.confirms(S0, M0), [Release { server: S0 }]);
    assert_eq!(bench.registers(S0), []);
    assert_eq!(bench.forms(M1), [starting(S0, M1)]);
}

#[test]
fn a_match_that_runs_too_long_is_ended() {
    let mut bench = bench();
    bench.registers(S0);
    bench.forms(M0);
    bench.waits(29);
    bench.confirms(S0, M0);
    let overran = [Expired(Cause::MatchMaxRun), ended(M0, Outcome::Overran), Release { server: S0 }];
    assert_eq!(bench.waits(9_000), overran.map(|effect| (7_229, effect)));
    assert_eq!(bench.ends(S0, M0), []);
}

#[test]
fn doubled_messages_change_nothing() {
    let mut bench = bench();
    bench.registers(S0);
    bench.registers(S0);
    bench.forms(M0);
    assert_eq!(bench.forms(M0), []);
    assert_eq!(bench.forms(M1), []);
    assert_eq!(bench.registers(S0), [GameStarting { server: S0, id: M0, again: true }]);
    bench.confirms(S0, M0);
    assert_eq!(bench.confirms(S0, M0), []);
    bench.front.running(M0);
    assert_eq!(bench.confirms(S0, M0), []);
    bench.ends(S0, M0);
    assert_eq!(bench.ends(S0, M0), []);
    assert_eq!(bench.registers(S0), [starting(S0, M1)]);
    assert_eq!(bench.ends(S0, M0), []);
    assert_eq!(bench.confirms(S1, M1), [Release { server: S1 }]);
    assert_eq!(bench.front.find(M1).unwrap().stage, Stage::PickedUp);
    assert_eq!(bench.ends(S0, M1), [ended(M1, Outcome::NotReady)]);
}

#[test]
fn whoever_sees_a_server_die_ends_its_match_or_its_registration() {
    let mut bench = bench();
    bench.registers(S0);
    bench.registers(S1);
    bench.forms(M0);
    let dies =
        |id| move |registrar: &mut Registrar, _: SimTime, effects: &mut Vec<Effect>| registrar.server_gone(id, effects);
    assert_eq!(bench.does(dies(S0)), [ended(M0, Outcome::ServerLost)]);
    assert_eq!(bench.does(dies(S1)), []);
    assert_eq!(bench.forms(M1), []);
    assert_eq!(bench.waits(89), []);
}

#[test]
fn a_match_is_called_off() {
    let mut bench = bench();
    bench.forms(M0);
    bench.forms(M1);
    let off =
        |id| move |registrar: &mut Registrar, _: SimTime, effects: &mut Vec<Effect>| registrar.cancel(id, effects);
    assert_eq!(bench.does(off(M0)), [ended(M0, Outcome::Cancelled)]);
    assert_eq!(bench.does(off(M0)), []);
    assert_eq!(bench.registers(S0), [starting(S0, M1)]);
    assert_eq!(bench.does(off(M1)), [ended(M1, Outcome::Cancelled), Release { server: S0 }]);
    assert_eq!(bench.waits(8_000), []);
}
