//! Weng and Lin's Bayesian ranking by the Bradley-Terry model with full pairs (their algorithm 1), known from
//! OpenSkill.
//!
//! A team's strength is the sum of its members'. Each team is compared with every other; members share the
//! change by their uncertainty. Internal units are the paper's: mu 25, sigma 25/3, beta 25/6. Outside, mu 25
//! is 1500 points, and a unit of mu is scaled so that certain players have the same odds as under Elo.
//!
//! In the paper, players never change. Like OpenSkill, each match first adds tau^2 to sigma^2, so that a
//! rating can still follow changes.

use super::error::{RatingError, within};
use super::{Odds, Outcome, POINTS_PER_LOGIT, Rating, START_POINTS, Team, score};
use std::f64::consts::FRAC_1_SQRT_2;

/// A newcomer's mu.
const MU: f64 = 25.0;
/// A newcomer's sigma.
const SIGMA: f64 = MU / 3.0;
/// Standard deviation of a player's performance.
const BETA: f64 = MU / 6.0;
/// Least share of sigma^2 that remains after a match.
const KAPPA: f64 = 0.0001;
/// Points per unit of mu: with sigma 0 the odds are those of (mu - mu') / (sqrt(2) beta) logits.
const POINTS_PER_MU: f64 = POINTS_PER_LOGIT * FRAC_1_SQRT_2 / BETA;

/// The Weng-Lin system.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WengLin {
    tau: f64,
}

impl Default for WengLin {
    /// The system with OpenSkill's tau, 25/300.
    fn default() -> Self {
        Self { tau: MU / 300.0 }
    }
}

/// A team's sums.
#[derive(Clone, Copy, Debug)]
struct Sum {
    mu: f64,
    sigma_squared: f64,
}

impl WengLin {
    /// The system with this tau, in units of mu from 0 (the paper's) to 25/3; OpenSkill's is 25/300.
    ///
    /// # Errors
    /// A tau out of range.
    pub fn new(tau: f64) -> Result<Self, RatingError> {
        Ok(Self { tau: within("tau", tau, &(0.0..=SIGMA))? })
    }

    pub(super) fn start() -> Rating {
        Rating::kept(START_POINTS, SIGMA * POINTS_PER_MU, Rating::START.volatility(), 0)
    }

    pub(super) fn expected(self, teams: [&[Rating]; 2]) -> f64 {
        let [one, other] = teams.map(|team| self.sum(team));
        pair(one, other).1.win
    }

    pub(super) fn rate(self, before: &Outcome<Rating>, after: &mut Outcome<Rating>) {
        before.map_teams(after, |team, after| {
            let own = self.sum(&team.players);
            let (mut omega, mut delta) = (0.0, 0.0);
            for other in before.opponents(team) {
                let (up, down) = self.compare(team.rank, own, other);
                omega += up;
                delta += down;
            }
            after.extend(team.players.iter().map(|&player| self.update(player, own, omega, delta)));
        });
    }

    /// The paper's omega and delta of a team with sums `own`, from its comparison with one other team.
    fn compare(self, rank: u32, own: Sum, other: &Team<Rating>) -> (f64, f64) {
        let (c, odds) = pair(own, self.sum(&other.players));
        let share = own.sigma_squared / c;
        let gamma = own.sigma_squared.sqrt() / c;
        (share * odds.surprise(score(rank, other.rank)), gamma * share / c * odds.variance())
    }

    fn update(self, player: Rating, team: Sum, omega: f64, delta: f64) -> Rating {
        let sigma_squared = self.sigma_squared(player);
        let share = sigma_squared / team.sigma_squared;
        let points = player.points() + POINTS_PER_MU * share * omega;
        let sigma = (sigma_squared * (1.0 - share * delta).max(KAPPA)).sqrt();
        Rating::kept(points, POINTS_PER_MU * sigma, player.volatility(), player.matches().saturating_add(1))
    }

    fn sum(self, players: &[Rating]) -> Sum {
        let mu = players.iter().map(|player| MU + (player.points() - START_POINTS) / POINTS_PER_MU).sum();
        Sum { mu, sigma_squared: players.iter().map(|&player| self.sigma_squared(player)).sum() }
    }

    /// The variance of a player before a match: sigma^2 + tau^2.
    fn sigma_squared(self, player: Rating) -> f64 {
        let sigma = player.deviation() / POINTS_PER_MU;
        sigma * sigma + self.tau * self.tau
    }
}

/// The paper's c of two teams, and the odds of the first.
fn pair(one: Sum, other: Sum) -> (f64, Odds) {
    let c = (one.sigma_squared + other.sigma_squared + 2.0 * BETA * BETA).sqrt();
    (c, Odds::of_lead((one.mu - other.mu) / c))
}
