//! The matchmakers that put searching players into matches.
//!
//! [`article`] holds the matchmaker of the article, written to be read beside its specification: a queue per
//! datacenter, a full shuffle, groups of N. [`cascade`] does the same faster, and [`aggregate`] does it for
//! counts of equivalent players; tests compare both with it. All are pure state machines: players enter
//! through [`Matchmaker::arrivals`], and the two steps of a tick report all changes. [`ranked`] is the queue
//! of a ranked ladder: tickets with points, and windows that widen. [`policy`] is the seam for matchmakers of others.
//!
//! ```
//! use matchday_base::{PlayerId, SimTime, Streams};
//! use matchday_matchmaker::{ByRules, Cascade, Formed, Matchmaker, LatencyTable, RowId, Rules, QueuedPlayer};
//!
//! // One place, one datacenter 20 ms away.
//! let latencies = LatencyTable::new(1, vec![20], 50, 100);
//! let rules =
//!     Rules { players: 2, ideal_s: 10, expand_s: 10, warm_s: 10, patience_s: 120, avoid_rematch: false };
//! let mut matchmaker = Cascade::new(rules, 1, Streams::new(7));
//! let mut formed = Formed::default();
//! matchmaker.arrivals().push(QueuedPlayer { player: PlayerId(0), row: RowId(0) });
//! matchmaker.arrivals().push(QueuedPlayer { player: PlayerId(1), row: RowId(0) });
//! matchmaker.form(SimTime::DAY_START, &latencies, &mut formed);
//! assert_eq!(formed.queued_players().len(), 2);
//! ```
#![forbid(unsafe_code)]

pub mod aggregate;
pub mod article;
pub mod cascade;
mod formed;
mod latency_table;
mod lobby;
pub mod policy;
pub mod ranked;
mod rematch;
mod search;
mod tickets;
mod walk;
mod warm;

pub use aggregate::{AggregateMatches, AggregateMatchmaker, ClassId};
pub use article::Article;
pub use cascade::Cascade;
pub use formed::{Formed, Groups, MatchBatch, Wait};
pub use latency_table::{LatencyTable, RowId, SetId};
pub use lobby::Lobbies;
pub use rematch::LastMatches;
pub use search::{ByRules, Change, Matchmaker, Next, QueuedPlayer, Rules, SearchState, Searching};
