//! A day with counted players instead of individual ones, for populations of many millions.
//!
//! The same day as [`ArticleDay`](crate::ArticleDay), second by second, with the same order and the same
//! probabilities. One thing differs: the cell of a player within its [class](Classes) is drawn anew for every
//! match. So the RTTs of one player's matches are independent; over many players they follow the weights of
//! the cells. Joins a second are identical. The cost grows with the number of classes, not of players.
//!
//! Without individual players there are no map frames, estimates, playlists or groups that stay together.

mod classes;

pub use classes::Classes;

use crate::census::State;
use crate::columns::{Columns, Count, Layout, PerDatacenter, Row};
use crate::day::matchmaker_rules;
use crate::joins::JoinModel;
use crate::log::DayLog;
use crate::playlist::Served;
use crate::replay::Replays;
use crate::snapshot::{Online, Snapshot};
use crate::theory::{self, Stay};
use crate::world::World;
use matchday_atlas::JoinData;
use matchday_base::rtt::OUT_OF_REACH_MS;
use matchday_base::time::DAY_S;
use matchday_base::{CellId, DatacenterIndex, Rng, SimTime, Streams};
use matchday_matchmaker::{AggregateMatches, AggregateMatchmaker, Change, ClassId, Next, RowId, Rules};
use matchday_scenario::params::Key;
use matchday_scenario::{Incident, Params};
use matchday_wire::report::Summary;
use std::sync::Arc;
use thiserror::Error;

/// Highest CCU: a minute's player-seconds are counted in 32 bits.
const MOST_CCU: f64 = 60_000_000.0;

/// With cycles shorter than this the highest CCU is lower: the RTTs of the players matched in a minute, each
/// out of reach at most, are also added up in 32 bits.
const LEAST_CYCLE_S: f64 = OUT_OF_REACH_MS as f64;

/// Why a scenario cannot be simulated as an aggregate day.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum AggregateError {
    /// A parameter that acts on single players, servers or a ladder.
    #[error(
        "{key}: an aggregate day does not simulate it; leave it at its default, or run the day without --aggregate"
    )]
    NotSimulated {
        /// The parameter.
        key: &'static str,
    },
    /// Recorded joins.
    #[error(
        "recorded joins: players are counted by the time zones of the built-in joins; follow those of a recorded day"
    )]
    Recorded,
    /// More players than the counters hold.
    #[error("about {ccu:.0} players at once; at most {most:.0} are counted in matches of this length")]
    TooMany {
        /// CCU at its peak.
        ccu: f64,
        /// Highest CCU.
        most: f64,
    },
}

/// A running day.
#[derive(Clone, Debug)]
pub struct AggregateDay {
    world: Arc<World>,
    classes: Classes,
    rules: Rules,
    match_s: u32,
    pause_s: u32,
    bots: bool,
    log: DayLog,
    joins: JoinModel,
    replays: Replays,
    places: Rng,
    matchmaker: AggregateMatchmaker,
    /// By the second in which players were matched.
    cohorts: Vec<Cohort>,
    inside: u64,
    /// NEW players matched in this minute, by datacenter and class.
    matched: Vec<u32>,
    served: Served,
    // Kept between ticks.
    changes: Vec<Change>,
    formed: AggregateMatches,
}

/// All players who were matched, or given a match against bots, in one second.
#[derive(Clone, Debug, Default)]
struct Cohort {
    /// Players of each class, players against bots included.
    players: Vec<u32>,
    playing: u32,
    bots: u32,
    playing_at: Vec<(DatacenterIndex, u32)>,
}

impl AggregateDay {
    /// The parameters that affect an aggregate day; of [`Key::Incidents`] only herds do.
    pub const KEYS: [Key; 16] = [
        Key::Replay,
        Key::IdealMs,
        Key::ExpandMs,
        Key::IdealS,
        Key::ExpandS,
        Key::WarmS,
        Key::Bots,
        Key::PatienceS,
        Key::Players,
        Key::MatchS,
        Key::PauseS,
        Key::Ccu,
        Key::Dcs,
        Key::Days,
        Key::Seed,
        Key::Incidents,
    ];

