//! The registered servers of each site, and the matches that wait for one.

use crate::ServerId;
use matchday_base::{DatacenterIndex, MatchId, SimTime, Window};
use std::collections::VecDeque;

/// State of a server, as the matchmaker knows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum RegistrationState {
    /// Can be chosen.
    Registered { at: SimTime, datacenter: DatacenterIndex },
    /// Chosen for this match.
    Holding(MatchId),
}

/// Servers by id, and a site per datacenter. Ids are not reused: those of a whole day would outgrow all else, so only the
/// window of servers that are registered or have a match is stored.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub(super) struct Pool {
    states: Window<ServerId, RegistrationState>,
    pub(super) sites: Vec<Site>,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub(super) struct Site {
    /// Registered servers, oldest registration first.
    pub(super) servers: VecDeque<ServerId>,
    /// Waiting matches, oldest first; includes matches that have ended meanwhile.
    pub(super) matches: VecDeque<MatchId>,
}

impl Pool {
    pub fn state(&self, id: ServerId) -> Option<RegistrationState> {
        self.states.get(id).copied()
    }

    /// The last registration of a server that can be chosen.
    pub fn registered_at(&self, id: ServerId) -> Option<SimTime> {
        match self.state(id)? {
            RegistrationState::Registered { at, .. } => Some(at),
            RegistrationState::Holding(_) => None,
        }
    }

    pub fn register(&mut self, at: SimTime, id: ServerId, datacenter: DatacenterIndex) {
        self.states.put(id, RegistrationState::Registered { at, datacenter });
        self.site(datacenter).servers.push_back(id);
    }

    /// Stores the match of a server that is in no queue.
    pub fn hold(&mut self, id: ServerId, held: MatchId) {
        self.states.put(id, RegistrationState::Holding(held));
    }

    /// Removes a server from the registered ones; it has no match.
    pub fn forget(&mut self, id: ServerId) {
        if let Some(RegistrationState::Registered { datacenter, .. }) = self.states.remove(id) {
            let servers = &mut self.site(datacenter).servers;
            if let Some(place) = servers.iter().position(|&registered| registered == id) {
                servers.remove(place);
            }
        }
    }

    /// Forgets every registration.
    pub fn forget_registered(&mut self) {
        (0..self.sites.len() as u16).for_each(|at| self.forget_site(DatacenterIndex(at)));
    }

    /// Forgets every registration at a datacenter.
    pub fn forget_site(&mut self, datacenter: DatacenterIndex) {
        let registered = std::mem::take(&mut self.site(datacenter).servers);
        for id in registered {
            self.states.remove(id);
        }
    }

    /// Removes the server that has been registered longest.
    pub fn take_server(&mut self, datacenter: DatacenterIndex) -> Option<ServerId> {
        self.site(datacenter).servers.pop_front()
    }

    /// Adds a waiting match. Ended matches at the front are dropped.
    pub fn queue(&mut self, datacenter: DatacenterIndex, id: MatchId, waiting: impl Fn(MatchId) -> bool) {
        let matches = &mut self.site(datacenter).matches;
        while matches.front().is_some_and(|&id| !waiting(id)) {
            matches.pop_front();
        }
        matches.push_back(id);
    }

    /// Removes the oldest match that is still `waiting`.
    pub fn take_match(&mut self, datacenter: DatacenterIndex, waiting: impl Fn(MatchId) -> bool) -> Option<MatchId> {
        let matches = &mut self.site(datacenter).matches;
        while let Some(id) = matches.pop_front() {
            if waiting(id) {
                return Some(id);
            }
        }
        None
    }

    /// All servers that are registered or have a match.
    pub fn iter(&self) -> impl Iterator<Item = (ServerId, RegistrationState)> {
        self.states.iter().map(|(id, &state)| (id, state))
    }

    /// Number of queue entries of a server, over all sites.
    pub fn places(&self, id: ServerId) -> usize {
        self.sites.iter().map(|site| site.servers.iter().filter(|&&registered| registered == id).count()).sum()
    }

    /// Whether a site has registered servers.
    pub fn offers(&self, datacenter: DatacenterIndex) -> bool {
        self.sites.get(datacenter.index()).is_some_and(|site| !site.servers.is_empty())
    }

    fn site(&mut self, datacenter: DatacenterIndex) -> &mut Site {
        if datacenter.index() >= self.sites.len() {
            self.sites.resize_with(datacenter.index() + 1, Site::default);
        }
        &mut self.sites[datacenter.index()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn servers_that_are_gone_take_no_memory() {
        let (mut pool, site) = (Pool::default(), DatacenterIndex(0));
        let mut stored = |ids: std::ops::Range<u32>| {
            for id in ids.map(ServerId) {
                pool.register(SimTime(id.0), id, site);
                pool.hold(id, MatchId(id.0));
                pool.forget(id);
                assert_eq!(pool.take_server(site), Some(id));
            }
            format!("{pool:?}").len()
        };
        assert_eq!(stored(1_000..1_100), stored(1_100..9_900));
    }
}
