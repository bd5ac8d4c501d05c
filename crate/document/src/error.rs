//! Errors of documents.

use crate::Place;
use thiserror::Error;

/// Why a document is refused, and the position.
#[derive(Clone, Debug, Error, PartialEq)]
#[error("{place}: {reason}")]
pub struct Error {
    /// Position of the error.
    pub place: Place,
    /// The problem.
    pub reason: Reason,
}

/// The problem and its remedy.
#[derive(Clone, Debug, Error, PartialEq)]
pub enum Reason {
    /// The file is too large.
    #[error("more than {0} bytes")]
    TooLarge(usize),
    /// A NUL character, which is not allowed in text.
    #[error("a NUL character: this is no text file; save it as UTF-8")]
    Nul,
    /// A character in a text that acts on the text around it.
    #[error(
        "the character U+{:04X} in this text is not shown, or changes the direction of what is around it: remove it",
        u32::from(*.0)
    )]
    Acts(char),
    /// Not UTF-8.
    #[error("not UTF-8 from here on: save the file as UTF-8")]
    NotUtf8,
    /// Neither JSON nor YAML.
    #[error("neither JSON nor YAML: {0}")]
    Syntax(String),
    /// Not JSON.
    #[error("this is not JSON: {0}")]
    NotJson(String),
    /// Too many nested values.
    #[error("values are nested more than {0} deep: write it flatter")]
    TooDeep(usize),
    /// Too many values, probably through aliases of aliases.
    #[error("more than {0} values and characters, aliases written out")]
    TooMany(usize),
    /// An alias within its own anchor.
    #[error("an alias is inside its own anchor, so its value never ends: write the value instead of the alias")]
    Endless,
    /// A key that is not a text.
    #[error("this key is not a text: write a name in quotes")]
    Key,
    /// A comment of another language, which YAML reads as a key.
    #[error("`//` and `/*` are no comments in YAML, and this one would swallow the next key: begin a comment with `#`")]
    Comment,
    /// A key that appears twice.
    #[error("key `{key}` is here a second time, first at {first}: keep one")]
    Twice {
        /// The key.
        key: String,
        /// Its first position.
        first: Place,
    },
    /// A value of the wrong kind.
    #[error("`{key}` has to be {expected}, but here is {found}")]
    Kind {
        /// The key with its path.
        key: String,
        /// The expected kind.
        expected: String,
        /// The value found.
        found: String,
    },
    /// A missing required key.
    #[error("`{key}` is missing: {what}")]
    Missing {
        /// The key with its path.
        key: String,
        /// Description of its use.
        what: &'static str,
    },
    /// Two incompatible values.
    #[error("{0}")]
    Contradiction(String),
}

impl Reason {
    /// The error at a position.
    pub fn at(self, place: Place) -> Error {
        Error { place, reason: self }
    }
}
