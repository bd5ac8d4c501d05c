//! The article's day: the steps of each second, always in the same order.
//!
//! 1. players who join in the second enter as NEW;
//! 2. timers fire, oldest first: match ends, ends of pauses (the replay decision), search time-outs;
//! 3. NEW players are classified;
//! 4. and 5. in every `interval_s`-th second the matchmaker forms matches, and each match asks for a server;
//! 6. the second is measured.
//!
//! Each [`Playlist`] has its own matchmaker; a step runs for all playlists in order.
//!
//! | module | steps |
//! |---|---|
//! | `search` | joins, time-outs, failed searches, players who give up |
//! | `form` | matches as they form: waits, round trips, lengths |
//! | `matches` | matches as they run and end, on servers or at once; players who quit |
//! | `pause` | pauses and replay decisions |

mod form;
mod matches;
mod pause;
mod search;
mod snapshot;

use crate::census::{Census, State};
use crate::check;
use crate::cohort::Cohorts;
use crate::columns::{Layout, PerDatacenter};
use crate::estimate::Estimates;
use crate::limits::matchmaker_rules;
use crate::log::DayLog;
use crate::match_lengths::MatchLengths;
use crate::mixing_sample::MixingSample;
use crate::placed::Placed;
use crate::placement::{AtOnce, Placement, PlacementEvent};
use crate::playlist::{Playlist, Served, Shares};
use crate::policy::{self, PolicySetup};
use crate::quits::Quits;
use crate::replay::{ReplayLosses, Replays};
use crate::retries::Retries;
use crate::servers::Servers;
use crate::simulate::Simulate;
use crate::watch::Watch;
use crate::world::World;
use matchday_base::{CellId, DatacenterIndex, MatchId, SimTime, Streams, Timers};
use matchday_matchmaker::policy::{Fault, PolicyMatchmaker};
use matchday_matchmaker::{ByRules, Cascade, Change, Formed, Groups, LatencyTable, Matchmaker, QueuedPlayer, Rules};
use matchday_scenario::Params;
use matchday_wire::report::{PolicyReport, Summary};
use std::sync::Arc;

