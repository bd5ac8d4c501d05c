//! Reads users' JSON, YAML and CSV files with the position of every value.
//!
//! ```
//! use matchday_document::{Fields, parse_json};
//!
//! let root = parse_json(br#"{"minPlayers": "four"}"#)?;
//! let error = Fields::of(&root, "")?.whole("minPlayers", 1..=200).unwrap_err();
//! assert_eq!(
//!     error.to_string(),
//!     "line 1, column 16: `minPlayers` has to be a whole number from 1 to 200, but here is the text \"four\""
//! );
//! # Ok::<(), matchday_document::Error>(())
//! ```
//!
//! - [`parse`]: the documents of a YAML or JSON file. It also accepts excerpts of JSON without their outer braces, and
//!   comments in JSON.
//! - [`parse_json`]: the value of a strict JSON file.
//! - [`Fields`]: reads the fields of an object, and names those that are not read.
//! - [`csv::Rows`]: the rows of comma-separated values that arrive in pieces.
//! - [`TooManyRefused`]: how many rows of a file may be left out.
//! - [`with_leading_zeros`]: times as people write them.
//! - [`Finding`]: a problem and its position.
//!
//! Files are untrusted: there are limits on bytes, depth and values, and an [`Error`] has its line and column.

#![forbid(unsafe_code)]

mod comments;
pub mod csv;
mod error;
mod fields;
mod finding;
mod json;
mod parse;
mod place;
mod refused;
mod scalar;
mod time;

pub use error::{Error, Reason};
pub use fields::{Fields, whole, wrong_kind};
pub use finding::{Finding, Severity};
pub use json::parse_json;
pub use parse::{DEEPEST, MOST_BYTES, MOST_VALUES, parse};
pub use place::{At, Place, Setting};
pub use refused::{TooManyRefused, is_too_many};
pub use time::with_leading_zeros;

use std::ops::Range;

/// A value and its start.
#[derive(Clone, Debug, PartialEq)]
pub struct Node {
    /// Its start.
    pub place: Place,
    /// Its bytes in the file, with its quotes; those of the anchor for an alias. The end is exact only for texts,
    /// numbers and words.
    pub bytes: Range<usize>,
    /// The value.
    pub value: Value,
}

/// A JSON or YAML value. Fields keep their order.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// Nothing.
    Null,
    /// True or false.
    Bool(bool),
    /// A finite number.
    Number(f64),
    /// A text.
    Text(String),
    /// A list.
    List(Vec<Node>),
    /// An object.
    Fields(Vec<Field>),
}

/// A field of an object, and the position of its name.
#[derive(Clone, Debug, PartialEq)]
pub struct Field {
    /// The name.
    pub name: String,
    /// The position of the name.
    pub place: Place,
    /// The value.
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
