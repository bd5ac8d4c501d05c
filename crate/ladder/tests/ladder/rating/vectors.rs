//! Published examples, to the digits they were published with.

use super::{assert_near, outcome};
use matchday_ladder::rating::{Elo, Glicko2, Rating, System, Team, TeamUpdate, WengLin};

/// Glickman 2013, "Example calculation": one win and two losses in one period.
#[test]
fn glicko_2_gives_glickmans_example() {
    let rating = |points, deviation| Rating::new(points, deviation, 0.06, 50).unwrap();
    let ranked = [(2, 1500.0, 200.0), (3, 1400.0, 30.0), (1, 1550.0, 100.0), (1, 1700.0, 300.0)];
    let teams = ranked.map(|(rank, points, deviation)| Team { rank, players: vec![rating(points, deviation)] });
    let after = System::Glicko2(Glicko2::default()).rate(&outcome(&teams));
    let player = after.teams()[0].players[0];
    // The paper rounds on its way to 1464.06.
    assert_near(player.points(), 1464.06, 0.02);
    assert_near(player.deviation(), 151.52, 0.005);
    // It cuts 0.059996 off.
    assert_near(player.volatility(), 0.05999, 0.000_01);
    assert_eq!(player.matches(), 51);
}

/// The odds by their definition, 10 to 1 for 400 points, and K of FIDE's Rating Regulations, 8.3.3.
#[test]
fn elo_has_its_odds_and_fides_k() {
    let rating = |points, matches| Rating::new(points, 350.0, 0.06, matches).unwrap();
    let expected =
        |lead| System::Elo(Elo::default()).expected([&[rating(1500.0 + lead, 0)], &[rating(1500.0, 0)]]).unwrap();
    assert_near(expected(0.0), 1.0 / 2.0, 1e-15);
    assert_near(expected(400.0), 10.0 / 11.0, 1e-7);
    assert_near(expected(-800.0), 1.0 / 101.0, 1e-7);
    for (points, matches, k) in [(1500.0, 29, 40.0), (1500.0, 30, 20.0), (2399.0, 900, 20.0), (2400.0, 900, 10.0)] {
        let player = rating(points, matches);
        let teams = [1, 2].map(|rank| Team { rank, players: vec![player] });
        let after = System::Elo(Elo::default()).rate(&outcome(&teams));
        assert_near(after.teams()[0].players[0].points(), points + k / 2.0, 1e-9);
        assert_near(after.teams()[1].players[0].points(), points - k / 2.0, 1e-9);
    }
    // K is shared among opponents: the first of three equals wins as much as from one.
    let teams = [1, 2, 3].map(|rank| Team { rank, players: vec![rating(1500.0, 30)] });
    let after = System::Elo(Elo::default()).rate(&outcome(&teams));
    for (player, points) in after.players().zip([1510.0, 1500.0, 1490.0]) {
        assert_near(player.points(), points, 1e-9);
    }
}

/// Teams of 1600 and 1400 points on average, so 3/4 and some: each member of the winners gains K times what was
/// missing, whatever its own points. Compared alone, the better member gains less.
#[test]
fn elo_expects_what_the_teams_do() {
    let rating = |points| Rating::new(points, 350.0, 0.06, 30).unwrap();
    let teams = [(1, [1700.0, 1500.0]), (2, [1400.0, 1400.0])];
    let teams = outcome(&teams.map(|(rank, points)| Team { rank, players: points.map(rating).to_vec() }));
    let missing = |lead: f64| 1.0 - 1.0 / (1.0 + libm::pow(10.0, -lead / 400.0));
    for (team_update, leads) in [(TeamUpdate::Team, [200.0, 200.0]), (TeamUpdate::Own, [300.0, 100.0])] {
        let after = System::Elo(Elo::default().with_team_update(team_update)).rate(&teams);
        let gains = [0, 1].map(|at| after.teams()[0].players[at].points() - [1700.0, 1500.0][at]);
        gains.iter().zip(leads).for_each(|(&gain, lead)| assert_near(gain, 20.0 * missing(lead), 1e-5));
    }
}

/// Points in a unit of mu, as documented: sqrt(2) beta logits of 400 / ln 10 points each, beta 25/6.
const POINTS_PER_MU: f64 = 173.7178 / (std::f64::consts::SQRT_2 * 25.0 / 6.0);

fn of_mu(mu: f64, sigma: f64) -> Rating {
    Rating::new(1500.0 + (mu - 25.0) * POINTS_PER_MU, sigma * POINTS_PER_MU, 0.06, 0).unwrap()
}

fn assert_mu(found: Rating, (mu, sigma): (f64, f64)) {
    assert_near(25.0 + (found.points() - 1500.0) / POINTS_PER_MU, mu, 1e-9);
    assert_near(found.deviation() / POINTS_PER_MU, sigma, 1e-9);
}

/// Everybody in a team of the published tests comes out alike.
fn assert_teams(system: WengLin, newcomer: Rating, teams: &[(usize, (f64, f64))]) {
    let sides = (1..).zip(teams).map(|(rank, &(size, _))| Team { rank, players: vec![newcomer; size] });
    let after = System::WengLin(system).rate(&outcome(&sides.collect::<Vec<_>>()));
    for (team, &(_, wanted)) in after.teams().iter().zip(teams) {
        team.players.iter().for_each(|&player| assert_mu(player, wanted));
    }
}

/// The tests of openskill.js, `bradley-terry-full.test.ts`.
#[test]
fn weng_lin_gives_openskill_js() {
    let system = WengLin::new(0.0).unwrap();
    let start = of_mu(25.0, 25.0 / 3.0);
    assert_eq!(System::WengLin(system).start(), start);
    let teams = |teams| assert_teams(system, start, teams);
    teams(&[(1, (27.635_231_383_473_65, 8.065_506_316_323_548)), (1, (22.364_768_616_526_35, 8.065_506_316_323_548))]);
    teams(&[
        (1, (30.270_462_766_947_3, 7.788_474_807_872_566)),
        (1, (25.0, 7.788_474_807_872_566)),
        (1, (19.729_537_233_052_7, 7.788_474_807_872_566)),
    ]);
    teams(&[
        (1, (35.540_925_533_894_6, 7.202_515_895_247_076)),
        (1, (30.270_462_766_947_3, 7.202_515_895_247_076)),
        (1, (25.0, 7.202_515_895_247_076)),
        (1, (19.729_537_233_052_703, 7.202_515_895_247_076)),
        (1, (14.459_074_466_105_4, 7.202_515_895_247_076)),
    ]);
    teams(&[
        (3, (25.992_743_915_179_297, 8.197_099_974_899_84)),
        (1, (28.489_091_300_017_99, 8.220_848_339_985_736)),
        (2, (20.518_164_784_802_714, 8.127_515_465_304_823)),
    ]);
}

/// The tests of openskill.py, `bradleyterryfull.json`, "normal": with tau 25/300, from another mu and sigma.
#[test]
fn weng_lin_gives_openskill_py() {
    let newcomer = of_mu(33.935_209_966_678_12, 9.863_910_103_294_474);
    assert_teams(
        WengLin::default(),
        newcomer,
        &[(1, (38.604_924_304_542_05, 9.771_557_303_944_002)), (2, (29.265_495_628_814_193, 9.732_899_093_859_35))],
    );
}
