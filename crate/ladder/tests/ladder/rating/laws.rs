//! What holds whatever is played.

use super::{any_rating, assert_near, common_rating, outcome, systems, team, teams};
use matchday_ladder::rating::{Glicko2, Rating, System, Team};
use proptest::prelude::*;

fn assert_alike(one: Rating, other: Rating) {
    assert_near(one.points(), other.points(), 1e-6);
    assert_near(one.deviation(), other.deviation(), 1e-6);
    assert_near(one.volatility(), other.volatility(), 1e-6);
}

proptest! {
    #[test]
    fn ratings_stay_in_range_and_count_their_match(teams in teams(any_rating())) {
        let before = outcome(&teams);
        for system in systems() {
            let after = system.rate(&before);
            for (was, is) in before.players().zip(after.players()) {
                // What leaves a system can enter it again.
                prop_assert!(Rating::new(is.points(), is.deviation(), is.volatility(), is.matches()).is_ok(), "{is:?}");
                prop_assert_eq!(is.matches(), was.matches() + 1);
                let least = if is.matches() < 10 { 100.0 } else { 50.0 };
                prop_assert!(!matches!(system, System::Glicko2(_)) || is.deviation() >= least, "{is:?}");
            }
        }
    }

    #[test]
    fn whoever_wins_alone_never_loses_points_and_whoever_comes_in_last_never_gains(teams in teams(any_rating())) {
        let before = outcome(&teams);
        let [best, worst] = [teams.iter().map(|team| team.rank).min(), teams.iter().map(|team| team.rank).max()];
        let alone = |rank| teams.iter().filter(|team| Some(team.rank) == rank).count() == 1;
        for system in systems() {
            let after = system.rate(&before);
            for (team, after) in teams.iter().zip(after.teams()) {
                for (was, is) in team.players.iter().zip(&after.players) {
                    let change = is.points() - was.points();
                    prop_assert!(Some(team.rank) != best || !alone(best) || change >= 0.0, "{system:?}: {change}");
                    prop_assert!(Some(team.rank) != worst || !alone(worst) || change <= 0.0, "{system:?}: {change}");
                }
            }
        }
    }

    #[test]
    fn the_order_of_teams_and_team_mates_changes_nothing(teams in teams(common_rating())) {
        let reversed = |teams: &[Team<Rating>]| -> Vec<_> {
            let reversed = |team: &Team<Rating>| Team { players: team.players.iter().rev().copied().collect(), ..*team };
            teams.iter().rev().map(reversed).collect()
        };
        for system in systems() {
            let after = system.rate(&outcome(&teams));
            let turned = reversed(system.rate(&outcome(&reversed(&teams))).teams());
            for (&one, &other) in after.players().zip(outcome(&turned).players()) {
                assert_alike(one, other);
            }
        }
    }

    /// One gains what the other loses: under Elo with equal K, under the others with equal deviation and volatility.
    #[test]
    fn matches_of_equals_create_no_points(
        points in (-3000.0..2300.0, -3000.0..2300.0),
        deviation in 50.0..350.0,
        rank in 1_u32..4,
    ) {
        let rating = |points| Rating::new(points, deviation, 0.06, 40).unwrap();
        let teams = [(2, points.0), (rank, points.1)];
        let teams = teams.map(|(rank, points)| Team { rank, players: vec![rating(points)] });
        for system in systems() {
            let sum = system.rate(&outcome(&teams)).players().map(|player| player.points()).sum::<f64>();
            prop_assert!((sum - points.0 - points.1).abs() < 1e-6, "{system:?}: {}", sum - points.0 - points.1);
        }
    }

    #[test]
    fn two_teams_expect_to_win_once_together(
        teams in [team(any_rating()), team(any_rating())]
    ) {
        for system in systems() {
            let one = system.expected([&teams[0], &teams[1]]).unwrap();
            let other = system.expected([&teams[1], &teams[0]]).unwrap();
            prop_assert!((0.0..=1.0).contains(&one) && (one + other - 1.0).abs() < 1e-12, "{system:?}: {one} {other}");
        }
    }

    /// What passes in two steps passes in one.
    #[test]
    fn idle_time_adds_up(rating in any_rating(), idle_s in (0_u32..10_000_000, 0_u32..10_000_000)) {
        for system in systems() {
            let twice = system.idle(system.idle(rating, idle_s.0), idle_s.1);
            assert_alike(twice, system.idle(rating, idle_s.0 + idle_s.1));
        }
    }
}

/// The deviation at which one even match against an equal says as much as the player changes in between:
/// phi^4 + sigma^2 phi^2 - sigma^2 v = 0, with v = 4 / g^2 = 4 (1 + 3 phi^2 / pi^2) a quadratic in phi^2.
#[test]
fn deviations_settle_at_the_closed_forms_fixed_point() {
    let sigma_squared: f64 = 0.06 * 0.06;
    let linear = sigma_squared * (1.0 - 12.0 / (std::f64::consts::PI * std::f64::consts::PI));
    let phi_squared = ((linear * linear + 16.0 * sigma_squared).sqrt() - linear) / 2.0;
    let fixed = 173.7178 * phi_squared.sqrt();
    assert!((fixed - 60.28).abs() < 0.005, "{fixed}");
    // The least tau, and the volatility put back each time: it is held at 0.06.
    let system = System::Glicko2(Glicko2::new(0.1).unwrap());
    for from in [50.0, 350.0] {
        let mut deviation = from;
        for _ in 0..500 {
            let player = Rating::new(1500.0, deviation, 0.06, 100).unwrap();
            let teams = [1, 1].map(|rank| Team { rank, players: vec![player] });
            deviation = system.rate(&outcome(&teams)).players().next().unwrap().deviation();
        }
        assert!((deviation - fixed).abs() < 0.001, "{deviation} instead of {fixed}");
    }
}

/// A win that nobody expected: the less it was, the more solutions has the equation of volatility.
#[test]
fn a_miracle_moves_nobody_out_of_the_world() {
    let steadiest_and_wildest = [0.5, 5.0].map(|tau| System::Glicko2(Glicko2::new(tau).unwrap()));
    let systems: Vec<_> = systems().into_iter().chain(steadiest_and_wildest).collect();
    for (deviation, volatility, lead) in [50.0, 350.0]
        .into_iter()
        .flat_map(|deviation| [0.06, 0.3, 1.0].map(|volatility| (deviation, volatility)))
        .flat_map(|(deviation, volatility)| (0..200).map(move |lead| (deviation, volatility, f64::from(lead * 100))))
    {
        let rating = |points| Rating::new(points, deviation, volatility, 100).unwrap();
        let teams = [(1, -lead / 2.0), (2, lead / 2.0)];
        let teams = outcome(&teams.map(|(rank, points)| Team { rank, players: vec![rating(points)] }));
        for system in &systems {
            for (was, is) in teams.players().zip(system.rate(&teams).players()) {
                let change = is.points() - was.points();
                assert!(change.abs() < 900.0, "{system:?}, {lead}: {was:?} {is:?}");
            }
        }
    }
}
