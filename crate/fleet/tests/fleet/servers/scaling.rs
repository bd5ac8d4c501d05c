//! Scaling up and down, buffers, allocations: the tables of the documents.

use super::fixture::{T, bring, buffered, counts, empty, sharing, tick, with};
use matchday_base::Calendar;
use matchday_base::SimTime;
use matchday_base::calendar::Date;
use matchday_fleet::ServerId;
use matchday_fleet::servers::State::{Allocated, Creating, Error, Ready, Reserved, Shutdown, Starting, Unhealthy};
use matchday_fleet::servers::autoscaler::{AutoscalerSettings, Counter, Policy, Reserve};
use matchday_fleet::servers::{Effect, Fleet, FleetSettings, Numbering, Refusal, SdkCall, State, Step};

#[test]
fn scaling_down_deletes_what_boots_or_is_ready_and_nothing_else() {
    // (servers, wanted, deleted)
    let table: [(&[State], u32, u32); 12] = [
        (&[Ready, Reserved, Reserved], 0, 1),
        (&[Ready, Reserved, Ready], 1, 2),
        (&[Reserved, Reserved], 0, 0),
        (&[Allocated, Allocated, Reserved], 0, 0),
        (&[Ready, Ready, Ready], 2, 1),
        (&[Ready, Ready], 5, 0),
        (&[Creating, Starting, Ready, Allocated], 1, 3),
        (&[Creating, Starting, Ready, Allocated], 3, 1),
        // Those that are done go anyway, and are none of the fleet's replicas.
        (&[Unhealthy, Shutdown, Ready], 1, 2),
        (&[Unhealthy, Shutdown, Ready], 0, 3),
        // An Error is one, and stays.
        (&[Error, Ready], 1, 1),
        (&[Error, Error], 1, 0),
    ];
    for (states, wanted, deleted) in table {
        let mut fleet = with(states);
        fleet.scale(wanted);
        let effects = tick(&mut fleet, T);
        let gone = effects.iter().filter(|effect| matches!(effect, Effect::Deleted(_))).count();
        assert_eq!(gone as u32, deleted, "{states:?} -> {wanted}");
        let kept = |state: State| states.iter().filter(|&&s| s == state).count() as u32;
        assert_eq!(fleet.counts().of(Reserved), kept(Reserved), "{states:?} -> {wanted}");
        assert_eq!(fleet.counts().of(Allocated), kept(Allocated), "{states:?} -> {wanted}");
    }
}

#[test]
fn what_boots_goes_before_what_is_ready() {
    let mut fleet = with(&[Ready, Creating, Ready, Starting]);
    fleet.scale(2);
    tick(&mut fleet, T);
    assert_eq!(counts(&fleet), [0, 0, 2, 0, 0, 0, 0, 0]);
}

#[test]
fn a_pass_makes_64_and_deletes_64() {
    let mut fleet = empty(sharing(150, 1));
    let made: Vec<_> = (0..4).map(|pass| tick(&mut fleet, T + pass).len()).collect();
    assert_eq!(made, [64, 64, 22, 0]);
    fleet.scale(10);
    let deleted: Vec<_> = (4..8).map(|pass| tick(&mut fleet, T + pass).len()).collect();
    assert_eq!(deleted, [64, 64, 12, 0]);
    assert_eq!((fleet.usage(T + 8).created, fleet.usage(T + 8).deleted), (150, 140));
}

#[test]
fn servers_that_are_done_go_first_within_the_64() {
    let mut fleet = with(&[[Shutdown; 60].as_slice(), &[Ready; 20]].concat());
    fleet.scale(0);
    tick(&mut fleet, T);
    assert_eq!(counts(&fleet), [0, 0, 16, 0, 0, 0, 0, 0]);
}

#[test]
fn the_datacenter_holds_no_more_than_its_capacity() {
    let mut fleet = empty(FleetSettings { capacity: 3, ..sharing(10, 1) });
    assert_eq!(tick(&mut fleet, T).len(), 3);
    (0..3).for_each(|id| bring(&mut fleet, T, ServerId(id), Allocated));
    assert_eq!(tick(&mut fleet, T + 1), []);
    assert_eq!(fleet.allocate(T + 1), None);
    fleet.call(T + 2, ServerId(1), SdkCall::Shutdown).unwrap();
    assert_eq!(tick(&mut fleet, T + 2), [Effect::Deleted(ServerId(1)), Effect::Boot(ServerId(1))]);
}

