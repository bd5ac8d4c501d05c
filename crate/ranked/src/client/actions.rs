//! Actions of a person: when they are allowed, and their effects.

use super::ClientError;
use crate::RankedDay;
use crate::offers::Offer;
use crate::people::Doing;
use matchday_base::{MatchId, SimTime};
use matchday_matchmaker::ranked::Team;
use matchday_matchmaker::ranked::ready::{Answer, Event};
use matchday_matchmaker::ranked::state::{State, Step};
use matchday_scenario::player_actions::PlayerAction;
use matchday_sim::columns::Count;
use matchday_wire::messages::{ClientMessage, MatchRef, TicketRef};
use matchday_wire::season::rows::TicketState;

impl RankedDay {
    /// Handles a message of the person, before the next second.
    ///
    /// # Errors
    /// [`ClientError`] gives the reason; nothing has changed then.
    pub fn tell(&mut self, message: &ClientMessage) -> Result<(), ClientError> {
        let action = match message {
            ClientMessage::RankedQueueJoin { mode_id, region, party_id, constraints } => {
                self.join_of(mode_id, region, *party_id, constraints.as_ref())?
            }
            ClientMessage::RankedQueueLeave { ticket_id } => {
                self.is_ticket(*ticket_id)?;
                PlayerAction::Leave
            }
            ClientMessage::RankedAcceptMatch { ticket_id, match_id, accept_token } => {
                self.is_offered(*ticket_id, *match_id, accept_token)?;
                PlayerAction::Accept
            }
            ClientMessage::RankedDeclineMatch { ticket_id, match_id, accept_token } => {
                self.is_offered(*ticket_id, *match_id, accept_token)?;
                PlayerAction::Decline
            }
        };
        self.act(action)
    }

    /// Executes the actions of `player_actions` in this second; impossible actions are skipped.
    pub(crate) fn receive_actions(&mut self) {
        while let Some(action) = self.client.due(self.log.now) {
            let _ = self.act(action);
        }
    }

    fn act(&mut self, action: PlayerAction) -> Result<(), ClientError> {
        if self.log.now < SimTime::DAY_START {
            return Err(ClientError::Early);
        }
        if self.log.now >= self.log.end {
            return Err(ClientError::Over);
        }
        match action {
            PlayerAction::Join { person, friends, wishes } => {
                self.may_join(person, friends, wishes)?;
                self.note(action)?;
                self.client.profile = Some((person, friends, wishes));
                self.client.wishes = wishes;
                self.come(person, friends);
            }
            PlayerAction::Accept | PlayerAction::Decline => {
                let (number, seat) = self.may_answer()?;
                self.note(action)?;
                self.say_answer(number, action == PlayerAction::Accept);
                self.tell_check(
                    number,
                    if action == PlayerAction::Accept { Event::Accept(seat) } else { Event::Decline(seat) },
                );
            }
            PlayerAction::Leave => {
                let playing = self.may_leave()?;
                self.note(action)?;
                self.go(playing);
            }
        }
        Ok(())
    }

    fn note(&mut self, action: PlayerAction) -> Result<(), ClientError> {
        if self.client.note(self.log.now, action) { Ok(()) } else { Err(ClientError::Full) }
    }

    /// The ready check that includes the person, and its seat there.
    pub(super) fn own_offer(&self) -> Option<(u32, &Offer, usize)> {
        let account = self.client.account().filter(|_| self.client.ticket.is_some())?;
        self.checks.asking(account)
    }

    fn may_answer(&self) -> Result<(u32, usize), ClientError> {
        let (number, offer, seat) = self.own_offer().ok_or(ClientError::NoOffer)?;
        if offer.check.deadline().is_none_or(|deadline| self.log.now >= deadline) {
            return Err(ClientError::Late);
        }
        if offer.check.answers()[seat] != Answer::Silent {
            return Err(ClientError::Answered);
        }
        Ok((number, seat))
    }

    fn is_ticket(&self, ticket: TicketRef) -> Result<(), ClientError> {
        let own = self.client.ticket.is_some_and(|own| own.0 == ticket.0);
        if own { Ok(()) } else { Err(ClientError::Ticket(ticket)) }
    }

