//! The day: everything due in each second, always in the same order.
//!
//! 1. joins of the second enter as NEW;
//! 2. what is due fires, oldest first: match ends, ends of pauses (the replay decision), search time-outs;
//! 3. NEW players are classified;
//! 4. and 5. the matchmaker forms matches, and each asks for a server;
//! 6. the second is measured.
//!
//! Each [`Playlist`] has a matchmaker of its own; a step goes through them in order.

use crate::census::{Census, State};
use crate::check;
use crate::cohort::Cohorts;
use crate::columns::{Columns, Count, Layout, PerDatacenter, Row};
use crate::estimate::{Estimates, Verdict};
use crate::frames::{FrameLog, Recorder};
use crate::joins::JoinStream;
use crate::placed::Placed;
use crate::placement::{AtOnce, News, Placement, Request};
use crate::playlist::{Playlist, Served, Shares};
use crate::replay::Replays;
use crate::summary::Summary;
use crate::watch::Watch;
use crate::world::World;
use matchday_base::time::{DAY_S, MINUTE_S};
use matchday_base::{CellId, DatacenterIndex, MatchId, Params, Rng, RunDigest, SimTime, Streams};
use matchday_fleet::broker::Outcome;
use matchday_matchmaker::{
    Cascade, Change, Formed, Matchmaker, Reach, RowId, Rules, Run, SearchState, Searching, Seat, SetId,
};
use std::sync::Arc;

/// A running day. Cloning it is a checkpoint: both go on as the one would have.
#[derive(Clone, Debug)]
pub struct Simulation<M = Cascade, P = AtOnce> {
    pub(crate) world: Arc<World>,
    pub(crate) rules: DayRules,
    pub(crate) now: SimTime,
    end: SimTime,
    joins: JoinStream,
    replays: Replays,
    /// Who plays with whom, where that matters.
    groups: Rng,
    pub(crate) census: Census,
    /// `None` where what the matchmaker believes is what is played.
    pub(crate) estimates: Option<Estimates>,
    shares: Shares,
    pub(crate) playlists: Vec<Playlist<M>>,
    pub(crate) placement: P,
    /// Matches that do not start at once.
    placed: Placed,
    /// Players in matches at each datacenter.
    playing_at: Vec<u32>,
    pub(crate) times: Times,
    inside_at_start: u64,
    digest: RunDigest,
    row: Row,
    columns: Columns,
    recorder: Option<Recorder>,
    // Kept between ticks, so that a tick allocates nothing.
    joined: Vec<CellId>,
    changes: Vec<Change>,
    formed: Formed,
    news: Vec<News>,
    players: Vec<Seat>,
}

/// How many are in each state, and player-seconds spent there, in the order of [`State::ALL`].
#[derive(Clone, Debug, Default)]
pub(crate) struct Times {
    pub counts: [u32; State::ALL.len()],
    /// Counts, added up over the seconds.
    pub integral_s: [u64; State::ALL.len()],
    /// Times that players have spent in each state outside search, added up when they leave it. By Little's law the
    /// same as the integral, less the time of those who are still there; checked.
    pub spent_s: [u64; State::ALL.len()],
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct DayRules {
    players: usize,
    /// Of a search that succeeds; who is enqueued again after a match without a server may have waited longer, and is
    /// counted as this.
    longest_wait_s: u32,
    pub(crate) match_s: u32,
    pub(crate) pause_s: u32,
    pub(crate) bots: bool,
    /// Whether those of a match who play again stay together.
    pub(crate) together: bool,
}

/// What is folded into the digest.
#[derive(Clone, Copy)]
enum Event {
    Search = 1,
    GiveUp,
    Run,
    Start,
    End,
}

impl Simulation {
    /// A day that is about to warm up. `record_frames`: whether to keep what the map shows.
    pub fn new(world: Arc<World>, params: &Params, record_frames: bool) -> Self {
        Self::with_matchmaker(world, params, record_frames)
    }
}

impl<M: Matchmaker> Simulation<M> {
    /// The same with a matchmaker of any kind.
    pub fn with_matchmaker(world: Arc<World>, params: &Params, record_frames: bool) -> Self {
        Self::with_placement(world, params, record_frames, AtOnce)
    }
}

impl<M: Matchmaker, P: Placement> Simulation<M, P> {
    /// The same on servers that come from anywhere.
    pub fn with_placement(world: Arc<World>, params: &Params, record_frames: bool, placement: P) -> Self {
        let streams = Streams::new(u64::from(params.seed()));
        let datacenters = world.datacenters.len();
        let rules = matchmaker_rules(params);
        let layout = Layout { wait_bins: rules.search_s() as usize, datacenters };
        let playlist = |number| Playlist {
            matchmaker: M::new(rules, datacenters, streams.of(number)),
            cohorts: Cohorts::new(params.match_s() + params.pause_s()),
            served: Served::new(layout.wait_bins),
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
            now: SimTime::DAY_START - warm_up_s(params),
            end: SimTime::DAY_START + params.days() * DAY_S,
            joins: JoinStream::new(streams),
            replays: Replays::new(streams, params.replay()),
            groups: streams.stream("groups"),
            census: Census::default(),
            estimates: Estimates::new(&world, params, streams),
            placement,
            placed: Placed::new(rules.players),
            playing_at: vec![0; datacenters],
            times: Times::default(),
            inside_at_start: 0,
            digest: RunDigest::default(),
            row: Row::new(layout),
            columns: Columns::with_room(layout, params.days() * DAY_S / MINUTE_S),
            recorder: record_frames.then(|| Recorder::new(world.cells.len(), params.ccu())),
            joined: Vec::new(),
            changes: Vec::new(),
            formed: Formed::default(),
            news: Vec::new(),
            players: Vec::new(),
            world,
        }
    }

