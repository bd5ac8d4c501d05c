//! Game servers and their fleets, from outside.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod calls;
mod chance;
mod fixture;
mod health;
mod reference;
mod scaling;
