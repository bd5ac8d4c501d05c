//! Servers that take one match after another, and servers that reserve themselves for ever.

use super::*;

/// A world with one server in each datacenter, which has booted.
fn one_server(change: impl FnOnce(&mut SimulationSettings)) -> World {
    let mut settings = settings(Flow::Broker(broker_settings()));
    settings.fleet = FleetSettings { replicas: 1, boot: BootTime::always(5), ..FleetSettings::default() };
    change(&mut settings);
    let mut world = World::new(settings, 1, 0);
    world.run(10);
    world
}

#[test]
fn a_server_takes_the_next_match_at_once() {
    let mut world = one_server(|_| {});
    (0..2).for_each(|_| world.form(DatacenterIndex(0)));
    world.run(23);
    // The first match loads for 2 s and lasts 20 s.
    assert_eq!(world.lives, [Life::Ended(Outcome::Completed), Life::Asked]);
    let record = world.operation.record();
    assert_eq!((record.pickup_waits.of(0), record.pickup_waits.of(22)), (1, 1), "the second waits for its end alone");
    world.run(30);
    assert_eq!((world.ended(Outcome::Completed), world.servers(State::Ready)), (2, 2), "without a match it is free");
}

#[test]
fn a_server_shuts_down_at_the_limit_of_its_session() {
    let created = |change: fn(&mut SimulationSettings)| {
        let mut world = one_server(change);
        for _ in 0..4 {
            world.form(DatacenterIndex(0));
            world.run(40);
        }
        assert_eq!(world.ended(Outcome::Completed), 4);
        world.operation.fleets()[0].usage(world.now).created
    };
    assert_eq!(created(|_| {}), 1);
    assert_eq!(created(|settings| settings.session_limit = 2), 3);
    assert_eq!(created(|settings| settings.next_match = 0), 5);
    assert_eq!(created(|settings| settings.flow = Flow::Register(registration_settings())), 1);
    let by_themselves = |settings: &mut SimulationSettings| {
        (settings.flow, settings.session_limit) = (Flow::Register(registration_settings()), 2);
    };
    assert_eq!(created(by_themselves), 3);
}

#[test]
fn servers_reserved_for_ever_register_again() {
    let mut settings = settings(Flow::Register(registration_settings()));
    settings.reserve_s = 0;
    let mut world = World::new(settings, 1, 0);
    world.run(200);
    // Registrations last 30 s.
    for forgets in [false, true] {
        if forgets {
            world.operation.restart(world.now - 1, &mut Vec::new());
            world.run(31);
        }
        let before = world.lives.len();
        (0..2).for_each(|at| world.form(DatacenterIndex(at)));
        world.run(30);
        assert!(world.lives[before..].iter().all(|&life| life == Life::Ended(Outcome::Completed)), "{:?}", world.lives);
    }
    assert_eq!(world.operation.record().misses, 0);
    assert_eq!(world.servers(State::Ready), 0, "for ever");
}
