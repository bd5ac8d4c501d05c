//! The files of `golden/`: accepted results of the engine. `cargo xtask bless` writes them; tests only read
//! them.

use crate::{built_in, data_set, json, own};
use matchday_atlas::{Audience, Coverage, RouteModel, SourceData};
use matchday_observe::Day;
use matchday_scenario::link::Link;
use matchday_sim::Simulate;
use matchday_sim::{AggregateDay, SimulationData, World};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// How many times the players of its link the aggregate day has.
pub const AGGREGATE: u32 = 10;

/// The message of tests about a stale golden file or document.
pub const STALE: &str = "if this change is intended, run `cargo xtask bless`";

/// A run and its digest, which is the same in every build: debug, release, node and Chromium.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Run {
    /// The link of the scenario.
    pub link: String,
    /// Sixteen hexadecimal digits.
    pub digest: String,
}

/// The coverage of a set of datacenters of the built-in world.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
pub struct Reach {
    /// The set, as in the parameter `dcs`.
    pub dcs: String,
    /// Share of the joins within 50 ms of a datacenter.
    pub within_50: f64,
    /// Share of the joins within 100 ms.
    pub within_100: f64,
    /// Mean RTT of the joins to the nearest datacenter, ms.
    pub rtt_ms: f64,
}

/// All golden files.
#[derive(Debug, PartialEq)]
pub struct Golden {
    /// Days in the built-in world: `runs.json`.
    pub runs: Vec<Run>,
    /// A day in a world of a user ([`own`]): `own.json`.
    pub own: Run,
    /// A day in groups of players ([`AGGREGATE`] times the players) in the built-in world: `aggregate.json`.
    pub aggregate: Run,
    /// `coverage.json`.
    pub coverage: Vec<Reach>,
}

const RUNS: &str = "tests/golden/runs.json";
const OWN: &str = "tests/golden/own.json";
const AGGREGATED: &str = "tests/golden/aggregate.json";
const COVERAGE: &str = "tests/golden/coverage.json";

impl Golden {
    /// Reads the files.
    ///
    /// # Panics
    /// If a file cannot be read.
    pub fn read() -> Self {
        Self { runs: read(RUNS), own: read(OWN), aggregate: read(AGGREGATED), coverage: read(COVERAGE) }
    }

    /// The same runs and sets of datacenters, with the engine's present results.
    ///
    /// # Panics
    /// If a run cannot be simulated.
    pub fn now(&self) -> Self {
        let (built_in, data_set) = (built_in(), data_set());
        let own_world = own::data_set(&own::files()).into();
        Self {
            runs: self.runs.iter().map(|run| play(&built_in, &run.link)).collect(),
            own: play(&own_world, &self.own.link),
            aggregate: play_aggregate(&built_in, &self.aggregate.link),
            coverage: self.coverage.iter().map(|reach| Reach::of(&data_set, &reach.dcs)).collect(),
        }
    }

    /// The differences to `now`, one line each: old -> new.
    pub fn changes(&self, now: &Self) -> Vec<String> {
        let all =
            |golden: &'_ Self| golden.runs.iter().chain([&golden.own, &golden.aggregate]).cloned().collect::<Vec<_>>();
        let (was, now_all) = (all(self), all(now));
        let runs = was.iter().zip(&now_all);
        let runs = runs.filter(|(was, now)| was != now);
        let runs = runs.map(|(was, now)| format!("{} -> {}  {}", was.digest, now.digest, was.link));
        let reaches = self.coverage.iter().zip(&now.coverage).filter(|(was, now)| was != now);
        runs.chain(reaches.map(|(was, now)| format!("{} -> {}", line(was), line(now)))).collect()
    }

    /// The content of the files, by their paths.
    pub fn files(&self) -> [(&'static str, String); 4] {
        let one = |run: &Run| format!("{}\n", line(run));
        [
            (RUNS, lines(&self.runs)),
            (OWN, one(&self.own)),
            (AGGREGATED, one(&self.aggregate)),
            (COVERAGE, lines(&self.coverage)),
        ]
    }
}

impl Reach {
    fn of(set: &SourceData, dcs: &str) -> Self {
        let world = coverage(set, dcs).world;
        let nine_digits = |value: f64| (value * 1e9).round() / 1e9;
        Self {
            dcs: dcs.to_owned(),
            within_50: nine_digits(world.share_within_50()),
            within_100: nine_digits(world.share_within_100()),
            rtt_ms: nine_digits(world.mean_rtt_ms()),
        }
    }
}

/// Simulates the days of a link.
///
/// # Panics
/// If the link is invalid, or cannot be simulated.
pub fn play(world: &SimulationData, link: &str) -> Run {
    let (parsed, notices) = Link::parse(link);
    assert!(notices.is_empty(), "{link}: {notices:?}");
    let world = World::new(world, &parsed.params).unwrap_or_else(|error| panic!("{link}: {error}"));
    let day = Day::finished(&Arc::new(world), &parsed.params).unwrap_or_else(|error| panic!("{link}: {error}"));
    Run { link: link.to_owned(), digest: day.summary().digest }
}

/// Simulates the aggregate day of a link.
fn play_aggregate(world: &SimulationData, link: &str) -> Run {
    let (parsed, notices) = Link::parse(link);
    assert!(notices.is_empty(), "{link}: {notices:?}");
    let of_link = World::new(world, &parsed.params).unwrap_or_else(|error| panic!("{link}: {error}"));
    let day = AggregateDay::new(Arc::new(of_link), &world.joins, &parsed.params, AGGREGATE);
    let mut day = day.unwrap_or_else(|error| panic!("{link}: {error}"));
    day.advance(u32::MAX);
    Run { link: link.to_owned(), digest: day.summary().digest }
}

/// The coverage of datacenters, from their maps alone.
///
/// # Panics
/// If the set of datacenters is invalid.
pub fn coverage(set: &SourceData, dcs: &str) -> Coverage {
    let weights = set.joins.weights();
    let audience = Audience::new(&weights, &set.routes);
    let part: RouteModel = set.routes.only(&audience.map_cells());
    let active = built_in().active(dcs).unwrap_or_else(|error| panic!("{dcs}: {error}"));
    let rtts_ms = active.iter().map(|site| {
        let entry = set.manifest.datacenters.iter().find(|entry| entry.name == site.datacenter.name);
        let map = part.map(site.datacenter.location, entry.map_or(0.0, |entry| entry.uplink_ms));
        audience.rtts_ms(&map, site.datacenter.location)
    });
    audience.coverage(&rtts_ms.collect::<Vec<_>>())
}

fn read<T: DeserializeOwned>(path: &str) -> T {
    serde_json::from_value(json(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

fn line<T: Serialize>(value: &T) -> String {
    serde_json::to_string(value).unwrap_or_else(|error| panic!("{error}"))
}

/// A JSON array with one element per line.
fn lines<T: Serialize>(values: &[T]) -> String {
    let lines: Vec<String> = values.iter().map(|value| format!("  {}", line(value))).collect();
    format!("[\n{}\n]\n", lines.join(",\n"))
}
