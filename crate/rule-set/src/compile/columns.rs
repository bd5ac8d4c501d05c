//! The columns of values that rules read: one number, text or set for each player or ticket of a call.

use crate::typed::Of;
use crate::{AttributeKind, Default, Party, PartySet, RuleSet};
use matchday_document::{Finding, Severity};
use matchday_matchmaker::policy::{Kind, Schema, Symbol};

/// Where a value comes from.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum From<T> {
    /// An attribute of the day, by index.
    Attribute(usize),
    /// The default of an attribute that the day does not have.
    Constant(T),
}

/// Numbers by player; all members of a party have the party's number.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct NumberColumn {
    pub from: From<f64>,
    /// Whether the number of texts in a list counts.
    pub length: bool,
    pub party: Party,
}

/// Texts by player.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum TextColumn {
    From(From<u32>),
    /// A number that no other player and no text has.
    Id,
}

/// Sets of texts by ticket.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct SetColumn {
    pub from: From<Vec<u32>>,
    pub party: PartySet,
}

/// Maps, for sorting.
pub(crate) type MapColumn = From<Vec<(u32, f64)>>;

/// All columns, and the texts of the day and the rule set.
#[derive(Clone, Debug)]
pub(crate) struct Columns {
    pub numbers: Vec<NumberColumn>,
    pub texts: Vec<TextColumn>,
    pub sets: Vec<SetColumn>,
    /// Number of texts of the day.
    pub of_day: u32,
    /// Texts by number: those of the day, then those that only the rule set has.
    pub symbols: Vec<String>,
}

/// A map from attributes of the rule set to those of the day.
pub(crate) struct Attributes<'a> {
    pub rule_set: &'a RuleSet,
    pub schema: &'a Schema,
    pub columns: Columns,
    pub findings: Vec<Finding>,
}

/// Most texts; more would make sets of texts large.
const MOST_TEXTS: usize = 4_096;

impl<'a> Attributes<'a> {
    pub fn new(rule_set: &'a RuleSet, schema: &'a Schema) -> Self {
        let symbols: Vec<String> = (0..).map_while(|at| schema.text(Symbol(at))).map(str::to_string).collect();
        let of_day = symbols.len() as u32;
        let columns = Columns { numbers: Vec::new(), texts: Vec::new(), sets: Vec::new(), of_day, symbols };
        Self { rule_set, schema, columns, findings: Vec::new() }
    }

    /// Checks every declared attribute against the day.
    pub fn check(&mut self) {
        if self.columns.symbols.len() > MOST_TEXTS {
            let words = format!("the day's attributes have more than {MOST_TEXTS} texts: reduce them");
            self.error(matchday_document::Place::START, words);
        }
        for attribute in &self.rule_set.attributes {
            let name = &attribute.name;
            match self.schema.find(&name.value) {
                None if attribute.default.is_none() => {
                    let known: Vec<_> = self.schema.attributes().iter().map(|(name, _)| name.as_str()).collect();
                    let words = format!(
                        "players of the simulated day have no attribute `{}`: add a `default`, or use one of {}",
                        name.value,
                        if known.is_empty() { "none".to_string() } else { known.join(", ") }
                    );
                    self.error(name.place, words);
                }
                None => {}
                Some(index) => {
                    let (own, day) = (attribute.kind.name(), self.schema.attributes()[index].1);
                    if own != kind(day).name() {
                        let words = format!(
                            "attribute `{}` is a {own} here, but a {} in the simulated day",
                            name.value,
                            kind(day).name()
                        );
                        self.error(name.place, words);
                    }
                }
            }
        }
    }

    fn error(&mut self, place: matchday_document::Place, words: String) {
        self.findings.push(Finding { place, severity: Severity::Error, check: "attributes", words });
    }

    /// The number of a text, which is added if the day does not have it.
    pub fn symbol(&mut self, text: &str) -> u32 {
        let symbols = &mut self.columns.symbols;
        let found = symbols.iter().position(|known| known == text);
        found.unwrap_or_else(|| {
            symbols.push(text.to_string());
            symbols.len() - 1
        }) as u32
    }

    /// The attribute of the day, or the default.
    fn from<T>(
        &mut self,
        attribute: usize,
        constant: impl FnOnce(&mut Self, &Default) -> Option<T>,
        none: T,
    ) -> From<T> {
        let attribute = &self.rule_set.attributes[attribute];
        if let Some(index) = self.schema.find(&attribute.name.value) {
            return From::Attribute(index);
        }
        // Without a default there is an error already.
        From::Constant(attribute.default.as_ref().and_then(|default| constant(self, default)).unwrap_or(none))
    }

    pub fn number(&mut self, of: Of, party: Party) -> usize {
        let (Of::Attribute(attribute) | Of::Length(attribute)) = of else { return usize::MAX };
        let constant = |_: &mut Self, default: &Default| match default {
            Default::Number(number) => Some(*number),
            Default::List(texts) => Some(texts.len() as f64),
            Default::Text(_) | Default::Map(_) => None,
        };
        let from = self.from(attribute, constant, 0.0);
        let column = NumberColumn { from, length: matches!(of, Of::Length(_)), party };
        index(&mut self.columns.numbers, column)
    }

    pub fn text(&mut self, of: Of) -> usize {
        let column = match of {
            Of::Attribute(attribute) => TextColumn::From(self.from(
                attribute,
                |own, default| if let Default::Text(text) = default { Some(own.symbol(text)) } else { None },
                u32::MAX,
            )),
            _ => match self.schema.find("playerId").filter(|&index| self.schema.attributes()[index].1 == Kind::Text) {
                Some(index) => TextColumn::From(From::Attribute(index)),
                None => TextColumn::Id,
            },
        };
        index(&mut self.columns.texts, column)
    }

    pub fn set(&mut self, of: Of, party: PartySet) -> usize {
        let Of::Attribute(attribute) = of else { return usize::MAX };
        let constant = |own: &mut Self, default: &Default| match default {
            Default::List(texts) => Some(texts.iter().map(|text| own.symbol(text)).collect()),
            _ => None,
        };
        let from = self.from(attribute, constant, Vec::new());
        index(&mut self.columns.sets, SetColumn { from, party })
    }

    pub fn map(&mut self, attribute: usize) -> MapColumn {
        let constant = |own: &mut Self, default: &Default| match default {
            Default::Map(entries) => Some(entries.iter().map(|(text, number)| (own.symbol(text), *number)).collect()),
            _ => None,
        };
        self.from(attribute, constant, Vec::new())
    }

    /// The kind of an attribute of the rule set.
    pub fn kind(&self, attribute: usize) -> AttributeKind {
        self.rule_set.attributes[attribute].kind
    }
}

fn index<T: PartialEq>(columns: &mut Vec<T>, column: T) -> usize {
    columns.iter().position(|known| *known == column).unwrap_or_else(|| {
        columns.push(column);
        columns.len() - 1
    })
}

fn kind(of: Kind) -> AttributeKind {
    match of {
        Kind::Number => AttributeKind::Number,
        Kind::Text => AttributeKind::Text,
        Kind::List => AttributeKind::List,
        Kind::Map => AttributeKind::Map,
    }
}
