//! Documents that quote results of the engine. `cargo xtask bless` updates them when the results change.

use crate::golden::coverage;
use crate::{data_set, file};
use matchday_atlas::Reached;
use std::fs;

/// The engine's version, which is the workspace's.
const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Folders with Markdown for readers.
const FOLDERS: [&str; 3] = [".", "data", "www/guide"];

/// The head of the table of coverage.
const COVERAGE: &str = "\
| continent | share of joins | within 50 ms | within 100 ms | mean RTT to the nearest, ms |
|---|---|---|---|---|";

/// A document.
pub struct Document {
    /// Its path in the repository.
    pub path: String,
    /// Its content.
    pub text: String,
}

/// All documents that may quote the engine.
///
/// # Panics
/// If one cannot be read.
pub fn all() -> Vec<Document> {
    let entries = FOLDERS.iter().filter_map(|folder| Some((folder, fs::read_dir(file(folder)).ok()?)));
    let names = entries.flat_map(|(folder, entries)| {
        entries.filter_map(move |entry| Some(format!("{folder}/{}", entry.ok()?.file_name().to_str()?)))
    });
    let mut paths: Vec<String> = names.filter(|path| path.ends_with(".md")).collect();
    paths.sort();
    let read = |path: String| {
        let text = fs::read_to_string(file(&path)).unwrap_or_else(|error| panic!("{path}: {error}"));
        Document { path, text }
    };
    paths.into_iter().map(read).collect()
}

impl Document {
    /// Its content with the engine's present results.
    pub fn now(&self) -> String {
        let text = with_version(&self.text);
        let table = text.split_once(COVERAGE).and_then(|(before, table)| Some((before, table.split_once("\n\n")?.1)));
        match table {
            Some((before, after)) => format!("{before}{COVERAGE}{}\n\n{after}", rows()),
            None => text,
        }
    }
}

/// Replaces the version in every folder of a published version, such as `v0.1.0/embed.js`, with the present
/// one.
fn with_version(text: &str) -> String {
    let part = |part: &str| match part.rsplit_once('v') {
        Some((before, number)) if is_version(number) && !before.ends_with(char::is_alphanumeric) => {
            format!("{before}v{VERSION}")
        }
        _ => part.to_owned(),
    };
    text.split('/').map(part).collect::<Vec<_>>().join("/")
}

fn is_version(text: &str) -> bool {
    let numbers: Vec<&str> = text.split('.').collect();
    numbers.len() == 3 && numbers.iter().all(|number| number.parse::<u32>().is_ok())
}

/// The rows of the table of coverage, each after a line break: every continent, the world, and the world with all
/// datacenters.
fn rows() -> String {
    let set = data_set();
    let all: Vec<&str> = set.manifest.datacenters.iter().map(|entry| entry.name.as_str()).collect();
    let [by_default, with_all] = ["", &all.join(",")].map(|dcs| coverage(&set, dcs));
    let row = |name: &str, reached: Reached| {
        let joins = 100.0 * reached.joins as f64 / by_default.world.joins as f64;
        let [within_50, within_100] =
            [reached.share_within_50(), reached.share_within_100()].map(|share| 100.0 * share);
        let rtt_ms = reached.mean_rtt_ms();
        format!("\n| {name} | {joins:.1} % | {within_50:.1} % | {within_100:.1} % | {rtt_ms:.1} |")
    };
    let continents = by_default.continents.iter().map(|&(letters, reached)| row(continent(letters), reached));
    let world =
        [row("World", by_default.world), row(&format!("World, all {} datacenters active", all.len()), with_all.world)];
    continents.chain(world).collect()
}

fn continent(letters: [u8; 2]) -> &'static str {
    match &letters {
        b"AF" => "Africa",
        b"AN" => "Antarctica",
        b"AS" => "Asia",
        b"EU" => "Europe",
        b"NA" => "North America",
        b"OC" => "Oceania",
        b"SA" => "South America",
        _ => "elsewhere",
    }
}
