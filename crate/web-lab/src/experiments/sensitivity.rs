//! The value of one more point of replay.

use matchday_scenario::params::Key;
use matchday_study::sensitivity;
use matchday_web_common::error::{Code, Result};
use matchday_web_common::js::{from_js, to_js};
use matchday_web_common::params::{ParamValues, params_of};
use matchday_wire::report::Summary;
use serde::Serialize;
use tsify::{Ts, Tsify};
use wasm_bindgen::prelude::wasm_bindgen;

/// The replay rates a point less and a point more, as parameters have them; null beyond what can be asked
/// for.
#[derive(Serialize, Tsify)]
#[tsify(missing_as_null)]
pub struct Neighbours {
    /// A point less.
    pub less: Option<String>,
    /// A point more.
    pub more: Option<String>,
}

/// The effect of a point to one side, as shares of the day's own values.
#[derive(Serialize, Tsify)]
#[tsify(missing_as_null)]
pub struct Step {
    /// The replay rate there.
    pub replay: f64,
    /// Mean CCU.
    pub ccu: f64,
    /// Half the width of its 95 % interval.
    pub ccu_half_width: f64,
    /// Mean CCU by formula.
    pub ccu_formula: f64,
    /// Mean wait; null where nobody was matched.
    pub wait: Option<f64>,
    /// Mean RTT; null where nobody was matched.
    pub rtt: Option<f64>,
}

/// The value of one point of replay.
#[derive(Serialize, Tsify)]
#[tsify(missing_as_null)]
pub struct Sensitivity {
    /// A point less; null without that day.
    pub less: Option<Step>,
    /// A point more; null without that day.
    pub more: Option<Step>,
    /// d ln CCU / dp, measured.
    pub slope: f64,
    /// The same by formula.
    pub slope_formula: f64,
}

/// The replay rates beside that of these parameters.
#[wasm_bindgen]
pub fn neighbours(params: &Ts<ParamValues>) -> Result<Ts<Neighbours>> {
    let [less, more] = sensitivity::neighbours(&params_of(params)?).map(|params| params.map(|of| of.text(Key::Replay)));
    to_js(&Neighbours { less, more })
}

/// The value of one point of replay, from the summaries of a day and its neighbours.
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
