//! The few words that every part of Matchday shares.
//!
//! | module | what it holds |
//! |---|---|
//! | [`time`] | [`SimTime`]: whole simulated seconds |
//! | [`calendar`] | [`Calendar`]: which dates the simulated seconds are |
//! | [`timers`] | what is due in which second |
//! | [`id`] | small typed ids in the place of bare integers |
//! | [`rng`] | named random streams: one per purpose, the same bits everywhere |
//! | [`digest`] | [`RunDigest`]: one number that two equal runs share; FNV-1a |
//! | [`text`] | numbers and times as people read them |
//!
//! Nothing here touches a clock, a file, the network, a thread or the platform's randomness.
#![forbid(unsafe_code)]

pub mod calendar;
pub mod digest;
pub mod id;
pub mod rng;
pub mod text;
pub mod time;
pub mod timers;

pub use calendar::{Calendar, ShownDays};
pub use digest::RunDigest;
pub use id::{AccountId, CellId, DatacenterIndex, MatchId, PlayerId, TicketId};
pub use rng::{Rng, Streams};
pub use time::SimTime;
pub use timers::Timers;
