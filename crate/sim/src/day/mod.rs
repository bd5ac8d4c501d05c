//! The article's day: the steps of each second, always in the same order.
//!
//! 1. players who join in the second enter as NEW;
//! 2. timers fire, oldest first: match ends, ends of pauses (the replay decision), search time-outs;
//! 3. NEW players are classified;
//! 4. and 5. the matchmaker forms matches, and each match asks for a server;
//! 6. the second is measured.
//!
//! Each [`Playlist`] has its own matchmaker; a step runs for all playlists in order.

use crate::census::{Census, State};
use crate::check;
use crate::cohort::Cohorts;
use crate::columns::{Columns, Count, Layout, PerDatacenter};
use crate::estimate::{Estimates, Verdict};
use crate::frames::FrameLog;
use crate::log::DayLog;
pub use crate::log::warm_up_s;
use crate::placed::Placed;
use crate::placement::{AtOnce, Placement, PlacementEvent, Request};
use crate::playlist::{Playlist, Served, Shares};
use crate::replay::Replays;
use crate::servers::Servers;
use crate::watch::Watch;
use crate::world::World;
use matchday_base::{CellId, DatacenterIndex, MatchId, Rng, SimTime, Streams};
use matchday_fleet::broker::Outcome;
use matchday_matchmaker::{
    Cascade, Change, Formed, LatencyTable, MatchBatch, Matchmaker, QueuedPlayer, RowId, Rules, SearchState, Searching,
    SetId,
};
use matchday_scenario::Params;
use matchday_wire::report::Summary;
use std::sync::Arc;

/// A running day. A clone is a checkpoint: it continues exactly as the original.
#[derive(Clone, Debug)]
pub struct ArticleDay<M = Cascade, P = AtOnce> {
    pub(crate) world: Arc<World>,
    pub(crate) rules: DayRules,
    pub(crate) log: DayLog,
    replays: Replays,
    /// Draws who plays with whom, where groups matter.
    groups: Rng,
    pub(crate) census: Census,
    /// `None` where estimated and actual RTTs are the same.
    pub(crate) estimates: Option<Estimates>,
    shares: Shares,
    pub(crate) playlists: Vec<Playlist<M>>,
    pub(crate) placement: P,
    /// Matches that do not start at once.
    placed: Placed,
    // Kept between ticks to avoid allocations.
    changes: Vec<Change>,
    formed: Formed,
    news: Vec<PlacementEvent>,
    players: Vec<QueuedPlayer>,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct DayRules {
    players: usize,
    /// Longest successful search, s. Players enqueued again after a match without a server may wait longer;
    /// they are counted with this wait.
    longest_wait_s: u32,
    pub(crate) match_s: u32,
    pub(crate) pause_s: u32,
    pub(crate) bots: bool,
    /// Whether players of a match who play again stay together.
    pub(crate) together: bool,
}

/// Events of the digest.
#[derive(Clone, Copy)]
enum Event {
    Search = 1,
    GiveUp,
    Run,
    Start,
    End,
}

impl ArticleDay {
    /// A day about to warm up. `record_frames`: whether to record map frames.
    pub fn new(world: Arc<World>, params: &Params, record_frames: bool) -> Self {
        Self::with_matchmaker(world, params, record_frames)
    }
}

impl<M: Matchmaker> ArticleDay<M> {
    /// The same day with any matchmaker.
    pub fn with_matchmaker(world: Arc<World>, params: &Params, record_frames: bool) -> Self {
        Self::with_placement(world, params, record_frames, AtOnce)
    }
}

impl<M: Matchmaker, P: Placement> ArticleDay<M, P> {
    /// The same day with any placement.
    pub fn with_placement(world: Arc<World>, params: &Params, record_frames: bool, placement: P) -> Self {
        let streams = Streams::new(u64::from(params.seed()));
        let datacenters = world.datacenters.len();
        let rules = matchmaker_rules(params);
        let wait_bins = Layout::of(params, datacenters).wait_bins;
        let playlist = |number| Playlist {
            matchmaker: M::new(rules, datacenters, streams.of(number)),
            cohorts: Cohorts::new(params.match_s() + params.pause_s()),
            served: Served::new(wait_bins),
        };
        Self {
            playlists: (0..params.playlists()).map(playlist).collect(),
            shares: Shares::new(params, streams),
            rules: DayRules {
                players: rules.players,
                longest_wait_s: rules.search_s() - 1,
                match_s: params.match_s(),
                pause_s: params.pause_s(),
                bots: params.bots(),
                together: params.together(),
            },
            log: DayLog::new(&world, params, record_frames),
            replays: Replays::new(streams, params.replay()),
            groups: streams.stream("groups"),
            census: Census::default(),
            estimates: Estimates::new(&world, params, streams),
            placement,
            placed: Placed::new(rules.players),
            changes: Vec::new(),
            formed: Formed::default(),
            news: Vec::new(),
            players: Vec::new(),
            world,
        }
    }

