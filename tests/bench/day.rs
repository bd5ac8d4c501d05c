//! The time of a simulated day: the article's matchmaker, the cascade, an aggregate day and the lower bound
//! ([`bare`]); the cascade's day with a broker's servers; ranked days.
//!
//! `cargo xtask bench` prints the table of `bench/README.md`. With a CCU as its argument, this program
//! simulates only that day and prints its ticks, to count instructions.

mod bare;
mod counting;

use counting::most_bytes;
use matchday_matchmaker::{Article, ByRules, Cascade};
use matchday_observe::Day;
use matchday_scenario::Params;
use matchday_sim::Simulate;
use matchday_sim::{AggregateDay, ArticleDay, SimulationData, Summary, World};
use matchday_tests::{built_in, params};
use std::sync::Arc;
use std::time::Instant;

/// Five datacenters besides the 24 that are on by default.
const DATACENTERS: &str = "seattle,newyork,paris,warsaw,seoul";
/// CCU of ranked days.
const RANKED_CCU: &str = "3000";

/// The cost of a day.
struct Cost {
    seconds: f64,
    /// Most bytes of the simulation at one time, without its world.
    bytes: usize,
    player_matches: u64,
    wait_mean_s: f64,
    rtt_mean_ms: f64,
}

fn main() {
    let ccu = std::env::args().nth(1).filter(|argument| argument.parse::<u32>().is_ok());
    match ccu {
        Some(ccu) => {
            let (world, params) = world(&ccu, &[]);
            println!("{}", simulate(&world, &params));
        }
        None => table(),
    }
}

fn world(ccu: &str, more: &[(&str, &str)]) -> (Arc<World>, Params) {
    let params = params(&[&[("ccu", ccu), ("dcs", DATACENTERS)], more].concat());
    let world = World::new(&built_in(), &params).unwrap_or_else(|error| panic!("{error}"));
    (Arc::new(world), params)
}

/// Simulates the day with its warm-up, and returns the number of ticks. A separate function, so that its
/// instructions can be counted without the set-up.
#[inline(never)]
fn simulate(world: &Arc<World>, params: &Params) -> u32 {
    let mut day: ArticleDay = ArticleDay::new(Arc::clone(world), params);
    let start = day.now();
    day.advance(u32::MAX);
    day.end().since(start)
}

fn table() {
    println!(
        "| CCU | matchmaker | day, s | ns a player and match | memory, MB | mean wait, s | mean RTT, ms | ratio |"
    );
    println!("|---|---|---|---|---|---|---|---|");
    let dataset = built_in();
    for (ccu, runs) in [("500", 7), ("25000", 7), ("1000000", 3)] {
        let (world, params) = world(ccu, &[]);
        let plain = best(runs.min(3), &params, || followed::<Article>(&world, &params));
        let fast = best(runs, &params, || followed::<Cascade>(&world, &params));
        let many = best(runs, &params, || aggregate(&world, &dataset, &params, 1));
        let least = best(runs, &params, || bare(&world, &params));
        for (name, cost) in [("article", &plain), ("cascade", &fast), ("aggregate", &many), ("bare", &least)] {
            cost.print(ccu, name, &format!("{:.1}", plain.seconds / cost.seconds));
        }
        if ccu == "25000" {
            let (world, params) = self::world(ccu, &[("fleet", "broker")]);
            let placed = best(runs, &params, || whole(&world, &params));
            placed.print(ccu, "cascade, servers", &format!("{:.1}", plain.seconds / placed.seconds));
        }
    }
    let (large, params) = world("1000000", &[]);
    best(3, &params, || aggregate(&large, &dataset, &params, 10)).print("10000000", "aggregate", "");
    for (mode, days, runs) in [("1v1", "1", 5), ("5v5", "1", 5), ("1v1", "30", 1)] {
        let (world, params) = world(RANKED_CCU, &[("ranked", mode), ("days", days)]);
        let ranked = best(runs, &params, || whole(&world, &params));
        ranked.print(RANKED_CCU, &format!("ranked {mode}, {days} d"), "");
    }
}

impl Cost {
    fn print(&self, ccu: &str, matchmaker: &str, ratio: &str) {
        println!(
            "| {ccu} | {matchmaker} | {:.3} | {:.1} | {:.1} | {:.3} | {:.2} | {ratio} |",
            self.seconds,
            self.seconds * 1e9 / self.player_matches as f64,
            self.bytes as f64 / 1e6,
            self.wait_mean_s,
            self.rtt_mean_ms,
        );
    }
}

/// A day of any kind, as in `matchday run`.
fn whole(world: &Arc<World>, params: &Params) -> Summary {
    Day::finished(world, params).unwrap_or_else(|error| panic!("{error}")).summary()
}

fn followed<M: ByRules>(world: &Arc<World>, params: &Params) -> Summary {
    let mut day = ArticleDay::<M>::with_matchmaker(Arc::clone(world), params);
    day.advance(u32::MAX);
    day.summary()
}

fn aggregate(world: &Arc<World>, dataset: &SimulationData, params: &Params, times: u32) -> Summary {
    let day = AggregateDay::new(Arc::clone(world), &dataset.joins, params, times);
    let mut day = day.unwrap_or_else(|error| panic!("{error}"));
    day.advance(u32::MAX);
    day.summary()
}

fn bare(world: &World, params: &Params) -> Summary {
    let totals = bare::simulate(world, params);
    let mean = |sum: u64| sum as f64 / totals.player_matches as f64;
    Summary {
        matches: totals.player_matches / u64::from(params.players()),
        wait_mean_s: Some(mean(totals.wait_s)),
        rtt_mean_ms: Some(mean(totals.rtt_ms)),
        ..Summary::default()
    }
}

/// The fastest of several runs: other load of the machine can only make a run slower.
fn best(runs: usize, params: &Params, day: impl Fn() -> Summary) -> Cost {
    let costs = (0..runs).map(|_| measure(params, &day));
    costs.min_by(|a, b| a.seconds.total_cmp(&b.seconds)).unwrap_or_else(|| panic!("no runs"))
}

fn measure(params: &Params, day: impl Fn() -> Summary) -> Cost {
    let start = Instant::now();
    let (summary, bytes) = most_bytes(day);
    let seconds = start.elapsed().as_secs_f64();
    let player_matches = summary.matches * u64::from(params.players());
    let [wait_mean_s, rtt_mean_ms] = [summary.wait_mean_s, summary.rtt_mean_ms].map(Option::unwrap_or_default);
    Cost { seconds, bytes, player_matches, wait_mean_s, rtt_mean_ms }
}
