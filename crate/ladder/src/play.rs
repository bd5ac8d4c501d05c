//! How matches truly end: outcomes drawn from skill.

use crate::draw::uniform;
use crate::rating::{Outcome, OutcomeError, Team};
use matchday_base::{AccountId, Rng};
use std::f64::consts::LN_10;

/// A lead of so many points wins ten times as often as it loses, as in every rating system here.
const POINTS_PER_TENFOLD: f64 = 400.0;
/// How much weaker a seat is whose player has left, in points.
const LEFT_POINTS: f64 = 400.0;

/// How good a team truly is, in points: the mean skill of its seats, those whose players are in `left` 400 points weaker.
/// Not a number for a team without players.
pub fn strength(team: &[AccountId], left: &[AccountId], skill: impl Fn(AccountId) -> f64) -> f64 {
    let seats = team.iter().map(|&player| skill(player) - if left.contains(&player) { LEFT_POINTS } else { 0.0 });
    seats.sum::<f64>() / team.len() as f64
}

/// The share of matches that the first of two teams of these strengths truly wins: 1 / (1 + 10^(-lead / 400)).
pub fn oracle(strengths: [f64; 2]) -> f64 {
    1.0 / (1.0 + libm::exp((strengths[1] - strengths[0]) * LN_10 / POINTS_PER_TENFOLD))
}

/// Draws how a match of these teams ends, in places from 1 on; none is drawn.
///
/// By Plackett and Luce: each team still without a place takes the next one with a chance proportional to
/// 10^(strength / 400). Of two teams the first wins with the chance that [`oracle`] gives.
///
/// # Errors
/// Teams that are none, as [`Outcome::new`] says.
pub fn draw(
    teams: &[Vec<AccountId>],
    left: &[AccountId],
    skill: impl Fn(AccountId) -> f64,
    rng: &mut Rng,
) -> Result<Outcome<AccountId>, OutcomeError<AccountId>> {
    // Exponential times in the order of their ends are Plackett and Luce's places; their logarithms hold any strength.
    let time = |team: &Vec<AccountId>, rng: &mut Rng| {
        libm::log(-libm::log(uniform(rng))) - strength(team, left, &skill) * LN_10 / POINTS_PER_TENFOLD
    };
    let times: Vec<f64> = teams.iter().map(|team| time(team, rng)).collect();
    let rank = |own: f64| 1 + times.iter().filter(|&&other| other < own).count() as u32;
    let teams = teams.iter().zip(&times).map(|(team, &time)| Team { rank: rank(time), players: team.clone() });
    Outcome::new(teams.collect())
}
