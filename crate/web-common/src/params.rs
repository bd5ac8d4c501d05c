//! Parameters, from JavaScript and to it.

use crate::dto::object;
use crate::error::{Code, Error, Result};
use matchday_scenario::Params;
use matchday_scenario::params::Key;
use wasm_bindgen::{JsCast, JsValue};

/// Parameters from an object of texts, numbers and booleans.
///
/// # Errors
/// A parameter that is refused, or a value of another kind.
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
            shortest(number)
        } else if let Some(flag) = value.as_bool() {
            u8::from(flag).to_string()
        } else {
            return Err(refuse(&format!("{key}: expected a text, a number or a boolean")));
        };
        params.set(&key, &text)?;
    }
    Ok(params)
}

/// A number as JavaScript writes it, to a millionth: without exponents, as no parameter takes them.
fn shortest(number: f64) -> String {
    let rounded = (number * 1e6).round() / 1e6;
    js_sys::Number::from(rounded).to_string_with_radix(10).map_or_else(|_| String::new(), String::from)
}

/// A text for every parameter.
pub fn params_object(params: &Params) -> JsValue {
    object(&Key::ALL.map(|key| (key.spec().key, params.text(key).into())))
}
