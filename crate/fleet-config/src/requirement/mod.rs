//! Requirements of allocators and servers: JMESPath over a match, `MatchProperties.map == 'lostwoods'`.
//!
//! An expression is untrusted, and is evaluated for a million matches. So its size is checked before parsing
//! (`scan`), and the bound on its cost before any evaluation (`cost`).

mod asks;
mod cost;
mod scan;

use jmespath::ast::Ast;
use jmespath::{Context, DEFAULT_RUNTIME, Rcvar, Variable};
use std::collections::BTreeMap;
use thiserror::Error;

pub(crate) use asks::{Asks, Values, values};

/// Allowed functions: their results are no larger than their arguments.
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

/// The key of a match's properties.
pub const PROPERTIES: &str = "MatchProperties";

/// Why an expression is refused.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum RequirementError {
    /// The expression is too long.
    #[error("the expression has {bytes} bytes; at most {most} are read: split it over several allocators", most = scan::LONGEST)]
    TooLong {
        /// Its length, bytes.
        bytes: usize,
    },
    /// Brackets are nested too deeply.
    #[error("brackets are nested more than {most} deep at character {at}: write it flatter", most = scan::DEEPEST)]
    TooDeep {
        /// Position of the first excess bracket, from 1.
        at: usize,
    },
    /// Too many words and signs.
    #[error("the expression has more than {most} words and signs: split it over several allocators", most = scan::MOST_TOKENS)]
    TooManyTokens,
    /// Not JMESPath.
    #[error("no JMESPath at character {at}: {what}")]
    Syntax {
        /// Position of the error, from 1.
        at: usize,
        /// The parser's message.
        what: String,
    },
    /// A function that is unknown, or not allowed because its results can be too large.
    #[error("function `{0}` cannot be used in a requirement; there are {known}", known = FUNCTIONS.join(", "))]
    Function(String),
    /// A construct that is not allowed.
    #[error("{0} cannot be used in a requirement: compare properties with values instead")]
    Construct(&'static str),
    /// Evaluation could take too many steps.
    #[error("the expression can take too much work ({0} steps): write it without lists of lists")]
    TooCostly(u64),
}

/// A valid requirement with a low cost.
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
    /// The reason why it is not JMESPath, or could take too long.
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

    /// The expression as written.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The properties that it uses by name, in alphabetical order.
    pub fn properties(&self) -> impl Iterator<Item = &str> {
        self.asks.properties.iter().map(String::as_str)
    }

    /// The parts of a match that it uses.
    pub(crate) fn asks(&self) -> &Asks {
        &self.asks
    }

    /// Whether it accepts a match: whether its value is true in JMESPath (not `false`, null or empty). An
    /// expression that fails, such as `starts_with` on a number, does not accept the match.
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
    /// A name, such as that of a map or a mode.
    Text(String),
    /// A number; one that is not finite counts as missing.
    Number(f64),
    /// True or false.
    Flag(bool),
}

impl Property {
    /// The value of a text: a number, true or false if it is one, else a text.
    pub fn read(text: &str) -> Property {
        match (text, text.parse()) {
            ("true" | "false", _) => Property::Flag(text == "true"),
            (_, Ok(number)) if f64::is_finite(number) => Property::Number(number),
            _ => Property::Text(text.to_owned()),
        }
    }
}

/// A match for requirements: `{"MatchProperties": {...}}`.
#[derive(Clone, Debug)]
pub struct Match(Rcvar);

impl Match {
    /// A match with these properties.
    ///
    /// # Errors
    /// The properties exceed the largest size of a match, for which costs are bounded.
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

/// Properties that exceed the largest size of a match.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
#[error("the properties of a match take {size} bytes; at most {most} are possible: shorten names or constants", most = cost::LARGEST_MATCH)]
pub struct MatchTooLarge {
    /// Their size.
    size: u64,
}

fn variable(property: Property) -> Variable {
    match property {
        Property::Text(text) => Variable::String(text),
        Property::Number(number) => Variable::from_serializable(number).unwrap_or(Variable::Null),
        Property::Flag(flag) => Variable::Bool(flag),
    }
}
