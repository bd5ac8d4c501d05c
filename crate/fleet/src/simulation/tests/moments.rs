//! Scheduled faults.

use super::*;

#[test]
fn at_its_moment_each_fault_happens_and_at_no_other() {
    for flow in flows() {
        let by_broker = matches!(flow, Flow::Broker(_));
        for fault in Fault::ALL {
            let minute = START.minute() + 6;
            let mut settings = settings(flow.clone());
            settings.moments = vec![Moment { fault, minute }];
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
fn the_moment_of_an_outage_is_that_of_the_busiest_datacenter() {
    for (matches, left) in [([2, 3], [2, 0]), ([3, 2], [0, 2]), ([2, 2], [0, 2])] {
        let mut settings = settings(Flow::Broker(broker_settings()));
        settings.match_s = 100;
        settings.moments = vec![Moment { fault: Fault::Outage, minute: START.minute() + 1 }];
        let mut world = World::new(settings, 1, 0);
        for (datacenter, matches) in (0..).map(DatacenterIndex).zip(matches) {
            for _ in 0..matches {
                let (id, properties) =
                    (MatchId(world.lives.len() as u32), Properties { datacenter, ..Properties::default() });
                world.lives.push(Life::Asked);
                let match_s = world.operation.settings().match_s;
                world.operation.request(START, id, match_s, properties, &mut Vec::new());
            }
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
    }
}
