//! Plug-ins: policies in users' code, which a data set brings along.

use super::PolicyError;
use crate::limits::MOST_TICKET_S;
use crate::world::World;
use matchday_atlas::Location;
use matchday_matchmaker::policy::{Place, Policy, Schema};
use matchday_matchmaker::ranked::{Mode, ModeError};
use matchday_scenario::Params;
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;
use thiserror::Error;

/// Most constants of a plug-in.
pub const MOST_CONSTANTS: usize = 100;

/// A module of users' code, from which the policies of days are made.
pub trait Plugin: fmt::Debug + Send + Sync {
    /// A policy on these terms.
    ///
    /// # Errors
    /// Why there is none, in words.
    fn policy(&self, terms: Terms<'_>) -> Result<Arc<dyn Policy>, String>;
}

/// What does not change during a day.
#[derive(Clone, Debug, PartialEq)]
pub struct Terms<'a> {
    /// Teams of a match; 1 on days without a ladder.
    pub teams: usize,
    /// Players of a team.
    pub team_size: usize,
    /// Seconds after which a ticket without a match fails.
    pub request_timeout_s: u32,
    /// Name and place of each datacenter, by index.
    pub datacenters: Vec<(&'a str, Place)>,
    /// The attributes of players.
    pub schema: &'a Schema,
    /// Numbers that the module reads.
    pub constants: Constants,
}

/// Numbers by name, read from text such as `WIDEN_AFTER:12;START:40`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Constants(pub Vec<(String, f64)>);

/// A text that is no list of constants.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ConstantsError {
    /// A part without a name or a number.
    #[error("'{0}' is no constant: expected a name of letters, digits and _, and a number, such as WIDEN_AFTER:12")]
    Malformed(String),
    /// A name that stands there before.
    #[error("the constant '{0}' is set twice")]
    Doubled(String),
    /// More constants than there may be.
    #[error("at most {MOST_CONSTANTS} constants can be set")]
    TooMany,
}

impl FromStr for Constants {
    type Err = ConstantsError;

    fn from_str(text: &str) -> Result<Self, ConstantsError> {
        let mut constants: Vec<(String, f64)> = Vec::new();
        for part in text.split(';').map(str::trim).filter(|part| !part.is_empty()) {
            let read = part.split_once(':').and_then(|(name, number)| constant(name.trim(), number.trim()));
            let read = read.ok_or_else(|| ConstantsError::Malformed(part.chars().take(80).collect()))?;
            if constants.iter().any(|(name, _)| *name == read.0) {
                return Err(ConstantsError::Doubled(read.0));
            }
            constants.push(read);
        }
        if constants.len() > MOST_CONSTANTS { Err(ConstantsError::TooMany) } else { Ok(Self(constants)) }
    }
}

impl Constants {
    /// Sets a constant, which keeps its place; a new one becomes the last.
    pub fn set(&mut self, name: &str, number: f64) {
        match self.0.iter_mut().find(|(own, _)| own == name) {
            Some((_, own)) => *own = number,
            None => self.0.push((name.to_owned(), number)),
        }
    }
}

impl fmt::Display for Constants {
    /// As they are read.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut before = "";
        for (name, number) in &self.0 {
            write!(f, "{before}{name}:{number}")?;
            before = ";";
        }
        Ok(())
    }
}

fn constant(name: &str, number: &str) -> Option<(String, f64)> {
    let is_name = !name.is_empty() && name.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '_');
    let number = number.parse().ok().filter(|number: &f64| number.is_finite());
    number.filter(|_| is_name).map(|number| (name.to_owned(), number))
}

impl<'a> Terms<'a> {
    /// The terms of a day.
    ///
    /// # Errors
    /// A parameter that cannot be read.
    pub(super) fn of(params: &Params, world: &'a World, schema: &'a Schema) -> Result<Self, PolicyError> {
        let asked_s = params.request_timeout_s();
        let (teams, team_size, request_timeout_s) = if params.is_ranked() {
            let mode: Mode = params.ranked().parse().map_err(|error: ModeError| PolicyError::Mode(error))?;
            (mode.players() / mode.team_size(), mode.team_size(), asked_s.min(MOST_TICKET_S))
        } else {
            (1, params.players() as usize, asked_s)
        };
        let datacenters = world.datacenters.iter().map(|active| &active.datacenter);
        Ok(Self {
            teams,
            team_size,
            request_timeout_s,
            datacenters: datacenters.map(|of| (of.name.as_str(), place_of(of.location))).collect(),
            schema,
            constants: params.constants().parse()?,
        })
    }
}

/// A location, as policies are told of it.
pub fn place_of(location: Location) -> Place {
    Place { latitude: location.lat() as f32, longitude: location.lon() as f32 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn constants_keep_their_order() {
        let named = |name: &str, number| (name.to_owned(), number);
        let constants = " WIDEN_AFTER : 12 ;START:-4.5;".parse();
        assert_eq!(constants, Ok(Constants(vec![named("WIDEN_AFTER", 12.0), named("START", -4.5)])));
        assert_eq!("".parse(), Ok(Constants::default()));
        let mut constants: Constants = "A:1.50;B:2".parse().unwrap();
        constants.set("C", 0.25);
        constants.set("A", -3.0);
        assert_eq!(constants.to_string(), "A:-3;B:2;C:0.25");
        assert_eq!(constants.to_string().parse(), Ok(constants));
    }

    #[test]
    fn what_is_no_constant_is_named() {
        let refused = |text: &str| text.parse::<Constants>().unwrap_err().to_string();
        for part in ["START", "START:", ":4", "START:soon", "START:inf", "A|B:1"] {
            let grammar = "expected a name of letters, digits and _, and a number, such as WIDEN_AFTER:12";
            assert_eq!(refused(&format!("A:1;{part}")), format!("'{part}' is no constant: {grammar}"));
        }
        assert_eq!(refused("A:1;B:2;A:3"), "the constant 'A' is set twice");
        let many: String = (0..101).map(|at| format!("A{at}:1;")).collect();
        assert_eq!(refused(&many), "at most 100 constants can be set");
    }
}
