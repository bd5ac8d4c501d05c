//! The day of one player beside the day of all.

use super::{KINDS_OF_DAYS, day};
use crate::events::{EventFilter, EventLog};
use crate::life::{Life, Rated};
use crate::{Company, Day, Follower};
use matchday_base::{AccountId, DatacenterIndex, SimTime};
use matchday_sim::census::State;
use matchday_sim::events::EventKind;
use matchday_sim::tiny::params;
use matchday_sim::{Simulate, Snapshot};
use std::collections::{BTreeMap, BTreeSet};

fn day_of(pairs: &[(&str, &str)], player: u32) -> (Life, Day) {
    let mut follower = Follower::new(day(pairs), player);
    follower.advance(u32::MAX);
    (follower.life(SimTime::DAY_START), follower.day().clone())
}

/// Players who are online at some noon minute, and who are there at midnight.
fn some_players(pairs: &[(&str, &str)]) -> Vec<u32> {
    let mut day = day(pairs);
    let mut found = Vec::new();
    for moment in [SimTime::DAY_START, SimTime::DAY_START + 43_210] {
        day.advance(moment.since(day.now()));
        let mut online = Vec::new();
        day.each_online(&mut |online_now| online.push(online_now.player));
        online.sort_unstable();
        found.extend(online.iter().step_by(online.len().div_ceil(2)));
    }
    found
}

#[test]
fn the_strip_is_the_player_at_every_second() {
    for pairs in KINDS_OF_DAYS {
        let players = some_players(pairs);
        let lives: Vec<Life> = players.iter().map(|&player| day_of(pairs, player).0).collect();
        assert!(lives.iter().any(|life| !life.matches.is_empty()), "{pairs:?}");
        let mut day = day(pairs);
        day.advance(SimTime::DAY_START.since(day.now()));
        // What is seen between two seconds is the state of the second before.
        while day.now() < day.end() {
            day.advance(7);
            let second = day.now() - 1;
            let mut seen: BTreeMap<u32, State> = BTreeMap::new();
            day.each_online(&mut |online| _ = seen.insert(online.player, online.state));
            for (player, life) in players.iter().zip(&lives) {
                let mut at = life.stretches.iter().filter(|one| one.from <= second && second < one.until);
                let (found, expected) = (at.next().map(|stretch| stretch.state), seen.get(player).copied());
                assert_eq!(at.next(), None, "{pairs:?}: {player} is in one state at {second:?}");
                assert_eq!(found, expected, "{pairs:?}: {player} at {second:?}");
            }
        }
    }
}

#[test]
fn a_life_from_a_checkpoint_is_that_from_the_beginning() {
    for pairs in KINDS_OF_DAYS {
        let (mut day, params) = (day(pairs), params(pairs));
        let start = SimTime::DAY_START - Company::lead_s(&params);
        day.advance(start.since(day.now()));
        let before = day.checkpoint();
        day.advance(SimTime::DAY_START.since(start));
        let at_midnight = day.checkpoint();
        // Most of the first two are online at midnight.
        for player in some_players(pairs).into_iter().take(2) {
            let expected = day_of(pairs, player).0;
            let life = |from: &Day| {
                let mut follower = Follower::new(from.clone(), player);
                follower.advance(u32::MAX);
                follower.life(SimTime::DAY_START)
            };
            let (life, late) = (life(&before), life(&at_midnight));
            assert_eq!((life.cell, &life.stretches), (expected.cell, &expected.stretches), "{pairs:?}: {player}");
            assert_eq!((late.cell, &late.stretches), (expected.cell, &expected.stretches), "{pairs:?}: {player}");
            assert!(life.stretches[0].from >= SimTime::DAY_START, "{pairs:?}: {player}");
            assert_eq!(format!("{:?}", life.matches), format!("{:?}", expected.matches), "{pairs:?}: {player}");
        }
    }
}

