//! A running ranked day, for a worker.

use crate::ranked::day;
use crate::ranked::recording::RatingSample;
use crate::ranked::report::LadderReport;
use matchday_sim::RankedDay;
use matchday_web_common::error::Result;
use matchday_web_common::js::{list_to_js, to_js};
use matchday_web_common::params::{ParamValues, params_of};
use matchday_web_common::slices::{Frames, Progress, Slices};
use matchday_web_common::world::World;
use matchday_wire::report::Report;
use std::sync::Arc;
use tsify::Ts;
use wasm_bindgen::prelude::wasm_bindgen;

/// A ranked day that is simulated slice by slice.
#[wasm_bindgen]
pub struct RankedSimulation {
    slices: Slices<RankedDay>,
    /// Minutes of the ladder, numbers of samples and minutes of servers that have been handed over.
    sent: [usize; 3],
}

#[wasm_bindgen]
impl RankedSimulation {
    /// A day that is about to warm up. `record_frames`: whether the map is going to be shown.
    #[wasm_bindgen(constructor)]
    pub fn new(world: &World, params: &Ts<ParamValues>, record_frames: bool) -> Result<RankedSimulation> {
        let params = params_of(params)?;
        let world = Arc::new(matchday_sim::World::new(&world.data().dataset, &params)?);
        Ok(Self { slices: Slices::new(day::begin(world, &params, record_frames)?), sent: [0; 3] })
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

    /// The minutes of the ladder finished since the last call, for `LadderRecording.push_rows`.
    pub fn ladder(&mut self) -> Vec<f32> {
        let minutes = &self.slices.day.record().minutes;
        let rows = minutes.rows_from(self.sent[0]).to_vec();
        self.sent[0] = minutes.minutes();
        rows
    }

    /// The samples taken since the last call, for `LadderRecording.push_sample`.
    pub fn samples(&mut self) -> Result<Vec<Ts<RatingSample>>> {
        let samples = &self.slices.day.record().samples;
        let new = list_to_js(samples.iter().skip(self.sent[1]).map(RatingSample::from))?;
        self.sent[1] = samples.len();
        Ok(new)
    }

    /// The minutes of servers finished since the last call, for `ServerRecording.push_rows`; none without servers.
    pub fn servers(&mut self) -> Vec<u32> {
        let Some(servers) = self.slices.day.servers() else { return Vec::new() };
        let minutes = servers.minutes();
        let (rows, recorded) = (minutes.rows_from(self.sent[2]).to_vec(), minutes.minutes());
        self.sent[2] = recorded;
        rows
    }

    /// What the ladder has come to, beside minutes, samples and summary.
    pub fn report(&self) -> Result<Ts<LadderReport>> {
        to_js(&LadderReport::of(&self.slices.day))
    }

    /// What the run has come to so far; the figures that people script against.
    pub fn summary(&self) -> Result<Ts<Report>> {
        let day = &self.slices.day;
        let summary = day.summary();
        let servers = day.servers().map(|servers| servers.summary(day.now(), summary.ccu_mean));
        to_js(&Report { summary, servers, ladder: Some(day.ladder_summary()) })
    }
}
