//! With whom: the matchmaker that puts searching players into matches.
//!
//! [`article`] holds the matchmaker of the article, written to be read beside its specification: a queue per
//! datacenter, a full shuffle, groups of N. It is a pure state machine: players enter through
//! [`Matchmaker::enqueue`], and the three steps of a tick report what changed.
//!
//! ```
//! use matchday_base::{PlayerId, SimTime, Streams};
//! use matchday_matchmaker::{Formed, Matchmaker, Reach, RowId, Rules};
//!
//! // One place, one datacenter 20 ms away.
//! let reach = Reach::new(1, vec![20], 50, 100);
//! let rules = Rules { players: 2, ideal_s: 10, expand_s: 10, warm_s: 10 };
//! let mut matchmaker = Matchmaker::new(rules, 1, Streams::new(7));
//! let (now, mut changes, mut formed) = (SimTime::DAY_START, Vec::new(), Formed::default());
//! matchmaker.enqueue(PlayerId(0), RowId(0));
//! matchmaker.enqueue(PlayerId(1), RowId(0));
//! matchmaker.classify(now, &reach, &mut changes);
//! matchmaker.form(now, &reach, &mut formed);
//! assert_eq!(formed.matches().count(), 1);
//! ```
#![forbid(unsafe_code)]

pub mod article;
mod formed;
mod reach;

pub use article::{Change, Matchmaker, Rules, SearchState};
pub use formed::{Formed, FormedMatch, Member};
pub use reach::{Reach, RowId};
