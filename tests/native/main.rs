//! What crosses crates: golden runs and links, the article's claims and theory on the built-in world, documents, the contract
//! of messages.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod article;
mod contract;
mod cost;
mod coverage;
mod documents;
mod effects;
mod ladder;
mod law;
mod links;
mod metamorphic;
mod pairing;
mod playlists;
mod proof;
mod readme;
mod runs;
mod starvation;
mod tiny;
