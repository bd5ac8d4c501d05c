//! Plain objects, to JavaScript and from it, in modules whose shapes are not structs yet.

use js_sys::{Array, Reflect};
use wasm_bindgen::JsValue;

/// An object of these properties.
pub fn object(properties: &[(&str, JsValue)]) -> JsValue {
    let object = js_sys::Object::new();
    for (name, value) in properties {
        // A plain object takes any property.
        let _ = Reflect::set(&object, &(*name).into(), value);
    }
    object.into()
}

/// An array.
pub fn list(items: impl IntoIterator<Item = JsValue>) -> JsValue {
    items.into_iter().collect::<Array>().into()
}

/// A property; undefined where there is none.
pub fn property(object: &JsValue, name: &str) -> JsValue {
    Reflect::get(object, &name.into()).unwrap_or(JsValue::UNDEFINED)
}
