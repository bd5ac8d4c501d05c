//! A day of any kind: the article's, ranked or aggregate, with or without servers.

use crate::aggregate::{AggregateDay, AggregateError};
use crate::columns::Columns;
use crate::day::ArticleDay;
use crate::events::EventLog;
use crate::frames::Tally;
use crate::log::DayLog;
use crate::placement::{AtOnce, Placement};
use crate::policy::{PolicyError, PolicySetup};
use crate::ranked::RankedDay;
use crate::ranked::settings::{RankedSettings, SettingsError};
use crate::servers::{FleetRules, Servers, ServersError};
use crate::snapshot::{Online, Snapshot};
use crate::tickets::TicketLog;
use crate::world::World;
use matchday_atlas::geo::great_circle_km;
use matchday_atlas::{GridCell, JoinData, Location};
use matchday_base::{DatacenterIndex, SimTime};
use matchday_matchmaker::policy::{Fault, PolicyMatchmaker};
use matchday_matchmaker::{Cascade, Matchmaker};
use matchday_scenario::Params;
use matchday_wire::report::{PolicyReport, Report, Summary};
use std::cmp::Reverse;
use std::sync::Arc;
use thiserror::Error;

/// A day being simulated. A clone is a checkpoint: it continues exactly as the original.
///
/// The kind is matched once a call, so that the seconds of a call run code for one kind.
#[derive(Clone, Debug)]
pub struct Day(Kind);

#[derive(Clone, Debug)]
enum Kind {
    Article(Box<ArticleDay>),
    OnServers(Box<ArticleDay<Cascade, Servers>>),
    ByPolicy(Box<ArticleDay<PolicyMatchmaker>>),
    ByPolicyOnServers(Box<ArticleDay<PolicyMatchmaker, Servers>>),
    Ranked(Box<RankedDay>),
    Aggregate(Box<AggregateDay>),
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

/// A day of any kind.
trait AnyDay: Simulate + Snapshot {}

impl<D: Simulate + Snapshot> AnyDay for D {}

/// Methods of every kind of day. A caller that knows the kind links only its code; [`Day`] links all kinds.
pub trait Simulate {
    /// Simulates `seconds` seconds, or to the end. The result does not depend on how calls divide the day.
    fn advance(&mut self, seconds: u32);
    /// Clock and recorded minutes.
    fn log(&self) -> &DayLog;
    /// The figures of the run so far.
    fn summary(&self) -> Summary;
    /// The simulated servers, if there are any.
    fn servers(&self) -> Option<&Servers>;
    /// Why a policy forms no more matches; `None` while it works.
    fn fault(&self) -> Option<&Fault> {
        None
    }
}

impl<M: Matchmaker, P: Placement> Simulate for ArticleDay<M, P> {
    fn advance(&mut self, seconds: u32) {
        self.advance(seconds);
    }

    fn log(&self) -> &DayLog {
        &self.log
    }

    fn summary(&self) -> Summary {
        self.summary()
    }

    fn servers(&self) -> Option<&Servers> {
        self.placement.servers()
    }

    fn fault(&self) -> Option<&Fault> {
        self.fault()
    }
}

impl Snapshot for Day {
    fn world(&self) -> &World {
        self.kind().world()
    }

    fn each_online(&self, visit: &mut dyn FnMut(Online)) {
        self.kind().each_online(visit);
    }

    fn tally(&self, tally: &mut Tally) {
        self.kind().tally(tally);
    }

    fn playing(&self) -> &[u32] {
        self.kind().playing()
    }

    fn queues(&self) -> Vec<u32> {
        self.kind().queues()
    }

    fn each_queued(&self, visit: &mut dyn FnMut(u32, DatacenterIndex)) {
        self.kind().each_queued(visit);
    }

