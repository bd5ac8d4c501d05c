//! The ranked day: accounts that come online, a queue that looks for equals, matches that count.
//!
//! One tick, always in the same order:
//!
//! Before it a person who is [inside](client) does what it does. Then:
//!
//! 1. joins of the second: for each an account of its band comes online, and queues alone or gathers friends;
//! 2. what is due fires: servers' news, answers to ready checks and their deadlines, leavers, match ends, ends of pauses
//!    (the replay decision) and of lockouts;
//! 3. tickets that have waited too long expire, and their players leave;
//! 4. the queue offers matches, and each of them is checked;
//! 5. the second is measured.
//!
//! Where [`ArticleDay`](crate::ArticleDay) knows three states of a search, a ticket has a window that widens: in the first
//! window it counts as IDEAL, in the last as WARMBODY, between them as EXPAND. Who has been offered a match or waits for a
//! server counts as placing; who gathers friends or is locked out, as between matches.
//!
//! Joins are those of the same day without a ladder, place by place. What the article's matchmaker alone goes by has no
//! meaning here: its times and caps, players a match, bots, playlists, estimates, and staying together.

mod ages;
pub mod check;
pub mod client;
pub mod gathering;
pub mod journal;
pub mod matches;
pub mod minutes;
pub mod people;
mod play;
pub mod record;
pub mod settings;
pub mod summary;

use crate::census::State;
use crate::columns::{Count, PerDatacenter};
use crate::log::DayLog;
use crate::placement::{Placement, PlacementEvent, Request};
use crate::servers::{Servers, region_names, regions};
use crate::world::World;
use ages::Ages;
use client::Client;
use client::waits::Waits;
use gathering::{Gatherings, Joined};
use journal::{Closed, Journal};
use matchday_base::{AccountId, MatchId, Rng, SimTime, Streams, TicketId, Timers};
use matchday_fleet::broker::Outcome as Ending;
use matchday_ladder::ladder::{self, Ladder};
use matchday_ladder::penalty::Lockouts;
use matchday_matchmaker::RowId;
use matchday_matchmaker::ranked::state::Step;
use matchday_matchmaker::ranked::{Found, Member, Queue, RegionId, Ticket, Widening, ready};
use matchday_scenario::Params;
use matchday_wire::report::Summary;
use matchday_wire::season::Batch;
use matchday_wire::season::rows::TicketState;
use matches::Matches;
use people::{Doing, People, together};
use rand::RngExt;
use record::Record;
use settings::{GATHER_S, Settings};
use std::sync::Arc;

/// A running ranked day. Cloning it is a checkpoint: both go on as the one would have.
#[derive(Clone, Debug)]
pub struct RankedDay {
    world: Arc<World>,
    settings: Settings,
    log: DayLog,
    chance: Chance,
    people: People,
    gatherings: Gatherings,
    queue: Queue,
    ages: Ages,
    /// Ages at which the first window ends and the last one begins, s.
    window_ends_s: (u32, u32),
    /// Of each datacenter.
    regions: Vec<RegionId>,
    matches: Matches,
    lockouts: Lockouts,
    ladder: Ladder,
    timers: Timers<Due>,
    /// `None` where every match starts at once.
    servers: Option<Servers>,
    record: Record,
    journal: Option<Journal>,
    waits: Waits,
    client: Client,
    // Kept between ticks, so that most of them allocate nothing.
    found: Vec<Found>,
    expired: Vec<(TicketId, Ticket)>,
    news: Vec<PlacementEvent>,
    /// Servers that have been asked for since the servers have heard last.
    requests: Vec<Request>,
}

/// A random stream for each purpose.
#[derive(Clone, Debug)]
struct Chance {
    newcomers: Rng,
    parties: Rng,
    answers: Rng,
    leavers: Rng,
    outcomes: Rng,
    replays: Rng,
}

/// What is due at a second.
#[derive(Clone, Debug)]
enum Due {
    /// A gathering of a band has waited long enough.
    Gathered(u8, u32),
    /// Somebody answers an offer.
    Answer { offer: u32, account: AccountId, accepts: bool },
    /// Time for answers is over.
    Deadline(u32),
    /// Somebody leaves a match.
    Leaves(MatchId, AccountId),
    /// A match is over.
    Ends(MatchId),
    /// Those who played together decide.
    Decide(Vec<AccountId>),
    /// Somebody may queue again.
    Unlocks(AccountId),
}

