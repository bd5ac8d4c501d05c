//! The events of a ranked day, for an [`EventLog`], and its tickets, for a [`TicketLog`].

use super::RankedDay;
use super::running::RankedMatch;
use crate::events::{Event, EventKind, EventLog};
use crate::tickets::{TicketEnd, TicketLog};
use matchday_base::{AccountId, DatacenterIndex, MatchId, TicketId};
use matchday_matchmaker::ranked;
use matchday_wire::season::rows::TicketState;

impl RankedDay {
    /// Simulates `seconds` seconds, or to the end, and logs their events. The result stays the same.
    pub fn advance_logged(&mut self, seconds: u32, log: &mut EventLog) {
        self.events = Some(std::mem::take(log));
        self.advance(seconds);
        *log = self.events.take().unwrap_or_default();
    }

    /// The same with a log of tickets.
    pub fn advance_ticketed(&mut self, seconds: u32, log: &mut TicketLog) {
        self.tickets = Some(std::mem::take(log));
        self.advance(seconds);
        *log = self.tickets.take().unwrap_or_default();
    }

    /// Logs a ticket that is queued.
    pub(super) fn log_queued(&mut self, id: TicketId, party: &[AccountId]) {
        let Some(tickets) = &mut self.tickets else { return };
        let points = self.search.queue().get(id).map_or(0, ranked::Ticket::points);
        if let Some(&first) = party.first() {
            let of = (first.0, self.people.of(first).home);
            tickets.queued(id.0, self.log.now, party.len() as u16, of, f64::from(points));
        }
    }

    /// Logs the end of a ticket that is in no match.
    pub(super) fn log_closed(&mut self, id: TicketId, state: TicketState, next: Option<TicketId>) {
        let Some(tickets) = &mut self.tickets else { return };
        match next {
            Some(next) => tickets.goes_on(id.0, next.0),
            None if state == TicketState::Expired => tickets.ended(id.0, TicketEnd::TimedOut),
            None => tickets.ended(id.0, TicketEnd::Cancelled(self.log.now)),
        }
    }

    /// Logs the event of an account in no match.
    pub(super) fn log_event(&mut self, account: AccountId, kind: EventKind, wait_s: Option<u32>) {
        self.push_event(account, kind, None, wait_s);
    }

    /// Logs the event of an account in a match.
    pub(super) fn log_event_in(&mut self, id: MatchId, at: DatacenterIndex, account: AccountId, kind: EventKind) {
        self.push_event(account, kind, Some((id, at)), None);
    }

    /// Logs the players of a match that forms.
    pub(super) fn log_formed(&mut self, id: MatchId, formed: &RankedMatch) {
        if let Some(tickets) = &mut self.tickets {
            let end = TicketEnd::Matched(self.log.now, id, formed.datacenter());
            formed.offered.tickets.iter().for_each(|ticket| tickets.ended(ticket.id.0, end));
        }
        let Some(mut log) = self.events.take() else { return };
        let at = formed.datacenter();
        let is_company = log.filter().keeps_company(formed.players().map(|account| account.0));
        for ticket in &formed.offered.tickets {
            let wait_s = Some(self.log.now.since(ticket.enqueued));
            for member in &ticket.members {
                let event = self.event(member.account, EventKind::Match, Some((id, at)), wait_s);
                if is_company { log.push_always(event) } else { log.push(event) }
            }
        }
        self.events = Some(log);
    }

    fn push_event(
        &mut self,
        account: AccountId,
        kind: EventKind,
        game: Option<(MatchId, DatacenterIndex)>,
        wait_s: Option<u32>,
    ) {
        if self.events.is_some() {
            let event = self.event(account, kind, game, wait_s);
            self.events.iter_mut().for_each(|log| log.push(event));
        }
    }

    fn event(
        &self,
        account: AccountId,
        kind: EventKind,
        game: Option<(MatchId, DatacenterIndex)>,
        wait_s: Option<u32>,
    ) -> Event {
        let cell = self.people.of(account).home;
        let forms = game.filter(|_| kind == EventKind::Match);
        let rtt_ms = forms.map(|(_, at)| self.round_trips().played_ms(account, at, self.log.now));
        Event { time: self.log.now, kind, player: account.0, cell, game, wait_s, rtt_ms }
    }
}
