//! Outcomes drawn from skill, and how ratings fare against it.

use super::*;
use matchday_ladder::accuracy::{Accuracy, Learning};
use matchday_ladder::calibration::Calibration;
use matchday_ladder::play::{draw, oracle, strength};
use rand::RngExt;
use rand::seq::SliceRandom;

/// Skills by account, in points.
const SKILLS: [f64; 4] = [1500.0, 1700.0, 1400.0, 2000.0];

fn skill(account: AccountId) -> f64 {
    SKILLS[account.index()]
}

fn teams(teams: &[&[u32]]) -> Vec<Vec<AccountId>> {
    teams.iter().map(|team| team.iter().copied().map(AccountId).collect()).collect()
}

#[test]
fn the_oracle_is_the_closed_form() {
    assert_near(oracle([1900.0, 1500.0]), 10.0 / 11.0, 1e-15);
    assert_near(oracle([1500.0, 1500.0]), 0.5, 1e-15);
    assert_near(oracle([1500.0, 1700.0]), 1.0 / (1.0 + 10_f64.sqrt()), 1e-15);
    let [team, left] = [&[0, 1][..], &[1]].map(|ids| ids.iter().copied().map(AccountId).collect::<Vec<_>>());
    assert_eq!(strength(&team, &[], skill), 1600.0);
    assert_eq!(strength(&team, &left, skill), 1400.0);
}

/// Every order of three has the chance that Plackett and Luce give it; a fourth who has left is last in all of them.
#[test]
fn places_come_as_plackett_and_luce_have_them() {
    let worth = |account: &u32| libm::pow(10.0, SKILLS[*account as usize] / 400.0);
    for (players, left) in [(&[0, 1, 2][..], None), (&[0, 1, 2, 3], Some(3))] {
        let all = teams(&players.iter().map(std::slice::from_ref).collect::<Vec<_>>());
        let gone: Vec<_> = left.into_iter().map(AccountId).collect();
        let (draws, mut rng) = (200_000, rng(1));
        let mut counts = std::collections::BTreeMap::<Vec<u32>, u32>::new();
        for _ in 0..draws {
            let outcome = draw(&all, &gone, skill, &mut rng).unwrap();
            let mut order: Vec<_> = outcome.teams().iter().map(|team| (team.rank, team.players[0].0)).collect();
            order.sort_unstable();
            assert!(order.iter().map(|&(rank, _)| rank).eq(1..=players.len() as u32));
            *counts.entry(order.into_iter().map(|(_, account)| account).collect()).or_default() += 1;
        }
        assert_eq!(counts.len(), 6);
        for (order, count) in counts {
            assert!(left.is_none_or(|left| order[3] == left));
            let order = &order[..3];
            let chance: f64 =
                (0..order.len()).map(|at| worth(&order[at]) / order[at..].iter().map(worth).sum::<f64>()).product();
            let sd = (f64::from(draws) * chance * (1.0 - chance)).sqrt();
            assert_near(f64::from(count), f64::from(draws) * chance, 4.5 * sd);
        }
    }
}

#[test]
fn teams_win_by_their_means() {
    let all = teams(&[&[0, 3], &[1, 2]]);
    let (draws, mut rng) = (100_000, rng(2));
    let won = (0..draws).filter(|_| draw(&all, &[], skill, &mut rng).unwrap().teams()[0].rank == 1).count();
    let share = oracle([1750.0, 1550.0]);
    assert_near(won as f64 / f64::from(draws), share, 4.0 * (share * (1.0 - share) / f64::from(draws)).sqrt());
}

/// Whoever predicts the chances that matches are drawn with has a Brier score of mean p (1 - p), and bins on the diagonal.
#[test]
fn the_oracle_is_calibrated() {
    let (mut calibration, mut rng) = (Calibration::default(), rng(3));
    let (n, mut perfect) = (200_000, 0.0);
    for _ in 0..n {
        let share = oracle([f64::from(rng.random_range(..1_600_u32)), 800.0]);
        perfect += share * (1.0 - share) / f64::from(n);
        calibration.add(share, f64::from(u32::from(rng.random_bool(share))));
    }
    // (p - s)^2 has a standard deviation below 0.3.
    assert_near(calibration.brier().unwrap(), perfect, 4.0 * 0.3 / f64::from(n).sqrt());
    assert_eq!(calibration.matches(), n);
    for (at, bin) in calibration.bins().iter().enumerate().filter(|(_, bin)| bin.matches > 0) {
        let (predicted, sd) = (bin.predicted().unwrap(), 0.5 / f64::from(bin.matches).sqrt());
        assert!((0.0..0.05).contains(&(predicted - at as f64 / 20.0)), "bin {at}: {predicted}");
        assert_near(bin.scored().unwrap(), predicted, 4.0 * sd);
    }
}

#[test]
fn calibration_by_hand() {
    let mut calibration = Calibration::default();
    assert_eq!(calibration.brier(), None);
    for (predicted, score) in [(0.5, 1.0), (0.5, 0.5), (0.0, 0.0), (1.0, 0.0)] {
        calibration.add(predicted, score);
    }
    assert_eq!(calibration.brier(), Some(1.25 / 4.0));
    let bins = calibration.bins();
    assert_eq!((bins[10].matches, bins[10].scored(), bins[10].predicted()), (2, Some(0.75), Some(0.5)));
    assert_eq!((bins[0].matches, bins[19].matches, bins[1].scored()), (1, 1, None));
}

