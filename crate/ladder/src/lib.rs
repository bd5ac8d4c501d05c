//! How good: what a ladder believes of its players.
//!
//! [`rating`] holds the rating systems. All is arithmetic on what it is told: no clock, no chance, and the same bits
//! natively and in wasm.
//!
//! ```
//! use matchday_base::{PlayerId, SimTime};
//! use matchday_ladder::rating::{Glicko2, Outcome, System, Table, Team};
//!
//! let mut table = Table::new(System::Glicko2(Glicko2::default()));
//! let [winner, loser] = [PlayerId(0), PlayerId(1)];
//! let teams = vec![Team { rank: 1, players: vec![winner] }, Team { rank: 2, players: vec![loser] }];
//! let changes = table.settle(&Outcome::new(teams)?, SimTime::DAY_START);
//! assert_eq!(changes[0].player, winner);
//! assert!(table.rating(&winner, SimTime::DAY_START).points() > 1500.0);
//! # Ok::<(), matchday_ladder::rating::OutcomeError<PlayerId>>(())
//! ```
#![forbid(unsafe_code)]

pub mod rating;
