//! Ranked matches: offered, waiting for a server, or played.

use matchday_base::{AccountId, DatacenterIndex, MatchId, SimTime};
use matchday_matchmaker::ranked::{Found, ReadyCheck, Ticket};
use std::collections::BTreeMap;

/// A match that has been offered to its players.
#[derive(Clone, Debug)]
pub struct Offer {
    /// Who would play, where, in which teams.
    pub found: Found,
    /// Everybody asked, in the order of the check's seats.
    pub players: Vec<AccountId>,
    /// Who has answered what.
    pub check: ReadyCheck,
}

/// A match that all have accepted.
#[derive(Clone, Debug)]
pub struct Match {
    /// Those who queued together, and since when.
    pub parties: Vec<Party>,
    /// Who plays with whom.
    pub teams: Vec<Vec<AccountId>>,
    /// Where.
    pub datacenter: DatacenterIndex,
    /// When it formed.
    pub formed: SimTime,
    /// Whether it is played, rather than waiting for a server.
    pub started: bool,
    /// Who has left it.
    pub left: Vec<AccountId>,
}

/// Accounts that queue together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Party {
    /// Who.
    pub members: Vec<AccountId>,
    /// Since when they had been in the queue.
    pub enqueued: SimTime,
}

impl Party {
    /// The party of a ticket.
    pub fn of(ticket: &Ticket) -> Self {
        Self { members: ticket.members.iter().map(|member| member.account).collect(), enqueued: ticket.enqueued }
    }
}

impl Match {
    /// Everybody who was in it when it formed.
    pub fn players(&self) -> impl Iterator<Item = AccountId> + '_ {
        self.teams.iter().flatten().copied()
    }
}

/// What is offered and what is played, by number.
#[derive(Clone, Debug, Default)]
pub struct Matches {
    /// Matches in their ready check.
    pub offers: BTreeMap<u32, Offer>,
    /// Matches that wait for a server or are played.
    pub live: BTreeMap<MatchId, Match>,
    offered: u32,
    formed: u32,
}

impl Matches {
    /// A match is offered; its number.
    pub fn offer(&mut self, offer: Offer) -> u32 {
        self.offered += 1;
        self.offers.insert(self.offered, offer);
        self.offered
    }

    /// A match has formed; its id.
    pub fn form(&mut self, formed: Match) -> MatchId {
        let id = MatchId(self.formed);
        self.formed += 1;
        self.live.insert(id, formed);
        id
    }
}
