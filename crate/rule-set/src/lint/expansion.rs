//! Expansions that come too late, or refuse more matches than before.

use super::{Circumstances, Report};
use crate::{Operation, Property, RuleKind, RuleSet};

pub(super) fn check(rule_set: &RuleSet, circumstances: &Circumstances<'_>, report: &mut Report) {
    for expansion in &rule_set.expansions {
        let late = |wait_s: u32| circumstances.configuration.is_some_and(|known| wait_s >= known.request_timeout_s);
        for step in expansion.steps.iter().filter(|step| late(step.wait_s.value)) {
            let timeout_s = circumstances.configuration.map_or(0, |known| known.request_timeout_s);
            let words = format!(
                "this step of `{}` comes after {} s, but tickets fail after {timeout_s} s (`RequestTimeoutSeconds`): lower it",
                expansion.target.value, step.wait_s.value
            );
            report.warning(step.wait_s.place, words);
        }
        for &property in &expansion.properties {
            let Some(mut before) = crate::read::base(rule_set, property).map(|base| base.value) else { continue };
            for step in &expansion.steps {
                let value = step.value.value;
                let narrows = match wider(rule_set, property) {
                    Some(higher) => (value > before) != higher && value != before,
                    None => false,
                };
                if narrows {
                    let words = format!(
                        "this step of `{}` allows fewer matches than before: it goes from {before} to {value}",
                        expansion.target.value
                    );
                    report.warning(step.value.place, words);
                } else if value == before {
                    let words =
                        format!("this step of `{}` changes nothing: it is {value} already", expansion.target.value);
                    report.warning(step.value.place, words);
                }
                before = value;
            }
        }
    }
}

/// Whether higher values allow more matches; `None` if that depends.
fn wider(rule_set: &RuleSet, property: Property) -> Option<bool> {
    match property {
        Property::MaxDistance(_) | Property::MaxCount(_) | Property::MaxLatency(_) | Property::MaxPlayers(_) => {
            Some(true)
        }
        Property::MinDistance(_) | Property::MinCount(_) | Property::MinPlayers(_) => Some(false),
        Property::ReferenceValue(rule) => match rule_set.rules[rule].kind {
            RuleKind::Comparison { operation: Operation::Less | Operation::AtMost, .. } => Some(true),
            RuleKind::Comparison { operation: Operation::Greater | Operation::AtLeast, .. } => Some(false),
            _ => None,
        },
    }
}
