//! Splitting a Poisson process at random gives independent Poisson processes: each of several playlists is
//! like a separate day with its share of the joins.

use matchday_sim::Simulate;
use matchday_sim::Summary;
use matchday_study::statistics::welch_difference;
use matchday_tests::{built_in, finished, params};

const SEEDS: u32 = 12;

/// Days with seeds that no other call uses.
fn days(call: u32, pairs: &[(&str, &str)]) -> Vec<Summary> {
    let dataset = built_in();
    let seeds = call * SEEDS..(call + 1) * SEEDS;
    seeds.map(|seed| finished(&dataset, &params(&[pairs, &[("seed", &seed.to_string())]].concat())).summary()).collect()
}

type Figure = (&'static str, fn(&Summary) -> f64);

/// Sums over players, which can be added over days as over playlists.
const SUMS: [Figure; 6] = [
    ("CCU", |day| day.ccu_mean),
    ("joins", |day| day.joined as f64),
    ("matches", |day| day.matches as f64),
    ("failed", |day| day.failed as f64),
    ("wait", |day| day.wait_mean_s.unwrap() * day.matches as f64),
    ("RTT", |day| day.rtt_mean_ms.unwrap() * day.matches as f64),
];

const WORST: [Figure; 3] = [
    ("worst mean wait", |day| day.worst_wait_mean_s.unwrap()),
    ("worst p95 wait", |day| day.worst_wait_p95_s.unwrap()),
    ("worst mean RTT", |day| day.worst_rtt_mean_ms.unwrap()),
];

/// Twice Welch's 95 % interval: four standard errors or more.
fn alike((name, _): Figure, split: &[f64], apart: &[f64]) {
    let off = welch_difference(apart, split).unwrap();
    println!("{name}: {off:?}");
    assert!(off.mean.abs() <= 2.0 * off.half_width, "{name}: {split:.3?} split, {apart:.3?} apart");
}

/// Compares days of several playlists with sums of days of one playlist each.
fn adds_up(split: &[Summary], apart: &[&[Summary]]) {
    for figure in SUMS {
        let sum = |at: usize| apart.iter().map(|days| figure.1(&days[at])).sum();
        let sums: Vec<f64> = (0..SEEDS as usize).map(sum).collect();
        alike(figure, &split.iter().map(figure.1).collect::<Vec<_>>(), &sums);
    }
}

#[test]
fn equal_playlists_are_days_of_their_share() {
    let thirds = [0, 1, 2].map(|call| days(call, &[("ccu", "300")]));
    let split = days(3, &[("ccu", "900"), ("playlists", "3")]);
    adds_up(&split, &thirds.each_ref().map(Vec::as_slice));
    // Each figure from the day, or the playlist, in which it is worst.
    for figure in WORST {
        let worst = |at: usize| thirds.iter().map(|days| figure.1(&days[at])).fold(0.0, f64::max);
        let worst: Vec<f64> = (0..SEEDS as usize).map(worst).collect();
        alike(figure, &split.iter().map(figure.1).collect::<Vec<_>>(), &worst);
    }
}

#[test]
fn playlists_of_three_to_one_are_days_of_their_shares() {
    let (large, small) = (days(4, &[("ccu", "900")]), days(5, &[("ccu", "300")]));
    let split = days(6, &[("ccu", "1200"), ("playlists", "2"), ("shares", "3,1")]);
    adds_up(&split, &[&large, &small]);
    // The smaller playlist is worse in every figure.
    for figure in WORST {
        alike(
            figure,
            &split.iter().map(figure.1).collect::<Vec<_>>(),
            &small.iter().zip(&large).map(|(small, large)| figure.1(small).max(figure.1(large))).collect::<Vec<_>>(),
        );
    }
}
