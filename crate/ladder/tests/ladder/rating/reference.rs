//! The same matches as the crate `skillratings` rates them. It uses std's exp and ln, so the last digits are its own.

use super::{assert_near, common_rating, outcome, team, teams};
use matchday_ladder::rating::{Elo, Glicko2, Rating, System, Team, TeamUpdate, WengLin};
use proptest::prelude::*;
use skillratings::elo::{EloConfig, EloRating, elo};
use skillratings::glicko2::{Glicko2Config, Glicko2Rating, expected_score, glicko2_rating_period};
use skillratings::weng_lin::{WengLinConfig, WengLinRating, weng_lin_multi_team};
use skillratings::{MultiTeamOutcome, Outcomes};

/// A team as one player: mean points, and the deviation of that mean.
fn one_for_all(players: &[Rating]) -> Glicko2Rating {
    let n = players.len() as f64;
    Glicko2Rating {
        rating: players.iter().map(|player| player.points()).sum::<f64>() / n,
        deviation: players.iter().map(|player| player.deviation() * player.deviation()).sum::<f64>().sqrt() / n,
        volatility: 0.06,
    }
}

fn result(rank: u32, other: u32) -> Outcomes {
    match rank.cmp(&other) {
        std::cmp::Ordering::Less => Outcomes::WIN,
        std::cmp::Ordering::Equal => Outcomes::DRAW,
        std::cmp::Ordering::Greater => Outcomes::LOSS,
    }
}

proptest! {
    #[test]
    fn glicko_2_agrees(teams in teams(common_rating()), tau in 0.2_f64..1.2, own in any::<bool>()) {
        let team_update = if own { TeamUpdate::Own } else { TeamUpdate::Team };
        let system = System::Glicko2(Glicko2::new(tau).unwrap().with_team_update(team_update));
        let after = system.rate(&outcome(&teams));
        let config = Glicko2Config { tau, ..Glicko2Config::new() };
        for (at, (team, after)) in teams.iter().zip(after.teams()).enumerate() {
            let others = teams.iter().enumerate().filter(|(other, _)| *other != at);
            let period: Vec<_> =
                others.map(|(_, other)| (one_for_all(&other.players), result(team.rank, other.rank))).collect();
            let mean = one_for_all(&team.players).rating;
            for (was, is) in team.players.iter().zip(&after.players) {
                // Moved to the mean of its team for the period, and back.
                let moved = if own { 0.0 } else { mean - was.points() };
                let was = Glicko2Rating::from((was.points() + moved, was.deviation(), was.volatility()));
                let wanted = glicko2_rating_period(&was, &period, &config);
                // The iteration knows ln sigma^2 to 1e-6, and the last digit may decide whether it takes one more step.
                assert_near(is.volatility(), wanted.volatility, 1e-6);
                assert_near(is.points(), wanted.rating - moved, 1e-4);
                assert_near(is.deviation(), wanted.deviation.clamp(50.0, 350.0), 1e-4);
            }
        }
    }

    #[test]
    fn glicko_2_expects_the_same(teams in [team(common_rating()), team(common_rating())]) {
        let found = System::Glicko2(Glicko2::default()).expected([&teams[0], &teams[1]]).unwrap();
        let (wanted, _) = expected_score(&one_for_all(&teams[0]), &one_for_all(&teams[1]));
        assert_near(found, wanted, 1e-12);
    }

    #[test]
    fn elo_agrees(players in [common_rating(), common_rating()], ranks in (1_u32..3, 1_u32..3)) {
        let teams = [(ranks.0, players[0]), (ranks.1, players[1])];
        let after = System::Elo(Elo::default()).rate(&outcome(&teams.map(|(rank, player)| Team { rank, players: vec![player] })));
        let [one, other] = players.map(|player| EloRating { rating: player.points() });
        let wanted = elo(&one, &other, &result(ranks.0, ranks.1), &EloConfig { k: 20.0 });
        // Its scale has 400 points for a factor of ten, ours 173.7178 for one of e.
        assert_near(after.teams()[0].players[0].points(), wanted.0.rating, 1e-5);
        assert_near(after.teams()[1].players[0].points(), wanted.1.rating, 1e-5);
    }

    #[test]
    fn weng_lin_agrees(teams in teams(common_rating())) {
        let points_per_mu = 173.7178 / (std::f64::consts::SQRT_2 * 25.0 / 6.0);
        let of = |player: &Rating| {
            WengLinRating::from((25.0 + (player.points() - 1500.0) / points_per_mu, player.deviation() / points_per_mu))
        };
        let sides: Vec<Vec<_>> = teams.iter().map(|team| team.players.iter().map(of).collect()).collect();
        let game: Vec<_> = sides
            .iter()
            .zip(&teams)
            .map(|(side, team)| (&side[..], MultiTeamOutcome::new(team.rank as usize)))
            .collect();
        // Its least share of sigma^2 is smaller than ours, and is not reached.
        let wanted = weng_lin_multi_team(&game, &WengLinConfig::new());
        let after = System::WengLin(WengLin::new(0.0).unwrap()).rate(&outcome(&teams));
        for (is, wanted) in after.players().zip(wanted.iter().flatten()) {
            assert_near(of(is).rating, wanted.rating, 1e-9);
            assert_near(of(is).uncertainty, wanted.uncertainty, 1e-9);
        }
    }
}