#[test]
fn a_shut_down_server_is_replaced_and_its_former_self_has_no_say() {
    let mut fleet = with(&[Ready]);
    let before = fleet.server(ServerId(0)).unwrap().sight();
    fleet.call(T, ServerId(0), SdkCall::Shutdown).unwrap();
    assert_eq!(tick(&mut fleet, T), [Effect::Deleted(ServerId(0)), Effect::Boot(ServerId(0))]);
    let new = fleet.server(ServerId(0)).unwrap().sight();
    assert_eq!(new.state, Creating);
    assert!(new.version > before.version && new.generation > before.generation);
    assert_eq!(fleet.write(T, ServerId(0), before.version, SdkCall::Allocate), Err(Refusal::Stale));
}

#[test]
fn a_deleted_server_is_shut_down() {
    let mut fleet = with(&[Ready, Unhealthy]);
    fleet.scale(0);
    tick(&mut fleet, T);
    for id in [0, 1] {
        let refusal = Refusal::NotAllowed { state: Shutdown, step: Step::Ready };
        assert_eq!(fleet.call(T, ServerId(id), SdkCall::Ready), Err(refusal));
    }
    assert_eq!(fleet.call(T, ServerId(2), SdkCall::Ready), Err(Refusal::Unknown));
}

#[test]
fn an_allocation_takes_ready_servers_only() {
    let mut fleet = with(&[Creating, Starting, Reserved, Allocated, Unhealthy, Error, Shutdown, Ready]);
    assert_eq!(fleet.allocate(T), Some(ServerId(7)));
    assert_eq!(fleet.allocate(T), None);
    // Its own call takes a Reserved one.
    assert_eq!(fleet.call(T, ServerId(2), SdkCall::Allocate), Ok(()));
    assert_eq!(counts(&fleet), [1, 1, 0, 0, 3, 1, 1, 1]);
}

/// Lets every ordered server boot in the second of its order, and answers how many were ordered.
fn live(fleet: &mut Fleet, seconds: std::ops::Range<u32>) -> u32 {
    let mut ordered = 0;
    for now in seconds {
        for effect in tick(fleet, T + now) {
            if let Effect::Boot(server) = effect {
                bring(fleet, T + now, server, Ready);
                ordered += 1;
            }
        }
    }
    ordered
}

#[test]
fn a_fleet_settles_where_its_buffer_says() {
    // (allocated, buffer, servers)
    for (allocated, size, servers) in [
        (40, Reserve::Absolute(20), 60),
        (50, Reserve::Percent(20), 63),
        (1, Reserve::Percent(10), 2),
        (0, Reserve::Absolute(7), 7),
    ] {
        let mut fleet = empty(FleetSettings { replicas: allocated, ..buffered(size) });
        fleet.reconcile(T, &mut Vec::new());
        (0..allocated).for_each(|id| bring(&mut fleet, T, ServerId(id), Allocated));
        live(&mut fleet, 0..200);
        let expected = [0, 0, servers - allocated, 0, allocated, 0, 0, 0];
        assert_eq!(counts(&fleet), expected, "{allocated} {size:?}");
        assert_eq!(live(&mut fleet, 200..400), 0, "nothing changes any more");
    }
}

#[test]
fn reserved_servers_eat_the_buffer() {
    let mut fleet = empty(buffered(Reserve::Absolute(5)));
    assert_eq!(live(&mut fleet, 0..40), 5);
    // Every one of them reserves itself: nothing is left to allocate, and nothing is started.
    (0..5).for_each(|id| fleet.call(T + 40, ServerId(id), SdkCall::Reserve(0)).unwrap());
    assert_eq!(live(&mut fleet, 40..100), 0);
    assert_eq!(fleet.allocate(T + 100), None);
    assert_eq!((fleet.counts().of(Ready), fleet.counts().of(Reserved), fleet.wanted()), (0, 5, 5));
    // Ready = buffer - Reserved, whatever is Allocated.
    (0..2).for_each(|id| fleet.call(T + 100, ServerId(id), SdkCall::Allocate).unwrap());
    assert_eq!(live(&mut fleet, 100..140), 2);
    assert_eq!(counts(&fleet), [0, 0, 2, 3, 2, 0, 0, 0]);
}

#[test]
fn the_autoscaler_looks_every_30_seconds() {
    let mut fleet = empty(buffered(Reserve::Absolute(3)));
    live(&mut fleet, 0..1);
    assert_eq!(fleet.counts().of(Ready), 3);
    fleet.allocate(T + 1).unwrap();
    assert_eq!(live(&mut fleet, 1..30), 0);
    assert_eq!(live(&mut fleet, 30..31), 1);
}

#[test]
fn a_fleet_without_autoscaler_keeps_its_size() {
    let mut fleet = empty(sharing(4, 1));
    live(&mut fleet, 0..10);
    assert!((0..4).all(|_| fleet.allocate(T + 10).is_some()));
    assert_eq!(live(&mut fleet, 10..200), 0);
    assert_eq!(counts(&fleet), [0, 0, 0, 0, 4, 0, 0, 0]);
}

