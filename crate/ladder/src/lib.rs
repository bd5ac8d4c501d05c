//! How good: accounts, and what a ladder believes of them.
//!
//! | module | what it holds |
//! |---|---|
//! | [`accounts`] | [`Accounts`]: who plays, and who of them comes online |
//! | [`rating`] | the rating systems |
//! | [`ladder`] | [`Ladder`]: what is believed of everybody, match by match |
//! | [`tier`] | tiers and divisions |
//! | [`penalty`] | [`Lockouts`] of those who dodge |
//! | [`play`] | how matches truly end |
//! | [`calibration`], [`accuracy`] | whether what is believed is true |
//!
//! All is arithmetic on what it is told: no clock, chance only from named streams, and the same bits natively and in wasm.
//!
//! ```
//! use matchday_base::{AccountId, MatchId, SimTime};
//! use matchday_ladder::rating::{Glicko2, Outcome, System, Team};
//! use matchday_ladder::{Ladder, Played, Settings};
//!
//! let mut ladder = Ladder::new(Settings { system: System::Glicko2(Glicko2::default()), shadow: None });
//! let [winner, loser] = [AccountId(0), AccountId(1)];
//! let teams = vec![Team { rank: 1, players: vec![winner] }, Team { rank: 2, players: vec![loser] }];
//! let (outcome, now) = (Outcome::new(teams)?, SimTime::DAY_START);
//! let played = Played { id: MatchId(0), ended: now, outcome: &outcome, left: &[] };
//! assert_eq!(ladder.settle(&played)[0].player, winner);
//! assert!(ladder.settle(&played).is_empty(), "a match counts once");
//! assert!(ladder.rating(winner, now).points() > 1500.0);
//! # Ok::<(), matchday_ladder::rating::OutcomeError<AccountId>>(())
//! ```
#![forbid(unsafe_code)]

pub mod accounts;
pub mod accuracy;
pub mod calibration;
mod draw;
pub mod ladder;
pub mod penalty;
pub mod play;
pub mod rating;
pub mod tier;

pub use accounts::{Account, Accounts, Classes, Population};
pub use ladder::{Ladder, Played, Settings};
pub use penalty::Lockouts;
pub use tier::{Division, Tier};
