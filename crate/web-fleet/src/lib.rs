//! The module that workers of the page load for days on simulated servers, and to read configurations of them.
//!
//! | module | what it exports |
//! |---|---|
//! | [`world`] | `World`: the data set of the page |
//! | [`simulation`] | `Simulation`: a running day on servers, in slices |
//! | [`configuration`] | what will go wrong with a configuration |

pub mod configuration;
pub mod simulation;
pub mod world;
