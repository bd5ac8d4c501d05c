//! A running ranked day, for a worker.

use crate::day;
use crate::report::report;
use crate::world::World;
use matchday_sim::RankedDay;
use matchday_web_common::error::Result;
use matchday_web_common::params::params_of;
use matchday_web_common::slices::{self, Slices};
use matchday_wire::report::Report;
use std::sync::Arc;
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

/// A ranked day that is simulated slice by slice.
#[wasm_bindgen]
pub struct Simulation {
    slices: Slices<RankedDay>,
    /// Minutes of the ladder, numbers of samples and minutes of servers that have been handed over.
    sent: [usize; 3],
}

#[wasm_bindgen]
impl Simulation {
    /// A day that is about to warm up. `record_frames`: whether the map is going to be shown.
    #[wasm_bindgen(constructor)]
    pub fn new(world: &World, params: &JsValue, record_frames: bool) -> Result<Simulation> {
        let params = params_of(params)?;
        let world = Arc::new(matchday_sim::World::new(&world.dataset, &params)?);
        Ok(Self { slices: Slices::new(day::begin(world, &params, record_frames)?), sent: [0; 3] })
    }

    /// Simulates so many seconds, or to the end: `{done_s, total_s, shown_s}`. Seconds done and in total count the
    /// warm-up too; the last second shown is negative until it is over.
    pub fn advance(&mut self, seconds: u32) -> JsValue {
        self.slices.advance(seconds)
    }

    /// The minutes finished since the last call, for `Recording.push_rows`.
    pub fn rows(&mut self) -> Vec<u32> {
        self.slices.rows()
    }

    /// The map frames recorded since the last call, `{interval_s, first_index, bytes}`, for `Recording.push_frames`. All of
    /// them again after they were thinned to fit their budget.
    pub fn frames(&mut self) -> JsValue {
        self.slices.frames()
    }

    /// The minutes of the ladder finished since the last call, for `LadderRecording.push_rows`.
    pub fn ladder(&mut self) -> Vec<f32> {
        let minutes = &self.slices.day.record().minutes;
        let rows = minutes.rows_from(self.sent[0]).to_vec();
        self.sent[0] = minutes.minutes();
        rows
    }

    /// The samples taken since the last call, for `LadderRecording.push_samples`.
    pub fn samples(&mut self) -> Vec<f32> {
        let samples = &self.slices.day.record().samples;
        let new = samples[self.sent[1].min(samples.len())..].to_vec();
        self.sent[1] = samples.len();
        new
    }

    /// The minutes of servers finished since the last call, for `ServerRecording.push_rows`; none without servers.
    pub fn servers(&mut self) -> Vec<u32> {
        let Some(servers) = self.slices.day.servers() else { return Vec::new() };
        let minutes = servers.minutes();
        let (rows, recorded) = (minutes.rows_from(self.sent[2]).to_vec(), minutes.minutes());
        self.sent[2] = recorded;
        rows
    }

    /// Everything that is told of the ladder but minutes, samples and summary; see [`report`].
    pub fn report(&self) -> JsValue {
        report(&self.slices.day)
    }

    /// What the run has come to so far; the figures that people script against. `tiers`, and on servers `expiries`, are
    /// objects by name.
    pub fn summary(&self) -> JsValue {
        let day = &self.slices.day;
        let summary = day.summary();
        let servers = day.servers().map(|servers| servers.summary(day.now(), summary.ccu_mean));
        slices::report(&Report { summary, servers, ladder: Some(day.ladder_summary()) })
    }
}
