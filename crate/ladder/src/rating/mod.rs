//! Three rating systems with one interface: [`Glicko2`], [`Elo`] and [`WengLin`].
//!
//! A [`System`] takes an [`Outcome`], the teams and their places, and returns the new ratings of all players.
//! A [`Table`] keeps ratings by player; [`Shadowed`] adds a second table for comparison.
//!
//! All systems use the same points: between players with certain ratings, a lead of 400 wins ten times as
//! often as it loses. Values are checked on input ([`Rating::new`], [`Outcome::new`], the systems' own
//! `new`), so rating never fails.
//!
//! Sources:
//! - Mark E. Glickman, *Example of the Glicko-2 system*, Boston University, 2013
//!   (glicko.net/glicko/glicko2.pdf)
//! - Arpad E. Elo, *The Rating of Chessplayers, Past and Present*, Arco, 1978; FIDE Rating Regulations,
//!   8.3.3, for K
//! - Ruby C. Weng and Chih-Jen Lin, *A Bayesian Approximation Method for Online Ranking*, Journal of Machine
//!   Learning Research 12 (2011), 267-300, algorithm 1

mod elo;
mod error;
mod glicko2;
mod outcome;
mod shadow;
mod table;
mod team_update;
mod value;
mod weng_lin;

pub use elo::Elo;
pub use error::{OutcomeError, RatingError};
pub use glicko2::Glicko2;
pub use outcome::{Outcome, Team};
pub use shadow::Shadowed;
pub use table::{Change, Settled, Table};
pub use team_update::TeamUpdate;
pub use value::Rating;
pub use weng_lin::WengLin;

/// An account with fewer matches than this in a season is provisional.
pub const PROVISIONAL_MATCHES: u32 = 10;
/// Points of an account before its first match.
pub const START_POINTS: f64 = 1500.0;
/// Lead of a player who wins e times as often as losing, points: 400 / ln 10, with the digits of Glickman's
/// paper.
const POINTS_PER_LOGIT: f64 = 173.7178;
/// Factor on the deviation for a month without a match.
const IDLE_GROWTH: f64 = 1.5;
/// A month, in seconds: 30 days.
const MONTH_S: f64 = 30.0 * 86_400.0;

/// A rating system and its settings.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum System {
    /// [`Glicko2`].
    Glicko2(Glicko2),
    /// [`Elo`].
    Elo(Elo),
    /// [`WengLin`].
    WengLin(WengLin),
}

impl System {
    /// The rating of an account before its first match.
    pub fn start(&self) -> Rating {
        match self {
            Self::Glicko2(_) | Self::Elo(_) => Rating::START,
            Self::WengLin(_) => WengLin::start(),
        }
    }

    /// The rating of an account after `idle_s` seconds without a match. The deviation grows by half in a
    /// month, at most to a newcomer's; points stay. Elo has no deviation.
    #[inline]
    pub fn idle(&self, rating: Rating, idle_s: u32) -> Rating {
        if matches!(self, Self::Elo(_)) {
            return rating;
        }
        let grown = rating.deviation() * libm::pow(IDLE_GROWTH, f64::from(idle_s) / MONTH_S);
        let most = self.start().deviation().max(rating.deviation());
        Rating::kept(rating.points(), grown.min(most), rating.volatility(), rating.matches())
    }

    /// The expected score of the first of two teams, with draws as halves; `None` if a team is empty.
    pub fn expected(&self, teams: [&[Rating]; 2]) -> Option<f64> {
        if teams.iter().any(|team| team.is_empty()) {
            return None;
        }
        Some(match self {
            Self::Glicko2(_) => Glicko2::expected(teams),
            Self::Elo(_) => Elo::expected(teams),
            Self::WengLin(system) => system.expected(teams),
        })
    }

    /// The ratings after a match, in the order of its teams and players. `before` has the ratings at that
    /// time, with [`System::idle`] applied.
    pub fn rate(&self, before: &Outcome<Rating>) -> Outcome<Rating> {
        let mut after = Outcome::room();
        self.rate_into(before, &mut after);
        after
    }

    /// [`System::rate`] into an existing outcome, to reuse its memory.
    fn rate_into(&self, before: &Outcome<Rating>, after: &mut Outcome<Rating>) {
        match self {
            Self::Glicko2(system) => system.rate(before, after),
            Self::Elo(system) => system.rate(before, after),
            Self::WengLin(system) => system.rate(before, after),
        }
    }
}

/// The score of a team in place `rank` against a team in place `other`: 1 won, 0.5 drawn, 0 lost.
fn score(rank: u32, other: u32) -> f64 {
    match rank.cmp(&other) {
        std::cmp::Ordering::Less => 1.0,
        std::cmp::Ordering::Equal => 0.5,
        std::cmp::Ordering::Greater => 0.0,
    }
}

/// Predicted shares of wins and losses for a lead in logits.
///
/// Both are computed: for a large lead, 1 minus a share would be 0, and Glicko-2 divides by their product.
#[derive(Clone, Copy, Debug)]
struct Odds {
    win: f64,
    lose: f64,
}

impl Odds {
    fn of_lead(logits: f64) -> Self {
        Self { win: 1.0 / (1.0 + libm::exp(-logits)), lose: 1.0 / (1.0 + libm::exp(logits)) }
    }

    /// Score minus expected score.
    fn surprise(self, score: f64) -> f64 {
        score * self.lose - (1.0 - score) * self.win
    }

    /// Variance of a win or a loss.
    fn variance(self) -> f64 {
        self.win * self.lose
    }
}

/// A team as one player, in Glicko-2 and Elo.
#[derive(Clone, Copy, Debug)]
struct Mean {
    /// Mean of the points.
    points: f64,
    /// Deviation of that mean: sqrt(sum of squares) / n.
    deviation: f64,
}

impl Mean {
    /// The mean of a team, which must not be empty.
    fn of(players: &[Rating]) -> Self {
        let n = players.len() as f64;
        let points = players.iter().map(|player| player.points()).sum::<f64>() / n;
        let squares = players.iter().map(|player| player.deviation() * player.deviation()).sum::<f64>();
        Self { points, deviation: squares.sqrt() / n }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longest_lead_leaves_a_chance() {
        for logits in [-20_000.0 / POINTS_PER_LOGIT, 20_000.0 / POINTS_PER_LOGIT] {
            let odds = Odds::of_lead(logits);
            assert!(odds.win > 0.0 && odds.lose > 0.0 && odds.variance() > 0.0, "{odds:?}");
            assert_eq!(odds.surprise(1.0), odds.lose);
            assert_eq!(odds.surprise(0.0), -odds.win);
        }
    }
}