/// What is folded into the digest.
#[derive(Clone, Copy)]
enum Event {
    Join = 1,
    Queue,
    Expire,
    Offer,
    Dodge,
    Start,
    Leave,
    End,
    Rate,
    Gone,
}

impl Chance {
    fn new(streams: Streams) -> Self {
        let [newcomers, parties, answers, leavers, outcomes, replays] =
            ["newcomers", "parties", "answers", "leavers", "outcomes", "ranked replay"]
                .map(|name| streams.stream(name));
        Self { newcomers, parties, answers, leavers, outcomes, replays }
    }
}

impl RankedDay {
    /// A day that is about to warm up; without servers every match starts at once. `record_frames`: whether to keep what the
    /// map shows.
    pub fn new(
        world: Arc<World>,
        params: &Params,
        settings: Settings,
        record_frames: bool,
        servers: Option<Servers>,
    ) -> Self {
        let streams = Streams::new(u64::from(params.seed()));
        let regions: Vec<RegionId> = regions(&world).into_iter().map(RegionId).collect();
        let log = DayLog::new(&world, params, record_frames);
        let ladder = ladder::Settings {
            system: settings.system,
            shadow: settings.shadow,
            season: settings.season,
            season_s: settings.season_s,
        };
        Self {
            chance: Chance::new(streams),
            people: People::new(&world, &settings, streams),
            gatherings: Gatherings::new(settings.rules.mode.team_size()),
            queue: Queue::new(settings.rules.clone(), regions.clone()),
            ages: Ages::default(),
            window_ends_s: window_ends_s(&settings.rules.widening),
            regions,
            matches: Matches::default(),
            lockouts: Lockouts::default(),
            ladder: Ladder::new(ladder),
            timers: Timers::new(log.now),
            log,
            servers,
            record: Record::default(),
            journal: None,
            waits: Waits::new(region_names(&world).len()),
            client: Client::new(settings.player_actions.clone(), streams),
            found: Vec::new(),
            expired: Vec::new(),
            news: Vec::new(),
            requests: Vec::new(),
            world,
            settings,
        }
    }

    /// Simulates so many seconds, or to the end. The result does not depend on how a day is cut into calls.
    pub fn advance(&mut self, seconds: u32) {
        for _ in 0..self.log.at_most(seconds) {
            self.tick();
        }
    }

    /// The second that comes next.
    pub fn now(&self) -> SimTime {
        self.log.now
    }

    /// The end of the last shown day.
    pub fn end(&self) -> SimTime {
        self.log.end()
    }

    /// The log that every kind of day has.
    pub(crate) fn log(&self) -> &DayLog {
        &self.log
    }

    /// The servers that its matches run on, if they are simulated.
    pub fn servers(&self) -> Option<&Servers> {
        self.servers.as_ref()
    }

    /// The figures of the run so far.
    pub fn summary(&self) -> Summary {
        self.log.summary(self.people.online().into())
    }

    /// What has been measured of the ladder.
    pub fn record(&self) -> &Record {
        &self.record
    }

    /// Writes down from now on what ends. Who asks for it later than before the first second gets no parties of those who
    /// wait or play already.
    pub fn keep_journal(&mut self) {
        let names = region_names(&self.world);
        self.journal =
            Some(Journal::new(&self.settings.rules, &names, self.regions.clone(), &self.ladder, self.log.now));
    }

    /// What has ended since the last call, if it is written down.
    pub fn take_batch(&mut self) -> Batch {
        let none = || Batch { through: self.log.now.0, ..Batch::default() };
        let ended = self.journal.as_mut().map_or_else(none, |journal| journal.take(self.log.now));
        let first_day = self.world.calendar.first_day().unix_day();
        Batch { first_day, player_actions: self.player_actions(), ..ended }
    }

    /// The accounts.
    pub fn people(&self) -> &People {
        &self.people
    }

