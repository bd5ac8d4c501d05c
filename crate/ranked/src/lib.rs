//! The ranked day: accounts that come online, a queue that matches equal ratings, rated matches.
//!
//! ```
//! use matchday_ranked::RankedDay;
//! use matchday_ranked::settings::RankedSettings;
//! use matchday_sim::tiny::{params, tiny_dataset};
//! use matchday_sim::{Simulate, World};
//!
//! let params = params(&[("ranked", "1v1"), ("ccu", "200"), ("accounts", "400")]);
//! let world = World::new(&tiny_dataset(), &params)?.into();
//! let settings = RankedSettings::of(&params)?.expect("a mode is set");
//! let mut day = RankedDay::new(world, &params, settings, None);
//! day.advance(u32::MAX);
//! let rated: u32 = day.ladder().season().players().map(|(_, rating)| rating.matches()).sum();
//! assert!(rated > 1_000);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Each stage of a match is a module with its own state; a tick runs them in this order:
//!
//! | step | module |
//! |---|---|
//! | the [person](client) acts | [`client`] |
//! | an account of the band comes online for each join, and queues alone or gathers friends | `arrivals` |
//! | matches start and end on their servers | `running` |
//! | timers fire: answers to ready checks and their deadlines, leavers, match ends, replay decisions, lockouts | all |
//! | tickets beyond their time limit expire, and their players leave | `search` |
//! | the queue, or a policy, offers matches, each with a ready check | `offers`, `policy` |
//! | formed matches ask for their servers | `running` |
//! | the second is measured | [`record`] |
//!
//! A match played to its end is rated, and its players decide whether to play again, in `settling`.
//!
//! [`ArticleDay`](matchday_sim::ArticleDay) has three states of a search; here a ticket has a window that widens. In
//! the first window its players count as IDEAL, in the last as WARMBODY, in between as EXPAND. Players who
//! are offered a match or wait for a server count as placing. Players who gather friends or are locked out
//! count as between matches.
//!
//! The ladder can be older than the shown days (`ladder_days`): its earlier days run like the warm-up, without
//! rows.
//!
//! Joins equal those of the same day without a ladder, cell by cell. The parameters of the article's
//! matchmaker have no effect here: its times and caps, players per match, bots, playlists, and staying together.
//!
//! [`RankedDay::advance_watched`] tells an observer what happens, as [`RankedEvent`]s.
//!
//! The crate uses no clock, file, network, thread or platform randomness.
#![forbid(unsafe_code)]

mod ages;
mod arrivals;
pub mod check;
pub mod client;
mod events;
pub mod gathering;
pub mod journal;
pub mod minutes;
mod offers;
pub mod people;
mod policy;
pub mod record;
mod report;
mod round_trips;
mod running;
mod search;
pub mod settings;
mod settling;
mod snapshot;
pub mod summary;

pub use events::RankedEvent;

use arrivals::Arrivals;
use client::Client;
use journal::Journal;
use matchday_base::{AccountId, MatchId, Rng, Streams, TicketId, Timers};
use matchday_fleet::broker::Outcome as Ending;
use matchday_ladder::ladder::{self, Ladder};
use matchday_ladder::penalty::Lockouts;
use matchday_matchmaker::policy::Fault;
use matchday_matchmaker::ranked::{Queue, RegionId, Team, ready};
use matchday_scenario::Params;
use matchday_sim::columns::{Count, PerDatacenter};
use matchday_sim::estimate::Estimates;
use matchday_sim::events::EventKind;
use matchday_sim::log::DayLog;
use matchday_sim::policy::by_rule;
use matchday_sim::retries::BackOff;
use matchday_sim::servers::{Servers, region_names, regions};
use matchday_sim::simulate::Simulate;
use matchday_sim::snapshot::Snapshot;
use matchday_sim::world::World;
use matchday_wire::report::{PolicyReport, RuleReport, Summary};
use matchday_wire::season::Batch;
use offers::{ByChance, ReadyChecks};
use people::{Doing, People};
use policy::PolicyCaller;
use record::Record;
use running::{Retry, Running};
use search::{Age, RankedSearches};
use settings::RankedSettings;
use std::sync::Arc;

