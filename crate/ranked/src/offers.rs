//! Ready checks: matches offered to their players, and the answers.

use super::journal::Ending as Written;
use super::round_trips::RoundTrips;
use super::running::RankedMatch;
use super::search::Age;
use super::settings::{ANSWER_S, Chances, INSTANT_BELOW};
use super::{Due, Event, RankedDay};
use matchday_base::rtt::OUT_OF_REACH_MS;
use matchday_base::{AccountId, DatacenterIndex, Rng, SimTime, Streams, TicketId, Window};
use matchday_matchmaker::ranked::ready::{Answer, Event as CheckEvent, Ready, ReadyCheck, Verdict};
use matchday_matchmaker::ranked::state::Step;
use matchday_matchmaker::ranked::{Found, Member, RegionId, Team, Ticket};
use matchday_scenario::Params;
use matchday_sim::columns::Count;
use matchday_sim::events::EventKind;
use matchday_wire::season::rows::TicketState;
use rand::RngExt;
use smallvec::SmallVec;

/// The players of a match, team by team.
pub type Players = SmallVec<[AccountId; 10]>;

/// A ticket that has left the queue: of its round trips only the least is still of interest.
#[derive(Clone, Debug)]
pub struct Taken {
    /// Its number.
    pub id: TicketId,
    /// Its players.
    pub members: SmallVec<[Member; 2]>,
    /// The mean of their points.
    pub points: i32,
    /// Its region.
    pub region: RegionId,
    /// Its least round trip, ms.
    pub ping_ms: u16,
    /// When it first queued.
    pub enqueued: SimTime,
    /// Time in ready checks since then, s.
    pub checked_s: u32,
}

impl Taken {
    /// A ticket as the queue returns it.
    pub fn new((id, ticket): (TicketId, Ticket)) -> Self {
        Self {
            id,
            points: ticket.points(),
            ping_ms: ticket.rtts_ms.iter().copied().min().unwrap_or(OUT_OF_REACH_MS),
            members: ticket.members,
            region: ticket.region,
            enqueued: ticket.enqueued,
            checked_s: ticket.checked_s,
        }
    }
}

/// A match found by the queue, kept until it ends.
#[derive(Clone, Debug)]
pub struct Offered {
    /// Number in the order of offers, from 0.
    pub number: u32,
    /// Time of the offer.
    pub at: SimTime,
    /// Mean points of its players at that time.
    pub mean_points: f64,
    /// Its tickets, the oldest first.
    pub tickets: SmallVec<[Taken; 2]>,
    /// Its teams.
    pub teams: SmallVec<[Team; 2]>,
    /// Its datacenter.
    pub datacenter: DatacenterIndex,
    /// Its map.
    pub map: u8,
}

impl Offered {
    /// All players, team by team.
    pub fn players(&self) -> impl Iterator<Item = AccountId> + '_ {
        self.teams.iter().flatten().copied()
    }
}

/// A match that has been offered to its players.
#[derive(Clone, Debug)]
pub struct Offer {
    /// The match.
    pub offered: Offered,
    /// The players asked, in the order of the check's seats.
    pub players: Players,
    /// The answers so far.
    pub check: ReadyCheck,
}

/// An answer to an offered match that is known when the match is offered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PlannedAnswer {
    /// Seconds after the offer.
    pub after_s: u32,
    /// Whether the player accepts.
    pub accepts: bool,
}

/// Decides how players answer offers, whether they stay in a match, and what they do afterwards: simulated
/// players randomly, guests by the actions of their person.
pub(super) trait AnswerPolicy {
    /// The answer of a player; `None` if it stays silent, or answers by message.
    fn answer(&mut self, account: AccountId) -> Option<PlannedAnswer>;

    /// When a player leaves a match of length `match_s`, in seconds after its start; `None` if it stays, or
    /// leaves by message.
    fn leave_after_s(&mut self, match_s: u32) -> Option<u32>;

    /// Whether a party does what its leader does: the leader's answer is that of all members, and without the
    /// leader they do not search again.
    fn follows_leader(&self) -> bool;

    /// Whether players pause after a match before they decide to play again; others decide at once.
    fn pauses(&self) -> bool;

    /// Whether a player plays again; otherwise it goes offline.
    fn plays_again(&mut self) -> bool;
}

/// Simulated players: accept, leave and play again randomly.
#[derive(Clone, Debug)]
pub(super) struct ByChance {
    answers: Rng,
    leavers: Rng,
    replays: Rng,
    chances: Chances,
}