    fn checkpoint(&mut self) -> Self {
        Self(match &mut self.0 {
            Kind::Article(day) => Kind::Article(Box::new(day.checkpoint())),
            Kind::OnServers(day) => Kind::OnServers(Box::new(day.checkpoint())),
            Kind::ByPolicy(day) => Kind::ByPolicy(Box::new(day.checkpoint())),
            Kind::ByPolicyOnServers(day) => Kind::ByPolicyOnServers(Box::new(day.checkpoint())),
            Kind::Ranked(day) => Kind::Ranked(Box::new(day.checkpoint())),
            Kind::Aggregate(day) => Kind::Aggregate(day.clone()),
        })
    }
}

impl Simulate for RankedDay {
    fn advance(&mut self, seconds: u32) {
        self.advance(seconds);
    }

    fn fault(&self) -> Option<&Fault> {
        self.fault()
    }

    fn log(&self) -> &DayLog {
        self.log()
    }

    fn summary(&self) -> Summary {
        self.summary()
    }

    fn servers(&self) -> Option<&Servers> {
        self.servers()
    }
}

impl Simulate for AggregateDay {
    fn advance(&mut self, seconds: u32) {
        self.advance(seconds);
    }

    fn log(&self) -> &DayLog {
        self.log()
    }

    fn summary(&self) -> Summary {
        self.summary()
    }

    fn servers(&self) -> Option<&Servers> {
        None
    }
}

impl Simulate for Day {
    fn advance(&mut self, seconds: u32) {
        self.advance(seconds);
    }

    fn log(&self) -> &DayLog {
        self.kind().log()
    }

    fn summary(&self) -> Summary {
        self.kind().summary()
    }

    fn servers(&self) -> Option<&Servers> {
        self.kind().servers()
    }

    fn fault(&self) -> Option<&Fault> {
        self.kind().fault()
    }
}

impl Day {
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
            return Ok(Self(Kind::Aggregate(Box::new(AggregateDay::new(world, joins, params, times)?))));
        }
        let by_policy = match by_policy {
            Some(by_policy) => Some(by_policy),
            None => PolicySetup::of(params, &world)?,
        };
        let fleet = fleet.or_else(|| FleetRules::of(params));
        let servers = fleet.map(|fleet| Servers::new(&world, fleet, params)).transpose()?;
        Ok(Self(match (RankedSettings::of(params)?, servers, by_policy) {
            (Some(settings), servers, setup) => {
                let settings = setup.map_or(settings.clone(), |setup| settings.by_policy(setup));
                Kind::Ranked(Box::new(RankedDay::new(world, params, settings, servers)))
            }
            (None, Some(servers), None) => {
                Kind::OnServers(Box::new(ArticleDay::with_placement(world, params, servers)))
            }
            (None, None, None) => Kind::Article(Box::new(ArticleDay::new(world, params))),
            (None, Some(servers), Some(setup)) => {
                Kind::ByPolicyOnServers(Box::new(ArticleDay::with_policy(world, params, servers, &setup)))
            }
            (None, None, Some(setup)) => {
                Kind::ByPolicy(Box::new(ArticleDay::with_policy(world, params, AtOnce, &setup)))
            }
        }))
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

    fn kind(&self) -> &dyn AnyDay {
        match &self.0 {
            Kind::Article(day) => &**day,
            Kind::OnServers(day) => &**day,
            Kind::ByPolicy(day) => &**day,
            Kind::ByPolicyOnServers(day) => &**day,
            Kind::Ranked(day) => &**day,
            Kind::Aggregate(day) => &**day,
        }
    }

    /// Simulates `seconds` seconds, or to the end. The result does not depend on how calls divide the day.
    pub fn advance(&mut self, seconds: u32) {
        let day: &mut dyn Simulate = match &mut self.0 {
            Kind::Article(day) => &mut **day,
            Kind::OnServers(day) => &mut **day,
            Kind::ByPolicy(day) => &mut **day,
            Kind::ByPolicyOnServers(day) => &mut **day,
            Kind::Ranked(day) => &mut **day,
            Kind::Aggregate(day) => &mut **day,
        };
        day.advance(seconds);
    }

