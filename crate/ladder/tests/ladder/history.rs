//! Last matches, days and weeks, by hand and against naive lists.

use super::*;
use matchday_ladder::highlights::{Highlights, Upset};
use matchday_ladder::history::Ended::{Drawn, Left, Lost, Won};
use rand::RngExt;

#[test]
fn the_last_twenty_matches_are_kept_in_order() {
    let (mut ladder, mut rng, mut naive) = (ladder(glicko2(), None), rng(4), Vec::new());
    assert!(ladder.history().record(AccountId(0)).is_none());
    for id in 0..57 {
        let won = rng.random_ratio(1, 2);
        let ended = SimTime::DAY_START + id;
        let before = ladder.rating(AccountId(0), ended).points();
        beat(&mut ladder, id, ended, if won { [0, 1 + id] } else { [1 + id, 0] });
        let after = ladder.rating(AccountId(0), ended).points();
        naive.push((MatchId(id), ended, after as f32, (after - before) as f32, if won { Won } else { Lost }));
        let record = ladder.history().record(AccountId(0)).unwrap();
        let last = record.last().map(|entry| (entry.id, entry.ended, entry.points, entry.change, entry.how));
        assert!(last.eq(naive[naive.len().saturating_sub(20)..].iter().copied()), "after {id}");
        let streak = naive.iter().rev().take_while(|entry| entry.4 == naive[naive.len() - 1].4).count() as i32;
        assert_eq!(record.streak(), if won { streak } else { -streak });
        let won = naive.iter().filter(|entry| entry.4 == Won).count() as u32;
        assert_eq!((record.matches(), record.won(), record.lost(), record.drawn()), (id + 1, won, id + 1 - won, 0));
    }
}

#[test]
fn a_match_ends_for_each_as_its_team_came_in() {
    let ended = |teams: &[(u32, &[u32])], left: &[u32]| -> Vec<_> {
        let (outcome, left) = (outcome(teams), left.iter().copied().map(AccountId).collect::<Vec<_>>());
        let mut ladder = ladder(glicko2(), None);
        ladder.settle(&Played { id: MatchId(0), ended: SimTime::DAY_START, outcome: &outcome, left: &left });
        let last = |player: &AccountId| ladder.history().record(*player).unwrap().last().next().unwrap().how;
        outcome.players().map(last).collect()
    };
    assert_eq!(ended(&[(2, &[0, 1]), (1, &[2, 3])], &[3]), [Lost, Lost, Won, Left]);
    assert_eq!(ended(&[(4, &[0]), (4, &[1]), (9, &[2])], &[]), [Drawn, Drawn, Lost]);
}

#[test]
fn points_are_kept_at_each_days_end() {
    let mut ladder = ladder(System::Elo(Elo::default()), None);
    let day = |days: u32| SimTime::DAY_START + days * DAY_S;
    // The first in the warm-up, the next on the first day, then two days of rest.
    beat(&mut ladder, 0, SimTime(DAY_S - 1), [0, 1]);
    ladder.advance_calendar(day(0));
    beat(&mut ladder, 1, day(0), [2, 3]);
    ladder.advance_calendar(day(0) + 7);
    ladder.advance_calendar(day(3));
    let days = |account| ladder.history().days(AccountId(account)).collect::<Vec<_>>();
    assert_eq!(days(1), [Some(1480.0); 4]);
    assert_eq!(days(2), [None, Some(1520.0), Some(1520.0), Some(1520.0)]);
    assert_eq!(days(9), [None; 4]);
    // A season's end comes after the day's.
    ladder.advance_calendar(day(11));
    assert_eq!(ladder.history().days(AccountId(0)).skip(10).collect::<Vec<_>>(), [Some(1520.0), Some(1515.0)]);
}

