//! Datacenters on the map: whom they reach, where the next one belongs, what the latency maps say, users' own data.

pub mod atlas;
pub mod coverage;
pub mod import;
pub mod maps;