    /// A day about to warm up, with `times` times the joins given by the `ccu` parameter. `joins` are those
    /// of the world.
    ///
    /// # Errors
    /// [`AggregateError`] if the scenario needs more than counts.
    pub fn new(world: Arc<World>, joins: &JoinData, params: &Params, times: u32) -> Result<Self, AggregateError> {
        refuse_the_rest(params)?;
        let JoinData::Grid(grid) = joins else { return Err(AggregateError::Recorded) };
        let streams = Streams::new(u64::from(params.seed()));
        let classes = Classes::new(&world, grid);
        let joins =
            JoinModel::of_few(classes.weights(), &grid.curve, world.calendar, params.ccu().saturating_mul(times))
                .with_herds(params.incidents());
        let end = SimTime::DAY_START + params.days() * DAY_S;
        let stay = Stay::of(params, theory::REFERENCE);
        let rates = joins.rates(SimTime::DAY_BEFORE.minute()..end.minute());
        let ccu = theory::fluid(&rates, stay).into_iter().fold(0.0, f64::max);
        let most = MOST_CCU * (stay.cycle_s / LEAST_CYCLE_S).min(1.0);
        if ccu > most {
            return Err(AggregateError::TooMany { ccu, most });
        }
        let rules = matchmaker_rules(params);
        let datacenters = world.datacenters.len();
        let cohort = Cohort { players: vec![0; classes.count()], ..Cohort::default() };
        Ok(Self {
            rules,
            match_s: params.match_s(),
            pause_s: params.pause_s(),
            bots: params.bots(),
            log: DayLog::new(&world, params),
            joins,
            replays: Replays::new(streams, params.replay()),
            places: streams.stream("places of classes"),
            matchmaker: AggregateMatchmaker::new(rules, &world.latencies, classes.at_first(), streams),
            cohorts: vec![cohort; (params.match_s() + params.pause_s()) as usize],
            inside: 0,
            matched: vec![0; datacenters * classes.count()],
            served: Served::new(Layout::of(params, datacenters).wait_bins),
            changes: Vec::new(),
            formed: AggregateMatches::default(),
            classes,
            world,
        })
    }

    /// Simulates `seconds` seconds, or to the end. The result does not depend on how calls divide the day.
    pub fn advance(&mut self, seconds: u32) {
        for _ in 0..self.log.at_most(seconds) {
            self.tick();
        }
    }

    /// The log that every kind of day has.
    pub(crate) fn log(&self) -> &DayLog {
        &self.log
    }

    /// The minutes recorded so far.
    pub fn columns(&self) -> &Columns {
        self.log.columns()
    }

    /// The figures of the run so far. The digest is one of counts and differs from that of other engines.
    pub fn summary(&self) -> Summary {
        Served::worst([&self.served].into_iter()).added_to(self.log.summary(self.inside))
    }

    fn tick(&mut self) {
        self.join();
        self.end_matches();
        self.end_pauses();
        self.expire();
        self.form_matches();
        self.measure();
        if self.log.next_second(self.inside) {
            self.served.clear();
        }
    }

    fn join(&mut self) {
        self.log.draw_joins(&self.joins);
        for class in &self.log.joined {
            self.matchmaker.arrive(ClassId(class.0), 1);
        }
        self.inside += self.log.joined.len() as u64;
    }

    fn cohort(&mut self, age_s: u32) -> &mut Cohort {
        let due_s = self.cohorts.len();
        &mut self.cohorts[(self.log.now.0 as usize + due_s - age_s as usize) % due_s]
    }

    fn end_matches(&mut self) {
        let match_s = self.match_s;
        let (playing, bots) = {
            let Cohort { playing, bots, .. } = self.cohort(match_s);
            (*playing, *bots)
        };
        let ended = std::mem::take(&mut self.cohort(match_s).playing_at);
        ended.iter().for_each(|&(datacenter, players)| self.log.playing_at[datacenter.index()] -= players);
        self.log.times.leave(State::Playing, playing as usize, match_s);
        self.log.times.leave(State::Bots, bots as usize, match_s);
        self.log.times.counts[State::Between as usize] += playing + bots;
    }

    /// Ends pauses: a number of players of each class queue again, and the others leave.
    fn end_pauses(&mut self) {
        let due_s = self.cohorts.len();
        let Cohort { players, playing, bots, .. } = &mut self.cohorts[self.log.now.0 as usize % due_s];
        self.log.times.leave(State::Between, (*playing + *bots) as usize, self.pause_s);
        let mut left = 0;
        for (players, class) in players.iter_mut().zip(0..) {
            let players = std::mem::take(players);
            if players > 0 {
                let again = self.replays.count(players);
                left += players - again;
                self.matchmaker.arrive(ClassId(class), again);
            }
        }
        (*playing, *bots) = (0, 0);
        self.log.row.add(Count::Left, left);
        self.inside -= u64::from(left);
        self.log.digest.fold(u64::from(self.log.now.0) << 32 | u64::from(left));
    }

