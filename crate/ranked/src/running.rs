//! Matches that all players accepted: they get a server, start, are left by players, and end.

use super::journal::Ending as Written;
use super::offers::{Offered, Players, Taken};
use super::people::Doing;
use super::search::Age;
use super::{Due, Event, RankedDay};
use matchday_base::{AccountId, DatacenterIndex, MatchId, RunDigest, SimTime, Window};
use matchday_fleet::broker::Outcome as Ending;
use matchday_ladder::play;
use matchday_matchmaker::ranked::Team;
use matchday_matchmaker::ranked::state::Step;
use matchday_sim::columns::{Count, PerDatacenter};
use matchday_sim::events::EventKind;
use matchday_sim::placement::{Placement, PlacementEvent, Request};
use matchday_sim::servers::Servers;
use matchday_wire::season::rows::TicketState;

/// A match that all players accepted.
#[derive(Clone, Debug)]
pub struct RankedMatch {
    /// The offered match.
    pub offered: Offered,
    /// When it formed.
    pub formed: SimTime,
    /// When it started; `None` while it waits for a server.
    pub started: Option<SimTime>,
    /// Players who left, and when.
    pub left: Vec<(AccountId, SimTime)>,
}

impl RankedMatch {
    /// All players at its formation.
    pub fn players(&self) -> impl Iterator<Item = AccountId> + '_ {
        self.offered.players()
    }

    /// Its teams.
    pub fn teams(&self) -> &[Team] {
        &self.offered.teams
    }

    /// Its datacenter.
    pub fn datacenter(&self) -> DatacenterIndex {
        self.offered.datacenter
    }

    /// The players who left, in that order.
    pub fn leavers(&self) -> Vec<AccountId> {
        self.left.iter().map(|&(account, _)| account).collect()
    }

    /// When an account left it, if it has.
    pub fn left_at(&self, account: AccountId) -> Option<SimTime> {
        self.left.iter().find(|(left, _)| *left == account).map(|&(_, at)| at)
    }
}

/// Players of a match that failed, who will search again.
#[derive(Clone, Debug)]
pub(super) struct Retry {
    /// Their ticket in that match.
    ticket: Taken,
    /// Its members who had not left.
    members: Team,
    /// When the ticket left the queue.
    searched_until: SimTime,
    age: Age,
    /// When the match failed.
    since: SimTime,
}

/// State of the running matches.
#[derive(Clone, Debug)]
pub(super) struct Running {
    /// Matches that wait for a server or are played.
    live: Window<MatchId, RankedMatch>,
    formed: u32,
    /// `None` where every match starts at once.
    pub servers: Option<Servers>,
    /// Server requests since the last update from the servers.
    requests: Vec<Request>,
}

impl Running {
    /// No matches yet; without servers every match starts at once.
    pub fn new(servers: Option<Servers>) -> Self {
        Self { live: Window::default(), formed: 0, servers, requests: Vec::new() }
    }

    /// The simulated servers, if there are any.
    pub fn servers(&self) -> Option<&Servers> {
        self.servers.as_ref()
    }

    /// A match that has not ended.
    pub fn get(&self, id: MatchId) -> Option<&RankedMatch> {
        self.live.get(id)
    }

    /// The matches that have not ended.
    pub fn all(&self) -> impl Iterator<Item = &RankedMatch> {
        self.live.iter().map(|(_, live)| live)
    }

    /// The match of an account that it has not left.
    pub fn with(&self, account: AccountId) -> Option<MatchId> {
        let there = |of: &RankedMatch| of.players().any(|player| player == account) && of.left_at(account).is_none();
        self.live.iter().find(|(_, of)| there(of)).map(|(id, _)| id)
    }

    /// The id of the next match.
    fn next_id(&self) -> MatchId {
        MatchId(self.formed)
    }

    /// Adds a formed match.
    fn form(&mut self, formed: RankedMatch) {
        self.live.insert(self.next_id(), formed);
        self.formed += 1;
    }

    /// Returns the server events of this second, then sends the pending requests.
    fn follow(&mut self, now: SimTime) -> Vec<PlacementEvent> {
        let mut events = Vec::new();
        if let Some(servers) = &mut self.servers {
            servers.advance(now, &mut events);
        }
        self.order_servers(now);
        events
    }

