//! A parameter with the values that it takes in a sweep.

use super::SweepError;
use super::spec::MOST_RUNS;
use matchday_scenario::Params;
use matchday_scenario::params::Key;
use std::fmt;

/// A parameter with the values that it takes in a sweep.
///
/// As text, in links: `replay:0.6..0.9:20`, twenty values from 0.6 to 0.9, or `ccu:500,5000`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Axis {
    key: Key,
    values: Vec<String>,
    /// The text that it was made from, as in links.
    written: String,
}

impl Axis {
    /// An axis with these values.
    ///
    /// # Errors
    /// [`SweepError`] if the parameter cannot be swept, or a value is invalid or appears twice.
    pub fn list(key: &str, values: &[String]) -> Result<Self, SweepError> {
        let key = swept(key)?;
        let mut params = Params::default();
        let mut taken: Vec<String> = Vec::with_capacity(values.len());
        for value in values {
            params.set(key.spec().key, value)?;
            taken.push(params.text(key));
        }
        let written = taken.join(",");
        Self { key, values: taken, written }.checked()
    }

    /// An axis with `count` evenly spaced values from `from` to `to`.
    ///
    /// # Errors
    /// The errors of [`list`](Self::list).
    pub fn range(key: &str, from: &str, to: &str, count: u32) -> Result<Self, SweepError> {
        if u64::from(count) > MOST_RUNS {
            return Err(SweepError::TooMany(count.into()));
        }
        let values = swept(key)?.spaced(from, to, count)?;
        let axis = Self::list(key, &values)?;
        let written = match (axis.values.first(), axis.values.last()) {
            (Some(first), Some(last)) if count > 1 => format!("{first}..{last}:{count}"),
            _ => axis.written,
        };
        Ok(Self { written, ..axis })
    }

    /// Reads an axis as written in links.
    ///
    /// # Errors
    /// The errors of [`list`](Self::list); also if the text has neither form.
    pub fn parse(text: &str) -> Result<Self, SweepError> {
        let form = || SweepError::Form(text.chars().take(80).collect());
        let (key, values) = text.split_once(':').ok_or_else(form)?;
        match values.split_once("..") {
            Some((from, rest)) => {
                let (to, count) = rest.split_once(':').ok_or_else(form)?;
                Self::range(key, from, to, count.parse().map_err(|_| form())?)
            }
            None => Self::list(key, &values.split(',').map(str::to_owned).collect::<Vec<_>>()),
        }
    }

    fn checked(self) -> Result<Self, SweepError> {
        let key = self.key.spec().key;
        let mut sorted = self.values.clone();
        sorted.sort_unstable();
        match sorted.windows(2).find(|pair| pair[0] == pair[1]) {
            _ if self.values.is_empty() => Err(SweepError::Empty(key)),
            Some(pair) => Err(SweepError::Twice { key, value: pair[0].clone() }),
            None => Ok(self),
        }
    }

    /// The parameter.
    pub fn key(&self) -> Key {
        self.key
    }

    /// Its values as text, in the order of the points; each is within the parameter's bounds.
    pub fn values(&self) -> &[String] {
        &self.values
    }
}

impl fmt::Display for Axis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.key.spec().key, self.written)
    }
}

fn swept(key: &str) -> Result<Key, SweepError> {
    let key = Key::named(key)?;
    let reason = match (key, key.spec().kind) {
        (Key::Seed, _) => "every point is run with every one of its seeds",
        (_, kind) if kind.has_commas() => "its values have commas themselves; make a sweep for each",
        _ => return Ok(key),
    };
    Err(SweepError::NotSwept { key: key.spec().key, reason })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_both_forms_and_writes_them_back() {
        for (text, written, values) in [
            ("replay:0.6..0.9:4", "replay:0.6..0.9:4", &["0.6", "0.7", "0.8", "0.9"][..]),
            ("replay:.60,0.75", "replay:0.6,0.75", &["0.6", "0.75"]),
            ("ccu:500..500:1", "ccu:500", &["500"]),
            ("estimate:ping,map", "estimate:ping,map", &["ping", "map"]),
            ("bots:off,on", "bots:0,1", &["0", "1"]),
        ] {
            let axis = Axis::parse(text).unwrap();
            assert_eq!(
                (axis.to_string().as_str(), axis.values()),
                (written, &values.iter().map(ToString::to_string).collect::<Vec<_>>()[..])
            );
            assert_eq!(Axis::parse(written), Ok(axis));
        }
    }

    #[test]
    fn mistakes_are_named() {
        for (text, says) in [
            ("replay", "`replay`: write replay:0.6..0.9:20"),
            ("replay:0.6..0.9", "write replay:0.6..0.9:20"),
            ("replay:0.6..0.9:many", "write replay:0.6..0.9:20"),
            ("replay:", "replay=: expected a decimal number"),
            ("replay:0.6,0.99", "replay=0.99: must be from 0 to 0.95"),
            ("replay:0.6..2:3", "must be from 0 to 0.95"),
            ("replay:0.6..0.9:0", "replay has no values"),
            ("players:2..4:9", "players has 2 twice"),
            ("ccu:500,0500", "ccu has 500 twice"),
            ("replai:1", "no parameter `replai`; the parameters are replay"),
            ("seed:1,2", "every point is run with every one of its seeds"),
            ("dcs:-lima", "dcs cannot be swept: its values have commas"),
            ("ccu:10..99:4000000000", "4000000000 runs; the most is"),
        ] {
            let error = Axis::parse(text).unwrap_err().to_string();
            assert!(error.contains(says), "{text}: {error}");
        }
    }
}
