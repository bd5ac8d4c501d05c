//! Finds parameters by key.

use super::text::{Value, parse};
use super::{Key, Kind, ParamError, SPECS, Spec, decimal};

impl Key {
    /// The declaration of this parameter.
    pub fn spec(self) -> &'static Spec {
        &SPECS[self as usize]
    }

    /// The parameter with this key, or with this earlier key.
    ///
    /// # Errors
    /// [`ParamError::UnknownKey`] if no parameter has it.
    pub fn named(key: &str) -> Result<Key, ParamError> {
        let found = SPECS.iter().position(|spec| spec.key == key || spec.was == Some(key));
        found.map(|at| Key::ALL[at]).ok_or_else(|| ParamError::UnknownKey { key: key.to_owned() })
    }

    /// `count` evenly spaced values from `from` to `to`, as text, rounded to the parameter's last decimal.
    ///
    /// # Errors
    /// [`ParamError::Malformed`] unless the parameter is a number and both ends are numbers.
    pub fn spaced(self, from: &str, to: &str, count: u32) -> Result<Vec<String>, ParamError> {
        let spec = self.spec();
        let (Kind::Number { decimals, .. }, Value::Integer(first), Value::Integer(last)) =
            (spec.kind, parse(spec, from)?, parse(spec, to)?)
        else {
            let text = format!("{from}..{to}");
            return Err(ParamError::Malformed { key: spec.key, text, expected: "a list of its values".into() });
        };
        // Wide enough for any two numbers that parse, times any count.
        let (first, last, gaps) = (i128::from(first), i128::from(last), i128::from(count.max(2) - 1));
        let nearest = |at: i128| (2 * (last - first) * at + gaps).div_euclid(2 * gaps);
        Ok((0..count).map(|at| decimal((first + nearest(at.into())) as i64, decimals)).collect())
    }
}
