//! A rule set as its file has it.

use crate::expression::Expression;
use crate::numbers::Number;
use crate::statement::Statement;
use crate::typed::TypedRule;
use matchday_document::{At, Place};

/// A rule set that was read and checked.
#[derive(Clone, Debug, PartialEq)]
pub struct RuleSet {
    /// `name`.
    pub name: Option<String>,
    /// `playerAttributes`.
    pub attributes: Vec<PlayerAttribute>,
    /// `algorithm`, or its defaults.
    pub algorithm: Algorithm,
    /// `teams`.
    pub teams: Vec<Team>,
    /// `rules`.
    pub rules: Vec<Rule>,
    /// `expansions`.
    pub expansions: Vec<Expansion>,
    pub(crate) text: String,
    pub(crate) numbers: Vec<Number>,
    pub(crate) typed: Vec<TypedRule>,
}

/// An entry of `playerAttributes`.
#[derive(Clone, Debug, PartialEq)]
pub struct PlayerAttribute {
    /// `name`, and its position.
    pub name: At<String>,
    /// `type`.
    pub kind: AttributeKind,
    /// `default`.
    pub default: Option<Default>,
}

/// The type of an attribute.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AttributeKind {
    /// `string`.
    Text,
    /// `number`.
    Number,
    /// `string_list`.
    List,
    /// `string_number_map`.
    Map,
}

/// The value of an attribute that a player does not have.
#[derive(Clone, Debug, PartialEq)]
pub enum Default {
    /// A text.
    Text(String),
    /// A number.
    Number(f64),
    /// Texts.
    List(Vec<String>),
    /// Numbers by text.
    Map(Vec<(String, f64)>),
}

/// `algorithm`.
#[derive(Clone, Debug, PartialEq)]
pub struct Algorithm {
    /// `strategy`.
    pub strategy: Strategy,
    /// `batchingPreference`.
    pub batching: Batching,
    /// `balancedAttribute`.
    pub balanced_attribute: Option<At<String>>,
    /// `sortByAttributes`.
    pub sort_by: Vec<At<String>>,
    /// `expansionAgeSelection`.
    pub age: AgeSelection,
}

/// The method that forms matches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Strategy {
    /// `exhaustiveSearch`: around the oldest ticket, for matches of at most 40 players.
    ExhaustiveSearch,
    /// `balanced`: for matches of 41 to 200 players.
    Balanced,
}

/// The order of tickets before matches are formed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Batching {
    /// `random`.
    Random,
    /// `sorted`.
    Sorted,
    /// `largestPopulation`.
    LargestPopulation,
    /// `fastestRegion`.
    FastestRegion,
}

/// Which ticket's age decides the steps of expansions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AgeSelection {
    /// `newest`.
    Newest,
    /// `oldest`.
    Oldest,
}

/// An entry of `teams`.
#[derive(Clone, Debug, PartialEq)]
pub struct Team {
    /// `name`, and its position.
    pub name: At<String>,
    /// `minPlayers`.
    pub min_players: At<u32>,
    /// `maxPlayers`.
    pub max_players: At<u32>,
    /// `quantity`.
    pub quantity: u32,
}

/// An entry of `rules`.
#[derive(Clone, Debug, PartialEq)]
pub struct Rule {
    /// `name`.
    pub name: String,
    /// Start of the rule.
    pub place: Place,
    /// The rule.
    pub kind: RuleKind,
}

/// A rule by its `type`.
#[derive(Clone, Debug, PartialEq)]
pub enum RuleKind {
    /// `comparison`.
    Comparison {
        /// `measurements`.
        measurements: Vec<At<Expression>>,
        /// `referenceValue`; without it, players are compared with each other.
        reference: Option<At<Reference>>,
        /// `operation`.
        operation: Operation,
        /// `partyAggregation`.
        party: Party,
    },
    /// `distance`.
    Distance {
        /// `measurements`.
        measurements: Vec<At<Expression>>,
        /// `referenceValue`.
        reference: At<Reference>,
        /// `minDistance`.
        min: Option<At<f64>>,
        /// `maxDistance`.
        max: Option<At<f64>>,
        /// `partyAggregation`.
        party: Party,
    },
    /// `batchDistance`.
    BatchDistance {
        /// `batchAttribute`.
        attribute: At<String>,
        /// `minDistance`.
        min: Option<At<f64>>,
        /// `maxDistance`.
        max: Option<At<f64>>,
        /// `partyAggregation`.
        party: Party,
    },
    /// `collection`.
    Collection {
        /// `measurements`.
        measurements: Vec<At<Expression>>,
        /// `operation`.
        operation: CollectionOperation,
        /// `referenceValue`.
        reference: Option<At<Reference>>,
        /// `minCount`.
        min: Option<At<f64>>,
        /// `maxCount`.
        max: Option<At<f64>>,
        /// `partyAggregation`.
        party: PartySet,
    },
    /// `latency`.
    Latency {
        /// `maxLatency`, ms.
        max_latency: Option<At<f64>>,
        /// `maxDistance`, ms.
        max_distance: Option<At<f64>>,
        /// `distanceReference`.
        reference: LatencyReference,
        /// `partyAggregation`.
        party: Party,
    },
    /// `distanceSort` and `absoluteSort`.
    Sort {
        /// Whether by the value itself, not by its distance from the oldest ticket.
        absolute: bool,
        /// Whether the highest come first.
        descending: bool,
        /// `sortAttribute`.
        attribute: At<String>,
        /// `mapKey`: whether the oldest ticket's key with the highest value counts, not the lowest.
        highest_key: bool,
        /// `partyAggregation`.
        party: Party,
    },
    /// `compound`.
    Compound {
        /// `statement`, over the indices of rules.
        statement: At<Statement>,
    },
}

