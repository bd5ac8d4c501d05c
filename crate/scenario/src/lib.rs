//! Scenarios: their parameters, and the text forms of these.
//!
//! ```
//! use matchday_scenario::link::Link;
//!
//! let (link, notices) = Link::parse("https://example.org/matchday/#v=1&replay=0.8&ccu=5");
//! assert_eq!((link.params.replay(), link.params.ccu()), (8_000, 10));
//! assert_eq!(notices[0].to_string(), "ccu=5 in the link is out of range. 10 is used instead.");
//! ```
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
