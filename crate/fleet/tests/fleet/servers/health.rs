//! Silence, crashes, boots that fail, outages.

use super::fixture::{T, bring, counts, empty, sharing, tick, with};
use matchday_base::Calendar;
use matchday_base::calendar::Date;
use matchday_fleet::ServerId;
use matchday_fleet::servers::State::{Allocated, Creating, Error, Ready, Reserved, Shutdown, Starting, Unhealthy};
use matchday_fleet::servers::autoscaler::{AutoscalerSettings, Buffer, Policy, Reserve};
use matchday_fleet::servers::{
    Effect, Fleet, FleetSettings, HealthSettings, Numbering, Refusal, SdkCall, Server, Step,
};

const S: ServerId = ServerId(0);

#[test]
fn a_silent_server_is_given_up_after_three_periods_and_replaced() {
    for state in [Ready, Reserved, Allocated] {
        let mut fleet = with(&[state]);
        (0..20).for_each(|now| assert_eq!(tick(&mut fleet, T + now), []));
        fleet.falls_silent(T + 20, S).unwrap();
        (20..35).for_each(|now| assert_eq!(tick(&mut fleet, T + now), [], "{state:?} at {now}"));
        let expected = [Effect::Lost { server: S, was: state }, Effect::Deleted(S), Effect::Boot(S)];
        assert_eq!(tick(&mut fleet, T + 35), expected);
    }
}

#[test]
fn nothing_is_held_against_a_server_in_its_first_five_seconds() {
    let mut fleet = with(&[Starting]);
    fleet.falls_silent(T, S).unwrap();
    (0..20).for_each(|now| assert_eq!(tick(&mut fleet, T + now), []));
    assert_eq!(tick(&mut fleet, T + 20)[0], Effect::Lost { server: S, was: Starting });
}

#[test]
fn a_server_that_is_heard_again_lives_on() {
    let mut fleet = with(&[Allocated]);
    (0..20).for_each(|now| assert_eq!(tick(&mut fleet, T + now), []));
    fleet.falls_silent(T + 20, S).unwrap();
    (20..34).for_each(|now| assert_eq!(tick(&mut fleet, T + now), []));
    fleet.call(T + 34, S, SdkCall::Health).unwrap();
    (34..60).for_each(|now| assert_eq!(tick(&mut fleet, T + now), []));
    // Silent again: counted from the second time, and once more from the first word of a third.
    fleet.falls_silent(T + 60, S).unwrap();
    fleet.call(T + 60, S, SdkCall::Health).unwrap();
    fleet.falls_silent(T + 62, S).unwrap();
    fleet.falls_silent(T + 64, S).unwrap();
    (60..77).for_each(|now| assert_eq!(tick(&mut fleet, T + now), []));
    assert_eq!(tick(&mut fleet, T + 77)[0], Effect::Lost { server: S, was: Allocated });
}

#[test]
fn other_patience_can_be_asked_for() {
    let health = HealthSettings { initial_delay_s: 100, period_s: 60, failures: 90 };
    let mut fleet = empty(FleetSettings { health, ..sharing(1, 1) });
    tick(&mut fleet, T);
    bring(&mut fleet, T, S, Ready);
    fleet.falls_silent(T + 1, S).unwrap();
    (1..5_500).for_each(|now| assert_eq!(tick(&mut fleet, T + now), []));
    assert_eq!(tick(&mut fleet, T + 5_500).len(), 3);
}

#[test]
fn nothing_is_expected_of_those_that_do_not_run() {
    for state in [Creating, Unhealthy, Error, Shutdown] {
        let mut fleet = with(&[state]);
        let refusal = Refusal::NotAllowed { state, step: Step::Health };
        assert_eq!(fleet.falls_silent(T, S), Err(refusal));
    }
}

