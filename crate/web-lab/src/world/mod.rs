//! Datacenters on the map: coverage, the best next places, latency maps, users' own data.

pub mod atlas;
pub mod coverage;
pub mod import;
pub mod maps;