    /// What is believed of them.
    pub fn ladder(&self) -> &Ladder {
        &self.ladder
    }

    /// Who waits.
    pub fn queue(&self) -> &Queue {
        &self.queue
    }

    /// The world it is played in.
    pub fn world(&self) -> &World {
        &self.world
    }

    fn tick(&mut self) {
        self.hear();
        if self.ladder.advance_calendar(self.log.now).is_some()
            && let Some(journal) = &mut self.journal
        {
            journal.season(&self.ladder, self.log.now);
        }
        self.join();
        self.follow_servers();
        while let Some(due) = self.timers.fire(self.log.now) {
            self.fire(due);
        }
        self.expire();
        self.offer_matches();
        self.tell_window();
        self.request_servers();
        self.measure();
        if self.log.next_second(self.people.online().into()) {
            self.record.begin();
        }
        if self.log.is_check_due() {
            check::sweep(self).unwrap_or_else(|violation| panic!("{}: {violation}", self.now()));
        }
    }

    fn join(&mut self) {
        self.log.draw_joins(&self.world.joins);
        let joined = std::mem::take(&mut self.log.joined);
        for &cell in &joined {
            let newcomer = self.chance.newcomers.random_ratio(self.settings.chances.newcomer, Params::SHARE_ONE);
            let account = self.people.join(self.log.now, cell, self.world.cells[cell.index()], newcomer);
            self.fold(Event::Join, account.0, cell.0);
            let until = self.lockouts.until(account, self.log.now);
            if until > self.log.now {
                self.lock_out(account, until);
            } else {
                self.gather(account);
            }
        }
        self.log.joined = joined;
    }

    /// Queues, or waits for friends.
    fn gather(&mut self, account: AccountId) {
        let band = self.people.of(account).band;
        let Chance { parties, .. } = &mut self.chance;
        let wants = parties.random_ratio(self.settings.chances.party, Params::SHARE_ONE);
        match self.gatherings.join(band, account, || wants, parties) {
            Joined::Queues(party) => {
                self.enqueue(&party, self.log.now);
                return;
            }
            Joined::Waits => {}
            Joined::Opens(number) => self.timers.set(self.log.now + GATHER_S, Due::Gathered(band, number)),
        }
        self.people.turn(&mut self.log, account, Doing::Gathering);
    }

    fn enqueue(&mut self, party: &[AccountId], enqueued: SimTime) -> TicketId {
        let member = |&account: &AccountId| {
            let points = libm::round(self.ladder.season().points(account)) as i32;
            Member { account, points }
        };
        let members: Vec<Member> = party.iter().map(member).collect();
        let mut rtts_ms = vec![0; self.regions.len()];
        for &account in party {
            let home = RowId(self.people.of(account).home.0);
            rtts_ms.iter_mut().zip(self.world.reach.rtts_ms(home)).for_each(|(worst, &ms)| *worst = ms.max(*worst));
        }
        let nearest = (0..rtts_ms.len()).min_by_key(|&at| rtts_ms[at]).unwrap_or(0);
        let constraints = together(party.iter().map(|&account| self.people.constraints(account)));
        let mut ticket = Ticket { members, region: self.regions[nearest], rtts_ms, constraints, enqueued };
        let own = self.client.wishes(party);
        if let Some(wishes) = own {
            client::wish(&mut ticket, wishes);
        }
        let id = self.queue.enqueue(ticket);
        self.ages.add(enqueued, party.len());
        for &account in party {
            self.people.enqueue(&mut self.log, account);
            self.fold(Event::Queue, account.0, id.0);
        }
        if let Some(journal) = &mut self.journal {
            journal.queued(id, party, self.log.now);
        }
        if own.is_some() {
            self.tell_queued(id);
        }
        id
    }

    /// A ticket is closed; `next` is the one with which its members queue again at once.
    fn close(&mut self, id: TicketId, ticket: &Ticket, until: SimTime, state: TicketState, next: Option<TicketId>) {
        if let Some(journal) = &mut self.journal {
            journal.closed(&Closed { id, ticket, searched_until: until, state, next }, &self.ladder, self.log.now);
        }
    }

