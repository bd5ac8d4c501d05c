//! From an offered match to its rating: ready check, server, leavers, outcome.

use super::journal::Ending as Written;
use super::matches::{Match, Offer, Offered};
use super::settings::{ANSWER_S, INSTANT_BELOW, READY_S};
use super::{Due, Event, RankedDay};
use crate::columns::{Count, PerDatacenter};
use crate::placement::{Placement, PlacementEvent, Request};
use matchday_base::{AccountId, MatchId, SimTime};
use matchday_fleet::broker::Outcome as Ending;
use matchday_ladder::ladder::Played;
use matchday_ladder::play;
use matchday_matchmaker::RowId;
use matchday_matchmaker::ranked::Found;
use matchday_matchmaker::ranked::ready::{Answer, Event as CheckEvent, Ready, ReadyCheck, Verdict};
use matchday_matchmaker::ranked::state::Step;
use matchday_scenario::Params;
use matchday_wire::season::rows::TicketState;
use rand::RngExt;

impl RankedDay {
    /// Asks the players of the matches that the queue has found.
    pub(super) fn offer_matches(&mut self) {
        let mut found = std::mem::take(&mut self.found);
        self.queue.form(self.log.now, &mut found);
        for found in found.drain(..) {
            for (_, ticket) in &found.tickets {
                self.ages.remove(ticket.enqueued, ticket.members.len());
                self.waits.add(ticket.region, ticket.points(), ticket.enqueued, self.log.now);
            }
            self.offer_match(found);
        }
        self.found = found;
    }

    fn offer_match(&mut self, found: Found) {
        let players: Vec<AccountId> = found.teams.iter().flatten().copied().collect();
        for &account in &players {
            self.people.step(&mut self.log, account, Step::Choose);
        }
        let points = |&account: &AccountId| self.ladder.season().points(account);
        let mean_points = players.iter().map(points).sum::<f64>() / players.len().max(1) as f64;
        let offered = Offered { number: self.matches.number(), at: self.log.now, mean_points, found };
        let mut members = offered.found.tickets.iter().flat_map(|(_, ticket)| &ticket.members);
        let ready = match self.settings.ready {
            Ready::Instant if !members.all(|member| member.points < INSTANT_BELOW) => Ready::Accept,
            ready => ready,
        };
        self.record.minute.offered += 1;
        let check = ReadyCheck::new(ready, players.len(), self.log.now, READY_S);
        if check.has_started() {
            return self.form_match(offered);
        }
        for &account in &players {
            self.people.step(&mut self.log, account, Step::Tell);
        }
        let offer = self.matches.offer(Offer { offered, players: players.clone(), check });
        self.fold(Event::Offer, offer, players.len() as u32);
        self.ask(offer, &players);
    }

    /// Everybody looks at the offer or does not; who does, accepts or declines.
    fn ask(&mut self, offer: u32, players: &[AccountId]) {
        self.tell_found(offer);
        for &account in players {
            if self.client.has(account) {
                self.ask_guest(offer, account);
                continue;
            }
            let rng = &mut self.chance.answers;
            let accepts = rng.random_ratio(self.settings.chances.accept, Params::SHARE_ONE);
            // Half of those who do not accept say nothing.
            if accepts || rng.random() {
                let after_s = rng.random_range(1..=ANSWER_S);
                self.timers.set(self.log.now + after_s, Due::Answer { offer, account, accepts });
            }
        }
        self.timers.set(self.log.now + READY_S, Due::Deadline(offer));
    }

    pub(super) fn answer(&mut self, number: u32, account: AccountId, accepts: bool) {
        let Some(offer) = self.matches.offers.get(&number) else { return };
        if let Some(seat) = offer.players.iter().position(|&player| player == account) {
            self.tell_check(number, if accepts { CheckEvent::Accept(seat) } else { CheckEvent::Decline(seat) });
        }
    }

    pub(super) fn tell_check(&mut self, number: u32, told: CheckEvent) {
        let Some(offer) = self.matches.offers.get_mut(&number) else { return };
        match offer.check.on(self.log.now, told) {
            None => {}
            Some(Verdict::Again) => {
                let players = offer.players.clone();
                self.ask(number, &players);
            }
            Some(Verdict::Started) => {
                if let Some(offer) = self.matches.offers.remove(&number) {
                    self.form_match(offer.offered);
                }
            }
            Some(Verdict::Failed(answers)) => {
                if let Some(offer) = self.matches.offers.remove(&number) {
                    self.call_off(&offer, &answers);
                }
            }
        }
    }

