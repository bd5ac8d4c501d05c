//! Users' configurations of simulated servers.

pub mod configuration;
