//! The module of everything beyond the first view. The page fetches it when it is idle, or at once when it is needed:
//! on the main thread to draw, in workers (`www/worker/`) to simulate and to answer questions.
//!
//! | module | what it exports |
//! |---|---|
//! | `matchday_web_common::world` | `World`: the data set of the page |
//! | [`servers`] | days on simulated servers, what the servers did, checks of their configurations |
//! | [`ranked`] | ranked days, who waits and why, a player inside, what the ladder did |
//! | [`world`] | datacenters on the map: coverage, the best next places, latency maps, users' own data |
//! | [`experiments`] | many days: sweeps, differences, closed forms, keeping groups together |

pub mod experiments;
mod finding;
pub mod ranked;
pub mod servers;
pub mod world;

#[cfg(test)]
mod tests;
