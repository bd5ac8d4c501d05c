//! The searching tickets: the queue, and the elapsed and remaining waits of tickets.

use super::ages::Ages;
use super::client::{self, waits::Waits};
use super::journal::Closed;
use super::offers::Taken;
use super::people::together;
use super::policy::PolicyCaller;
use super::round_trips::RoundTrips;
use super::{Event, RankedDay};
use matchday_base::{AccountId, DatacenterIndex, SimTime, TicketId};
use matchday_matchmaker::ranked::state::Step;
use matchday_matchmaker::ranked::{Found, Member, Queue, RegionId, Rules, Ticket, Widening};
use matchday_sim::census::State;
use matchday_sim::columns::Count;
use matchday_sim::events::EventKind;
use matchday_wire::season::rows::TicketState;

/// The age with which a party queues.
#[derive(Clone, Copy, Debug)]
pub(super) struct Age {
    /// When it first queued; time in a match that failed does not count.
    pub enqueued: SimTime,
    /// Time in ready checks since then, s.
    pub checked_s: u32,
}

impl Age {
    /// The age of a party that queues now for the first time.
    pub fn new(now: SimTime) -> Self {
        Self { enqueued: now, checked_s: 0 }
    }
}

/// State of the searches.
#[derive(Clone, Debug)]
pub(super) struct RankedSearches {
    queue: Queue,
    ages: Ages,
    /// Ages at which the first window ends and the last one begins, s.
    window_ends_s: (u32, u32),
    waits: Waits,
    /// The policy that forms the matches, if one does.
    caller: Option<PolicyCaller>,
}

impl RankedSearches {
    /// An empty queue; `regions` by datacenter, `count` different ones.
    pub fn new(rules: &Rules, regions: &[RegionId], count: usize, caller: Option<PolicyCaller>) -> Self {
        Self {
            queue: Queue::new(rules.clone(), regions),
            ages: Ages::default(),
            // Under a policy, all searches are in one state.
            window_ends_s: if caller.is_some() { (u32::MAX, u32::MAX) } else { window_ends_s(&rules.widening) },
            waits: Waits::new(count),
            caller,
        }
    }

    /// The policy, if one forms the matches.
    pub fn caller(&self) -> Option<&PolicyCaller> {
        self.caller.as_ref()
    }

    /// The queue of waiting tickets.
    pub fn queue(&self) -> &Queue {
        &self.queue
    }

    /// Closes a datacenter, or opens it again.
    pub fn close(&mut self, datacenter: DatacenterIndex, closed: bool) {
        self.queue.close(datacenter, closed);
    }

    fn enqueue(&mut self, ticket: Ticket) -> TicketId {
        self.ages.add(ticket.enqueued, ticket.members.len());
        self.queue.enqueue(ticket)
    }

    /// Removes a ticket on request of its player.
    pub fn leave(&mut self, id: TicketId) -> Option<Taken> {
        let ticket = Taken::new((id, self.queue.leave(id)?));
        self.ages.remove(ticket.enqueued, ticket.members.len());
        Some(ticket)
    }

    /// Removes tickets that found no match in time.
    fn expire(&mut self, now: SimTime) -> Vec<Taken> {
        let mut expired = Vec::new();
        self.queue.expire(now, &mut expired);
        for (_, ticket) in &expired {
            self.ages.remove(ticket.enqueued, ticket.members.len());
            if let Some(caller) = &mut self.caller {
                caller.ended(now, ticket, false);
            }
        }
        expired.into_iter().map(Taken::new).collect()
    }

    /// The matches that the queue, or the policy, finds in this second.
    pub fn form(&mut self, now: SimTime, round_trips: RoundTrips<'_>) -> Vec<Found> {
        let mut found = Vec::new();
        match &mut self.caller {
            Some(caller) => caller.form(now, &mut self.queue, round_trips, &mut found),
            None => self.queue.form(now, &mut found),
        }
        for (_, ticket) in found.iter().flat_map(|found: &Found| &found.tickets) {
            self.ages.remove(ticket.enqueued, ticket.members.len());
            self.waits.add(ticket.region, ticket.points(), ticket.enqueued, now);
            if let Some(caller) = &mut self.caller {
                caller.ended(now, ticket, true);
            }
        }
        found
    }

    /// Splits the searching players by the window of their ticket.
    pub fn by_window(&self, now: SimTime, mut counts: [u32; State::ALL.len()]) -> [u32; State::ALL.len()] {
        let searching = counts[State::Ideal as usize];
        let (first, last) = self.window_ends_s;
        let (in_first, in_last) = (self.ages.younger(now, first), searching - self.ages.younger(now, last));
        counts[State::Ideal as usize] = in_first;
        counts[State::Expand as usize] = searching - in_first - in_last;
        counts[State::Warm as usize] = in_last;
        counts
    }

    /// Players who wait for each of so many datacenters within their window.
    pub fn queues(&self, now: SimTime, datacenters: usize) -> Vec<u32> {
        let mut queues = vec![0; datacenters];
        self.each_queued(now, |ticket, at| queues[at.index()] += ticket.members.len() as u32);
        queues
    }