    /// Simulates so many seconds, or to the end. The result does not depend on how a day is cut into calls.
    pub fn advance(&mut self, seconds: u32) {
        self.advance_watched(seconds, &mut ());
    }

    /// The same while somebody looks on.
    pub fn advance_watched(&mut self, seconds: u32, watch: &mut impl Watch) {
        for _ in 0..seconds.min(self.end.since(self.now)) {
            self.tick(watch);
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

    /// The RTTs that the matchmaker is told.
    pub(crate) fn believed(&self) -> &Reach {
        believed(&self.estimates, &self.world)
    }

    /// The minutes recorded so far.
    pub fn columns(&self) -> &Columns {
        &self.columns
    }

    /// The minutes, when no more are to come.
    pub fn into_columns(self) -> Columns {
        self.columns
    }

    /// The map frames recorded so far, if they are recorded.
    pub fn frames(&self) -> Option<&FrameLog> {
        self.recorder.as_ref().map(Recorder::log)
    }

    /// What the run has come to so far.
    pub fn summary(&self) -> Summary {
        Summary {
            digest: self.digest.to_string(),
            inside_at_start: self.inside_at_start,
            inside: u64::from(self.census.inside()),
            worst: Served::worst(self.playlists.iter().map(|playlist| &playlist.served)),
            ..Summary::of(&self.columns)
        }
    }

    fn tick(&mut self, watch: &mut impl Watch) {
        if self.now == SimTime::DAY_START {
            self.inside_at_start = u64::from(self.census.inside());
            self.playlists.iter_mut().for_each(|playlist| playlist.served.clear());
        }
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
        self.now = self.now + 1;
        if cfg!(debug_assertions) && self.now.0.is_multiple_of(MINUTE_S) {
            check::sweep(self).unwrap_or_else(|violation| panic!("{}: {violation}", self.now));
        }
    }

    fn join(&mut self, world: &World, watch: &mut impl Watch) {
        let mut joined = std::mem::take(&mut self.joined);
        self.joins.draw(&world.joins, self.now, &mut joined);
        self.row.add(Count::Joined, joined.len() as u32);
        for (&cell, number) in joined.iter().zip(0..) {
            let player = self.census.enter();
            watch.joined(player);
            let row = match &mut self.estimates {
                None => RowId(cell.0),
                Some(estimates) => {
                    self.census.note(player, cell);
                    let verdict = estimates.join(world, player, cell, self.now, number);
                    let row = estimates.row(player, cell);
                    self.count_verdict(verdict);
                    row
                }
            };
            let picked = self.shares.pick(self.now, number);
            self.playlists[picked].matchmaker.arrivals().push(Seat { player, row });
        }
        for playlist in &mut self.playlists {
            // Until the pauses are over, only those who join have arrived.
            let seats = playlist.matchmaker.arrivals().iter();
            let cell = |&seat: &Seat| self.census.cell(seat, self.estimates.is_some());
            self.digest.fold_all(seats.map(|seat| u64::from(seat.player.0) << 32 | u64::from(cell(seat).0)));
        }
        self.joined = joined;
    }

    fn count_verdict(&mut self, verdict: Verdict) {
        self.row.add(Count::TrulyWithin, verdict.truly_within);
        self.row.add(Count::WronglyExcluded, verdict.excluded);
        self.row.add(Count::WronglyIncluded, verdict.included);
    }

    /// Whoever starts as a warm body considers every datacenter.
    fn look_far_at_first(&mut self, world: &World) {
        let Some(estimates) = &mut self.estimates else { return };
        for playlist in &mut self.playlists {
            for &Seat { player, row } in playlist.matchmaker.arrivals().iter() {
                if estimates.reach(world).at_first(row) == SetId::NONE {
                    estimates.look_far(world, player, self.census.noted(player));
                }
            }
        }
    }

    fn end_matches(&mut self) {
        let DayRules { match_s, .. } = self.rules;
        for playlist in &mut self.playlists {
            let ended = playlist.cohorts.aged(self.now, match_s);
            for &(datacenter, players) in &ended.runs {
                self.playing_at[datacenter.index()] -= players;
            }
            for (state, players) in [(State::Playing, ended.playing()), (State::Bots, ended.bots)] {
                self.times.leave(state, players, match_s);
            }
            self.times.counts[State::Between as usize] += ended.seats.len() as u32;
        }
    }

    /// What becomes of matches that did not start at once.
    fn follow_servers(&mut self, world: &World) {
        let (mut news, mut players) = (std::mem::take(&mut self.news), std::mem::take(&mut self.players));
        self.placement.advance(self.now, &mut news);
        for told in news.drain(..) {
            match told {
                News::Started(id) => self.start_match(id),
                News::Ended(id, outcome) => self.end_match(world, id, outcome, &mut players),
            }
        }
        (self.news, self.players) = (news, players);
    }

    fn start_match(&mut self, id: MatchId) {
        let Some(placed) = self.placed.start(self.now, id) else { return };
        self.times.leave(placed.state, self.rules.players, self.now.since(placed.since));
        self.times.counts[State::Playing as usize] += self.rules.players as u32;
        self.playing_at[placed.datacenter.index()] += self.rules.players as u32;
        self.fold(Event::Start, id.0, 0);
    }

    /// Who has completed a match pauses with those whose match started a whole match ago; all others search again.
    fn end_match(&mut self, world: &World, id: MatchId, outcome: Outcome, players: &mut Vec<Seat>) {
        let Some(ended) = self.placed.end(id, players) else { return };
        let count = players.len() as u32;
        self.times.leave(ended.state, players.len(), self.now.since(ended.since));
        if ended.state == State::Playing {
            self.playing_at[ended.datacenter.index()] -= count;
        }
        self.fold(Event::End, id.0, outcome as u32);
        let Playlist { matchmaker, cohorts, .. } = &mut self.playlists[usize::from(ended.playlist)];
        if outcome == Outcome::Completed {
            let cohort = cohorts.aged(self.now, self.rules.match_s);
            cohort.seats.extend_from_slice(players);
            cohort.runs.push((ended.datacenter, count));
            self.times.counts[State::Between as usize] += count;
            return;
        }
        for &mut seat in players {
            if let Some(estimates) = &mut self.estimates
                && estimates.reach(world).at_first(seat.row) == SetId::NONE
            {
                estimates.look_far(world, seat.player, self.census.noted(seat.player));
            }
            let reach = believed(&self.estimates, world);
            matchmaker.requeue(self.now, reach, seat, self.placed.enqueued(seat));
        }
    }

    /// Pauses are over: each player queues again or leaves.
    fn end_pauses(&mut self) {
        let DayRules { match_s, pause_s, .. } = self.rules;
        for Playlist { matchmaker, cohorts, .. } in &mut self.playlists {
            let due = cohorts.aged(self.now, match_s + pause_s);
            self.times.leave(State::Between, due.seats.len(), pause_s);
            let mut left = 0;
            for (datacenter, seats) in due.deciding(self.rules.together.then_some(self.rules.players)) {
                let decided = self.replays.decide(seats);
                self.digest.fold(decided.coins);
                left += decided.leaving.len() as u32;
                match datacenter {
                    Some(at) if decided.again.len() > 1 => matchmaker.lobbies_mut().arrive(self.now, at, decided.again),
                    _ => matchmaker.arrivals().extend_from_slice(decided.again),
                }
                self.census.leave(decided.leaving);
            }
            self.row.add(Count::Left, left);
            cohorts.clear(self.now);
        }
    }

    /// Takes the searches further that have lasted long enough.
    fn expire(&mut self, world: &World, watch: &mut impl Watch) {
        let mut changes = std::mem::take(&mut self.changes);
        for at in 0..self.playlists.len() {
            self.playlists[at].matchmaker.expire(self.now, believed(&self.estimates, world), &mut changes);
            for Change { seat, to } in changes.drain(..) {
                let Some(state) = to else {
                    watch.gave_up(self.now, seat.player);
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

    fn give_up(&mut self, playlist: usize, seat: Seat) {
        self.fold(Event::GiveUp, seat.player.0, 0);
        let Playlist { cohorts, served, .. } = &mut self.playlists[playlist];
        served.add_failed();
        if self.rules.bots {
            let cohort = cohorts.aged(self.now, 0);
            cohort.seats.push(seat);
            cohort.bots += 1;
            self.times.counts[State::Bots as usize] += 1;
            self.row.add(Count::BotMatches, 1);
        } else {
            self.census.leave(&[seat.player]);
            self.row.add(Count::Failed, 1);
        }
    }

    fn form_matches(&mut self, world: &World, watch: &mut impl Watch) {
        let mut formed = std::mem::take(&mut self.formed);
        for at in 0..self.playlists.len() {
            let Playlist { matchmaker, cohorts, served } = &mut self.playlists[at];
            matchmaker.form(self.now, believed(&self.estimates, world), &mut formed);
            if self.rules.together || !P::AT_ONCE {
                formed.draw_groups(self.rules.players, &mut self.groups);
            }
            watch.formed(self.now, &formed);
            for wait in formed.waits() {
                let wait_s = wait.wait_s.min(self.rules.longest_wait_s);
                self.row.add_wait(wait_s, 1);
                served.add_wait(wait_s, 1);
                self.row.add(Count::WarmMatched, u32::from(wait.warm));
            }
            let players = formed.seats().len();
            let at_once = (players - formed.waits().len()) as u32;
            self.row.add_wait(0, at_once);
            served.add_wait(0, at_once);
            self.row.add(Count::Matches, (players / self.rules.players) as u32);
            if P::AT_ONCE {
                self.times.counts[State::Playing as usize] += players as u32;
                let cohort = cohorts.aged(self.now, 0);
                cohort.seats.extend_from_slice(formed.seats());
                cohort.runs.extend(formed.runs().map(|run| (run.datacenter, run.seats.len() as u32)));
            } else {
                self.times.counts[State::Placing as usize] += players as u32;
                self.placed.note_waits(self.now, &formed);
            }
            formed.runs().for_each(|run| self.count_matches(world, at, run));
            self.digest.fold_all(formed.seats().iter().map(|seat| u64::from(seat.player.0)));
        }
        self.formed = formed;
    }

    /// Matches of a playlist formed at one datacenter.
    fn count_matches(&mut self, world: &World, playlist: usize, run: Run<'_>) {
        if !P::AT_ONCE {
            self.request_servers(world, playlist, run);
        }
        let Run { datacenter, seats } = run;
        let (players, (rtt_sum_ms, believed_sum_ms)) = (seats.len() as u32, self.play(world, datacenter, seats));
        if P::AT_ONCE {
            self.playing_at[datacenter.index()] += players;
        }
        self.playlists[playlist].served.add_rtts(rtt_sum_ms);
        self.row.add(Count::BelievedSumMs, believed_sum_ms);
        let at = self.row.at(datacenter.index());
        at[PerDatacenter::Matches as usize] += players / self.rules.players as u32;
        at[PerDatacenter::RttSumMs as usize] += rtt_sum_ms;
        at[PerDatacenter::Matched as usize] += players;
        self.fold(Event::Run, u32::from(datacenter.0), players);
        self.digest.fold(u64::from(rtt_sum_ms) << 32 | u64::from(believed_sum_ms));
    }

    /// Each match asks for a server.
    fn request_servers(&mut self, world: &World, playlist: usize, Run { datacenter, seats }: Run<'_>) {
        let playlist = playlist as u8;
        for seats in seats.chunks_exact(self.rules.players) {
            let id = self.placed.add(self.now, playlist, datacenter, seats);
            let sum_ms: u32 = seats.iter().map(|&seat| u32::from(self.believed_ms(world, seat, datacenter))).sum();
            let (players, mean_rtt_ms) = (seats.len() as u16, (sum_ms / seats.len() as u32) as u16);
            self.placement.request(self.now, Request { id, playlist, datacenter, players, mean_rtt_ms });
        }
    }

    /// The RTT that the matchmaker believes a player to have to a datacenter, ms.
    fn believed_ms(&self, world: &World, seat: Seat, datacenter: DatacenterIndex) -> u8 {
        match &self.estimates {
            // What is played as well, of a datacenter whose RTTs are at hand already.
            None => world.columns[datacenter.index()][seat.row.0 as usize],
            Some(estimates) => estimates.reach(world).rtt_ms(seat.row, datacenter),
        }
    }

    /// Counts the RTTs at which players play; their sum, and that of those that the matchmaker believed, ms.
    fn play(&mut self, world: &World, datacenter: DatacenterIndex, seats: &[Seat]) -> (u32, u32) {
        let bins = self.row.rtt_bins();
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
        self.times.counts[..3].fill(0);
        for playlist in &self.playlists {
            let searching = playlist.matchmaker.counts();
            self.times.counts.iter_mut().zip(searching).for_each(|(count, more)| *count += more);
            self.times.counts[State::Ideal as usize] += playlist.matchmaker.lobbies().players();
        }
        self.times.end_second();
        let Some(shown_s) = self.now.shown_s() else {
            // Nobody asks for the rows of the warm-up.
            self.row.clear();
            return;
        };
        self.row.end_second(shown_s % MINUTE_S, self.times.counts);
        self.row.add_to_each(PerDatacenter::PlayedS, &self.playing_at);
        if (shown_s + 1).is_multiple_of(MINUTE_S) {
            self.end_minute(shown_s + 1);
        }
    }

    fn end_minute(&mut self, shown_s: u32) {
        let reach = believed(&self.estimates, &self.world);
        for at in 0..self.playing_at.len() {
            for playlist in &self.playlists {
                let queue = playlist.matchmaker.queue(reach, DatacenterIndex(at as u16)).count();
                self.row.at(at)[PerDatacenter::Queue as usize] += queue as u32;
            }
        }
        self.columns.push_rows(self.row.values());
        self.row.clear();
        self.placement.end_minute(self.now);
        if let Some(mut recorder) = self.recorder.take() {
            recorder.record(shown_s, |tally| {
                self.each_inside(self.now + 1, |seat, state, _| tally.add(self.cell(seat), state));
            });
            self.recorder = Some(recorder);
        }
    }

    /// Everyone inside between two seconds, of which `next` is the later: who, in which state, since when.
    pub(crate) fn each_inside(&self, next: SimTime, mut visit: impl FnMut(Seat, State, SimTime)) {
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

    /// Where a player joined from.
    pub(crate) fn cell(&self, seat: Seat) -> CellId {
        self.census.cell(seat, self.estimates.is_some())
    }

    fn fold(&mut self, event: Event, subject: u32, detail: u32) {
        let head = u64::from(self.now.0) << 8 | event as u64;
        self.digest.fold(head << 32 ^ u64::from(detail) << 32 ^ u64::from(subject));
    }
}

impl Times {
    /// So many players leave a state in which each has been for so long.
    pub(crate) fn leave(&mut self, state: State, players: usize, spent_s: u32) {
        self.counts[state as usize] -= players as u32;
        self.spent_s[state as usize] += players as u64 * u64::from(spent_s);
    }

    pub(crate) fn end_second(&mut self) {
        for (integral, &count) in self.integral_s.iter_mut().zip(&self.counts) {
            *integral += u64::from(count);
        }
    }
}

/// The RTTs that the matchmaker is told.
fn believed<'a>(estimates: &'a Option<Estimates>, world: &'a World) -> &'a Reach {
    estimates.as_ref().map_or(&world.reach, |estimates| estimates.reach(world))
}

/// What the parameters say of matchmaking.
pub(crate) fn matchmaker_rules(params: &Params) -> Rules {
    Rules {
        players: params.players() as usize,
        ideal_s: params.ideal_s(),
        expand_s: params.expand_s(),
        warm_s: params.warm_s(),
    }
}

/// Seconds simulated before the first shown one, so that the day does not start empty: seven mean stays, at most
/// the whole day before, in whole minutes.
pub fn warm_up_s(params: &Params) -> u32 {
    let leave = Params::REPLAY_ONE - params.replay();
    let stays = 7 * (params.match_s() + params.pause_s()) * Params::REPLAY_ONE / leave;
    stays.div_ceil(MINUTE_S).saturating_mul(MINUTE_S).min(DAY_S)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::columns::RTT_BINS;
    use crate::playlist::Worst;
    use crate::summary::searching;
    use crate::theory::{self, Stay};
    use crate::world::Dataset;
    use crate::world::tests::{params, tiny_dataset};
    use matchday_atlas::JoinData;
    use matchday_atlas::{Datacenter, Fallback, LatencyMap, Location, RecordedJoins};

    fn day(dataset: &Dataset, params: &Params) -> Simulation {
        Simulation::new(Arc::new(World::new(dataset, params).unwrap()), params, true)
    }

    fn finished(dataset: &Dataset, params: &Params) -> Simulation {
        let mut day = day(dataset, params);
        day.advance(u32::MAX);
        day
    }

    /// The same joins in every minute, all at one place, and one datacenter there.
    fn one_place() -> Dataset {
        let mut reader = RecordedJoins::reader("joins.csv");
        (0..1_440).for_each(|m| reader.push(format!("{:02}:{:02}:00,50.1,8.7\n", m / 60, m % 60).as_bytes()));
        let joins = JoinData::Recorded(reader.finish().unwrap().0);
        let mut dataset = Dataset::new("one".into(), joins, None, Fallback { inflation: 1.587, offset_ms: 17.8 });
        dataset.add_site(Datacenter::read_csv(b"1,fra,50.11,8.68\n", "d.csv").unwrap().remove(0), None);
        dataset
    }

    #[test]
    fn a_run_does_not_depend_on_how_it_is_cut() {
        let (dataset, params) = (tiny_dataset(), params(&[("ccu", "300")]));
        let whole = finished(&dataset, &params);
        for slice in [1, 7, 60, 3_601] {
            let mut cut = day(&dataset, &params);
            while cut.now() < cut.end() {
                cut.advance(slice);
            }
            assert_eq!(cut.summary(), whole.summary(), "slices of {slice} s");
            assert_eq!(cut.columns().rows_from(0), whole.columns().rows_from(0));
            assert_eq!(cut.frames().unwrap().packed_from(0), whole.frames().unwrap().packed_from(0));
        }
    }

    #[test]
    fn a_clone_goes_on_as_the_original() {
        let (dataset, params) = (tiny_dataset(), params(&[("ccu", "300")]));
        let mut original = day(&dataset, &params);
        original.advance(30_000);
        let mut checkpoint = original.clone();
        original.advance(u32::MAX);
        checkpoint.advance(u32::MAX);
        assert_eq!(checkpoint.summary(), original.summary());
    }

    #[test]
    fn invariants_hold_after_every_second_of_tiny_worlds() {
        let dataset = tiny_dataset();
        for scenario in [
            params(&[("ccu", "60")]),
            params(&[("ccu", "60"), ("bots", "1"), ("players", "3")]),
            params(&[("ccu", "200"), ("pause_s", "0"), ("match_s", "10"), ("players", "2"), ("replay", "0.95")]),
            params(&[("ccu", "200"), ("ideal_ms", "1"), ("expand_ms", "30"), ("ideal_s", "1"), ("warm_s", "1")]),
            params(&[("ccu", "60"), ("estimate", "ping"), ("bad_routes", "0.3"), ("jitter_ms", "30")]),
            params(&[("ccu", "60"), ("estimate", "distance"), ("bad_routes", "0.3")]),
            params(&[("ccu", "200"), ("playlists", "3"), ("shares", "3,1")]),
            params(&[("ccu", "200"), ("together", "1"), ("replay", "0.9")]),
            params(&[
                ("ccu", "60"),
                ("together", "1"),
                ("playlists", "2"),
                ("bots", "1"),
                ("replay", "0.9"),
                ("pause_s", "0"),
            ]),
            params(&[("ccu", "60"), ("playlists", "3"), ("bots", "1"), ("estimate", "ping"), ("jitter_ms", "9")]),
        ] {
            let mut day = day(&dataset, &scenario);
            for _ in 0..12_000 {
                day.advance(1);
                check::sweep(&day).unwrap();
            }
        }
    }

    /// Servers that take a while, and some that never come or fail in the middle.
    #[derive(Clone, Debug)]
    struct Slow {
        delay_s: u32,
        match_s: u32,
        /// Out of a hundred.
        failing: u32,
        rng: Rng,
        timers: matchday_base::Timers<News>,
    }

    impl Slow {
        fn new(params: &Params, delay_s: u32, failing: u32) -> Self {
            let timers = matchday_base::Timers::new(SimTime::DAY_START - warm_up_s(params));
            Self { delay_s, match_s: params.match_s(), failing, rng: Streams::new(9).stream("slow"), timers }
        }

        fn day(self, params: &Params) -> Simulation<Cascade, Self> {
            Simulation::with_placement(Arc::new(World::new(&tiny_dataset(), params).unwrap()), params, true, self)
        }
    }

    impl Placement for Slow {
        const AT_ONCE: bool = false;

        fn request(&mut self, now: SimTime, Request { id, .. }: Request) {
            let start = now + self.delay_s;
            let (fails, lasts_s) = (self.rng.chance(self.failing, 100), self.rng.below(self.match_s + self.delay_s));
            if fails {
                self.timers.set(start, News::Started(id));
                self.timers.set(now + lasts_s + 1, News::Ended(id, Outcome::ServerLost));
            } else {
                self.timers.set(start, News::Started(id));
                self.timers.set(start + self.match_s, News::Ended(id, Outcome::Completed));
            }
        }

        fn advance(&mut self, now: SimTime, news: &mut Vec<News>) {
            news.extend(std::iter::from_fn(|| self.timers.fire(now)));
        }
    }

    #[test]
    fn invariants_hold_while_matches_wait_for_servers_and_lose_them() {
        for scenario in [
            params(&[("ccu", "60"), ("bots", "1")]),
            params(&[("ccu", "200"), ("pause_s", "0"), ("match_s", "10"), ("players", "2"), ("replay", "0.95")]),
            params(&[("ccu", "60"), ("estimate", "ping"), ("bad_routes", "0.3"), ("jitter_ms", "30")]),
            params(&[("ccu", "200"), ("playlists", "3"), ("together", "1"), ("replay", "0.9")]),
        ] {
            let mut day = Slow::new(&scenario, 7, 20).day(&scenario);
            for _ in 0..8_000 {
                day.advance(1);
                check::sweep(&day).unwrap();
            }
            assert!(day.times.integral_s[State::Placing as usize] > 0);
        }
    }

    #[test]
    fn a_match_without_a_server_costs_its_players_the_wait_alone() {
        let params = params(&[("ccu", "300")]);
        let mut day = Slow::new(&params, 20, 0).day(&params);
        day.advance(u32::MAX);
        let columns = day.columns();
        let spent =
            |state| (0..columns.minutes()).map(|minute| u64::from(columns.player_s(state, minute))).sum::<u64>();
        let matched = columns.total(Count::Matches) * 4;
        // All but those who are still inside: at most 1 % at either end of the day.
        let near = |spent_s: u64, each_s: u64| spent_s.abs_diff(matched * each_s) * 100 < matched * each_s;
        assert!(near(spent(State::Placing), 20), "{} of {matched}", spent(State::Placing));
        assert!(near(spent(State::Playing), u64::from(params.match_s())));
        assert!(near(spent(State::Between), u64::from(params.pause_s())));
    }

    #[test]
    fn who_loses_a_server_searches_again_and_has_waited_since_the_first_time() {
        let params = params(&[("ccu", "300")]);
        let mut day = Slow::new(&params, 20, 100).day(&params);
        day.advance(u32::MAX);
        let summary = day.summary();
        // Nobody ever completes a match: whoever leaves has given up, and those matched again have waited for minutes.
        assert_eq!(summary.left, 0);
        assert!(summary.failed > 0 && summary.matches > 10 * summary.joined / 4);
        assert_eq!(summary.wait_p99_s, matchmaker_rules(&params).search_s() - 1);
    }

    #[test]
    fn the_sweep_sees_what_is_broken() {
        let broken = |damage: fn(&mut Simulation)| {
            let mut day = day(&tiny_dataset(), &params(&[("ccu", "400")]));
            day.advance(8_000);
            assert_eq!(check::sweep(&day), Ok(()));
            damage(&mut day);
            check::sweep(&day).unwrap_err()
        };
        use crate::check::Violation;
        /// The cohort that was matched so many seconds ago.
        fn cohort(day: &mut Simulation, age_s: u32) -> &mut crate::cohort::Cohort {
            day.playlists[0].cohorts.aged(day.now, age_s)
        }
        assert!(matches!(broken(|day| day.times.end_second()), Violation::Little { .. }));
        assert!(matches!(broken(|day| day.times.counts[4] += 1), Violation::Counts { state: State::Bots, .. }));
        let lost = broken(|day| (1..300).for_each(|age_s| cohort(day, age_s).runs.clear()));
        assert!(matches!(lost, Violation::Matches { .. }));
        let twice = broken(|day| {
            let seats = (1..331).flat_map(|age_s| cohort(day, age_s).seats.clone()).next();
            cohort(day, 330).seats.extend(seats);
        });
        assert!(matches!(twice, Violation::Twice(_)));
        assert!(matches!(broken(|day| assert!(day.census.enter().0 > 0)), Violation::Inside { .. }));
        let stray = {
            let mut day = day(&tiny_dataset(), &params(&[("ccu", "400"), ("estimate", "ping"), ("jitter_ms", "9")]));
            day.advance(8_000);
            // Whoever else comes in under the id of a player takes its place, and brings other pings.
            let seat = (1..331).find_map(|age_s| cohort(&mut day, age_s).seats.first().copied()).unwrap();
            let (player, now, world) = (seat.player, day.now, Arc::clone(&day.world));
            let other = CellId((day.census.noted(player).0 + 3) % 6);
            day.estimates.as_mut().unwrap().join(&world, player, other, now, 0);
            check::sweep(&day).unwrap_err()
        };
        assert!(matches!(stray, Violation::Route(_)));
    }

    #[test]
    fn a_route_is_the_same_in_every_match_of_a_stay() {
        let pairs = [("ccu", "40"), ("replay", "0.95"), ("players", "2"), ("match_s", "20"), ("bad_routes", "0.5")];
        let mut day =
            day(&tiny_dataset(), &params(&[&pairs[..], &[("estimate", "ping"), ("jitter_ms", "20")]].concat()));
        let rtts = |day: &Simulation| -> Vec<u32> {
            let (values, start) = (day.row.values(), day.columns.layout().width() - 3 * 5 - RTT_BINS);
            values[start..start + RTT_BINS].to_vec()
        };
        // What each stay was told and played at each datacenter at first, by what names the player.
        let (mut told, mut played) = (std::collections::BTreeMap::new(), std::collections::BTreeMap::new());
        let mut again = 0;
        day.advance(day.now().0.abs_diff(SimTime::DAY_START.0));
        for second in 0..20_000 {
            let before = if second % 60 == 0 { vec![0; RTT_BINS] } else { rtts(&day) };
            day.advance(1);
            if second % 60 == 59 {
                continue;
            }
            let mut expected = before;
            let estimates = day.estimates.as_ref().unwrap();
            for Run { datacenter: at, seats } in day.formed.runs() {
                for &Seat { player, row } in seats {
                    let (key, cell) = ((estimates.named(player), at), day.census.noted(player));
                    let told_ms = day.believed().rtt_ms(row, at);
                    assert_eq!(*told.entry(key).or_insert(told_ms), told_ms);
                    again += u32::from(played.contains_key(&key));
                    let first = || estimates.played_ms(&day.world, player, cell, at);
                    expected[usize::from(*played.entry(key).or_insert_with(first))] += 1;
                }
            }
            assert_eq!(rtts(&day), expected, "second {second}");
        }
        assert!(again > 1_000, "{again} matches where the stay had played before");
    }

    #[test]
    fn whoever_picks_a_playlist_stays_in_it() {
        let pairs = [("ccu", "60"), ("replay", "0.95"), ("players", "2"), ("match_s", "20"), ("bad_routes", "0.1")];
        let mut day = day(&tiny_dataset(), &params(&[&pairs[..], &[("playlists", "3")]].concat()));
        let mut playlists = std::collections::BTreeMap::new();
        let mut again = 0;
        for _ in 0..10_000 {
            day.advance(1);
            let matched = SimTime(day.now.0 - 1);
            for (at, playlist) in day.playlists.iter_mut().enumerate() {
                for seat in &playlist.cohorts.aged(matched, 0).seats {
                    let stay = day.estimates.as_ref().unwrap().named(seat.player);
                    again += u32::from(playlists.insert(stay, at).is_some_and(|before| {
                        assert_eq!(before, at);
                        true
                    }));
                }
            }
        }
        assert!(again > 1_000, "{again} matches of those who had played before");
        for at in 0..3 {
            assert!(playlists.values().filter(|&&playlist| playlist == at).count() > 20);
        }
    }

    #[test]
    fn the_same_players_join_however_many_playlists_there_are() {
        let joins = |playlists| {
            let day = finished(&tiny_dataset(), &params(&[("ccu", "300"), ("playlists", playlists)]));
            (0..1_440).map(|minute| day.columns().count(Count::Joined, minute)).collect::<Vec<_>>()
        };
        assert_eq!(joins("1"), joins("5"));
    }

    #[test]
    fn one_playlist_is_the_worst_of_all() {
        let summary = finished(&tiny_dataset(), &params(&[("ccu", "2000"), ("warm_s", "120")])).summary();
        assert_eq!(summary.failed, 0, "nobody's search counts as longer than it was");
        let worst = Worst {
            wait_mean_s: summary.wait_mean_s,
            wait_p95_s: summary.wait_p95_s,
            rtt_mean_ms: summary.rtt_mean_ms,
        };
        assert_eq!(summary.worst, worst);
    }

    #[test]
    fn whoever_goes_by_distance_goes_to_the_nearer_datacenter() {
        // Lima: 3,460 km to Sao Paulo, 4,210 km to Miami, but by the map 99 ms there and 74 ms here.
        let lima = Location::new(-12.5, -77.5).unwrap();
        let map = |ms: f64| Some(LatencyMap::from_fn(|_, centre| (centre == lima).then_some(ms)));
        let mut reader = RecordedJoins::reader("joins.csv");
        (0..1_440).for_each(|m| reader.push(format!("{:02}:{:02}:00,-12.5,-77.5\n", m / 60, m % 60).as_bytes()));
        let joins = JoinData::Recorded(reader.finish().unwrap().0);
        let mut dataset = Dataset::new("lima".into(), joins, None, Fallback { inflation: 1.5, offset_ms: 5.0 });
        let sites = Datacenter::read_csv(b"1,miami,25.77,-80.19\n2,saopaulo,-23.55,-46.64\n", "d.csv").unwrap();
        for (site, ms) in sites.into_iter().zip([74.0, 99.0]) {
            dataset.add_site(site, map(ms));
        }
        // Nearly everybody matches within 1 s, at what the ideal cap leaves: one datacenter, by either method.
        for (estimate, ideal_ms, at, believed_ms) in [("map", "80", 0, 74.0), ("distance", "65", 1, 57.0)] {
            let pairs = [("ccu", "2000"), ("estimate", estimate), ("ideal_ms", ideal_ms), ("ideal_s", "60")];
            let day = finished(&dataset, &params(&pairs));
            let there: u32 = (0..1_440).map(|m| day.columns().at(at, PerDatacenter::Matches, m)).sum();
            assert_eq!(u64::from(there), day.summary().matches, "{estimate}");
            let s = day.summary();
            assert_eq!(s.rtt_mean_ms, [74.0, 99.0][at]);
            assert!((s.rtt_believed_mean_ms - believed_ms).abs() < 1.01, "{}", s.rtt_believed_mean_ms);
        }
    }

    #[test]
    fn without_bad_routes_pings_and_maps_are_the_same_day() {
        let run = |pairs: &[(&str, &str)]| {
            finished(&tiny_dataset(), &params(&[&[("ccu", "300"), ("bad_route_ms", "90")], pairs].concat())).summary()
        };
        let base = run(&[]);
        assert_eq!(base.rtt_mean_ms, base.rtt_believed_mean_ms);
        assert_eq!(run(&[("jitter_ms", "30")]), base, "nobody pings");
        assert_eq!(run(&[("bad_routes", "0.5"), ("accelerator", "1")]), base, "all are repaired");
        let pinged = run(&[("estimate", "ping")]);
        assert_eq!((pinged.digest, pinged.wrongly_excluded, pinged.wrongly_included), (base.digest.clone(), 0.0, 0.0));
        let bad = run(&[("bad_routes", "0.5")]);
        assert_ne!(bad.digest, base.digest, "what is played is in the digest");
        assert!(bad.rtt_mean_ms > bad.rtt_believed_mean_ms + 20.0 && bad.wrongly_included > 0.0);
        assert_eq!((bad.rtt_believed_mean_ms, bad.matches), (base.rtt_believed_mean_ms, base.matches));
    }

    #[test]
    fn players_are_conserved() {
        for scenario in [params(&[("ccu", "200")]), params(&[("ccu", "80"), ("bots", "on"), ("days", "2")])] {
            let s = finished(&tiny_dataset(), &scenario).summary();
            assert_eq!(s.joined + s.inside_at_start, s.inside + s.left + s.failed);
            assert!(s.inside_at_start > 0 && s.left > 0);
            assert_eq!(s.failed > 0, !scenario.bots());
        }
    }

    #[test]
    fn only_ccu_and_seed_move_the_joins() {
        let dataset = tiny_dataset();
        let joined = |pairs: &[(&str, &str)]| -> Vec<u32> {
            let day = finished(&dataset, &params(pairs));
            (0..1_440).map(|minute| day.columns().count(Count::Joined, minute)).collect()
        };
        let base = joined(&[("ccu", "300")]);
        // Warm-ups of other lengths among them.
        assert_eq!(base, joined(&[("ccu", "300"), ("replay", "0.95"), ("players", "2"), ("dcs", "-iad")]));
        assert_eq!(base, joined(&[("ccu", "300"), ("match_s", "60"), ("bots", "1"), ("ideal_ms", "20")]));
        assert_ne!(base, joined(&[("ccu", "310")]));
        assert_ne!(base, joined(&[("ccu", "300"), ("seed", "8")]));
    }

    #[test]
    fn leftovers_of_one_datacenter_are_uniform() {
        // Groups of N from one queue leave 0..N-1 behind, equally often: (N - 1) / 2 wait, and by Little's law
        // the mean wait is (N - 1) / (2 lambda).
        for (players, text) in [(2.0, "2"), (4.0, "4"), (7.0, "7")] {
            let day = finished(&one_place(), &params(&[("ccu", "6000"), ("players", text), ("ideal_s", "120")]));
            let columns = day.columns();
            let minutes = columns.minutes();
            let waiting_s: u64 = (0..minutes).map(|m| u64::from(columns.player_s(State::Ideal, m))).sum();
            let mean = waiting_s as f64 / 86_400.0;
            assert!((mean / ((players - 1.0) / 2.0) - 1.0).abs() < 0.02, "groups of {players}: {mean} wait");
            let waits = columns.waits(0..minutes);
            let lambda = waits.count() as f64 / 86_400.0;
            let formula = (players - 1.0) / (2.0 * lambda);
            assert!((waits.mean().unwrap() / formula - 1.0).abs() < 0.02, "groups of {players}");
        }
    }

    #[test]
    fn waits_at_one_datacenter_are_erlang() {
        // Rare joins: whoever comes needs k = 0..N-1 more, equally likely, so the wait is a mean of Erlang(k, lambda).
        let scenario =
            params(&[("ccu", "66"), ("replay", "0"), ("days", "7"), ("ideal_s", "120"), ("expand_s", "120")]);
        let day = finished(&one_place(), &scenario);
        let waits = day.columns().waits(0..day.columns().minutes());
        let lambda = day.summary().joined as f64 / (7.0 * 86_400.0);
        // Erlang(k) <= t exactly when a Poisson of mean lambda t reaches k.
        let poisson_below = |k: u32, mean: f64| {
            let (mut term, mut sum) = (libm::exp(-mean), 0.0);
            for i in 0..k {
                sum += term;
                term *= mean / f64::from(i + 1);
            }
            sum
        };
        for t in [5, 10, 20, 40, 80, 120] {
            let mean = lambda * (f64::from(t) + 0.5);
            let formula = (0..4).map(|k| 1.0 - poisson_below(k, mean)).sum::<f64>() / 4.0;
            let measured = waits.share_up_to(t as usize).unwrap();
            assert!((measured - formula).abs() < 0.015, "up to {t} s: {measured}, formula {formula}");
        }
    }

    #[test]
    fn ccu_through_the_day_is_the_fluid_model() {
        for pairs in [&[("ccu", "40000")][..], &[("ccu", "9000"), ("replay", "0.9"), ("match_s", "600")]] {
            let params = params(pairs);
            let day = finished(&tiny_dataset(), &params);
            let mut rates = day.world.joins.rates(2 * 1_440);
            let started = (SimTime::DAY_START - warm_up_s(&params)).minute() as usize;
            rates[..started].fill(0.0);
            let fluid = theory::fluid(&rates, Stay::of(&params, searching(day.columns())));
            let minutes = 0..day.columns().minutes();
            let measured: f64 = minutes.clone().map(|m| day.columns().ccu(m)).sum();
            let formula: f64 = fluid[1_440..].iter().sum();
            assert!((measured / formula - 1.0).abs() < 0.01, "{measured} and {formula}");
            for minute in minutes.step_by(60) {
                let ratio = day.columns().ccu(minute) / fluid[1_440 + minute];
                assert!((ratio - 1.0).abs() < 0.05, "minute {minute}: {ratio}");
            }
        }
    }

    #[test]
    fn frames_show_the_players_that_are_counted() {
        for scenario in [
            params(&[("ccu", "500")]),
            params(&[("ccu", "30"), ("match_s", "45"), ("pause_s", "0"), ("bots", "1"), ("ideal_s", "5")]),
            params(&[("ccu", "300"), ("together", "1"), ("playlists", "2"), ("replay", "0.9")]),
            params(&[("ccu", "300"), ("estimate", "ping"), ("jitter_ms", "9"), ("bad_routes", "0.1")]),
        ] {
            let mut day = Simulation::new(Arc::new(World::new(&tiny_dataset(), &scenario).unwrap()), &scenario, true);
            day.advance(SimTime::DAY_START.since(day.now()));
            let mut cursor = crate::FrameCursor::new(day.world.cells.len());
            for minute in 0..600 {
                day.advance(60);
                let frames = day.frames().unwrap();
                assert_eq!((frames.len(), frames.interval_s()), (minute + 1, 60));
                cursor.seek(frames, minute);
                let mut inside = vec![[0; 3]; day.world.cells.len()];
                day.each_inside(day.now, |seat, state, _| inside[day.cell(seat).index()][state.on_map()] += 1);
                assert_eq!(cursor.counts(), inside, "minute {minute}");
            }
        }
    }
}
