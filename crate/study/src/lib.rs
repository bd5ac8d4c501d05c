//! Experiments over many days. Pure: no clock, file or thread; the same natively and in wasm.
//!
//! - [`sweep`] runs a scenario with other values of one or two parameters, and several seeds each;
//! - [`statistics`] computes means, differences and their confidence intervals;
//! - [`sensitivity`] measures the effect of one more point of replay;
//! - [`prices`] measures what better matches are worth in peak players;
//! - [`playlist_capacity`] finds the number of playlists that a population sustains;
//! - [`skill_gap`] measures skills in matches that no policy formed;
//! - [`social_mixing`] measures the cost of keeping groups together;
//! - [`servers`] reports findings about a day's servers;
//! - [`ladder`] reports findings about a ranked day;
//! - [`proof`] checks a finished day against the closed forms of its scenario.
#![forbid(unsafe_code)]

mod finding;
pub mod ladder;
pub mod playlist_capacity;
pub mod prices;
pub mod proof;
pub mod sensitivity;
pub mod servers;
pub mod skill_gap;
pub mod social_mixing;
pub mod statistics;
pub mod sweep;

pub use finding::Finding;
pub use sensitivity::Sensitivity;
pub use statistics::Interval;
