//! Reads `rules`.

use super::{Report, number, short};
use crate::expression::{self, Expression};
use crate::statement;
use crate::{CollectionOperation, LatencyReference, Operation, Party, PartySet, Reference, Rule, RuleKind, Statement};
use matchday_document::{At, Fields, Node, Place, Reason, Value, wrong_kind};
use std::collections::{BTreeMap, BTreeSet};

#[derive(Clone, Copy)]
enum Type {
    Comparison,
    Distance,
    BatchDistance,
    Collection,
    Latency,
    AbsoluteSort,
    DistanceSort,
    Compound,
}

const TYPES: [(&str, Type); 8] = [
    ("comparison", Type::Comparison),
    ("distance", Type::Distance),
    ("batchDistance", Type::BatchDistance),
    ("collection", Type::Collection),
    ("latency", Type::Latency),
    ("absoluteSort", Type::AbsoluteSort),
    ("distanceSort", Type::DistanceSort),
    ("compound", Type::Compound),
];
const OPERATIONS: [(&str, Operation); 6] = [
    ("<", Operation::Less),
    ("<=", Operation::AtMost),
    ("=", Operation::Equal),
    ("!=", Operation::NotEqual),
    (">", Operation::Greater),
    (">=", Operation::AtLeast),
];
const COLLECTIONS: [(&str, CollectionOperation); 3] = [
    ("intersection", CollectionOperation::Intersection),
    ("contains", CollectionOperation::Contains),
    ("reference_intersection_count", CollectionOperation::ReferenceIntersectionCount),
];
const PARTIES: [(&str, Party); 3] = [("avg", Party::Average), ("min", Party::Least), ("max", Party::Most)];
const PARTY_SETS: [(&str, PartySet); 2] = [("union", PartySet::Union), ("intersection", PartySet::Intersection)];
const REFERENCES: [(&str, LatencyReference); 2] =
    [("avg", LatencyReference::Average), ("min", LatencyReference::Least)];
const DIRECTIONS: [(&str, bool); 2] = [("ascending", false), ("descending", true)];
const KEYS: [(&str, bool); 2] = [("minValue", false), ("maxValue", true)];

/// The names of rules, and whether each was read without errors.
struct Names<'a> {
    /// Index among all entries of `rules`, by name.
    entries: BTreeMap<&'a str, usize>,
    /// The compound rules whose statements name a rule, by the entry of that rule.
    users: BTreeMap<usize, BTreeSet<usize>>,
}

pub(super) fn read(fields: &mut Fields<'_>, report: &mut Report) -> Vec<Rule> {
    let items = report.items(fields, "rules");
    let mut names = Names { entries: BTreeMap::new(), users: BTreeMap::new() };
    for (index, (_, node)) in items.iter().enumerate() {
        let Some(name) = node.field("name") else { continue };
        if let Some(text) = name.as_text() {
            if let Some(&first) = names.entries.get(text) {
                let first = items[first].1.place;
                report.error(
                    name.place,
                    format!("a second rule is named `{}`, the first at {first}: rename one", short(text)),
                );
            } else {
                names.entries.insert(text, index);
            }
        }
    }
    for (index, (_, node)) in items.iter().enumerate() {
        let statement = node.field("statement").and_then(Node::as_text).unwrap_or_default();
        for word in statement.split(['(', ')', ',']) {
            if let Some(&used) = names.entries.get(word.trim()) {
                names.users.entry(used).or_default().insert(index);
            }
        }
    }
    let mut rules = Vec::new();
    // Compound rules name rules by their index, so all entries keep their places.
    let before = report.errors.len();
    for (index, (path, node)) in items.iter().enumerate() {
        rules.extend(rule(node, path, index, &names, report));
    }
    if report.errors.len() > before { Vec::new() } else { rules }
}

fn rule(node: &Node, path: &str, index: usize, names: &Names<'_>, report: &mut Report) -> Option<Rule> {
    let mut fields = report.fields(node, path)?;
    let name = report.name(&mut fields);
    fields.skip(&["description"]);
    if fields.take("type").is_none() {
        let types: Vec<_> = TYPES.iter().map(|(name, _)| *name).collect();
        report.error(fields.place, format!("`{path}.type` is missing: {}", types.join(", ")));
        return None;
    }
    let of = report.choice(&mut fields, "type", &TYPES)?.value;
    let kind = match of {
        Type::Comparison => comparison(&mut fields, report),
        Type::Distance => distance(&mut fields, report),
        Type::BatchDistance => batch(&mut fields, report),
        Type::Collection => collection(&mut fields, report),
        Type::Latency => latency(&mut fields, report),
        Type::AbsoluteSort => sort(&mut fields, true, report),
        Type::DistanceSort => sort(&mut fields, false, report),
        Type::Compound => compound(&mut fields, index, names, report),
    };
    report.finish(&fields);
    Some(Rule { name: name?.value, place: node.place, kind: kind? })
}

