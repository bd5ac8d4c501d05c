//! The ranked queue, held against its rules restated naively.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod formed;
mod naive;
mod swarm;
mod why;
mod widening;
