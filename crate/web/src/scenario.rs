//! Parameters and permalinks.

use crate::dto;
use matchday_scenario::link::Link;
use matchday_web_common::dto::{list, object};
use matchday_web_common::error::{Code, Error, Result};
use matchday_web_common::params::{params_object, params_of};
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

/// Every parameter and preset: `{params: [{key, kind, ...}], presets: [{name, label, help, params}]}`.
#[wasm_bindgen]
pub fn registry() -> JsValue {
    dto::registry()
}

/// Reads a link: `{params, view, notices}`. Never fails on what the link says.
#[wasm_bindgen]
pub fn parse_link(text: &str) -> JsValue {
    let (link, notices) = Link::parse(text);
    let notices = list(notices.iter().map(|notice| notice.to_string().into()));
    object(&[("params", params_object(&link.params)), ("view", dto::view(link.view)), ("notices", notices)])
}

/// Writes a link, without `#`.
#[wasm_bindgen]
pub fn format_link(params: &JsValue, view: &JsValue) -> Result<String> {
    Ok(Link { params: params_of(params)?, view: dto::view_of(view) }.to_string())
}

/// Checks parameters, `{key: text, number or boolean}`; those left out take their defaults. All of them, as text.
#[wasm_bindgen]
pub fn check_params(params: &JsValue) -> Result<JsValue> {
    Ok(params_object(&params_of(params)?))
}

/// A seed that nobody has used on purpose.
#[wasm_bindgen]
pub fn new_seed() -> Result<u32> {
    getrandom::u32().map_err(|error| Error::new(Code::NoRandomness, error))
}
