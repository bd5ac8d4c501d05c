//! The day: everything due in each second, always in the same order.
//!
//! 1. joins of the second enter as NEW;
//! 2. what is due fires, oldest first: match ends, ends of pauses (the replay decision), search time-outs;
//! 3. NEW players are classified;
//! 4. and 5. the matchmaker forms matches, and each asks for a server;
//! 6. the second is measured.

use crate::census::{Census, State};
use crate::check;
use crate::columns::{Columns, Count, Layout, PerDatacenter, Row};
use crate::frames::FrameLog;
use crate::joins::JoinStream;
use crate::placement::{Grant, Outcome, Placement, Request};
use crate::summary::Summary;
use crate::wheel::Wheel;
use crate::world::World;
use matchday_base::time::{DAY_S, MINUTE_S};
use matchday_base::{CellId, DatacenterIndex, MatchId, Params, PlayerId, Rng, RunDigest, SimTime, Streams};
use matchday_matchmaker::{Change, Formed, Matchmaker, Rules, SearchState};
use std::sync::Arc;

/// A running day. Cloning it is a checkpoint: both go on as the one would have.
#[derive(Clone, Debug)]
pub struct Simulation {
    world: Arc<World>,
    rules: DayRules,
    now: SimTime,
    end: SimTime,
    joins: JoinStream,
    replay_rng: Rng,
    pub(crate) census: Census,
    pub(crate) matchmaker: Matchmaker,
    placement: Placement,
    pub(crate) matches: Wheel<RunningMatch>,
    /// The players of the running matches, match by match, due with them.
    pub(crate) playing: Wheel<PlayerId>,
    bot_matches: Wheel<PlayerId>,
    pauses: Wheel<PlayerId>,
    next_match: u32,
    /// Players in matches at each datacenter.
    playing_at: Vec<u32>,
    inside_at_start: u64,
    digest: RunDigest,
    row: Row,
    columns: Columns,
    frames: Option<FrameLog>,
    // Kept between ticks, so that a tick allocates nothing.
    joined: Vec<CellId>,
    changes: Vec<Change>,
    formed: Formed,
}

/// A match that runs until its bucket of the wheel is due.
#[derive(Clone, Copy, Debug)]
pub struct RunningMatch {
    id: MatchId,
    datacenter: DatacenterIndex,
    pub(crate) players: u32,
}

#[derive(Clone, Copy, Debug)]
struct DayRules {
    match_s: u32,
    pause_s: u32,
    replay: u32,
    bots: bool,
}

/// What is folded into the digest.
#[derive(Clone, Copy)]
enum Event {
    Join = 1,
    Leave,
    Replay,
    Search,
    GiveUp,
    Match,
    Member,
}

impl Simulation {
    /// A day that is about to warm up. `record_frames`: whether to keep what the map shows.
    pub fn new(world: Arc<World>, params: &Params, record_frames: bool) -> Self {
        let streams = Streams::new(u64::from(params.seed()));
        let datacenters = world.datacenters.len();
        let rules = Rules {
            players: params.players() as usize,
            ideal_s: params.ideal_s(),
            expand_s: params.expand_s(),
            warm_s: params.warm_s(),
        };
        let layout = Layout { wait_bins: (rules.ideal_s + rules.expand_s + rules.warm_s) as usize, datacenters };
        Self {
            rules: DayRules {
                match_s: params.match_s(),
                pause_s: params.pause_s(),
                replay: params.replay(),
                bots: params.bots(),
            },
            now: SimTime::DAY_START - warm_up_s(params),
            end: SimTime::DAY_START + params.days() * DAY_S,
            joins: JoinStream::new(streams),
            replay_rng: streams.stream("replay"),
            census: Census::new(world.cells.len()),
            matchmaker: Matchmaker::new(rules, datacenters, streams),
            placement: Placement,
            matches: Wheel::new(params.match_s()),
            playing: Wheel::new(params.match_s()),
            bot_matches: Wheel::new(params.match_s()),
            pauses: Wheel::new(params.pause_s()),
            next_match: 0,
            playing_at: vec![0; datacenters],
            inside_at_start: 0,
            digest: RunDigest::default(),
            row: Row::new(layout),
            columns: Columns::new(layout),
            frames: record_frames.then(FrameLog::default),
            joined: Vec::new(),
            changes: Vec::new(),
            formed: Formed::default(),
            world,
        }
    }

