//! Requirements: JMESPath over a match, as allocators and servers state them: `MatchProperties.map == 'lostwoods'`.
//!
//! An expression comes from a stranger and is asked of a million matches. So it is counted before it is parsed
//! (`scan`), and what it can cost at most is known before it is ever evaluated (`cost`).

mod asks;
mod cost;
mod scan;

use jmespath::ast::Ast;
use jmespath::{Context, DEFAULT_RUNTIME, Rcvar, Variable};
use std::collections::BTreeMap;
use thiserror::Error;

pub(crate) use asks::{Asks, Values, values};

/// Functions that a requirement may use: those whose results are no larger than what they are given.
pub const FUNCTIONS: [&str; 13] = [
    "abs",
    "ceil",
    "contains",
    "ends_with",
    "floor",
    "keys",
    "length",
    "max",
    "min",
    "not_null",
    "starts_with",
    "type",
    "values",
];

/// The key under which a match carries its properties.
pub const PROPERTIES: &str = "MatchProperties";

/// Why an expression is refused.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum RequirementError {
    /// Longer than any requirement needs to be.
    #[error("the expression has {bytes} bytes; at most {most} are read: split it over several allocators", most = scan::LONGEST)]
    TooLong {
        /// How many it has.
        bytes: usize,
    },
    /// Brackets within brackets without end.
    #[error("brackets are nested more than {most} deep at character {at}: write it flatter", most = scan::DEEPEST)]
    TooDeep {
        /// The bracket that is too many, from 1.
        at: usize,
    },
    /// More words and signs than any requirement needs.
    #[error("the expression has more than {most} words and signs: split it over several allocators", most = scan::MOST_TOKENS)]
    TooManyTokens,
    /// Not JMESPath.
    #[error("no JMESPath at character {at}: {what}")]
    Syntax {
        /// Where it stops making sense, from 1.
        at: usize,
        /// The parser's message.
        what: String,
    },
    /// A function that does not exist, or whose results can be too large.
    #[error("function `{0}` cannot be used in a requirement; there are {known}", known = FUNCTIONS.join(", "))]
    Function(String),
    /// A construct that requirements have no use for.
    #[error("{0} cannot be used in a requirement: compare properties with values instead")]
    Construct(&'static str),
    /// It could ask for more work than a simulated match is worth.
    #[error("the expression can take too much work ({0} steps): write it without lists of lists")]
    TooCostly(u64),
}

/// A requirement that has been read, and is cheap to ask.
#[derive(Clone, Debug)]
pub struct Requirement {
    text: String,
    ast: Ast,
    asks: Asks,
}

impl PartialEq for Requirement {
    fn eq(&self, other: &Self) -> bool {
        self.text == other.text
    }
}

impl Requirement {
    /// Reads an expression.
    ///
    /// # Errors
    /// Refuses what is no JMESPath and what could take long, with the reason.
    pub fn parse(text: &str) -> Result<Requirement, RequirementError> {
        scan::check(text)?;
        let ast = jmespath::parse(text).map_err(|error| {
            let at = text.get(..error.offset).map_or(1, |before| before.chars().count() + 1);
            let what = match error.reason {
                jmespath::ErrorReason::Parse(what) => what,
                jmespath::ErrorReason::Runtime(what) => what.to_string(),
            };
            RequirementError::Syntax { at, what }
        })?;
        cost::check(&ast)?;
        let asks = Asks::of(&ast);
        Ok(Requirement { text: text.to_string(), ast, asks })
    }

    /// The expression as it was written.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The properties that it asks for by name, in alphabetical order.
    pub fn properties(&self) -> impl Iterator<Item = &str> {
        self.asks.properties.iter().map(String::as_str)
    }

    /// What it asks for.
    pub(crate) fn asks(&self) -> &Asks {
        &self.asks
    }

    /// Whether it accepts a match: whether its value is true as JMESPath has it (not `false`, null or empty). An
    /// expression that fails on this match, as where a text is compared with `starts_with` to a number, does not accept it.
    pub fn accepts(&self, of: &Match) -> bool {
        let mut context = Context::new(&self.text, &DEFAULT_RUNTIME);
        jmespath::interpret(&of.0, &self.ast, &mut context).is_ok_and(|value| value.is_truthy())
    }

    pub(crate) fn ast(&self) -> &Ast {
        &self.ast
    }
}

/// The value of a property.
#[derive(Clone, Debug, PartialEq, PartialOrd)]
pub enum Property {
    /// A name, as of a map or a mode.
    Text(String),
    /// A number; one that is not finite counts as missing.
    Number(f64),
    /// Yes or no.
    Flag(bool),
}

/// A match as requirements see it: `{"MatchProperties": {...}}`.
#[derive(Clone, Debug)]
pub struct Match(Rcvar);

impl Match {
    /// A match with these properties.
    ///
    /// # Errors
    /// Together they are larger than a match can be, so that no expression could be vouched for.
    pub fn new<'a>(properties: impl IntoIterator<Item = (&'a str, Property)>) -> Result<Match, MatchTooLarge> {
        let mut size = cost::VALUE + cost::text(PROPERTIES);
        let mut fields = BTreeMap::new();
        for (name, property) in properties {
            let value = variable(property);
            size += cost::text(name) + cost::size(&value);
            fields.insert(name.to_string(), Rcvar::new(value));
        }
        if size > cost::LARGEST_MATCH {
            return Err(MatchTooLarge { size });
        }
        let properties = Rcvar::new(Variable::Object(fields));
        Ok(Match(Rcvar::new(Variable::Object([(PROPERTIES.to_string(), properties)].into()))))
    }
}

/// Properties that are larger than a match can be.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
#[error("the properties of a match take {size} bytes; at most {most} are possible: shorten names or constants", most = cost::LARGEST_MATCH)]
pub struct MatchTooLarge {
    /// How large they are.
    size: u64,
}

fn variable(property: Property) -> Variable {
    match property {
        Property::Text(text) => Variable::String(text),
        Property::Number(number) => Variable::from_serializable(number).unwrap_or(Variable::Null),
        Property::Flag(flag) => Variable::Bool(flag),
    }
}
