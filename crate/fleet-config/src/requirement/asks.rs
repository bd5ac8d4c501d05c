//! The properties that an expression uses, and the values that it compares them with.

use super::PROPERTIES;
use jmespath::Variable;
use jmespath::ast::Ast;
use std::collections::{BTreeMap, BTreeSet};

/// The parts of a match that an expression uses.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Asks {
    /// Properties by name: `map` of `MatchProperties.map`.
    pub properties: BTreeSet<String>,
    /// Names used outside the properties, where a match has no data.
    pub strangers: BTreeSet<String>,
    /// Whether `!` stands before a path. It then applies to the first name only; the rest is a field of a
    /// boolean.
    pub hasty_not: bool,
    /// Whether it uses all properties together, so that the names above are incomplete.
    pub everything: bool,
}

/// The place of a subexpression's input in a match.
#[derive(Clone, Copy, PartialEq)]
enum Stand {
    /// The match itself.
    Match,
    /// Its properties.
    Properties,
    /// A property, or a value made of several.
    Within,
}

impl Asks {
    pub fn of(ast: &Ast) -> Asks {
        let mut asks = Asks::default();
        // An expression that returns the whole match uses everything.
        let end = asks.walk(ast, Stand::Match);
        asks.end(end);
        asks
    }

    fn end(&mut self, stand: Stand) {
        self.everything |= stand != Stand::Within;
    }

    /// A subexpression whose whole value is used.
    fn used(&mut self, ast: &Ast, at: Stand) {
        let end = self.walk(ast, at);
        self.end(end);
    }

    /// Follows an expression from the place of its input to the place of its result.
    fn walk(&mut self, ast: &Ast, at: Stand) -> Stand {
        match ast {
            Ast::Identity { .. } => at,
            Ast::Field { name, .. } => match at {
                Stand::Match if name == PROPERTIES => Stand::Properties,
                Stand::Match => {
                    self.strangers.insert(name.clone());
                    Stand::Within
                }
                Stand::Properties => {
                    self.properties.insert(name.clone());
                    Stand::Within
                }
                Stand::Within => Stand::Within,
            },
            Ast::Subexpr { lhs, rhs, .. } => {
                self.hasty_not |= matches!((&**lhs, &**rhs), (Ast::Not { .. }, Ast::Field { .. }));
                let middle = self.walk(lhs, at);
                self.walk(rhs, middle)
            }
            Ast::And { lhs, rhs, .. } | Ast::Or { lhs, rhs, .. } | Ast::Comparison { lhs, rhs, .. } => {
                self.used(lhs, at);
                self.used(rhs, at);
                Stand::Within
            }
            Ast::Condition { predicate, then, .. } => {
                self.used(predicate, at);
                self.walk(then, at)
            }
            Ast::Projection { lhs, rhs, .. } => {
                self.used(lhs, at);
                self.walk(rhs, Stand::Within)
            }
            Ast::Not { node, .. } | Ast::ObjectValues { node, .. } | Ast::Flatten { node, .. } => {
                self.used(node, at);
                Stand::Within
            }
            Ast::Expref { ast, .. } => {
                self.used(ast, at);
                Stand::Within
            }
            Ast::Function { args, .. } => {
                args.iter().for_each(|part| self.used(part, at));
                Stand::Within
            }
            Ast::MultiList { elements, .. } => {
                elements.iter().for_each(|part| self.used(part, at));
                Stand::Within
            }
            Ast::MultiHash { elements, .. } => {
                elements.iter().for_each(|pair| self.used(&pair.value, at));
                Stand::Within
            }
            Ast::Index { .. } | Ast::Slice { .. } | Ast::Literal { .. } => Stand::Within,
        }
    }
}

/// Values that properties are compared with, by property.
pub(crate) type Values = BTreeMap<String, Vec<Variable>>;

/// Collects the values that an expression compares each property with. Returns `false` if it uses properties
/// in other ways than comparisons with literals, literal lists that contain one, and truth, combined by `&&`,
/// `||` and `!`. If `true`, its answer depends only on these comparisons, and a search over the values is
/// complete.
pub(crate) fn values(ast: &Ast, into: &mut Values) -> bool {
    if let Some(name) = property(ast) {
        into.entry(name.to_string()).or_default();
        return true;
    }
    match ast {
        Ast::Literal { .. } => true,
        Ast::And { lhs, rhs, .. } | Ast::Or { lhs, rhs, .. } => values(lhs, into) && values(rhs, into),
        Ast::Not { node, .. } => values(node, into),
        Ast::Comparison { lhs, rhs, .. } => compared(lhs, rhs, into),
        Ast::Function { name, args, .. } => match (name.as_str(), args.as_slice()) {
            ("contains", [Ast::Literal { value, .. }, asked]) => {
                let (Variable::Array(items), Some(name)) = (&**value, property(asked)) else { return false };
                into.entry(name.to_string()).or_default().extend(items.iter().map(|item| (**item).clone()));
                true
            }
            _ => false,
        },
        _ => false,
    }
}

fn compared(lhs: &Ast, rhs: &Ast, into: &mut Values) -> bool {
    let (name, value) = match (property(lhs), property(rhs), lhs, rhs) {
        (Some(name), None, _, Ast::Literal { value, .. }) | (None, Some(name), Ast::Literal { value, .. }, _) => {
            (name, value)
        }
        _ => return false,
    };
    into.entry(name.to_string()).or_default().push((**value).clone());
    true
}

/// The name in `MatchProperties.name`.
fn property(ast: &Ast) -> Option<&str> {
    match ast {
        Ast::Subexpr { lhs, rhs, .. } => match (&**lhs, &**rhs) {
            (Ast::Field { name: root, .. }, Ast::Field { name, .. }) if root == PROPERTIES => Some(name),
            _ => None,
        },
        _ => None,
    }
}
