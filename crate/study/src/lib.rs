//! How much: what many days say together. Pure: no clock, no file, no thread, the same natively and in wasm.
//!
//! - [`sweep`] runs a scenario with other values of one or two parameters, and several seeds each;
//! - [`statistics`] makes means, differences and their intervals of what they come to;
//! - [`sensitivity`] says what one more point of replay is worth;
//! - [`playlist_capacity`] says how many playlists a population sustains;
//! - [`social_mixing`] says what it costs to keep groups together;
//! - [`servers`] says how a day went on its servers;
//! - [`ladder`] says how a ranked day went;
//! - [`proof`] holds a finished day against the closed forms of its scenario.
#![forbid(unsafe_code)]

mod finding;
pub mod ladder;
pub mod playlist_capacity;
pub mod proof;
pub mod sensitivity;
pub mod servers;
pub mod social_mixing;
pub mod statistics;
pub mod sweep;

pub use finding::Finding;
pub use sensitivity::Sensitivity;
pub use statistics::Interval;
