//! Messages to a person.

use super::{Finish, LogEntry};
use crate::RankedDay;
use crate::offers::Offered;
use matchday_base::rtt::MOST_RTT_MS;
use matchday_base::{AccountId, DatacenterIndex, SimTime, TicketId};
use matchday_fleet::broker::Outcome as Ending;
use matchday_ladder::Played;
use matchday_ladder::rating::Change;
use matchday_ladder::tier::Division;
use matchday_matchmaker::ranked::ready::Answer;
use matchday_matchmaker::ranked::{Member, Policy, Step as Window, Ticket};
use matchday_wire::messages::{MatchRef, OpponentsSummary, Reason, SearchWindow, ServerMessage, TicketRef};
use std::cmp::Ordering;

impl RankedDay {
    /// All messages since the last call, of both sides, in order.
    pub fn take_messages(&mut self) -> Vec<LogEntry> {
        std::mem::take(&mut self.client.log)
    }

    /// The person's actions so far, as text of the parameter `player_actions`.
    pub fn player_actions(&self) -> String {
        self.client.done.to_string()
    }

    fn tell_client(&mut self, message: ServerMessage) {
        self.client.tell(self.log.now, message);
    }

    /// Reports that the person's ticket is queued.
    pub(crate) fn tell_queued(&mut self, id: TicketId) {
        self.client.ticket = Some(id);
        let Some(ticket) = self.search.queue().get(id) else { return };
        let age_s = self.log.now.since(ticket.enqueued);
        let message = ServerMessage::RankedQueued {
            ticket_id: TicketRef(id.0),
            est_wait: self.search.left_s(ticket, age_s),
            search_window: self.search_window(ticket, age_s),
        };
        self.tell_client(message);
    }

    /// Reports the window of the person's ticket, if it widened in this second.
    pub(crate) fn tell_window(&mut self) {
        let Some(id) = self.client.ticket else { return };
        let Some(ticket) = self.search.queue().get(id) else { return };
        let age_s = self.log.now.since(ticket.enqueued);
        let window = self.search_window(ticket, age_s);
        if age_s == 0 || window == self.search_window(ticket, age_s - 1) {
            return;
        }
        let (position, est_wait) = (self.search.position(id, ticket), self.search.left_s(ticket, age_s));
        self.tell_client(ServerMessage::RankedSearchUpdate {
            search_window: window,
            position: Some(position),
            est_wait,
        });
    }

    /// Reports a ready check, if it includes the person.
    pub(crate) fn tell_found(&mut self, number: u32) {
        let Some((_, offer, seat)) = self.own_offer().filter(|&(own, _, _)| own == number) else { return };
        let (Some(deadline), Offered { number, teams, .. }) = (offer.check.deadline(), &offer.offered) else { return };
        let own = offer.players[seat];
        let others = teams.iter().filter(|team| !team.contains(&own)).flatten();
        let points: Vec<f64> = others.map(|&account| self.ladder.season().points(account)).collect();
        let message = ServerMessage::RankedMatchFound {
            match_id: MatchRef(*number),
            accept_deadline: self.world.calendar.unix_s(deadline),
            opponents_summary: OpponentsSummary {
                avg_mmr: whole(points.iter().sum::<f64>() / points.len().max(1) as f64),
                team_sizes: teams.iter().map(|team| team.len() as u8).collect(),
            },
            accept_token: self.client.token(*number, deadline),
        };
        self.tell_client(message);
    }

    /// Reports that a ready check failed in which the leader of these members of a ticket gave this answer.
    pub(crate) fn tell_called_off(&mut self, members: &[Member], own: Answer) {
        let reason = match own {
            Answer::Accepted => return self.tell_off(members, Reason::Declined, None),
            Answer::Declined => Reason::YouDeclined,
            Answer::Silent | Answer::Left => Reason::YouDidNotAnswer,
        };
        let until = members.first().map(|leader| self.lockouts.until(leader.account, self.log.now));
        self.tell_off(members, reason, until);
    }