    /// Somebody has not accepted: it is locked out, and the others queue again with the age that they had.
    fn call_off(&mut self, offer: &Offer, answers: &[Answer]) {
        let accepted = |account: &AccountId| {
            let mut seats = offer.players.iter().zip(answers);
            seats.any(|(player, &answer)| player == account && answer == Answer::Accepted)
        };
        let called_off = &offer.offered;
        if let Some(journal) = &mut self.journal {
            journal.ended(called_off, Written::Declined(answers), &self.ladder, self.log.now);
        }
        for (id, ticket) in &called_off.found.tickets {
            if self.client.owns(ticket) {
                self.call_off_own(*id, ticket, offer, answers);
                continue;
            }
            let members = ticket.members.iter().map(|member| member.account);
            let (stay, dodge): (Vec<_>, Vec<_>) = members.partition(accepted);
            let mut next = None;
            if self.settings.cancel_all {
                stay.iter().for_each(|&account| self.people.step(&mut self.log, account, Step::Cancel));
                self.decide(stay);
            } else if !stay.is_empty() {
                next = Some(self.enqueue(&stay, ticket.enqueued));
            }
            self.close(*id, ticket, called_off.at, TicketState::Cancelled, next);
            for account in dodge {
                let until = self.dodge(account);
                self.people.step(&mut self.log, account, Step::Cancel);
                if self.plays_again() {
                    self.lock_out(account, until);
                } else {
                    self.go_offline(account, Count::Left);
                }
            }
        }
    }

    /// Somebody has not accepted; when it may queue again.
    pub(super) fn dodge(&mut self, account: AccountId) -> SimTime {
        self.record.minute.dodges += 1;
        self.fold(Event::Dodge, account.0, 0);
        self.lockouts.dodge(account, self.log.now)
    }

    /// Everybody has accepted.
    fn form_match(&mut self, offered: Offered) {
        let now = self.log.now;
        let formed = Match { offered, formed: now, started: None, left: Vec::new() };
        self.measure_formed(&formed);
        formed.players().for_each(|account| self.people.step(&mut self.log, account, Step::Accept));
        let (datacenter, players) = (formed.datacenter(), formed.players().count() as u16);
        let id = self.matches.form(formed);
        if self.servers.is_none() {
            self.start_match(id);
            self.timers.set(now + self.settings.match_s, Due::Ends(id));
        } else {
            let mean_rtt_ms = self.rtt_sum_ms(id) / u32::from(players.max(1));
            let request = Request { id, playlist: 0, datacenter, players, mean_rtt_ms: mean_rtt_ms as u16 };
            self.requests.push(request);
        }
    }

    /// Asks for the servers of matches that have formed: in each second after the placement has told what happened in it.
    pub(super) fn request_servers(&mut self) {
        if let Some(servers) = &mut self.servers {
            self.requests.drain(..).for_each(|request| servers.request(self.log.now, request));
        }
    }

    /// What a match is like, as it forms: waits, RTTs, and how even it is.
    fn measure_formed(&mut self, formed: &Match) {
        let players = formed.players().count() as u32;
        self.log.row.add(Count::Matches, 1);
        for (_, ticket) in &formed.offered.found.tickets {
            let wait_s = self.log.now.since(ticket.enqueued);
            self.log.row.add_wait(wait_s, ticket.members.len() as u32);
            for member in &ticket.members {
                self.record.waited(self.ladder.season().points(member.account), wait_s);
            }
        }
        let rtts_ms = &self.world.columns[formed.datacenter().index()];
        let mut sum_ms = 0;
        for account in formed.players() {
            let ms = rtts_ms[self.people.of(account).home.index()];
            self.log.row.rtt_bins()[usize::from(ms)] += 1;
            sum_ms += u32::from(ms);
        }
        self.log.row.add(Count::BelievedSumMs, sum_ms);
        let at = self.log.row.at(formed.datacenter().index());
        at[PerDatacenter::Matches as usize] += 1;
        at[PerDatacenter::RttSumMs as usize] += sum_ms;
        at[PerDatacenter::Matched as usize] += players;
        self.record.formed(formed, &self.people, &self.ladder);
    }

    fn rtt_sum_ms(&self, id: MatchId) -> u32 {
        let Some(formed) = self.matches.live.get(&id) else { return 0 };
        let rtt_ms = |account| {
            let home = RowId(self.people.of(account).home.0);
            u32::from(self.world.reach.rtt_ms(home, formed.datacenter()))
        };
        formed.players().map(rtt_ms).sum()
    }

    /// What becomes of matches on servers.
    pub(super) fn follow_servers(&mut self) {
        let Some(servers) = &mut self.servers else { return };
        let mut news = std::mem::take(&mut self.news);
        servers.advance(self.log.now, &mut news);
        self.request_servers();
        for told in news.drain(..) {
            match told {
                PlacementEvent::Started(id) => self.start_match(id),
                PlacementEvent::Ended(id, ending) => self.end_match(id, ending),
            }
        }
        self.news = news;
    }