    /// Simulates `seconds` seconds, or to the end. The result does not depend on how calls divide the day.
    pub fn advance(&mut self, seconds: u32) {
        self.advance_watched(seconds, &mut ());
    }

    /// The same with an observer.
    pub fn advance_watched(&mut self, seconds: u32, watch: &mut impl Watch) {
        for _ in 0..self.log.at_most(seconds) {
            self.tick(watch);
        }
    }

    /// The next second.
    pub fn now(&self) -> SimTime {
        self.log.now
    }

    /// The end of the last shown day.
    pub fn end(&self) -> SimTime {
        self.log.end()
    }

    /// The RTTs that the matchmaker sees.
    pub(crate) fn believed(&self) -> &LatencyTable {
        believed(&self.estimates, &self.world)
    }

    /// The minutes recorded so far.
    pub fn columns(&self) -> &Columns {
        self.log.columns()
    }

    /// The recorded map frames, if frames are recorded.
    pub fn frames(&self) -> Option<&FrameLog> {
        self.log.frames()
    }

    /// The simulated servers, if there are any.
    pub fn servers(&self) -> Option<&Servers> {
        self.placement.servers()
    }

    /// The figures of the run so far.
    pub fn summary(&self) -> Summary {
        let summary = self.log.summary(self.census.inside().into());
        Served::worst(self.playlists.iter().map(|playlist| &playlist.served)).added_to(summary)
    }

    fn tick(&mut self, watch: &mut impl Watch) {
        let world = Arc::clone(&self.world);
        self.join(&world, watch);
        self.end_matches();
        if !P::AT_ONCE {
            self.follow_servers(&world);
        }
        self.end_pauses();
        self.look_far_at_first(&world);
        self.expire(&world, watch);
        self.form_matches(&world, watch);
        self.measure();
        if self.log.next_second(self.census.inside().into()) {
            self.playlists.iter_mut().for_each(|playlist| playlist.served.clear());
        }
        if self.log.is_check_due() {
            check::sweep(self).unwrap_or_else(|violation| panic!("{}: {violation}", self.now()));
        }
    }

    fn join(&mut self, world: &World, watch: &mut impl Watch) {
        self.log.draw_joins(&world.joins);
        let joined = std::mem::take(&mut self.log.joined);
        for (&cell, number) in joined.iter().zip(0..) {
            let player = self.census.enter();
            watch.joined(player);
            let row = match &mut self.estimates {
                None => RowId(cell.0),
                Some(estimates) => {
                    self.census.note(player, cell);
                    let verdict = estimates.join(world, player, cell, self.log.now, number);
                    let row = estimates.row(player, cell);
                    self.count_verdict(verdict);
                    row
                }
            };
            let picked = self.shares.pick(self.log.now, number);
            self.playlists[picked].matchmaker.arrivals().push(QueuedPlayer { player, row });
        }
        for playlist in &mut self.playlists {
            // Before pauses end, only players who join are among the arrivals.
            let seats = playlist.matchmaker.arrivals().iter();
            let cell = |&seat: &QueuedPlayer| self.census.cell(seat, self.estimates.is_some());
            self.log.digest.fold_all(seats.map(|seat| u64::from(seat.player.0) << 32 | u64::from(cell(seat).0)));
        }
        self.log.joined = joined;
    }

