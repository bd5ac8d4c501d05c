//! Types that every part of Matchday shares.
//!
//! ```
//! use matchday_base::{SimTime, Streams, Timers};
//! use rand::RngExt;
//!
//! // A stream is named by its purpose: the same seed and name always give the same numbers.
//! let [mut pauses, mut again] = [7, 7].map(|seed| Streams::new(seed).stream("pauses"));
//! let pause_s = pauses.random_range(20..=60);
//! assert_eq!(again.random_range(20..=60), pause_s);
//!
//! let mut timers = Timers::new(SimTime::DAY_START);
//! timers.set(SimTime::DAY_START + pause_s, "queues again");
//! let minute = (0..=60).map(|second| SimTime::DAY_START + second);
//! let fired = minute.filter_map(|now| Some((now, timers.fire(now)?))).collect::<Vec<_>>();
//! assert_eq!(fired, [(SimTime::DAY_START + pause_s, "queues again")]);
//! ```
//!
//! | module | what it holds |
//! |---|---|
//! | [`time`] | [`SimTime`]: whole simulated seconds |
//! | [`calendar`] | [`Calendar`]: the dates of simulated seconds |
//! | [`timers`] | [`Timers`]: events that are due at a second |
//! | [`window`] | [`Window`]: values by rising ids, of which only the last are kept |
//! | [`id`] | typed ids instead of bare integers |
//! | [`text`] | text from outside in messages: what of it acts on the text around it |
//! | [`rng`] | named random streams, one for each purpose, with the same bits on every platform |
//! | [`rtt`] | the range of round trips |
//! | [`digest`] | [`RunDigest`]: the same number for equal runs; FNV-1a |
//!
//! Nothing here touches a clock, a file, the network, a thread or the platform's randomness.
#![forbid(unsafe_code)]

pub mod calendar;
pub mod digest;
pub mod id;
pub mod rng;
pub mod rtt;
pub mod text;
pub mod time;
pub mod timers;
pub mod window;

pub use calendar::{Calendar, ShownDays};
pub use digest::RunDigest;
pub use id::{AccountId, CellId, DatacenterIndex, MatchId, PlayerId, TicketId};
pub use rng::{Rng, Streams};
pub use time::SimTime;
pub use timers::Timers;
pub use window::Window;