    fn expire(&mut self) {
        let mut changes = std::mem::take(&mut self.changes);
        self.matchmaker.expire(self.log.now, &self.world.latencies, &mut changes);
        for change in changes.drain(..).filter(|change| !matches!(change.to, Next::Search(_))) {
            self.served.add_failed();
            if change.to == Next::GiveUp {
                self.inside -= 1;
                self.log.row.add(Count::AbandonedSearching, 1);
            } else if self.bots {
                let class = self.classes.of(CellId(change.queued.row.0));
                let cohort = self.cohort(0);
                cohort.players[class.index()] += 1;
                cohort.bots += 1;
                self.log.times.counts[State::Bots as usize] += 1;
                self.log.row.add(Count::BotMatches, 1);
            } else {
                self.inside -= 1;
                self.log.row.add(Count::Failed, 1);
            }
        }
        self.changes = changes;
    }

    fn form_matches(&mut self) {
        let mut formed = std::mem::take(&mut self.formed);
        let Self { classes, places, .. } = self;
        self.matchmaker
            .form(self.log.now, &self.world.latencies, &mut formed, |class| RowId(classes.cell(class, places).0));
        for wait in &formed.waits {
            self.log.row.add_wait(wait.wait_s, 1);
            self.served.add_wait(wait.wait_s, 1);
            self.log.row.add(Count::WarmMatched, u32::from(wait.warm));
        }
        let mut matched = 0;
        for &(datacenter, class, players) in &formed.new_players {
            self.matched[datacenter.index() * self.classes.count() + class.index()] += players;
            self.start(datacenter, class, players);
            matched += players;
        }
        for &(datacenter, row) in &formed.waited {
            let ms = self.world.columns[datacenter.index()][row.0 as usize];
            count_rtt(&mut self.log.row, &mut self.served, datacenter, ms, 1);
            self.start(datacenter, self.classes.of(CellId(row.0)), 1);
            matched += 1;
        }
        let at_once = matched - formed.waits.len() as u32;
        self.log.row.add_wait(0, at_once);
        self.served.add_wait(0, at_once);
        self.log.row.add(Count::Matches, matched / self.rules.players as u32);
        self.log.times.counts[State::Playing as usize] += matched;
        self.formed = formed;
    }

    /// Starts matches of players at a datacenter.
    fn start(&mut self, datacenter: DatacenterIndex, class: ClassId, players: u32) {
        self.log.playing_at[datacenter.index()] += players;
        self.log.row.at(datacenter.index())[PerDatacenter::Matched as usize] += players;
        self.log.digest.fold(u64::from(datacenter.0) << 56 | u64::from(class.0) << 32 | u64::from(players));
        let cohort = self.cohort(0);
        cohort.players[class.index()] += players;
        cohort.playing += players;
        match cohort.playing_at.last_mut() {
            Some((at, here)) if *at == datacenter => *here += players,
            _ => cohort.playing_at.push((datacenter, players)),
        }
    }

    fn measure(&mut self) {
        self.log.times.counts[..3].copy_from_slice(&self.matchmaker.counts());
        let warms_up = self.log.now < SimTime::DAY_START;
        if self.log.end_second(self.log.times.counts) {
            self.end_minute();
        } else if warms_up {
            self.matched.fill(0);
        }
    }

    /// Draws the RTTs of players matched at once; done once a minute.
    fn end_minute(&mut self) {
        let classes = self.classes.count();
        for at in 0..self.log.playing_at.len() {
            let datacenter = DatacenterIndex(at as u16);
            for class in 0..classes {
                let players = std::mem::take(&mut self.matched[at * classes + class]);
                if players > 0 {
                    self.count_rtts(datacenter, ClassId(class as u32), players);
                }
            }
            let row = self.log.row.at(at);
            row[PerDatacenter::Matches as usize] = row[PerDatacenter::Matched as usize] / self.rules.players as u32;
        }
        let queues = self.queues();
        self.log.row.add_to_each(PerDatacenter::Queue, queues.into_iter());
        self.log.push_row();
    }

