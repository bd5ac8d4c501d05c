//! A ranked day, on simulated servers or with a server for every match.

use matchday_base::SimTime;
use matchday_scenario::Params;
use matchday_sim::ranked::settings::Settings;
use matchday_sim::servers::{FleetRules, Servers};
use matchday_sim::{RankedDay, World};
use matchday_web_common::error::{Code, Error, Result};
use serde::Serialize;
use std::sync::Arc;
use tsify::Tsify;

/// How far a day has been taken towards a moment.
#[derive(Serialize, Tsify)]
pub struct Reached {
    /// Whether the moment, or the end, is reached.
    pub done: bool,
    /// The second that comes next, as shown; negative before the first.
    pub shown_s: i32,
}

/// A day that is about to warm up.
///
/// # Errors
/// A parameter of the ladder that cannot be, or a day that is not ranked.
pub fn begin(world: Arc<World>, params: &Params, record_frames: bool) -> Result<RankedDay> {
    let bad = |error: &dyn std::fmt::Display| Error::new(Code::BadParam, error);
    let settings = Settings::of(params).map_err(|error| bad(&error))?;
    let settings = settings.ok_or_else(|| bad(&"ranked: off has no ladder"))?;
    let servers = FleetRules::of(params).map(|fleet| Servers::new(&world, fleet, params)).transpose();
    Ok(RankedDay::new(world, params, settings, record_frames, servers.map_err(|error| bad(&error))?))
}

/// Simulates so many seconds, but not beyond a moment, nor the end.
pub fn advance_to(day: &mut RankedDay, shown_s: u32, seconds: u32) -> Reached {
    let to = (SimTime::DAY_START + shown_s.min(day.end().0)).min(day.end());
    day.advance(seconds.min(to.0.saturating_sub(day.now().0)));
    let shown_s = day.now().0 as i32 - SimTime::DAY_START.0 as i32;
    Reached { done: day.now() >= to, shown_s }
}