#[test]
fn accuracy_by_hand() {
    let rating = |points, matches| Rating::new(points, 50.0, 0.06, matches).unwrap();
    let mut accuracy = Accuracy::default();
    assert_eq!((accuracy.bias(), accuracy.rmse(), accuracy.scaled()), (None, None, None));
    assert_eq!(accuracy.spreads(), None);
    accuracy.add(rating(1600.0, 1), 1500.0);
    accuracy.add(rating(1500.0, 1), 1700.0);
    assert_eq!((accuracy.ratings, accuracy.bias()), (2, Some(-50.0)));
    assert_near(accuracy.rmse().unwrap(), 25_000_f64.sqrt(), 1e-9);
    assert_near(accuracy.scaled().unwrap(), 10_f64.sqrt(), 1e-9);
    let (points, skills) = accuracy.spreads().unwrap();
    assert_near(points, 50.0, 1e-9);
    assert_near(skills, 100.0, 1e-9);
    let mut learning = Learning::default();
    for (error, matches) in [(300.0, 0), (200.0, 1), (-100.0, 2), (20.0, 2), (10.0, 3), (0.0, 101)] {
        learning.add(rating(1500.0 + error, matches), 1500.0);
    }
    assert_eq!(learning.by_match()[1].bias(), Some(-40.0));
    assert_eq!(
        [300.0, 100.0, 60.0, 9.0].map(|points| learning.matches_until(points)),
        [Some(1), Some(2), Some(3), None]
    );
}

/// A thousand accounts meet at random: errors shrink with matches, and deviations say how large they are.
#[test]
fn ratings_find_the_truth() {
    let accounts = accounts(Population { skill_sd: 250.0, ..Population::default() }, 11, 1_000);
    let (mut ladder, mut rng, mut learning) = (ladder(glicko2(), None), rng(12), Learning::default());
    let mut ids: Vec<AccountId> = (0..1_000).map(AccountId).collect();
    for round in 0..60 {
        ids.shuffle(&mut rng);
        for (at, pair) in ids.chunks_exact(2).enumerate() {
            let teams: Vec<_> = pair.iter().map(|&id| vec![id]).collect();
            let outcome = draw(&teams, &[], |id| accounts[id].skill, &mut rng).unwrap();
            let id = MatchId(round * 500 + at as u32);
            let played = Played { id, ended: SimTime::DAY_START, outcome: &outcome, left: &[] };
            for change in ladder.settle(&played) {
                learning.add(change.after, accounts[change.player].skill);
            }
        }
    }
    let rmse = [1, 10, 60].map(|matches: usize| learning.by_match()[matches - 1].rmse().unwrap());
    assert!(rmse[0] > 1.4 * rmse[1] && rmse[1] > 1.4 * rmse[2], "{rmse:?}");
    let after = learning.by_match()[59];
    assert_near(after.bias().unwrap(), 0.0, 15.0);
    // Skills stand still here, while Glicko-2 lets them wander: deviations are rather too large.
    assert_near(after.scaled().unwrap(), 0.85, 0.15);
}

/// How far ratings spread against true skill, and their correlation, after each of 1,000 accounts has played
/// so many matches of five against five with others at random.
fn spread_in_teams(system: System, matches: u32) -> (f64, f64) {
    let accounts = accounts(Population { skill_sd: 300.0, ..Population::default() }, 31, 1_000);
    let (mut ladder, mut rng) = (ladder(system, None), rng(32));
    let mut ids: Vec<AccountId> = (0..1_000).map(AccountId).collect();
    for round in 0..matches {
        ids.shuffle(&mut rng);
        for (at, players) in ids.chunks_exact(10).enumerate() {
            let teams: Vec<_> = players.chunks_exact(5).map(<[_]>::to_vec).collect();
            let outcome = draw(&teams, &[], |id| accounts[id].skill, &mut rng).unwrap();
            let id = MatchId(round * 100 + at as u32);
            ladder.settle(&Played { id, ended: SimTime::DAY_START, outcome: &outcome, left: &[] });
        }
    }
    let both = ids.iter().map(|&id| (ladder.season().points(id), accounts[id].skill));
    let n = ids.len() as f64;
    let (points, skills) = (both.clone().map(|(points, _)| points), both.clone().map(|(_, skill)| skill));
    let means = (points.sum::<f64>() / n, skills.sum::<f64>() / n);
    let sum =
        |of: &dyn Fn(f64, f64) -> f64| both.clone().map(|(one, other)| of(one - means.0, other - means.1)).sum::<f64>();
    let (points, skills, product) =
        (sum(&|one, _| one * one), sum(&|_, other| other * other), sum(&|one, other| one * other));
    ((points / skills).sqrt(), product / (points * skills).sqrt())
}

#[test]
fn ratings_of_team_players_spread_as_their_skills_do() {
    let [team, own] = [TeamUpdate::Team, TeamUpdate::Own];
    let glicko2 = |compared| spread_in_teams(System::Glicko2(Glicko2::default().with_team_update(compared)), 200);
    let elo = |compared| spread_in_teams(System::Elo(Elo::default().with_team_update(compared)), 200);
    let (spread, correlation) = glicko2(team);
    assert!((0.8..=1.25).contains(&spread) && correlation >= 0.8, "{spread}, {correlation}");
    // K limits each step, so Elo is still on its way.
    let (spread, correlation) = elo(team);
    assert!((0.65..=1.25).contains(&spread) && correlation >= 0.8, "{spread}, {correlation}");
    // Compared one by one with the opposing mean, ratings collapse.
    let [(glicko2, _), (elo, _)] = [glicko2(own), elo(own)];
    assert!(glicko2 < 0.35 && elo < 0.35, "{glicko2}, {elo}");
}
