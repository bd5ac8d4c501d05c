//! Scenarios: their parameters, and the text forms of these.
//!
//! | module | what it holds |
//! |---|---|
//! | [`params`] | the registry, where every parameter is declared once, and checked sets of values |
//! | [`preset`] | named scenarios of the page's menu |
//! | [`link`] | permalinks: reads and writes parameters and view as text |
//! | [`incidents`] | faults and herds at a given minute |
//! | [`player_actions`] | the actions of a person in a ranked day |
//!
//! Nothing here touches a clock, a file, the network, a thread or the platform's randomness.
#![forbid(unsafe_code)]

pub mod incidents;
pub mod link;
mod packed;
pub mod params;
pub mod player_actions;
pub mod preset;

pub use incidents::Incident;
pub use params::{ParamError, Params};
pub use player_actions::PlayerActions;
