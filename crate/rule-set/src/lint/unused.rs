//! Attributes that no rule reads.

use super::{Circumstances, Report};
use crate::typed::{Of, TypedRule};
use crate::{Batching, RuleSet};

pub(super) fn check(rule_set: &RuleSet, _: &Circumstances<'_>, report: &mut Report) {
    let mut used = vec![false; rule_set.attributes.len()];
    for rule in &rule_set.typed {
        match rule {
            TypedRule::Attribute(attribute) => used[*attribute] = true,
            TypedRule::Expressions { measurements, reference } => {
                for typed in measurements.iter().chain(reference) {
                    if let Of::Attribute(attribute) | Of::Length(attribute) = typed.source().value {
                        used[attribute] = true;
                    }
                }
            }
            TypedRule::Compound(_) | TypedRule::Latency => {}
        }
    }
    let algorithm = &rule_set.algorithm;
    let sorted = algorithm.sort_by.iter().filter(|_| algorithm.batching == Batching::Sorted);
    for name in algorithm.balanced_attribute.iter().chain(sorted) {
        if let Some(attribute) = rule_set.attribute(&name.value) {
            used[attribute] = true;
        }
    }
    for (attribute, _) in rule_set.attributes.iter().zip(used).filter(|(_, used)| !used) {
        let words = format!(
            "no rule reads attribute `{}`: it only reaches the game server, so remove it unless that needs it",
            attribute.name.value
        );
        report.note(attribute.name.place, words);
    }
}