#[test]
fn the_company_of_a_match_is_that_of_the_day() {
    for pairs in KINDS_OF_DAYS {
        let player = *some_players(pairs).last().unwrap();
        let (life, _) = day_of(pairs, player);
        let mut company = Company::new(day(pairs));
        for played in &life.matches {
            company.advance((played.formed + 1).since(company.day().now()));
            let (id, found) = company.match_of(player).unwrap();
            assert_eq!((id, found.datacenter, found.formed), (played.id, played.datacenter, played.formed));
            let mut expected: Vec<(u32, u32, u16)> =
                found.players.iter().map(|one| (one.number, one.wait_s, one.rtt_ms)).collect();
            let mut told: Vec<(u32, u32, u16)> =
                played.players.iter().map(|one| (one.number, one.wait_s, one.rtt_ms)).collect();
            expected.sort_unstable();
            told.sort_unstable();
            assert_eq!(told, expected, "{pairs:?}");
            let on_server = company.day().servers().is_some() && played.started.is_some();
            assert_eq!(played.server.is_some(), on_server, "{pairs:?}: {played:?}");
        }
    }
}

#[test]
fn ratings_join_from_match_to_match_up_to_the_ladder() {
    for pairs in KINDS_OF_DAYS.into_iter().filter(|pairs| pairs.first().is_some_and(|pair| pair.0 == "ranked")) {
        let player = *some_players(pairs).last().unwrap();
        let (life, day) = day_of(pairs, player);
        let rated: Vec<Rated> = life.matches.iter().filter_map(|played| played.rated).collect();
        let ended = life.matches.iter().filter(|played| matches!(played.ended, Some((EventKind::End, _)))).count();
        assert!(ended > 0 && rated.len() >= ended, "{pairs:?}: {ended} ended, {} rated", rated.len());
        assert!(rated.windows(2).all(|two| (two[0].after - two[1].before).abs() < 0.01), "{pairs:?}: {rated:?}");
        let points = day.ranked().unwrap().ladder().season().points(AccountId(player));
        assert!((f64::from(rated.last().unwrap().after) - points).abs() < 0.01, "{pairs:?}");
        for played in &life.matches {
            let teams = played.players.iter().fold(BTreeMap::new(), |mut sizes: BTreeMap<u8, usize>, one| {
                *sizes.entry(one.team).or_default() += 1;
                sizes
            });
            let size = if pairs[0].1 == "2v2" { 2 } else { 1 };
            assert!(teams.len() > 1 && teams.values().all(|&of| of == size), "{pairs:?}: {teams:?}");
        }
    }
}

#[test]
fn a_search_says_who_waited_and_what_formed_without_it() {
    let pairs = [("ccu", "3000"), ("ideal_ms", "20"), ("expand_ms", "60")];
    let mut without_it = 0;
    for player in some_players(&pairs) {
        without_it += held_against_the_queues(&pairs, player);
    }
    assert!(without_it > 0, "matches form without somebody");
}

/// Counts the queues of every second in which a player waits, one by one. Returns the matches that formed without it.
fn held_against_the_queues(pairs: &[(&str, &str)], player: u32) -> u32 {
    let life = day_of(pairs, player).0;
    let (mut again, params) = (day(pairs), params(pairs));
    let filter = EventFilter { between: SimTime(0)..again.end(), ..EventFilter::default() };
    let mut log = EventLog::new(filter);
    let mut without_it = 0;
    for search in &life.searches {
        let Some((EventKind::Match, until)) = search.ended else { continue };
        again.advance_watched(search.from.since(again.now()), &mut log);
        log.take();
        let (mut most, mut last, mut formed) = (0, Vec::new(), 0);
        while again.now() <= until {
            again.advance_watched(1, &mut log);
            let mut queues: BTreeMap<DatacenterIndex, BTreeSet<u32>> = BTreeMap::new();
            again.each_queued(&mut |other, at| _ = queues.entry(at).or_default().insert(other));
            queues.retain(|_, queue| queue.contains(&player));
            let matched = log.take().into_iter().filter(|event| event.kind == EventKind::Match);
            formed += matched.filter(|event| queues.contains_key(&event.game.unwrap().1)).count() as u32;
            if again.now() <= until {
                if !queues.is_empty() {
                    last = queues.keys().copied().collect();
                }
                most = most.max(queues.into_values().flatten().collect::<BTreeSet<u32>>().len().saturating_sub(1));
            }
        }
        let expected = (most, &last, formed / params.players());
        assert_eq!((search.others as usize, &search.datacenters, search.without_it), expected);
        without_it += search.without_it;
    }
    without_it
}
