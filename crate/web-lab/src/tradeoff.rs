//! One figure against another: over the values of a parameter, and of several policies.

use crate::drawing::{Target, draw};
use matchday_charts::tradeoff::frontier::{self, Frontier, FrontierPlaces};
use matchday_charts::tradeoff::{self, Tradeoff, TradeoffPlaces};
use matchday_web_common::error::{Code, Error, Result};
use matchday_web_common::js::from_js;
use matchday_web_day::drawing::ChartTheme;
use tsify::Ts;
use wasm_bindgen::prelude::wasm_bindgen;

/// Draws the points of a trade-off, connected in the order of x. Other arguments as in other charts.
#[wasm_bindgen]
pub fn draw_tradeoff(
    target: &Target,
    data: &Ts<Tradeoff>,
    theme: &Ts<ChartTheme>,
    width: f64,
    height: f64,
    dpr: f64,
) -> Result<Ts<TradeoffPlaces>> {
    let data = from_js(data, Code::Chart)?;
    data.check().map_err(|error| Error::new(Code::Chart, error))?;
    draw(target, theme, (width, height, dpr), |root, theme, sheet| tradeoff::draw(root, theme, sheet, &data))
}

/// Draws what several policies reach. Other arguments as in other charts.
#[wasm_bindgen]
pub fn draw_frontier(
    target: &Target,
    data: &Ts<Frontier>,
    theme: &Ts<ChartTheme>,
    width: f64,
    height: f64,
    dpr: f64,
) -> Result<Ts<FrontierPlaces>> {
    let data = from_js(data, Code::Chart)?;
    data.check().map_err(|error| Error::new(Code::Chart, error))?;
    draw(target, theme, (width, height, dpr), |root, theme, sheet| frontier::draw(root, theme, sheet, &data))
}
