//! The person's tickets, where they differ from all others.

use crate::columns::Count;
use crate::ranked::RankedDay;
use crate::ranked::offers::Offer;
use crate::ranked::running::Match;
use matchday_base::{AccountId, TicketId};
use matchday_matchmaker::ranked::Ticket;
use matchday_matchmaker::ranked::ready::Answer;
use matchday_matchmaker::ranked::state::Step;
use matchday_wire::messages::Reason;
use matchday_wire::season::rows::TicketState;

impl RankedDay {
    /// Calls off the person's match: it queues again with its friends if it accepted, and leaves if not.
    pub(in crate::ranked) fn call_off_own(&mut self, id: TicketId, ticket: &Ticket, offer: &Offer, answers: &[Answer]) {
        let members: Vec<AccountId> = ticket.members.iter().map(|member| member.account).collect();
        let answer =
            |account: &AccountId| offer.players.iter().position(|player| player == account).map(|at| answers[at]);
        let own = members.first().and_then(answer).unwrap_or(Answer::Silent);
        let mut next = None;
        if own == Answer::Accepted && !self.settings.cancel_all {
            self.tell_off(Reason::Declined, None);
            next = Some(self.enqueue(&members, ticket.enqueued));
        } else {
            let (reason, until) = match own {
                Answer::Accepted => (Reason::Declined, None),
                Answer::Declined => (Reason::YouDeclined, Some(self.dodge(members[0]))),
                Answer::Silent | Answer::Left => (Reason::YouDidNotAnswer, Some(self.dodge(members[0]))),
            };
            self.tell_off(reason, until);
            members.iter().for_each(|&account| self.people.step(&mut self.log, account, Step::Cancel));
            self.send_home(&members);
        }
        self.close(id, ticket, offer.offered.at, TicketState::Cancelled, next);
    }

    /// Ends the person's match, or one that it left and its friends did not.
    pub(in crate::ranked) fn end_own(&mut self, id: TicketId, ticket: &Ticket, ended: &Match, completed: bool) {
        let members = ticket.members.iter().map(|member| member.account);
        let there: Vec<AccountId> = members.filter(|&account| ended.left_at(account).is_none()).collect();
        let mut next = None;
        if !completed && there.first().copied() == self.client.account() {
            self.tell_off(Reason::ServerLost, None);
            next = Some(self.enqueue(&there, self.log.now - ended.formed.since(ticket.enqueued)));
        } else {
            let step = if completed { Step::Finish } else { Step::Cancel };
            there.iter().for_each(|&account| self.people.step(&mut self.log, account, step));
            self.send_home(&there);
        }
        let state = if completed { TicketState::Finished } else { TicketState::Cancelled };
        self.close(id, ticket, ended.offered.at, state, next);
    }

    /// Reports an expired ticket, if it is the person's.
    pub(in crate::ranked) fn tell_expired(&mut self, ticket: &Ticket) {
        if self.client.owns(ticket) {
            self.tell_off(Reason::TicketExpired, None);
            self.client.ticket = None;
        }
    }

    /// Takes guests whose ticket is closed offline.
    pub(in crate::ranked) fn send_home(&mut self, members: &[AccountId]) {
        if members.first().copied() == self.client.account() {
            self.client.ticket = None;
        }
        members.iter().for_each(|&account| self.go_offline(account, Count::Left));
    }
}
