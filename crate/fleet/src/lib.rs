//! The match broker, and the game servers on which matches run.
//!
//! State machines without their own clock, network or randomness: each takes the events of a second, and
//! returns their effects.

#![forbid(unsafe_code)]

pub mod broker;
pub mod registration;
pub mod servers;
pub mod simulation;

#[cfg(test)]
mod tests;

/// Id of a game server, unique across all fleets; reused after the server is deleted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ServerId(pub u32);

impl From<u32> for ServerId {
    fn from(number: u32) -> Self {
        Self(number)
    }
}

impl From<ServerId> for u32 {
    fn from(id: ServerId) -> Self {
        id.0
    }
}
