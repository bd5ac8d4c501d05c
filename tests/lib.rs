//! Helpers for the tests that cross crates.
#![forbid(unsafe_code)]

pub mod article_policy;
pub mod documents;
pub mod golden;
pub mod modules;
pub mod own;

use matchday_atlas::SourceData;
use matchday_scenario::Params;
use matchday_sim::Simulate;
use matchday_sim::{ArticleDay, SimulationData, World};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A file of the repository.
pub fn file(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(path)
}

/// A JSON file of the repository.
///
/// # Panics
/// If it cannot be read.
pub fn json(path: &str) -> serde_json::Value {
    let bytes = fs::read(file(path)).unwrap_or_else(|error| panic!("{path}: {error}"));
    serde_json::from_slice(&bytes).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// The built-in data set, prepared for runs.
///
/// # Panics
/// If it cannot be read.
pub fn built_in() -> SimulationData {
    data_set().into()
}

/// The built-in data set.
///
/// # Panics
/// If it cannot be read.
pub fn data_set() -> SourceData {
    let listed = json("data/manifest.json")["files"].as_array().cloned().unwrap_or_default();
    let names = listed.iter().filter_map(|entry| entry["path"].as_str()).chain(["manifest.json"]);
    let read = |name: &str| (name.to_owned(), fs::read(file("data").join(name)).unwrap_or_default());
    let files: BTreeMap<String, Vec<u8>> = names.map(read).collect();
    SourceData::read(|path| files.get(path).map(Vec::as_slice)).unwrap_or_else(|error| panic!("{error}"))
}

/// Parameters from keys and values as text.
///
/// # Panics
/// If a parameter is invalid.
pub fn params(pairs: &[(&str, &str)]) -> Params {
    let mut params = Params::default();
    for (key, text) in pairs {
        params.set(key, text).unwrap_or_else(|error| panic!("{error}"));
    }
    params
}

/// A finished run.
///
/// # Panics
/// If the parameters name datacenters that do not exist.
pub fn finished(dataset: &SimulationData, params: &Params) -> ArticleDay {
    let world = World::new(dataset, params).unwrap_or_else(|error| panic!("{error}"));
    let mut day = ArticleDay::new(Arc::new(world), params);
    day.advance(u32::MAX);
    day
}
