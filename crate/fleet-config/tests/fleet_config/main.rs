//! Users' configurations: read, checked, and their requirements evaluated.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod lint;
mod read;
mod requirement;
