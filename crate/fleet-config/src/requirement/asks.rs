//! What an expression asks for: which properties, and which values it sets them against.

use super::PROPERTIES;
use jmespath::Variable;
use jmespath::ast::Ast;
use std::collections::{BTreeMap, BTreeSet};

/// What an expression asks of a match.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Asks {
    /// Properties by name: `map` of `MatchProperties.map`.
    pub properties: BTreeSet<String>,
    /// What is asked for beside the properties, where a match has nothing.
    pub strangers: BTreeSet<String>,
    /// `!` stands before a path, where it takes the first name alone: what follows is a field of true or false.
    pub hasty_not: bool,
    /// It looks at all properties at once, so that the names above are not all.
    pub everything: bool,
}

/// Where in a match a part of an expression stands.
#[derive(Clone, Copy, PartialEq)]
enum Stand {
    /// At the match itself.
    Match,
    /// At its properties.
    Properties,
    /// At a property, or at something made of several.
    Within,
}

impl Asks {
    pub fn of(ast: &Ast) -> Asks {
        let mut asks = Asks::default();
        // Who gives back the whole of it asks for everything.
        let end = asks.walk(ast, Stand::Match);
        asks.end(end);
        asks
    }

    fn end(&mut self, stand: Stand) {
        self.everything |= stand != Stand::Within;
    }

    /// A part whose value is used, not looked into any further.
    fn used(&mut self, ast: &Ast, at: Stand) {
        let end = self.walk(ast, at);
        self.end(end);
    }

    /// Follows an expression from where it stands to where its value stands.
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

/// Values that properties are set against, by property.
pub(crate) type Values = BTreeMap<String, Vec<Variable>>;

/// Gathers the values that an expression sets each property against, where it does nothing else with properties:
/// comparisons with literals, literal lists that contain one, truth alone, put together by `&&`, `||` and `!`. Then its
/// answer depends on nothing but how properties compare with these values, and a search over them is complete. False
/// where it does more.
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