    fn is_offered(&self, ticket: TicketRef, of: MatchRef, token: &str) -> Result<(), ClientError> {
        self.is_ticket(ticket)?;
        let offer = self.own_offer().map(|(_, offer, _)| offer);
        let offer = offer.filter(|offer| offer.offered.number == of.0).ok_or(ClientError::Match(of))?;
        let deadline = offer.check.deadline().ok_or(ClientError::Late)?;
        if self.client.token(of.0, deadline) == token { Ok(()) } else { Err(ClientError::Token) }
    }

    fn say_answer(&mut self, number: u32, accepts: bool) {
        let (Some(ticket), Some(offer)) = (self.client.ticket, self.checks.get(number)) else { return };
        let (of, deadline) = (offer.offered.number, offer.check.deadline().unwrap_or_default());
        let (ticket_id, match_id) = (TicketRef(ticket.0), MatchRef(of));
        let accept_token = self.client.token(of, deadline);
        let said = match accepts {
            true => ClientMessage::RankedAcceptMatch { ticket_id, match_id, accept_token },
            false => ClientMessage::RankedDeclineMatch { ticket_id, match_id, accept_token },
        };
        self.client.say(self.log.now, said);
    }

    /// The match that the person plays, if any.
    pub(super) fn own_match(&self) -> Option<MatchId> {
        let account = self.client.account().filter(|_| self.client.ticket.is_some())?;
        self.running.with(account)
    }

    /// Whether the person may leave now; returns its match, or `None` for the queue.
    fn may_leave(&self) -> Result<Option<MatchId>, ClientError> {
        let account = self.client.account().filter(|_| self.client.ticket.is_some()).ok_or(ClientError::NoTicket)?;
        match self.people.doing(account).0 {
            Doing::Ticket(State::Ticket) | Doing::Retrying => Ok(None),
            Doing::Ticket(State::MatchFound) => Err(ClientError::Offered),
            Doing::Ticket(State::Started) => self.own_match().map(Some).ok_or(ClientError::NoTicket),
            _ => Err(ClientError::Starting),
        }
    }

    fn go(&mut self, playing: Option<MatchId>) {
        let (Some(id), Some(account)) = (self.client.ticket, self.client.account()) else { return };
        self.client.say(self.log.now, ClientMessage::RankedQueueLeave { ticket_id: TicketRef(id.0) });
        if let Some(playing) = playing {
            return self.leave_match(playing, account);
        }
        let Some(ticket) = self.search.leave(id) else {
            // Its timer finds nobody, and closes the ticket.
            let members = self.client.guests().iter().filter(|&&guest| self.people.doing(guest).0 == Doing::Retrying);
            let members: Team = members.copied().collect();
            return members.into_iter().for_each(|member| self.go_offline(member, Count::Left));
        };
        self.close(&ticket, self.log.now, TicketState::Cancelled, None);
        for member in &ticket.members {
            self.people.step(&mut self.log, member.account, Step::Cancel);
            self.go_offline(member.account, Count::Left);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::RankedSettings;
    use matchday_sim::Simulate;
    use matchday_sim::tiny::{params, tiny_dataset};
    use matchday_sim::world::World;
    use std::sync::Arc;

    #[test]
    fn an_action_without_its_match_or_ticket_is_refused() {
        let params = params(&[("ranked", "1v1"), ("ccu", "10"), ("accounts", "100"), ("match_s", "10")]);
        let world = Arc::new(World::new(&tiny_dataset(), &params).unwrap());
        let settings = RankedSettings::of(&params).unwrap().unwrap();
        let mut day = RankedDay::new(world, &params, settings, None);
        day.advance(SimTime::DAY_START.since(day.now()));
        for (action, says) in [
            (PlayerAction::Accept, "no match is offered to this person now"),
            (PlayerAction::Decline, "no match is offered to this person now"),
            (PlayerAction::Leave, "the person has no ticket: join the queue first"),
        ] {
            assert_eq!(day.act(action).unwrap_err().to_string(), says);
        }
    }
}
