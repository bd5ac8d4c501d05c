//! Accounts with a hidden true skill, and their ratings on a ladder.
//!
//! | module | what it holds |
//! |---|---|
//! | [`accounts`] | [`Accounts`]: all accounts, and the draw of accounts that come online |
//! | [`rating`] | the rating systems |
//! | [`ladder`] | [`Ladder`]: every account's rating, match by match |
//! | [`season`] | the reset of ratings at the end of a season |
//! | [`tier`], [`board`] | tiers and divisions, leaderboards |
//! | [`history`], [`highlights`] | each account's matches, highlights of each week |
//! | [`smurf`] | flags on accounts that rise too fast |
//! | [`penalty`] | [`Lockouts`] of players who dodge |
//! | [`play`] | match results drawn from true skill |
//! | [`calibration`], [`accuracy`] | errors of predictions and ratings |
//!
//! Pure arithmetic: no clock, random numbers only from named streams, and the same bits natively and in wasm.
//!
//! ```
//! use matchday_base::{AccountId, MatchId, SimTime};
//! use matchday_ladder::rating::{Glicko2, Outcome, System, Team};
//! use matchday_ladder::{Ladder, LadderSettings, Played, SeasonKind};
//!
//! let system = System::Glicko2(Glicko2::default());
//! let season_s = 90 * 86_400;
//! let (season, starts) = (SeasonKind::Soft, SimTime::DAY_START);
//! let mut ladder = Ladder::new(LadderSettings { system, shadow: None, season, season_s, starts });
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
pub mod board;
pub mod calibration;
pub mod highlights;
pub mod history;
pub mod ladder;
pub mod penalty;
pub mod play;
pub mod rating;
pub mod season;
pub mod smurf;
pub mod tier;

pub use accounts::{Account, Accounts, Classes, Population};
pub use board::Board;
pub use ladder::{Ladder, LadderSettings, Played};
pub use penalty::Lockouts;
pub use season::{SeasonEnd, SeasonKind};
pub use tier::{Division, Tier};