impl ByChance {
    /// Players with these probabilities.
    pub fn new(chances: Chances, streams: Streams) -> Self {
        let [answers, leavers, replays] = ["answers", "leavers", "ranked replay"].map(|name| streams.stream(name));
        Self { answers, leavers, replays, chances }
    }
}

impl AnswerPolicy for ByChance {
    /// Half of the players who do not accept stay silent.
    fn answer(&mut self, _: AccountId) -> Option<PlannedAnswer> {
        let accepts = self.answers.random_ratio(self.chances.accept, Params::SHARE_ONE);
        let answers = accepts || self.answers.random();
        answers.then(|| PlannedAnswer { after_s: self.answers.random_range(1..=ANSWER_S), accepts })
    }

    fn leave_after_s(&mut self, match_s: u32) -> Option<u32> {
        let leaves = self.leavers.random_ratio(self.chances.leave, Params::SHARE_ONE);
        leaves.then(|| self.leavers.random_range(1..match_s.max(2)))
    }

    fn follows_leader(&self) -> bool {
        false
    }

    fn pauses(&self) -> bool {
        true
    }

    fn plays_again(&mut self) -> bool {
        self.replays.random_ratio(self.chances.replay, Params::REPLAY_ONE)
    }
}

/// State of the ready checks.
#[derive(Clone, Debug, Default)]
pub(super) struct ReadyChecks {
    /// Matches in their ready check, by the number of the check.
    offers: Window<u32, Offer>,
    found: u32,
    checked: u32,
}

/// Result of a ready check.
enum Checked {
    /// These players are asked again.
    Again(Players),
    /// All players accepted.
    Accepted(Offered),
    /// Not all players accepted; all answers.
    CalledOff(Offer, Vec<Answer>),
}

impl ReadyChecks {
    /// The number of the next match found, with or without a ready check.
    fn next_number(&mut self) -> u32 {
        self.found += 1;
        self.found - 1
    }

    /// Opens the check of a match; returns its number.
    fn open(&mut self, offer: Offer) -> u32 {
        self.checked += 1;
        self.offers.insert(self.checked, offer);
        self.checked
    }

    /// An open check.
    pub fn get(&self, number: u32) -> Option<&Offer> {
        self.offers.get(number)
    }

    /// The open checks.
    pub fn all(&self) -> impl Iterator<Item = &Offer> {
        self.offers.iter().map(|(_, offer)| offer)
    }

    /// The check that includes an account, and its seat there.
    pub fn asking(&self, account: AccountId) -> Option<(u32, &Offer, usize)> {
        self.offers.iter().find_map(|(number, offer)| {
            let seat = offer.players.iter().position(|&player| player == account)?;
            Some((number, offer, seat))
        })
    }

    /// Passes an event to a check; returns the result if the check ends.
    fn on(&mut self, now: SimTime, number: u32, event: CheckEvent) -> Option<Checked> {
        let offer = self.offers.get_mut(number)?;
        match offer.check.on(now, event)? {
            Verdict::Again => Some(Checked::Again(offer.players.clone())),
            Verdict::Started => self.offers.remove(number).map(|offer| Checked::Accepted(offer.offered)),
            Verdict::Failed(answers) => self.offers.remove(number).map(|offer| Checked::CalledOff(offer, answers)),
        }
    }
}

impl RankedDay {
    /// Opens checks for the matches that the queue has found.
    pub(super) fn offer_matches(&mut self) {
        let Self { world, people, estimates, .. } = self;
        let round_trips = RoundTrips { world, people, estimates: estimates.as_ref() };
        for found in self.search.form(self.log.now, round_trips) {
            self.offer_match(found);
        }
    }

    fn offer_match(&mut self, found: Found) {
        let players: Players = found.teams.iter().flatten().copied().collect();
        for &account in &players {
            self.people.step(&mut self.log, account, Step::Choose);
        }
        let points = |&account: &AccountId| self.ladder.season().points(account);
        let mean_points = players.iter().map(points).sum::<f64>() / players.len().max(1) as f64;
        let Found { tickets, teams, datacenter, map, .. } = found;
        let (number, at) = (self.checks.next_number(), self.log.now);
        let tickets = tickets.into_iter().map(Taken::new).collect();
        let offered = Offered { number, at, mean_points, tickets, teams, datacenter, map };
        let mut members = offered.tickets.iter().flat_map(|ticket| &ticket.members);
        let ready = match self.settings.ready {
            Ready::Instant if !members.all(|member| member.points < INSTANT_BELOW) => Ready::Accept,
            ready => ready,
        };
        self.record.minute.offered += 1;
        let check = ReadyCheck::new(ready, players.len(), self.log.now, self.settings.ready_s);
        if check.has_started() {
            return self.form_match(offered);
        }
        for &account in &players {
            self.people.step(&mut self.log, account, Step::Tell);
            self.log_event(account, EventKind::Offer, None);
        }
        let offer = self.checks.open(Offer { offered, players: players.clone(), check });
        self.fold(Event::Offer, offer, players.len() as u32);
        self.ask(offer, &players);
    }

