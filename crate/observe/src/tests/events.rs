//! The events of a day add up to what the day itself records.

use super::{KINDS_OF_DAYS, day};
use crate::Day;
use crate::events::{EventFilter, EventLog};
use matchday_atlas::Location;
use matchday_atlas::geo::great_circle_km;
use matchday_base::time::MINUTE_S;
use matchday_base::{CellId, DatacenterIndex, MatchId, SimTime};
use matchday_sim::census::State;
use matchday_sim::columns::{Columns, Count, PerDatacenter};
use matchday_sim::events::{Event, EventKind};
use matchday_sim::tiny::{params, tiny_dataset};
use matchday_sim::{Simulate, World};
use std::collections::BTreeMap;

/// All events of a day, the warm-up included, and the day at its end.
fn logged(pairs: &[(&str, &str)], filter: EventFilter) -> (Vec<Event>, Day) {
    let mut day = day(pairs);
    let mut log = EventLog::new(EventFilter { between: SimTime(0)..day.end(), ..filter });
    let mut events = Vec::new();
    while day.now() < day.end() {
        day.advance_watched(5_000, &mut log);
        events.append(&mut log.take());
    }
    (events, day)
}

#[test]
fn a_log_changes_nothing() {
    for pairs in KINDS_OF_DAYS {
        let (events, logged) = logged(pairs, EventFilter::default());
        let mut plain = day(pairs);
        plain.advance(u32::MAX);
        assert!(events.is_sorted_by_key(|event| event.time), "{pairs:?}");
        assert_eq!(logged.report(), plain.report(), "{pairs:?}");
        assert_eq!(logged.columns().rows_from(0), plain.columns().rows_from(0), "{pairs:?}");
    }
}

/// States that the events of ranked days do not tell apart, together.
const GROUPS: [&[State]; 4] =
    [&[State::Ideal, State::Expand, State::Warm], &[State::Playing, State::Bots], &[State::Between], &[State::Placing]];

/// Player-seconds of a minute: searching, in matches, between matches, waiting for a server.
fn recorded(columns: &Columns, minute: usize) -> [u64; 4] {
    let seconds = |state: &State| (columns.players(*state, minute) * f64::from(MINUTE_S)).round() as u64;
    GROUPS.map(|states| states.iter().map(seconds).sum())
}

#[test]
fn the_strips_of_all_players_add_up_to_every_minute() {
    for pairs in KINDS_OF_DAYS {
        let (events, day) = logged(pairs, EventFilter::default());
        let (on_servers, ranked) = (day.servers().is_some(), day.ranked().is_some());
        let mut states: BTreeMap<u32, State> = BTreeMap::new();
        let mut events = events.iter().peekable();
        let mut minute = [0; 4];
        let mut seconds = (0..day.end().0).map(SimTime);
        for now in seconds.by_ref() {
            while let Some(event) = events.next_if(|event| event.time == now) {
                let was = states.remove(&event.player);
                assert_eq!(was.is_none(), event.kind == EventKind::Join, "{pairs:?}: {event:?} after {was:?}");
                states.extend(event.kind.state_after(on_servers, ranked).map(|state| (event.player, state)));
            }
            let Some(shown_s) = now.shown_s() else { continue };
            for state in states.values() {
                minute[GROUPS.iter().position(|group| group.contains(state)).unwrap()] += 1;
            }
            if (shown_s + 1).is_multiple_of(MINUTE_S) {
                let at = (shown_s / MINUTE_S) as usize;
                assert_eq!(std::mem::take(&mut minute), recorded(day.columns(), at), "{pairs:?}: minute {at}");
            }
        }
    }
}

