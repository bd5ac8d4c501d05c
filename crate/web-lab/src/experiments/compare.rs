//! Two scenarios over the same seeds.

use matchday_study::statistics::{paired_difference, welch_difference};
use matchday_web_common::error::Result;
use matchday_web_common::js::to_js;
use serde::Serialize;
use tsify::{Ts, Tsify};
use wasm_bindgen::prelude::wasm_bindgen;

/// A mean difference with its 95 % confidence interval.
#[derive(Serialize, Tsify)]
pub struct Difference {
    /// B minus A.
    pub mean: f64,
    /// Half-width of the interval if the days of each seed are paired.
    pub half_width: f64,
    /// Half-width of the interval if they are not paired.
    pub half_width_apart: f64,
}

/// The difference of one figure between two scenarios. `a` and `b` have one value per seed, in the same
/// order; null with fewer than two seeds.
#[wasm_bindgen]
pub fn difference(a: &[f64], b: &[f64]) -> Result<Option<Ts<Difference>>> {
    let Some((paired, apart)) = paired_difference(a, b).zip(welch_difference(a, b)) else { return Ok(None) };
    let difference =
        Difference { mean: paired.mean, half_width: paired.half_width, half_width_apart: apart.half_width };
    to_js(&difference).map(Some)
}
