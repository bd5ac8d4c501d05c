//! What is simulated: the parameters of a scenario and how they are written.
//!
//! | module | what it holds |
//! |---|---|
//! | [`params`] | the registry: every parameter declared once, and a checked set of their values |
//! | [`preset`] | scenarios worth starting from |
//! | [`link`] | permalinks: parameters and view as readable text, both ways |
//! | [`incidents`] | faults and herds at a moment of the day |
//! | [`player_actions`] | what a person does inside a ranked day |
//!
//! Nothing here touches a clock, a file, the network, a thread or the platform's randomness.
#![forbid(unsafe_code)]

pub mod incidents;
pub mod link;
pub mod params;
pub mod player_actions;
pub mod preset;

pub use incidents::Incident;
pub use params::{ParamError, Params};
pub use player_actions::PlayerActions;
