//! A thousand worlds of each flow with all faults, ten times as many with `--full`; servers of the first allocator take only one of the maps.

use super::*;
use rand::RngExt;

/// Number of worlds of each flow.
fn seeds() -> u64 {
    if std::env::var_os("MATCHDAY_FULL").is_some() { 10_000 } else { 1_000 }
}

/// Faults in many worlds.
#[derive(Default)]
struct Toll {
    happened: [u64; Fault::ALL.len()],
    outcomes: [usize; Outcome::Cancelled as usize + 1],
    broker_expiries: [u64; broker::Cause::ALL.len()],
    registration_expiries: [u64; registration::Cause::ALL.len()],
}

/// Random faults at random rates and moments, then none: every match is reported once, and everything
/// recovers.
fn swarm(flow: &Flow) -> Toll {
    let mut toll = Toll::default();
    for seed in 0..seeds() {
        let mut chance = Streams::new(seed).stream("swarm");
        let mut settings = settings(flow.clone());
        if let Flow::Broker(broker) = &mut settings.flow {
            broker.front_end = vec![FilterId(9)];
            (broker.allocators[0].requirement, broker.allocators[0].server_filter) =
                (Some(FilterId(0)), Some(FilterId(0)));
            broker.server_max_lifetime_s = 30 + chance.random_range(..60_u32);
            settings.next_match = chance.random_range(..=SimulationSettings::SHARE_ONE);
            settings.session_limit = chance.random_range(..4);
        }
        settings.client_timeout_s = chance.random_range(1..30);
        if chance.random_ratio(1, 3) {
            settings.reserve_s = 0;
        }
        for fault in Fault::ALL {
            let most = if fault.is_hourly() { Rates::ALWAYS } else { 300_000 };
            if chance.random_ratio(1, 2) {
                settings.faults.set(fault, chance.random_range(..most));
            }
            if chance.random_ratio(1, 8) {
                let place = chance.random_ratio(1, 2).then(|| DatacenterIndex(chance.random_range(..2)));
                let minute = START.minute() + 1 + chance.random_range(..3_u32);
                settings.moments.push(Moment { fault, minute, place });
            }
        }
        let mut world = World::new(settings, seed, 50 + chance.random_range(..500_u32));
        world.maps = &[0, 0, 1, 1, 1, 1, 1, 9];
        world.run(240);
        for fault in Fault::ALL {
            toll.happened[fault as usize] += world.operation.happened(fault);
        }
        world.recover();
        for &life in &world.lives {
            if let Life::Ended(outcome) = life {
                toll.outcomes[outcome as usize] += 1;
            }
        }
        let record = world.operation.record();
        toll.broker_expiries.iter_mut().zip(record.broker_expiries).for_each(|(sum, n)| *sum += n);
        toll.registration_expiries.iter_mut().zip(record.registration_expiries).for_each(|(sum, n)| *sum += n);
    }
    toll
}

#[test]
fn whatever_goes_wrong_with_a_broker_everybody_is_told_once_and_all_recovers() {
    let Toll { happened, outcomes, broker_expiries, .. } = swarm(&Flow::Broker(broker_settings()));
    assert!(happened.iter().all(|&n| n > 0), "every fault has happened: {happened:?}");
    assert!(outcomes.iter().all(|&n| n > 0), "every outcome was: {outcomes:?}");
    assert!(broker_expiries.iter().all(|&n| n > 0), "every timer has expired: {broker_expiries:?}");
}

#[test]
fn whatever_goes_wrong_with_a_register_everybody_is_told_once_and_all_recovers() {
    let Toll { happened, registration_expiries, .. } = swarm(&Flow::Register(registration_settings()));
    for fault in Fault::ALL {
        let of_allocators = matches!(fault, Fault::CrashBeforePickup | Fault::Refused | Fault::AnswerLost);
        assert_eq!(happened[fault as usize] > 0, !of_allocators, "{fault:?}");
    }
    assert!(registration_expiries.iter().all(|&n| n > 0), "every timer has expired: {registration_expiries:?}");
}
