//! The article's matchmakers and the ranked queue.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod ranked;
mod rules;