const DISTANCE: std::ops::RangeInclusive<f64> = 0.0..=f64::MAX;

fn party(fields: &mut Fields<'_>, report: &mut Report) -> Party {
    report.choice(fields, "partyAggregation", &PARTIES).map_or(Party::Average, |found| found.value)
}

fn comparison(fields: &mut Fields<'_>, report: &mut Report) -> Option<RuleKind> {
    let measurements = measurements(fields, report);
    let reference = reference(fields, report);
    let operation = operation(fields, &OPERATIONS, report);
    let party = party(fields, report);
    let operation = operation?;
    if reference == Some(None) && !matches!(operation.value, Operation::Equal | Operation::NotEqual) {
        let words =
            format!("without `{}` the operation has to be `=` or `!=`: add the value", fields.key("referenceValue"));
        report.error(operation.place, words);
    }
    Some(RuleKind::Comparison { measurements: measurements?, reference: reference?, operation: operation.value, party })
}

fn operation<T: Copy>(fields: &mut Fields<'_>, known: &[(&str, T)], report: &mut Report) -> Option<At<T>> {
    if fields.take("operation").is_none() {
        let names: Vec<_> = known.iter().map(|(name, _)| *name).collect();
        report.error(fields.place, format!("`{}` is missing: {}", fields.key("operation"), names.join(", ")));
        return None;
    }
    report.choice(fields, "operation", known)
}

fn distance(fields: &mut Fields<'_>, report: &mut Report) -> Option<RuleKind> {
    let measurements = measurements(fields, report);
    let reference = reference(fields, report);
    let min = report.number(fields, "minDistance", DISTANCE);
    let max = report.number(fields, "maxDistance", DISTANCE);
    let party = party(fields, report);
    one_of(fields, ["minDistance", "maxDistance"], report);
    let reference = reference?;
    if reference.is_none() {
        let words = format!(
            "`{}` is missing: the number that measurements are compared with; to compare players with each other, use batchDistance",
            fields.key("referenceValue")
        );
        report.error(fields.place, words);
    }
    Some(RuleKind::Distance { measurements: measurements?, reference: reference?, min, max, party })
}

/// Refuses a rule without either of two limits.
fn one_of(fields: &mut Fields<'_>, names: [&'static str; 2], report: &mut Report) {
    if names.iter().all(|name| fields.take(name).is_none()) {
        let words =
            format!("`{}` or `{}` is missing: the rule has no limit", fields.key(names[0]), fields.key(names[1]));
        report.error(fields.place, words);
    }
}

fn batch(fields: &mut Fields<'_>, report: &mut Report) -> Option<RuleKind> {
    let attribute = report.need(fields, "batchAttribute", "the attribute that is compared");
    let min = report.number(fields, "minDistance", DISTANCE);
    let max = report.number(fields, "maxDistance", DISTANCE);
    let party = party(fields, report);
    Some(RuleKind::BatchDistance { attribute: attribute?, min, max, party })
}

fn collection(fields: &mut Fields<'_>, report: &mut Report) -> Option<RuleKind> {
    let measurements = measurements(fields, report);
    let reference = reference(fields, report);
    let operation = operation(fields, &COLLECTIONS, report);
    let min = report.number(fields, "minCount", 0.0..=f64::MAX);
    let max = report.number(fields, "maxCount", 0.0..=f64::MAX);
    let party = report.choice(fields, "partyAggregation", &PARTY_SETS).map_or(PartySet::Union, |found| found.value);
    one_of(fields, ["minCount", "maxCount"], report);
    let (reference, operation) = (reference?, operation?);
    let needs = operation.value != CollectionOperation::Intersection;
    if needs && reference.is_none() {
        report.error(fields.place, format!("`{}` is missing: the texts to look for", fields.key("referenceValue")));
    } else if let (Some(At { place, .. }), false) = (&reference, needs) {
        let words = "`intersection` compares players with each other: remove `referenceValue`, or use `reference_intersection_count`";
        report.error(*place, words.to_string());
    }
    Some(RuleKind::Collection { measurements: measurements?, operation: operation.value, reference, min, max, party })
}

fn latency(fields: &mut Fields<'_>, report: &mut Report) -> Option<RuleKind> {
    let max_latency = report.number(fields, "maxLatency", DISTANCE);
    let max_distance = report.number(fields, "maxDistance", DISTANCE);
    let reference = report.choice(fields, "distanceReference", &REFERENCES);
    let party = party(fields, report);
    one_of(fields, ["maxLatency", "maxDistance"], report);
    if let (Some(At { place, .. }), None) = (reference, max_distance) {
        let words = format!(
            "`{}` has no effect without `maxDistance`: add it, or remove this",
            fields.key("distanceReference")
        );
        report.error(place, words);
    }
    let reference = reference.map_or(LatencyReference::Average, |found| found.value);
    Some(RuleKind::Latency { max_latency, max_distance, reference, party })
}

