//! Accounts, rating systems and the ladder against naive ones, closed forms, published examples and numbers worked out by hand.

#![allow(clippy::unwrap_used, reason = "a test may fail")]

mod accounts;
mod board;
mod history;
mod penalty;
mod rating;
mod season;
mod settle;
mod smurf;
mod tiers;
mod truth;

use matchday_base::time::DAY_S;
use matchday_base::{AccountId, CellId, MatchId, Rng, SimTime, Streams};
use matchday_ladder::rating::{Elo, Glicko2, Outcome, Rating, System, Team, TeamUpdate, WengLin};
use matchday_ladder::{Accounts, Ladder, LadderSettings, Played, Population, SeasonKind};
use proptest::prelude::*;

/// Seasons of ten days.
const SEASON_S: u32 = 10 * DAY_S;

/// A ladder of these systems with soft resets.
fn ladder(system: System, shadow: Option<System>) -> Ladder {
    Ladder::new(LadderSettings {
        system,
        shadow,
        season: SeasonKind::Soft,
        season_s: SEASON_S,
        starts: SimTime::DAY_START,
    })
}

fn glicko2() -> System {
    System::Glicko2(Glicko2::default())
}

fn rng(seed: u64) -> Rng {
    Streams::new(seed).stream("test")
}

/// Teams of these accounts, in these places.
fn outcome(teams: &[(u32, &[u32])]) -> Outcome<AccountId> {
    let accounts = |players: &[u32]| players.iter().copied().map(AccountId).collect();
    Outcome::new(teams.iter().map(|&(rank, players)| Team { rank, players: accounts(players) }).collect()).unwrap()
}

/// Tells a ladder of a match between two accounts that the first won.
fn beat(ladder: &mut Ladder, id: u32, ended: SimTime, [winner, loser]: [u32; 2]) {
    let outcome = outcome(&[(1, &[winner]), (2, &[loser])]);
    assert_eq!(ladder.settle(&Played { id: MatchId(id), ended, outcome: &outcome, left: &[] }).len(), 2);
}

/// Accounts of this population, all of band 0.
fn accounts(population: Population, seed: u64, count: u32) -> Accounts {
    Accounts::new(population, Streams::new(seed), &mut |_| (CellId(0), 0), count)
}

fn assert_near(found: f64, wanted: f64, tolerance: f64) {
    assert!((found - wanted).abs() <= tolerance, "{found} instead of {wanted}");
}
