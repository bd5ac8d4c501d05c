//! The parameters of a scenario: `registry.rs` declares each once, with its key, bounds, words and accessor.
//!
//! From [`SPECS`] come `--set`, the page's sliders, permalinks, `window.matchday`, scenario files and
//! the guide's tables. Values are kept as scaled integers, so that a parameter prints, parses and
//! simulates as exactly the number that was typed.
//!
//! Keys, units and defaults are frozen for each link version (see [`crate::link`]): a changed default
//! would change what an old link shows.

mod declare;
mod key;
mod pairs;
mod registry;
mod spec;
pub(crate) mod text;
mod values;

pub use registry::{Estimate, FleetFlow, Key, MAX_DAYS, RankedQueue, RatingSystem, Ready, SPECS, Season, WidenBy};
pub use spec::{Kind, Slider, Spec};
pub use text::{ParamError, decimal};
use text::{Value, parse};

/// One checked value for every parameter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Params {
    values: [Value; SPECS.len()],
}

impl Default for Params {
    fn default() -> Self {
        Self {
            values: SPECS.map(|spec| match spec.kind {
                Kind::Number { default, .. } => Value::Integer(default),
                Kind::Flag | Kind::Choice(_) => Value::Integer(0),
                Kind::Open(words) => Value::Text(words[0].to_owned()),
                Kind::Weights | Kind::Text | Kind::Incidents | Kind::Mix | Kind::Properties => {
                    Value::Text(String::new())
                }
            }),
        }
    }
}

impl Params {
    /// Sets the parameter called `key` from its text form.
    ///
    /// # Errors
    /// [`ParamError`] if there is no such key, or the text does not parse or is out of bounds; nothing changes then.
    pub fn set(&mut self, key: &str, text: &str) -> Result<(), ParamError> {
        let key = Key::named(key)?;
        let value = parse(key.spec(), text)?;
        if let (Value::Integer(n), Kind::Number { decimals, min, max, .. }) = (&value, key.spec().kind)
            && !(min..=max).contains(n)
        {
            return Err(ParamError::OutOfBounds {
                key: key.spec().key,
                text: text.to_owned(),
                min: decimal(min, decimals),
                max: decimal(max, decimals),
            });
        }
        self.values[key as usize] = value;
        Ok(())
    }

    /// As [`set`](Self::set), but a number beyond its bounds is moved to the nearest; tells whether it was.
    ///
    /// # Errors
    /// [`ParamError`] if there is no such key or the text does not parse.
    pub fn set_clamped(&mut self, key: &str, text: &str) -> Result<bool, ParamError> {
        let key = Key::named(key)?;
        let mut value = parse(key.spec(), text)?;
        let mut moved = false;
        if let (Value::Integer(n), Kind::Number { min, max, .. }) = (&mut value, key.spec().kind) {
            moved = !(min..=max).contains(n);
            *n = (*n).clamp(min, max);
        }
        self.values[key as usize] = value;
        Ok(moved)
    }

    /// The value of a parameter as text; [`set`](Self::set) reads it back as the same value.
    pub fn text(&self, key: Key) -> String {
        match (&self.values[key as usize], key.spec().kind) {
            (Value::Text(text), _) => text.clone(),
            (Value::Integer(n), Kind::Number { decimals, .. }) => decimal(*n, decimals),
            (Value::Integer(n), Kind::Choice(words)) => words[*n as usize].to_owned(),
            (Value::Integer(n), _) => n.to_string(),
        }
    }

    /// Whether the parameter differs from its default.
    pub fn is_changed(&self, key: Key) -> bool {
        self.values[key as usize] != Params::default().values[key as usize]
    }

    /// The parameters that differ from their defaults, with their values as text.
    pub fn changed(&self) -> impl Iterator<Item = (Key, String)> {
        Key::ALL.into_iter().filter(|&key| self.is_changed(key)).map(|key| (key, self.text(key)))
    }
}

#[cfg(test)]
mod tests;
