use super::*;
use crate::RankedDay;
use crate::minutes::{LadderColumn, LadderMinutes};
use crate::settings::RankedSettings;
use matchday_scenario::Params;
use matchday_sim::Simulate;
use matchday_sim::servers::{FleetRules, Servers};
use matchday_sim::tiny::{CALENDAR, params, tiny_dataset};
use matchday_sim::world::World;
use std::collections::BTreeSet;
use std::sync::Arc;

type Pairs<'a> = &'a [(&'a str, &'a str)];

/// Days with all events that the journal records.
const WILD: Pairs = &[
    ("ccu", "200"),
    ("accounts", "400"),
    ("parties", "0.5"),
    ("picky", "0.2"),
    ("accept_rate", "0.9"),
    ("leave_rate", "0.1"),
    ("newcomers", "0.05"),
    ("match_s", "120"),
    ("days", "2"),
    ("season_days", "1"),
];
const SCENARIOS: [Pairs; 4] = [
    &[("ranked", "1v1")],
    &[("ranked", "2v2"), ("cancel_all", "1"), ("season", "hard")],
    &[("ranked", "3v3"), ("ready", "double"), ("queue", "bands"), ("season", "floors")],
    &[("ranked", "ffa4"), ("ready", "instant"), ("queue", "global"), ("rating", "elo")],
];

fn world(params: &Params) -> (Arc<World>, RankedSettings) {
    let world = Arc::new(World::new(&tiny_dataset(), params).unwrap());
    (world, RankedSettings::of(params).unwrap().unwrap())
}

fn day(pairs: Pairs) -> RankedDay {
    let params = params(pairs);
    let (world, settings) = world(&params);
    RankedDay::new(world, &params, settings, None)
}

fn on_servers(pairs: Pairs) -> RankedDay {
    let params = params(pairs);
    let (world, settings) = world(&params);
    let servers = Servers::new(&world, FleetRules::of(&params).unwrap(), &params).unwrap();
    RankedDay::new(world, &params, settings, Some(servers))
}

fn kept(mut day: RankedDay) -> (RankedDay, Batch) {
    day.keep_journal();
    day.advance(u32::MAX);
    let batch = day.take_batch();
    (day, batch)
}

fn total(minutes: &LadderMinutes, column: LadderColumn) -> usize {
    (0..minutes.minutes()).map(|minute| minutes.at(column, minute) as usize).sum()
}

#[test]
fn writing_down_changes_nothing_and_slices_change_nothing_of_what_is_written() {
    for scenario in SCENARIOS {
        let scenario = [WILD, scenario].concat();
        let mut without = day(&scenario);
        without.advance(u32::MAX);
        assert_eq!(
            without.take_batch(),
            Batch { through: without.end().0, first_day: CALENDAR.first_day().unix_day(), ..Batch::default() }
        );
        let (with, whole) = kept(day(&scenario));
        assert_eq!((with.summary(), with.ladder_summary()), (without.summary(), without.ladder_summary()));
        let mut sliced = day(&scenario);
        sliced.keep_journal();
        let mut all = Batch::default();
        for step in (1..).map(|step| step * 379 % 5_000 + 1) {
            if sliced.now() >= sliced.end() {
                break;
            }
            let before = sliced.now();
            sliced.advance(step);
            let next = sliced.take_batch();
            assert_eq!(next.through(), sliced.now());
            let ends = next.matches.iter().map(|row| row.finished).chain(next.tickets.iter().map(|row| row.closed));
            let mut ends = ends.chain(next.parties.iter().map(|row| row.disbanded));
            assert!(ends.all(|end| (before.0..next.through).contains(&end)));
            all.seasons.extend(next.seasons);
            all.matches.extend(next.matches);
            all.tickets.extend(next.tickets);
            all.parties.extend(next.parties);
            all = Batch {
                seasons: all.seasons,
                matches: all.matches,
                tickets: all.tickets,
                parties: all.parties,
                ..next
            };
        }
        assert_eq!(all, whole, "{scenario:?}");
    }
}

