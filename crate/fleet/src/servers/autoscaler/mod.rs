//! How many servers are wanted: the policies of Agones' fleet autoscalers.

mod buffer;
mod chain;
mod counter;
mod cron;
mod schedule;

use super::ledger::Counts;
pub use buffer::{Buffer, Reserve};
pub use chain::{Chain, Link};
pub use counter::Counter;
pub use cron::{Cron, CronError};
pub use schedule::{Schedule, Windows};
use std::num::NonZeroU32;

/// An autoscaler: a policy, and how often it is asked.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct AutoscalerSettings {
    /// Decides how many servers are wanted.
    pub policy: Policy,
    /// Seconds between two looks at the fleet.
    pub every_s: u32,
}

impl AutoscalerSettings {
    /// How often an autoscaler runs by default, s.
    pub const EVERY_S: u32 = 30;

    /// Asks `policy` every 30 s.
    pub fn new(policy: Policy) -> Self {
        Self { policy, every_s: Self::EVERY_S }
    }
}

/// Decides how many servers are wanted.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Policy {
    /// Keeps servers ready beyond those in use.
    Buffer(Buffer),
    /// Keeps room for matches on servers that hold several.
    Counter(Counter),
    /// Another policy, at certain times.
    Schedule(Schedule),
    /// The first of several that applies.
    Chain(Chain),
}

/// What an autoscaler sees when it looks at its fleet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Look {
    /// Servers by state, and their matches.
    pub counts: Counts,
    /// Matches that a server has room for.
    pub matches_per_server: NonZeroU32,
    /// Unix time, s.
    pub unix_s: i64,
}

impl Policy {
    /// How many servers are wanted; `None` where it does not apply, and the fleet stays as it is.
    pub fn wanted(&self, look: &Look) -> Option<u32> {
        match self {
            Policy::Buffer(buffer) => Some(buffer.wanted(look)),
            Policy::Counter(counter) => Some(counter.wanted(look)),
            Policy::Schedule(schedule) => schedule.wanted(look),
            Policy::Chain(chain) => chain.wanted(look),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    pub fn look(allocated: u32, matches: u32, matches_per_server: u32, unix_s: i64) -> Look {
        let mut counts = Counts { matches, ..Counts::default() };
        counts.by_state[crate::servers::State::Allocated.index()] = allocated;
        Look { counts, matches_per_server: NonZeroU32::new(matches_per_server).unwrap(), unix_s }
    }

    pub fn absolute(size: u32) -> Policy {
        Policy::Buffer(Buffer { size: Reserve::Absolute(size), min_replicas: 0, max_replicas: u32::MAX })
    }
}
