//! On what: the match broker, and the game servers that matches run on.
//!
//! State machines without clock, network or chance of their own: each takes the events of a second, and gives back
//! what follows.

#![forbid(unsafe_code)]

pub mod broker;
pub mod registration;
pub mod servers;
pub mod simulation;

mod window;

/// A game server: its place among those of all fleets, which is given to another once it is deleted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ServerId(pub u32);