    /// Makes the players online known to a log that does not start with the day.
    pub fn introduce(&self, log: &mut EventLog) {
        match &self.0 {
            Kind::Article(day) => day.introduce(log),
            Kind::OnServers(day) => day.introduce(log),
            Kind::ByPolicy(day) => day.introduce(log),
            Kind::ByPolicyOnServers(day) => day.introduce(log),
            // Its events name their account, its home and its match themselves.
            Kind::Ranked(_) | Kind::Aggregate(_) => {}
        }
    }

    /// The same with a log of its events. An aggregate day has none.
    pub fn advance_logged(&mut self, seconds: u32, log: &mut EventLog) {
        match &mut self.0 {
            Kind::Article(day) => day.advance_watched(seconds, log),
            Kind::OnServers(day) => day.advance_watched(seconds, log),
            Kind::ByPolicy(day) => day.advance_watched(seconds, log),
            Kind::ByPolicyOnServers(day) => day.advance_watched(seconds, log),
            Kind::Ranked(day) => day.advance_logged(seconds, log),
            Kind::Aggregate(day) => day.advance(seconds),
        }
    }

    /// The same with a log of its tickets. An aggregate day has none.
    pub fn advance_ticketed(&mut self, seconds: u32, log: &mut TicketLog) {
        match &mut self.0 {
            Kind::Article(day) => day.advance_watched(seconds, log),
            Kind::OnServers(day) => day.advance_watched(seconds, log),
            Kind::ByPolicy(day) => day.advance_watched(seconds, log),
            Kind::ByPolicyOnServers(day) => day.advance_watched(seconds, log),
            Kind::Ranked(day) => day.advance_ticketed(seconds, log),
            Kind::Aggregate(day) => day.advance(seconds),
        }
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

    /// The next second.
    pub fn now(&self) -> SimTime {
        self.kind().log().now
    }

    /// The end of the last shown day.
    pub fn end(&self) -> SimTime {
        self.kind().log().end()
    }

    /// The minutes recorded so far.
    pub fn columns(&self) -> &Columns {
        self.kind().log().columns()
    }

    /// The figures of the run so far.
    pub fn summary(&self) -> Summary {
        self.kind().summary()
    }

    /// All figures of the run so far, including servers and ladder.
    pub fn report(&self) -> Report {
        let summary = self.summary();
        let servers = self.servers().map(|servers| servers.summary(self.now(), self.columns().played_s()));
        let ladder = self.ranked().map(RankedDay::ladder_summary);
        Report { summary, servers, ladder }
    }

    /// The simulated servers, if there are any.
    pub fn servers(&self) -> Option<&Servers> {
        self.kind().servers()
    }

    /// Why a policy forms no more matches; `None` while it works.
    pub fn fault(&self) -> Option<&Fault> {
        self.kind().fault()
    }

    /// What the policy has done on the shown days so far; `None` where no policy forms the matches.
    pub fn policy_report(&self) -> Option<PolicyReport> {
        match &self.0 {
            Kind::ByPolicy(day) => Some(day.policy_report()),
            Kind::ByPolicyOnServers(day) => Some(day.policy_report()),
            Kind::Ranked(day) => day.policy_report(),
            _ => None,
        }
    }

    /// The ranked day, if it is one: its accounts, ladder, queue and player actions.
    pub fn ranked(&self) -> Option<&RankedDay> {
        match &self.0 {
            Kind::Ranked(day) => Some(day),
            _ => None,
        }
    }

    /// The ranked day by value, if it is one.
    pub fn into_ranked(self) -> Option<RankedDay> {
        match self.0 {
            Kind::Ranked(day) => Some(*day),
            _ => None,
        }
    }

    /// The ranked day for changes: the journal and player actions.
    pub fn ranked_mut(&mut self) -> Option<&mut RankedDay> {
        match &mut self.0 {
            Kind::Ranked(day) => Some(day),
            _ => None,
        }
    }
}