#[test]
fn an_error_is_kept_for_30_seconds_and_counts() {
    let mut fleet = with(&[Creating]);
    fleet.failed(T, S).unwrap();
    (0..30).for_each(|now| assert_eq!(tick(&mut fleet, T + now), [], "no new one in its place"));
    assert_eq!(tick(&mut fleet, T + 30), [Effect::Deleted(S), Effect::Boot(S)]);
    assert_eq!(fleet.failed(T + 30, S), Ok(()));
    let refusal = Refusal::NotAllowed { state: Error, step: Step::Start };
    assert_eq!(fleet.started(T + 30, S), Err(refusal));
}

#[test]
fn an_error_can_be_kept_for_longer_than_timers_reach() {
    let mut fleet = empty(FleetSettings { error_s: 4_000, ..sharing(1, 1) });
    tick(&mut fleet, T);
    fleet.failed(T, S).unwrap();
    (1..4_000).for_each(|now| assert_eq!(tick(&mut fleet, T + now), []));
    assert_eq!(tick(&mut fleet, T + 4_000), [Effect::Deleted(S), Effect::Boot(S)]);
}

#[test]
fn settings_without_measure_do_no_harm() {
    let most = u32::MAX;
    let health = HealthSettings { initial_delay_s: most, period_s: most, failures: most };
    for every_s in [0, most] {
        let buffer = Buffer { size: Reserve::Absolute(most), min_replicas: most, max_replicas: most };
        let autoscaler = Some(AutoscalerSettings { policy: Policy::Buffer(buffer), every_s });
        let settings = FleetSettings { health, error_s: most, capacity: most, autoscaler, ..sharing(most, most) };
        let mut fleet = Fleet::new(
            settings,
            Numbering { place: 6, of: most / 2 },
            Calendar::new(Date::from_unix_day(i32::MIN.into())),
            T,
        );
        let server = ServerId(6);
        assert_eq!(tick(&mut fleet, T).len(), 2, "as many as there are ids");
        fleet.started(T, server).unwrap();
        fleet.falls_silent(T, server).unwrap();
        fleet.call(T, server, SdkCall::Reserve(i64::MAX)).unwrap();
        fleet.failed(T, ServerId(6 + most / 2)).unwrap();
        (1..4_000).for_each(|now| assert_eq!(tick(&mut fleet, T + now), []));
        assert_eq!(fleet.server(server).map(Server::state), Some(Reserved));
    }
}

#[test]
fn a_crash_loses_the_server_at_once() {
    for state in [Creating, Starting, Ready, Reserved, Allocated] {
        let (mut fleet, mut effects) = (with(&[state]), Vec::new());
        fleet.crashed(T, S, &mut effects).unwrap();
        assert_eq!(effects, [Effect::Lost { server: S, was: state }]);
        assert_eq!(tick(&mut fleet, T), [Effect::Deleted(S), Effect::Boot(S)]);
    }
    for state in [Unhealthy, Error, Shutdown] {
        let (mut fleet, mut effects) = (with(&[state]), Vec::new());
        assert!(fleet.crashed(T, S, &mut effects).is_err() && effects.is_empty());
    }
}

#[test]
fn an_outage_loses_every_server_that_lives() {
    let mut fleet = with(&[Creating, Starting, Ready, Reserved, Allocated, Unhealthy, Error, Shutdown]);
    let mut effects = Vec::new();
    fleet.outage(T, T + 1, &mut effects);
    assert_eq!((counts(&fleet), effects.len()), ([0, 0, 0, 0, 0, 6, 1, 1], 5));
    assert_eq!(fleet.counts().matches(), 0);
    assert_eq!(fleet.allocate(T), None);
    tick(&mut fleet, T);
    assert_eq!(counts(&fleet), [0, 0, 0, 0, 0, 0, 1, 0], "none is created before its end");
    tick(&mut fleet, T + 1);
    assert_eq!(counts(&fleet), [7, 0, 0, 0, 0, 0, 1, 0]);
}
