//! Experiments over many days. Pure: no clock, file or thread; the same natively and in wasm.
//!
//! ```
//! use matchday_study::statistics::paired_difference;
//!
//! // Mean waits of the days of four seeds, s: as they are, and with another parameter.
//! let (before, after) = ([8.1, 8.4, 8.0, 8.3], [7.6, 8.0, 7.4, 7.8]);
//! let difference = paired_difference(&before, &after).unwrap();
//! assert!(difference.high() < 0.0, "players wait less");
//! ```
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
