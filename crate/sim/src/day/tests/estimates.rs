//! Estimated and actual round trips.

use super::*;
use crate::columns::RTT_BINS;
use crate::tiny::CALENDAR;
use matchday_atlas::{Datacenter, Fallback, JoinData, LatencyMap, Location, RecordedJoins};
use matchday_base::PlayerId;
use matchday_matchmaker::MatchBatch;

#[test]
fn matches_are_played_at_the_route_of_their_second() {
    let pairs = [("ccu", "40"), ("replay", "0.95"), ("players", "2"), ("match_s", "20"), ("bad_routes", "0.5")];
    let mut day = day(&tiny_dataset(), &params(&[&pairs[..], &[("estimate", "ping"), ("jitter_ms", "20")]].concat()));
    let rtts = |day: &ArticleDay| -> Vec<u32> {
        let (values, start) = (day.log.row.values(), day.columns().layout().width() - 3 * 5 - RTT_BINS);
        values[start..start + RTT_BINS].to_vec()
    };
    // The estimated RTT of each stay at each datacenter, by stay: pings hold for the whole stay.
    let mut told = std::collections::BTreeMap::new();
    let mut again = 0;
    day.advance(day.now().0.abs_diff(SimTime::DAY_START.0));
    for second in 0..20_000 {
        let before = if second % 60 == 0 { vec![0; RTT_BINS] } else { rtts(&day) };
        let now = day.now();
        day.advance(1);
        if second % 60 == 59 {
            continue;
        }
        let mut expected = before;
        let estimates = day.estimates.as_ref().unwrap();
        for MatchBatch { datacenter: at, queued_players, .. } in day.formed.batches() {
            for &QueuedPlayer { player, row } in queued_players {
                let (key, cell) = ((estimates.named(player), at), day.census.noted(player));
                let told_ms = day.believed().rtt_ms(row, at);
                again += u32::from(told.contains_key(&key));
                assert_eq!(*told.entry(key).or_insert(told_ms), told_ms);
                expected[usize::from(estimates.played_ms(&day.world, (player, cell), at, now))] += 1;
            }
        }
        assert_eq!(rtts(&day), expected, "second {second}");
    }
    assert!(again > 1_000, "{again} matches where the stay had played before");
}

#[test]
fn whoever_goes_by_distance_goes_to_the_nearer_datacenter() {
    // Lima: 3,460 km to Sao Paulo, 4,210 km to Miami, but by the map 99 ms and 74 ms.
    let lima = Location::new(-12.5, -77.5).unwrap();
    let map = |ms: f64| Some(LatencyMap::from_fn(|_, centre| (centre == lima).then_some(ms)));
    let mut reader = RecordedJoins::reader("joins.csv");
    (0..1_440).for_each(|m| reader.push(format!("{:02}:{:02}:00,-12.5,-77.5\n", m / 60, m % 60).as_bytes()));
    let joins = JoinData::Recorded(reader.finish().unwrap().0);
    let mut dataset =
        SimulationData::new("lima".into(), CALENDAR, joins, None, Fallback { inflation: 1.5, offset_ms: 5.0 });
    let sites = Datacenter::read_csv(b"1,miami,25.77,-80.19\n2,saopaulo,-23.55,-46.64\n", "d.csv").unwrap();
    for (site, ms) in sites.into_iter().zip([74.0, 99.0]) {
        dataset.add_site(site, map(ms));
    }
    // Nearly all players match within 1 s, at the only datacenter within the ideal cap by either method.
    for (estimate, ideal_ms, at, believed_ms) in [("map", "80", 0, 74.0), ("distance", "65", 1, 57.0)] {
        let pairs = [("ccu", "2000"), ("estimate", estimate), ("ideal_ms", ideal_ms), ("ideal_s", "60")];
        let day = finished(&dataset, &params(&pairs));
        let there: u32 = (0..1_440).map(|m| day.columns().at(at, PerDatacenter::Matches, m)).sum();
        assert_eq!(u64::from(there), day.summary().matches, "{estimate}");
        let s = day.summary();
        assert_eq!(s.rtt_mean_ms, Some([74.0, 99.0][at]));
        let estimated_ms = s.rtt_estimated_mean_ms.unwrap();
        assert!((estimated_ms - believed_ms).abs() < 1.01, "{estimated_ms}");
    }
}

#[test]
fn without_bad_routes_pings_show_what_maps_say() {
    let run = |pairs: &[(&str, &str)]| {
        finished(&tiny_dataset(), &params(&[&[("ccu", "300"), ("bad_route_ms", "90")], pairs].concat())).summary()
    };
    let base = run(&[]);
    assert_eq!(base.rtt_mean_ms, base.rtt_estimated_mean_ms);
    assert_eq!(run(&[("jitter_ms", "30")]), base, "nobody pings");
    assert_eq!(run(&[("bad_routes", "0.5"), ("accelerator", "1")]), base, "all are repaired");
    let pinged = run(&[("estimate", "ping")]);
    assert_eq!((pinged.rtt_mean_ms, pinged.wrongly_excluded), (pinged.rtt_estimated_mean_ms, Some(0.0)));
    assert_eq!((pinged.joined, pinged.wrongly_included), (base.joined, Some(0.0)));
    assert_eq!((base.wrongly_excluded, base.wrongly_included), (None, None), "nothing is estimated");
    let bad = run(&[("bad_routes", "0.5")]);
    assert_ne!(bad.digest, base.digest, "what is played is in the digest");
    assert!(bad.rtt_mean_ms > bad.rtt_estimated_mean_ms.map(|ms| ms + 20.0) && bad.wrongly_included > Some(0.0));
    assert_eq!((bad.rtt_estimated_mean_ms, bad.matches), (base.rtt_estimated_mean_ms, base.matches));
}

#[test]
fn pings_take_the_first_second_of_a_stay() {
    /// The players who joined in the last second, and those who matched in it.
    #[derive(Default)]
    struct Second {
        joined: Vec<PlayerId>,
        matched: Vec<PlayerId>,
    }
    impl Watch for Second {
        fn joined(&mut self, _: SimTime, player: PlayerId, _: crate::census::JoinNumber, _: CellId) {
            self.joined.push(player);
        }

        fn formed(&mut self, _: SimTime, matches: &NewMatches<'_>) {
            self.matched.extend(matches.formed.queued_players().iter().map(|queued| queued.player));
        }
    }
    for (estimate, takes) in [("ping", true), ("map", false)] {
        let mut day = day(&tiny_dataset(), &params(&[("ccu", "5000"), ("estimate", estimate)]));
        let mut at_once = 0;
        for _ in 0..2_000 {
            let mut second = Second::default();
            day.advance_watched(1, &mut second);
            at_once += second.joined.iter().filter(|player| second.matched.contains(player)).count();
            let measuring: Vec<_> = day.measuring.iter().map(|(_, queued)| queued.player).collect();
            assert_eq!(measuring, if takes { second.joined } else { Vec::new() });
        }
        assert_eq!(at_once == 0, takes, "{at_once} matched in the second in which they joined");
    }
}
