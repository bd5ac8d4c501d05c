//! Reads and checks `algorithm`.

use super::Report;
use crate::{AgeSelection, Algorithm, AttributeKind, Batching, RuleSet, Strategy};
use matchday_document::{At, Fields, wrong_kind};

const STRATEGIES: [(&str, Strategy); 2] =
    [("exhaustiveSearch", Strategy::ExhaustiveSearch), ("balanced", Strategy::Balanced)];
const BATCHINGS: [(&str, Batching); 4] = [
    ("random", Batching::Random),
    ("sorted", Batching::Sorted),
    ("largestPopulation", Batching::LargestPopulation),
    ("fastestRegion", Batching::FastestRegion),
];
const AGES: [(&str, AgeSelection); 2] = [("newest", AgeSelection::Newest), ("oldest", AgeSelection::Oldest)];
const BACKFILL: [(&str, &str); 3] = [("normal", "normal"), ("low", "low"), ("high", "high")];

pub(super) fn read(root: &mut Fields<'_>, report: &mut Report) -> Algorithm {
    let mut algorithm = Algorithm {
        strategy: Strategy::ExhaustiveSearch,
        batching: Batching::Random,
        balanced_attribute: None,
        sort_by: Vec::new(),
        age: AgeSelection::Newest,
    };
    let Some(Some(mut fields)) = report.take(root.fields("algorithm")) else { return algorithm };
    if let Some(strategy) = report.choice(&mut fields, "strategy", &STRATEGIES) {
        algorithm.strategy = strategy.value;
    }
    algorithm.batching = batching(&mut fields, algorithm.strategy, report);
    algorithm.balanced_attribute = report.take(fields.text("balancedAttribute")).flatten();
    algorithm.sort_by = sort_by(&mut fields, report);
    if let Some(age) = report.choice(&mut fields, "expansionAgeSelection", &AGES) {
        algorithm.age = age.value;
    }
    if let Some(backfill) = report.choice(&mut fields, "backfillPriority", &BACKFILL) {
        let words = "`algorithm.backfillPriority` is valid, but not simulated: no running match asks for players";
        report.not_simulated(backfill.place, words.to_string());
    }
    report.finish(&fields);
    algorithm
}

fn batching(fields: &mut Fields<'_>, strategy: Strategy, report: &mut Report) -> Batching {
    let balanced = strategy == Strategy::Balanced;
    let default = if balanced { Batching::LargestPopulation } else { Batching::Random };
    let Some(At { value, place }) = report.choice(fields, "batchingPreference", &BATCHINGS) else { return default };
    if matches!(value, Batching::LargestPopulation | Batching::FastestRegion) != balanced {
        let (strategy, takes) = match strategy {
            Strategy::ExhaustiveSearch => ("exhaustiveSearch", "`random` or `sorted`"),
            Strategy::Balanced => ("balanced", "`largestPopulation` or `fastestRegion`"),
        };
        report.error(place, format!("`algorithm.batchingPreference` has to be {takes} with the strategy {strategy}"));
    }
    value
}

fn sort_by(fields: &mut Fields<'_>, report: &mut Report) -> Vec<At<String>> {
    let items = report.take(fields.list("sortByAttributes")).unwrap_or_default();
    let mut names = Vec::new();
    for (index, node) in items.iter().enumerate() {
        match node.as_text() {
            Some(name) => names.push(At { value: name.to_string(), place: node.place }),
            None => {
                let key = format!("algorithm.sortByAttributes[{index}]");
                report.take::<()>(Err(wrong_kind(node, &key, "the name of an attribute")));
            }
        }
    }
    names
}

/// Checks the attributes that the algorithm names.
pub(super) fn check(rule_set: &RuleSet, report: &mut Report) {
    let Algorithm { strategy, batching, balanced_attribute, sort_by, .. } = &rule_set.algorithm;
    for name in sort_by {
        match rule_set.attribute(&name.value).map(|index| rule_set.attributes[index].kind) {
            None => report.error(name.place, undeclared(&name.value)),
            Some(AttributeKind::Text | AttributeKind::Number) => {}
            Some(kind) => {
                let words = format!("`{}` is a {}: sort by a number or a string", name.value, kind.name());
                report.error(name.place, words);
            }
        }
    }
    let place = rule_set.teams.first().map_or(matchday_document::Place::START, |team| team.name.place);
    if *batching == Batching::Sorted && sort_by.is_empty() {
        report
            .error(place, "`batchingPreference` is `sorted`, so `algorithm.sortByAttributes` is required".to_string());
    }
    match balanced_attribute {
        None if *strategy == Strategy::Balanced => {
            report.error(place, "the strategy is `balanced`, so `algorithm.balancedAttribute` is required".to_string());
        }
        None => {}
        Some(name) => match rule_set.attribute(&name.value).map(|index| rule_set.attributes[index].kind) {
            None => report.error(name.place, undeclared(&name.value)),
            Some(AttributeKind::Number) => {}
            Some(kind) => {
                let words = format!("`balancedAttribute` takes a number, but `{}` is a {}", name.value, kind.name());
                report.error(name.place, words);
            }
        },
    }
}

/// The words for an attribute that is not declared.
pub(crate) fn undeclared(name: &str) -> String {
    format!("attribute `{}` is not in `playerAttributes`: declare it there", super::short(name))
}