fn sort(fields: &mut Fields<'_>, absolute: bool, report: &mut Report) -> Option<RuleKind> {
    let attribute = report.need(fields, "sortAttribute", "the attribute that tickets are sorted by");
    let written = report.need(fields, "sortDirection", "ascending or descending").is_some();
    let direction = if written { report.choice(fields, "sortDirection", &DIRECTIONS) } else { None };
    let key = report.choice(fields, "mapKey", &KEYS);
    let party = party(fields, report);
    Some(RuleKind::Sort {
        absolute,
        descending: direction?.value,
        attribute: attribute?,
        highest_key: key.is_some_and(|key| key.value),
        party,
    })
}

fn compound(fields: &mut Fields<'_>, index: usize, names: &Names<'_>, report: &mut Report) -> Option<RuleKind> {
    let text = report.need(fields, "statement", "rules joined by and, or, not, xor")?;
    let needing = names.needing(index);
    let mut resolve = |name: &str| match names.entries.get(name) {
        None if name.is_empty() => Err("the name of a rule is missing here".to_string()),
        None => Err(format!("there is no rule `{}`: check its name", short(name))),
        Some(&rule) if rule == index || needing.contains(&rule) => {
            Err(format!("rule `{}` needs this rule itself, in a cycle: remove one", short(name)))
        }
        Some(&rule) if rule > index => Err(format!("rule `{}` stands after this rule: move it before", short(name))),
        Some(&rule) => Ok(rule),
    };
    let statement = statement::parse(&text.value, &mut resolve);
    match statement {
        Ok(value) => Some(RuleKind::Compound { statement: At { value, place: text.place } }),
        Err((offset, words)) => {
            report.error(within(text.place, offset), format!("`{}`: {words}", fields.key("statement")));
            None
        }
    }
}

impl Names<'_> {
    /// The rules that need a rule, directly or through others.
    fn needing(&self, rule: usize) -> BTreeSet<usize> {
        let mut found = BTreeSet::new();
        let mut open = vec![rule];
        while let Some(rule) = open.pop() {
            let users = self.users.get(&rule).into_iter().flatten();
            open.extend(users.filter(|&&user| found.insert(user)));
        }
        found
    }
}

/// The place of a character in a text.
fn within(place: Place, offset: usize) -> Place {
    Place { column: place.column + 1 + offset as u32, ..place }
}

/// `measurements`: an expression, or a list of them.
fn measurements(fields: &mut Fields<'_>, report: &mut Report) -> Option<Vec<At<Expression>>> {
    let what = "a property expression, such as `flatten(teams[*].players.attributes[name])`";
    let node = report.take(fields.need("measurements", what))?;
    let items = match &node.value {
        Value::List(items) if !items.is_empty() => items.as_slice(),
        Value::List(_) => {
            report.take::<()>(Err(Reason::Missing { key: fields.key("measurements"), what }.at(node.place)));
            return None;
        }
        _ => std::slice::from_ref(node),
    };
    let key = fields.key("measurements");
    let parse = |node: &Node| match node.as_text() {
        Some(text) => expression(text, node.place, &key, report),
        None => report.take(Err(wrong_kind(node, &key, "a property expression"))),
    };
    let found: Vec<_> = items.iter().map(parse).collect();
    found.into_iter().collect()
}

fn expression(text: &str, place: Place, key: &str, report: &mut Report) -> Option<At<Expression>> {
    match expression::parse(text) {
        Ok(value) => Some(At { value, place }),
        Err(wrong) => {
            report.error(within(place, wrong.offset), format!("`{key}`: {}", wrong.words));
            None
        }
    }
}

/// `referenceValue`; the outer `None` is an error.
#[allow(clippy::option_option)]
fn reference(fields: &mut Fields<'_>, report: &mut Report) -> Option<Option<At<Reference>>> {
    let Some(node) = fields.take("referenceValue") else { return Some(None) };
    let key = fields.key("referenceValue");
    let place = node.place;
    let value = match &node.value {
        Value::Text(text) if expression::is_expression(text) => {
            Reference::Expression(expression(text, place, &key, report)?.value)
        }
        Value::Text(text) => Reference::Text(text.clone()),
        Value::List(items) => {
            let texts: Option<Vec<_>> = items.iter().map(|item| item.as_text().map(str::to_string)).collect();
            match texts {
                Some(texts) => Reference::Texts(texts),
                None => return report.take(Err(wrong_kind(node, &key, "a list of texts"))),
            }
        }
        _ => match number(node, "referenceValue") {
            Some(number) => Reference::Number(number.value),
            None => return report.take(Err(wrong_kind(node, &key, "a number, a text, or a property expression"))),
        },
    };
    Some(Some(At { value, place }))
}

/// The rules that a compound rule uses.
pub(crate) fn used(statement: &Statement) -> Vec<usize> {
    let mut used = Vec::new();
    statement.each(&mut |rule| used.push(rule));
    used
}