    /// Sends the requests of formed matches; in each second after the server events of that second.
    pub fn order_servers(&mut self, now: SimTime) {
        if let Some(servers) = &mut self.servers {
            self.requests.drain(..).for_each(|request| servers.request(now, request));
        }
    }

    /// A match is decided before its time.
    fn finish(&mut self, now: SimTime, id: MatchId) {
        self.servers.iter_mut().for_each(|servers| servers.finish(now, id));
    }

    /// A shown minute has ended.
    pub fn end_minute(&mut self, now: SimTime, digest: &mut RunDigest) {
        self.servers.iter_mut().for_each(|servers| servers.end_minute(now, digest));
    }
}

impl RankedDay {
    /// Starts a match at once, or requests a server.
    pub(super) fn find_server(&mut self, formed: RankedMatch) {
        let (datacenter, players) = (formed.datacenter(), formed.players().count() as u16);
        let id = self.running.next_id();
        let mean_rtt_ms = (self.estimated_sum_ms(&formed) / u32::from(players.max(1))) as u16;
        self.log_formed(id, &formed);
        self.running.form(formed);
        if self.running.servers.is_none() {
            self.start_match(id);
            self.timers.set(self.log.now + self.settings.match_s, Due::Ends(id));
        } else {
            let match_s = self.settings.match_s;
            self.running.requests.push(Request { id, playlist: 0, datacenter, players, mean_rtt_ms, match_s });
        }
    }

    /// Measures a match as it forms: waits, RTTs and skill gap.
    pub(super) fn measure_formed(&mut self, formed: &RankedMatch) {
        let players = formed.players().count() as u32;
        self.log.row.add(Count::Matches, 1);
        for ticket in &formed.offered.tickets {
            let wait_s = self.log.now.since(ticket.enqueued);
            self.log.row.add_wait(wait_s, ticket.members.len() as u32);
            for member in &ticket.members {
                self.record.waited(self.ladder.season().points(member.account), wait_s);
            }
        }
        let (now, datacenter) = (self.log.now, formed.datacenter());
        let mut sum_ms = 0;
        for account in formed.players() {
            let ms = self.round_trips().played_ms(account, datacenter, now);
            self.log.row.rtts().add(ms, 1);
            sum_ms += u32::from(ms);
        }
        self.log.row.add(Count::EstimatedSumMs, self.estimated_sum_ms(formed));
        if self.estimates.is_some() {
            self.fold(Event::Play, u32::from(datacenter.0), sum_ms);
        }
        let at = self.log.row.at(datacenter.index());
        at[PerDatacenter::Matches as usize] += 1;
        at[PerDatacenter::RttSumMs as usize] += sum_ms;
        at[PerDatacenter::Matched as usize] += players;
        self.record.formed(formed, &self.people, &self.ladder);
    }

    fn estimated_sum_ms(&self, formed: &RankedMatch) -> u32 {
        let at = formed.datacenter().index();
        formed.players().map(|account| u32::from(self.round_trips().estimated_ms(account)[at])).sum()
    }

    /// Processes the server events of matches.
    pub(super) fn follow_servers(&mut self) {
        for event in self.running.follow(self.log.now) {
            match event {
                PlacementEvent::Started(id) => self.start_match(id),
                PlacementEvent::Ended(id, ending) => self.end_match(id, ending),
                PlacementEvent::Closed(at) => self.search.close(at, true),
                PlacementEvent::Opened(at) => self.search.close(at, false),
            }
        }
    }

    fn start_match(&mut self, id: MatchId) {
        let Some(starting) = self.running.live.get_mut(id) else { return };
        starting.started = Some(self.log.now);
        let (players, datacenter): (Players, _) = (starting.players().collect(), starting.datacenter());
        let number = starting.offered.number;
        self.log.playing_at[datacenter.index()] += players.len() as u32;
        self.fold(Event::Start, id.0, u32::from(datacenter.0));
        self.tell_started(&players, number, datacenter);
        for account in players {
            self.people.step(&mut self.log, account, Step::Ready);
            self.people.step(&mut self.log, account, Step::Start);
            if self.running.servers.is_some() {
                self.log_event_in(id, datacenter, account, EventKind::Start);
            }
            let match_s = self.settings.match_s;
            if let Some(after_s) = self.policy(account).leave_after_s(match_s) {
                self.timers.set(self.log.now + after_s, Due::Leaves(id, account));
            }
        }
    }

