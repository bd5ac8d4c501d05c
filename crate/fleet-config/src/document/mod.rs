//! Documents: values with the places where they were written, whatever they will mean.
//!
//! JSON is YAML, and so one reader reads both, and the document's own excerpts without their outer braces, too.

mod fields;
mod parse;
mod scalar;

pub(crate) use fields::{Fields, whole};
pub use parse::MOST_BYTES;
pub(crate) use parse::parse;

use crate::Place;

/// A value and where it begins.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Node {
    pub place: Place,
    pub value: Value,
}

/// A value as JSON and YAML have them. Fields keep their order.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Value {
    Null,
    Bool(bool),
    Number(f64),
    Text(String),
    List(Vec<Node>),
    Fields(Vec<Field>),
}

/// One field of an object, and where its name stands.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Field {
    pub name: String,
    pub place: Place,
    pub node: Node,
}

impl Node {
    /// For words: what stands here, shortened.
    pub fn describe(&self) -> String {
        match &self.value {
            Value::Null => "nothing".to_string(),
            Value::Bool(flag) => format!("`{flag}`"),
            Value::Number(number) => format!("the number {number}"),
            Value::Text(text) => {
                let short: String = text.chars().take(40).collect();
                let more = if short.len() < text.len() { "..." } else { "" };
                format!("the text {short:?}{more}")
            }
            Value::List(_) => "a list".to_string(),
            Value::Fields(_) => "an object".to_string(),
        }
    }

    /// The value of a field of an object, if this is one and has it.
    pub fn field(&self, name: &str) -> Option<&Node> {
        let Value::Fields(fields) = &self.value else { return None };
        fields.iter().find(|field| field.name == name).map(|field| &field.node)
    }

    /// The text, if it is one.
    pub fn as_text(&self) -> Option<&str> {
        if let Value::Text(text) = &self.value { Some(text) } else { None }
    }
}
