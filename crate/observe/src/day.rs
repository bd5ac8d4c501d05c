//! A day of any kind: the article's, ranked or aggregate, with or without servers.

use crate::observer::Observer;
use matchday_atlas::geo::great_circle_km;
use matchday_atlas::{GridCell, JoinData, Location};
use matchday_base::DatacenterIndex;
use matchday_matchmaker::policy::Fault;
use matchday_matchmaker::{Cascade, Matchmaker};
use matchday_ranked::RankedDay;
use matchday_ranked::settings::{RankedSettings, SettingsError};
use matchday_scenario::Params;
use matchday_sim::aggregate::{AggregateDay, AggregateError};
use matchday_sim::day::ArticleDay;
use matchday_sim::log::DayLog;
use matchday_sim::placement::{AtOnce, Placement};
use matchday_sim::policy::{PolicyError, PolicySetup};
use matchday_sim::servers::{FleetRules, Servers, ServersError};
use matchday_sim::simulate::Simulate;
use matchday_sim::snapshot::{Online, Snapshot, Tally};
use matchday_sim::world::World;
use matchday_wire::report::{PolicyReport, Report, Summary};
use std::any::Any;
use std::cmp::Reverse;
use std::fmt::Debug;
use std::sync::Arc;
use thiserror::Error;

/// A day being simulated. A clone is a checkpoint: it continues exactly as the original.
///
/// The kind is looked up once a call, so that the seconds of a call run code for one kind.
#[derive(Debug)]
pub struct Day(Box<dyn AnyDay>);

/// What a day of any kind can do.
trait AnyDay: Simulate + Snapshot + Observed + Any + Debug + Send {
    /// A clone.
    fn cloned(&self) -> Day;

    /// A [checkpoint](Snapshot::checkpoint).
    fn kept(&mut self) -> Day;
}

impl<D: Simulate + Snapshot + Observed + Clone + Debug + Send + 'static> AnyDay for D {
    fn cloned(&self) -> Day {
        Day::of(self.clone())
    }

    fn kept(&mut self) -> Day {
        Day::of(self.checkpoint())
    }
}

/// A day that observers can watch.
trait Observed {
    fn advance_watched(&mut self, seconds: u32, observer: &mut dyn Observer);

    fn introduce(&self, _observer: &mut dyn Observer) {}
}

impl<M: Matchmaker, P: Placement> Observed for ArticleDay<M, P> {
    fn advance_watched(&mut self, seconds: u32, observer: &mut dyn Observer) {
        self.advance_watched(seconds, observer);
    }

    fn introduce(&self, observer: &mut dyn Observer) {
        self.introduce(observer);
    }
}

impl Observed for RankedDay {
    fn advance_watched(&mut self, seconds: u32, observer: &mut dyn Observer) {
        self.advance_watched(seconds, &mut |event| observer.told(event));
    }
}

impl Observed for AggregateDay {
    fn advance_watched(&mut self, seconds: u32, _observer: &mut dyn Observer) {
        self.advance(seconds);
    }
}

/// The nearest of some players to a place.
struct Nearest {
    place: Location,
    /// Its distance in km, and its number.
    best: Option<(f64, u32)>,
}

impl Nearest {
    fn take(&mut self, player: u32, cell: GridCell) {
        let here = (great_circle_km(cell.centre(), self.place), player);
        if self.best.is_none_or(|best| here < best) {
            self.best = Some(here);
        }
    }
}

/// Options of a day beside its parameters.
#[derive(Clone, Debug, Default)]
pub struct Options<'a> {
    /// Server settings from users' files, where they go beyond the parameters.
    pub fleet: Option<FleetRules>,
    /// Whether to count players by class instead of following each player.
    pub aggregate: Option<Aggregate<'a>>,
    /// A policy that forms the matches, instead of what the parameters say.
    pub by_policy: Option<PolicySetup>,
}

/// An aggregate day.
#[derive(Clone, Copy, Debug)]
pub struct Aggregate<'a> {
    /// The joins of the world's data set.
    pub joins: &'a JoinData,
    /// Factor on the joins that the parameter `ccu` stands for.
    pub times: u32,
}

