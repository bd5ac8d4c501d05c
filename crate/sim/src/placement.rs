//! On what a match runs, and how it ended: the seam to the servers and to the ladder.
//!
//! A formed match asks for a server with [`Placement::request`] and reports its end with
//! [`Placement::finished`]. Servers are granted at once and outcomes are not kept: the article's world, in
//! which the fleet is always large enough and every match counts the same.

use matchday_base::{DatacenterIndex, MatchId, SimTime};

/// A match that needs a server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Request {
    /// Which match.
    pub id: MatchId,
    /// Where it was formed for.
    pub datacenter: DatacenterIndex,
    /// Players in it.
    pub players: usize,
}

/// Answer to a [`Request`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Grant {
    /// A server is ready: the match starts in this second.
    Now,
}

/// How a match ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Played to its end.
    Completed,
}

/// Where servers come from.
#[derive(Clone, Copy, Debug, Default)]
pub struct Placement;

impl Placement {
    /// Asks for a server.
    pub fn request(&mut self, _now: SimTime, _request: Request) -> Grant {
        Grant::Now
    }

    /// The match is over and its server free.
    pub fn finished(&mut self, _now: SimTime, _id: MatchId, _outcome: Outcome) {}
}