    /// Reports that the match of these members of a ticket failed.
    pub(crate) fn tell_failed(&mut self, members: &[Member], ending: Ending) {
        let reason = match ending {
            Ending::Completed => return,
            Ending::NoServer => Reason::NoServer,
            Ending::NotReady => Reason::NotReady,
            Ending::Overran => Reason::Overran,
            Ending::ServerLost => Reason::ServerLost,
            Ending::Refused => Reason::Refused,
            Ending::Cancelled => Reason::Cancelled,
        };
        self.tell_off(members, reason, None);
    }

    /// Reports that the ticket of these members has expired.
    pub(crate) fn tell_expired(&mut self, members: &[Member]) {
        self.tell_off(members, Reason::TicketExpired, None);
    }

    /// Reports that a match is called off or a ticket closed, if the ticket is the person's.
    fn tell_off(&mut self, members: &[Member], reason: Reason, locked_until: Option<SimTime>) {
        if !self.client.owns(members) {
            return;
        }
        let locked_until = locked_until.map(|until| self.world.calendar.unix_s(until));
        self.tell_client(ServerMessage::RankedMatchCancelled { reason, locked_until });
    }

    /// Reports the start of a match, if the person plays it.
    pub(crate) fn tell_started(&mut self, players: &[AccountId], offered: u32, datacenter: DatacenterIndex) {
        if !self.client.account().is_some_and(|account| players.contains(&account)) {
            return;
        }
        let match_id = MatchRef(offered);
        let connect = format!("{}/{match_id}", self.world.datacenters[datacenter.index()].datacenter.name);
        self.tell_client(ServerMessage::RankedLobbyReady { match_id, connect });
    }

    /// Reports the rating change of a match, if the person played it.
    pub(crate) fn tell_rated(&mut self, offered: u32, played: &Played<'_>, changes: &[Change<AccountId>]) {
        let Some(account) = self.client.account() else { return };
        let Some(change) = changes.iter().find(|change| change.player == account) else { return };
        self.client.last = finish(played, account);
        let (before, after) = (whole(change.before.points()), whole(change.after.points()));
        self.tell_client(ServerMessage::RankedRatingUpdate {
            match_id: MatchRef(offered),
            delta: after - before,
            new_rating: after,
            new_tier: Division::of(change.after.points()).to_string(),
        });
    }

    /// The window of a ticket at this age, under the policy.
    pub(super) fn window_of(&self, ticket: &Ticket, age_s: u32) -> Window {
        let rules = &self.settings.rules;
        let window = rules.widening.at(age_s);
        let points = if matches!(rules.policy, Policy::Bands(_)) { Window::ANY_POINTS } else { window.points };
        let own = self.client.owns(&ticket.members).then_some(self.client.wishes.ping_ms).flatten();
        Window { points, rtt_ms: window.rtt_ms.min(own.unwrap_or(MOST_RTT_MS)), ..window }
    }

    fn search_window(&self, ticket: &Ticket, age_s: u32) -> SearchWindow {
        let window = self.window_of(ticket, age_s);
        let points = (window.points != Window::ANY_POINTS).then_some(i32::from(window.points));
        SearchWindow {
            mmr_min: points.map(|points| ticket.points() - points),
            mmr_max: points.map(|points| ticket.points() + points),
            ping_max_ms: window.rtt_ms,
        }
    }
}

fn whole(points: f64) -> i32 {
    libm::round(points) as i32
}

/// Result of a match for an account that was in it: leavers are last.
fn finish(played: &Played<'_>, account: AccountId) -> Option<Finish> {
    let teams = played.outcome.teams();
    let own = teams.iter().find(|team| team.players.contains(&account))?;
    let is = |way: Ordering| teams.iter().filter(move |team| team.rank.cmp(&own.rank) == way).count() as u32;
    let (better, same) = (is(Ordering::Less), is(Ordering::Equal));
    let teams = teams.len() as u32;
    if played.left.contains(&account) {
        return Some(Finish { place: teams, teams, shared: false });
    }
    Some(Finish { place: 1 + better, teams, shared: same > 1 })
}
