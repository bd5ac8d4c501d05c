//! Glicko-2, with the steps and symbols of Glickman's paper.
//!
//! Each match is a separate rating period, and each opposing team is one result of it. A team counts as one
//! player with its mean rating and the deviation of that mean. The expected score is that of the teams; each
//! member applies the surprise to its own rating, with its own deviation and volatility. [`TeamUpdate::Own`]
//! compares each member alone with the opposing teams.
//!
//! Choices that the paper leaves open: the deviation stays from 50 to 350, and at least 100 for the ten
//! provisional matches. Volatility is at most 1 (174 points per match), far above realistic values. For a win
//! with a predicted probability below about 1/400, the paper's equation has several solutions; with a high
//! tau or volatility, its iteration may end at a wrong one.

use super::error::{RatingError, within};
use super::value::{VOLATILITIES, keep};
use super::{
    Mean, Odds, Outcome, POINTS_PER_LOGIT, PROVISIONAL_MATCHES, Rating, START_POINTS, Team, TeamUpdate, score,
};
use std::f64::consts::PI;
use std::ops::RangeInclusive;

/// Least deviation, points.
const FLOOR: f64 = 50.0;
/// Least deviation of a provisional player, points.
const PROVISIONAL_FLOOR: f64 = 100.0;
/// The paper's epsilon: tolerance of ln sigma^2.
const CONVERGED: f64 = 0.000_001;
/// Limit of iterations; about ten are needed.
const STEPS: usize = 1000;
/// Range of tau. The paper recommends 0.3 to 1.2.
const TAUS: RangeInclusive<f64> = 0.1..=5.0;

/// The Glicko-2 system.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Glicko2 {
    /// Limits the change of volatilities over time.
    tau: f64,
    team_update: TeamUpdate,
}

impl Default for Glicko2 {
    /// The system with tau 0.5, and the expected score of the teams.
    fn default() -> Self {
        Self { tau: 0.5, team_update: TeamUpdate::Team }
    }
}

/// The information from the results of one period.
#[derive(Clone, Copy, Debug)]
struct Evidence {
    /// Estimated variance of the rating, from these matches alone: the paper's v.
    v: f64,
    /// Sum of g (s - E).
    surprise: f64,
}

impl Glicko2 {
    /// The system with this tau, from 0.1 to 5. The paper recommends 0.3 to 1.2; a smaller tau gives steadier
    /// volatilities.
    ///
    /// # Errors
    /// A tau out of range.
    pub fn new(tau: f64) -> Result<Self, RatingError> {
        Ok(Self { tau: within("tau", tau, &TAUS)?, ..Self::default() })
    }

    /// The same system with another comparison of teams.
    pub fn with_team_update(self, team_update: TeamUpdate) -> Self {
        Self { team_update, ..self }
    }

    pub(super) fn expected(teams: [&[Rating]; 2]) -> f64 {
        let [one, other] = teams.map(Mean::of);
        let deviation = (one.deviation * one.deviation + other.deviation * other.deviation).sqrt();
        odds(one.points, Mean { points: other.points, deviation }).1.win
    }

    pub(super) fn rate(self, before: &Outcome<Rating>, after: &mut Outcome<Rating>) {
        before.map_teams(after, |team, after| {
            let mean = Mean::of(&team.players);
            let results = || before.opponents(team).map(|other| against(team, other));
            after.extend(
                team.players
                    .iter()
                    .map(|&player| self.update(player, evidence(self.team_update.points(player, mean), results()))),
            );
        });
    }

    /// A player's rating after a period with this evidence.
    fn update(self, player: Rating, evidence: Evidence) -> Rating {
        let Evidence { v, surprise } = evidence;
        let phi = player.deviation() / POINTS_PER_LOGIT;
        let sigma = keep(self.volatility(player.volatility(), phi, evidence), VOLATILITIES);
        // Steps 6 and 7: first the effect of time, then of the matches.
        let phi_squared = 1.0 / (1.0 / (phi * phi + sigma * sigma) + 1.0 / v);
        let points = player.points() + POINTS_PER_LOGIT * phi_squared * surprise;
        let matches = player.matches().saturating_add(1);
        let floor = if matches < PROVISIONAL_MATCHES { PROVISIONAL_FLOOR } else { FLOOR };
        Rating::kept(points, (POINTS_PER_LOGIT * phi_squared.sqrt()).max(floor), sigma, matches)
    }

    /// Step 5: the new volatility, by the Illinois variant of false position on f(x), where x is ln sigma^2.
    fn volatility(self, sigma: f64, phi: f64, evidence: Evidence) -> f64 {
        let Evidence { v, surprise } = evidence;
        let (phi_squared, delta_squared) = (phi * phi, v * surprise * v * surprise);
        let tau_squared = self.tau * self.tau;
        let start = libm::log(sigma * sigma);
        let f = |x: f64| {
            let e = libm::exp(x);
            let sum = phi_squared + v + e;
            e * (delta_squared - sum) / (2.0 * sum * sum) - (x - start) / tau_squared
        };
        let mut a = start;
        let mut b = if delta_squared > phi_squared + v {
            libm::log(delta_squared - phi_squared - v)
        } else {
            // Terminates: the first part of f is never below -1/2, the second grows by 1/tau with every step.
            let mut below = start - self.tau;
            while f(below) < 0.0 {
                below -= self.tau;
            }
            below
        };
        let (mut f_a, mut f_b) = (f(a), f(b));
        for _ in 0..STEPS {
            if (b - a).abs() <= CONVERGED {
                break;
            }
            let c = a + (a - b) * f_a / (f_b - f_a);
            let f_c = f(c);
            if f_c * f_b <= 0.0 {
                (a, f_a) = (b, f_b);
            } else {
                f_a /= 2.0;
            }
            (b, f_b) = (c, f_c);
        }
        libm::exp(a / 2.0)
    }
}

/// An opposing team, and the score against it.
fn against(team: &Team<Rating>, other: &Team<Rating>) -> (Mean, f64) {
    (Mean::of(&other.players), score(team.rank, other.rank))
}

/// Steps 3 and 4: the information from results of a player with `points`, or of a team with this mean.
fn evidence(points: f64, opponents: impl Iterator<Item = (Mean, f64)>) -> Evidence {
    let (mut precision, mut surprise) = (0.0, 0.0);
    for (opponent, score) in opponents {
        let (g, odds) = odds(points, opponent);
        precision += g * g * odds.variance();
        surprise += g * odds.surprise(score);
    }
    Evidence { v: 1.0 / precision, surprise }
}

/// The paper's g of an opponent, and the odds against this opponent.
fn odds(points: f64, opponent: Mean) -> (f64, Odds) {
    let (mu, mu_j) = ((points - START_POINTS) / POINTS_PER_LOGIT, (opponent.points - START_POINTS) / POINTS_PER_LOGIT);
    let phi_j = opponent.deviation / POINTS_PER_LOGIT;
    let g = 1.0 / (1.0 + 3.0 * phi_j * phi_j / (PI * PI)).sqrt();
    (g, Odds::of_lead(g * (mu - mu_j)))
}
