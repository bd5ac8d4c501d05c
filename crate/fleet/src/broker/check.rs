//! Invariants after every event of a broker.

use super::servers::ServerState;
use super::{Broker, BrokerMatch, Stage};
use crate::ServerId;
use matchday_base::{DatacenterIndex, MatchId, SimTime};
use thiserror::Error;

/// A broken invariant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum Violation {
    /// A match and its server do not name each other.
    #[error("{0:?} and its server do not agree")]
    Holder(MatchId),
    /// A match is still in a stage whose timer has expired.
    #[error("{0:?} has outlived its timer as {1:?}")]
    Match(MatchId, Stage),
    /// A match that allocators would serve has no pending allocator, or has lost its place in the line.
    #[error("no allocator is to answer for {0:?}")]
    Unasked(MatchId),
    /// None of a server's timers gave it up in time.
    #[error("{0:?} has outlived its timers")]
    Server(ServerId),
    /// A server is not in its one waiting lane, or has a match that has ended.
    #[error("{0:?} does not stand where it should")]
    ServerState(ServerId),
    /// A server and a match that its filter accepts both wait.
    #[error("a server and a match of {0:?} wait for each other")]
    Waiting(DatacenterIndex),
}

impl Broker {
    /// Checks all invariants in the second `now`, after its [`fire`](Self::fire). A full sweep, for tests and
    /// debug builds.
    ///
    /// # Errors
    /// The first broken invariant.
    pub fn check(&self, now: SimTime) -> Result<(), Violation> {
        self.matches.iter().try_for_each(|(id, found)| self.check_match(now, id, found))?;
        self.servers.iter().try_for_each(|(id, _)| self.check_server(now, id))?;
        let torn = (0..).zip(&self.sites).find(|(_, site)| !site.nobody_waits_for_each_other(&self.matches));
        torn.map_or(Ok(()), |(datacenter, _)| Err(Violation::Waiting(DatacenterIndex(datacenter))))
    }

    fn check_match(&self, now: SimTime, id: MatchId, found: &BrokerMatch) -> Result<(), Violation> {
        let held = |by| self.servers.get(by).is_some_and(|server| server.state == ServerState::Holding(id));
        let asked = found.ask.due().map_or(found.willing == 0, |due| due > now);
        let queued = found.stage == Stage::Queued;
        ensure(found.server.is_none_or(|by| !queued && held(by)), Violation::Holder(id))?;
        let watched = found.watched > now && found.watched <= found.due(&self.settings);
        ensure(found.over(&self.settings) > now && watched, Violation::Match(id, found.stage))?;
        let line = self.sites.get(found.properties.datacenter.index()).map(|site| &site.line);
        let in_line = !found.stands_in_line() || line.is_some_and(|line| line.contains(&id));
        ensure(!queued || (asked && in_line), Violation::Unasked(id))
    }

    fn check_server(&self, now: SimTime, id: ServerId) -> Result<(), Violation> {
        let Some(server) = self.servers.get(id) else { return Ok(()) };
        let due = server.due(&self.settings, self.started);
        ensure(server.watched > now && server.watched <= due, Violation::Server(id))?;
        let stands = match server.state {
            ServerState::Holding(held) => self.matches.get(held).is_some_and(|found| found.server == Some(id)),
            ServerState::Waiting(datacenter, lane) => self.sites[datacenter.index()].places(lane, id) == 1,
            ServerState::Starting | ServerState::Idle => true,
        };
        ensure(stands, Violation::ServerState(id))
    }
}

fn ensure(holds: bool, violation: Violation) -> Result<(), Violation> {
    if holds { Ok(()) } else { Err(violation) }
}
