//! Scheduled faults.

use super::*;

#[test]
fn at_its_moment_each_fault_happens_and_at_no_other() {
    for flow in flows() {
        let by_broker = matches!(flow, Flow::Broker(_));
        for fault in Fault::ALL {
            let minute = START.minute() + 6;
            let mut settings = settings(flow.clone());
            settings.moments = vec![Moment { fault, minute, place: None }];
            let mut world = World::new(settings, 1, 500);
            world.run(minute * 60 - START.0);
            assert_eq!(world.operation.happened(fault), 0);
            world.operation.begin_record();
            world.run(60);
            let (happened, record) = (world.operation.happened(fault), world.operation.record());
            match fault {
                Fault::Outage | Fault::BrokerRestart => assert_eq!(happened, 1),
                // Every match picked up has a server that sends nothing more.
                Fault::Zombie => {
                    assert_eq!(happened, (0..=600).map(|wait_s| record.pickup_waits.of(wait_s)).sum::<u64>());
                }
                // There are no allocations where servers register themselves.
                Fault::CrashBeforePickup | Fault::Refused | Fault::AnswerLost => assert_eq!(happened > 0, by_broker),
                _ => assert!(happened > 0, "{fault:?}"),
            }
            world.run(60);
            assert_eq!(world.operation.happened(fault), happened, "{fault:?}");
            world.recover();
        }
    }
}

#[test]
fn an_outage_strikes_the_place_that_it_names_or_the_busiest() {
    let there = Some(DatacenterIndex(1));
    for (matches, place, left) in
        [([2, 3], None, [2, 0]), ([3, 2], None, [0, 2]), ([2, 2], None, [0, 2]), ([3, 2], there, [3, 0])]
    {
        let mut settings = settings(Flow::Broker(broker_settings()));
        settings.match_s = 100;
        settings.moments = vec![Moment { fault: Fault::Outage, minute: START.minute() + 1, place }];
        let outage_s = settings.outage_s;
        let mut world = World::new(settings, 1, 0);
        for (datacenter, matches) in (0..).map(DatacenterIndex).zip(matches) {
            (0..matches).for_each(|_| world.form_in(START, datacenter));
        }
        let allocated = |world: &World| {
            let fleets = world.operation.fleets().iter();
            fleets.map(|fleet| fleet.counts().of(State::Allocated)).collect::<Vec<_>>()
        };
        while world.now.minute() == START.minute() {
            world.second();
        }
        assert_eq!(allocated(&world), matches);
        world.second();
        assert_eq!(allocated(&world), left);
        let from = SimTime((START.minute() + 1) * 60);
        let datacenter = DatacenterIndex(left.iter().position(|&servers| servers == 0).unwrap() as u16);
        let outage = Outage { datacenter, from, until: from + outage_s };
        assert_eq!(world.operation.record().outages, [outage]);
    }
}

#[test]
fn a_datacenter_has_no_servers_until_its_outage_is_over() {
    for flow in flows() {
        let mut settings = settings(flow);
        let (minute, there) = (START.minute() + 4, DatacenterIndex(1));
        settings.moments = vec![Moment { fault: Fault::Outage, minute, place: Some(there) }];
        let mut world = World::new(settings, 1, 500);
        world.run(minute * 60 - START.0);
        let begins = world.now;
        let mut events = Vec::new();
        world.operation.advance(world.now, &mut events);
        assert!(events.contains(&PlacementEvent::Closed(there)), "{events:?}");
        events.into_iter().for_each(|event| world.live_on(event));
        world.now = world.now + 1;
        while world.now < begins + 30 {
            let before = world.lives.len();
            world.form(there);
            assert_eq!(world.lives[before], Life::Ended(Outcome::Cancelled), "no match waits there");
            world.second();
            let counts = world.operation.fleets()[1].counts();
            assert_eq!((counts.of(State::Creating), counts.of(State::Ready)), (0, 0));
        }
        let mut events = Vec::new();
        world.operation.advance(world.now, &mut events);
        assert!(events.contains(&PlacementEvent::Opened(there)), "{events:?}");
        assert!(world.operation.fleets()[1].counts().of(State::Creating) > 0, "its servers boot again");
        events.into_iter().for_each(|event| world.live_on(event));
        world.now = world.now + 1;
        world.recover();
    }
}