    fn start_match(&mut self, id: MatchId) {
        let Some(starting) = self.matches.live.get_mut(&id) else { return };
        starting.started = Some(self.log.now);
        let (players, datacenter): (Vec<AccountId>, _) = (starting.players().collect(), starting.datacenter());
        let number = starting.offered.number;
        self.log.playing_at[datacenter.index()] += players.len() as u32;
        self.fold(Event::Start, id.0, u32::from(datacenter.0));
        self.tell_started(&players, number, datacenter);
        for account in players {
            self.people.step(&mut self.log, account, Step::Ready);
            self.people.step(&mut self.log, account, Step::Start);
            if self.client.has(account) {
                continue;
            }
            let rng = &mut self.chance.leavers;
            if rng.random_ratio(self.settings.chances.leave, Params::SHARE_ONE) {
                let after_s = rng.random_range(1..self.settings.match_s.max(2));
                self.timers.set(self.log.now + after_s, Due::Leaves(id, account));
            }
        }
    }

    /// Somebody leaves a match that may be over already.
    pub(super) fn leave_match(&mut self, id: MatchId, account: AccountId) {
        let Some(left) = self.matches.live.get_mut(&id) else { return };
        left.left.push((account, self.log.now));
        self.log.playing_at[left.datacenter().index()] -= 1;
        self.record.minute.leavers += 1;
        self.fold(Event::Leave, account.0, id.0);
        self.people.step(&mut self.log, account, Step::Cancel);
        self.go_offline(account, Count::Left);
    }

    /// A match is over. Who has completed it is rated and pauses. Where it ended in any other way nobody is, and all search
    /// again as if their search had gone on.
    pub(super) fn end_match(&mut self, id: MatchId, ending: Ending) {
        let Some(ended) = self.matches.live.remove(&id) else { return };
        self.fold(Event::End, id.0, ending as u32);
        let there = |account: &AccountId| ended.left_at(*account).is_none();
        if ended.started.is_some() {
            self.log.playing_at[ended.datacenter().index()] -= ended.players().filter(there).count() as u32;
        }
        if ending == Ending::Completed {
            self.rate(id, &ended);
        } else if let Some(journal) = &mut self.journal {
            journal.ended(&ended.offered, Written::Lost(&ended), &self.ladder, self.log.now);
        }
        for (id, ticket) in &ended.offered.found.tickets {
            if self.client.owns(ticket) {
                self.end_own(*id, ticket, &ended, ending == Ending::Completed);
                continue;
            }
            let members: Vec<AccountId> = ticket.members.iter().map(|member| member.account).filter(there).collect();
            if ending == Ending::Completed {
                self.close(*id, ticket, ended.offered.at, TicketState::Finished, None);
                members.iter().for_each(|&account| self.people.step(&mut self.log, account, Step::Finish));
                if !members.is_empty() {
                    self.timers.set(self.log.now + self.settings.pause_s, Due::Decide(members));
                }
            } else {
                let enqueued = self.log.now - ended.formed.since(ticket.enqueued);
                let next = (!members.is_empty()).then(|| self.enqueue(&members, enqueued));
                self.close(*id, ticket, ended.offered.at, TicketState::Cancelled, next);
            }
        }
    }

    /// True skill decides who wins; the ladder hears of it.
    fn rate(&mut self, id: MatchId, ended: &Match) {
        let skill = |account| self.people.of(account).skill;
        let left: Vec<AccountId> = ended.left.iter().map(|&(account, _)| account).collect();
        let drawn = play::draw(ended.teams(), &left, skill, &mut self.chance.outcomes);
        // Teams of the queue are never empty, and nobody is in two.
        let Ok(outcome) = drawn else { return };
        if left.is_empty() {
            self.record.ended(&outcome, &self.people, &self.ladder, self.log.now);
        }
        let played = Played { id, ended: self.log.now, outcome: &outcome, left: &left };
        let won = outcome.teams().iter().position(|team| team.rank == 1).unwrap_or(0) as u32;
        let changes = self.ladder.settle(&played).to_vec();
        for change in &changes {
            let points = change.after.points();
            self.log.digest.fold(u64::from(change.player.0) << 32 ^ points.to_bits());
            self.record.rated(change, self.people.of(change.player).skill);
        }
        if let Some(journal) = &mut self.journal {
            let written = Written::Played { of: ended, outcome: &outcome, changes: &changes };
            journal.ended(&ended.offered, written, &self.ladder, self.log.now);
        }
        self.tell_rated(ended.offered.number, &played, &changes);
        self.fold(Event::Rate, id.0, won);
    }

    /// Those who played together decide: who plays again does so together, the others leave.
    pub(super) fn decide(&mut self, mut party: Vec<AccountId>) {
        party.retain(|&account| {
            let again = self.plays_again();
            if !again {
                self.go_offline(account, Count::Left);
            }
            again
        });
        if !party.is_empty() {
            self.enqueue(&party, self.log.now);
        }
    }

    fn plays_again(&mut self) -> bool {
        self.chance.replays.random_ratio(self.settings.chances.replay, Params::REPLAY_ONE)
    }
}
