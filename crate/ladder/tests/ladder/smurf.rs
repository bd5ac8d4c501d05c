//! Flags on those who rise too fast.

use super::*;
use matchday_ladder::play::draw;
use matchday_ladder::smurf::Caught;
use rand::RngExt;

#[test]
fn ten_matches_that_gain_450_points_are_flagged_among_the_first_thirty() {
    // By Glicko-2 the first wins of a newcomer alone are worth more than that.
    let mut ladder = ladder(glicko2(), None);
    let time = |id: u32| SimTime::DAY_START + id;
    (0..9).for_each(|id| beat(&mut ladder, id, time(id), [0, 1 + id]));
    assert_eq!(ladder.flags().flagged(AccountId(0)), None);
    beat(&mut ladder, 9, time(9), [0, 10]);
    beat(&mut ladder, 10, time(10), [0, 11]);
    assert_eq!(ladder.flags().flagged(AccountId(0)), Some(time(9)));
    assert_eq!(ladder.flags().flagged(AccountId(1)), None);
    let truth = [(AccountId(0), true), (AccountId(1), false), (AccountId(700), true)];
    let caught = ladder.flags().caught(truth);
    assert_eq!(caught, Caught { flagged: 1, smurfs: 2, both: 1 });
    assert_eq!((caught.precision(), caught.recall()), (Some(1.0), Some(0.5)));
    let caught = Caught { flagged: 4, smurfs: 6, both: 3 };
    assert_eq!((caught.precision(), caught.recall()), (Some(0.75), Some(0.5)));
    assert_eq!((Caught::default().precision(), Caught::default().recall()), (None, None));
}

/// Losing 30 matches and winning the next ten is no flag, whatever those gain.
#[test]
fn whoever_is_no_newcomer_is_not_looked_at() {
    let mut ladder = ladder(glicko2(), None);
    (0..30).for_each(|id| beat(&mut ladder, id, SimTime::DAY_START, [1 + id, 0]));
    (30..50).for_each(|id| beat(&mut ladder, id, SimTime::DAY_START + 400 * DAY_S, [0, 1 + id]));
    let gain: f32 = ladder.history().record(AccountId(0)).unwrap().last().take(10).map(|entry| entry.change).sum();
    assert!(gain > 450.0, "{gain}");
    assert_eq!(ladder.flags().flagged(AccountId(0)), None);
}

/// Of those who register at a ladder that has settled, one in ten is a smurf.
#[test]
fn most_flags_are_right_and_most_smurfs_are_flagged() {
    let population = Population { skill_sd: 250.0, smurfs: 1_000, ..Population::default() };
    let mut accounts = accounts(population, 21, 1_000);
    let (mut ladder, mut rng, mut id) = (ladder(glicko2(), None), rng(22), 0);
    for round in 0..60 {
        if round == 30 {
            (0..1_000).for_each(|_| _ = accounts.come_online(0, true, CellId(0), SimTime::DAY_START));
        }
        // Those whose ratings are near meet, as a queue would have it.
        let points = |account: u32| ladder.rating(AccountId(account), SimTime::DAY_START).points();
        let mut order: Vec<_> = (0..accounts.all().len() as u32)
            .map(|account| (points(account) + f64::from(rng.random_range(..100_u32)), AccountId(account)))
            .collect();
        order.sort_by(|one, other| one.0.total_cmp(&other.0));
        for pair in order.chunks_exact(2) {
            let teams: Vec<_> = pair.iter().map(|&(_, account)| vec![account]).collect();
            let outcome = draw(&teams, &[], |id| accounts[id].skill, &mut rng).unwrap();
            let played = Played { id: MatchId(id), ended: SimTime::DAY_START, outcome: &outcome, left: &[] };
            ladder.settle(&played);
            id += 1;
        }
    }
    let truth = (1_000..2_000).map(|id| (AccountId(id), accounts[AccountId(id)].smurf));
    let caught = ladder.flags().caught(truth);
    assert!(caught.precision().unwrap() > 0.6 && caught.recall().unwrap() > 0.6, "{caught:?}");
}
