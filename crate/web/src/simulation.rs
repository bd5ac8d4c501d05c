//! A running day in a worker.

use matchday_scenario::params::FleetFlow;
use matchday_sim::Simulate;
use matchday_web_common::error::{Code, Error, Result};
use matchday_web_common::js::to_js;
use matchday_web_day::kept::{Frames, Seen};
use matchday_web_day::params::{ParamValues, params_of};
use matchday_web_day::slices::{Progress, Slices, Starved};
use matchday_web_day::world::World;
use matchday_wire::report::Summary;
use std::sync::Arc;
use tsify::Ts;
use wasm_bindgen::prelude::wasm_bindgen;

/// A day that is simulated in slices, with a server for every match.
///
/// It holds the one kind of day that the first view shows: [`matchday_observe::Day`] would bring servers and ladder into
/// this module.
#[wasm_bindgen]
pub struct Simulation {
    slices: Slices<matchday_sim::ArticleDay>,
}

#[wasm_bindgen]
impl Simulation {
    /// A day before its warm-up. With `keep_checkpoints` the map can show its seconds.
    #[wasm_bindgen(constructor)]
    pub fn new(world: &World, params: &Ts<ParamValues>, keep_checkpoints: bool) -> Result<Simulation> {
        let params = params_of(params)?;
        if params.fleet() != FleetFlow::Off || params.is_ranked() {
            return Err(Error::new(Code::BadParam, "fleet, ranked: not in this module"));
        }
        let data = world.data();
        let world = matchday_sim::World::new(&data.dataset, &params)?;
        let day = matchday_sim::ArticleDay::new(Arc::new(world), &params);
        Ok(Self { slices: Slices::new(day, params, data, keep_checkpoints) })
    }

    /// Simulates the given number of seconds, or to the end. A day that starves ends there.
    pub fn advance(&mut self, seconds: u32) -> Result<Ts<Progress>> {
        to_js(&self.slices.advance(seconds))
    }

    /// Why the day ended early; undefined if it has not.
    pub fn starved(&self) -> Result<Option<Ts<Starved>>> {
        self.slices.starved().as_ref().map(to_js).transpose()
    }

    /// The minutes finished since the last call, for `Results.push`.
    pub fn rows(&mut self) -> Vec<u32> {
        self.slices.rows()
    }

    /// Simulates at most `seconds` seconds towards a moment of the shown days; returns whether it is reached.
    pub fn seek(&mut self, shown_s: u32, seconds: u32) -> Result<bool> {
        self.slices.seek(shown_s, seconds)
    }

    /// The day at the moment of the last `seek`, for `Results.show`; undefined before that.
    pub fn seen(&mut self) -> Result<Option<Ts<Seen>>> {
        self.slices.seen().as_ref().map(to_js).transpose()
    }

    /// The frames of the thin record since the last call, for `Results.push`. After frames were thinned to fit
    /// their budget: all frames.
    pub fn frames(&mut self) -> Result<Ts<Frames>> {
        to_js(&self.slices.frames())
    }

    /// The summary of the run so far, with the figures that scripts use.
    pub fn summary(&self) -> Result<Ts<Summary>> {
        to_js(&self.slices.day.summary())
    }
}
