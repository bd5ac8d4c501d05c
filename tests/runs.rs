//! Golden runs: the same digest in a debug build, a release build, node and Chromium.
//!
//! This file runs natively, in debug and in release; `e2e/digests.test.mjs` reads the same list. A change that
//! moves a digest changes what old links show: it needs a reason, and a new engine version.

use matchday_base::link::Link;
use matchday_tests::{built_in, finished, json};

#[test]
fn golden_runs_keep_their_digests() {
    let dataset = built_in();
    let runs = json("tests/golden/runs.json");
    let mut moved = Vec::new();
    for run in runs.as_array().unwrap() {
        let (link, notices) = Link::parse(run["link"].as_str().unwrap());
        assert!(notices.is_empty(), "{notices:?}");
        let digest = finished(&dataset, &link.params).summary().digest;
        if run["digest"].as_str() != Some(&digest) {
            moved.push(format!("{link}: {digest}, was {}", run["digest"]));
        }
    }
    assert!(moved.is_empty(), "{moved:#?}");
}
