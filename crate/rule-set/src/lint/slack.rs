//! Rules that never refuse a match.

use super::{Circumstances, Report};
use crate::typed::Aggregate;
use crate::typed::{Numbers, Of, Scalar, Typed, TypedRule};
use crate::{Property, RuleKind, RuleSet};
use matchday_base::rtt::MOST_RTT_MS;

/// The highest RTT of a simulated player, ms; farther datacenters are out of reach.
const HIGHEST_RTT_MS: f64 = MOST_RTT_MS as f64;

pub(super) fn check(rule_set: &RuleSet, circumstances: &Circumstances<'_>, report: &mut Report) {
    for (index, rule) in rule_set.rules.iter().enumerate() {
        match &rule.kind {
            RuleKind::Latency { max_latency: Some(max), max_distance: None, .. } if max.value > HIGHEST_RTT_MS => {
                let words = format!(
                    "rule `{}` never refuses a match: no RTT is above {HIGHEST_RTT_MS} ms; lower `maxLatency` ({} ms)",
                    rule.name, max.value
                );
                report.warning(max.place, words);
            }
            RuleKind::Distance { max: Some(max), min: None, .. }
            | RuleKind::BatchDistance { max: Some(max), min: None, .. } => {
                let Some((name, span)) = span(rule_set, index, circumstances) else { continue };
                let least = rule_set.reached(Property::MaxDistance(index)).map_or(max.value, |(least, _)| least);
                if least >= span {
                    let words = format!(
                        "rule `{}` never refuses a match: numbers of `{name}` are at most {span} apart; lower `maxDistance` ({})",
                        rule.name, max.value
                    );
                    report.warning(max.place, words);
                }
            }
            RuleKind::Collection { min: Some(min), max: None, .. } if min.value == 0.0 => {
                let most = rule_set.reached(Property::MinCount(index)).map_or(0.0, |(_, most)| most);
                if most == 0.0 {
                    let words =
                        format!("rule `{}` never refuses a match: no count is below 0; raise `minCount`", rule.name);
                    report.warning(min.place, words);
                }
            }
            _ => {}
        }
    }
}

/// The attribute whose numbers a distance compares, and how far apart they can be.
fn span<'a>(rule_set: &'a RuleSet, index: usize, circumstances: &Circumstances<'_>) -> Option<(&'a str, f64)> {
    let attribute = match rule_set.typed.get(index)? {
        TypedRule::Attribute(attribute) => *attribute,
        TypedRule::Expressions { measurements, reference: Some(reference) } => {
            let own = within(reference)?;
            if measurements.iter().any(|typed| within(typed) != Some(own)) {
                return None;
            }
            own
        }
        _ => return None,
    };
    let name = rule_set.attributes[attribute].name.value.as_str();
    let range = circumstances.ranges.iter().find(|(known, _)| *known == name)?;
    Some((name, range.1.end() - range.1.start()))
}

/// The attribute in whose range the values of an expression are.
fn within(typed: &Typed) -> Option<usize> {
    let inside = |aggregate: &Aggregate| {
        matches!(aggregate, Aggregate::Min | Aggregate::Max | Aggregate::Avg | Aggregate::Median)
    };
    let of = |numbers: &Numbers| match numbers {
        Numbers::Players(of) => Some(of.value),
        Numbers::Teams(aggregate, of) if inside(aggregate) => Some(of.value),
        Numbers::Teams(..) => None,
    };
    let value = match typed {
        Typed::Number(Scalar::Of(aggregate, numbers)) if inside(aggregate) => of(numbers)?,
        Typed::Numbers(numbers) => of(numbers)?,
        Typed::NumberGroups(of) => of.value,
        _ => return None,
    };
    if let Of::Attribute(attribute) = value { Some(attribute) } else { None }
}