    /// Simulates so many seconds, or to the end. The result does not depend on how a day is cut into calls.
    pub fn advance(&mut self, seconds: u32) {
        for _ in 0..seconds.min(self.end.since(self.now)) {
            self.tick();
        }
    }

    /// The second that comes next.
    pub fn now(&self) -> SimTime {
        self.now
    }

    /// The end of the last shown day.
    pub fn end(&self) -> SimTime {
        self.end
    }

    /// The minutes recorded so far.
    pub fn columns(&self) -> &Columns {
        &self.columns
    }

    /// The map frames recorded so far, if they are recorded.
    pub fn frames(&self) -> Option<&FrameLog> {
        self.frames.as_ref()
    }

    /// What the run has come to so far.
    pub fn summary(&self) -> Summary {
        Summary {
            digest: self.digest.to_string(),
            inside_at_start: self.inside_at_start,
            inside: u64::from(self.census.inside()),
            ..Summary::of(&self.columns)
        }
    }

    fn tick(&mut self) {
        if self.now == SimTime::DAY_START {
            self.inside_at_start = u64::from(self.census.inside());
        }
        self.join();
        self.end_matches();
        self.end_bot_matches();
        self.end_pauses();
        let world = Arc::clone(&self.world);
        self.matchmaker.expire(self.now, &world.reach, &mut self.changes);
        self.apply_changes();
        self.matchmaker.classify(self.now, &world.reach, &mut self.changes);
        self.apply_changes();
        self.form_matches(&world);
        self.measure();
        self.now = self.now + 1;
        if cfg!(debug_assertions) && self.now.0.is_multiple_of(MINUTE_S) {
            check::sweep(self).unwrap_or_else(|violation| panic!("{}: {violation}", self.now));
        }
    }

    fn join(&mut self) {
        let mut joined = std::mem::take(&mut self.joined);
        self.joins.draw(&self.world.joins, self.now, &mut joined);
        self.count(Count::Joined, joined.len() as u32);
        for &cell in &joined {
            let player = self.census.enter(cell, self.now);
            self.matchmaker.enqueue(player, cell);
            self.fold(Event::Join, player.0, cell.0);
        }
        self.joined = joined;
    }

    fn end_matches(&mut self) {
        let players = self.playing.take_due(self.now);
        let matches = self.matches.take_due(self.now);
        let mut rest = players.as_slice();
        for ended in &matches {
            let (members, others) = rest.split_at(ended.players as usize);
            rest = others;
            self.placement.finished(self.now, ended.id, Outcome::Completed);
            self.playing_at[ended.datacenter.index()] -= ended.players;
            members.iter().for_each(|&player| self.pause(player));
        }
        self.matches.recycle(self.now, matches);
        self.playing.recycle(self.now, players);
    }

    fn end_bot_matches(&mut self) {
        let players = self.bot_matches.take_due(self.now);
        players.iter().for_each(|&player| self.pause(player));
        self.bot_matches.recycle(self.now, players);
    }

    fn pause(&mut self, player: PlayerId) {
        self.census.change(player, State::Between, self.now);
        self.pauses.schedule(self.now, self.rules.pause_s, player);
    }

    /// Pauses are over: each player queues again or leaves.
    fn end_pauses(&mut self) {
        let players = self.pauses.take_due(self.now);
        for &player in &players {
            if self.replay_rng.chance(self.rules.replay, Params::REPLAY_ONE) {
                self.matchmaker.enqueue(player, self.census.cell(player));
                self.fold(Event::Replay, player.0, 0);
            } else {
                self.census.leave(player, self.now);
                self.count(Count::Left, 1);
                self.fold(Event::Leave, player.0, 0);
            }
        }
        self.pauses.recycle(self.now, players);
    }

    /// Takes over what the matchmaker changed.
    fn apply_changes(&mut self) {
        let mut changes = std::mem::take(&mut self.changes);
        for Change { player, to } in changes.drain(..) {
            let state = match to {
                Some(SearchState::Ideal) => State::Ideal,
                Some(SearchState::Expand) => State::Expand,
                Some(SearchState::Warm) => State::Warm,
                None => {
                    self.give_up(player);
                    continue;
                }
            };
            self.census.change(player, state, self.now);
            self.fold(Event::Search, player.0, state as u32);
        }
        self.changes = changes;
    }