/// A running ranked day. A clone is a checkpoint: it continues exactly as the original.
#[derive(Clone, Debug)]
pub struct RankedDay {
    world: Arc<World>,
    settings: RankedSettings,
    log: DayLog,
    people: People,
    estimates: Option<Estimates>,
    timers: Timers<Due>,
    /// Region of each datacenter.
    regions: Vec<RegionId>,
    arrivals: Arrivals,
    search: RankedSearches,
    checks: ReadyChecks,
    /// Decisions of simulated players; guests decide through their [`Client`].
    simulated: ByChance,
    running: Running,
    back_off: BackOff,
    /// Draws the results of matches.
    outcomes: Rng,
    ladder: Ladder,
    lockouts: Lockouts,
    client: Client,
    record: Record,
    journal: Option<Journal>,
    /// Those of this second, only while the day is watched.
    events: Option<Vec<RankedEvent>>,
}

/// Timers.
#[derive(Clone, Debug)]
enum Due {
    /// The time limit of a gathering in a band.
    Gathered(u8, u32),
    /// An account answers an offer.
    Answer { offer: u32, account: AccountId, accepts: bool },
    /// The deadline of a ready check.
    Deadline(u32),
    /// An account leaves a match.
    Leaves(MatchId, AccountId),
    /// A match ends.
    Ends(MatchId),
    /// Players of a failed match search again.
    Retry(Box<Retry>),
    /// Players of a party decide whether to play again.
    Decide(Team),
    /// The end of a lockout.
    Unlocks(AccountId),
}

/// Events of the digest.
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
    Play,
}

/// The region of each datacenter, by index.
pub fn datacenter_regions(world: &World) -> Vec<RegionId> {
    regions(world).into_iter().map(RegionId).collect()
}

impl RankedDay {
    /// A day about to warm up; without servers every match starts at once.
    pub fn new(world: Arc<World>, params: &Params, settings: RankedSettings, servers: Option<Servers>) -> Self {
        let streams = Streams::new(u64::from(params.seed()));
        let regions = datacenter_regions(&world);
        let log = DayLog::new(&world, params);
        let cap_ms = settings.by_policy.is_none().then(|| settings.rules.widening.at(0).rtt_ms);
        let caller = settings.by_policy.clone().map(|by| PolicyCaller::new(by, settings.rules.mode, streams));
        let ladder = ladder::LadderSettings {
            system: settings.system,
            shadow: settings.shadow,
            season: settings.season,
            season_s: settings.season_s,
            starts: settings.opens,
        };
        Self {
            people: People::new(&world, &settings, streams),
            estimates: Estimates::new(&world, params, streams, cap_ms),
            timers: Timers::new(log.now),
            log,
            arrivals: Arrivals::new(settings.rules.mode.team_size(), streams),
            search: RankedSearches::new(&settings.rules, &regions, region_names(&world).len(), caller),
            regions,
            checks: ReadyChecks::default(),
            simulated: ByChance::new(settings.chances, streams),
            running: Running::new(servers),
            back_off: BackOff::new(params, streams),
            outcomes: streams.stream("outcomes"),
            ladder: Ladder::new(ladder),
            lockouts: Lockouts::default(),
            client: Client::new(settings.player_actions.clone(), streams),
            record: Record::new(settings.longest_wait_s()),
            journal: None,
            events: None,
            world,
            settings,
        }
    }

    /// The measurements of the ladder.
    pub fn record(&self) -> &Record {
        &self.record
    }

    /// Starts the journal. If it starts after the first second, parties already waiting or playing are
    /// missing.
    pub fn keep_journal(&mut self) {
        let names = region_names(&self.world);
        self.journal =
            Some(Journal::new(&self.settings.rules, &names, self.regions.clone(), &self.ladder, self.log.now));
    }

    /// The journal rows since the last call; empty without a journal.
    pub fn take_batch(&mut self) -> Batch {
        let none = || Batch { through: self.log.now.0, ..Batch::default() };
        let ended = self.journal.as_mut().map_or_else(none, |journal| journal.take(self.log.now));
        let first_day = self.world.calendar.first_day().unix_day();
        Batch { first_day, player_actions: self.player_actions(), ..ended }
    }

