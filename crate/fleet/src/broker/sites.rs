//! The waiting lines of each site: matches for servers, or servers for matches, in a lane per filter; and
//! matches that wait to ask an allocator again, in one line.
//!
//! A match is in every lane whose filter accepts it, a server in the lane of its filter. So a server checks
//! the front of one lane, and a match evaluates each filter once.

use super::matches::{Matches, queued};
use super::servers::{Server, ServerState};
use super::{Accepts, FilterId, Properties};
use crate::ServerId;
use matchday_base::{DatacenterIndex, MatchId, SimTime};
use std::collections::{BTreeSet, VecDeque};

/// The lines of one datacenter.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub(super) struct Site {
    /// Each made when a server first asks with its filter.
    pub(super) lanes: Vec<Lane>,
    /// Matches that every willing allocator has refused, oldest first; includes matches that wait for an answer
    /// again, have a server, or ended.
    pub(super) line: BTreeSet<MatchId>,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Lane {
    pub(super) filter: Option<FilterId>,
    /// Oldest first; includes matches that were picked up through another lane, or ended.
    pub(super) matches: VecDeque<MatchId>,
    /// Oldest first, with the start of their wait.
    pub(super) servers: VecDeque<(SimTime, ServerId)>,
}

/// Whether `filter`, if there is one, accepts.
pub(super) fn passes(filter: Option<FilterId>, properties: &Properties, accepts: &impl Accepts) -> bool {
    filter.is_none_or(|filter| accepts.accepts(filter, properties))
}

impl Site {
    /// The lane of `filter`; a new lane gets the earlier matches of this site, `datacenter`.
    pub fn lane(
        &mut self,
        datacenter: DatacenterIndex,
        filter: Option<FilterId>,
        matches: &Matches,
        accepts: &impl Accepts,
    ) -> u16 {
        let found = self.lanes.iter().position(|lane| lane.filter == filter);
        let number = found.unwrap_or_else(|| {
            let here = matches.iter().filter(|(_, found)| found.properties.datacenter == datacenter);
            let waiting = here.filter(|&(id, found)| queued(matches, id) && passes(filter, &found.properties, accepts));
            let matches = waiting.map(|(id, _)| id).collect();
            self.lanes.push(Lane { filter, matches, servers: VecDeque::new() });
            self.lanes.len() - 1
        });
        number as u16
    }

    /// Removes the longest waiting server whose filter accepts the match.
    pub fn server_for(&mut self, properties: &Properties, accepts: &impl Accepts) -> Option<ServerId> {
        let fronts = self.lanes.iter_mut().filter(|lane| !lane.servers.is_empty());
        let accepting = fronts.filter(|lane| passes(lane.filter, properties, accepts));
        let lane = accepting.min_by_key(|lane| lane.servers[0].0)?;
        lane.servers.pop_front().map(|(_, server)| server)
    }

    /// Removes the oldest match of a lane that still waits.
    pub fn match_for(&mut self, lane: u16, matches: &Matches) -> Option<MatchId> {
        let lane = &mut self.lanes[usize::from(lane)];
        lane.drop_stale(matches);
        lane.matches.pop_front()
    }

    /// Adds a match for which [`server_for`](Self::server_for) found no server.
    pub fn queue_match(&mut self, id: MatchId, properties: &Properties, matches: &Matches, accepts: &impl Accepts) {
        for lane in self.lanes.iter_mut().filter(|lane| passes(lane.filter, properties, accepts)) {
            // No server may ever ask in this lane: its length is limited by the time that a match may wait.
            lane.drop_stale(matches);
            lane.matches.push_back(id);
        }
    }

    /// The oldest match in the line before `before` for which an allocator would start a server.
    pub fn first_in_line(&mut self, allocator: u8, before: MatchId, matches: &Matches) -> Option<MatchId> {
        let stands = |id: MatchId| matches.get(id).filter(|found| found.stands_in_line());
        while self.line.first().is_some_and(|&id| stands(id).is_none()) {
            self.line.pop_first();
        }
        let wanted = |&id: &MatchId| stands(id).is_some_and(|found| found.willing >> allocator & 1 == 1);
        self.line.range(..before).copied().find(wanted)
    }

    /// Adds a waiting server.
    pub fn queue_server(&mut self, lane: u16, now: SimTime, id: ServerId) {
        self.lanes[usize::from(lane)].servers.push_back((now, id));
    }

    /// Removes a waiting server.
    fn remove_server(&mut self, lane: u16, id: ServerId) {
        let servers = &mut self.lanes[usize::from(lane)].servers;
        if let Some(place) = servers.iter().position(|&(_, waiting)| waiting == id) {
            servers.remove(place);
        }
    }

    /// Number of entries of a server in a lane.
    pub fn places(&self, lane: u16, id: ServerId) -> usize {
        self.lanes[usize::from(lane)].servers.iter().filter(|&&(_, waiting)| waiting == id).count()
    }

    /// Whether each lane has only servers or only matches.
    pub fn nobody_waits_for_each_other(&self, matches: &Matches) -> bool {
        self.lanes.iter().all(|lane| lane.servers.is_empty() || !lane.matches.iter().any(|&id| queued(matches, id)))
    }
}

impl Lane {
    fn drop_stale(&mut self, matches: &Matches) {
        while self.matches.front().is_some_and(|&id| !queued(matches, id)) {
            self.matches.pop_front();
        }
    }
}

/// The site of a datacenter.
pub(super) fn site(sites: &mut Vec<Site>, datacenter: DatacenterIndex) -> &mut Site {
    if datacenter.index() >= sites.len() {
        sites.resize_with(datacenter.index() + 1, Site::default);
    }
    &mut sites[datacenter.index()]
}

/// Removes a server that may be waiting.
#[inline]
pub(super) fn leave(sites: &mut [Site], id: ServerId, server: &Server) {
    if let ServerState::Waiting(datacenter, lane) = server.state {
        sites[datacenter.index()].remove_server(lane, id);
    }
}
