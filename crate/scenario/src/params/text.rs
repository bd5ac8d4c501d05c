//! Values as text: reading, writing, and errors.

use super::registry::MAX_PLAYLISTS;
use super::{Kind, SPECS, Spec, pairs};
use crate::incidents::Incident;
use thiserror::Error;

/// Largest weight. The sum of all weights does not overflow.
pub(super) const MAX_WEIGHT: i64 = 1_000_000;

/// A parameter or value that was refused.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ParamError {
    /// No parameter has this key.
    #[error("there is no parameter `{key}`; the parameters are {}", keys())]
    UnknownKey {
        /// The unknown key.
        key: String,
    },
    /// The text does not have the parameter's form.
    #[error("{key}={text}: expected {expected}")]
    Malformed {
        /// The parameter.
        key: &'static str,
        /// The given text.
        text: String,
        /// The expected form.
        expected: String,
    },
    /// The number is outside the parameter's bounds.
    #[error("{key}={text}: must be from {min} to {max}")]
    OutOfBounds {
        /// The parameter.
        key: &'static str,
        /// The given text.
        text: String,
        /// Smallest value.
        min: String,
        /// Largest value.
        max: String,
    },
}

fn keys() -> String {
    SPECS.map(|spec| spec.key).join(", ")
}

/// The stored value of a parameter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Value {
    /// A scaled number, a flag as 0 or 1, or the position of a word in a choice.
    Integer(i64),
    /// Weights without spaces, incidents, a word of an open choice, or free text.
    Text(String),
}

/// Reads a value of a parameter. The caller checks its bounds.
pub(crate) fn parse(spec: &'static Spec, text: &str) -> Result<Value, ParamError> {
    let part_malformed = |part: &str, expected: &str| ParamError::Malformed {
        key: spec.key,
        text: part.chars().take(80).collect(),
        expected: expected.to_owned(),
    };
    let malformed = |expected: &str| part_malformed(text, expected);
    match spec.kind {
        Kind::Number { decimals, .. } => parse_decimal(text.trim(), decimals)
            .map(Value::Integer)
            .ok_or_else(|| malformed(if decimals == 0 { "a whole number" } else { "a decimal number, such as 0.75" })),
        Kind::Flag => match text.trim() {
            "1" | "true" | "on" => Ok(Value::Integer(1)),
            "0" | "false" | "off" => Ok(Value::Integer(0)),
            _ => Err(malformed("1 or 0")),
        },
        Kind::Choice(words) => match words.iter().position(|word| *word == text.trim()) {
            Some(at) => Ok(Value::Integer(at as i64)),
            None => Err(malformed(&format!("one of {}", words.join(", ")))),
        },
        Kind::Weights => match parse_weights(text.trim()) {
            Some(weights) => Ok(Value::Text(weights)),
            None => Err(malformed("up to 20 whole numbers from 1 to 1000000, such as 50,30,20")),
        },
        Kind::Incidents if let Some(part) = Incident::malformed(text.trim()) => {
            Err(part_malformed(part, "up to 32 of kind@hh:mm, such as lost@18:30 or outage:frankfurt@18:30"))
        }
        Kind::Mix if let Some(part) = pairs::malformed(text.trim(), pairs::weight) => {
            Err(part_malformed(part, "up to 100 different names with a weight each, such as lostwoods:3,town:1"))
        }
        Kind::Properties if let Some(part) = pairs::malformed(text.trim(), Some) => {
            Err(part_malformed(part, "up to 100 different names with a value each, such as season:5,event:true"))
        }
        Kind::Text | Kind::Open(_) | Kind::Incidents | Kind::Mix | Kind::Properties => {
            Ok(Value::Text(text.trim().to_owned()))
        }
    }
}

/// Checks weights and removes their spaces.
fn parse_weights(text: &str) -> Option<String> {
    let mut kept = String::new();
    for (before, part) in text.split(',').filter(|_| !text.is_empty()).enumerate() {
        let weight = parse_decimal(part.trim(), 0)?;
        if !(1..=MAX_WEIGHT).contains(&weight) || before == MAX_PLAYLISTS {
            return None;
        }
        kept += if before > 0 { "," } else { "" };
        kept += &decimal(weight, 0);
    }
    Some(kept)
}

/// Reads a plain decimal number in units of `10^-decimals`. Further digits are rounded, half away from zero; what is whole has
/// none but zeros.
pub(crate) fn parse_decimal(text: &str, decimals: u8) -> Option<i64> {
    let (negative, digits) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text),
    };
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let all_digits = |s: &str| s.bytes().all(|b| b.is_ascii_digit());
    if (whole.is_empty() && fraction.is_empty()) || whole.len() > 15 || !all_digits(whole) || !all_digits(fraction) {
        return None;
    }
    let mut value: i64 = if whole.is_empty() { 0 } else { whole.parse().ok()? };
    if decimals == 0 && fraction.bytes().any(|digit| digit != b'0') {
        return None;
    }
    let mut fraction = fraction.bytes().map(|b| i64::from(b - b'0'));
    for _ in 0..decimals {
        value = value.checked_mul(10)? + fraction.next().unwrap_or(0);
    }
    if fraction.next().is_some_and(|digit| digit >= 5) {
        value += 1;
    }
    Some(if negative { -value } else { value })
}

/// Writes an integer in units of `10^-decimals` as the shortest decimal number.
pub fn decimal(value: i64, decimals: u8) -> String {
    let one = 10_i64.pow(u32::from(decimals));
    let sign = if value < 0 { "-" } else { "" };
    let (whole, fraction) = (value.abs() / one, value.abs() % one);
    if fraction == 0 {
        return format!("{sign}{whole}");
    }
    let fraction = format!("{fraction:0width$}", width = usize::from(decimals));
    format!("{sign}{whole}.{}", fraction.trim_end_matches('0'))
}
