//! On what a match runs, and how it ended: the seam to the servers.
//!
//! A formed match asks for a server with [`Placement::request`], and what becomes of it is told by
//! [`Placement::advance`], second by second. In the article's world, [`AtOnce`], the fleet is always large enough: nothing
//! is asked and nothing told.

use crate::servers::Servers;
use matchday_base::{DatacenterIndex, MatchId, SimTime};
pub use matchday_fleet::simulation::PlacementEvent;
use std::fmt::Debug;

/// A match that needs a server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Request {
    /// Which match.
    pub id: MatchId,
    /// The playlist it was formed in.
    pub playlist: u8,
    /// Where it was formed for.
    pub datacenter: DatacenterIndex,
    /// Players in it.
    pub players: u16,
    /// Mean RTT of its players, ms, rounded down.
    pub mean_rtt_ms: u16,
}

/// Where servers come from.
pub trait Placement: Clone + Debug {
    /// Whether every match starts in the second in which it forms, and is completed. Then no match is asked for, and
    /// those of one second are followed together.
    const AT_ONCE: bool;

    /// A match asks for a server.
    fn request(&mut self, now: SimTime, request: Request);

    /// What happens on the servers in this second, once for each before any request of it. Each match is told of in the
    /// order of its life: it starts at most once and ends exactly once.
    fn advance(&mut self, now: SimTime, news: &mut Vec<PlacementEvent>);

    /// A shown minute is over; `now` is its last second.
    fn end_minute(&mut self, _now: SimTime) {}

    /// The servers, if they are simulated.
    fn servers(&self) -> Option<&Servers> {
        None
    }
}

/// A server for every match at once.
#[derive(Clone, Copy, Debug, Default)]
pub struct AtOnce;

impl Placement for AtOnce {
    const AT_ONCE: bool = true;

    fn request(&mut self, _now: SimTime, _request: Request) {}

    fn advance(&mut self, _now: SimTime, _news: &mut Vec<PlacementEvent>) {}
}
