//! The events of a ranked day, for an [`EventLog`].

use super::RankedDay;
use super::running::Match;
use crate::events::{Event, EventKind, EventLog};
use matchday_base::{AccountId, DatacenterIndex, MatchId};

impl RankedDay {
    /// Simulates `seconds` seconds, or to the end, and logs their events. The result stays the same.
    pub fn advance_logged(&mut self, seconds: u32, log: &mut EventLog) {
        self.events = Some(std::mem::take(log));
        self.advance(seconds);
        *log = self.events.take().unwrap_or_default();
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
    pub(super) fn log_formed(&mut self, id: MatchId, formed: &Match) {
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
        let rtt_ms = forms.map(|(_, at)| self.world.columns[at.index()][cell.index()]);
        Event { time: self.log.now, kind, player: account.0, cell, game, wait_s, rtt_ms }
    }
}
