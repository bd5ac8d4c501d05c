//! What an axis varies: a parameter, or a number within the text of one.

use super::SweepError;
use matchday_rule_set::RuleSet;
use matchday_scenario::Params;
use matchday_scenario::params::Key;
use matchday_sim::policy::{Constants, PolicyError};
use std::fmt;

/// What an axis varies. As text, in links, files and headers: `replay`, `constants.WIDEN_AFTER`,
/// `rules.rules[FairSkill].maxDistance`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Varied {
    /// A parameter.
    Param(Key),
    /// A constant of the plug-in, by its name.
    Constant(String),
    /// A number of the rule set, by its path: see [`RuleSet::numbers`].
    Number(String),
}

/// Digits of numbers between the ends of a range: fewer than floats have, so that none of them is noise.
const DIGITS: f64 = 12.0;

/// The rule set is read with each value of one of its numbers: altogether at most so many bytes, in less than a second.
const MOST_RULE_BYTES: usize = 4 << 20;
/// Most digits after the point, where all values are nearly zero.
const MOST_DECIMALS: f64 = 300.0;

impl Varied {
    /// Reads a name.
    ///
    /// # Errors
    /// [`SweepError`] if nothing has this name, or it cannot be swept.
    pub fn named(name: &str) -> Result<Self, SweepError> {
        let refuse = |reason| Err(SweepError::NotSwept { key: name.to_owned(), reason });
        match name.split_once('.') {
            Some(("constants", constant)) if is_constant(constant) => Ok(Self::Constant(constant.to_owned())),
            Some(("constants", _)) => refuse("the name of a constant has letters, digits and _"),
            Some(("rules", path)) if path.contains(SEPARATORS) => refuse("a name in it has , : ~ or \": rename it"),
            Some(("rules", path)) => Ok(Self::Number(path.to_owned())),
            _ => {
                let key = Key::named(name)?;
                why_not(key).map_or(Ok(Self::Param(key)), refuse)
            }
        }
    }

    /// The parameter whose value changes.
    pub fn key(&self) -> Key {
        match self {
            Self::Param(key) => *key,
            Self::Constant(_) => Key::Constants,
            Self::Number(_) => Key::Rules,
        }
    }

    /// Values as results have them.
    ///
    /// # Errors
    /// [`SweepError`] names the first that is invalid.
    pub(super) fn values(&self, texts: &[String]) -> Result<Vec<String>, SweepError> {
        let Self::Param(key) = *self else {
            return texts.iter().map(|text| Ok(self.number(text)?.to_string())).collect();
        };
        // Made once: there may be a million values.
        let mut params = Params::default();
        let mut value = |text: &String| {
            params.set(key.spec().key, text)?;
            Ok(params.text(key))
        };
        texts.iter().map(&mut value).collect()
    }

    /// `count` evenly spaced values from `from` to `to`.
    ///
    /// # Errors
    /// [`SweepError`] if the ends are invalid.
    pub(super) fn spaced(&self, from: &str, to: &str, count: u32) -> Result<Vec<String>, SweepError> {
        if let Self::Param(key) = self {
            return Ok(key.spaced(from, to, count)?);
        }
        let (from, to) = (self.number(from)?, self.number(to)?);
        let gaps = f64::from(count.max(2) - 1);
        let whole_digits = libm::floor(libm::log10(from.abs().max(to.abs()))) + 1.0;
        let decimals = (DIGITS - whole_digits).clamp(0.0, MOST_DECIMALS) as usize;
        Ok((0..count).map(|at| format!("{:.decimals$}", from + (to - from) * f64::from(at) / gaps)).collect())
    }

    fn number(&self, text: &str) -> Result<f64, SweepError> {
        let number = text.trim().parse().ok().filter(|number: &f64| number.is_finite());
        let refused = || self.refused(text, "expected a number, such as 0.75".to_owned());
        // Adding nothing leaves one zero of the two.
        number.map(|number| number + 0.0).ok_or_else(refused)
    }

    fn refused(&self, value: &str, reason: String) -> SweepError {
        SweepError::Value { key: self.to_string(), value: value.chars().take(80).collect(), reason }
    }

    /// Checks that a scenario has it, and stays one with each of these values.
    ///
    /// # Errors
    /// [`SweepError`] names what is missing, or the value.
    pub(super) fn check(&self, base: &Params, values: &[String]) -> Result<(), SweepError> {
        match self {
            Self::Param(_) => Ok(()),
            Self::Constant(_) => constants(base).map(drop),
            Self::Number(path) => {
                let rules = read(base.rules())?;
                let most = MOST_RULE_BYTES / rules.text().len().max(1);
                if values.len() > most {
                    return Err(SweepError::ManyNumbers { key: self.to_string(), values: values.len(), most });
                }
                values.iter().try_for_each(|value| {
                    let text = self.replace(&rules, path, value)?;
                    read(&text).map(drop).map_err(|error| self.refused(value, error.to_string()))
                })
            }
        }
    }

    /// Sets it in a scenario.
    ///
    /// # Errors
    /// The errors of [`values`](Self::values) and [`check`](Self::check).
    pub(super) fn set(&self, params: &mut Params, value: &str) -> Result<(), SweepError> {
        let text = match self {
            Self::Param(_) => value.to_owned(),
            Self::Constant(name) => {
                let mut all = constants(params)?;
                all.set(name, self.number(value)?);
                all.to_string()
            }
            Self::Number(path) => self.replace(&read(params.rules())?, path, value)?,
        };
        Ok(params.set(self.key().spec().key, &text)?)
    }

    fn replace(&self, rules: &RuleSet, path: &str, value: &str) -> Result<String, SweepError> {
        rules.with_number(path, self.number(value)?).map_err(|_| {
            let there = rules.numbers().iter().map(|number| format!("rules.{}", number.path));
            SweepError::NoNumber { key: self.to_string(), there: there.collect::<Vec<_>>().join(", ") }
        })
    }
}

impl fmt::Display for Varied {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let key = self.key().spec().key;
        match self {
            Self::Param(_) => f.write_str(key),
            Self::Constant(name) | Self::Number(name) => write!(f, "{key}.{name}"),
        }
    }
}

/// Characters that separate the parts of a link or of a row.
const SEPARATORS: [char; 6] = [',', ':', '~', '"', '\n', '\r'];

fn is_constant(name: &str) -> bool {
    format!("{name}:0").parse().is_ok_and(|constants: Constants| matches!(&constants.0[..], [(own, _)] if own == name))
}

/// Why a parameter cannot be swept.
fn why_not(key: Key) -> Option<&'static str> {
    match key {
        Key::Seed => Some("every point is run with every one of its seeds"),
        Key::Constants => Some("name one of its numbers, such as constants.WIDEN_AFTER"),
        Key::Rules => Some("name one of its numbers, such as rules.rules[FairSkill].maxDistance"),
        _ if key.spec().kind.has_commas() => Some("its values have commas themselves; make a sweep for each"),
        _ => None,
    }
}

fn constants(params: &Params) -> Result<Constants, SweepError> {
    Ok(params.constants().parse().map_err(PolicyError::Constants)?)
}

fn read(rules: &str) -> Result<RuleSet, SweepError> {
    if rules.is_empty() {
        return Err(PolicyError::NoRules.into());
    }
    let (rule_set, _) = RuleSet::read(rules.as_bytes()).map_err(PolicyError::Rules)?;
    Ok(rule_set)
}
