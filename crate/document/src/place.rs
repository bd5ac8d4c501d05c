//! Positions in a user's file.

use std::fmt;

/// A position in one of several files: line and column from 1; columns count characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place {
    /// Number of the file, from 0, in the order in which they are read.
    pub file: u16,
    /// Line, from 1.
    pub line: u32,
    /// Column in characters, from 1.
    pub column: u32,
}

impl Place {
    /// The start of a file.
    pub const START: Place = Place::at(1, 1);

    /// A position in the first file.
    pub const fn at(line: u32, column: u32) -> Place {
        Place { file: 0, line, column }
    }

    /// The position after this text. Lines end as in YAML: with `\n`, `\r` or both.
    pub fn after(text: &str) -> Place {
        let last_line = text.rfind(['\n', '\r']).map_or(text, |at| &text[at + 1..]);
        let ends = text.matches(['\n', '\r']).count() - text.matches("\r\n").count();
        Place::at(ends as u32 + 1, last_line.chars().count() as u32 + 1)
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)?;
        if self.file > 0 { write!(f, " of file {}", self.file + 1) } else { Ok(()) }
    }
}

/// A value and its position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct At<T> {
    /// The value.
    pub value: T,
    /// Its position.
    pub place: Place,
}

/// A setting with a default, and its position if it is in the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Setting {
    /// The value, in the unit of its name.
    pub value: u32,
    /// Its position; `None` for the default.
    pub place: Option<Place>,
}

impl Setting {
    /// The file's value, or the default.
    pub fn or(written: Option<At<u32>>, default: u32) -> Setting {
        match written {
            Some(At { value, place }) => Setting { value, place: Some(place) },
            None => Setting { value: default, place: None },
        }
    }
}

/// The value for messages, marked if it is the default.
impl fmt::Display for Setting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let note = if self.place.is_some() { "" } else { ", the default" };
        write!(f, "{}{note}", self.value)
    }
}
