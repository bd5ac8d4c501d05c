//! Parameters and permalinks.

use crate::dto;
use matchday_base::Params;
use matchday_base::link::Link;
use matchday_web_seam::dto::{list, object};
use matchday_web_seam::error::{Code, Error, Result};
use wasm_bindgen::JsCast;
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
    object(&[("params", dto::params(&link.params)), ("view", dto::view(link.view)), ("notices", notices)])
}

/// Writes a link, without `#`.
#[wasm_bindgen]
pub fn format_link(params: &JsValue, view: &JsValue) -> Result<String> {
    Ok(Link { params: params_of(params)?, view: dto::view_of(view) }.to_string())
}

/// Checks parameters, `{key: text, number or boolean}`; those left out take their defaults. All of them, as text.
#[wasm_bindgen]
pub fn check_params(params: &JsValue) -> Result<JsValue> {
    Ok(dto::params(&params_of(params)?))
}

/// A seed that nobody has used on purpose.
#[wasm_bindgen]
pub fn new_seed() -> Result<u32> {
    getrandom::u32().map_err(|error| Error::new(Code::NoRandomness, error))
}

/// Parameters from an object of texts, numbers and booleans.
pub fn params_of(object: &JsValue) -> Result<Params> {
    let mut params = Params::default();
    let refuse = |what: &str| Error::new(Code::BadParam, what);
    if !object.is_object() {
        return Err(refuse("expected an object of parameters, {key: value}"));
    }
    for entry in js_sys::Object::entries(object.unchecked_ref()) {
        let entry = js_sys::Array::from(&entry);
        let key = entry.get(0).as_string().unwrap_or_default();
        let value = entry.get(1);
        let text = if let Some(text) = value.as_string() {
            text
        } else if let Some(number) = value.as_f64() {
            number.to_string()
        } else if let Some(flag) = value.as_bool() {
            u8::from(flag).to_string()
        } else {
            return Err(refuse(&format!("{key}: expected a text, a number or a boolean")));
        };
        params.set(&key, &text)?;
    }
    Ok(params)
}