    /// Removes a player from a match, if the match has not ended. The player is offline, and stays so until
    /// the match has ended. When only one team has players left, the others forfeit and the match ends.
    pub(super) fn leave_match(&mut self, id: MatchId, account: AccountId) {
        let Some(left) = self.running.live.get_mut(id) else { return };
        left.left.push((account, self.log.now));
        let (datacenter, is_decided) = (left.datacenter(), play::is_decided(left.teams(), &left.leavers()));
        self.log.playing_at[datacenter.index()] -= 1;
        self.log_event_in(id, datacenter, account, EventKind::Quit);
        self.record.minute.leavers += 1;
        self.fold(Event::Leave, account.0, id.0);
        self.people.step(&mut self.log, account, Step::Cancel);
        self.leave_game(account, Doing::LeftMatch, Count::Left);
        if is_decided {
            self.running.finish(self.log.now, id);
            self.end_match(id, Ending::Completed);
        }
    }

    /// Ends a match. After a completed match its remaining players are rated and pause. After a match that failed
    /// nobody is rated, and all search again after a while.
    pub(super) fn end_match(&mut self, id: MatchId, ending: Ending) {
        let Some(ended) = self.running.live.remove(id) else { return };
        self.fold(Event::End, id.0, ending as u32);
        let there = |account: &AccountId| ended.left_at(*account).is_none();
        if ended.started.is_some() {
            self.log.playing_at[ended.datacenter().index()] -= ended.players().filter(there).count() as u32;
        }
        let what = EventKind::end_of(ending);
        ended.players().filter(there).for_each(|account| self.log_event_in(id, ended.datacenter(), account, what));
        if ending == Ending::Completed {
            self.rate(id, &ended);
        } else if let Some(journal) = &mut self.journal {
            journal.ended(&ended.offered, Written::Lost(&ended), &self.ladder, self.log.now);
        }
        // Time in the match is no wait.
        let played_s = ended.started.map_or(0, |started| self.log.now.since(started));
        for ticket in &ended.offered.tickets {
            let Some(leader) = ticket.members.first().map(|member| member.account) else { continue };
            let members: Team = ticket.members.iter().map(|member| member.account).filter(there).collect();
            if ending == Ending::Completed {
                members.iter().for_each(|&account| self.people.step(&mut self.log, account, Step::Finish));
                self.pause(leader, members);
                self.close(ticket, ended.offered.at, TicketState::Finished, None);
            } else if members.is_empty() || (!there(&leader) && self.policy(leader).follows_leader()) {
                members.iter().for_each(|&account| self.people.step(&mut self.log, account, Step::Cancel));
                self.decide(members);
                self.close(ticket, ended.offered.at, TicketState::Cancelled, None);
            } else {
                self.tell_failed(&ticket.members, ending);
                members.iter().for_each(|&account| self.people.turn(&mut self.log, account, Doing::Retrying));
                let (since, searched_until) = (self.log.now, ended.offered.at);
                let age = Age { enqueued: ticket.enqueued + played_s, checked_s: ticket.checked_s };
                let retry = Retry { ticket: ticket.clone(), members, searched_until, age, since };
                self.timers.set(since + self.back_off.draw_s(), Due::Retry(Box::new(retry)));
            }
        }
        for &(account, _) in &ended.left {
            self.people.turn(&mut self.log, account, Doing::Offline);
        }
    }

    /// The players of a match that failed search again, but for those who have left meanwhile.
    pub(super) fn retry(&mut self, retry: &Retry) {
        let waits = |account: &&AccountId| self.people.doing(**account) == (Doing::Retrying, retry.since);
        let members: Team = retry.members.iter().filter(waits).copied().collect();
        let next = (!members.is_empty()).then(|| self.enqueue(&members, retry.age));
        self.close(&retry.ticket, retry.searched_until, TicketState::Cancelled, next);
    }

    /// A party decides whether to play again, after a pause if its players take one.
    fn pause(&mut self, leader: AccountId, party: Team) {
        if party.is_empty() || !self.policy(leader).pauses() {
            return self.decide(party);
        }
        self.timers.set(self.log.now + self.settings.pause_s, Due::Decide(party));
    }
}
