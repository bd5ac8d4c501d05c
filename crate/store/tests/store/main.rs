//! A store held against naive ones, and against everything that goes wrong.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod damage;
mod errors;
mod keep;
mod naive;
mod orders;
mod query;
mod reads;
mod synthetic;

use matchday_base::SimTime;
use matchday_wire::season::Batch;
use std::fs;
use std::path::PathBuf;

/// Unix time of a second of a batch that names no first day.
fn unix_s(time: SimTime) -> i64 {
    Batch::default().calendar().unix_s(time)
}

/// The same second in results.
fn shown_s(time: SimTime) -> i64 {
    unix_s(time) - unix_s(SimTime::DAY_START)
}

/// A path of this test's own, where nothing is.
fn path(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name).with_extension("sqlite");
    for extension in ["sqlite", "sqlite-journal"] {
        let _ = fs::remove_file(path.with_extension(extension));
    }
    path
}
