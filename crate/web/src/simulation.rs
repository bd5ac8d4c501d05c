//! A running day, for a worker.

use crate::dto;
use crate::world::World;
use matchday_base::SimTime;
use matchday_base::params::FleetFlow;
use matchday_web_seam::dto::object;
use matchday_web_seam::error::{Code, Error, Result};
use matchday_web_seam::params::params_of;
use std::sync::Arc;
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

/// A day that is simulated slice by slice.
#[wasm_bindgen]
pub struct Simulation {
    day: matchday_sim::Simulation,
    start: SimTime,
    /// Minutes and frames that have been handed over.
    sent_minutes: usize,
    sent_frames: usize,
    interval_s: u32,
}

/// Map frames that were recorded since the last call.
#[wasm_bindgen(getter_with_clone)]
pub struct Frames {
    /// Seconds from frame to frame.
    pub interval_s: u32,
    /// Where the first of these stands; those that were there from it on are to be dropped.
    pub first_index: u32,
    /// The frames, packed.
    pub bytes: Vec<u8>,
}

#[wasm_bindgen]
impl Simulation {
    /// A day that is about to warm up. `record_frames`: whether the map is going to be shown.
    #[wasm_bindgen(constructor)]
    pub fn new(world: &World, params: &JsValue, record_frames: bool) -> Result<Simulation> {
        let params = params_of(params)?;
        if params.fleet() != FleetFlow::Off {
            return Err(Error::new(Code::BadParam, "fleet: use matchday run"));
        }
        let world = matchday_sim::World::new(&world.data.dataset, &params)?;
        let day = matchday_sim::Simulation::new(Arc::new(world), &params, record_frames);
        Ok(Self { start: day.now(), day, sent_minutes: 0, sent_frames: 0, interval_s: 0 })
    }

    /// Simulates so many seconds, or to the end: `{done_s, total_s, shown_s}`. Seconds done and in total count the
    /// warm-up too; the last second shown is negative until it is over.
    pub fn advance(&mut self, seconds: u32) -> JsValue {
        self.day.advance(seconds);
        let now = self.day.now();
        object(&[
            ("done_s", now.since(self.start).into()),
            ("total_s", self.day.end().since(self.start).into()),
            ("shown_s", (now.0 as i32 - SimTime::DAY_START.0 as i32 - 1).into()),
        ])
    }

    /// The minutes finished since the last call, for `Recording.push_rows`.
    pub fn rows(&mut self) -> Vec<u32> {
        let rows = self.day.columns().rows_from(self.sent_minutes).to_vec();
        self.sent_minutes = self.day.columns().minutes();
        rows
    }

    /// The map frames recorded since the last call, for `Recording.push_frames`. All of them again after they were
    /// thinned to fit their budget.
    pub fn frames(&mut self) -> Frames {
        let Some(log) = self.day.frames() else { return Frames { interval_s: 0, first_index: 0, bytes: Vec::new() } };
        let first = if log.interval_s() == self.interval_s { self.sent_frames } else { 0 };
        self.sent_frames = log.len();
        self.interval_s = log.interval_s();
        Frames { interval_s: self.interval_s, first_index: first as u32, bytes: log.packed_from(first) }
    }

    /// What the run has come to so far; the figures that people script against.
    pub fn summary(&self) -> JsValue {
        dto::summary(&self.day.summary())
    }
}
