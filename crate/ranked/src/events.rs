//! What observers are told of a ranked day.

use super::RankedDay;
use super::running::RankedMatch;
use matchday_base::{AccountId, CellId, DatacenterIndex, MatchId, SimTime, TicketId};
use matchday_matchmaker::ranked::Ticket;
use matchday_sim::events::{Event, EventKind};
use matchday_wire::season::rows::TicketState;

/// What happens on a ranked day.
#[derive(Clone, Debug, PartialEq)]
pub enum RankedEvent {
    /// Something happens to an account.
    Account(Event),
    /// A match forms: of these players, and of these tickets.
    Formed(Vec<Event>, Vec<TicketId>),
    /// A ticket is queued.
    Queued {
        /// The ticket.
        id: TicketId,
        /// When.
        at: SimTime,
        /// Its players.
        players: u16,
        /// The first of them, and its home.
        first: (AccountId, CellId),
        /// Its points.
        points: i32,
    },
    /// A ticket is in no match, and is closed.
    Closed {
        /// The ticket.
        id: TicketId,
        /// When.
        at: SimTime,
        /// Why.
        state: TicketState,
        /// The ticket on which its players queue again at once.
        next: Option<TicketId>,
    },
}

impl RankedDay {
    /// Simulates `seconds` seconds, or to the end, and tells what happens. The result stays the same.
    pub fn advance_watched(&mut self, seconds: u32, watch: &mut dyn FnMut(RankedEvent)) {
        for _ in 0..self.log.at_most(seconds) {
            self.events = Some(Vec::new());
            self.tick();
            self.events.take().into_iter().flatten().for_each(&mut *watch);
        }
    }

    /// Tells of a ticket that is queued.
    pub(super) fn log_queued(&mut self, id: TicketId, party: &[AccountId]) {
        let Some(&account) = party.first() else { return };
        self.emit(|day| {
            let first = (account, day.people.of(account).home);
            let points = day.search.queue().get(id).map_or(0, Ticket::points);
            RankedEvent::Queued { id, at: day.log.now, players: party.len() as u16, first, points }
        });
    }

    /// Tells of the end of a ticket that is in no match.
    pub(super) fn log_closed(&mut self, id: TicketId, state: TicketState, next: Option<TicketId>) {
        self.emit(|day| RankedEvent::Closed { id, at: day.log.now, state, next });
    }

    /// Tells of an account in no match.
    pub(super) fn log_event(&mut self, account: AccountId, kind: EventKind, wait_s: Option<u32>) {
        self.emit(|day| RankedEvent::Account(day.event(account, kind, None, wait_s)));
    }

    /// Tells of an account in a match.
    pub(super) fn log_event_in(&mut self, id: MatchId, at: DatacenterIndex, account: AccountId, kind: EventKind) {
        self.emit(|day| RankedEvent::Account(day.event(account, kind, Some((id, at)), None)));
    }

    /// Tells of a match that forms.
    pub(super) fn log_formed(&mut self, id: MatchId, formed: &RankedMatch) {
        self.emit(|day| {
            let (tickets, game) = (&formed.offered.tickets, Some((id, formed.datacenter())));
            let players = tickets.iter().flat_map(|ticket| {
                let wait_s = Some(day.log.now.since(ticket.enqueued));
                ticket.members.iter().map(move |member| day.event(member.account, EventKind::Match, game, wait_s))
            });
            RankedEvent::Formed(players.collect(), tickets.iter().map(|ticket| ticket.id).collect())
        });
    }

    /// Tells an event, if the day is watched.
    fn emit(&mut self, event: impl FnOnce(&Self) -> RankedEvent) {
        if self.events.is_some() {
            let event = event(self);
            self.events.get_or_insert_default().push(event);
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
