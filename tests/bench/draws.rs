//! The time of our own random draws, compared with `rand` and `rand_distr`, which are used for all other
//! draws.
//!
//! These draws are the most frequent ones. Their docs quote the ratios of this table.

use matchday_base::{Rng, Streams};
use matchday_scenario::Params;
use matchday_sim::alias::Alias;
use matchday_sim::poisson::Poisson;
use matchday_sim::replay::Replays;
use rand::RngExt;
use rand::distr::{Bernoulli, Distribution};
use rand_distr::weighted::WeightedAliasIndex;
use std::hint::black_box;
use std::time::Instant;

const DRAWS: u32 = 2_000_000;
/// Runs of each.
const RUNS: usize = 15;
/// A replay rate of 77 %, in units of 1 / [`Params::REPLAY_ONE`].
const REPLAY: u32 = 7_700;
/// Joins per second at 25,000 CCU.
const JOINS_A_SECOND: f64 = 12.0;
/// Cells in a time zone.
const CELLS: usize = 2_000;

fn main() {
    println!("| draw | ours, ns | rand's, ns | ratio |");
    println!("|---|---|---|---|");
    coins();
    poisson();
    weighted();
}

/// Replay decisions.
fn coins() {
    let (mut replays, mut rng) = (Replays::new(Streams::new(1), REPLAY), rng());
    let coin = Bernoulli::from_ratio(REPLAY, Params::REPLAY_ONE).unwrap_or_else(|error| panic!("{error}"));
    let rands = || (0..DRAWS).map(|_| u32::from(coin.sample(&mut rng))).sum();
    compare("coin, 64 at a time", || (0..DRAWS / 64).map(|_| replays.count(64)).sum(), rands);
}

/// Number of joins in a second.
fn poisson() {
    let (mut own_rng, mut rng) = (rng(), rng());
    let own = Poisson::new(JOINS_A_SECOND);
    let rands = rand_distr::Poisson::new(JOINS_A_SECOND).unwrap_or_else(|error| panic!("{error}"));
    compare(
        "Poisson",
        || (0..DRAWS).map(|_| own.draw(&mut own_rng)).sum(),
        || (0..DRAWS).map(|_| rands.sample(&mut rng) as u32).sum(),
    );
}

/// The cell of a joining player.
fn weighted() {
    let (mut own_rng, mut rng) = (rng(), rng());
    let weights: Vec<u64> = (0..CELLS).map(|_| 1 << rng.random_range(..20_u32)).collect();
    let own = Alias::new(&(0..).zip(weights.iter().copied()).collect::<Vec<(u32, u64)>>());
    let rands = WeightedAliasIndex::new(weights).unwrap_or_else(|error| panic!("{error}"));
    compare(
        "weighted",
        || (0..DRAWS).map(|_| own.draw(&mut own_rng)).fold(0, u32::wrapping_add),
        || (0..DRAWS).map(|_| rands.sample(&mut rng) as u32).fold(0, u32::wrapping_add),
    );
}

fn rng() -> Rng {
    Streams::new(1).stream("draws")
}

/// Compares the fastest of several alternating runs: other load of the machine can only make a run slower.
fn compare(name: &str, mut own: impl FnMut() -> u32, mut rands: impl FnMut() -> u32) {
    let (mut own_ns, mut rands_ns) = (f64::MAX, f64::MAX);
    for _ in 0..RUNS {
        own_ns = own_ns.min(ns_a_draw(&mut own));
        rands_ns = rands_ns.min(ns_a_draw(&mut rands));
    }
    println!("| {name} | {own_ns:.2} | {rands_ns:.2} | {:.1} |", rands_ns / own_ns);
}

fn ns_a_draw(draws: &mut impl FnMut() -> u32) -> f64 {
    let start = Instant::now();
    black_box(draws());
    start.elapsed().as_secs_f64() * 1e9 / f64::from(DRAWS)
}