#[test]
fn a_weeks_highlights_are_those_of_its_matches() {
    let (mut ladder, mut rng) = (ladder(glicko2(), None), rng(8));
    assert_eq!(ladder.this_week(), Highlights::default());
    let mut told = Vec::new();
    for id in 0..900 {
        let one = rng.random_range(..40);
        let players = [one, (one + 1 + rng.random_range(..39_u32)) % 40];
        let ended = SimTime::DAY_START + id * 1_000;
        if ended.since(SimTime::DAY_START) >= 7 * DAY_S && ladder.weeks().is_empty() {
            assert!(told.len() > 500);
            let so_far = ladder.this_week();
            assert_eq!(so_far, highlights(&told));
            ladder.advance_calendar(SimTime::DAY_START + 7 * DAY_S);
            assert_eq!(ladder.weeks(), [so_far]);
            assert_eq!(ladder.this_week(), Highlights::default());
            told.clear();
        }
        let before = players.map(|account| ladder.rating(AccountId(account), ended));
        let expected = glicko2().expected([&before[..1], &before[1..]]).unwrap();
        let ranks = [[1, 2], [2, 1], [1, 1]][rng.random_range(..3_usize)];
        let outcome = outcome(&[(ranks[0], &players[..1]), (ranks[1], &players[1..])]);
        let changes = ladder.settle(&Played { id: MatchId(id), ended, outcome: &outcome, left: &[] });
        let changes = [0, 1].map(|at| changes[at].after.points() - before[at].points());
        let expected = [expected, 1.0 - expected];
        let won = [0, 1].map(|at| ranks[at] < ranks[1 - at]);
        told.push([0, 1].map(|at| Told {
            id,
            account: players[at],
            won: won[at],
            change: changes[at],
            expected: expected[at],
        }));
    }
    assert_eq!(ladder.this_week(), highlights(&told));
}

/// A match of one of its two players.
#[derive(Clone, Copy)]
struct Told {
    id: u32,
    account: u32,
    won: bool,
    change: f64,
    /// How likely the own win was.
    expected: f64,
}

fn highlights(told: &[[Told; 2]]) -> Highlights {
    let mut found = Highlights::default();
    for account in 0..40 {
        let own: Vec<_> = told.iter().flatten().filter(|told| told.account == account).collect();
        let wins: Vec<_> = own.iter().map(|told| told.won).collect();
        let streak = wins.split(|won| !won).map(<[bool]>::len).max().unwrap_or(0) as u32;
        let climb: f64 = own.iter().map(|told| told.change).sum();
        let matches = own.len() as u32;
        let id = AccountId(account);
        if matches > found.matches.map_or(0, |(_, most)| most) {
            found.matches = Some((id, matches));
        }
        if streak > found.streak.map_or(0, |(_, most)| most) {
            found.streak = Some((id, streak));
        }
        if climb > found.climb.map_or(0.0, |(_, most)| most) {
            found.climb = Some((id, climb));
        }
    }
    let wins = || told.iter().flatten().filter(|told| told.won);
    let least = wins().map(|told| told.expected).fold(f64::INFINITY, f64::min);
    let upset = wins().find(|told| told.expected == least).unwrap();
    let (id, winners) = (MatchId(upset.id), vec![AccountId(upset.account)]);
    found.upset = Some(Upset { id, winners, expected: least });
    found
}

#[test]
fn only_a_win_of_two_teams_is_an_upset() {
    let mut ladder = ladder(glicko2(), None);
    for (id, teams) in
        [[(1, &[0][..]), (1, &[1]), (3, &[2])].to_vec(), [(1, &[0][..]), (1, &[1])].to_vec()].iter().enumerate()
    {
        let outcome = outcome(teams);
        ladder.settle(&Played { id: MatchId(id as u32), ended: SimTime::DAY_START, outcome: &outcome, left: &[] });
    }
    assert_eq!(ladder.this_week().upset, None);
    let outcome = outcome(&[(2, &[0, 1]), (1, &[2, 3])]);
    ladder.settle(&Played { id: MatchId(9), ended: SimTime::DAY_START, outcome: &outcome, left: &[] });
    assert_eq!(ladder.this_week().upset.unwrap().winners, [AccountId(2), AccountId(3)]);
}
