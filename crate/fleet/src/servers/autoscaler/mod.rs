//! How many servers are wanted: the policies of Agones' fleet autoscalers, which agree with Agones' own test cases
//! (`tests/fleet/agones/`).

mod buffer;
mod chain;
mod counter;
mod cron;
mod duration;
mod schedule;

pub use buffer::{Buffer, Reserve};
pub use chain::{Chain, Link};
pub use counter::{Counter, Room, Rooms};
pub use cron::{Cron, CronError, Minutes};
pub use duration::parse_duration;
pub use schedule::{Schedule, Windows};

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
    /// A policy of Agones that is not simulated: it never applies.
    NotSimulated,
}

/// What an autoscaler sees when it looks at its fleet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Look<'a> {
    /// Servers that count as replicas.
    pub replicas: u32,
    /// Servers in use.
    pub allocated: u32,
    /// The room that a counter policy looks at; `None` if the servers have no such counter.
    pub rooms: Option<Rooms<'a>>,
    /// Unix time, s.
    pub unix_s: i64,
}

/// The decision of a policy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scale {
    /// Servers wanted.
    pub replicas: u32,
    /// Whether a bound of the policy decided, not its buffer.
    pub limited: bool,
}

impl Policy {
    /// How many servers are wanted; `None` where it does not apply, and the fleet stays as it is.
    pub fn scale(&self, look: &Look<'_>) -> Option<Scale> {
        match self {
            Policy::Buffer(buffer) => Some(buffer.scale(look)),
            Policy::Counter(counter) => counter.scale(look),
            Policy::Schedule(schedule) => schedule.scale(look),
            Policy::Chain(chain) => chain.scale(look),
            Policy::NotSimulated => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    pub fn look(allocated: u32, unix_s: i64) -> Look<'static> {
        Look { replicas: allocated, allocated, rooms: None, unix_s }
    }

    pub fn absolute(size: u32) -> Policy {
        Policy::Buffer(Buffer { size: Reserve::Absolute(size), min_replicas: 0, max_replicas: u32::MAX })
    }
}
