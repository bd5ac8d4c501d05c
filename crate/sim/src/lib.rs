//! When: the day that joins players, places, matchmaker and servers, and what it measured.
//!
//! A run is a pure function of data set, parameters and seed, whatever the size of the steps in which it is
//! advanced:
//!
//! - [`world`] turns a data set and parameters into cells, reachable datacenters and joins;
//! - [`days`] has [`Day`], a day of any kind; what all kinds share is in `log`: clock, joins, recorded minutes;
//! - [`day`] is the article's: [`ArticleDay::advance`] does everything due in each second, always in one order;
//! - [`census`] knows who is inside, [`cohort`] who is in which match, [`replay`] decides who plays again;
//! - [`aggregate`] is the same day for crowds too large to follow;
//! - [`columns`] is what happened each minute, [`frames`] where players were;
//! - [`estimate`] is what the matchmaker believes of an RTT, and what is played;
//! - [`mixing`] watches a day, by [`watch`]: who meets whom again, and how newcomers fare;
//! - [`ranked`] is the day of a ladder: accounts, a queue that looks for equals, matches that count;
//! - [`forecast`] is what a run is expected to come to, before it is simulated;
//! - [`placement`] is where a formed match gets a server from and says how it ended;
//! - [`summary`] is the figures of a run; [`theory`] holds the closed forms it is checked against;
//! - [`check`] states the invariants.
//!
//! Nothing here touches a clock, a file, the network, a thread or the platform's randomness.
#![forbid(unsafe_code)]

pub mod aggregate;
pub mod alias;
pub mod census;
pub mod check;
pub mod cohort;
pub mod columns;
pub mod day;
pub mod days;
pub mod estimate;
pub mod forecast;
pub mod frames;
pub mod joins;
pub mod log;
pub mod mixing;
mod placed;
pub mod placement;
pub mod playlist;
pub mod poisson;
pub mod ranked;
pub mod replay;
pub mod servers;
pub mod summary;
pub mod theory;
pub mod watch;
pub mod world;

pub use aggregate::{AggregateDay, AggregateError};
pub use columns::{Columns, Layout};
pub use day::ArticleDay;
pub use days::{Aggregate, Day, DayError, Options, Simulate};
pub use frames::{FrameCursor, FrameLog};
pub use matchday_wire::report::{RankedSummary, ServersSummary, Summary};
pub use mixing::Mixing;
pub use ranked::RankedDay;
pub use watch::Watch;
pub use world::{ActiveDatacenter, SimulationData, World, WorldError};