    fn count_verdict(&mut self, verdict: Verdict) {
        self.log.row.add(Count::TrulyWithin, verdict.truly_within);
        self.log.row.add(Count::WronglyExcluded, verdict.excluded);
        self.log.row.add(Count::WronglyIncluded, verdict.included);
    }

    /// Players who start as warm bodies consider every datacenter.
    fn look_far_at_first(&mut self, world: &World) {
        let Some(estimates) = &mut self.estimates else { return };
        for playlist in &mut self.playlists {
            for &QueuedPlayer { player, row } in playlist.matchmaker.arrivals().iter() {
                if estimates.reach(world).at_first(row) == SetId::NONE {
                    estimates.look_far(world, player, self.census.noted(player));
                }
            }
        }
    }

    fn end_matches(&mut self) {
        let DayRules { match_s, .. } = self.rules;
        for playlist in &mut self.playlists {
            let ended = playlist.cohorts.aged(self.log.now, match_s);
            for &(datacenter, players) in &ended.runs {
                self.log.playing_at[datacenter.index()] -= players;
            }
            for (state, players) in [(State::Playing, ended.playing()), (State::Bots, ended.bots)] {
                self.log.times.leave(state, players, match_s);
            }
            self.log.times.counts[State::Between as usize] += ended.seats.len() as u32;
        }
    }

    /// Processes the server events of matches that did not start at once.
    fn follow_servers(&mut self, world: &World) {
        let (mut news, mut players) = (std::mem::take(&mut self.news), std::mem::take(&mut self.players));
        self.placement.advance(self.log.now, &mut news);
        for told in news.drain(..) {
            match told {
                PlacementEvent::Started(id) => self.start_match(id),
                PlacementEvent::Ended(id, outcome) => self.end_match(world, id, outcome, &mut players),
                PlacementEvent::Closed(at) => self.close(at, true),
                PlacementEvent::Opened(at) => self.close(at, false),
            }
        }
        (self.news, self.players) = (news, players);
    }

    /// Closes a datacenter, or opens it again.
    fn close(&mut self, datacenter: DatacenterIndex, closed: bool) {
        self.playlists.iter_mut().for_each(|playlist| playlist.matchmaker.close(datacenter, closed));
    }

    fn start_match(&mut self, id: MatchId) {
        let Some(placed) = self.placed.start(self.log.now, id) else { return };
        self.log.times.leave(placed.state, self.rules.players, self.log.now.since(placed.since));
        self.log.times.counts[State::Playing as usize] += self.rules.players as u32;
        self.log.playing_at[placed.datacenter.index()] += self.rules.players as u32;
        self.fold(Event::Start, id.0, 0);
    }

    /// Ends a match. Players who completed it pause together with the players whose match started one match
    /// length ago; all others search again.
    fn end_match(&mut self, world: &World, id: MatchId, outcome: Outcome, players: &mut Vec<QueuedPlayer>) {
        let Some(ended) = self.placed.end(id, players) else { return };
        let count = players.len() as u32;
        self.log.times.leave(ended.state, players.len(), self.log.now.since(ended.since));
        if ended.state == State::Playing {
            self.log.playing_at[ended.datacenter.index()] -= count;
        }
        self.fold(Event::End, id.0, outcome as u32);
        let Playlist { matchmaker, cohorts, .. } = &mut self.playlists[usize::from(ended.playlist)];
        if outcome == Outcome::Completed {
            let cohort = cohorts.aged(self.log.now, self.rules.match_s);
            cohort.seats.extend_from_slice(players);
            cohort.runs.push((ended.datacenter, count));
            self.log.times.counts[State::Between as usize] += count;
            return;
        }
        for &mut seat in players {
            if let Some(estimates) = &mut self.estimates
                && estimates.reach(world).at_first(seat.row) == SetId::NONE
            {
                estimates.look_far(world, seat.player, self.census.noted(seat.player));
            }
            let reach = believed(&self.estimates, world);
            matchmaker.requeue(self.log.now, reach, seat, self.placed.enqueued(seat));
        }
    }