#[test]
fn what_is_written_adds_up_to_what_is_measured() {
    for scenario in SCENARIOS {
        let (day, batch) = kept(day(&[WILD, scenario].concat()));
        let (minutes, shown) = (&day.record().minutes, |time: u32| time >= SimTime::DAY_START.0);
        let formed = |row: &&rows::Match| row.state == MatchState::Finished && row.started.is_some_and(shown);
        let live = day.running.all().filter(|live| shown(live.formed.0)).count();
        let written = batch.matches.iter().filter(formed).count();
        assert_eq!(written + live, total(minutes, LadderColumn::Formed), "{scenario:?}");
        let created = batch.matches.iter().filter(|row| shown(row.created)).count();
        let open = day.checks.all().map(|offer| &offer.offered);
        let open = open.chain(day.running.all().map(|live| &live.offered)).filter(|open| shown(open.at.0));
        assert_eq!(created + open.count(), total(minutes, LadderColumn::Offered), "{scenario:?}");
        let dodged = batch.matches.iter().filter(|row| shown(row.finished)).flat_map(|row| &row.participants);
        assert_eq!(dodged.filter(|one| one.dodged).count(), total(minutes, LadderColumn::Dodges), "{scenario:?}");
        let left = batch.matches.iter().flat_map(|row| row.participants.iter().map(move |one| (row.started, one)));
        let left_at = |(started, one): (Option<u32>, &Participant)| started.unwrap() + one.duration_s;
        let left = left.filter(|(_, one)| one.left_early).filter(|&left| shown(left_at(left))).count();
        let of_live = day.running.all().flat_map(|live| &live.left).filter(|(_, at)| shown(at.0)).count();
        assert_eq!(left + of_live, total(minutes, LadderColumn::Leavers), "{scenario:?}");
        let parties: BTreeMap<u32, usize> = batch.parties.iter().map(|party| (party.id, party.members.len())).collect();
        let size = |row: &rows::Ticket| row.party.map_or(1, |party| parties[&party]);
        let expired = batch.tickets.iter().filter(|row| row.state == TicketState::Expired && shown(row.closed));
        assert_eq!(expired.map(size).sum::<usize>(), total(minutes, LadderColumn::Expired), "{scenario:?}");
        assert!(left > 0 && written > 1_000);
    }
}

#[test]
fn every_ticket_match_and_party_is_told_once_and_knows_the_others() {
    for scenario in SCENARIOS {
        let (day, batch) = kept(day(&[WILD, scenario].concat()));
        let mut tickets: Vec<u32> = batch.tickets.iter().map(|row| row.id).collect();
        tickets.extend(day.search.queue().waiting().map(|(id, _)| id.0));
        let open = day.checks.all().map(|offer| &offer.offered);
        let open = open.chain(day.running.all().map(|live| &live.offered));
        let (mut matches, mut placed) = (batch.matches.iter().map(|row| row.id).collect::<Vec<u32>>(), Vec::new());
        for offered in open {
            matches.push(offered.number);
            placed.extend(offered.tickets.iter().map(|ticket| ticket.id.0));
        }
        tickets.extend(placed);
        for mut ids in [tickets, matches] {
            ids.sort_unstable();
            assert!(ids.iter().copied().eq(0..ids.len() as u32), "{scenario:?}: each number once");
        }
        assert!(batch.matches.is_sorted_by_key(|row| row.finished));
        let parties: BTreeSet<u32> = batch.parties.iter().map(|party| party.id).collect();
        assert_eq!(parties.len(), batch.parties.len());
        for party in &batch.parties {
            let own = || batch.tickets.iter().filter(|row| row.party == Some(party.id));
            assert_eq!(own().next().unwrap().id, party.id);
            assert!(own().all(|row| row.leader == party.members[0] && row.closed <= party.disbanded));
            assert_eq!(own().next_back().unwrap().closed, party.disbanded);
            assert!(own().rev().skip(1).all(|row| row.state == TicketState::Cancelled));
        }
        // Every party is either recorded or still open.
        let open = day.journal.as_ref().unwrap().parties.values().map(|party| party.id);
        let known: BTreeSet<u32> = parties.iter().copied().chain(open).collect();
        assert!(batch.tickets.iter().filter_map(|row| row.party).all(|party| known.contains(&party)));
    }
}

