//! Reads the fields of an object, and reports unread fields.

use crate::{At, Error, Field, Finding, Node, Place, Reason, Severity, Value};
use std::ops::RangeInclusive;

/// The fields of one object while they are read.
pub struct Fields<'a> {
    /// Start of the object.
    pub place: Place,
    /// The path of keys to the object, for messages.
    path: String,
    fields: &'a [Field],
    /// The names read so far.
    known: Vec<&'static str>,
}

impl<'a> Fields<'a> {
    /// The fields of an object; an empty value counts as an object without fields.
    ///
    /// # Errors
    /// A value that is no object.
    pub fn of(node: &'a Node, path: &str) -> Result<Fields<'a>, Error> {
        let fields = match &node.value {
            Value::Fields(fields) => fields.as_slice(),
            Value::Null => &[],
            _ => return Err(wrong_kind(node, path, "an object")),
        };
        Ok(Fields { place: node.place, path: path.to_string(), fields, known: Vec::new() })
    }

    /// The key with its path.
    pub fn key(&self, name: &str) -> String {
        if self.path.is_empty() { name.to_string() } else { format!("{}.{name}", self.path) }
    }

    /// A field; one without a value counts as missing.
    pub fn take(&mut self, name: &'static str) -> Option<&'a Node> {
        self.known.push(name);
        let field = self.fields.iter().find(|field| field.name == name)?;
        (field.node.value != Value::Null).then_some(&field.node)
    }

    /// Names the fields that are valid but not simulated.
    pub fn pass_over(&mut self, names: &[&'static str], findings: &mut Vec<Finding>) {
        for field in self.fields.iter().filter(|field| names.contains(&field.name.as_str())) {
            findings.push(self.not_simulated(field));
        }
        self.known.extend(names);
    }

    fn not_simulated(&self, field: &Field) -> Finding {
        let words = format!("`{}` is valid, but not simulated: it changes nothing here", self.key(&field.name));
        Finding::not_simulated(field.place, words)
    }

    /// Skips fields that do not affect a simulation, with any value.
    pub fn skip(&mut self, names: &[&'static str]) {
        self.known.extend(names);
    }

    /// A required field; `what` describes it for the error.
    ///
    /// # Errors
    /// The field is missing.
    pub fn need(&mut self, name: &'static str, what: &'static str) -> Result<&'a Node, Error> {
        self.take(name).ok_or_else(|| Reason::Missing { key: self.key(name), what }.at(self.place))
    }

    /// An object within this one.
    ///
    /// # Errors
    /// A value that is no object.
    pub fn fields(&mut self, name: &'static str) -> Result<Option<Fields<'a>>, Error> {
        self.take(name).map(|node| Fields::of(node, &self.key(name))).transpose()
    }

    /// A required object within this one.
    ///
    /// # Errors
    /// The field is missing, or no object.
    pub fn inner(&mut self, name: &'static str) -> Result<Fields<'a>, Error> {
        let node = self.need(name, "what belongs to this type")?;
        Fields::of(node, &self.key(name))
    }

    /// The fields of an object with user-defined names.
    pub fn named(&self) -> impl Iterator<Item = (&'a str, &'a Node)> {
        self.fields.iter().map(|field| (field.name.as_str(), &field.node))
    }

    /// The items of a list; empty if it is missing.
    ///
    /// # Errors
    /// A value that is no list.
    pub fn list(&mut self, name: &'static str) -> Result<&'a [Node], Error> {
        match self.take(name) {
            None => Ok(&[]),
            Some(Node { value: Value::List(items), .. }) => Ok(items),
            Some(node) => Err(wrong_kind(node, &self.key(name), "a list")),
        }
    }

    /// A text.
    ///
    /// # Errors
    /// A value that is no text.
    pub fn text(&mut self, name: &'static str) -> Result<Option<At<String>>, Error> {
        let Some(node) = self.take(name) else { return Ok(None) };
        let text = node.as_text().ok_or_else(|| wrong_kind(node, &self.key(name), "a text"))?;
        Ok(Some(At { value: text.to_string(), place: node.place }))
    }

    /// True or false.
    ///
    /// # Errors
    /// Another value.
    pub fn flag(&mut self, name: &'static str) -> Result<Option<bool>, Error> {
        match self.take(name) {
            None => Ok(None),
            Some(Node { value: Value::Bool(flag), .. }) => Ok(Some(*flag)),
            Some(node) => Err(wrong_kind(node, &self.key(name), "true or false")),
        }
    }

    /// A whole number.
    ///
    /// # Errors
    /// A number that is not whole or out of range, or another value.
    pub fn whole(&mut self, name: &'static str, range: RangeInclusive<u32>) -> Result<Option<At<u32>>, Error> {
        self.take(name).map(|node| whole(node, &self.key(name), range)).transpose()
    }

    /// Reports the unread fields.
    pub fn finish(self, findings: &mut Vec<Finding>) {
        findings.extend(self.unknown().map(|(field, meant)| self.unread_finding(field, meant)));
    }

    /// Reports the unread fields of an object with more fields than are known here: as not simulated, unless they look
    /// like a misspelled known one.
    pub fn finish_open(self, findings: &mut Vec<Finding>) {
        findings.extend(self.unknown().map(|(field, meant)| match meant {
            Some(_) => self.unread_finding(field, meant),
            None => self.not_simulated(field),
        }));
    }

    /// The unread fields: their positions, and words with a hint.
    pub fn unread(&self) -> impl Iterator<Item = (Place, String)> {
        self.unknown().map(|(field, meant)| (field.place, self.unread_words(field, meant)))
    }

    /// The unread fields, each with the known name that is probably meant.
    fn unknown(&self) -> impl Iterator<Item = (&'a Field, Option<&'static str>)> {
        let unknown = self.fields.iter().filter(|field| !self.known.contains(&field.name.as_str()));
        unknown.map(|field| (field, self.known.iter().copied().find(|known| alike(known, &field.name))))
    }

    fn unread_finding(&self, field: &Field, meant: Option<&str>) -> Finding {
        let words = self.unread_words(field, meant);
        Finding { place: field.place, severity: Severity::Warning, check: "unknown-key", words }
    }

    fn unread_words(&self, field: &Field, meant: Option<&str>) -> String {
        let hint = match meant {
            Some(known) => format!("did you mean `{known}`?"),
            None => "check its spelling and what it stands under".to_string(),
        };
        format!("unknown key `{}` is not read: {hint}", self.key(&field.name))
    }
}

/// Whether two names differ by their case or by one letter.
fn alike(one: &str, other: &str) -> bool {
    let (one, other) = (one.to_lowercase().into_bytes(), other.to_lowercase().into_bytes());
    let same = one.iter().zip(&other).take_while(|(a, b)| a == b).count();
    let (one, other) = (&one[same..], &other[same..]);
    let shorter = one.len().min(other.len());
    let end = one.iter().rev().zip(other.iter().rev()).take_while(|(a, b)| a == b).count().min(shorter);
    one.len() - end <= 1 && other.len() - end <= 1
}

/// A whole number within a range.
///
/// # Errors
/// A number that is not whole or out of range, or another value.
pub fn whole(node: &Node, key: &str, range: RangeInclusive<u32>) -> Result<At<u32>, Error> {
    let number = match node.value {
        Value::Number(number) if number == libm::floor(number) => Some(number),
        _ => None,
    };
    let within = |&number: &f64| f64::from(*range.start()) <= number && number <= f64::from(*range.end());
    match number.filter(within) {
        Some(number) => Ok(At { value: number as u32, place: node.place }),
        None => Err(wrong_kind(node, key, &format!("a whole number from {} to {}", range.start(), range.end()))),
    }
}

/// The error for a value of the wrong kind.
pub fn wrong_kind(node: &Node, key: &str, expected: &str) -> Error {
    Reason::Kind { key: key.to_string(), expected: expected.to_string(), found: node.describe() }.at(node.place)
}