    /// Ends pauses: each player queues again or leaves.
    fn end_pauses(&mut self) {
        let DayRules { match_s, pause_s, .. } = self.rules;
        for Playlist { matchmaker, cohorts, .. } in &mut self.playlists {
            let due = cohorts.aged(self.log.now, match_s + pause_s);
            self.log.times.leave(State::Between, due.seats.len(), pause_s);
            let mut left = 0;
            for (datacenter, seats) in due.deciding(self.rules.together.then_some(self.rules.players)) {
                let decided = self.replays.decide(seats);
                self.log.digest.fold(decided.coins);
                left += decided.leaving.len() as u32;
                match datacenter {
                    Some(at) if decided.again.len() > 1 => {
                        matchmaker.lobbies_mut().arrive(self.log.now, at, decided.again);
                    }
                    _ => matchmaker.arrivals().extend_from_slice(decided.again),
                }
                self.census.leave(decided.leaving);
            }
            self.log.row.add(Count::Left, left);
            cohorts.clear(self.log.now);
        }
    }

    /// Moves on the searches that have reached the time limit of their state.
    fn expire(&mut self, world: &World, watch: &mut impl Watch) {
        let mut changes = std::mem::take(&mut self.changes);
        for at in 0..self.playlists.len() {
            self.playlists[at].matchmaker.expire(self.log.now, believed(&self.estimates, world), &mut changes);
            for Change { seat, to } in changes.drain(..) {
                let Some(state) = to else {
                    watch.gave_up(self.log.now, seat.player);
                    self.give_up(at, seat);
                    continue;
                };
                self.fold(Event::Search, seat.player.0, state as u32);
                if let (SearchState::Warm, Some(estimates)) = (state, &mut self.estimates) {
                    estimates.look_far(world, seat.player, self.census.noted(seat.player));
                }
            }
        }
        self.changes = changes;
    }

    fn give_up(&mut self, playlist: usize, seat: QueuedPlayer) {
        self.fold(Event::GiveUp, seat.player.0, 0);
        let Playlist { cohorts, served, .. } = &mut self.playlists[playlist];
        served.add_failed();
        if self.rules.bots {
            let cohort = cohorts.aged(self.log.now, 0);
            cohort.seats.push(seat);
            cohort.bots += 1;
            self.log.times.counts[State::Bots as usize] += 1;
            self.log.row.add(Count::BotMatches, 1);
        } else {
            self.census.leave(&[seat.player]);
            self.log.row.add(Count::Failed, 1);
        }
    }

