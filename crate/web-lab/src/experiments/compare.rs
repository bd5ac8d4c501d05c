//! Two scenarios over the same seeds.

use matchday_study::statistics::{paired_difference, welch_difference};
use matchday_web_common::error::Result;
use matchday_web_common::js::to_js;
use serde::Serialize;
use tsify::{Ts, Tsify};
use wasm_bindgen::prelude::wasm_bindgen;

/// A mean difference, and half the width of its 95 % interval.
#[derive(Serialize, Tsify)]
pub struct Difference {
    /// B minus A.
    pub mean: f64,
    /// The days of each seed paired.
    pub half_width: f64,
    /// The same if they were not paired.
    pub half_width_apart: f64,
}

/// The difference of one figure between two scenarios, from one value a seed of each, in the same order; null
/// with fewer than two seeds.
#[wasm_bindgen]
pub fn difference(a: &[f64], b: &[f64]) -> Result<Option<Ts<Difference>>> {
    let Some((paired, apart)) = paired_difference(a, b).zip(welch_difference(a, b)) else { return Ok(None) };
    let difference =
        Difference { mean: paired.mean, half_width: paired.half_width, half_width_apart: apart.half_width };
    to_js(&difference).map(Some)
}
