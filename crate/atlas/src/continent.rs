//! Continents, as the countries of the route model name them.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

/// A continent with players. Antarctica has none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Continent {
    /// `AF`.
    Africa,
    /// `AS`.
    Asia,
    /// `EU`.
    Europe,
    /// `NA`, with Central America and the Caribbean.
    NorthAmerica,
    /// `OC`.
    Oceania,
    /// `SA`.
    SouthAmerica,
}

/// Two letters that are no continent's.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("no continent `{0}`: expected AF, AS, EU, NA, OC or SA")]
pub struct UnknownContinent(pub String);

impl Continent {
    /// Every continent, by its letters.
    pub const ALL: [Self; 6] =
        [Self::Africa, Self::Asia, Self::Europe, Self::NorthAmerica, Self::Oceania, Self::SouthAmerica];

    /// Its two letters.
    pub fn letters(self) -> [u8; 2] {
        *[b"AF", b"AS", b"EU", b"NA", b"OC", b"SA"][self as usize]
    }

    /// The continent with these letters.
    pub fn of_letters(letters: [u8; 2]) -> Option<Self> {
        Self::ALL.into_iter().find(|continent| continent.letters() == letters)
    }
}

impl fmt::Display for Continent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.letters().iter().try_for_each(|&letter| write!(f, "{}", char::from(letter)))
    }
}

impl FromStr for Continent {
    type Err = UnknownContinent;

    /// Reads what [`Display`](fmt::Display) writes.
    fn from_str(text: &str) -> Result<Self, UnknownContinent> {
        let letters = text.as_bytes().try_into().ok();
        letters.and_then(Self::of_letters).ok_or_else(|| UnknownContinent(text.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_are_read_and_written() {
        for continent in Continent::ALL {
            assert_eq!(continent.to_string().parse(), Ok(continent));
        }
        for text in ["", "sa", "AN", "SAO"] {
            let error = text.parse::<Continent>().unwrap_err().to_string();
            assert_eq!(error, format!("no continent `{text}`: expected AF, AS, EU, NA, OC or SA"));
        }
    }
}
