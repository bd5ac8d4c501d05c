//! Compiles the expressions of rules.

use super::columns::Attributes;
use super::levels::{Levels, Limit};
use super::program::{Against, Check, Collect, Measure, Numbers, Players, Scalar, Sets, Strings};
use crate::read::{literal, used};
use crate::typed::{self, Source, Typed, TypedRule};
use crate::{AttributeKind, CollectionOperation, Party, PartySet, Property, Reference, RuleKind, RuleSet};
use matchday_document::At;

pub(super) struct Expressions<'a> {
    pub attributes: Attributes<'a>,
    pub levels: &'a Levels,
    pub rule_set: &'a RuleSet,
}

impl Expressions<'_> {
    /// A rule, by index.
    pub fn check(&mut self, rule: usize) -> Check {
        let (kind, typed) = (&self.rule_set.rules[rule].kind, &self.rule_set.typed[rule]);
        let limit = |number: &Option<At<f64>>, property| number.map(|at| self.levels.limit(property, at.value));
        match (kind, typed) {
            (RuleKind::Comparison { reference, operation, party, .. }, TypedRule::Expressions { .. }) => {
                self.comparison(rule, reference.as_ref(), *operation, *party)
            }
            (RuleKind::Distance { reference, min, max, party, .. }, TypedRule::Expressions { measurements, .. }) => {
                let (min, max) = (limit(min, Property::MinDistance(rule)), limit(max, Property::MaxDistance(rule)));
                let measures = measurements.iter().filter_map(|typed| self.measure(typed, *party)).collect();
                let reference = self.scalar_reference(rule, Some(reference), *party);
                Check::Distance { measures, reference, min, max }
            }
            (RuleKind::BatchDistance { min, max, party, .. }, TypedRule::Attribute(attribute)) => {
                let (min, max) = (limit(min, Property::MinDistance(rule)), limit(max, Property::MaxDistance(rule)));
                let of = typed::Of::Attribute(*attribute);
                match self.attributes.kind(*attribute) {
                    AttributeKind::Text => Check::BatchText { column: self.attributes.text(of) },
                    _ => Check::BatchNumber { column: self.attributes.number(of, *party), min, max },
                }
            }
            (RuleKind::Collection { operation, reference, min, max, party, .. }, TypedRule::Expressions { .. }) => {
                let (min, max) = (limit(min, Property::MinCount(rule)), limit(max, Property::MaxCount(rule)));
                self.collection(rule, *operation, reference.as_ref(), (min, max), *party)
            }
            (RuleKind::Latency { max_latency, max_distance, reference, party }, _) => Check::Latency {
                max: limit(max_latency, Property::MaxLatency(rule)),
                distance: limit(max_distance, Property::MaxDistance(rule)),
                reference: *reference,
                party: *party,
            },
            (_, TypedRule::Compound(statement)) => {
                let latency = used(statement).into_iter().any(|part| self.has_latency(part));
                Check::Compound(statement.clone(), latency)
            }
            _ => Check::Sort,
        }
    }

    fn has_latency(&self, rule: usize) -> bool {
        match &self.rule_set.typed[rule] {
            TypedRule::Latency => true,
            TypedRule::Compound(statement) => used(statement).into_iter().any(|part| self.has_latency(part)),
            _ => false,
        }
    }

    fn comparison(
        &mut self,
        rule: usize,
        reference: Option<&At<Reference>>,
        operation: crate::Operation,
        party: Party,
    ) -> Check {
        let TypedRule::Expressions { measurements, .. } = &self.rule_set.typed[rule] else { return Check::Sort };
        let measures: Vec<_> = measurements.iter().filter_map(|typed| self.measure(typed, party)).collect();
        let Some(written) = reference else { return Check::CompareAll { measures, operation } };
        let text = if let Reference::Text(text) = &written.value { Some(text.as_str()) } else { None };
        let measures = measures.into_iter().map(|measure| {
            let against = match (&measure, text) {
                (Measure::Texts(_) | Measure::TextGroups(_), Some(text)) => Against::Text(self.attributes.symbol(text)),
                _ => Against::Number(self.scalar_reference(rule, reference, party)),
            };
            (measure, against)
        });
        Check::Compare { measures: measures.collect(), operation }
    }

    /// A reference that is one number.
    fn scalar_reference(&mut self, rule: usize, reference: Option<&At<Reference>>, party: Party) -> Scalar {
        if let TypedRule::Expressions { reference: Some(Typed::Number(scalar)), .. } = &self.rule_set.typed[rule] {
            return self.scalar(scalar, party);
        }
        let number = reference.and_then(literal).map_or(0.0, |at| at.value);
        Scalar::Number(self.levels.limit(Property::ReferenceValue(rule), number))
    }

    fn collection(
        &mut self,
        rule: usize,
        operation: CollectionOperation,
        reference: Option<&At<Reference>>,
        (min, max): (Option<Limit>, Option<Limit>),
        party: PartySet,
    ) -> Check {
        let TypedRule::Expressions { measurements, reference: typed } = &self.rule_set.typed[rule] else {
            return Check::Sort;
        };
        let measures = measurements.iter().filter_map(|typed| self.sets(typed, party)).collect();
        let literals: &[String] = match reference.map(|at| &at.value) {
            Some(Reference::Text(text)) => std::slice::from_ref(text),
            Some(Reference::Texts(texts)) => texts,
            _ => &[],
        };
        let collect = match (operation, typed) {
            (CollectionOperation::Intersection, _) => Collect::Intersection,
            (CollectionOperation::Contains, _) => {
                Collect::Contains(literals.first().map_or(u32::MAX, |text| self.attributes.symbol(text)))
            }
            (_, Some(Typed::Strings(strings))) => Collect::InReference(self.strings(strings, party)),
            (_, Some(Typed::Texts(source))) => Collect::InReference(Strings::Texts(self.texts(source))),
            _ => {
                let mut set = Vec::new();
                for text in literals {
                    insert(&mut set, self.attributes.symbol(text));
                }
                Collect::InReference(Strings::Literal(set))
            }
        };
        Check::Collection { measures, collect, min, max }
    }

    fn measure(&mut self, typed: &Typed, party: Party) -> Option<Measure> {
        Some(match typed {
            Typed::Number(scalar) => Measure::Number(self.scalar(scalar, party)),
            Typed::Numbers(numbers) => Measure::Numbers(self.numbers(numbers, party)),
            Typed::NumberGroups(source) => Measure::NumberGroups(self.players(source, party)),
            Typed::Texts(source) => Measure::Texts(self.texts(source)),
            Typed::TextGroups(source) => Measure::TextGroups(self.texts(source)),
            _ => return None,
        })
    }

    fn sets(&mut self, typed: &Typed, party: PartySet) -> Option<Sets> {
        Some(match typed {
            Typed::Lists(source) => Sets::Tickets(self.lists(source, party)),
            Typed::ListGroups(source) => Sets::TicketsByTeam(self.lists(source, party)),
            Typed::TextGroups(source) => Sets::TeamTexts(self.texts(source)),
            Typed::TeamSets(source) => Sets::CommonByTeam(self.lists(source, party)),
            _ => return None,
        })
    }

    fn scalar(&mut self, scalar: &typed::Scalar, party: Party) -> Scalar {
        match scalar {
            typed::Scalar::Of(aggregate, numbers) => Scalar::Of(*aggregate, self.numbers(numbers, party)),
            typed::Scalar::Size(strings) => Scalar::Size(self.strings(strings, PartySet::Union)),
        }
    }

    fn numbers(&mut self, numbers: &typed::Numbers, party: Party) -> Numbers {
        match numbers {
            typed::Numbers::Players(source) => Numbers::Players(self.players(source, party)),
            typed::Numbers::Teams(aggregate, source) => Numbers::Teams(*aggregate, self.players(source, party)),
        }
    }

    fn strings(&mut self, strings: &typed::Strings, party: PartySet) -> Strings {
        match strings {
            typed::Strings::Union(source) => Strings::Union(self.lists(source, party)),
            typed::Strings::Intersection(source) => Strings::Intersection(self.lists(source, party)),
            typed::Strings::CommonTexts(source) => Strings::CommonTexts(self.texts(source)),
        }
    }

    fn players(&mut self, source: &Source, party: Party) -> Players {
        Players { teams: source.teams.clone(), column: self.attributes.number(source.value, party) }
    }

    fn texts(&mut self, source: &Source) -> Players {
        Players { teams: source.teams.clone(), column: self.attributes.text(source.value) }
    }

    fn lists(&mut self, source: &Source, party: PartySet) -> Players {
        Players { teams: source.teams.clone(), column: self.attributes.set(source.value, party) }
    }
}

/// Adds a text to a set.
pub(crate) fn insert(set: &mut Vec<u64>, symbol: u32) {
    let word = symbol as usize / 64;
    if set.len() <= word {
        set.resize(word + 1, 0);
    }
    set[word] |= 1 << (symbol % 64);
}