/// Why a day cannot be simulated.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum DayError {
    /// An invalid parameter of the ladder.
    #[error(transparent)]
    Ranked(#[from] SettingsError),
    /// Servers that cannot be simulated.
    #[error(transparent)]
    Servers(#[from] ServersError),
    /// A policy that the parameters do not describe.
    #[error(transparent)]
    Policy(#[from] PolicyError),
    /// A policy that failed during the day.
    #[error(transparent)]
    Fault(#[from] Fault),
    /// A parameter that an aggregate day does not simulate.
    #[error(transparent)]
    Aggregate(#[from] AggregateError),
}

impl Clone for Day {
    fn clone(&self) -> Self {
        self.0.cloned()
    }
}

impl Simulate for Day {
    fn advance(&mut self, seconds: u32) {
        self.0.advance(seconds);
    }

    fn log(&self) -> &DayLog {
        self.0.log()
    }

    fn summary(&self) -> Summary {
        self.0.summary()
    }

    fn servers(&self) -> Option<&Servers> {
        self.0.servers()
    }

    fn fault(&self) -> Option<&Fault> {
        self.0.fault()
    }

    fn policy_report(&self) -> Option<PolicyReport> {
        self.0.policy_report()
    }
}

impl Snapshot for Day {
    fn world(&self) -> &World {
        self.0.world()
    }

    fn each_online(&self, visit: &mut dyn FnMut(Online)) {
        self.0.each_online(visit);
    }

    fn tally(&self, tally: &mut Tally) {
        self.0.tally(tally);
    }

    fn playing(&self) -> &[u32] {
        self.0.playing()
    }

    fn queues(&self) -> Vec<u32> {
        self.0.queues()
    }

    fn each_queued(&self, visit: &mut dyn FnMut(u32, DatacenterIndex)) {
        self.0.each_queued(visit);
    }

    fn checkpoint(&mut self) -> Self {
        self.0.kept()
    }
}

impl Day {
    fn of(day: impl AnyDay) -> Self {
        Self(Box::new(day))
    }

    /// Simulates `seconds` seconds, or to the end, with an observer. An aggregate day tells it nothing.
    pub fn advance_watched(&mut self, seconds: u32, observer: &mut dyn Observer) {
        self.0.advance_watched(seconds, observer);
    }

    /// Makes the players online known to an observer that does not start with the day. Events of a ranked day name their
    /// account, its home and its match themselves.
    pub fn introduce(&self, observer: &mut dyn Observer) {
        self.0.introduce(observer);
    }

    /// The day of `params`, about to warm up: aggregate if `options` say so, else ranked or with servers if
    /// the parameters say so.
    ///
    /// # Errors
    /// [`DayError`] names the invalid parameter.
    pub fn new(world: &Arc<World>, params: &Params, options: Options<'_>) -> Result<Self, DayError> {
        let (world, Options { fleet, aggregate, by_policy }) = (Arc::clone(world), options);
        if let Some(Aggregate { joins, times }) = aggregate {
            if fleet.is_some() {
                return Err(AggregateError::NotSimulated { key: "fleet_config" }.into());
            }
            return Ok(Self::of(AggregateDay::new(world, joins, params, times)?));
        }
        let by_policy = match by_policy {
            Some(by_policy) => Some(by_policy),
            None => PolicySetup::of(params, &world)?,
        };
        let fleet = fleet.or_else(|| FleetRules::of(params));
        let servers = fleet.map(|fleet| Servers::new(&world, fleet, params)).transpose()?;
        Ok(match (RankedSettings::of(params)?, servers, by_policy) {
            (Some(settings), servers, setup) => {
                let settings = setup.map_or(settings.clone(), |setup| settings.by_policy(setup));
                Self::of(RankedDay::new(world, params, settings, servers))
            }
            (None, None, None) => Self::of(ArticleDay::new(world, params)),
            (None, Some(servers), None) => Self::of(ArticleDay::<Cascade, _>::with_placement(world, params, servers)),
            (None, None, Some(setup)) => Self::of(ArticleDay::with_policy(world, params, AtOnce, &setup)),
            (None, Some(servers), Some(setup)) => Self::of(ArticleDay::with_policy(world, params, servers, &setup)),
        })
    }

    /// The day of `params`, simulated to its end.
    ///
    /// # Errors
    /// See [`Day::new`].
    pub fn finished(world: &Arc<World>, params: &Params) -> Result<Self, DayError> {
        let mut day = Self::new(world, params, Options::default())?;
        day.advance(u32::MAX);
        Ok(day)
    }

    /// All figures of the run so far, including servers and ladder.
    pub fn report(&self) -> Report {
        let summary = self.summary();
        let servers = self.servers().map(|servers| servers.summary(self.now(), self.columns().played_s()));
        let ladder = self.ranked().map(RankedDay::ladder_summary);
        Report { summary, servers, ladder }
    }

    /// The number of the player online who joined nearest to a place, the first of equally near ones; `None` if nobody is
    /// online, and on an aggregate day.
    pub fn nearest_player(&self, place: Location) -> Option<u32> {
        let (mut nearest, cells) = (Nearest { place, best: None }, &self.world().cells);
        self.each_online(&mut |online| nearest.take(online.player, cells[online.cell.index()]));
        nearest.best.map(|(_, player)| player)
    }

    /// The player who has searched longest, by how far it searches already and since when; `None` if nobody searches.
    pub fn longest_waiting(&self) -> Option<u32> {
        let mut longest = None;
        self.each_online(&mut |online| {
            if online.state.is_searching() {
                longest = longest.max(Some((online.state, Reverse((online.since, online.player)))));
            }
        });
        longest.map(|(_, Reverse((_, player)))| player)
    }

    /// The ranked day, if it is one: its accounts, ladder, queue and player actions.
    pub fn ranked(&self) -> Option<&RankedDay> {
        (&*self.0 as &dyn Any).downcast_ref()
    }

    /// The ranked day by value, if it is one.
    pub fn into_ranked(self) -> Option<RankedDay> {
        (self.0 as Box<dyn Any>).downcast().ok().map(|day| *day)
    }

    /// The ranked day for changes: the journal and player actions.
    pub fn ranked_mut(&mut self) -> Option<&mut RankedDay> {
        (&mut *self.0 as &mut dyn Any).downcast_mut()
    }
}
