//! A day of any kind: the article's, ranked or aggregate, on servers or not.

use crate::aggregate::{AggregateDay, AggregateError};
use crate::columns::Columns;
use crate::day::ArticleDay;
use crate::frames::FrameLog;
use crate::log::DayLog;
use crate::placement::Placement;
use crate::ranked::RankedDay;
use crate::ranked::settings::{Settings, SettingsError};
use crate::servers::{FleetRules, Servers};
use crate::world::World;
use matchday_atlas::JoinData;
use matchday_base::SimTime;
use matchday_fleet::broker::SettingsError as BrokerError;
use matchday_matchmaker::{Cascade, Matchmaker};
use matchday_scenario::Params;
use matchday_wire::report::{Report, Summary};
use std::sync::Arc;
use thiserror::Error;

/// A day that is being simulated. Cloning it is a checkpoint: both go on as the one would have.
///
/// Its kind is chosen once a call, so that the seconds of a call run as the code of one kind.
#[derive(Clone, Debug)]
pub struct Day(Kind);

#[derive(Clone, Debug)]
enum Kind {
    Article(Box<ArticleDay>),
    OnServers(Box<ArticleDay<Cascade, Servers>>),
    Ranked(Box<RankedDay>),
    Aggregate(Box<AggregateDay>),
}

/// How a day is simulated, beside its parameters.
#[derive(Clone, Debug, Default)]
pub struct Options<'a> {
    /// Whether to record what the map shows; an aggregate day has nothing to show.
    pub record_frames: bool,
    /// The servers, where users' files say more of them than the parameters.
    pub fleet: Option<FleetRules>,
    /// Whether to count players by class instead of following each of them.
    pub aggregate: Option<Aggregate<'a>>,
}

/// An aggregate day.
#[derive(Clone, Copy, Debug)]
pub struct Aggregate<'a> {
    /// The joins of the world's data set.
    pub joins: &'a JoinData,
    /// How many times the joins that the parameter `ccu` stands for.
    pub times: u32,
}

/// A day that cannot be simulated.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum DayError {
    /// A parameter of the ladder.
    #[error(transparent)]
    Ranked(#[from] SettingsError),
    /// A setting of the broker.
    #[error("fleet_config: {0}")]
    Broker(#[from] BrokerError),
    /// A parameter that an aggregate day does not simulate.
    #[error(transparent)]
    Aggregate(#[from] AggregateError),
}

/// What every kind of day does. A caller that knows the kind gets by with the code of that one, where [`Day`] needs all.
pub trait Simulate {
    /// Simulates so many seconds, or to the end. The result does not depend on how a day is cut into calls.
    fn advance(&mut self, seconds: u32);
    /// Clock and recorded minutes.
    fn log(&self) -> &DayLog;
    /// The figures of the run so far.
    fn summary(&self) -> Summary;
    /// The servers that its matches run on, if they are simulated.
    fn servers(&self) -> Option<&Servers>;
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
}

impl Simulate for RankedDay {
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
}

impl Day {
    /// The day of `params` that is about to warm up: aggregate if `options` say so, else ranked or on servers if the
    /// parameters do.
    ///
    /// # Errors
    /// [`DayError`] names the parameter that cannot be.
    pub fn new(world: &Arc<World>, params: &Params, options: Options<'_>) -> Result<Self, DayError> {
        let (world, Options { record_frames, fleet, aggregate }) = (Arc::clone(world), options);
        if let Some(Aggregate { joins, times }) = aggregate {
            if fleet.is_some() {
                return Err(AggregateError::NotSimulated { key: "fleet_config" }.into());
            }
            return Ok(Self(Kind::Aggregate(Box::new(AggregateDay::new(world, joins, params, times)?))));
        }
        let fleet = fleet.or_else(|| FleetRules::of(params));
        let servers = fleet.map(|fleet| Servers::new(&world, fleet, params)).transpose()?;
        Ok(Self(match (Settings::of(params)?, servers) {
            (Some(settings), servers) => {
                Kind::Ranked(Box::new(RankedDay::new(world, params, settings, record_frames, servers)))
            }
            (None, Some(servers)) => {
                Kind::OnServers(Box::new(ArticleDay::with_placement(world, params, record_frames, servers)))
            }
            (None, None) => Kind::Article(Box::new(ArticleDay::new(world, params, record_frames))),
        }))
    }

    /// The day of `params`, simulated to its end.
    ///
    /// # Errors
    /// As [`Day::new`].
    pub fn finished(world: &Arc<World>, params: &Params) -> Result<Self, DayError> {
        let mut day = Self::new(world, params, Options::default())?;
        day.advance(u32::MAX);
        Ok(day)
    }

    fn kind(&self) -> &dyn Simulate {
        match &self.0 {
            Kind::Article(day) => &**day,
            Kind::OnServers(day) => &**day,
            Kind::Ranked(day) => &**day,
            Kind::Aggregate(day) => &**day,
        }
    }

    /// Simulates so many seconds, or to the end. The result does not depend on how a day is cut into calls.
    pub fn advance(&mut self, seconds: u32) {
        let day: &mut dyn Simulate = match &mut self.0 {
            Kind::Article(day) => &mut **day,
            Kind::OnServers(day) => &mut **day,
            Kind::Ranked(day) => &mut **day,
            Kind::Aggregate(day) => &mut **day,
        };
        day.advance(seconds);
    }

    /// The second that comes next.
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

    /// The map frames recorded so far, if they are recorded.
    pub fn frames(&self) -> Option<&FrameLog> {
        self.kind().log().frames()
    }

    /// The figures of the run so far.
    pub fn summary(&self) -> Summary {
        self.kind().summary()
    }

    /// All figures of the run so far, those of its servers and of its ladder among them.
    pub fn report(&self) -> Report {
        let summary = self.summary();
        let servers = self.servers().map(|servers| servers.summary(self.now(), summary.ccu_mean));
        let ladder = self.ranked().map(RankedDay::ladder_summary);
        Report { summary, servers, ladder }
    }

    /// The servers that its matches run on, if they are simulated.
    pub fn servers(&self) -> Option<&Servers> {
        self.kind().servers()
    }

    /// The day as a ranked one, if it is: its accounts, ladder, queue, and the player inside.
    pub fn ranked(&self) -> Option<&RankedDay> {
        match &self.0 {
            Kind::Ranked(day) => Some(day),
            _ => None,
        }
    }

    /// The day as a ranked one, if it is, on its own.
    pub fn into_ranked(self) -> Option<RankedDay> {
        match self.0 {
            Kind::Ranked(day) => Some(*day),
            _ => None,
        }
    }

    /// The same to change: the journal, and what the player inside does.
    pub fn ranked_mut(&mut self) -> Option<&mut RankedDay> {
        match &mut self.0 {
            Kind::Ranked(day) => Some(day),
            _ => None,
        }
    }
}