    fn form_matches(&mut self, world: &World, watch: &mut impl Watch) {
        let mut formed = std::mem::take(&mut self.formed);
        for at in 0..self.playlists.len() {
            let Playlist { matchmaker, cohorts, served } = &mut self.playlists[at];
            matchmaker.form(self.log.now, believed(&self.estimates, world), &mut formed);
            if self.rules.together || !P::AT_ONCE {
                formed.draw_groups(self.rules.players, &mut self.groups);
            }
            watch.formed(self.log.now, &formed);
            for wait in formed.waits() {
                let wait_s = wait.wait_s.min(self.rules.longest_wait_s);
                self.log.row.add_wait(wait_s, 1);
                served.add_wait(wait_s, 1);
                self.log.row.add(Count::WarmMatched, u32::from(wait.warm));
            }
            let players = formed.seats().len();
            let at_once = (players - formed.waits().len()) as u32;
            self.log.row.add_wait(0, at_once);
            served.add_wait(0, at_once);
            self.log.row.add(Count::Matches, (players / self.rules.players) as u32);
            if P::AT_ONCE {
                self.log.times.counts[State::Playing as usize] += players as u32;
                let cohort = cohorts.aged(self.log.now, 0);
                cohort.seats.extend_from_slice(formed.seats());
                cohort.runs.extend(formed.batches().map(|batch| (batch.datacenter, batch.seats.len() as u32)));
            } else {
                self.log.times.counts[State::Placing as usize] += players as u32;
                self.placed.note_waits(self.log.now, &formed);
            }
            formed.batches().for_each(|batch| self.count_matches(world, at, batch));
            self.log.digest.fold_all(formed.seats().iter().map(|seat| u64::from(seat.player.0)));
        }
        self.formed = formed;
    }

    /// Counts the matches of a playlist formed at one datacenter.
    fn count_matches(&mut self, world: &World, playlist: usize, batch: MatchBatch<'_>) {
        if !P::AT_ONCE {
            self.request_servers(world, playlist, batch);
        }
        let MatchBatch { datacenter, seats } = batch;
        let (players, (rtt_sum_ms, believed_sum_ms)) = (seats.len() as u32, self.play(world, datacenter, seats));
        if P::AT_ONCE {
            self.log.playing_at[datacenter.index()] += players;
        }
        self.playlists[playlist].served.add_rtts(rtt_sum_ms);
        self.log.row.add(Count::BelievedSumMs, believed_sum_ms);
        let at = self.log.row.at(datacenter.index());
        at[PerDatacenter::Matches as usize] += players / self.rules.players as u32;
        at[PerDatacenter::RttSumMs as usize] += rtt_sum_ms;
        at[PerDatacenter::Matched as usize] += players;
        self.fold(Event::Run, u32::from(datacenter.0), players);
        self.log.digest.fold(u64::from(rtt_sum_ms) << 32 | u64::from(believed_sum_ms));
    }

    /// Requests a server for each match.
    fn request_servers(&mut self, world: &World, playlist: usize, MatchBatch { datacenter, seats }: MatchBatch<'_>) {
        let playlist = playlist as u8;
        for seats in seats.chunks_exact(self.rules.players) {
            let id = self.placed.add(self.log.now, playlist, datacenter, seats);
            let sum_ms: u32 = seats.iter().map(|&seat| u32::from(self.believed_ms(world, seat, datacenter))).sum();
            let (players, mean_rtt_ms) = (seats.len() as u16, (sum_ms / seats.len() as u32) as u16);
            self.placement.request(self.log.now, Request { id, playlist, datacenter, players, mean_rtt_ms });
        }
    }

    /// The estimated RTT of a player to a datacenter, ms.
    fn believed_ms(&self, world: &World, seat: QueuedPlayer, datacenter: DatacenterIndex) -> u8 {
        match &self.estimates {
            // Also the actual RTT, from a table that is already loaded.
            None => world.columns[datacenter.index()][seat.row.0 as usize],
            Some(estimates) => estimates.reach(world).rtt_ms(seat.row, datacenter),
        }
    }

    /// Counts the actual RTTs of players; returns the sums of the actual and the estimated RTTs, ms.
    fn play(&mut self, world: &World, datacenter: DatacenterIndex, seats: &[QueuedPlayer]) -> (u32, u32) {
        let bins = self.log.row.rtt_bins();
        let (mut played_sum_ms, mut believed_sum_ms) = (0, 0);
        match &self.estimates {
            None => {
                let rtts_ms = &world.columns[datacenter.index()];
                for seat in seats {
                    let ms = rtts_ms[seat.row.0 as usize];
                    bins[usize::from(ms)] += 1;
                    played_sum_ms += u32::from(ms);
                }
                believed_sum_ms = played_sum_ms;
            }
            Some(estimates) => {
                for seat in seats {
                    let cell = self.census.noted(seat.player);
                    let ms = estimates.played_ms(world, seat.player, cell, datacenter);
                    bins[usize::from(ms)] += 1;
                    played_sum_ms += u32::from(ms);
                    believed_sum_ms += u32::from(estimates.reach(world).rtt_ms(seat.row, datacenter));
                }
            }
        }
        (played_sum_ms, believed_sum_ms)
    }

