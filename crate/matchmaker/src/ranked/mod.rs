//! The ranked queue: tickets whose windows widen while they wait.
//!
//! | module | what it holds |
//! |---|---|
//! | `rules` | [`Rules`]: [`Mode`], [`Policy`], [`Widening`] |
//! | `group` | the rules of a match: the requirements between any two of its tickets |
//! | `queue` | [`Queue`]: the waiting tickets; `pool`: the tickets that may meet |
//! | `pass` | one search of a pool; `pairs` for 1v1, `teams` for all other modes |
//! | `balance` | [`balance()`]: two teams as equal as parties allow |
//! | `why` | [`Why`] a ticket still waits, and what would help |
//! | [`ready`] | [`ReadyCheck`]: whether all players of a match are present |
//! | [`state`] | the states of a ticket, and the steps between them |
//!
//! ```
//! use matchday_base::{AccountId, SimTime};
//! use matchday_matchmaker::ranked::{Constraints, Member, Mode, Policy, Queue, RegionId, Rules, Ticket, WidenBy, Widening};
//!
//! let rules = Rules {
//!     mode: Mode::Teams(1),
//!     policy: Policy::Windows,
//!     widening: Widening::b(),
//!     widen_by: WidenBy::Oldest,
//!     ttl_s: 300,
//! };
//! let mut queue = Queue::new(rules, &[RegionId(0)]);
//! for (account, points) in [(0, 1500), (1, 1640)] {
//!     queue.enqueue(Ticket {
//!         members: [Member { account: AccountId(account), points }].into_iter().collect(),
//!         region: RegionId(0),
//!         rtts_ms: vec![35],
//!         constraints: Constraints::NONE,
//!         enqueued: SimTime(0),
//!         checked_s: 0,
//!     });
//! }
//! // 140 points apart: the window is 100 at first, and 150 from 30 s on.
//! let mut found = Vec::new();
//! queue.form(SimTime(29), &mut found);
//! assert!(found.is_empty());
//! queue.form(SimTime(30), &mut found);
//! assert_eq!(found[0].teams.concat(), [AccountId(0), AccountId(1)]);
//! ```

mod balance;
mod group;
mod line;
mod mode;
mod pairs;
mod pass;
mod pool;
mod queue;
pub mod ready;
mod rules;
pub mod state;
mod tally;
mod teams;
mod ticket;
mod why;
mod widening;
mod windows;

pub use balance::{Team, balance};
pub use mode::{Mode, ModeError};
pub use queue::{Found, Queue};
pub use ready::ReadyCheck;
pub use rules::{Policy, Rules};
pub use tally::Tally;
pub use ticket::{Constraints, Member, RegionId, Ticket};
pub use why::{Relaxation, Why};
pub use widening::{Step, Widening, WideningError};
pub use windows::WidenBy;
