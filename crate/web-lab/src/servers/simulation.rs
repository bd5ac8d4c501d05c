//! A running day on servers, for a worker.

use crate::servers::configuration::{ConfigurationFiles, configuration_of, names_of};
use matchday_sim::servers::{Filters, FleetRules, settings};
use matchday_sim::{Day, Options};
use matchday_web_common::error::{Code, Error, Result};
use matchday_web_common::js::to_js;
use matchday_web_common::params::{ParamValues, params_of};
use matchday_web_common::slices::{Frames, Progress, Slices};
use matchday_web_common::world::World;
use matchday_wire::report::Report;
use std::sync::Arc;
use tsify::Ts;
use wasm_bindgen::prelude::wasm_bindgen;

/// A day that is simulated slice by slice, its matches on servers.
#[wasm_bindgen]
pub struct ServerSimulation {
    slices: Slices<Day>,
    /// Minutes of servers that have been handed over.
    sent_minutes: usize,
}

#[wasm_bindgen]
impl ServerSimulation {
    /// A day that is about to warm up. `record_frames`: whether the map is going to be shown. The servers obey the files
    /// of `configuration`; `utc_offset_s` as in `lint`.
    #[wasm_bindgen(constructor)]
    pub fn new(
        world: &World,
        params: &Ts<ParamValues>,
        record_frames: bool,
        configuration: &Ts<ConfigurationFiles>,
        utc_offset_s: &js_sys::Function,
    ) -> Result<ServerSimulation> {
        let params = params_of(params)?;
        let mut settings = settings(&params).ok_or_else(|| Error::new(Code::BadParam, "fleet: off has no servers"))?;
        let world = Arc::new(matchday_sim::World::new(&world.data().dataset, &params)?);
        let filters = configuration_of(configuration, utc_offset_s)?.tell(&mut settings, names_of(&world));
        let filters = filters.map_err(|error| Error::new(Code::BadParam, error))?;
        let fleet = Some(FleetRules { settings, filters: Filters::new(filters) });
        let day = Day::new(&world, &params, Options { record_frames, fleet, ..Options::default() });
        let day = day.map_err(|error| Error::new(Code::BadParam, error))?;
        Ok(Self { slices: Slices::new(day), sent_minutes: 0 })
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

    /// The minutes of servers finished since the last call, for `ServerRecording.push_rows`.
    pub fn servers(&mut self) -> Vec<u32> {
        let Some(servers) = self.slices.day.servers() else { return Vec::new() };
        let minutes = servers.minutes();
        let rows = minutes.rows_from(self.sent_minutes).to_vec();
        self.sent_minutes = minutes.minutes();
        rows
    }

    /// What the run has come to so far; the figures that people script against, those of servers among them.
    pub fn summary(&self) -> Result<Ts<Report>> {
        to_js(&self.slices.day.report())
    }
}
