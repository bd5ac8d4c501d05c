//! Leaderboards against sorting everybody.

use super::*;
use matchday_ladder::tier::{Division, Tier};
use rand::RngExt;

/// Random matches of 60 accounts; the stronger number wins more often.
fn played(seed: u64, matches: u32) -> Ladder {
    let (mut ladder, mut rng) = (ladder(glicko2(), None), rng(seed));
    for id in 0..matches {
        let one = rng.random_range(..60_u32);
        let other = (one + 1 + rng.random_range(..59_u32)) % 60;
        let wins = rng.random_range(..60_u32) < 30 + (one / 2) - (other / 2);
        beat(&mut ladder, id, SimTime::DAY_START, if wins { [one, other] } else { [other, one] });
    }
    ladder
}

/// Everybody past provisional, best first: insertion sort by the rule's words.
fn sorted(ladder: &Ladder) -> Vec<(u32, f64)> {
    let mut sorted = Vec::<(u32, f64)>::new();
    for account in 0..60 {
        let rating = ladder.rating(AccountId(account), SimTime::DAY_START);
        if rating.matches() >= 10 {
            let at = sorted.iter().filter(|&&(_, points)| points >= rating.points()).count();
            sorted.insert(at, (account, rating.points()));
        }
    }
    sorted
}

#[test]
fn boards_are_in_order_and_places_are_theirs() {
    for (seed, matches) in [(1, 250), (2, 400), (3, 1_200)] {
        let ladder = played(seed, matches);
        let (board, sorted) = (ladder.board(), sorted(&ladder));
        assert!(!sorted.is_empty() && (matches > 400 || sorted.len() < 60), "{}", sorted.len());
        for n in [0, 1, 7, 30, sorted.len(), 1_000] {
            let top: Vec<_> = board.top(n, None).iter().map(|row| (row.account.0, row.points)).collect();
            assert_eq!(top, sorted[..n.min(sorted.len())]);
        }
        for tier in Tier::ALL {
            let of_tier = sorted.iter().filter(|&&(_, points)| Tier::of(points) == tier).copied();
            let of_tier: Vec<_> = of_tier.collect();
            let top: Vec<_> = board.top(3, Some(tier)).iter().map(|row| (row.account.0, row.points)).collect();
            assert_eq!(top, of_tier[..of_tier.len().min(3)]);
            assert_eq!(board.tiers()[tier.index()] as usize, of_tier.len());
        }
        for account in 0..70 {
            let place = sorted.iter().position(|&(other, _)| other == account).map(|at| at as u32 + 1);
            assert_eq!(board.place(AccountId(account)), place);
        }
    }
}

/// By a hard reset two who never met have equal points: after the same wins against newcomers.
#[test]
fn equals_stand_by_account() {
    let mut ladder = ladder(System::Elo(Elo::default()), None);
    for account in [8, 3, 5] {
        for id in 0..10 {
            beat(&mut ladder, account * 100 + id, SimTime::DAY_START, [account, account * 100 + id]);
        }
    }
    let top = ladder.board().top(2, None);
    assert_eq!(top.iter().map(|row| (row.account.0, row.matches)).collect::<Vec<_>>(), [(3, 10), (5, 10)]);
    assert_eq!([3, 5, 8].map(|account| ladder.board().place(AccountId(account))), [Some(1), Some(2), Some(3)]);
}

#[test]
fn a_seasons_end_keeps_the_board_as_it_stood() {
    let mut ladder = played(2, 1_200);
    let (sorted, now) = (sorted(&ladder), SimTime::DAY_START + SEASON_S);
    let (top, tiers) = (ladder.board().top(100, None), ladder.board().tiers());
    let end = ladder.advance_calendar(now).unwrap().clone();
    assert_eq!((end.top, end.tiers), (top, tiers));
    assert_eq!(tiers.iter().sum::<u32>() as usize, sorted.len());
    assert!(tiers.iter().filter(|&&n| n > 0).count() >= 3, "{tiers:?}");
    for account in 0..60_usize {
        let points = sorted.iter().find(|&&(other, _)| other as usize == account).map(|&(_, points)| points);
        assert_eq!(end.reached.get(account).copied().flatten(), points.map(Division::of));
    }
    // The next season has no board yet.
    assert!(ladder.board().top(100, None).is_empty());
}