    fn measure(&mut self) {
        let counts = &mut self.log.times.counts;
        counts[..3].fill(0);
        for playlist in &self.playlists {
            let searching = playlist.matchmaker.counts();
            counts.iter_mut().zip(searching).for_each(|(count, more)| *count += more);
            counts[State::Ideal as usize] += playlist.matchmaker.lobbies().players();
        }
        let counts = *counts;
        if let Some(shown_s) = self.log.end_second(counts) {
            self.end_minute(shown_s);
        }
    }

    fn end_minute(&mut self, shown_s: u32) {
        let reach = believed(&self.estimates, &self.world);
        for at in 0..self.log.playing_at.len() {
            for playlist in &self.playlists {
                let queue = playlist.matchmaker.queue(reach, DatacenterIndex(at as u16)).count();
                self.log.row.at(at)[PerDatacenter::Queue as usize] += queue as u32;
            }
        }
        self.log.push_row();
        self.placement.end_minute(self.log.now);
        if let Some(mut recorder) = self.log.recorder.take() {
            recorder.record(shown_s, |tally| {
                self.each_inside(self.log.now + 1, |seat, state, _| tally.add(self.cell(seat), state));
            });
            self.log.recorder = Some(recorder);
        }
    }

    /// Visits every player online with state and its start, between two seconds; `next` is the later.
    pub(crate) fn each_inside(&self, next: SimTime, mut visit: impl FnMut(QueuedPlayer, State, SimTime)) {
        for Playlist { matchmaker, cohorts, .. } in &self.playlists {
            for Searching { seat, state, since } in matchmaker.searching() {
                let state = match state {
                    SearchState::Ideal => State::Ideal,
                    SearchState::Expand => State::Expand,
                    SearchState::Warm => State::Warm,
                };
                visit(seat, state, since);
            }
            matchmaker.lobbies().each(|seat, since| visit(seat, State::Ideal, since));
            for (matched, cohort) in cohorts.iter(next) {
                let over = matched + self.rules.match_s;
                let (against_bots, others) = cohort.seats.split_at(cohort.bots);
                for (seats, state) in [(against_bots, State::Bots), (others, State::Playing)] {
                    let (state, since) = if next <= over { (state, matched) } else { (State::Between, over) };
                    seats.iter().for_each(|&seat| visit(seat, state, since));
                }
            }
        }
        if !P::AT_ONCE {
            for (placed, seats) in self.placed.iter() {
                seats.iter().for_each(|&seat| visit(seat, placed.state, placed.since));
            }
        }
    }

    /// The cell from which a player joined.
    pub(crate) fn cell(&self, seat: QueuedPlayer) -> CellId {
        self.census.cell(seat, self.estimates.is_some())
    }

    fn fold(&mut self, event: Event, subject: u32, detail: u32) {
        self.log.fold(event as u8, subject, detail);
    }
}

/// The RTTs that the matchmaker sees.
fn believed<'a>(estimates: &'a Option<Estimates>, world: &'a World) -> &'a LatencyTable {
    estimates.as_ref().map_or(&world.reach, |estimates| estimates.reach(world))
}

/// The matchmaking rules that the parameters set.
pub(crate) fn matchmaker_rules(params: &Params) -> Rules {
    Rules {
        players: params.players() as usize,
        ideal_s: params.ideal_s(),
        expand_s: params.expand_s(),
        warm_s: params.warm_s(),
    }
}

#[cfg(test)]
mod tests;
