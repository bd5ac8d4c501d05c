//! Ranked matches: offered, waiting for a server, or played.

use matchday_base::{AccountId, DatacenterIndex, MatchId, SimTime};
use matchday_matchmaker::ranked::{Found, ReadyCheck};
use std::collections::BTreeMap;

/// What the queue has found, from then on to its end.
#[derive(Clone, Debug)]
pub struct Offered {
    /// Which, from 0 in the order of offers.
    pub number: u32,
    /// When.
    pub at: SimTime,
    /// Mean points of everybody in it, then.
    pub mean_points: f64,
    /// Who plays, where, in which teams.
    pub found: Found,
}

impl Offered {
    /// Everybody in it, team by team.
    pub fn players(&self) -> impl Iterator<Item = AccountId> + '_ {
        self.found.teams.iter().flatten().copied()
    }
}

/// A match that has been offered to its players.
#[derive(Clone, Debug)]
pub struct Offer {
    /// What is offered.
    pub offered: Offered,
    /// Everybody asked, in the order of the check's seats.
    pub players: Vec<AccountId>,
    /// Who has answered what.
    pub check: ReadyCheck,
}

/// A match that all have accepted.
#[derive(Clone, Debug)]
pub struct Match {
    /// What was offered.
    pub offered: Offered,
    /// When it formed.
    pub formed: SimTime,
    /// Since when it is played, rather than waiting for a server.
    pub started: Option<SimTime>,
    /// Who has left it, and when.
    pub left: Vec<(AccountId, SimTime)>,
}

impl Match {
    /// Everybody who was in it when it formed.
    pub fn players(&self) -> impl Iterator<Item = AccountId> + '_ {
        self.offered.players()
    }

    /// Who plays with whom.
    pub fn teams(&self) -> &[Vec<AccountId>] {
        &self.offered.found.teams
    }

    /// Where.
    pub fn datacenter(&self) -> DatacenterIndex {
        self.offered.found.datacenter
    }

    /// When an account left it, if it has.
    pub fn left_at(&self, account: AccountId) -> Option<SimTime> {
        self.left.iter().find(|(left, _)| *left == account).map(|&(_, at)| at)
    }
}

/// What is offered and what is played, by number.
#[derive(Clone, Debug, Default)]
pub struct Matches {
    /// Matches in their ready check.
    pub offers: BTreeMap<u32, Offer>,
    /// Matches that wait for a server or are played.
    pub live: BTreeMap<MatchId, Match>,
    found: u32,
    checked: u32,
    formed: u32,
}

impl Matches {
    /// The number of the next match that is found, whether its players are asked or not.
    pub fn number(&mut self) -> u32 {
        self.found += 1;
        self.found - 1
    }

    /// The players of a match are asked; the number of the check.
    pub fn offer(&mut self, offer: Offer) -> u32 {
        self.checked += 1;
        self.offers.insert(self.checked, offer);
        self.checked
    }

    /// A match has formed; its id.
    pub fn form(&mut self, formed: Match) -> MatchId {
        let id = MatchId(self.formed);
        self.formed += 1;
        self.live.insert(id, formed);
        id
    }
}
