//! Two scenarios over the same seeds.

use matchday_study::statistics::{paired_difference, welch_difference};
use matchday_web_common::dto::object;
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

/// What B has more than A of one figure, `{mean, half_width, half_width_apart}`: the mean difference, how far its 95 %
/// interval reaches to both sides when the days of each seed are paired, and how far if they were not. One value a
/// seed, in the same order; undefined of fewer than two seeds.
#[wasm_bindgen]
pub fn difference(a: &[f64], b: &[f64]) -> JsValue {
    let Some((paired, apart)) = paired_difference(a, b).zip(welch_difference(a, b)) else {
        return JsValue::UNDEFINED;
    };
    object(&[
        ("mean", paired.mean.into()),
        ("half_width", paired.half_width.into()),
        ("half_width_apart", apart.half_width.into()),
    ])
}
