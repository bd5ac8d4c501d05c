//! A recorded run, from the module that has it to the one that saves it.

use crate::params::ParamTexts;
use js_sys::Uint32Array;
use serde::{Deserialize, Serialize};
use tsify::Tsify;

/// A run so far: what its charts and its table need.
#[derive(Serialize, Deserialize, Tsify)]
pub struct RecordedRun {
    /// Its parameters.
    pub params: ParamTexts,
    /// Its first shown day, such as `2026-05-20`.
    pub first_day: String,
    /// Names of its datacenters.
    pub datacenters: Vec<String>,
    /// Its minutes, as in `Recording.rows`.
    #[serde(with = "serde_wasm_bindgen::preserve")]
    #[tsify(type = "Uint32Array")]
    pub rows: Uint32Array,
    /// Peak CCU by the closed form.
    pub expected_peak: f64,
    /// Players per simulated player: above 1 in a sample.
    pub scale: f64,
}
