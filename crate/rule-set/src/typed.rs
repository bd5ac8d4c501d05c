//! Property expressions with their types, checked against the attributes and teams of the rule set.

use crate::expression::{Expression, Function, Item, Scope};
use crate::{AttributeKind, RuleSet, Statement};

/// The values of players of some teams.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Source {
    /// Teams, by index in a match.
    pub teams: Vec<usize>,
    /// The value of each player.
    pub value: Of,
}

/// The value of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Of {
    /// 1.
    Player,
    /// Its id.
    Id,
    /// An attribute of the rule set, by index.
    Attribute(usize),
    /// Number of texts in an attribute.
    Length(usize),
}

/// An aggregation of numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Aggregate {
    Min,
    Max,
    Avg,
    Median,
    Sum,
    Count,
    StdDev,
}

/// One number.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Scalar {
    Of(Aggregate, Numbers),
    /// Number of different texts.
    Size(Strings),
}

/// A list of numbers.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Numbers {
    /// One for each player.
    Players(Source),
    /// One for each team.
    Teams(Aggregate, Source),
}

/// A set of texts.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Strings {
    /// All texts of players' lists.
    Union(Source),
    /// The texts that all players' lists have.
    Intersection(Source),
    /// The texts of players that all teams have.
    CommonTexts(Source),
}

/// An expression with its type.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Typed {
    Number(Scalar),
    Numbers(Numbers),
    /// Numbers of players, a list for each team.
    NumberGroups(Source),
    Texts(Source),
    TextGroups(Source),
    /// Lists of players.
    Lists(Source),
    /// Lists of players, a list for each team.
    ListGroups(Source),
    Strings(Strings),
    /// For each team, the texts that all its players' lists have.
    TeamSets(Source),
    Players(Source),
    PlayerGroups(Source),
}

/// A rule with its expressions typed.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum TypedRule {
    /// Measurements, and the reference if it is an expression.
    Expressions { measurements: Vec<Typed>, reference: Option<Typed> },
    /// A statement.
    Compound(Statement),
    /// A rule about an attribute.
    Attribute(usize),
    /// A latency rule.
    Latency,
}

impl RuleSet {
    /// The type of an expression.
    pub(crate) fn typed(&self, expression: &Expression) -> Result<Typed, String> {
        match expression {
            Expression::Call(function, inner) => call(*function, self.typed(inner)?),
            Expression::Values(scope, item) => self.values(scope, item),
        }
    }

    fn values(&self, scope: &Scope, item: &Item) -> Result<Typed, String> {
        let (teams, grouped) = self.scope(scope)?;
        let typed = |value, flat: fn(Source) -> Typed, groups: fn(Source) -> Typed| {
            let source = Source { teams, value };
            if grouped { groups(source) } else { flat(source) }
        };
        let Item::Attribute(name) = item else {
            return Ok(match item {
                Item::Id => typed(Of::Id, Typed::Texts, Typed::TextGroups),
                _ => typed(Of::Player, Typed::Players, Typed::PlayerGroups),
            });
        };
        let Some(index) = self.attribute(name) else {
            return Err(format!("attribute `{name}` is not in `playerAttributes`: declare it there"));
        };
        let of = Of::Attribute(index);
        Ok(match self.attributes[index].kind {
            AttributeKind::Number => typed(of, |of| Typed::Numbers(Numbers::Players(of)), Typed::NumberGroups),
            AttributeKind::Text => typed(of, Typed::Texts, Typed::TextGroups),
            AttributeKind::List => typed(of, Typed::Lists, Typed::ListGroups),
            AttributeKind::Map => {
                return Err(format!("`{name}` is a string_number_map: only `sortAttribute` takes one"));
            }
        })
    }

    /// The teams of a scope, and whether their players are grouped by team.
    fn scope(&self, scope: &Scope) -> Result<(Vec<usize>, bool), String> {
        let all = || (0..self.definitions().count()).collect::<Vec<_>>();
        let Scope::Teams(names) = scope else { return Ok((all(), *scope == Scope::AllTeams)) };
        let mut teams = Vec::new();
        let mut several = names.len() > 1;
        for name in names {
            let own = self.named(name);
            if own.is_empty() {
                let known: Vec<_> = self.teams.iter().map(|team| team.name.value.as_str()).collect();
                return Err(format!("there is no team `{name}`: the teams are {}", known.join(", ")));
            }
            several |= own.len() > 1;
            teams.extend(own);
        }
        teams.sort_unstable();
        teams.dedup();
        Ok((teams, several))
    }