    /// Number of tickets in the journal.
    pub fn journal_tickets(&self) -> usize {
        self.journal.as_ref().map_or(0, Journal::tickets)
    }

    /// The accounts.
    pub fn people(&self) -> &People {
        &self.people
    }

    /// The ratings of the accounts.
    pub fn ladder(&self) -> &Ladder {
        &self.ladder
    }

    /// Whether a policy forms the matches, instead of the queue's windows.
    pub fn is_by_policy(&self) -> bool {
        self.search.caller().is_some()
    }

    /// The other waiting tickets, and which rules keep each out of a match with this one; `None` if no rules say so.
    pub fn beside(&self, ticket: TicketId) -> Option<(u64, Vec<RuleReport>)> {
        let caller = self.search.caller()?;
        let last = self.log.now - 1;
        let (effort, rules) = caller.beside((last, ticket), self.search.queue(), self.round_trips())?;
        Some((effort.candidates, by_rule(&effort, rules)))
    }

    /// The queue.
    pub fn queue(&self) -> &Queue {
        self.search.queue()
    }

    fn tick(&mut self) {
        self.receive_actions();
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
        self.running.order_servers(self.log.now);
        self.measure();
        if self.log.next_second(self.people.online().into()) {
            self.record.begin(&self.people, &self.ladder);
        }
        if self.log.is_check_due() {
            check::sweep(self).unwrap_or_else(|violation| panic!("{}: {violation}", self.now()));
        }
    }

    fn fire(&mut self, due: Due) {
        match due {
            Due::Gathered(band, number) => {
                if let Some(party) = self.arrivals.give_up(band, number) {
                    self.enqueue(&party, Age::new(self.log.now));
                }
            }
            Due::Answer { offer, account, accepts } => self.answer(offer, account, accepts),
            Due::Deadline(offer) => self.tell_check(offer, ready::Event::Deadline),
            Due::Leaves(id, account) => self.leave_match(id, account),
            Due::Ends(id) => self.end_match(id, Ending::Completed),
            Due::Retry(retry) => self.retry(&retry),
            Due::Decide(party) => self.decide(party),
            Due::Unlocks(account) => self.gather(account),
        }
    }

    fn go_offline(&mut self, account: AccountId, as_what: Count) {
        self.leave_game(account, Doing::Offline, as_what);
    }

    /// An account is no longer online.
    fn leave_game(&mut self, account: AccountId, doing: Doing, as_what: Count) {
        if doing == Doing::Offline && as_what == Count::Left {
            self.log_event(account, EventKind::Leave, None);
        }
        self.people.turn(&mut self.log, account, doing);
        self.client.went(account);
        self.log.row.add(as_what, 1);
        self.fold(Event::Gone, account.0, as_what as u32);
    }

    fn measure(&mut self) {
        let shown = self.search.by_window(self.log.now, self.log.times.counts);
        if self.log.end_second(shown) {
            let queues = self.queues();
            self.log.row.add_to_each(PerDatacenter::Queue, queues.into_iter());
            self.log.push_row();
            self.running.end_minute(self.log.now, &mut self.log.digest);
            self.record.end_minute(self.log.now, &self.people, &self.ladder);
        }
    }

    fn fold(&mut self, event: Event, subject: u32, detail: u32) {
        self.log.fold(event as u8, subject, detail);
    }
}

impl Simulate for RankedDay {
    fn advance(&mut self, seconds: u32) {
        for _ in 0..self.log.at_most(seconds) {
            self.tick();
        }
    }

    fn log(&self) -> &DayLog {
        &self.log
    }

    fn summary(&self) -> Summary {
        self.log.summary(self.people.online().into())
    }

    fn servers(&self) -> Option<&Servers> {
        self.running.servers()
    }

    fn fault(&self) -> Option<&Fault> {
        self.search.caller().and_then(PolicyCaller::fault)
    }

    fn policy_report(&self) -> Option<PolicyReport> {
        self.search.caller().map(|caller| caller.report(&self.world))
    }
}

#[cfg(test)]
mod tests;