    fn fire(&mut self, due: Due) {
        match due {
            Due::Gathered(band, number) => {
                if let Some(party) = self.gatherings.give_up(band, number) {
                    self.enqueue(&party, self.log.now);
                }
            }
            Due::Answer { offer, account, accepts } => self.answer(offer, account, accepts),
            Due::Deadline(offer) => self.tell_check(offer, ready::Event::Deadline),
            Due::Leaves(id, account) => self.leave_match(id, account),
            Due::Ends(id) => self.end_match(id, Ending::Completed),
            Due::Decide(party) => self.decide(party),
            Due::Unlocks(account) => self.gather(account),
        }
    }

    fn lock_out(&mut self, account: AccountId, until: SimTime) {
        self.people.turn(&mut self.log, account, Doing::LockedOut);
        self.timers.set(until, Due::Unlocks(account));
    }

    fn go_offline(&mut self, account: AccountId, as_what: Count) {
        self.people.turn(&mut self.log, account, Doing::Offline);
        self.log.row.add(as_what, 1);
        self.fold(Event::Gone, account.0, as_what as u32);
    }

    /// Tickets that nobody could be found for.
    fn expire(&mut self) {
        let mut expired = std::mem::take(&mut self.expired);
        self.queue.expire(self.log.now, &mut expired);
        for (id, ticket) in expired.drain(..) {
            self.ages.remove(ticket.enqueued, ticket.members.len());
            for member in &ticket.members {
                self.fold(Event::Expire, member.account.0, id.0);
                self.record.minute.expired += 1;
                self.people.step(&mut self.log, member.account, Step::Expire);
                self.go_offline(member.account, Count::Failed);
            }
            self.close(id, &ticket, self.log.now, TicketState::Expired, None);
            self.tell_expired(&ticket);
        }
        self.expired = expired;
    }

    fn measure(&mut self) {
        if let Some(shown_s) = self.log.end_second(self.by_window(self.log.times.counts)) {
            self.end_minute(shown_s);
        }
    }

    /// Who searches, told apart by the window that its ticket has.
    fn by_window(&self, mut counts: [u32; State::ALL.len()]) -> [u32; State::ALL.len()] {
        let searching = counts[State::Ideal as usize];
        let (first, last) = self.window_ends_s;
        let (in_first, in_last) =
            (self.ages.younger(self.log.now, first), searching - self.ages.younger(self.log.now, last));
        counts[State::Ideal as usize] = in_first;
        counts[State::Expand as usize] = searching - in_first - in_last;
        counts[State::Warm as usize] = in_last;
        counts
    }

    fn end_minute(&mut self, shown_s: u32) {
        for (_, ticket) in self.queue.waiting() {
            let cap_ms = self.settings.rules.widening.at(self.log.now.since(ticket.enqueued)).rtt_ms;
            for (at, _) in ticket.rtts_ms.iter().enumerate().filter(|&(_, &ms)| ms <= cap_ms) {
                self.log.row.at(at)[PerDatacenter::Queue as usize] += ticket.members.len() as u32;
            }
        }
        self.log.push_row();
        if let Some(servers) = &mut self.servers {
            servers.end_minute(self.log.now);
        }
        self.record.end_minute(self.log.now, &self.people, &self.ladder);
        if let Some(mut recorder) = self.log.recorder.take() {
            recorder.record(shown_s, |tally| {
                for (account, doing, _) in self.people.each_online() {
                    if let Some(state) = doing.state() {
                        tally.add(self.people.of(account).home, state);
                    }
                }
            });
            self.log.recorder = Some(recorder);
        }
    }

    fn fold(&mut self, event: Event, subject: u32, detail: u32) {
        self.log.fold(event as u8, subject, detail);
    }
}

/// When the first window ends, and when the last one begins; one that never widens is the first.
fn window_ends_s(widening: &Widening) -> (u32, u32) {
    let mut opens = widening.steps().map(|step| step.from_s).skip(1);
    match opens.next() {
        Some(second) => (second, opens.last().unwrap_or(second)),
        None => (u32::MAX, u32::MAX),
    }
}

#[cfg(test)]
mod tests;
