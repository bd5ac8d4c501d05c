//! A running day, for a worker.

use matchday_scenario::params::FleetFlow;
use matchday_web_common::error::{Code, Error, Result};
use matchday_web_common::js::to_js;
use matchday_web_common::params::{ParamValues, params_of};
use matchday_web_common::slices::{Frames, Progress, Slices};
use matchday_web_common::world::World;
use matchday_wire::report::Summary;
use std::sync::Arc;
use tsify::Ts;
use wasm_bindgen::prelude::wasm_bindgen;

/// A day that is simulated slice by slice, with a server for every match.
#[wasm_bindgen]
pub struct Simulation {
    slices: Slices<matchday_sim::ArticleDay>,
}

#[wasm_bindgen]
impl Simulation {
    /// A day that is about to warm up. `record_frames`: whether the map is going to be shown.
    #[wasm_bindgen(constructor)]
    pub fn new(world: &World, params: &Ts<ParamValues>, record_frames: bool) -> Result<Simulation> {
        let params = params_of(params)?;
        if params.fleet() != FleetFlow::Off || params.is_ranked() {
            return Err(Error::new(Code::BadParam, "fleet, ranked: not here"));
        }
        let world = matchday_sim::World::new(&world.data().dataset, &params)?;
        let day = matchday_sim::ArticleDay::new(Arc::new(world), &params, record_frames);
        Ok(Self { slices: Slices::new(day) })
    }

    /// Simulates so many seconds, or to the end.
    pub fn advance(&mut self, seconds: u32) -> Result<Ts<Progress>> {
        to_js(&self.slices.advance(seconds))
    }

    /// The minutes finished since the last call, for `Recording.push_rows`.
    pub fn rows(&mut self) -> Vec<u32> {
        self.slices.rows()
    }

    /// The map frames recorded since the last call, for `Recording.push_frames`; all of them again after they were thinned to
    /// fit their budget.
    pub fn frames(&mut self) -> Result<Ts<Frames>> {
        to_js(&self.slices.frames())
    }

    /// What the run has come to so far; the figures that people script against.
    pub fn summary(&self) -> Result<Ts<Summary>> {
        to_js(&self.slices.day.summary())
    }
}
