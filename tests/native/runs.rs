//! Golden runs: the same digest in a debug build, a release build, node and Chromium.
//!
//! This test runs natively, in debug and in release; `e2e/specs/node.test.mjs` and `e2e/specs/page.test.mjs` use the same
//! list. A changed digest changes the days of old links, so it needs a reason and a new engine version.

use matchday_tests::golden::{Golden, STALE};

#[test]
fn golden_runs_keep_their_digests() {
    let golden = Golden::read();
    let changes = golden.changes(&golden.now());
    assert!(changes.is_empty(), "{STALE}\n{}", changes.join("\n"));
}
