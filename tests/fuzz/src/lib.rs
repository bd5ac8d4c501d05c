//! A target for each reader of foreign bytes: files, links and answers that users or other programs give.
//!
//! A target calls a reader with the bytes, and asserts what holds for all bytes: that what was read is the same when it is
//! written and read again, for example. It must neither panic nor take longer than [`LONGEST`] or more memory than
//! [`MOST_BYTES`]. [`SEEDS`] are replayed by the tests, natively and in wasm; `cargo xtask fuzz` looks for more with
//! libFuzzer.
#![cfg_attr(not(target_family = "wasm"), forbid(unsafe_code))]

mod atlas;
#[cfg(not(target_family = "wasm"))]
mod files;
pub mod mutate;
mod plugin;
#[cfg(not(target_family = "wasm"))]
mod plugin_module;
mod png;
mod queue;
mod rules;
mod scenario;
mod season;
mod servers;
mod sweep;

use std::time::Duration;

/// Longest time of an input.
pub const LONGEST: Duration = Duration::from_secs(2);
/// Most memory of an input, bytes.
pub const MOST_BYTES: usize = 256 << 20;

/// A reader of foreign bytes.
#[derive(Clone, Copy, Debug)]
pub struct Target {
    /// Its name, and that of its folder in `corpus/`.
    pub name: &'static str,
    /// Reads the bytes, and panics where an assertion fails.
    pub read: fn(&[u8]),
}

/// An input of a corpus.
#[derive(Clone, Copy, Debug)]
pub struct Seed {
    /// Its path in `corpus/`: the name of the target, and that of the file.
    pub path: &'static str,
    /// Its content.
    pub bytes: &'static [u8],
}

/// All inputs of all corpora.
pub const SEEDS: &[Seed] = include!(concat!(env!("OUT_DIR"), "/corpus.rs"));

const fn target(name: &'static str, read: fn(&[u8])) -> Target {
    Target { name, read }
}

/// The readers that the page has, too.
const EVERYWHERE: &[Target] = &[
    target("link", scenario::link),
    target("parameter-texts", scenario::texts),
    target("player-actions", scenario::player_actions),
    target("sweep-text", sweep::text),
    target("sweep-rows", sweep::rows),
    target("datacenters", atlas::datacenters),
    target("joins", atlas::joins),
    target("joins-bytes", atlas::joins_bytes),
    target("map-f32", atlas::map_f32),
    target("map-png", atlas::map_png),
    target("map-png-pixels", atlas::map_png_pixels),
    target("routes", atlas::routes),
    target("manifest", atlas::manifest),
    target("pings-csv", atlas::pings),
    target("import", atlas::import),
    target("document", servers::document),
    target("broker-json", servers::configuration),
    target("fleet-yaml", servers::configuration),
    target("requirement", servers::requirement),
    target("rule-set", rules::rule_set),
    target("rules-config", rules::configuration),
    target("plugin-bytes", plugin::bytes),
    target("plugin-json", plugin::json),
    target("season-file", season::file),
    target("season-batch", season::batch),
    target("tickets-csv", queue::csv),
];

/// The readers that only the command line has.
#[cfg(not(target_family = "wasm"))]
const NATIVE: &[Target] = &[
    target("scenario-file", files::scenario),
    target("sweep-file", files::sweep),
    target("widening-table", files::widening),
    target("rates", files::rates),
    target("pings-gzip", files::pings),
    target("pings-parquet", files::pings),
    target("day-sums", files::day_sums),
    target("tickets-gzip", files::tickets),
    target("tickets-parquet", files::tickets),
    target("plugin-module", plugin_module::bytes),
    target("plugin-module-made-up", plugin_module::made_up),
];
#[cfg(target_family = "wasm")]
const NATIVE: &[Target] = &[];

/// All targets.
pub fn targets() -> impl Iterator<Item = Target> {
    EVERYWHERE.iter().chain(NATIVE).copied()
}

impl Target {
    /// The inputs of its corpus.
    pub fn seeds(self) -> impl Iterator<Item = Seed> {
        SEEDS.iter().copied().filter(move |seed| seed.path.split(['/', '\\']).next() == Some(self.name))
    }
}