    fn give_up(&mut self, player: PlayerId) {
        self.fold(Event::GiveUp, player.0, 0);
        if self.rules.bots {
            self.census.change(player, State::Bots, self.now);
            self.bot_matches.schedule(self.now, self.rules.match_s, player);
            self.count(Count::BotMatches, 1);
        } else {
            self.census.leave(player, self.now);
            self.count(Count::Failed, 1);
        }
    }

    fn form_matches(&mut self, world: &World) {
        let mut formed = std::mem::take(&mut self.formed);
        self.matchmaker.form(self.now, &world.reach, &mut formed);
        for match_ in formed.matches() {
            let id = MatchId(self.next_match);
            self.next_match = self.next_match.wrapping_add(1);
            let request = Request { id, datacenter: match_.datacenter, players: match_.members.len() };
            match self.placement.request(self.now, request) {
                Grant::Now => self.start_match(id, match_),
            }
        }
        self.formed = formed;
    }

    fn start_match(&mut self, id: MatchId, formed: matchday_matchmaker::FormedMatch<'_>) {
        let (datacenter, players) = (formed.datacenter, formed.members.len() as u32);
        self.fold(Event::Match, id.0, u32::from(datacenter.0));
        self.matches.schedule(self.now, self.rules.match_s, RunningMatch { id, datacenter, players });
        self.playing_at[datacenter.index()] += players;
        let mut rtt_sum_ms = 0;
        for member in formed.members {
            self.census.change(member.player, State::Playing, self.now);
            self.playing.schedule(self.now, self.rules.match_s, member.player);
            self.fold(Event::Member, member.player.0, member.wait_s << 8 | u32::from(member.rtt_ms));
            rtt_sum_ms += u32::from(member.rtt_ms);
            if self.is_shown() {
                self.row.add_matched(member.wait_s, member.rtt_ms);
            }
            self.count(Count::WarmMatched, u32::from(member.warm));
        }
        self.count(Count::Matches, 1);
        if self.is_shown() {
            self.row.add_at(datacenter.index(), PerDatacenter::Matches, 1);
            self.row.add_at(datacenter.index(), PerDatacenter::RttSumMs, rtt_sum_ms);
        }
    }

    fn measure(&mut self) {
        self.census.end_second();
        let Some(shown_s) = self.now.shown_s() else { return };
        self.row.end_second(shown_s % MINUTE_S, self.census.counts());
        for (at, &players) in self.playing_at.iter().enumerate() {
            self.row.add_at(at, PerDatacenter::PlayedS, players);
        }
        if (shown_s + 1).is_multiple_of(MINUTE_S) {
            self.end_minute(shown_s + 1);
        }
    }

    fn end_minute(&mut self, shown_s: u32) {
        for at in 0..self.playing_at.len() {
            let queue = self.matchmaker.queue_len(DatacenterIndex(at as u16));
            self.row.add_at(at, PerDatacenter::Queue, queue as u32);
        }
        self.columns.push_rows(self.row.values());
        self.row.clear();
        if let Some(frames) = &mut self.frames {
            frames.record(shown_s, &mut self.census.cells);
        }
    }

    fn is_shown(&self) -> bool {
        self.now >= SimTime::DAY_START
    }

    fn count(&mut self, count: Count, n: u32) {
        if self.is_shown() {
            self.row.add(count, n);
        }
    }

    fn fold(&mut self, event: Event, subject: u32, detail: u32) {
        let head = u64::from(self.now.0) << 8 | event as u64;
        self.digest.fold(head << 32 ^ u64::from(detail) << 32 ^ u64::from(subject));
    }
}

/// Seconds simulated before the first shown one, so that the day does not start empty: seven mean stays, at most
/// the whole day before, in whole minutes.
fn warm_up_s(params: &Params) -> u32 {
    let leave = Params::REPLAY_ONE - params.replay();
    let stays = 7 * (params.match_s() + params.pause_s()) * Params::REPLAY_ONE / leave;
    stays.div_ceil(MINUTE_S).saturating_mul(MINUTE_S).min(DAY_S)
}
