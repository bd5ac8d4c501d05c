//! The present state of a person.

use crate::RankedDay;
use crate::people::Doing;
use matchday_base::{AccountId, CellId, DatacenterIndex, SimTime, TicketId};
use matchday_ladder::rating::Rating;
use matchday_matchmaker::ranked::ready::Answer;
use matchday_matchmaker::ranked::{Step, Ticket};

/// The state of the person before the next second.
#[derive(Clone, Debug, PartialEq)]
pub struct View {
    /// Its account.
    pub account: AccountId,
    /// The home cell of that account.
    pub home: CellId,
    /// Its activity, and since when.
    pub doing: (Doing, SimTime),
    /// Its rating.
    pub rating: Rating,
    /// The end of its lockout; in the past if it is not locked out.
    pub locked_until: SimTime,
    /// Its ticket: searching, in a match, or about to search again.
    pub ticket: Option<TicketId>,
    /// Its search, if any.
    pub search: Option<ClientSearch>,
    /// The match that it is offered or plays, if any.
    pub at: Option<InMatch>,
    /// Result of its last rated match.
    pub last: Option<Finish>,
}

/// Result of a match for a person.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Finish {
    /// The rank of its team, from 1.
    pub place: u32,
    /// Number of teams.
    pub teams: u32,
    /// Whether other teams have the same rank.
    pub shared: bool,
}

/// A search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClientSearch {
    /// Its age, s.
    pub age_s: u32,
    /// Time until it expires, s.
    pub expires_s: u32,
    /// Its window now.
    pub window: Step,
    /// Expected remaining wait, s.
    pub left_s: u32,
    /// Its position by age in its region, from 1.
    pub position: u32,
    /// Searching players in its region, itself included.
    pub searching: u32,
}

/// A match that is offered or played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InMatch {
    /// Number in the order of offers.
    pub number: u32,
    /// The datacenter.
    pub datacenter: DatacenterIndex,
    /// The map it is on, from 0.
    pub map: u8,
    /// The teams.
    pub teams: Vec<Vec<AccountId>>,
    /// During the ready check: its deadline, and the answers, team by team.
    pub asked: Option<(SimTime, Vec<Answer>)>,
    /// When it started; `None` before.
    pub started: Option<SimTime>,
}

impl RankedDay {
    /// The state of the person; `None` until it has queued.
    pub fn client(&self) -> Option<View> {
        let account = self.client.account()?;
        let ticket = self.client.ticket();
        Some(View {
            account,
            home: self.people.of(account).home,
            doing: self.people.doing(account),
            rating: self.ladder.rating(account, self.log.now),
            locked_until: self.lockouts.until(account, self.log.now),
            ticket,
            search: ticket.and_then(|id| Some(self.searching(id, self.search.queue().get(id)?))),
            at: self.in_match(),
            last: self.client.last,
        })
    }

    fn searching(&self, id: TicketId, ticket: &Ticket) -> ClientSearch {
        let age_s = self.log.now.since(ticket.enqueued);
        let near = self.search.queue().waiting().filter(|(_, other)| other.region == ticket.region);
        ClientSearch {
            age_s,
            expires_s: self.search.queue().rules().expires(ticket).since(self.log.now),
            window: self.window_of(ticket, age_s),
            left_s: self.search.left_s(ticket, age_s),
            position: self.search.position(id, ticket),
            searching: near.map(|(_, other)| other.members.len() as u32).sum(),
        }
    }

    fn in_match(&self) -> Option<InMatch> {
        let offer = self.own_offer().map(|(_, offer, _)| offer);
        let live = self.own_match().and_then(|id| self.running.get(id));
        let offered = offer.map(|offer| &offer.offered).or(live.map(|live| &live.offered))?;
        Some(InMatch {
            number: offered.number,
            datacenter: offered.datacenter,
            map: offered.map,
            teams: offered.teams.iter().map(|team| team.to_vec()).collect(),
            asked: offer.and_then(|offer| Some((offer.check.deadline()?, offer.check.answers().to_vec()))),
            started: live.and_then(|live| live.started),
        })
    }
}