#[test]
fn matches_share_servers_up_to_their_room() {
    let counter = Counter { size: Reserve::Absolute(4), min_capacity: 0, max_capacity: 1_000 };
    let autoscaler = Some(AutoscalerSettings::new(Policy::Counter(counter)));
    let mut fleet = empty(FleetSettings { autoscaler, ..sharing(0, 3) });
    live(&mut fleet, 0..1);
    assert_eq!(fleet.counts().of(Ready), 2, "room for 4 matches");
    let hosts: Vec<_> = (0..7).map(|_| fleet.allocate(T + 1).map(|id| id.0)).collect();
    assert_eq!(hosts, [Some(1), Some(1), Some(1), Some(0), Some(0), Some(0), None]);
    // Six matches and room for four more: four servers.
    live(&mut fleet, 1..31);
    assert_eq!(counts(&fleet), [0, 0, 2, 0, 2, 0, 0, 0]);
    // Room that is given back is taken first; a server without matches is in use until it says otherwise.
    assert_eq!(fleet.end_match(T + 31, ServerId(1)), Ok(2));
    assert_eq!(fleet.allocate(T + 31), Some(ServerId(1)));
    let left: Vec<_> = (0..3).map(|_| fleet.end_match(T + 31, ServerId(0))).collect();
    assert_eq!(left, [Ok(2), Ok(1), Ok(0)]);
    assert_eq!((fleet.counts().of(Allocated), fleet.counts().matches()), (2, 3));
    let refusal = Refusal::NotAllowed { state: Allocated, step: Step::Ready };
    assert_eq!(fleet.end_match(T + 31, ServerId(0)), Err(refusal));
    // It may take another by itself, up to its room.
    assert_eq!((1..=3).map(|n| fleet.begin_match(T + 31, ServerId(0)) == Ok(n)).collect::<Vec<_>>(), [true; 3]);
    assert!(fleet.begin_match(T + 31, ServerId(0)).is_err() && fleet.begin_match(T + 31, ServerId(2)).is_err());
    (0..3).for_each(|_| assert!(fleet.end_match(T + 31, ServerId(0)).is_ok()));
    assert_eq!(fleet.call(T + 31, ServerId(0), SdkCall::Ready), Ok(()));
    live(&mut fleet, 31..62);
    assert_eq!(counts(&fleet), [0, 0, 2, 0, 1, 0, 0, 0], "three matches and room for four more");
}

#[test]
fn a_match_that_joins_keeps_a_server_from_being_let_go() {
    let mut fleet = empty(sharing(1, 2));
    live(&mut fleet, 0..1);
    fleet.allocate(T).unwrap();
    let sight = fleet.server(ServerId(0)).unwrap().sight();
    fleet.allocate(T).unwrap();
    assert_eq!(fleet.write(T, ServerId(0), sight.version, SdkCall::Ready), Err(Refusal::Stale));
    assert_ne!(fleet.server(ServerId(0)).unwrap().sight().generation, sight.generation);
}

#[test]
fn fleets_have_no_id_in_common() {
    let numbered =
        |place| Fleet::new(sharing(3, 1), Numbering { place, of: 4 }, Calendar::new(Date::from_unix_day(0)), T);
    let mut ids = Vec::new();
    for place in 0..4 {
        let mut fleet = numbered(place);
        for effect in tick(&mut fleet, T) {
            let Effect::Boot(server) = effect else { panic!("{effect:?}") };
            assert_eq!(fleet.started(T, server), Ok(()));
            assert!((0..4).all(|other| numbered(other).server(server).is_none()));
            ids.push(server.0);
        }
        assert_eq!(fleet.server(ServerId(place + 1)), None, "another fleet's");
    }
    ids.sort_unstable();
    assert_eq!(ids, (0..12).collect::<Vec<_>>());
}

#[test]
fn time_and_money_add_up() {
    let mut fleet = empty(FleetSettings { price_micros_per_hour: 36_000, ..sharing(2, 1) });
    tick(&mut fleet, T);
    // One server boots for 30 s, is ready for 70 s and has a match for 100 s; the other never starts.
    fleet.started(T + 10, ServerId(0)).unwrap();
    fleet.call(T + 30, ServerId(0), SdkCall::Ready).unwrap();
    fleet.allocate(T + 100).unwrap();
    let usage = fleet.usage(T + 200);
    assert_eq!(usage.server_s, [10 + 200, 20, 70, 0, 100, 0, 0, 0]);
    assert_eq!((usage.match_s, usage.paid_s(), usage.cost_micros(36_000)), (100, 400, 4_000));
    assert_eq!(usage.utilisation(1), Some(0.25));
    let later = fleet.usage(SimTime(T.0 + 300)) - usage;
    assert_eq!((later.server_s[Allocated.index()], later.created), (100, 0));
}
