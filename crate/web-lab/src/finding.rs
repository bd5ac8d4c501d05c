//! What is worth saying of a day, as plain objects.

use matchday_study::Finding;
use matchday_web_common::dto::{list, object};
use wasm_bindgen::JsValue;

/// `[{words, at_s, bad}]`.
pub fn told(findings: Vec<Finding>) -> JsValue {
    list(findings.into_iter().map(|finding| {
        let at_s = finding.at_s.map_or(JsValue::UNDEFINED, JsValue::from);
        object(&[("words", finding.words.into()), ("at_s", at_s), ("bad", finding.bad.into())])
    }))
}
