//! The few words that every part of Matchday shares.
//!
//! | module | what it holds |
//! |---|---|
//! | [`time`] | [`SimTime`]: whole simulated seconds |
//! | [`calendar`] | [`Calendar`]: which dates the simulated seconds are |
//! | [`timers`] | what is due in which second |
//! | [`id`] | small typed ids in the place of bare integers |
//! | [`rng`] | named random streams: one per purpose, the same bits everywhere |
//! | [`alias`] | weighted draws in constant time |
//! | [`digest`] | [`RunDigest`]: one number that two equal runs share |
//!
//! Nothing here touches a clock, a file, the network, a thread or the platform's randomness.
#![forbid(unsafe_code)]

pub mod alias;
pub mod calendar;
pub mod digest;
pub mod id;
pub mod rng;
pub mod time;
pub mod timers;

pub use alias::Alias;
pub use calendar::Calendar;
pub use digest::RunDigest;
pub use id::{AccountId, CellId, DatacenterIndex, MatchId, PlayerId, TicketId};
pub use rng::{Rng, Streams};
pub use time::SimTime;
pub use timers::Timers;