    fn count_rtts(&mut self, datacenter: DatacenterIndex, class: ClassId, players: u32) {
        let Self { log: DayLog { row, digest, .. }, served, .. } = self;
        for (ms, players) in self.classes.rtts(class, datacenter, players, &mut self.places) {
            count_rtt(row, served, datacenter, ms, players);
            digest.fold(u64::from(ms) << 32 | u64::from(players));
        }
    }
}

impl Snapshot for AggregateDay {
    fn world(&self) -> &World {
        &self.world
    }

    fn each_online(&self, _visit: &mut dyn FnMut(Online)) {}

    fn playing(&self) -> &[u32] {
        &self.log.playing_at
    }

    fn queues(&self) -> Vec<u32> {
        let queue = |at| self.matchmaker.queue(&self.world.latencies, DatacenterIndex(at));
        (0..self.log.playing_at.len() as u16).map(queue).collect()
    }

    fn each_queued(&self, _visit: &mut dyn FnMut(u32, DatacenterIndex)) {}

    fn checkpoint(&mut self) -> Self {
        self.clone()
    }
}

/// Counts `players` at this RTT at a datacenter.
fn count_rtt(row: &mut Row, served: &mut Served, datacenter: DatacenterIndex, ms: u16, players: u32) {
    let sum_ms = u32::from(ms) * players;
    row.rtts().add(ms, players);
    row.add(Count::EstimatedSumMs, sum_ms);
    row.at(datacenter.index())[PerDatacenter::RttSumMs as usize] += sum_ms;
    served.add_rtts(sum_ms);
}

