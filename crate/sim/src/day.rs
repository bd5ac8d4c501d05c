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
use crate::estimate::{Estimates, Verdict};
use crate::frames::{CellChanges, FrameLog};
use crate::joins::JoinStream;
use crate::placement::{Grant, Outcome, Placement, Request};
use crate::summary::Summary;
use crate::wheel::Wheel;
use crate::world::World;
use matchday_base::time::{DAY_S, MINUTE_S};
use matchday_base::{CellId, DatacenterIndex, MatchId, Params, PlayerId, Rng, RunDigest, SimTime, Streams};
use matchday_matchmaker::{Change, Formed, Matchmaker, Member, Reach, RowId, Rules, SearchState};
use std::sync::Arc;

/// A running day. Cloning it is a checkpoint: both go on as the one would have.
#[derive(Clone, Debug)]
pub struct Simulation {
    pub(crate) world: Arc<World>,
    rules: DayRules,
    now: SimTime,
    end: SimTime,
    joins: JoinStream,
    replay_rng: Rng,
    pub(crate) census: Census,
    /// `None` where what the matchmaker believes is what is played.
    pub(crate) estimates: Option<Estimates>,
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
            census: Census::new(record_frames.then(|| CellChanges::new(world.cells.len()))),
            estimates: Estimates::new(&world, params, streams),
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
        self.matchmaker.expire(self.now, believed(&self.estimates, &world), &mut self.changes);
        self.look_far(&world);
        self.apply_changes();
        self.matchmaker.classify(self.now, believed(&self.estimates, &world), &mut self.changes);
        self.look_far(&world);
        self.form_matches(&world);
        self.apply_changes();
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
        for (&cell, number) in joined.iter().zip(0..) {
            let player = self.census.enter(cell, self.now);
            if let Some(estimates) = &mut self.estimates {
                let verdict = estimates.join(&self.world, player, cell, self.now, number);
                self.count_verdict(verdict);
            }
            self.matchmaker.enqueue(player, self.row_of(player));
            self.fold(Event::Join, player.0, cell.0);
        }
        self.joined = joined;
    }

    fn count_verdict(&mut self, verdict: Verdict) {
        self.count(Count::TrulyWithin, verdict.truly_within);
        self.count(Count::WronglyExcluded, verdict.excluded);
        self.count(Count::WronglyIncluded, verdict.included);
    }

    /// The RTTs that the matchmaker goes by for a player.
    fn row_of(&self, player: PlayerId) -> RowId {
        let cell = self.census.cell(player);
        self.estimates.as_ref().map_or(RowId(cell.0), |estimates| estimates.row(player, cell))
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
                self.matchmaker.enqueue(player, self.row_of(player));
                self.fold(Event::Replay, player.0, 0);
            } else {
                self.census.leave(player, self.now);
                self.count(Count::Left, 1);
                self.fold(Event::Leave, player.0, 0);
            }
        }
        self.pauses.recycle(self.now, players);
    }

    /// Takes over what the matchmaker changed. Most of those who were just classified play already: they have
    /// not searched for a second.
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
            if self.census.state(player) != Some(State::Playing) {
                self.census.change(player, state, self.now);
                self.fold(Event::Search, player.0, state as u32);
            }
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

    /// Those who have just become warm bodies consider every datacenter.
    fn look_far(&mut self, world: &World) {
        let Some(estimates) = &mut self.estimates else { return };
        for change in self.changes.iter().filter(|change| change.to == Some(SearchState::Warm)) {
            estimates.look_far(world, change.player, self.census.cell(change.player));
        }
    }

    fn form_matches(&mut self, world: &World) {
        let mut formed = std::mem::take(&mut self.formed);
        self.matchmaker.form(self.now, believed(&self.estimates, world), &mut formed);
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
        let (mut rtt_sum_ms, mut believed_sum_ms) = (0, 0);
        for member in formed.members {
            let rtt_ms = self.played_ms(member, datacenter);
            self.census.change(member.player, State::Playing, self.now);
            self.playing.schedule(self.now, self.rules.match_s, member.player);
            // Where believed and played are the same, the digest is that of the one.
            let rtts = u32::from(rtt_ms ^ member.rtt_ms) << 24 | u32::from(rtt_ms);
            self.fold(Event::Member, member.player.0, member.wait_s << 8 | rtts);
            rtt_sum_ms += u32::from(rtt_ms);
            believed_sum_ms += u32::from(member.rtt_ms);
            if self.is_shown() {
                self.row.add_matched(member.wait_s, rtt_ms);
            }
            self.count(Count::WarmMatched, u32::from(member.warm));
        }
        self.count(Count::BelievedSumMs, believed_sum_ms);
        self.count(Count::Matches, 1);
        if self.is_shown() {
            self.row.add_at(datacenter.index(), PerDatacenter::Matches, 1);
            self.row.add_at(datacenter.index(), PerDatacenter::RttSumMs, rtt_sum_ms);
            self.row.add_at(datacenter.index(), PerDatacenter::Matched, players);
        }
    }

    fn played_ms(&self, member: &Member, datacenter: DatacenterIndex) -> u8 {
        let Some(estimates) = &self.estimates else { return member.rtt_ms };
        estimates.played_ms(&self.world, member.player, self.census.cell(member.player), datacenter)
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
        if let (Some(frames), Some(cells)) = (&mut self.frames, &mut self.census.cells) {
            frames.record(shown_s, cells);
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

/// The RTTs that the matchmaker is told.
fn believed<'a>(estimates: &'a Option<Estimates>, world: &'a World) -> &'a Reach {
    estimates.as_ref().map_or(&world.reach, |estimates| estimates.reach(world))
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
    use crate::summary::searching;
    use crate::theory::{self, Stay};
    use crate::world::Dataset;
    use crate::world::tests::tiny_dataset;
    use matchday_atlas::JoinData;
    use matchday_atlas::{Datacenter, Fallback, LatencyMap, Location, RecordedJoins};

    fn params(pairs: &[(&str, &str)]) -> Params {
        let mut params = Params::default();
        pairs.iter().for_each(|(key, text)| params.set(key, text).unwrap());
        params
    }

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
        ] {
            let mut day = day(&dataset, &scenario);
            for _ in 0..12_000 {
                day.advance(1);
                check::sweep(&day).unwrap();
            }
        }
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
        let playing = |day: &Simulation| *day.playing.iter().next().unwrap();
        use crate::check::Violation;
        assert!(matches!(broken(|day| day.census.end_second()), Violation::Little { .. }));
        let stray = {
            let mut day = day(&tiny_dataset(), &params(&[("ccu", "400"), ("estimate", "ping"), ("jitter_ms", "9")]));
            day.advance(8_000);
            // Whoever else comes in under the id of a player takes its place, and brings other pings.
            let (player, cell, ..) = day.census.iter().next().unwrap();
            let (now, world) = (day.now, Arc::clone(&day.world));
            let other = CellId((cell.0 + 3) % 6);
            day.estimates.as_mut().unwrap().join(&world, player, other, now, 0);
            check::sweep(&day).unwrap_err()
        };
        assert!(matches!(stray, Violation::Route(_)));
        assert!(matches!(
            broken(|day| (0..300).for_each(|s| drop(day.playing.take_due(day.now + s)))),
            Violation::Matches { .. }
        ));
        let stray = broken(|day| {
            let player = *day.playing.iter().next().unwrap();
            day.census.change(player, State::Between, day.now);
        });
        assert!(matches!(stray, Violation::Match(_)));
        let mut day = day(&tiny_dataset(), &params(&[("ccu", "400")]));
        day.advance(8_000);
        let twice = playing(&day);
        day.playing.schedule(day.now, 3, twice);
        day.matches.schedule(day.now, 3, RunningMatch { id: MatchId(0), datacenter: DatacenterIndex(0), players: 1 });
        assert_eq!(check::sweep(&day), Err(Violation::Match(twice)));
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
            for (formed, member) in day.formed.matches().flat_map(|m| m.members.iter().map(move |p| (m.datacenter, p)))
            {
                let estimates = day.estimates.as_ref().unwrap();
                let key = (estimates.named(member.player), formed);
                let cell = day.census.cell(member.player);
                assert_eq!(*told.entry(key).or_insert(member.rtt_ms), member.rtt_ms);
                again += u32::from(played.contains_key(&key));
                let first = || estimates.played_ms(&day.world, member.player, cell, formed);
                expected[usize::from(*played.entry(key).or_insert_with(first))] += 1;
            }
            assert_eq!(rtts(&day), expected, "second {second}");
        }
        assert!(again > 1_000, "{again} matches where the stay had played before");
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
        let day = finished(&tiny_dataset(), &params(&[("ccu", "500")]));
        let frames = day.frames().unwrap();
        assert_eq!((frames.len(), frames.interval_s()), (1_440, 60));
        let mut cursor = crate::FrameCursor::new(day.world.cells.len());
        cursor.seek(frames, 1_439);
        let total: u32 = cursor.counts().iter().flatten().sum();
        assert_eq!(total, day.census.inside());
        let mut inside = vec![[0; 3]; day.world.cells.len()];
        day.census.iter().for_each(|(_, cell, state, _)| inside[cell.index()][usize::from(state.on_map())] += 1);
        assert_eq!(cursor.counts(), inside);
    }
}
