//! The built-in data, and readers and builders of all data.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod builtin;
mod hostile;
mod pings;
mod reference;