    /// The teams with a name: those of a definition, or a numbered one such as `red_2`.
    fn named(&self, name: &str) -> Vec<usize> {
        let mut first = 0;
        for team in &self.teams {
            let count = team.quantity as usize;
            if team.name.value == name {
                return (first..first + count).collect();
            }
            let number = name.strip_prefix(team.name.value.as_str()).and_then(|rest| rest.strip_prefix('_'));
            let number = number.and_then(|number| number.parse::<usize>().ok()).filter(|n| (1..=count).contains(n));
            if let (Some(number), true) = (number, count > 1) {
                return vec![first + number - 1];
            }
            first += count;
        }
        Vec::new()
    }
}

/// The type of a function's result.
fn call(function: Function, inner: Typed) -> Result<Typed, String> {
    use Typed as T;
    match (function, inner) {
        (Function::Flatten, T::NumberGroups(of)) => Ok(T::Numbers(Numbers::Players(of))),
        (Function::Flatten, T::TextGroups(of)) => Ok(T::Texts(of)),
        (Function::Flatten, T::ListGroups(of)) => Ok(T::Lists(of)),
        (Function::Flatten, T::PlayerGroups(of)) => Ok(T::Players(of)),
        (Function::Flatten, T::Lists(of)) => Ok(T::Strings(Strings::Union(of))),
        (Function::Flatten, _) => {
            Err("`flatten` takes lists of lists, such as `teams[*].players.attributes[name]`".into())
        }
        (Function::SetIntersection, T::Lists(of) | T::TeamSets(of)) => Ok(T::Strings(Strings::Intersection(of))),
        (Function::SetIntersection, T::ListGroups(of)) => Ok(T::TeamSets(of)),
        (Function::SetIntersection, T::TextGroups(of)) => Ok(T::Strings(Strings::CommonTexts(of))),
        (Function::SetIntersection, _) => {
            Err("`set_intersection` takes lists of texts, such as `flatten(teams[*].players.attributes[name])`".into())
        }
        (Function::Count, T::Players(of) | T::Texts(of)) => {
            Ok(T::Number(Scalar::Of(Aggregate::Count, Numbers::Players(Source { value: Of::Player, ..of }))))
        }
        (Function::Count, T::PlayerGroups(of) | T::TextGroups(of)) => {
            Ok(T::Numbers(Numbers::Teams(Aggregate::Count, Source { value: Of::Player, ..of })))
        }
        (Function::Count, T::Lists(of)) => Ok(T::Numbers(Numbers::Players(length(of)))),
        (Function::Count, T::ListGroups(of)) => Ok(T::NumberGroups(length(of))),
        (Function::Count, T::Strings(of)) => Ok(T::Number(Scalar::Size(of))),
        (function, T::Numbers(of)) => Ok(T::Number(Scalar::Of(aggregate(function), of))),
        (function, T::NumberGroups(of)) => Ok(T::Numbers(Numbers::Teams(aggregate(function), of))),
        (Function::Count, _) => Err("`count` takes a list of players or values".into()),
        (function, _) => Err(format!("`{}` takes a list of numbers", function.name())),
    }
}

fn length(of: Source) -> Source {
    let value = if let Of::Attribute(index) = of.value { Of::Length(index) } else { of.value };
    Source { value, ..of }
}

fn aggregate(function: Function) -> Aggregate {
    match function {
        Function::Min => Aggregate::Min,
        Function::Max => Aggregate::Max,
        Function::Median => Aggregate::Median,
        Function::Sum => Aggregate::Sum,
        Function::Count => Aggregate::Count,
        Function::StdDev => Aggregate::StdDev,
        Function::Avg | Function::Flatten | Function::SetIntersection => Aggregate::Avg,
    }
}

impl Typed {
    /// Its type, for messages.
    pub fn describe(&self) -> &'static str {
        match self {
            Typed::Number(_) => "a number",
            Typed::Numbers(_) => "a list of numbers",
            Typed::NumberGroups(_) => "lists of numbers by team",
            Typed::Texts(_) | Typed::Strings(_) => "a list of texts",
            Typed::TextGroups(_) | Typed::TeamSets(_) => "lists of texts by team",
            Typed::Lists(_) => "a list of players' text lists",
            Typed::ListGroups(_) => "players' text lists by team",
            Typed::Players(_) => "a list of players",
            Typed::PlayerGroups(_) => "lists of players by team",
        }
    }

    /// The players that it reads.
    pub fn source(&self) -> &Source {
        match self {
            Typed::Number(Scalar::Of(_, of)) | Typed::Numbers(of) => match of {
                Numbers::Players(of) | Numbers::Teams(_, of) => of,
            },
            Typed::Number(Scalar::Size(of)) | Typed::Strings(of) => match of {
                Strings::Union(of) | Strings::Intersection(of) | Strings::CommonTexts(of) => of,
            },
            Typed::NumberGroups(of)
            | Typed::Texts(of)
            | Typed::TextGroups(of)
            | Typed::Lists(of)
            | Typed::ListGroups(of)
            | Typed::TeamSets(of)
            | Typed::Players(of)
            | Typed::PlayerGroups(of) => of,
        }
    }
}
