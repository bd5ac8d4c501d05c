//! Where a person stands.

use crate::ranked::RankedDay;
use crate::ranked::people::Doing;
use matchday_base::{AccountId, CellId, DatacenterIndex, SimTime, TicketId};
use matchday_ladder::rating::Rating;
use matchday_matchmaker::ranked::ready::Answer;
use matchday_matchmaker::ranked::{Step, Ticket};

/// Where the person inside stands before the second that comes next.
#[derive(Clone, Debug, PartialEq)]
pub struct View {
    /// Its account.
    pub account: AccountId,
    /// Where that is at home.
    pub home: CellId,
    /// What it is doing, and since when.
    pub doing: (Doing, SimTime),
    /// What is believed of it.
    pub rating: Rating,
    /// The first second in which it may queue again; in the past, if it is not locked out.
    pub locked_until: SimTime,
    /// Where it searches, if it does.
    pub search: Option<Search>,
    /// The match that it is offered or plays, if there is one.
    pub at: Option<InMatch>,
    /// How its last match that counted has ended.
    pub last: Option<Finish>,
}

/// How a match has ended for a person.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Finish {
    /// The place of its team, from 1.
    pub place: u32,
    /// How many teams there were.
    pub teams: u32,
    /// Whether others have the same place.
    pub shared: bool,
}

/// A search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Search {
    /// The ticket.
    pub ticket: TicketId,
    /// How long it has waited.
    pub age_s: u32,
    /// Its window now.
    pub window: Step,
    /// How much longer it may take, s.
    pub left_s: u32,
    /// Its place by age in its region, from 1.
    pub position: u32,
    /// Players who search in its region, itself among them.
    pub searching: u32,
}

/// A match that is offered or played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InMatch {
    /// The ticket.
    pub ticket: TicketId,
    /// Which, in the order of offers.
    pub number: u32,
    /// Where.
    pub datacenter: DatacenterIndex,
    /// The map it is on, from 0.
    pub map: u8,
    /// Who plays with whom.
    pub teams: Vec<Vec<AccountId>>,
    /// While everybody is asked: when time is over, and what each has answered, team by team.
    pub asked: Option<(SimTime, Vec<Answer>)>,
    /// Since when it is played.
    pub started: Option<SimTime>,
}

impl RankedDay {
    /// Where the person inside stands; `None` as long as it has not queued.
    pub fn client(&self) -> Option<View> {
        let account = self.client.account()?;
        let ticket = self.client.ticket();
        Some(View {
            account,
            home: self.people.of(account).home,
            doing: self.people.doing(account),
            rating: self.ladder.rating(account, self.log.now),
            locked_until: self.lockouts.until(account, self.log.now),
            search: ticket.and_then(|id| Some(self.searching(id, self.search.queue().get(id)?))),
            at: ticket.and_then(|ticket| self.in_match(ticket)),
            last: self.client.last,
        })
    }

    fn searching(&self, id: TicketId, ticket: &Ticket) -> Search {
        let age_s = self.log.now.since(ticket.enqueued);
        let near = self.search.queue().waiting().filter(|(_, other)| other.region == ticket.region);
        Search {
            ticket: id,
            age_s,
            window: self.window_of(ticket, age_s),
            left_s: self.search.left_s(ticket, age_s),
            position: self.search.position(id, ticket),
            searching: near.map(|(_, other)| other.members.len() as u32).sum(),
        }
    }

    fn in_match(&self, ticket: TicketId) -> Option<InMatch> {
        let offer = self.own_offer().map(|(_, offer, _)| offer);
        let live = self.own_match().and_then(|id| self.running.get(id));
        let offered = offer.map(|offer| &offer.offered).or(live.map(|live| &live.offered))?;
        Some(InMatch {
            ticket,
            number: offered.number,
            datacenter: offered.found.datacenter,
            map: offered.found.map,
            teams: offered.found.teams.clone(),
            asked: offer.and_then(|offer| Some((offer.check.deadline()?, offer.check.answers().to_vec()))),
            started: live.and_then(|live| live.started),
        })
    }
}
