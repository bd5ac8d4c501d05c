//! What one more point of replay is worth.

use matchday_scenario::params::Key;
use matchday_sim::Summary;
use matchday_study::Sensitivity;
use matchday_study::sensitivity::{self, Step};
use matchday_web_common::dto::{list, object, property};
use matchday_web_common::error::Result;
use matchday_web_common::params::params_of;
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

/// The replay rates a point less and a point more, as texts; undefined beyond what can be asked for.
#[wasm_bindgen]
pub fn neighbours(params: &JsValue) -> Result<JsValue> {
    let text = |params: Option<matchday_scenario::Params>| params.map(|params| params.text(Key::Replay)).into();
    Ok(list(sensitivity::neighbours(&params_of(params)?).map(text)))
}

/// What a point of replay is worth, from the summaries of a day and its neighbours, undefined where there is none:
/// `{less, more, slope, slope_formula}`, each side `{replay, ccu, ccu_half_width, ccu_formula, wait, rtt}` or undefined.
#[wasm_bindgen]
pub fn sensitivity(params: &JsValue, day: &JsValue, less: &JsValue, more: &JsValue) -> Result<JsValue> {
    let params = params_of(params)?;
    let [less, more] = [less, more].map(|day| day.is_object().then(|| summary(day)));
    let worth = Sensitivity::of(&params, &summary(day), [less.as_ref(), more.as_ref()]);
    Ok(object(&[
        ("less", worth.less.map_or(JsValue::UNDEFINED, step)),
        ("more", worth.more.map_or(JsValue::UNDEFINED, step)),
        ("slope", worth.slope.into()),
        ("slope_formula", worth.slope_formula.into()),
    ]))
}

fn step(step: Step) -> JsValue {
    object(&[
        ("replay", step.replay.into()),
        ("ccu", step.ccu.into()),
        ("ccu_half_width", step.ccu_half_width.into()),
        ("ccu_formula", step.ccu_formula.into()),
        ("wait", step.wait.into()),
        ("rtt", step.rtt.into()),
    ])
}

/// What of a summary counts here.
fn summary(day: &JsValue) -> Summary {
    let number = |name| property(day, name).as_f64().unwrap_or(f64::NAN);
    Summary {
        matches: number("matches") as u64,
        failed: number("failed") as u64,
        ccu_mean: number("ccu_mean"),
        wait_mean_s: property(day, "wait_mean_s").as_f64(),
        rtt_mean_ms: property(day, "rtt_mean_ms").as_f64(),
        ..Summary::default()
    }
}