/// A running day. A clone is a checkpoint: it continues exactly as the original.
#[derive(Clone, Debug)]
pub struct ArticleDay<M = Cascade, P = AtOnce> {
    pub(crate) world: Arc<World>,
    pub(crate) rules: DayRules,
    pub(crate) log: DayLog,
    replays: Replays,
    /// `None` where every player has the same replay chance.
    losses: Option<ReplayLosses>,
    lengths: MatchLengths,
    quits: Quits,
    pub(crate) census: Census,
    /// `None` where estimated and actual RTTs are the same.
    pub(crate) estimates: Option<Estimates>,
    /// Players who joined in the last second and still measure their RTTs, with their playlists.
    pub(crate) measuring: Vec<(usize, QueuedPlayer)>,
    shares: Shares,
    pub(crate) playlists: Vec<Playlist<M>>,
    pub(crate) placement: P,
    /// Matches that do not start at once.
    placed: Placed,
    /// Players whose match failed, until they search again.
    retries: Retries,
    /// When the patience of the first player of a match without a server ends.
    impatient: Timers<MatchId>,
    mixing: MixingSample,
    /// Matches formed since the beginning: the id of the next one.
    next_match: MatchId,
    // Kept between ticks to avoid allocations.
    changes: Vec<Change>,
    formed: Formed,
    waits_s: Vec<u32>,
    events: Vec<PlacementEvent>,
    players: Vec<QueuedPlayer>,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct DayRules {
    /// Most players in a match.
    players: usize,
    pub(crate) pause_s: u32,
    interval_s: u32,
    patience_s: u32,
    pub(crate) bots: bool,
    /// Whether players of a match who play again stay together.
    pub(crate) together: bool,
    /// Whether matches differ: in length, or because players quit.
    match_by_match: bool,
}

/// Events of the digest.
#[derive(Clone, Copy)]
enum Event {
    Search = 1,
    Fail,
    Run,
    Start,
    End,
    GiveUp,
    Quit,
}

impl ArticleDay {
    /// A day about to warm up.
    pub fn new(world: Arc<World>, params: &Params) -> Self {
        Self::with_matchmaker(world, params)
    }
}

impl<M: ByRules> ArticleDay<M> {
    /// The same day with any matchmaker by the article's rules.
    pub fn with_matchmaker(world: Arc<World>, params: &Params) -> Self {
        Self::with_placement(world, params, AtOnce)
    }
}

impl<M: ByRules, P: Placement> ArticleDay<M, P> {
    /// The same day with any placement.
    pub fn with_placement(world: Arc<World>, params: &Params, placement: P) -> Self {
        Self::with_parts(world, params, placement, params.players() as usize, params.together(), M::new)
    }
}

impl<P: Placement> ArticleDay<PolicyMatchmaker, P> {
    /// The same day with the matches of a policy.
    pub fn with_policy(world: Arc<World>, params: &Params, placement: P, setup: &PolicySetup) -> Self {
        let matchmaker = |rules, datacenters, streams| {
            PolicyMatchmaker::new(Arc::clone(&setup.policy), Arc::clone(&setup.population), rules, datacenters, streams)
        };
        Self::with_parts(world, params, placement, setup.policy.match_size().1, false, matchmaker)
    }
}

impl<M: Matchmaker, P: Placement> ArticleDay<M, P> {
    /// A day of any parts, with at most `most_players` players in a match.
    fn with_parts(
        world: Arc<World>,
        params: &Params,
        placement: P,
        most_players: usize,
        together: bool,
        matchmaker: impl Fn(Rules, usize, Streams) -> M,
    ) -> Self {
        let streams = Streams::new(u64::from(params.seed()));
        let (datacenters, rules) = (world.datacenters.len(), matchmaker_rules(params));
        let wait_bins = Layout::of(params, datacenters).wait_bins;
        let lengths = MatchLengths::new(params, streams);
        let log = DayLog::new(&world, params);
        let quits = Quits::new(params, log.now, streams);
        let playlist = |number| Playlist {
            matchmaker: matchmaker(rules, datacenters, streams.of(number)),
            groups: Groups::new(streams, number as u8, rules.players),
            cohorts: Cohorts::new(lengths.longest_s(), params.pause_s()),
            served: Served::new(wait_bins),
        };
        // A policy has no caps that the day knows.
        let cap_ms = (!M::ACCEPTS_ANY_RTT).then_some(params.ideal_ms());
        Self {
            playlists: (0..params.playlists()).map(playlist).collect(),
            shares: Shares::new(params, streams),
            rules: DayRules {
                players: most_players,
                pause_s: params.pause_s(),
                interval_s: params.interval_s(),
                patience_s: params.patience_s(),
                bots: params.bots(),
                together,
                match_by_match: !lengths.are_equal() || quits.happen(),
            },
            replays: Replays::new(streams, params.replay()),
            losses: ReplayLosses::of(params),
            census: Census::default(),
            estimates: Estimates::new(&world, params, streams, cap_ms),
            measuring: Vec::new(),
            placement,
            placed: Placed::new(most_players),
            retries: Retries::new(params, log.now, streams),
            impatient: Timers::new(log.now),
            mixing: MixingSample::new(params),
            next_match: MatchId(0),
            changes: Vec::new(),
            formed: Formed::default(),
            waits_s: Vec::new(),
            events: Vec::new(),
            players: Vec::new(),
            lengths,
            quits,
            log,
            world,
        }
    }

    /// Simulates `seconds` seconds, or to the end, with an observer.
    pub fn advance_watched(&mut self, seconds: u32, watch: &mut dyn Watch) {
        for _ in 0..self.log.at_most(seconds) {
            self.tick(watch);
        }
    }

    /// The RTTs that the matchmaker sees.
    pub(crate) fn believed(&self) -> &LatencyTable {
        believed(&self.estimates, &self.world)
    }

