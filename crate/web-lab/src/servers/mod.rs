//! Simulated servers: the running day, what its servers did, and what users' configurations say of them.

pub mod configuration;
pub mod recording;
pub mod simulation;
