//! Time, tables, and what is refused.

use super::{assert_near, systems};
use matchday_base::{AccountId, SimTime};
use matchday_ladder::rating::{Glicko2, Outcome, Rating, Shadowed, Table, Team, WengLin};

const MONTH_S: u32 = 30 * 86_400;

#[test]
fn a_month_without_a_match_makes_deviations_half_as_large_again() {
    let [glicko, elo, weng_lin] = systems();
    let rating = Rating::new(1800.0, 100.0, 0.06, 20).unwrap();
    let close = |found, wanted| assert_near(found, wanted, 1e-9);
    close(glicko.idle(rating, MONTH_S).deviation(), 150.0);
    close(glicko.idle(rating, 2 * MONTH_S).deviation(), 225.0);
    close(glicko.idle(rating, 12 * MONTH_S).deviation(), 350.0);
    close(weng_lin.idle(rating, MONTH_S).deviation(), 150.0);
    close(weng_lin.idle(rating, 12 * MONTH_S).deviation(), weng_lin.start().deviation());
    assert_eq!(glicko.idle(rating, 12 * MONTH_S).points(), 1800.0);
    assert_eq!(elo.idle(rating, 12 * MONTH_S), rating);
}

#[test]
fn the_shadow_rates_as_if_alone_and_decides_nothing() {
    let [glicko, elo, weng_lin] = systems();
    let matches = [[0, 1], [1, 2], [0, 2], [2, 1]].map(|[winner, loser]| {
        let sides = [(1, winner), (2, loser)].map(|(rank, player)| Team { rank, players: vec![AccountId(player)] });
        Outcome::new(sides.to_vec()).unwrap()
    });
    for shadow in [elo, weng_lin] {
        let mut both = Shadowed::new(glicko, Some(shadow));
        let mut alone = [Table::new(glicko), Table::new(shadow)];
        for (outcome, day) in matches.iter().zip(1..) {
            let now = SimTime(day * 86_400);
            let [decided, _] = alone.each_mut().map(|table| table.settle(outcome, &[], now));
            assert_eq!(both.settle(outcome, &[], now), decided);
        }
        assert!(both.deciding().players().eq(alone[0].players()));
        let shadow = both.shadow().unwrap();
        assert!(shadow.players().eq(alone[1].players()));
        assert!(!shadow.players().eq(both.deciding().players()));
    }
}

#[test]
fn a_table_lets_time_pass_before_a_match_and_none_before_a_late_one() {
    let [glicko, ..] = systems();
    let outcome = Outcome::new([1, 2].map(|rank| Team { rank, players: vec![AccountId(rank)] }).to_vec()).unwrap();
    let mut table = Table::new(glicko);
    let now = SimTime(3 * MONTH_S);
    let first = table.settle(&outcome, &[], now).changes[0];
    assert_eq!(first.before, glicko.start());
    let next = table.settle(&outcome, &[], now + MONTH_S / 2).changes[0];
    assert_eq!(next.before, glicko.idle(first.after, MONTH_S / 2));
    let late = table.settle(&outcome, &[], now).changes[0];
    assert_eq!(late.before, next.after);
    // The late one does not turn the clock back.
    assert_eq!(table.rating(AccountId(1), now + MONTH_S / 2), late.after);
}

#[test]
fn what_cannot_be_is_refused_and_said() {
    let refused =
        |points, deviation, volatility| Rating::new(points, deviation, volatility, 0).unwrap_err().to_string();
    assert_eq!(refused(f64::NAN, 350.0, 0.06), "rating NaN: must be a number from -10000 to 10000");
    assert_eq!(refused(f64::INFINITY, 350.0, 0.06), "rating inf: must be a number from -10000 to 10000");
    assert_eq!(refused(1500.0, 0.0, 0.06), "deviation 0: must be a number from 1 to 350");
    assert_eq!(refused(1500.0, 350.0, f64::NAN), "volatility NaN: must be a number from 0.0001 to 1");
    assert_eq!(Glicko2::new(f64::NAN).unwrap_err().to_string(), "tau NaN: must be a number from 0.1 to 5");
    assert!(WengLin::new(-1.0).is_err());

    let team = |rank, players: &[u32]| Team { rank, players: players.to_vec() };
    for (teams, says) in [
        (vec![], "a match needs two teams or more, this has 0"),
        (vec![team(1, &[7])], "a match needs two teams or more, this has 1"),
        (vec![team(1, &[7]), team(2, &[])], "team 2 of the match has no players"),
        (vec![team(1, &[7, 8]), team(2, &[9, 7])], "player 7 is in the match twice"),
        (vec![team(1, &[7, 7]), team(2, &[9])], "player 7 is in the match twice"),
    ] {
        assert_eq!(Outcome::new(teams).unwrap_err().to_string(), says);
    }
    let [glicko, ..] = systems();
    assert_eq!(glicko.expected([&[], &[glicko.start()]]), None);
}
