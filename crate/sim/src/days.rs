//! Whole days of any kind: the article's or ranked, on servers or not.

use crate::columns::Columns;
use crate::day::ArticleDay;
use crate::frames::FrameLog;
use crate::placement::Placement;
use crate::ranked::RankedDay;
use crate::ranked::settings::{Settings as Ranked, SettingsError as RankedError};
use crate::servers::{self, Everything, Servers};
use crate::world::World;
use matchday_base::SimTime;
use matchday_fleet::broker::{Accepts, SettingsError as BrokerError};
use matchday_fleet::simulation::Settings as FleetSimulation;
use matchday_matchmaker::Matchmaker;
use matchday_scenario::Params;
use matchday_wire::report::{RankedSummary, ServersSummary, Summary};
use std::fmt::Debug;
use std::sync::Arc;
use thiserror::Error;

/// A day that is being simulated, of whatever kind.
pub trait Day: Sized {
    /// Simulates so many seconds, or to the end. The result does not depend on how a day is cut into calls.
    fn advance(&mut self, seconds: u32);
    /// The second that comes next.
    fn now(&self) -> SimTime;
    /// The end of the last shown day.
    fn end(&self) -> SimTime;
    /// The minutes recorded so far.
    fn columns(&self) -> &Columns;
    /// The map frames recorded so far, if they are recorded.
    fn frames(&self) -> Option<&FrameLog>;
    /// What the run has come to so far.
    fn summary(&self) -> Summary;
    /// The minutes, when no more are to come.
    fn into_columns(self) -> Columns;
}

macro_rules! running {
    ($day:ty, $($kind:ident: $bound:ident),+) => {
        impl<$($kind: $bound),+> Day for $day {
            fn advance(&mut self, seconds: u32) {
                self.advance(seconds);
            }
            fn now(&self) -> SimTime {
                self.now()
            }
            fn end(&self) -> SimTime {
                self.end()
            }
            fn columns(&self) -> &Columns {
                self.columns()
            }
            fn frames(&self) -> Option<&FrameLog> {
                self.frames()
            }
            fn summary(&self) -> Summary {
                self.summary()
            }
            fn into_columns(self) -> Columns {
                self.into_columns()
            }
        }
    };
}
running!(ArticleDay<M, P>, M: Matchmaker, P: Placement);
running!(RankedDay<P>, P: Placement);

/// What days came to.
#[derive(Clone, Debug)]
pub struct Days {
    /// In one object.
    pub summary: Summary,
    /// Minute by minute.
    pub columns: Columns,
    /// On their servers, if they had any.
    pub servers: Option<ServersSummary>,
    /// On their ladder, if they were ranked.
    pub ladder: Option<RankedSummary>,
}

/// Days that cannot be.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum DaysError {
    /// A parameter of the ladder.
    #[error(transparent)]
    Ranked(#[from] RankedError),
    /// A setting of the broker.
    #[error("fleet_config: {0}")]
    Broker(#[from] BrokerError),
}

/// Simulates the days of `params`, ranked and on servers if they say so.
///
/// # Errors
/// [`DaysError`] if a parameter of the ladder is not what it should be.
pub fn whole(world: &Arc<World>, params: &Params) -> Result<Days, DaysError> {
    if let Some(settings) = servers::settings(params) {
        return on_servers(world, params, settings, Everything);
    }
    let world = Arc::clone(world);
    Ok(match Ranked::of(params)? {
        Some(ranked) => {
            to_the_end(RankedDay::new(world, params, ranked, false), |_| None, |day| Some(day.ladder_summary()))
        }
        None => to_the_end(ArticleDay::new(world, params, false), |_| None, |_| None),
    })
}

/// The same on servers with settings of their own, of which `accepts` reads the filters.
///
/// # Errors
/// [`DaysError`] if the broker's settings are out of bounds, too.
pub fn on_servers<A: Accepts + Clone + Debug>(
    world: &Arc<World>,
    params: &Params,
    settings: FleetSimulation,
    accepts: A,
) -> Result<Days, DaysError> {
    let ranked = Ranked::of(params)?;
    let servers = Servers::new(world, settings, accepts, params)?;
    let world = Arc::clone(world);
    Ok(match ranked {
        Some(ranked) => {
            let day = RankedDay::with_placement(world, params, ranked, false, servers);
            to_the_end(day, |day| Some(day.servers()), |day| Some(day.ladder_summary()))
        }
        None => {
            let day = ArticleDay::with_placement(world, params, false, servers);
            to_the_end(day, |day| Some(day.servers()), |_| None)
        }
    })
}

fn to_the_end<D: Day>(
    mut day: D,
    servers: impl Fn(&D) -> Option<ServersSummary>,
    ladder: impl Fn(&D) -> Option<RankedSummary>,
) -> Days {
    day.advance(u32::MAX);
    Days { summary: day.summary(), servers: servers(&day), ladder: ladder(&day), columns: day.into_columns() }
}