/// Rejects parameters that an aggregate day does not simulate, instead of ignoring them.
fn refuse_the_rest(params: &Params) -> Result<(), AggregateError> {
    let base = Params::default();
    let mut set = Key::ALL.into_iter().filter(|&key| params.text(key) != base.text(key));
    let herds = params.incidents().iter().all(|incident| incident.kind == Incident::HERD);
    match set.find(|key| !AggregateDay::KEYS.contains(key) || (*key == Key::Incidents && !herds)) {
        Some(key) => Err(AggregateError::NotSimulated { key: key.spec().key }),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ArticleDay;
    use crate::SimulationData;
    use crate::world::tests::{changed, params, recorded_dataset, tiny_dataset};

    fn day(params: &Params, times: u32) -> Result<AggregateDay, AggregateError> {
        day_of(&tiny_dataset(), params, times)
    }

    fn day_of(dataset: &SimulationData, params: &Params, times: u32) -> Result<AggregateDay, AggregateError> {
        let world = Arc::new(World::new(dataset, params).unwrap());
        AggregateDay::new(world, &dataset.joins, params, times)
    }

    fn finished(params: &Params, times: u32) -> AggregateDay {
        let mut day = day(params, times).unwrap();
        day.advance(u32::MAX);
        day
    }

    #[test]
    fn as_many_join_as_are_followed() {
        let params = params(&[("ccu", "2000")]);
        let mut followed = ArticleDay::new(Arc::new(World::new(&tiny_dataset(), &params).unwrap()), &params);
        followed.advance(u32::MAX);
        let counted = finished(&params, 1);
        let joined = |columns: &Columns| (0..columns.minutes()).map(|m| columns.count(Count::Joined, m)).collect();
        let [followed, counted]: [Vec<u32>; 2] = [followed.columns(), counted.columns()].map(joined);
        assert_eq!(followed, counted);
        let twice: u32 = finished(&params, 2).columns().total(Count::Joined) as u32;
        assert!((f64::from(twice) / f64::from(counted.iter().sum::<u32>()) - 2.0).abs() < 0.02);
    }

    #[test]
    fn nobody_is_lost_and_every_run_is_the_same() {
        for bots in ["0", "1"] {
            let params = params(&[("ccu", "300"), ("bots", bots), ("warm_s", "1"), ("expand_s", "1")]);
            let day = finished(&params, 1);
            let summary = day.summary();
            assert!(bots == "1" || summary.failed > 0, "somebody fails");
            assert_eq!(summary.inside_at_start + summary.joined, summary.inside + summary.left + summary.failed);
            assert_eq!(u64::from(day.log.times.counts.iter().sum::<u32>()), summary.inside);
            // By Little's law time spent equals time counted, except for players still in the state.
            for state in [State::Playing, State::Bots, State::Between] {
                let [counted, spent] =
                    [day.log.times.integral_s, day.log.times.spent_s].map(|times| times[state as usize]);
                let most = u64::from(day.log.times.counts[state as usize]) * 300;
                assert!(spent <= counted && counted - spent <= most, "{state:?}: {spent} of {counted}");
            }
            let matched = day.columns().waits(0..1_440).count();
            assert_eq!(matched, summary.matches * 4);
            assert_eq!(day.columns().rtts(0..1_440).count(), matched);
            assert_eq!(finished(&params, 1).summary(), summary);
        }
    }

    #[test]
    fn rtts_are_those_of_the_cells_by_weight() {
        let day = day(&params(&[]), 1).unwrap();
        let JoinData::Grid(grid) = tiny_dataset().joins else { panic!("the built-in joins are a grid") };
        let mut rng = Streams::new(1).stream("test");
        for (class, &at_first) in day.classes.at_first().iter().enumerate() {
            for datacenter in day.world.latencies.datacenters_of(at_first) {
                let cells = (0..).map(CellId).zip(grid.cells()).filter(|(id, _)| day.classes.of(*id).index() == class);
                let weighted = cells.map(|(id, cell)| {
                    (f64::from(day.world.columns[datacenter.index()][id.index()]), f64::from(cell.weight()))
                });
                let (sum, weight) = weighted.fold((0.0, 0.0), |(sum, all), (ms, w)| (sum + ms * w, all + w));
                let found: Vec<_> = day.classes.rtts(ClassId(class as u32), datacenter, 100_000, &mut rng).collect();
                assert_eq!(found.iter().map(|(_, players)| players).sum::<u32>(), 100_000);
                let mean = found.iter().map(|&(ms, n)| f64::from(ms) * f64::from(n)).sum::<f64>() / 1e5;
                assert!((mean - sum / weight).abs() < 0.02, "{mean} ms for {}", sum / weight);
            }
        }
    }

    #[test]
    fn every_parameter_acts_or_is_refused_by_name() {
        // Some searches fail, so that bots have an effect.
        let base = params(&[("ccu", "300"), ("expand_s", "1"), ("warm_s", "1")]);
        let usual = finished(&base, 1).summary();
        for key in Key::ALL {
            let dataset = if key == Key::Joins { recorded_dataset() } else { tiny_dataset() };
            match day_of(&dataset, &changed(&base, key), 1) {
                Ok(mut day) => {
                    day.advance(u32::MAX);
                    assert!(AggregateDay::KEYS.contains(&key) && day.summary() != usual, "{key:?} does nothing");
                }
                Err(error) => {
                    assert!(!AggregateDay::KEYS.contains(&key), "{error}");
                    assert!(error.to_string().starts_with(&format!("{}: ", key.spec().key)), "{error}");
                }
            }
        }
    }

    #[test]
    fn what_an_aggregate_day_does_not_simulate_is_refused() {
        let refused = |pairs: &[(&str, &str)]| day(&params(pairs), 1).unwrap_err().to_string();
        assert!(refused(&[("incidents", "herd@12:00,outage@18:30")]).starts_with("incidents: "));
        let recorded = day_of(&recorded_dataset(), &Params::default(), 1).unwrap_err().to_string();
        assert!(recorded.starts_with("recorded joins: players are counted by the time zones"), "{recorded}");
        let error = day(&params(&[("ccu", "1000000")]), 100).unwrap_err();
        assert!(matches!(error, AggregateError::TooMany { ccu, .. } if (ccu / 1e8 - 1.0).abs() < 0.01), "{error}");
    }

    #[test]
    fn a_minute_fits_its_columns_however_short_matches_are() {
        let most = |match_s| {
            let pairs = [("ccu", "1000000"), ("replay", "0.95"), ("match_s", match_s), ("pause_s", "0")];
            match day(&params(&pairs), 100).unwrap_err() {
                AggregateError::TooMany { ccu, most } => (ccu, most),
                other => panic!("{other}"),
            }
        };
        // All searches of a minute, each out of reach.
        let (ccu, few) = most("10");
        assert!(few / 11.0 * 60.0 * 1_001.0 < f64::from(u32::MAX), "{few}");
        assert!(ccu / 11.0 * 60.0 * 1_001.0 > f64::from(u32::MAX), "{ccu} would not fit");
        assert!(most("7200").1 * 60.0 < f64::from(u32::MAX));
    }
}
