//! A store held against naive ones, and against everything that goes wrong.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod errors;
mod keep;
mod naive;
mod orders;
mod query;
mod reads;
mod synthetic;
