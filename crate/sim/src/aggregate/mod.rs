//! A day with counted players instead of individual ones, for populations of many millions.
//!
//! The same day as [`ArticleDay`](crate::ArticleDay), second by second, with the same order and the same
//! probabilities. One thing differs: the cell of a player within its [class](Classes) is drawn anew for every
//! match. So the RTTs of one player's matches are independent; over many players they follow the weights of
//! the cells. Joins a second are identical. The cost grows with the number of classes, not of players.
//!
//! Without individual players there are no map frames, estimates, playlists or groups that stay together.

mod accepts;
mod classes;

pub use accepts::AggregateError;
pub use classes::Classes;

use crate::census::State;
use crate::columns::{Count, Layout, PerDatacenter, Row};
use crate::joins::JoinModel;
use crate::limits::matchmaker_rules;
use crate::log::DayLog;
use crate::playlist::Served;
use crate::replay::Replays;
use crate::simulate::Simulate;
use crate::snapshot::{Online, Snapshot};
use crate::theory::{self, Stay};
use crate::world::World;
use accepts::{LEAST_CYCLE_S, MOST_CCU, refuse_the_rest};
use matchday_atlas::JoinData;
use matchday_base::time::DAY_S;
use matchday_base::{CellId, DatacenterIndex, Rng, SimTime, Streams};
use matchday_matchmaker::{AggregateMatches, AggregateMatchmaker, Change, ClassId, Next, RowId, Rules};
use matchday_scenario::Params;
use matchday_wire::report::Summary;
use std::sync::Arc;

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

impl Simulate for AggregateDay {
    fn advance(&mut self, seconds: u32) {
        for _ in 0..self.log.at_most(seconds) {
            self.tick();
        }
    }

    fn log(&self) -> &DayLog {
        &self.log
    }

    /// The digest is one of counts and differs from that of other engines.
    fn summary(&self) -> Summary {
        Served::worst([&self.served].into_iter()).added_to(self.log.summary(self.inside))
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

#[cfg(test)]
mod tests;
