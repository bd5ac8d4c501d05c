//! Helpers for the tests that cross crates.
