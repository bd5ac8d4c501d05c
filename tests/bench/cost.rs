//! Time and memory of runs against what is expected of them: 200 random scenarios of all kinds.
//!
//! With a scenario as its argument, `ccu=500&ranked=1v1`, this program simulates only that, to count instructions.

mod counting;

use counting::most_bytes;
use matchday_base::{Rng, Streams};
use matchday_observe::Day;
use matchday_scenario::Params;
use matchday_scenario::link::Link;
use matchday_sim::Simulate;
use matchday_sim::cost::Cost;
use matchday_sim::forecast::Forecast;
use matchday_sim::{SimulationData, World};
use matchday_tests::built_in;
use rand::RngExt;
use std::sync::Arc;
use std::time::Instant;

/// Scenarios of the table.
const SCENARIOS: usize = 200;
/// Longer runs are left out: the table would take an hour.
const LONGEST_S: f64 = 3.0;

fn main() {
    let dataset = built_in();
    let forecast = Forecast::new(&dataset);
    if let Some(link) = std::env::args().nth(1).filter(|argument| argument.contains("ccu=")) {
        let (world, params) = world(&dataset, &link);
        println!("{}", simulate(&world, &params));
        return;
    }
    let mut rng = Streams::new(7).stream("cost");
    let mut ratios = Vec::new();
    println!("| s | expected | MB | expected | scenario |\n|---|---|---|---|---|");
    while ratios.len() < SCENARIOS {
        let link = scenario(&mut rng);
        let (world, params) = world(&dataset, &link);
        let expected = Cost::of(&params, &forecast, world.datacenters.len());
        if expected.seconds > LONGEST_S {
            continue;
        }
        let begun = Instant::now();
        let (_, bytes) = most_bytes(|| simulate(&world, &params));
        let seconds = begun.elapsed().as_secs_f64();
        let (mb, expected_mb) = (bytes as f64 / 1e6, expected.bytes / 1e6);
        println!("| {seconds:.3} | {:.3} | {mb:.1} | {expected_mb:.1} | {link} |", expected.seconds);
        ratios.push((expected.seconds / seconds, expected_mb / mb));
    }
    let share = |of: fn(&(f64, f64)) -> f64, most: f64| {
        // The machine is faster or slower than the one that was measured, by the same factor for all runs.
        let mut all: Vec<f64> = ratios.iter().map(of).collect();
        all.sort_by(f64::total_cmp);
        let middle = all[all.len() / 2];
        let within = all.iter().filter(|&&ratio| (ratio / middle).max(middle / ratio) <= most).count();
        (middle, within)
    };
    let ((time, near), (memory, fits)) = (share(|of| of.0, 2.0), share(|of| of.1, 1.5));
    println!("\nTime: {near} of {SCENARIOS} within a factor of 2 of {time:.2} times the measured one.");
    println!("Memory: {fits} of {SCENARIOS} within a factor of 1.5 of {memory:.2} times the measured one.");
}

/// Simulates the days, and returns the number of matches. A separate function, so that its instructions can be counted
/// without the set-up.
#[inline(never)]
fn simulate(world: &Arc<World>, params: &Params) -> u64 {
    Day::finished(world, params).unwrap_or_else(|error| panic!("{error}")).summary().matches
}

fn world(dataset: &SimulationData, link: &str) -> (Arc<World>, Params) {
    let (Link { params, .. }, notices) = Link::parse(link);
    assert!(notices.is_empty(), "{notices:?}");
    (Arc::new(World::new(dataset, &params).unwrap_or_else(|error| panic!("{error}"))), params)
}

/// A number between two, all orders of magnitude equally likely.
fn log_uniform(rng: &mut Rng, from: f64, to: f64) -> u32 {
    libm::exp(rng.random_range(libm::log(from)..libm::log(to))) as u32
}

/// A random scenario as a link: each part of it is drawn by itself, so that most kinds of runs meet.
fn scenario(rng: &mut Rng) -> String {
    let mut link = format!("v=1&ccu={}&seed={}", log_uniform(rng, 10.0, 100_000.0), rng.random_range(0..1000));
    let mut add = |text: String| link = format!("{link}&{text}");
    let one_of = |rng: &mut Rng, words: &[&str]| words[rng.random_range(0..words.len())].to_owned();
    if rng.random_ratio(1, 4) {
        add(format!("days={}", log_uniform(rng, 1.0, 31.0)));
    }
    if rng.random_ratio(1, 4) {
        add(format!("replay=0.{}", rng.random_range(3..9)));
    }
    if rng.random_ratio(1, 4) {
        add("dcs=-ashburn,-chicago,-dallas,-frankfurt,-london,-madrid,-paris,-tokyo".into());
    }
    if rng.random_ratio(1, 3) {
        let (mode, accounts) = (one_of(rng, &["1v1", "2v2", "5v5"]), log_uniform(rng, 1_000.0, 1_000_000.0));
        add(format!("ranked={mode}&accounts={accounts}"));
        if rng.random_ratio(1, 4) {
            add(format!("ladder_days={}", log_uniform(rng, 1.0, 60.0)));
        }
    } else if rng.random_ratio(1, 3) {
        let (playlists, interval_s) = (log_uniform(rng, 1.0, 20.0), log_uniform(rng, 1.0, 30.0));
        let (players, estimate) = (log_uniform(rng, 2.0, 20.0), one_of(rng, &["map", "distance", "ping"]));
        add(format!("playlists={playlists}&interval_s={interval_s}&players={players}&estimate={estimate}"));
    } else if rng.random_ratio(1, 4) {
        add(format!("policy=rules&rules={}", rule_set(rng.random_range(1..9))));
    }
    if rng.random_ratio(1, 3) {
        let (flow, buffer) = (one_of(rng, &["broker", "register"]), log_uniform(rng, 1.0, 10_001.0));
        add(format!("fleet={flow}&buffer={buffer}"));
    }
    link
}

/// A rule set with two teams of so many players.
fn rule_set(players: u32) -> String {
    let team = format!(r#"{{"name":"a","minPlayers":{players},"maxPlayers":{players},"quantity":2}}"#);
    format!(r#"{{"name":"d","ruleLanguageVersion":"1.0","teams":[{team}]}}"#)
}
