//! The interface to the servers: which server a match runs on, and how it ended.
//!
//! A formed match asks for a server with [`Placement::request`]; [`Placement::advance`] reports the events of
//! each second. In the article's world, [`AtOnce`], the fleet is always large enough: there are no requests
//! and no events.

use crate::servers::Servers;
use crate::servers::minutes::ServerMinutes;
use matchday_base::{DatacenterIndex, MatchId, RunDigest, SimTime};
pub use matchday_fleet::simulation::PlacementEvent;
use std::fmt::Debug;

/// A match that needs a server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Request {
    /// Which match.
    pub id: MatchId,
    /// The playlist in which it formed.
    pub playlist: u8,
    /// The datacenter for which it formed.
    pub datacenter: DatacenterIndex,
    /// Players in it.
    pub players: u16,
    /// Mean RTT of its players, ms, rounded down.
    pub mean_rtt_ms: u16,
    /// Its length once it has started, s.
    pub match_s: u32,
}

/// Where servers come from.
pub trait Placement: Clone + Debug {
    /// Whether every match starts in the second in which it forms, and is completed. Then there are no
    /// requests, and the matches of one second are followed together.
    const AT_ONCE: bool;

    /// A match asks for a server.
    fn request(&mut self, now: SimTime, request: Request);

    /// All players of a match have given up before it got a server; it needs none any more.
    fn cancel(&mut self, now: SimTime, id: MatchId);

    /// A match that has started is decided before its time.
    fn finish(&mut self, _now: SimTime, _id: MatchId) {}

    /// Appends the events of this second; called once a second, before the requests of that second. The
    /// events of a match come in order: it starts at most once and ends exactly once.
    fn advance(&mut self, now: SimTime, events: &mut Vec<PlacementEvent>);

    /// A shown minute has ended; `now` is its last second. Adds what servers did to the digest.
    fn end_minute(&mut self, _now: SimTime, _digest: &mut RunDigest) {}

    /// Exchanges the recorded minutes of servers, if there are any.
    fn swap_minutes(&mut self, _minutes: &mut ServerMinutes) {}

    /// The simulated servers, if there are any.
    fn servers(&self) -> Option<&Servers> {
        None
    }
}

/// Gives every match a server at once.
#[derive(Clone, Copy, Debug, Default)]
pub struct AtOnce;

impl Placement for AtOnce {
    const AT_ONCE: bool = true;

    fn request(&mut self, _now: SimTime, _request: Request) {}

    fn cancel(&mut self, _now: SimTime, _id: MatchId) {}

    fn advance(&mut self, _now: SimTime, _events: &mut Vec<PlacementEvent>) {}
}
