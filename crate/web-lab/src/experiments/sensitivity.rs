//! The effect of one more point of replay.

use matchday_scenario::params::Key;
use matchday_study::sensitivity;
use matchday_web_common::error::{Code, Result};
use matchday_web_common::js::{from_js, to_js};
use matchday_web_day::params::{ParamValues, params_of};
use matchday_wire::report::Summary;
use serde::Serialize;
use tsify::{Ts, Tsify};
use wasm_bindgen::prelude::wasm_bindgen;

/// The replay rates one point lower and higher, as parameter texts; null beyond the parameter's bounds.
#[derive(Serialize, Tsify)]
#[tsify(missing_as_null)]
pub struct Neighbours {
    /// One point less.
    pub less: Option<String>,
    /// One point more.
    pub more: Option<String>,
}

/// The effect of one point more or less, as shares of the day's own values.
#[derive(Serialize, Tsify)]
#[tsify(missing_as_null)]
pub struct Step {
    /// Replay rate of the neighbouring day.
    pub replay: f64,
    /// Change of mean CCU.
    pub ccu: f64,
    /// Half-width of the 95 % interval of `ccu`.
    pub ccu_half_width: f64,
    /// Change of mean CCU by formula.
    pub ccu_formula: f64,
    /// Change of the mean wait; null if no player was matched, or none waited.
    pub wait: Option<f64>,
    /// Change of the mean RTT; null if no player was matched.
    pub rtt: Option<f64>,
}

/// The effect of one point of replay.
#[derive(Serialize, Tsify)]
#[tsify(missing_as_null)]
pub struct Sensitivity {
    /// One point less; null without that day, or if nobody was online on either.
    pub less: Option<Step>,
    /// One point more; null without that day, or if nobody was online on either.
    pub more: Option<Step>,
    /// d ln CCU / dp, measured; null without a day to compare with.
    pub slope: Option<f64>,
    /// The same by formula.
    pub slope_formula: f64,
}

/// The replay rates one point below and above that of these parameters.
#[wasm_bindgen]
pub fn neighbours(params: &Ts<ParamValues>) -> Result<Ts<Neighbours>> {
    let [less, more] = sensitivity::neighbours(&params_of(params)?).map(|params| params.map(|of| of.text(Key::Replay)));
    to_js(&Neighbours { less, more })
}

/// The effect of one point of replay, from the summaries of a day and its neighbours.
#[wasm_bindgen]
pub fn sensitivity(
    params: &Ts<ParamValues>,
    day: &Ts<Summary>,
    less: Option<Ts<Summary>>,
    more: Option<Ts<Summary>>,
) -> Result<Ts<Sensitivity>> {
    let summary = |day: &Ts<Summary>| from_js::<Summary>(day, Code::BadValue);
    let [less, more] = [less, more].map(|day| day.as_ref().map(summary).transpose());
    let (less, more) = (less?, more?);
    let worth = sensitivity::Sensitivity::of(&params_of(params)?, &summary(day)?, [less.as_ref(), more.as_ref()]);
    to_js(&Sensitivity {
        less: worth.less.map(Step::from),
        more: worth.more.map(Step::from),
        slope: worth.slope,
        slope_formula: worth.slope_formula,
    })
}

impl From<sensitivity::Step> for Step {
    fn from(step: sensitivity::Step) -> Self {
        let sensitivity::Step { replay, ccu, ccu_half_width, ccu_formula, wait, rtt } = step;
        Self { replay, ccu, ccu_half_width, ccu_formula, wait, rtt }
    }
}
