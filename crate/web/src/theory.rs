//! The closed form of the replay chart.

use matchday_scenario::params::decimal;
use matchday_sim::theory::Searching;
use matchday_web_common::error::Result;
use matchday_web_common::params::{ParamValues, params_of};
use matchday_web_common::world::World;
use tsify::Ts;
use wasm_bindgen::prelude::wasm_bindgen;

/// The closed form of the replay chart: alternating replay rate and peak CCU, for rates from 0 to 0.95 in
/// steps of 0.01. The time spent searching comes from the present run.
#[wasm_bindgen]
pub fn replay_theory(world: &World, params: &Ts<ParamValues>, wait_mean_s: f64, failed_share: f64) -> Result<Vec<f64>> {
    let mut params = params_of(params)?;
    let searching = Searching { mean_s: wait_mean_s.max(0.0), failed: failed_share.clamp(0.0, 1.0) };
    let mut curve = Vec::new();
    for per_cent in 0..=95 {
        params.set("replay", &decimal(per_cent, 2))?;
        curve.extend([per_cent as f64 / 100.0, world.data().peak(&params, searching)]);
    }
    Ok(curve)
}
