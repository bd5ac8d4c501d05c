//! What varies in a sweep, with its values.

use super::spec::MOST_RUNS;
use super::{SweepError, Varied};
use matchday_scenario::Params;
use std::fmt;

/// A parameter, a constant of the plug-in or a number of the rule set, with the values that it takes in a sweep.
///
/// As text, in links: `replay:0.6..0.9:20`, twenty values from 0.6 to 0.9, or `ccu:500,5000`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Axis {
    varied: Varied,
    values: Vec<String>,
    /// The text that it was made from, as in links.
    written: String,
}

impl Axis {
    /// An axis with these values of what is called `name`.
    ///
    /// # Errors
    /// [`SweepError`] if it cannot be swept, or a value is invalid or appears twice.
    pub fn list(name: &str, values: &[String]) -> Result<Self, SweepError> {
        let varied = Varied::named(name)?;
        let values = varied.values(values)?;
        let written = values.join(",");
        Self { varied, values, written }.checked()
    }

    /// An axis with `count` evenly spaced values from `from` to `to`.
    ///
    /// # Errors
    /// The errors of [`list`](Self::list).
    pub fn range(name: &str, from: &str, to: &str, count: u32) -> Result<Self, SweepError> {
        if u64::from(count) > MOST_RUNS {
            return Err(SweepError::TooMany(count.into()));
        }
        let varied = Varied::named(name)?;
        let values = varied.spaced(from, to, count)?;
        // At once: reading and sorting a million values to find the same takes seconds.
        if let Some(pair) = values.windows(2).find(|pair| pair[0] == pair[1]) {
            return Err(SweepError::Twice { key: name.to_owned(), value: varied.values(&pair[..1])?.concat() });
        }
        let axis = Self::list(name, &values)?;
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
        let (name, values) = text.split_once(':').ok_or_else(form)?;
        match values.split_once("..") {
            Some((from, rest)) => {
                let (to, count) = rest.split_once(':').ok_or_else(form)?;
                Self::range(name, from, to, count.parse().map_err(|_| form())?)
            }
            None => Self::list(name, &values.split(',').map(str::to_owned).collect::<Vec<_>>()),
        }
    }

    fn checked(self) -> Result<Self, SweepError> {
        let mut sorted: Vec<&String> = self.values.iter().collect();
        sorted.sort_unstable();
        match sorted.windows(2).find(|pair| pair[0] == pair[1]) {
            _ if self.values.is_empty() => Err(SweepError::Empty(self.varied.to_string())),
            Some(pair) => Err(SweepError::Twice { key: self.varied.to_string(), value: pair[0].to_owned() }),
            None => Ok(self),
        }
    }

    /// What varies.
    pub fn varied(&self) -> &Varied {
        &self.varied
    }

    /// Its values as text, in the order of the points; those of a parameter are within its bounds.
    pub fn values(&self) -> &[String] {
        &self.values
    }

    /// Checks that a scenario has what varies, and stays one with each of the values.
    ///
    /// # Errors
    /// [`SweepError`] names what is missing, or the value.
    pub(super) fn check(&self, base: &Params) -> Result<(), SweepError> {
        self.varied.check(base, &self.values)
    }
}

impl fmt::Display for Axis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.varied, self.written)
    }
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
            ("constants.IDEAL:20..100:3", "constants.IDEAL:20..100:3", &["20", "60", "100"]),
            ("constants.BY:-.30..0.30:3", "constants.BY:-0.3..0.3:3", &["-0.3", "0", "0.3"]),
            ("constants.BY:0.1..0.4:4", "constants.BY:0.1..0.4:4", &["0.1", "0.2", "0.3", "0.4"]),
            ("constants.BY:1..2:4", "constants.BY:1..2:4", &["1", "1.33333333333", "1.66666666667", "2"]),
            (
                "rules.rules[Fair skill].maxDistance:50,1e2",
                "rules.rules[Fair skill].maxDistance:50,100",
                &["50", "100"],
            ),
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
            ("players:2..4:9", "players has 2 twice; name each value once"),
            ("ccu:500,0500", "ccu has 500 twice"),
            ("replai:1", "no parameter `replai`; the parameters are replay"),
            ("seed:1,2", "every point is run with every one of its seeds"),
            ("dcs:-lima", "dcs cannot be swept: its values have commas"),
            ("constants:A:1", "constants cannot be swept: name one of its numbers, such as constants.WIDEN_AFTER"),
            ("rules:1", "rules cannot be swept: name one of its numbers, such as rules.rules[FairSkill].maxDistance"),
            ("constants.:1", "constants. cannot be swept: the name of a constant has letters, digits and _"),
            ("constants.A-B:1", "constants.A-B cannot be swept: the name"),
            ("constants.A:1,x", "constants.A=x: expected a number"),
            ("constants.A:0..inf:3", "constants.A=inf: expected a number"),
            ("constants.A:1,1.0", "constants.A has 1 twice"),
            ("constants.A:-0,0", "constants.A has 0 twice"),
            ("constants.A:0..0:2", "constants.A has 0 twice"),
            ("rules.rules[a,b].maxDistance:1", "a name in it has , : ~ or \": rename it"),
            ("replay.A:1", "no parameter `replay.A`"),
            ("ccu:10..99:4000000000", "4000000000 runs; the most is"),
        ] {
            let error = Axis::parse(text).unwrap_err().to_string();
            assert!(error.contains(says), "{text}: {error}");
        }
    }
}
