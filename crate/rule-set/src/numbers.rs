//! The numbers of a rule set, for sliders, and their replacement in its text.

use crate::RuleSet;
use matchday_document::{Node, Place, Value};
use std::ops::Range;
use thiserror::Error;

/// A number in the text of a rule set.
#[derive(Clone, Debug, PartialEq)]
pub struct Number {
    /// Its path: `rules[FairTeamSkill].maxDistance`, `expansions[0].steps[1].value`.
    pub path: String,
    /// Its value, in the unit of its key.
    pub value: f64,
    /// Its bytes in the text, without quotes.
    pub bytes: Range<usize>,
    /// Its position.
    pub place: Place,
}

/// Why a number cannot be replaced.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum NumberError {
    /// There is no such number.
    #[error("the rule set has no number `{0}`: take a path of its numbers")]
    Unknown(String),
    /// The value is not finite.
    #[error("{0} cannot be written in JSON: enter a finite number")]
    NotFinite(f64),
}

/// Keys whose numbers may stand in quotes, as in AWS's examples.
pub(crate) const QUOTED: [&str; 6] =
    ["maxDistance", "minDistance", "maxLatency", "minCount", "maxCount", "referenceValue"];

impl RuleSet {
    /// Every number, in the order of the text.
    pub fn numbers(&self) -> &[Number] {
        &self.numbers
    }

    /// The text of the file.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The text with another value for one number; the rest stays as it is.
    ///
    /// # Errors
    /// A path that is not in [`RuleSet::numbers`], or a value that is not finite.
    pub fn with_number(&self, path: &str, value: f64) -> Result<String, NumberError> {
        if !value.is_finite() {
            return Err(NumberError::NotFinite(value));
        }
        let number = self.numbers.iter().find(|number| number.path == path);
        let Number { bytes, .. } = number.ok_or_else(|| NumberError::Unknown(path.to_string()))?;
        Ok(format!("{}{value}{}", &self.text[..bytes.start], &self.text[bytes.end..]))
    }
}

/// All numbers below a value.
pub(crate) fn collect(node: &Node, path: &str, key: &str, into: &mut Vec<Number>) {
    let mut add = |value, bytes| into.push(Number { path: path.to_string(), value, bytes, place: node.place });
    match &node.value {
        Value::Number(value) => add(*value, node.bytes.clone()),
        Value::Text(text) if QUOTED.contains(&key) => {
            if let Some(value) = number(text) {
                add(value, node.bytes.start + 1..node.bytes.end - 1);
            }
        }
        Value::List(items) => {
            for (index, item) in items.iter().enumerate() {
                let name = item.field("name").and_then(Node::as_text);
                let own = name.map_or_else(|| format!("{path}[{index}]"), |name| format!("{path}[{name}]"));
                collect(item, &own, "", into);
            }
        }
        Value::Fields(fields) => {
            for field in fields {
                let own = if path.is_empty() { field.name.clone() } else { format!("{path}.{}", field.name) };
                collect(&field.node, &own, &field.name, into);
            }
        }
        Value::Null | Value::Bool(_) | Value::Text(_) => {}
    }
}

/// A number in quotes.
pub(crate) fn number(text: &str) -> Option<f64> {
    let decimal = text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'.' | b'-' | b'+' | b'e' | b'E'));
    decimal.then(|| text.parse().ok()).flatten().filter(|number: &f64| number.is_finite())
}
