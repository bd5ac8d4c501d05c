//! Documents: values with their positions, before their meaning is known.
//!
//! JSON is YAML, so one reader reads both. It also accepts excerpts of the documentation without their outer
//! braces.

mod fields;
mod parse;
mod scalar;

pub(crate) use fields::{Fields, whole};
pub use parse::MOST_BYTES;
pub(crate) use parse::parse;

use crate::Place;

/// A value and its start.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Node {
    pub place: Place,
    pub value: Value,
}

/// A JSON or YAML value. Fields keep their order.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Value {
    Null,
    Bool(bool),
    Number(f64),
    Text(String),
    List(Vec<Node>),
    Fields(Vec<Field>),
}

/// A field of an object, and the position of its name.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Field {
    pub name: String,
    pub place: Place,
    pub node: Node,
}

impl Node {
    /// A short description of the value, for messages.
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

    /// Sets the number of the file in all places of the value.
    pub fn set_file(&mut self, file: u16) {
        self.place.file = file;
        match &mut self.value {
            Value::List(items) => items.iter_mut().for_each(|item| item.set_file(file)),
            Value::Fields(fields) => {
                for Field { place, node, .. } in fields {
                    place.file = file;
                    node.set_file(file);
                }
            }
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::Text(_) => {}
        }
    }

    /// The value of a field; `None` if this is not an object, or has no such field.
    pub fn field(&self, name: &str) -> Option<&Node> {
        let Value::Fields(fields) = &self.value else { return None };
        fields.iter().find(|field| field.name == name).map(|field| &field.node)
    }

    /// The text; `None` for other values.
    pub fn as_text(&self) -> Option<&str> {
        if let Value::Text(text) = &self.value { Some(text) } else { None }
    }
}