    /// Visits every datacenter within the window of a waiting ticket, with the ticket; under a policy, its nearest one.
    pub fn each_queued(&self, now: SimTime, mut visit: impl FnMut(&Ticket, DatacenterIndex)) {
        for (_, ticket) in self.queue.waiting() {
            let rtts_ms = (0..).map(DatacenterIndex).zip(&ticket.rtts_ms);
            if self.caller.is_some() {
                // No window says which datacenters it accepts.
                rtts_ms.min_by_key(|&(_, &ms)| ms).into_iter().for_each(|(at, _)| visit(ticket, at));
                continue;
            }
            let cap_ms = self.queue.rules().widening.at(now.since(ticket.enqueued)).rtt_ms;
            rtts_ms.filter(|&(_, &ms)| ms <= cap_ms).for_each(|(at, _)| visit(ticket, at));
        }
    }

    /// Position of a ticket by age among the tickets of its region, from 1.
    pub fn position(&self, id: TicketId, ticket: &Ticket) -> u32 {
        let before = |other: &(TicketId, &Ticket)| {
            other.1.region == ticket.region && (other.1.enqueued, other.0) < (ticket.enqueued, id)
        };
        1 + self.queue.waiting().filter(before).count() as u32
    }

    /// Expected remaining wait of a ticket, s. Without earlier waits to compare: until the window widens or
    /// the ticket expires.
    pub fn left_s(&self, ticket: &Ticket, age_s: u32) -> u32 {
        let rules = self.queue.rules();
        let next_s = rules.widening.steps().map(|step| step.from_s).find(|&from_s| from_s > age_s);
        let unknown_s = next_s.unwrap_or(rules.ttl_s).min(rules.ttl_s).saturating_sub(age_s);
        self.waits.left_s(ticket.region, ticket.points(), age_s).unwrap_or(unknown_s)
    }
}

/// When the first window ends and when the last begins; a window that never widens is the first.
fn window_ends_s(widening: &Widening) -> (u32, u32) {
    let mut opens = widening.steps().map(|step| step.from_s).skip(1);
    match opens.next() {
        Some(second) => (second, opens.last().unwrap_or(second)),
        None => (u32::MAX, u32::MAX),
    }
}

impl RankedDay {
    /// Queues a party of this age.
    pub(super) fn enqueue(&mut self, party: &[AccountId], Age { enqueued, checked_s }: Age) -> TicketId {
        let member = |&account: &AccountId| {
            let points = libm::round(self.ladder.season().points(account)) as i32;
            Member { account, points }
        };
        let mut rtts_ms = vec![0; self.regions.len()];
        for &account in party {
            let own_ms = self.round_trips().estimated_ms(account);
            rtts_ms.iter_mut().zip(&*own_ms).for_each(|(worst, &ms)| *worst = ms.max(*worst));
        }
        let nearest = (0..rtts_ms.len()).min_by_key(|&at| rtts_ms[at]).unwrap_or(0);
        let constraints = together(party.iter().map(|&account| self.people.constraints(account)));
        let members = party.iter().map(member).collect();
        let mut ticket = Ticket { members, region: self.regions[nearest], rtts_ms, constraints, enqueued, checked_s };
        let own = self.client.wishes(party);
        if let Some(wishes) = own {
            client::wish(&mut ticket, wishes);
        }
        let id = self.search.enqueue(ticket);
        for &account in party {
            self.people.enqueue(&mut self.log, account);
            self.fold(Event::Queue, account.0, id.0);
            self.log_event(account, EventKind::Search, None);
        }
        if let Some(journal) = &mut self.journal {
            journal.queued(id, party, self.log.now);
        }
        self.log_queued(id, party);
        if own.is_some() {
            self.tell_queued(id);
        }
        id
    }

    /// Closes a ticket; `next` is the one on which its members queue again at once.
    pub(super) fn close(&mut self, ticket: &Taken, until: SimTime, state: TicketState, next: Option<TicketId>) {
        if let Some(journal) = &mut self.journal {
            journal.closed(&Closed { ticket, searched_until: until, state, next }, &self.ladder, self.log.now);
        }
        self.log_closed(ticket.id, state, next);
    }

    /// Expires tickets beyond their time limit; their players leave.
    pub(super) fn expire(&mut self) {
        for ticket in self.search.expire(self.log.now) {
            self.tell_expired(&ticket.members);
            for member in &ticket.members {
                self.fold(Event::Expire, member.account.0, ticket.id.0);
                self.log_event(member.account, EventKind::GiveUp, Some(self.log.now.since(ticket.enqueued)));
                self.record.minute.expired += 1;
                self.people.step(&mut self.log, member.account, Step::Expire);
                self.go_offline(member.account, Count::AbandonedTickets);
            }
            self.close(&ticket, self.log.now, TicketState::Expired, None);
        }
    }
}