#[test]
fn ratings_go_on_from_match_to_match_and_from_season_to_season() {
    for scenario in SCENARIOS {
        let (day, batch) = kept(day(&[WILD, scenario].concat()));
        assert_eq!(batch.seasons.iter().map(|season| season.number).collect::<Vec<_>>(), [1, 2]);
        assert_eq!(batch.seasons[1].start, SimTime::DAY_START.0 + 86_400);
        assert_eq!(batch.seasons[0].end, batch.seasons[1].start);
        let mut estimated = BTreeMap::<u32, EstimatedRating>::new();
        let mut season = 1;
        let mut tally = BTreeMap::<u32, (u32, u32, i32)>::new();
        for row in &batch.matches {
            if row.season > season {
                season = row.season;
                assert!(row.finished >= batch.seasons[1].start);
                let renewed = &batch.seasons[1].ratings;
                assert!(renewed.iter().map(|(account, _)| account).eq(estimated.keys()), "everybody who had played");
                estimated = renewed.iter().copied().collect();
            }
            for one in &row.participants {
                if row.state != MatchState::Finished {
                    assert_eq!((one.before, one.outcome), (one.after, rows::Outcome::Void));
                    continue;
                }
                if let Some(last) = estimated.insert(one.player, one.after) {
                    // Rest makes ratings less certain and changes nothing else.
                    let rested = one.before.rd >= last.rd && one.before.rd < last.rd * 1.02 + 1e-9;
                    assert!(rested, "{last:?}, then {:?}", one.before);
                    assert_eq!((one.before.rating, one.before.volatility), (last.rating, last.volatility));
                }
                let (won, lost, streak) = tally.entry(one.player).or_default();
                match one.outcome {
                    rows::Outcome::Won => (*won, *streak) = (*won + 1, (*streak).max(0) + 1),
                    rows::Outcome::Lost => (*lost, *streak) = (*lost + 1, (*streak).min(0) - 1),
                    other => panic!("{other:?}: nobody draws here"),
                }
            }
        }
        for (account, rating) in day.ladder().season().players() {
            let last = estimated[&account.0];
            assert_eq!((last.rating, last.rd), (rating.points(), rating.deviation()));
            let record = day.ladder().history().record(account).unwrap();
            assert_eq!((record.won(), record.lost(), record.streak()), tally[&account.0], "{account:?}");
        }
    }
}

#[test]
fn on_servers_matches_that_are_lost_are_void_and_their_tickets_go_on() {
    let faults = [("fault.crash_in_load", "0.1"), ("fault.crash_in_match", "0.2")];
    let scenario = [WILD, &[("ranked", "2v2"), ("fleet", "broker"), ("buffer", "2")], &faults].concat();
    let mut day = on_servers(&scenario);
    day.keep_journal();
    day.advance(u32::MAX);
    let batch = day.take_batch();
    let lost = || batch.matches.iter().filter(|row| row.state == MatchState::ServerLost);
    assert!(lost().count() > 100 && lost().any(|row| row.started.is_none()) && lost().any(|row| row.started.is_some()));
    assert!(lost().flat_map(|row| &row.participants).all(|one| one.outcome == rows::Outcome::Void));
    assert!(lost().flat_map(|row| &row.participants).any(|one| one.left_early));
    let mut without = on_servers(&scenario);
    without.advance(u32::MAX);
    assert_eq!(day.summary(), without.summary());
    // A party whose match is lost stays the same party on its next ticket.
    let longest =
        batch.parties.iter().map(|party| batch.tickets.iter().filter(|row| row.party == Some(party.id)).count());
    assert!(longest.max() > Some(2));
}
