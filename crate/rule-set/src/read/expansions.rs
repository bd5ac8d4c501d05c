//! Reads `expansions`.

use super::{Report, short};
use crate::{Expansion, Property, Reference, RuleKind, RuleSet, Step, Team};
use matchday_document::{At, Fields, Node, Reason, wrong_kind};
use std::collections::BTreeMap;

/// Longest wait: the longest request time-out, s.
const LONGEST_WAIT_S: u32 = 43_200;

pub(super) fn read(fields: &mut Fields<'_>, rule_set: &RuleSet, report: &mut Report) -> Vec<Expansion> {
    let items = report.items(fields, "expansions");
    let failed = !report.errors.is_empty();
    let mut expansions = Vec::new();
    let mut seen = BTreeMap::new();
    for (path, node) in &items {
        let Some(expansion) = expansion(node, path, rule_set, failed, report) else { continue };
        for property in &expansion.properties {
            if let Some(first) = seen.insert(*property, expansion.target.place) {
                let words = format!(
                    "`{}` is expanded a second time, first at {first}: put all steps into one expansion",
                    short(&expansion.target.value)
                );
                report.error(expansion.target.place, words);
            }
        }
        expansions.push(expansion);
    }
    expansions
}

fn expansion(node: &Node, path: &str, rule_set: &RuleSet, failed: bool, report: &mut Report) -> Option<Expansion> {
    let mut fields = report.fields(node, path)?;
    let target = report.need(&mut fields, "target", "what is expanded, such as `rules[name].maxDistance`");
    let items = report.take(fields.list("steps")).unwrap_or_default();
    if items.is_empty() {
        let what = "the new values, and when they apply";
        report.take::<()>(Err(Reason::Missing { key: fields.key("steps"), what }.at(fields.place)));
    }
    let steps: Vec<_> =
        items.iter().enumerate().map(|(index, node)| step(node, &format!("{path}.steps[{index}]"), report)).collect();
    report.finish(&fields);
    let (target, steps) = (target?, steps.into_iter().collect::<Option<Vec<Step>>>()?);
    for pair in steps.windows(2) {
        let [earlier, later] = [pair[0].wait_s.value, pair[1].wait_s.value];
        if later <= earlier {
            let words = format!("`waitTimeSeconds` ({later}) has to be above that of the step before ({earlier})");
            report.error(pair[1].wait_s.place, words);
        }
    }
    let properties = match properties(&target.value, rule_set, failed) {
        Ok(properties) => properties,
        Err(words) => {
            report.error(target.place, words);
            return None;
        }
    };
    for &property in &properties {
        steps.iter().for_each(|step| check(rule_set, property, step.value, report));
    }
    Some(Expansion { target, properties, steps })
}

fn step(node: &Node, path: &str, report: &mut Report) -> Option<Step> {
    let mut fields = report.fields(node, path)?;
    let wait = report.take(fields.whole("waitTimeSeconds", 1..=LONGEST_WAIT_S));
    if wait == Some(None) {
        let what = "seconds until the step applies";
        report.take::<()>(Err(Reason::Missing { key: fields.key("waitTimeSeconds"), what }.at(fields.place)));
    }
    let value = report.take(fields.need("value", "the new value"));
    report.finish(&fields);
    let value = value.and_then(|node| {
        // AWS's examples have numbers in quotes for some keys, whose names do not stand here.
        let number = super::number(node, "referenceValue");
        number.or_else(|| report.take(Err(wrong_kind(node, &fields.key("value"), "a number"))))
    });
    Some(Step { wait_s: wait??, value: value? })
}

/// The properties of `rules[name].property` or `teams[one,two].property`.
fn properties(target: &str, rule_set: &RuleSet, failed: bool) -> Result<Vec<Property>, String> {
    let shape = || {
        let words = "is not of the form `rules[name].property` or `teams[name].property`";
        format!("`{}` {words}", short(target))
    };
    let (component, rest) = target.split_once('[').ok_or_else(shape)?;
    let (names, property) = rest.split_once(']').ok_or_else(shape)?;
    let property = property.strip_prefix('.').ok_or_else(shape)?.trim();
    match component.trim() {
        // Rules with errors are not there.
        "rules" if failed && rule_set.rules.is_empty() => Ok(Vec::new()),
        "rules" => rule(names.trim(), property, rule_set).map(|property| vec![property]),
        "teams" => names.split(',').map(|name| team(name.trim(), property, &rule_set.teams)).collect(),
        _ => Err(shape()),
    }
}

