//! A ranked day whose ladder is kept.

use crate::day::Day;
use crate::world::World;
use matchday_web_seam::error::Result;
use matchday_web_seam::params::params_of;
use std::sync::Arc;
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

/// A ranked day that writes down what ends in it.
#[wasm_bindgen]
pub struct Season {
    day: Day,
}

#[wasm_bindgen]
impl Season {
    /// Days that are about to warm up.
    #[wasm_bindgen(constructor)]
    pub fn new(world: &World, params: &JsValue) -> Result<Season> {
        let params = params_of(params)?;
        let world = Arc::new(matchday_sim::World::new(&world.dataset, &params)?);
        let mut day = Day::new(world, &params, false)?;
        day.keep_journal();
        Ok(Self { day })
    }

    /// Simulates so many seconds, but not beyond a moment: `{done, shown_s}`; the second that comes next, as shown, is
    /// negative before the first. A moment that is past is not reached again.
    pub fn advance_to(&mut self, shown_s: u32, seconds: u32) -> JsValue {
        self.day.advance_to(shown_s, seconds)
    }

    /// What has ended since the last call, as a store reads it. It says through which second it tells everything, even if
    /// nothing ended.
    pub fn take_batch(&mut self) -> Vec<u8> {
        // Memory grows as it is needed.
        self.day.take_batch().to_bytes().unwrap_or_default()
    }
}
