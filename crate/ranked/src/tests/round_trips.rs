//! Estimated and actual round trips.

use super::*;

/// Duels of many strangers, in the tiny world.
const ESTIMATED: [(&str, &str); 4] =
    [("ranked", "1v1"), ("ccu", "600"), ("accounts", "2000"), ("widening", "0:4000:254")];

#[test]
fn ranked_matches_are_played_at_actual_routes() {
    let run = |pairs: &[(&str, &str)]| {
        let mut day = day(&[&ESTIMATED[..], pairs].concat());
        day.advance(u32::MAX);
        day.summary()
    };
    let base = run(&[]);
    assert_eq!((base.rtt_mean_ms, base.wrongly_excluded), (base.rtt_estimated_mean_ms, None));
    assert_eq!(run(&[("bad_routes", "0.5"), ("accelerator", "1")]), base, "all are repaired");
    // The queue goes by the map, so it forms the same matches; half of their players have a route that adds 40 ms in the mean.
    let bad = run(&[("bad_routes", "0.5"), ("bad_route_ms", "40")]);
    assert_eq!((bad.matches, bad.rtt_estimated_mean_ms), (base.matches, base.rtt_estimated_mean_ms));
    assert_ne!(bad.digest, base.digest, "what is played is in the digest");
    let added_ms = bad.rtt_mean_ms.unwrap() - base.rtt_mean_ms.unwrap();
    let sigma_ms = 60.0 / libm::sqrt((2 * bad.matches) as f64);
    assert!((added_ms - 20.0).abs() < 4.0 * sigma_ms, "{added_ms} ms, sigma {sigma_ms}");
    // Pings over good routes without jitter show the map.
    let pinged = run(&[("estimate", "ping")]);
    assert_eq!((pinged.matches, pinged.rtt_mean_ms), (base.matches, base.rtt_mean_ms));
    assert_eq!((pinged.wrongly_excluded, pinged.wrongly_included), (Some(0.0), Some(0.0)));
    let wrong = run(&[("estimate", "ping"), ("bad_routes", "0.3"), ("widening", "0:4000:60")]);
    assert!(wrong.wrongly_excluded > Some(0.05) && wrong.rtt_mean_ms > wrong.rtt_estimated_mean_ms, "{wrong:?}");
}

#[test]
fn tickets_carry_the_pings_of_their_stay() {
    let mut day = day(&[&ESTIMATED[..], &[("estimate", "ping"), ("bad_routes", "0.5"), ("jitter_ms", "10")]].concat());
    // The RTTs on the tickets of each account since it came online.
    let mut stays: BTreeMap<AccountId, (SimTime, Vec<u16>)> = BTreeMap::new();
    let (mut same, mut others, mut off_ms, mut pings) = (0, 0, 0, 0);
    let mut came: BTreeMap<u32, SimTime> = BTreeMap::new();
    while day.now() < day.end() {
        day.advance_watched(1, &mut |told| {
            if let RankedEvent::Account(PlayerEvent { kind: EventKind::Join, player, time, .. }) = told {
                came.insert(player, time);
            }
        });
        for (_, ticket) in day.queue().waiting().filter(|(_, ticket)| ticket.members.len() == 1) {
            let account = ticket.members[0].account;
            let Some(&since) = came.get(&account.0) else { continue };
            let stay = (since, ticket.rtts_ms.clone());
            match stays.insert(account, stay.clone()) {
                Some(before) if before.0 == since => {
                    same += 1;
                    assert_eq!(before, stay, "{account:?}");
                    continue;
                }
                Some(_) => others += 1,
                None => {}
            }
            let maps_ms = day.world.latencies.rtts_ms(matchday_matchmaker::RowId(day.people.of(account).home.0));
            off_ms += stay.1.iter().zip(maps_ms).map(|(&shown, &map)| i64::from(shown) - i64::from(map)).sum::<i64>();
            pings += stay.1.len();
        }
    }
    assert!(same > 100 && others > 100, "{same} {others}");
    // Half of the routes add 40 ms in the mean, and jitter adds nothing.
    let mean_ms = off_ms as f64 / pings as f64;
    assert!((mean_ms - 20.0).abs() < 4.0 * 60.0 / libm::sqrt(pings as f64), "{mean_ms} ms over {pings} pings");
}