/// `referenceValue`.
#[derive(Clone, Debug, PartialEq)]
pub enum Reference {
    /// A number.
    Number(f64),
    /// A text.
    Text(String),
    /// Texts.
    Texts(Vec<String>),
    /// A property expression.
    Expression(Expression),
}

/// The operation of a comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operation {
    /// `<`.
    Less,
    /// `<=`.
    AtMost,
    /// `=`.
    Equal,
    /// `!=`.
    NotEqual,
    /// `>`.
    Greater,
    /// `>=`.
    AtLeast,
}

/// The operation of a collection rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CollectionOperation {
    /// `intersection`: the number of texts in all collections.
    Intersection,
    /// `contains`: the number of collections with the text.
    Contains,
    /// `reference_intersection_count`: in each collection, the number of texts that are in the reference.
    ReferenceIntersectionCount,
}

/// The number of a party.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Party {
    /// `avg`.
    Average,
    /// `min`.
    Least,
    /// `max`.
    Most,
}

/// The texts of a party.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PartySet {
    /// `union`.
    Union,
    /// `intersection`.
    Intersection,
}

/// What the latencies of a location are compared with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LatencyReference {
    /// `avg`.
    Average,
    /// `min`.
    Least,
}

/// An entry of `expansions`.
#[derive(Clone, Debug, PartialEq)]
pub struct Expansion {
    /// `target`, and its position.
    pub target: At<String>,
    /// The properties that it changes.
    pub properties: Vec<Property>,
    /// `steps`, by their wait times.
    pub steps: Vec<Step>,
}

/// A property that an expansion changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Property {
    /// `rules[name].referenceValue`, by index.
    ReferenceValue(usize),
    /// `rules[name].minDistance`.
    MinDistance(usize),
    /// `rules[name].maxDistance`.
    MaxDistance(usize),
    /// `rules[name].minCount`.
    MinCount(usize),
    /// `rules[name].maxCount`.
    MaxCount(usize),
    /// `rules[name].maxLatency`.
    MaxLatency(usize),
    /// `teams[name].minPlayers`.
    MinPlayers(usize),
    /// `teams[name].maxPlayers`.
    MaxPlayers(usize),
}

/// A step of an expansion.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Step {
    /// `waitTimeSeconds`.
    pub wait_s: At<u32>,
    /// `value`.
    pub value: At<f64>,
}

impl RuleSet {
    /// Fewest and most players of a match, with its expansions.
    pub fn match_size(&self) -> (u32, u32) {
        let (mut least, mut most) = (0, 0);
        for (index, team) in self.teams.iter().enumerate() {
            least += self.reach(Property::MinPlayers(index)).fold(team.min_players.value, u32::min) * team.quantity;
            most += self.reach(Property::MaxPlayers(index)).fold(team.max_players.value, u32::max) * team.quantity;
        }
        (least, most)
    }

    /// The values that expansions give to a number of players.
    fn reach(&self, property: Property) -> impl Iterator<Item = u32> {
        let of = self.expansions.iter().filter(move |expansion| expansion.properties.contains(&property));
        of.flat_map(|expansion| expansion.steps.iter().map(|step| step.value.value as u32))
    }

    /// The definition of each team of a match, by index.
    pub(crate) fn definitions(&self) -> impl Iterator<Item = usize> {
        self.teams.iter().enumerate().flat_map(|(index, team)| std::iter::repeat_n(index, team.quantity as usize))
    }

    /// The index of an attribute.
    pub(crate) fn attribute(&self, name: &str) -> Option<usize> {
        self.attributes.iter().position(|attribute| attribute.name.value == name)
    }
}

impl AttributeKind {
    /// As written in a rule set.
    pub fn name(self) -> &'static str {
        match self {
            AttributeKind::Text => "string",
            AttributeKind::Number => "number",
            AttributeKind::List => "string_list",
            AttributeKind::Map => "string_number_map",
        }
    }
}