#[test]
fn waits_and_round_trips_are_those_of_the_day() {
    for pairs in KINDS_OF_DAYS {
        let (events, day) = logged(pairs, EventFilter::default());
        let columns = day.columns();
        let shown = || events.iter().filter(|event| event.time >= SimTime::DAY_START);
        let count = |kind| shown().filter(|event| event.kind == kind).count() as u64;
        assert_eq!(count(EventKind::Join), columns.total(Count::Joined), "{pairs:?}");
        assert_eq!(count(EventKind::Bots), columns.total(Count::BotMatches), "{pairs:?}");
        assert_eq!(count(EventKind::Fail), columns.total(Count::Failed), "{pairs:?}");
        let matched: Vec<&Event> = shown().filter(|event| event.kind == EventKind::Match).collect();
        let mean_wait_s =
            matched.iter().map(|event| f64::from(event.wait_s.unwrap())).sum::<f64>() / matched.len() as f64;
        assert!(
            (columns.waits(0..columns.minutes()).mean().unwrap() - mean_wait_s).abs() < 1e-9,
            "{pairs:?}: {mean_wait_s}"
        );
        for datacenter in 0..columns.layout().datacenters {
            let sum = |what| (0..columns.minutes()).map(|minute| u64::from(columns.at(datacenter, what, minute))).sum();
            let here = matched.iter().filter(|event| event.game.unwrap().1.index() == datacenter);
            let rtts: Vec<u64> = here.map(|event| event.rtt_ms.unwrap().into()).collect();
            let expected: (u64, u64) = (sum(PerDatacenter::Matched), sum(PerDatacenter::RttSumMs));
            assert_eq!((rtts.len() as u64, rtts.iter().sum()), expected, "{pairs:?}: {datacenter}");
        }
        // Matches are numbered in order, and each is full.
        let mut sizes: BTreeMap<MatchId, u64> = BTreeMap::new();
        matched.iter().for_each(|event| *sizes.entry(event.game.unwrap().0).or_default() += 1);
        let first = sizes.values().next().unwrap();
        assert!(sizes.values().all(|size| size == first), "{pairs:?}: {sizes:?}");
        assert_eq!(sizes.len() as u64, columns.total(Count::Matches), "{pairs:?}");
    }
}

#[test]
fn a_filter_keeps_what_it_says() {
    let pairs: &[(&str, &str)] = &[("bots", "1"), ("quit_rate", "0.1")];
    let (all, _) = logged(pairs, EventFilter::default());
    let player = all[all.len() / 2].player;
    let of_player = |event: &&Event| event.player == player;
    let (mine, _) = logged(pairs, EventFilter { player: Some(player), ..EventFilter::default() });
    assert!(mine.len() > 2);
    assert_eq!(mine, all.iter().filter(of_player).copied().collect::<Vec<_>>());
    let datacenter = DatacenterIndex(1);
    let kinds = vec![EventKind::End, EventKind::Quit];
    let filter = EventFilter { datacenter: Some(datacenter), kinds: kinds.clone(), ..EventFilter::default() };
    let there = |event: &&Event| event.game.is_some_and(|(_, at)| at == datacenter) && kinds.contains(&event.kind);
    let expected: Vec<Event> = all.iter().filter(there).copied().collect();
    assert!(expected.iter().any(|event| event.kind == EventKind::Quit));
    assert_eq!(logged(pairs, filter).0, expected);
}

#[test]
fn every_kind_has_its_own_word() {
    for (at, (kind, word)) in EventKind::ALL.into_iter().enumerate() {
        assert_eq!((kind as usize, kind.word(), EventKind::of(word)), (at, word, Some(kind)));
    }
    assert_eq!(EventKind::of("Join"), None);
}

#[test]
fn somebody_is_found_near_a_place_and_is_online() {
    let at = |lat, lon| Location::new(lat, lon).unwrap();
    for pairs in KINDS_OF_DAYS {
        let mut day = day(pairs);
        let mut log = EventLog::new(EventFilter { between: SimTime(0)..day.end(), ..EventFilter::default() });
        day.advance_watched(SimTime::DAY_START.since(day.now()) + 30_000, &mut log);
        let mut online: BTreeMap<u32, CellId> = BTreeMap::new();
        for event in log.take() {
            if event.kind.leaves() {
                online.remove(&event.player)
            } else {
                online.insert(event.player, event.cell)
            };
        }
        let world = World::new(&tiny_dataset(), &params(pairs)).unwrap();
        for place in [at(50.0, 8.0), at(-33.0, 151.0), at(35.0, 140.0), at(0.0, -179.0)] {
            let km = |cell: CellId| great_circle_km(world.cells[cell.index()].centre(), place);
            let nearest =
                online.iter().map(|(&player, &cell)| (km(cell), player)).reduce(|a, b| if b < a { b } else { a });
            assert_eq!(day.nearest_player(place), nearest.map(|(_, player)| player), "{pairs:?}");
        }
    }
}
