//! With whom: the matchmaker that puts searching players into matches.
//!
//! [`article`] holds the matchmaker of the article, written to be read beside its specification: a queue per
//! datacenter, a full shuffle, groups of N. [`cascade`] does the same faster, and [`crowd`] on numbers of players who are
//! alike; both are held against it. All are
//! pure state machines: players enter through [`Matchmaker::arrivals`], and the two steps of a tick report what
//! changed. [`ranked`] is the queue of a ranked ladder: tickets with points, and windows that widen.
//!
//! ```
//! use matchday_base::{PlayerId, SimTime, Streams};
//! use matchday_matchmaker::{Cascade, Formed, Matchmaker, Reach, RowId, Rules, Seat};
//!
//! // One place, one datacenter 20 ms away.
//! let reach = Reach::new(1, vec![20], 50, 100);
//! let rules = Rules { players: 2, ideal_s: 10, expand_s: 10, warm_s: 10 };
//! let mut matchmaker = Cascade::new(rules, 1, Streams::new(7));
//! let mut formed = Formed::default();
//! matchmaker.arrivals().push(Seat { player: PlayerId(0), row: RowId(0) });
//! matchmaker.arrivals().push(Seat { player: PlayerId(1), row: RowId(0) });
//! matchmaker.form(SimTime::DAY_START, &reach, &mut formed);
//! assert_eq!(formed.seats().len(), 2);
//! ```
#![forbid(unsafe_code)]

pub mod article;
pub mod cascade;
pub mod crowd;
mod formed;
mod lobby;
pub mod ranked;
mod reach;
mod search;
mod tickets;
mod walk;

pub use article::Article;
pub use cascade::Cascade;
pub use crowd::{ClassId, Crowd, FormedCrowd};
pub use formed::{Formed, Run, Wait};
pub use lobby::Lobbies;
pub use reach::{Reach, RowId, SetId};
pub use search::{Change, Matchmaker, Rules, SearchState, Searching, Seat};
