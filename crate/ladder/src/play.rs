//! Draws match results from true skill.

use crate::rating::{Outcome, OutcomeError, Team};
use matchday_base::{AccountId, Rng};
use rand::RngExt;
use rand::distr::OpenClosed01;
use std::f64::consts::LN_10;

/// Lead that wins ten times as often as it loses, points; the same in every rating system here.
const POINTS_PER_TENFOLD: f64 = 400.0;
/// Reduction of a team member's skill after leaving, points.
const LEFT_POINTS: f64 = 400.0;
/// Time of the last team to forfeit: beyond all times that can be drawn, and exact when positions are taken off.
const FORFEIT: f64 = 1e12;

/// Strength of a team, points: the mean skill of its members, less 400 points for each member in `left`. NaN
/// for an empty team.
pub fn strength(team: &[AccountId], left: &[AccountId], skill: impl Fn(AccountId) -> f64) -> f64 {
    let seats = team.iter().map(|&player| skill(player) - if left.contains(&player) { LEFT_POINTS } else { 0.0 });
    seats.sum::<f64>() / team.len() as f64
}

/// The probability that the first of two teams of these strengths wins: 1 / (1 + 10^(-lead / 400)).
pub fn oracle(strengths: [f64; 2]) -> f64 {
    1.0 / (1.0 + libm::exp((strengths[1] - strengths[0]) * LN_10 / POINTS_PER_TENFOLD))
}

/// Whether at most one team has a player who has not left: the match is decided.
pub fn is_decided(teams: &[impl AsRef<[AccountId]>], left: &[AccountId]) -> bool {
    teams.iter().filter(|team| forfeited(team.as_ref(), left).is_none()).count() <= 1
}

/// Position in `left`, which is in the order of leaving, of the last player of a team to leave; `None` while one stays.
fn forfeited(team: &[AccountId], left: &[AccountId]) -> Option<usize> {
    team.iter().try_fold(0, |last, player| Some(last.max(left.iter().position(|gone| gone == player)?)))
}

/// Draws the places of these teams, from 1 on, without ties. `left` are the players who left, in that order.
///
/// Plackett-Luce model: each team without a place takes the next place with a probability proportional to
/// 10^(strength / 400). The first of two teams wins with the probability of [`oracle`]. Teams that nobody is left in
/// are behind all others, the first to forfeit last, whatever the draw.
///
/// # Errors
/// Invalid teams, as for [`Outcome::new`].
pub fn draw(
    teams: &[impl AsRef<[AccountId]>],
    left: &[AccountId],
    skill: impl Fn(AccountId) -> f64,
    rng: &mut Rng,
) -> Result<Outcome<AccountId>, OutcomeError<AccountId>> {
    // The order of exponential times gives Plackett and Luce's places; logarithms avoid overflow for any
    // strength.
    let time = |team: &[AccountId], rng: &mut Rng| {
        let drawn = libm::log(-libm::log(rng.sample(OpenClosed01)));
        match forfeited(team, left) {
            None => drawn - strength(team, left, &skill) * LN_10 / POINTS_PER_TENFOLD,
            Some(at) => FORFEIT - at as f64,
        }
    };
    let times: Vec<f64> = teams.iter().map(|team| time(team.as_ref(), rng)).collect();
    let rank = |own: f64| 1 + times.iter().filter(|&&other| other < own).count() as u32;
    let teams =
        teams.iter().zip(&times).map(|(team, &time)| Team { rank: rank(time), players: team.as_ref().to_vec() });
    Outcome::new(teams.collect())
}
