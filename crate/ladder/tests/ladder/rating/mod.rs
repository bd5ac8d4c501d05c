//! Rating systems against published examples, against another implementation, and against their own laws.

mod laws;
mod reference;
mod tables;
mod vectors;

use matchday_ladder::rating::{Elo, Glicko2, Outcome, Rating, System, Team, WengLin};
use proptest::prelude::*;

/// The three systems, as they come.
fn systems() -> [System; 3] {
    [System::Glicko2(Glicko2::default()), System::Elo(Elo::default()), System::WengLin(WengLin::default())]
}

/// The teams as an outcome; each player has an id of its own.
fn outcome(teams: &[Team<Rating>]) -> Outcome<Rating> {
    let all: Vec<_> = teams.iter().flat_map(|team| team.players.clone()).collect();
    let mut ids = 0..all.len();
    let ids =
        teams.iter().map(|team| Team { rank: team.rank, players: ids.by_ref().take(team.players.len()).collect() });
    Outcome::new(ids.collect()).unwrap().map(|&id: &usize| all[id])
}

/// Any rating that there can be.
fn any_rating() -> impl Strategy<Value = Rating> {
    let numbers = (-10_000.0..10_000.0, 1.0..350.0, 1e-4..1.0, 0_u32..100);
    numbers.prop_map(|(points, deviation, volatility, matches)| {
        Rating::new(points, deviation, volatility, matches).unwrap()
    })
}

/// A rating that is met often. Leads are of up to 1000 points: for wins less likely than that the equation of volatility
/// has several solutions, and the last digit decides which is found.
fn common_rating() -> impl Strategy<Value = Rating> {
    let numbers = (1000.0..2000.0, 30.0..350.0, 0.01..0.2);
    numbers.prop_map(|(points, deviation, volatility)| Rating::new(points, deviation, volatility, 100).unwrap())
}

fn team(rating: impl Strategy<Value = Rating>) -> impl Strategy<Value = Vec<Rating>> {
    prop::collection::vec(rating, 1..6)
}

/// Two to five teams of one to five.
fn teams(rating: impl Strategy<Value = Rating>) -> impl Strategy<Value = Vec<Team<Rating>>> {
    prop::collection::vec((1_u32..4, team(rating)).prop_map(|(rank, players)| Team { rank, players }), 2..6)
}

fn assert_near(found: f64, wanted: f64, tolerance: f64) {
    assert!((found - wanted).abs() <= tolerance, "{found} instead of {wanted}");
}
