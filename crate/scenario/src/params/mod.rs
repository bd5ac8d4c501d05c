//! The parameters of a scenario. `registry.rs` declares each of them once: key, bounds, words, accessor.
//!
//! `--set`, the sliders of the page, permalinks, `window.matchday`, scenario files and the tables of the guide use
//! [`SPECS`]. `needs.rs` says when each of them acts. A value is stored as a scaled integer, so it is printed and simulated as exactly the number that was
//! typed.
//!
//! Keys, units and defaults are frozen for each link version (see [`crate::link`]), because a new default would change
//! the scenario of an old link.

mod declare;
mod key;
mod needs;
mod page;
mod pairs;
mod registry;
mod spec;
pub(crate) mod text;
mod values;

pub use needs::{Idle, Need};
pub use page::PageView;
pub use registry::*;
pub use spec::{Kind, Slider, Spec};
pub use text::{ParamError, decimal};
use text::{Value, parse};

/// A checked value of every parameter.
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
    /// [`ParamError`] if no parameter has this key, or the text is invalid or out of bounds. Nothing changes then.
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

    /// As [`set`](Self::set), but a number out of bounds becomes the nearest allowed number. Returns whether that
    /// happened.
    ///
    /// # Errors
    /// [`ParamError`] if no parameter has this key, or the text is invalid.
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
