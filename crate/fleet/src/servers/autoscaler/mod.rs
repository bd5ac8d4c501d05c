//! How many servers are wanted: the policies of Agones' fleet autoscalers.

mod cron;

pub use cron::{Cron, CronError};

/// An autoscaler: a policy, and how often it is asked.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct AutoscalerSettings {
    /// Says how many servers are wanted.
    pub policy: Policy,
    /// Seconds from one look at the fleet to the next.
    pub every_s: u32,
}

impl AutoscalerSettings {
    /// How often fleets are looked at where nothing else is said, s.
    pub const EVERY_S: u32 = 30;

    /// Asks `policy` every 30 s.
    pub fn new(policy: Policy) -> Self {
        Self { policy, every_s: Self::EVERY_S }
    }
}

/// Says how many servers are wanted.
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

/// How much is kept in reserve.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reserve {
    /// So many.
    Absolute(u32),
    /// So many of a hundred of all there are, 1 to 99.
    Percent(u8),
}

/// Keeps servers ready beyond the Allocated ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Buffer {
    /// How many of them.
    pub size: Reserve,
    /// Fewest servers.
    pub min_replicas: u32,
    /// Most servers; not below `min_replicas`.
    pub max_replicas: u32,
}

/// Keeps room for matches beyond those that run, where several share a server.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Counter {
    /// Room for how many.
    pub size: Reserve,
    /// Room in all, matches that run included, at least.
    pub min_capacity: u32,
    /// At most; not below `min_capacity`.
    pub max_capacity: u32,
}

/// A policy that applies at certain times.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Schedule {
    /// Never before this Unix time, s.
    pub start_s: Option<i64>,
    /// Never after this Unix time, s.
    pub end_s: Option<i64>,
    /// In which windows between the two; `None`: all the time.
    pub windows: Option<Windows>,
    /// What applies then.
    pub policy: Box<Policy>,
}

/// Windows of time that open again and again.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Windows {
    /// When they open, on clocks that are `utc_offset_s` ahead of UTC.
    pub cron: Cron,
    /// How far the clocks are ahead of UTC, s; negative west of Greenwich.
    pub utc_offset_s: i32,
    /// How long a window stays open, s; `None`: for ever once the first has opened.
    pub duration_s: Option<u32>,
}

/// Several policies, of which the first that applies decides.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Chain(pub Vec<Link>);

/// A policy of a [`Chain`].
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Link {
    /// What people call it.
    pub id: String,
    /// Decides, if it applies.
    pub policy: Policy,
}
