//! Users' configurations: read, checked, and their requirements evaluated.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod cases;
mod lint;
mod read;
mod requirement;
