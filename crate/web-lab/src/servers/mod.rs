//! Simulated servers: their minutes, charts and findings, and users' configurations.

pub mod configuration;
pub mod recording;
