//! Servers that are gone, and who notices it when.

use super::*;

/// Simulates matches that begin in the first seconds, until all have ended; returns for each how long it ran.
fn lengths_s(world: &mut World) -> Vec<u32> {
    let mut started = Vec::new();
    let mut lengths = Vec::new();
    for second in 0..300 {
        let mut events = Vec::new();
        world.operation.advance(world.now, &mut events);
        world.operation.check(world.now).unwrap();
        for event in events {
            match event {
                PlacementEvent::Started(id) => started.push((id, world.now)),
                PlacementEvent::Ended(id, _) => {
                    lengths.extend(started.iter().find(|(of, _)| *of == id).map(|&(_, at)| world.now.since(at)));
                }
                PlacementEvent::Closed(_) | PlacementEvent::Opened(_) => {}
            }
            world.live_on(event);
        }
        if (60..100).contains(&second) && second % 10 == 0 {
            world.form_in(world.now, DatacenterIndex(0));
        }
        world.now = world.now + 1;
    }
    assert!(world.lives.iter().all(|life| matches!(life, Life::Ended(_))), "{:?}", world.lives);
    lengths
}

#[test]
fn players_leave_a_server_that_has_crashed_long_before_the_fail_safe() {
    for flow in flows() {
        let mut settings = settings(flow);
        (settings.match_s, settings.client_timeout_s) = (20, 4);
        settings.faults.set(Fault::CrashInMatch, Rates::ALWAYS);
        let mut world = World::new(settings, 1, 0);
        let lengths = lengths_s(&mut world);
        assert_eq!((lengths.len(), world.ended(Outcome::ServerLost)), (4, 4));
        // The crash is somewhere in the 20 s of the match; the server's lifetime is 50 s, a match may run 60 s.
        assert!(lengths.iter().all(|&length_s| (4..20 + 4).contains(&length_s)), "{lengths:?}");
        let record = world.operation.record();
        let expired = record.broker_expiries[broker::Cause::ServerMaxLifetime as usize]
            + record.registration_expiries[registration::Cause::MatchMaxRun as usize];
        assert_eq!((expired, record.lost()), (4, 4), "the fail-safe closes each match, which is told and counted once");
    }
}

#[test]
fn players_see_the_end_of_a_match_whose_last_message_is_lost() {
    let mut settings = settings(Flow::Register(registration_settings()));
    settings.client_timeout_s = 7;
    let mut world = World::new(settings, 1, 0);
    world.run(30);
    world.form(DatacenterIndex(0));
    world.run(15);
    let mut lost = Rates::default();
    lost.set(Fault::Lost, Rates::ALWAYS);
    world.operation.set_faults(&lost);
    // It loads for 2 s and is played for 20 s.
    world.run(22 + 7 - 15 - 1);
    assert_eq!(world.lives, [Life::Started]);
    world.run(1);
    assert_eq!(world.lives, [Life::Ended(Outcome::Completed)]);
    world.recover();
}

#[test]
fn a_server_that_falls_silent_is_unhealthy_after_its_periods() {
    for flow in flows() {
        let mut settings = settings(flow);
        settings.fleet.health = crate::servers::HealthSettings { initial_delay_s: 5, period_s: 4, failures: 3 };
        settings.fleet.boot = BootTime::always(5);
        settings.faults.set(Fault::Zombie, Rates::ALWAYS);
        let mut world = World::new(settings, 1, 0);
        world.run(20);
        world.form(DatacenterIndex(0));
        for _ in 0..11 {
            assert_eq!(world.servers(State::Allocated), 1, "in second {}", world.now);
            world.second();
        }
        assert_eq!(world.servers(State::Allocated), 1);
        world.second();
        assert_eq!(world.servers(State::Allocated), 0, "12 s of silence");
    }
}