    fn tick(&mut self, watch: &mut (impl Watch + ?Sized)) {
        let world = Arc::clone(&self.world);
        self.join(&world, watch);
        self.quit(watch);
        self.end_matches(watch);
        if !P::AT_ONCE {
            self.follow_servers(&world, watch);
            self.give_up_on_servers(watch);
            self.retry(&world, watch);
        }
        self.end_pauses(watch);
        self.look_far_at_first(&world);
        self.tell_first_states(&world, watch);
        self.expire(&world, watch);
        self.form_matches(&world, watch);
        self.measure();
        if self.log.next_second(self.census.inside().into()) {
            self.playlists.iter_mut().for_each(|playlist| playlist.served.clear());
            self.mixing.begin();
        }
        if self.log.is_check_due() {
            check::sweep(self).unwrap_or_else(|violation| panic!("{}: {violation}", self.now()));
        }
    }

    fn measure(&mut self) {
        let counts = &mut self.log.times.counts;
        counts[..3].fill(0);
        for playlist in &self.playlists {
            let searching = playlist.matchmaker.counts();
            counts.iter_mut().zip(searching).for_each(|(count, more)| *count += more);
            counts[State::Ideal as usize] += playlist.matchmaker.lobbies().players();
        }
        counts[State::Ideal as usize] += self.measuring.len() as u32;
        let counts = *counts;
        if self.log.end_second(counts) {
            let queues = self.queue_lengths();
            self.log.row.add_to_each(PerDatacenter::Queue, queues.into_iter());
            self.log.push_row();
            self.placement.end_minute(self.log.now, &mut self.log.digest);
        }
    }

    /// The cell from which a player joined.
    pub(crate) fn cell(&self, queued: QueuedPlayer) -> CellId {
        self.census.cell(queued, self.estimates.is_some())
    }

    fn fold(&mut self, event: Event, subject: u32, detail: u32) {
        self.log.fold(event as u8, subject, detail);
    }
}

impl<M: Matchmaker, P: Placement> Simulate for ArticleDay<M, P> {
    fn advance(&mut self, seconds: u32) {
        for _ in 0..self.log.at_most(seconds) {
            self.tick(&mut ());
        }
    }

    fn log(&self) -> &DayLog {
        &self.log
    }

    fn summary(&self) -> Summary {
        let summary = self.log.summary(self.census.inside().into());
        let summary = Served::worst(self.playlists.iter().map(|playlist| &playlist.served)).added_to(summary);
        self.mixing.added_to(summary)
    }

    fn servers(&self) -> Option<&Servers> {
        self.placement.servers()
    }

    fn fault(&self) -> Option<&Fault> {
        self.playlists.iter().find_map(|playlist| playlist.matchmaker.fault())
    }

    fn policy_report(&self) -> Option<PolicyReport> {
        let mut records = self.playlists.iter().filter_map(|playlist| playlist.matchmaker.policy_record());
        let (first, rules) = records.next()?;
        let mut sum = first.clone();
        records.for_each(|(record, _)| sum += record);
        Some(policy::report(&sum, rules, &self.world))
    }
}

/// The RTTs that the matchmaker sees.
fn believed<'a>(estimates: &'a Option<Estimates>, world: &'a World) -> &'a LatencyTable {
    estimates.as_ref().map_or(&world.latencies, |estimates| estimates.latencies(world))
}

/// The actual RTT of a player in a match that formed in this second, ms.
fn played_ms(
    estimates: &Option<Estimates>,
    census: &Census,
    world: &World,
    queued: QueuedPlayer,
    datacenter: DatacenterIndex,
    formed: SimTime,
) -> u16 {
    match estimates {
        None => world.columns[datacenter.index()][queued.row.0 as usize],
        Some(estimates) => estimates.played_ms(world, (queued.player, census.noted(queued.player)), datacenter, formed),
    }
}

#[cfg(test)]
mod tests;
