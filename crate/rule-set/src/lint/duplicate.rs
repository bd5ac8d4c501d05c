//! Rules that say the same.

use super::{Circumstances, Report};
use crate::typed::TypedRule;
use crate::{CollectionOperation, LatencyReference, Operation, Party, PartySet, Reference, RuleKind, RuleSet};

/// Most rules that are compared with each other.
const MOST: usize = 200;

/// What a rule says, without names and positions.
#[derive(PartialEq)]
enum Said<'a> {
    Comparison(Option<&'a Reference>, Operation, Party),
    Distance(&'a Reference, Option<f64>, Option<f64>, Party),
    Batch(Option<f64>, Option<f64>, Party),
    Collection(CollectionOperation, Option<&'a Reference>, Option<f64>, Option<f64>, PartySet),
    Latency(Option<f64>, Option<f64>, LatencyReference, Party),
    Sort(bool, bool, bool, Party),
    Compound,
}

pub(super) fn check(rule_set: &RuleSet, _: &Circumstances<'_>, report: &mut Report) {
    let said: Vec<(Said<'_>, &TypedRule)> =
        rule_set.rules.iter().map(|rule| said(&rule.kind)).zip(&rule_set.typed).take(MOST).collect();
    for (index, rule) in rule_set.rules.iter().enumerate().take(MOST) {
        let expanded =
            |index: usize| rule_set.expansions.iter().any(|one| one.target.value.contains(&rule_set.rules[index].name));
        let same = |known: &usize| said[*known] == said[index] && !expanded(*known);
        if let Some(first) = (0..index).find(same).filter(|_| !expanded(index)) {
            let first = &rule_set.rules[first];
            let words =
                format!("rule `{}` says the same as rule `{}` at {}: remove one", rule.name, first.name, first.place);
            report.warning(rule.place, words);
        }
    }
}

fn said(kind: &RuleKind) -> Said<'_> {
    let number = |at: &Option<matchday_document::At<f64>>| at.map(|at| at.value);
    match kind {
        RuleKind::Comparison { reference, operation, party, .. } => {
            Said::Comparison(reference.as_ref().map(|at| &at.value), *operation, *party)
        }
        RuleKind::Distance { reference, min, max, party, .. } => {
            Said::Distance(&reference.value, number(min), number(max), *party)
        }
        RuleKind::BatchDistance { min, max, party, .. } => Said::Batch(number(min), number(max), *party),
        RuleKind::Collection { operation, reference, min, max, party, .. } => {
            Said::Collection(*operation, reference.as_ref().map(|at| &at.value), number(min), number(max), *party)
        }
        RuleKind::Latency { max_latency, max_distance, reference, party } => {
            Said::Latency(number(max_latency), number(max_distance), *reference, *party)
        }
        RuleKind::Sort { absolute, descending, highest_key, party, .. } => {
            Said::Sort(*absolute, *descending, *highest_key, *party)
        }
        RuleKind::Compound { .. } => Said::Compound,
    }
}
