//! Rules that no match passes.

use super::{Circumstances, Report};
use crate::typed::{Aggregate, Numbers, Of, Scalar, Typed, TypedRule};
use crate::{CollectionOperation, Operation, Property, Reference, RuleKind, RuleSet};
use matchday_document::{At, Place};
use std::ops::RangeInclusive;

pub(super) fn check(rule_set: &RuleSet, circumstances: &Circumstances<'_>, report: &mut Report) {
    for (index, rule) in rule_set.rules.iter().enumerate() {
        let limits = match &rule.kind {
            RuleKind::Distance { min, max, .. } | RuleKind::BatchDistance { min, max, .. } => {
                Some((min, Property::MinDistance(index), max, Property::MaxDistance(index), "Distance"))
            }
            RuleKind::Collection { min, max, .. } => {
                Some((min, Property::MinCount(index), max, Property::MaxCount(index), "Count"))
            }
            _ => None,
        };
        if let Some((Some(min), low, Some(_), high, what)) = limits {
            let (least, most) =
                (rule_set.reached(low).map_or(0.0, |of| of.0), rule_set.reached(high).map_or(0.0, |of| of.1));
            if least > most {
                let words = format!(
                    "no match passes rule `{}`: `min{what}` ({least}) is above `max{what}` ({most}); lower it",
                    rule.name
                );
                report.warning(min.place, words);
            }
        }
        match &rule.kind {
            RuleKind::Collection { .. } => collection(rule_set, index, circumstances, report),
            RuleKind::Comparison { .. } => comparison(rule_set, index, circumstances, report),
            _ => {}
        }
    }
}

/// A `minCount` that no list reaches, and a text that nobody has.
fn collection(rule_set: &RuleSet, index: usize, circumstances: &Circumstances<'_>, report: &mut Report) {
    let rule = &rule_set.rules[index];
    let RuleKind::Collection { operation, reference, min, .. } = &rule.kind else { return };
    let least = rule_set.reached(Property::MinCount(index)).map_or(0.0, |(least, _)| least);
    let mut refuse = |place: Place, most: f64, why: &str| {
        let words = format!("no match passes rule `{}`: `minCount` is {least}, but {why} {most}; lower it", rule.name);
        report.warning(place, words);
    };
    if let Some(At { place, .. }) = *min {
        let (_, players) = rule_set.match_size();
        match (operation, reference.as_ref().map(|at| &at.value)) {
            (CollectionOperation::Contains, _) if least > f64::from(players) => {
                refuse(place, players.into(), "the players of a match are at most");
            }
            (CollectionOperation::ReferenceIntersectionCount, Some(Reference::Texts(texts)))
                if least > texts.len() as f64 =>
            {
                refuse(place, texts.len() as f64, "the texts of `referenceValue` are");
            }
            _ => {}
        }
    }
    let Some(schema) = circumstances.schema else { return };
    if let (CollectionOperation::Contains, Some(At { value: Reference::Text(text), place })) = (operation, reference) {
        unknown_text(rule_set, index, text, *place, schema, report);
    }
}

fn unknown_text(
    rule_set: &RuleSet,
    index: usize,
    text: &str,
    place: Place,
    schema: &matchday_matchmaker::policy::Schema,
    report: &mut Report,
) {
    let known = (0..).map_while(|at| schema.text(matchday_matchmaker::policy::Symbol(at))).any(|known| known == text);
    let default = rule_set.attributes.iter().any(|attribute| match &attribute.default {
        Some(crate::Default::Text(own)) => own == text,
        Some(crate::Default::List(own)) => own.iter().any(|own| own == text),
        _ => false,
    });
    if !known && !default {
        let words = format!(
            "rule `{}`: no player of the day has the text `{text}`: check its spelling",
            rule_set.rules[index].name
        );
        report.warning(place, words);
    }
}

/// A comparison with a constant that never holds.
fn comparison(rule_set: &RuleSet, index: usize, circumstances: &Circumstances<'_>, report: &mut Report) {
    let rule = &rule_set.rules[index];
    let RuleKind::Comparison { reference: Some(reference), operation, .. } = &rule.kind else { return };
    let Some(TypedRule::Expressions { measurements, .. }) = rule_set.typed.get(index) else { return };
    if let (Reference::Text(text), Some(schema), Operation::Equal) = (&reference.value, circumstances.schema, operation)
        && measurements.iter().any(|typed| matches!(typed, Typed::Texts(_) | Typed::TextGroups(_)))
    {
        unknown_text(rule_set, index, text, reference.place, schema, report);
    }
    let Some((low, high)) = rule_set.reached(Property::ReferenceValue(index)) else { return };
    for typed in measurements {
        let Some(range) = range(rule_set, typed, circumstances) else { continue };
        let (least, most) = (*range.start(), *range.end());
        let never = match operation {
            Operation::Less => least >= high,
            Operation::AtMost => least > high,
            Operation::Equal => low > most || high < least,
            Operation::NotEqual => least == most && low == high && low == least,
            Operation::Greater => most <= low,
            Operation::AtLeast => most < low,
        };
        if never {
            let words = format!(
                "no match passes rule `{}`: its measurement is from {least} to {most}; change `referenceValue`",
                rule.name
            );
            report.warning(reference.place, words);
        }
    }
}

/// The range of a measurement.
fn range(rule_set: &RuleSet, typed: &Typed, circumstances: &Circumstances<'_>) -> Option<RangeInclusive<f64>> {
    let attribute = |of: Of| {
        let Of::Attribute(attribute) = of else { return None };
        let name = rule_set.attributes[attribute].name.value.as_str();
        circumstances.ranges.iter().find(|(known, _)| *known == name).map(|(_, range)| range.clone())
    };
    let counts = |teams: &[usize], each: bool| {
        let sizes: Vec<(f64, f64)> = rule_set
            .definitions()
            .enumerate()
            .filter(|(index, _)| teams.contains(index))
            .filter_map(|(_, of)| {
                let least = rule_set.reached(Property::MinPlayers(of))?.0;
                Some((least, rule_set.reached(Property::MaxPlayers(of))?.1))
            })
            .collect();
        let (least, most) = sizes.iter().fold((0.0, 0.0), |sum, size| (sum.0 + size.0, sum.1 + size.1));
        let of_one = sizes.iter().fold((f64::MAX, 0.0), |all: (f64, f64), size| (all.0.min(size.0), all.1.max(size.1)));
        if each { of_one.0..=of_one.1 } else { least..=most }
    };
    match typed {
        Typed::Number(Scalar::Of(Aggregate::Count, Numbers::Players(of))) => Some(counts(&of.teams, false)),
        Typed::Numbers(Numbers::Teams(Aggregate::Count, of)) => Some(counts(&of.teams, true)),
        Typed::Number(Scalar::Of(Aggregate::Min | Aggregate::Max | Aggregate::Avg | Aggregate::Median, numbers)) => {
            match numbers {
                Numbers::Players(of) => attribute(of.value),
                Numbers::Teams(Aggregate::Count, of) => Some(counts(&of.teams, true)),
                Numbers::Teams(Aggregate::Min | Aggregate::Max | Aggregate::Avg | Aggregate::Median, of) => {
                    attribute(of.value)
                }
                Numbers::Teams(..) => None,
            }
        }
        Typed::Numbers(Numbers::Players(of)) | Typed::NumberGroups(of) => attribute(of.value),
        _ => None,
    }
}
