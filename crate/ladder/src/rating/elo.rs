//! Elo with FIDE's K: 40 for the first 30 matches, then 20, and 10 from 2400 points.
//!
//! FIDE keeps 10 for every player who ever reached 2400; here the present points decide. As under Glicko-2,
//! the expected score is that of the teams' means, and each member applies the surprise with its own K. K is
//! divided by the number of opposing teams.

use super::{Mean, Odds, Outcome, POINTS_PER_LOGIT, Rating, Team, TeamUpdate, score};

/// K of a newcomer.
const K_NEW: f64 = 40.0;
/// K of most players.
const K: f64 = 20.0;
/// K of the best players.
const K_BEST: f64 = 10.0;
/// Number of matches as a newcomer.
const NEW_MATCHES: u32 = 30;
/// Points from which a player is one of the best.
const BEST_POINTS: f64 = 2400.0;

/// The Elo system. By default the expected score is that of the teams.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Elo {
    team_update: TeamUpdate,
}

impl Elo {
    /// The same system with another comparison of teams.
    pub fn with_team_update(self, team_update: TeamUpdate) -> Self {
        Self { team_update }
    }

    pub(super) fn expected(teams: [&[Rating]; 2]) -> f64 {
        let [one, other] = teams.map(|team| Mean::of(team).points);
        odds(one, other).win
    }

    pub(super) fn rate(self, before: &Outcome<Rating>, after: &mut Outcome<Rating>) {
        before.map_teams(after, |team, after| {
            let mean = Mean::of(&team.players);
            let against = |other: &Team<Rating>| (Mean::of(&other.players).points, score(team.rank, other.rank));
            let results = || before.opponents(team).map(against);
            after.extend(
                team.players.iter().map(|&player| update(player, self.team_update.points(player, mean), results())),
            );
        });
    }
}

/// A player's rating after results of `compared` points against opponents of these points, with these scores.
fn update(player: Rating, compared: f64, opponents: impl Iterator<Item = (f64, f64)>) -> Rating {
    let surprises = opponents.map(|(points, score)| odds(compared, points).surprise(score));
    let (n, surprise) = surprises.fold((0.0, 0.0), |(n, sum), surprise| (n + 1.0, sum + surprise));
    let points = player.points() + k(player) * surprise / n;
    Rating::kept(points, player.deviation(), player.volatility(), player.matches().saturating_add(1))
}

/// Largest change of a player's points in a match.
fn k(player: Rating) -> f64 {
    if player.matches() < NEW_MATCHES {
        K_NEW
    } else if player.points() < BEST_POINTS {
        K
    } else {
        K_BEST
    }
}

fn odds(points: f64, other: f64) -> Odds {
    Odds::of_lead((points - other) / POINTS_PER_LOGIT)
}
