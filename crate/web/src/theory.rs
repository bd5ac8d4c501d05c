//! The closed form of the replay chart.

use matchday_scenario::params::decimal;
use matchday_sim::theory::Searching;
use matchday_web_common::error::{Code, Result};
use matchday_web_common::js::from_js;
use matchday_web_day::params::{ParamValues, params_of};
use matchday_web_day::world::World;
use matchday_wire::report::Summary;
use tsify::Ts;
use wasm_bindgen::prelude::wasm_bindgen;

/// The closed form of the replay chart: alternating replay rate and peak CCU, for rates from 0 to 0.95 in
/// steps of 0.01. The statistics of searches come from the `summary` of the present run.
#[wasm_bindgen]
pub fn replay_theory(world: &World, params: &Ts<ParamValues>, summary: &Ts<Summary>) -> Result<Vec<f64>> {
    let mut params = params_of(params)?;
    let summary: Summary = from_js(summary, Code::BadValue)?;
    let searching = Searching::of_summary(&summary, params.players());
    let mut curve = Vec::new();
    for per_cent in 0..=95 {
        params.set("replay", &decimal(per_cent, 2))?;
        curve.extend([per_cent as f64 / 100.0, world.data().peak(&params, searching)]);
    }
    Ok(curve)
}