fn rule(name: &str, property: &str, rule_set: &RuleSet) -> Result<Property, String> {
    let found = rule_set.rules.iter().position(|rule| rule.name == name);
    let index = found.ok_or_else(|| format!("there is no rule `{}` to expand: check its name", short(name)))?;
    let of = match property {
        "referenceValue" => Property::ReferenceValue(index),
        "minDistance" => Property::MinDistance(index),
        "maxDistance" => Property::MaxDistance(index),
        "minCount" => Property::MinCount(index),
        "maxCount" => Property::MaxCount(index),
        "maxLatency" => Property::MaxLatency(index),
        "statement" => return Err("a compound rule cannot be expanded: expand the rules in it".to_string()),
        _ => {
            let words = "expand referenceValue, minDistance, maxDistance, minCount, maxCount or maxLatency";
            return Err(format!("`{}` of a rule cannot be expanded: {words}", short(property)));
        }
    };
    match base(rule_set, of) {
        Some(_) => Ok(of),
        None => Err(format!("rule `{}` has no number `{property}`: set it there, then expand it", short(name))),
    }
}

fn team(name: &str, property: &str, teams: &[Team]) -> Result<Property, String> {
    let found = teams.iter().position(|team| team.name.value == name);
    let index = found.ok_or_else(|| format!("there is no team `{}` to expand: check its name", short(name)))?;
    match property {
        "minPlayers" => Ok(Property::MinPlayers(index)),
        "maxPlayers" => Ok(Property::MaxPlayers(index)),
        _ => Err(format!("`{}` of a team cannot be expanded: expand minPlayers or maxPlayers", short(property))),
    }
}

/// The number of a property before any expansion.
pub(crate) fn base(rule_set: &RuleSet, property: Property) -> Option<At<f64>> {
    let team = |at: At<u32>| Some(At { value: f64::from(at.value), place: at.place });
    let kind = |index: usize| &rule_set.rules[index].kind;
    match property {
        Property::MinPlayers(index) => team(rule_set.teams[index].min_players),
        Property::MaxPlayers(index) => team(rule_set.teams[index].max_players),
        Property::ReferenceValue(index) => match kind(index) {
            RuleKind::Comparison { reference: Some(reference), .. } | RuleKind::Distance { reference, .. } => {
                literal(reference)
            }
            _ => None,
        },
        Property::MinDistance(index) => match kind(index) {
            RuleKind::Distance { min, .. } | RuleKind::BatchDistance { min, .. } => *min,
            _ => None,
        },
        Property::MaxDistance(index) => match kind(index) {
            RuleKind::Distance { max, .. }
            | RuleKind::BatchDistance { max, .. }
            | RuleKind::Latency { max_distance: max, .. } => *max,
            _ => None,
        },
        Property::MinCount(index) => match kind(index) {
            RuleKind::Collection { min, .. } => *min,
            _ => None,
        },
        Property::MaxCount(index) => match kind(index) {
            RuleKind::Collection { max, .. } => *max,
            _ => None,
        },
        Property::MaxLatency(index) => match kind(index) {
            RuleKind::Latency { max_latency, .. } => *max_latency,
            _ => None,
        },
    }
}

/// The number of a reference.
pub(crate) fn literal(reference: &At<Reference>) -> Option<At<f64>> {
    let value = match &reference.value {
        Reference::Number(number) => *number,
        Reference::Text(text) => crate::numbers::number(text)?,
        Reference::Texts(_) | Reference::Expression(_) => return None,
    };
    Some(At { value, place: reference.place })
}

/// Checks the value of a step.
fn check(rule_set: &RuleSet, property: Property, value: At<f64>, report: &mut Report) {
    let team = |index: usize| &rule_set.teams[index];
    let (low, high) = match property {
        Property::ReferenceValue(_) => (f64::MIN, f64::MAX),
        Property::MinPlayers(index) => (0.0, f64::from(team(index).max_players.value)),
        Property::MaxPlayers(index) => (f64::from(team(index).min_players.value.max(1)), 200.0),
        _ => (0.0, f64::MAX),
    };
    let whole = matches!(property, Property::MinPlayers(_) | Property::MaxPlayers(_));
    if value.value < low || value.value > high || (whole && value.value != libm::floor(value.value)) {
        let what = if whole { "a whole number" } else { "a number" };
        let to = if high == f64::MAX { "of at least 0".to_string() } else { format!("from {low} to {high}") };
        report.error(value.place, format!("the value of this step is {}: it has to be {what} {to}", value.value));
    }
}