    /// Schedules the answers of all players asked.
    fn ask(&mut self, offer: u32, players: &[AccountId]) {
        self.tell_found(offer);
        for &account in players {
            if let Some(PlannedAnswer { after_s, accepts }) = self.policy(account).answer(account) {
                self.timers.set(self.log.now + after_s, Due::Answer { offer, account, accepts });
            }
        }
        self.timers.set(self.log.now + self.settings.ready_s, Due::Deadline(offer));
    }

    /// The answer policy of an account.
    pub(super) fn policy(&mut self, account: AccountId) -> &mut dyn AnswerPolicy {
        if self.client.has(account) { &mut self.client } else { &mut self.simulated }
    }

    pub(super) fn answer(&mut self, number: u32, account: AccountId, accepts: bool) {
        let Some(offer) = self.checks.get(number) else { return };
        if let Some(seat) = offer.players.iter().position(|&player| player == account) {
            self.tell_check(number, if accepts { CheckEvent::Accept(seat) } else { CheckEvent::Decline(seat) });
        }
    }

    /// Passes an event to a ready check.
    pub(super) fn tell_check(&mut self, number: u32, event: CheckEvent) {
        match self.checks.on(self.log.now, number, event) {
            None => {}
            Some(Checked::Again(players)) => self.ask(number, &players),
            Some(Checked::Accepted(offered)) => self.form_match(offered),
            Some(Checked::CalledOff(offer, answers)) => self.call_off(&offer, &answers),
        }
    }

    /// Calls a match off: players who did not accept are locked out, the others search on, as old as before.
    fn call_off(&mut self, offer: &Offer, answers: &[Answer]) {
        let answer = |account: AccountId| {
            let seat = offer.players.iter().position(|&player| player == account);
            seat.map_or(Answer::Silent, |seat| answers[seat])
        };
        let called_off = &offer.offered;
        self.record.called_off += 1;
        if let Some(journal) = &mut self.journal {
            journal.ended(called_off, Written::Declined(answers), &self.ladder, self.log.now);
        }
        for ticket in &called_off.tickets {
            let Some(leader) = ticket.members.first().map(|member| member.account) else { continue };
            let follows = self.policy(leader).follows_leader();
            let speaker = |account| if follows { leader } else { account };
            let members = ticket.members.iter().map(|member| member.account);
            let (stay, go): (Team, Team) = members.partition(|&member| answer(speaker(member)) == Answer::Accepted);
            go.iter().filter(|&&account| speaker(account) == account).for_each(|&account| self.dodge(account));
            self.tell_called_off(&ticket.members, answer(leader));
            let mut next = None;
            if self.settings.cancel_all {
                stay.iter().for_each(|&account| self.people.step(&mut self.log, account, Step::Cancel));
                self.decide(stay);
            } else if !stay.is_empty() {
                let checked_s = ticket.checked_s + self.log.now.since(called_off.at);
                next = Some(self.enqueue(&stay, Age { enqueued: ticket.enqueued, checked_s }));
            }
            self.close(ticket, called_off.at, TicketState::Cancelled, next);
            go.into_iter().for_each(|account| self.go_after_dodge(account));
        }
    }

    /// Locks out a player who did not accept.
    fn dodge(&mut self, account: AccountId) {
        self.record.minute.dodges += 1;
        self.fold(Event::Dodge, account.0, 0);
        self.log_event(account, EventKind::Dodge, None);
        self.lockouts.dodge(account, self.log.now);
    }

    /// Waits for the end of the lockout, or goes offline.
    fn go_after_dodge(&mut self, account: AccountId) {
        self.people.step(&mut self.log, account, Step::Cancel);
        if self.policy(account).plays_again() {
            self.lock_out(account, self.lockouts.until(account, self.log.now));
        } else {
            self.go_offline(account, Count::Left);
        }
    }

    /// Forms a match that all players accepted.
    fn form_match(&mut self, offered: Offered) {
        let formed = RankedMatch { offered, formed: self.log.now, started: None, left: Vec::new() };
        self.measure_formed(&formed);
        formed.players().for_each(|account| self.people.step(&mut self.log, account, Step::Accept));
        self.find_server(formed);
    }
}
