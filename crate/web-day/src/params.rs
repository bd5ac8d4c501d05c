//! Parameters from and for JavaScript.

use matchday_scenario::params::Key;
use matchday_scenario::{ParamError, Params};
use matchday_web_common::error::{Code, Result};
use matchday_web_common::js::from_js;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use tsify::{Ts, Tsify};

/// A parameter's value in JavaScript.
#[derive(Deserialize, Tsify)]
#[serde(untagged, expecting = "expected a text, a number or a boolean")]
pub enum ParamValue {
    /// The text as in links.
    Text(String),
    /// A plain number.
    Number(f64),
    /// A flag.
    Flag(bool),
}

/// Values of parameters by their keys. Missing parameters have their defaults.
#[derive(Deserialize, Tsify)]
#[serde(transparent)]
#[tsify(hashmap_as_object)]
pub struct ParamValues(BTreeMap<String, ParamValue>);

/// The text of every parameter by its key, as in links.
#[derive(Serialize, Deserialize, Tsify)]
#[serde(transparent)]
#[tsify(hashmap_as_object)]
pub struct ParamTexts(BTreeMap<String, String>);

impl From<&Params> for ParamTexts {
    fn from(params: &Params) -> Self {
        Self(Key::ALL.into_iter().map(|key| (key.spec().key.to_owned(), params.text(key))).collect())
    }
}

impl TryFrom<&ParamTexts> for Params {
    type Error = ParamError;

    fn try_from(ParamTexts(texts): &ParamTexts) -> std::result::Result<Self, ParamError> {
        let mut params = Self::default();
        texts.iter().try_for_each(|(key, text)| params.set(key, text))?;
        Ok(params)
    }
}

/// Checked parameters.
///
/// # Errors
/// [`Code::BadParam`]: an invalid parameter, or a value of the wrong type.
pub fn params_of(values: &Ts<ParamValues>) -> Result<Params> {
    changed_params(Params::default(), values)
}

/// Parameters with changes, which are checked. A change by a parameter's earlier key is a change of that parameter.
///
/// # Errors
/// As [`params_of`].
pub fn changed_params(params: Params, changes: &Ts<ParamValues>) -> Result<Params> {
    Ok(from_js(changes, Code::BadParam)?.change(params)?)
}

impl ParamValues {
    fn change(self, mut params: Params) -> std::result::Result<Params, ParamError> {
        self.0.into_iter().try_for_each(|(key, value)| params.set(&key, &value.text()))?;
        Ok(params)
    }
}

impl TryFrom<ParamValues> for Params {
    type Error = ParamError;

    fn try_from(values: ParamValues) -> std::result::Result<Self, ParamError> {
        values.change(Self::default())
    }
}

impl ParamValue {
    fn text(self) -> String {
        match self {
            Self::Text(text) => text,
            Self::Number(number) => shortest(number),
            Self::Flag(flag) => u8::from(flag).to_string(),
        }
    }
}

/// A number from JavaScript as text, rounded to a millionth, without an exponent, which no parameter accepts.
fn shortest(number: f64) -> String {
    let rounded = (number * 1e6).round() / 1e6;
    js_sys::Number::from(rounded).to_string_with_radix(10).map_or_else(|_| String::new(), String::from)
}
