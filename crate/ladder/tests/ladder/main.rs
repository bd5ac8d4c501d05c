//! Accounts and the ladder against naive ones, closed forms and numbers worked out by hand.

#![allow(clippy::unwrap_used, reason = "a test may fail")]

mod accounts;
mod penalty;
mod settle;
mod tiers;
mod truth;

use matchday_base::{AccountId, CellId, MatchId, Rng, SimTime, Streams};
use matchday_ladder::rating::{Elo, Glicko2, Outcome, Rating, System, Team, WengLin};
use matchday_ladder::{Accounts, Ladder, Played, Population, Settings};
use proptest::prelude::*;

/// A ladder by Glicko-2, as it comes.
fn ladder() -> Ladder {
    Ladder::new(Settings { system: System::Glicko2(Glicko2::default()), shadow: None })
}

fn rng(seed: u64) -> Rng {
    Streams::new(seed).stream("test")
}

/// Teams of these accounts, in these places.
fn outcome(teams: &[(u32, &[u32])]) -> Outcome<AccountId> {
    let accounts = |players: &[u32]| players.iter().copied().map(AccountId).collect();
    Outcome::new(teams.iter().map(|&(rank, players)| Team { rank, players: accounts(players) }).collect()).unwrap()
}

/// Accounts of this population, all of band 0.
fn accounts(population: Population, seed: u64, count: u32) -> Accounts {
    Accounts::new(population, Streams::new(seed), &mut |_| (CellId(0), 0), count)
}

fn assert_near(found: f64, wanted: f64, tolerance: f64) {
    assert!((found - wanted).abs() <= tolerance, "{found} instead of {wanted}");
}
