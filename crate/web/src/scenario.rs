//! Parameters and links.

use crate::dto::{self, IdleParams, ParsedLink, Registry};
use matchday_scenario::link::{self, Link, View};
use matchday_web_common::error::{Code, Error, Result};
use matchday_web_common::js::{from_js, to_js};
use matchday_web_day::params::{ParamTexts, ParamValues, changed_params, params_of};
use tsify::Ts;
use wasm_bindgen::prelude::wasm_bindgen;

/// Every parameter and preset.
#[wasm_bindgen]
pub fn registry() -> Result<Ts<Registry>> {
    to_js(&dto::registry())
}

/// Reads a link. Never fails on the content of a link.
#[wasm_bindgen]
pub fn parse_link(text: &str) -> Result<Ts<ParsedLink>> {
    let (Link { params, view }, notices) = Link::parse(text);
    let notices = notices.iter().map(ToString::to_string).collect();
    to_js(&ParsedLink { params: ParamTexts::from(&params), view, notices })
}

/// Writes a link, without `#`.
#[wasm_bindgen]
pub fn format_link(params: &Ts<ParamValues>, view: &Ts<View>) -> Result<String> {
    Ok(Link { params: params_of(params)?, view: from_js(view, Code::BadValue)? }.to_string())
}

/// The parameters that links leave out, because their texts are too long.
#[wasm_bindgen]
pub fn left_out(params: &Ts<ParamValues>) -> Result<Vec<String>> {
    Ok(link::left_out(&params_of(params)?).map(|key| key.spec().key.to_owned()).collect())
}

/// Checks parameters and changes to them. Missing ones get their defaults. Returns all parameters as text.
#[wasm_bindgen]
pub fn check_params(params: &Ts<ParamValues>, changes: &Ts<ParamValues>) -> Result<Ts<ParamTexts>> {
    to_js(&ParamTexts::from(&changed_params(params_of(params)?, changes)?))
}

/// The parameters without effect in this scenario, each with the reason.
#[wasm_bindgen]
pub fn idle_params(params: &Ts<ParamValues>) -> Result<Ts<IdleParams>> {
    to_js(&IdleParams::from(&params_of(params)?))
}

/// A random seed.
#[wasm_bindgen]
pub fn new_seed() -> Result<u32> {
    getrandom::u32().map_err(|error| Error::new(Code::NoRandomness, error))
}
