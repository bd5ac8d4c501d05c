//! Golden runs: the same digest in a debug build, a release build, node and Chromium.
//!
//! This file runs natively, in debug and in release; `e2e/node.test.mjs` and `e2e/page.test.mjs` read the same list. A change that
//! moves a digest changes what old links show: it needs a reason, and a new engine version.

use matchday_scenario::link::Link;
use matchday_sim::{Day, World};
use matchday_tests::{built_in, json};
use std::sync::Arc;

#[test]
fn golden_runs_keep_their_digests() {
    let dataset = built_in();
    let runs = json("tests/golden/runs.json");
    let mut moved = Vec::new();
    for run in runs.as_array().unwrap() {
        let (link, notices) = Link::parse(run["link"].as_str().unwrap());
        assert!(notices.is_empty(), "{notices:?}");
        let world = Arc::new(World::new(&dataset, &link.params).unwrap());
        let digest = Day::finished(&world, &link.params).unwrap().summary().digest;
        if run["digest"].as_str() != Some(&digest) {
            moved.push(format!("{link}: {digest}, was {}", run["digest"]));
        }
    }
    assert!(moved.is_empty(), "{moved:#?}");
}
