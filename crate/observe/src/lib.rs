//! A day of any kind, and what is asked of it: who plays with whom, who waits and why, any second of it again.
//!
//! ```
//! use matchday_observe::{Company, Day, Options};
//! use matchday_sim::World;
//! use matchday_sim::tiny::{params, tiny_dataset};
//!
//! let params = params(&[("ccu", "200"), ("players", "4")]);
//! let world = World::new(&tiny_dataset(), &params)?.into();
//! let mut company = Company::new(Day::new(&world, &params, Options::default())?);
//! company.advance(30 * 3_600);
//! assert!(company.matches().count() > 10);
//! assert!(company.matches().all(|(_, found)| found.players.len() == 4));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! - [`Day`] is the day that parameters describe: the article's, ranked or aggregate, with or without servers;
//! - [`observer`] is told what happens; [`events`] keeps it player by player, [`tickets`] search by search, [`mixing`] counts how
//!   often players meet again;
//! - [`company`] follows from the events who plays with whom, [`close_up`] sums up some players, [`life`] is the day of one;
//! - [`time_machine`] goes to any second again, [`frames`] is the thin record of a day for when that takes too long;
//! - [`starvation`] finds days on which players accumulate, and names the cause.
//!
//! Nothing here changes a day: its digest is the same, whether it is looked at or not. The crate uses no clock, file, network,
//! thread or platform randomness.
#![forbid(unsafe_code)]

pub mod close_up;
pub mod company;
pub mod day;
pub mod events;
pub mod frames;
pub mod life;
pub mod mixing;
pub mod observer;
pub mod starvation;
pub mod tickets;
pub mod time_machine;

pub use close_up::CloseUp;
pub use company::Company;
pub use day::{Aggregate, Day, DayError, Options};
pub use events::{EventFilter, EventLog};
pub use frames::{FrameCursor, FrameLog};
pub use life::Follower;
pub use mixing::Mixing;
pub use tickets::{TicketEnd, TicketLog, TicketRow};
pub use time_machine::TimeMachine;

#[cfg(test)]
mod tests;
