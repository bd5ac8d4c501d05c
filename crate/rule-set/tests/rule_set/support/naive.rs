//! An evaluator of rule sets that shares no code with the crate: it interprets the JSON, and says whether a complete
//! match is valid.

use super::{Party, Somebody};
use serde_json::Value;

#[derive(Clone, Debug, PartialEq)]
enum Val {
    Number(f64),
    Text(String),
    List(Vec<Val>),
    /// A player without a value.
    Player,
}

/// A team by name and its parties.
pub type Team<'a> = (String, Vec<&'a Party>);

/// Names of a match's teams, in order.
pub fn team_names(rule_set: &Value) -> Vec<String> {
    let mut names = Vec::new();
    for team in rule_set["teams"].as_array().unwrap() {
        let name = team["name"].as_str().unwrap();
        match team["quantity"].as_u64().unwrap_or(1) {
            1 => names.push(name.to_string()),
            count => names.extend((1..=count).map(|number| format!("{name}_{number}"))),
        }
    }
    names
}

/// Whether a match is valid at a location.
pub fn is_valid(rule_set: &Value, teams: &[Team<'_>], location: usize) -> bool {
    let ages = teams.iter().flat_map(|(_, parties)| parties.iter().map(|party| party.waited_s));
    let oldest = rule_set["algorithm"]["expansionAgeSelection"] == "oldest";
    let Some(age) = (if oldest { ages.max() } else { ages.min() }) else { return false };
    let rule_set = expanded(rule_set, age);
    if !sizes_fit(&rule_set, teams) {
        return false;
    }
    let reachable = |player: &Somebody| player.rtts_ms[location] <= 1_000;
    if !teams.iter().all(|(_, parties)| parties.iter().all(|party| party.players.iter().all(reachable))) {
        return false;
    }
    let none = Vec::new();
    let rules = rule_set["rules"].as_array().unwrap_or(&none);
    let statements: Vec<&str> = rules.iter().filter_map(|rule| rule["statement"].as_str()).collect();
    let is_part = |name: &str| statements.iter().any(|text| text.split(['(', ')', ',', ' ']).any(|word| word == name));
    rules.iter().filter(|rule| !is_part(rule["name"].as_str().unwrap())).all(|rule| holds(rules, rule, teams, location))
}

fn expanded(rule_set: &Value, age: u32) -> Value {
    let mut out = rule_set.clone();
    for expansion in rule_set["expansions"].as_array().unwrap_or(&Vec::new()) {
        let steps = expansion["steps"].as_array().unwrap();
        let Some(step) = steps.iter().rev().find(|step| step["waitTimeSeconds"].as_u64().unwrap() <= u64::from(age))
        else {
            continue;
        };
        let target = expansion["target"].as_str().unwrap();
        let (kind, rest) = target.split_once('[').unwrap();
        let (names, property) = rest.split_once("].").unwrap();
        for entry in out[kind].as_array_mut().unwrap() {
            if names.split(',').any(|name| name.trim() == entry["name"].as_str().unwrap()) {
                entry[property] = step["value"].clone();
            }
        }
    }
    out
}

fn sizes_fit(rule_set: &Value, teams: &[Team<'_>]) -> bool {
    let mut at = 0;
    for team in rule_set["teams"].as_array().unwrap() {
        for _ in 0..team["quantity"].as_u64().unwrap_or(1) {
            let players: usize = teams[at].1.iter().map(|party| party.players.len()).sum();
            let (min, max) = (team["minPlayers"].as_u64().unwrap(), team["maxPlayers"].as_u64().unwrap());
            if (players as u64) < min || players as u64 > max {
                return false;
            }
            at += 1;
        }
    }
    true
}

fn holds(rules: &[Value], rule: &Value, teams: &[Team<'_>], location: usize) -> bool {
    match rule["type"].as_str().unwrap() {
        "compound" => statement(rules, rule["statement"].as_str().unwrap().trim(), teams, location),
        "latency" => latency(rule, teams, location),
        "batchDistance" => batch(rule, teams),
        "distanceSort" | "absoluteSort" => true,
        kind => {
            let measurements = match &rule["measurements"] {
                Value::Array(items) => items.iter().map(|item| item.as_str().unwrap()).collect(),
                other => vec![other.as_str().unwrap()],
            };
            measurements.into_iter().all(|text| match kind {
                "comparison" => comparison(rule, &evaluate(rule, text, teams), teams),
                "distance" => distance(rule, &evaluate(rule, text, teams), teams),
                "collection" => collection(rule, &evaluate(rule, text, teams), teams),
                _ => panic!("{kind}"),
            })
        }
    }
}

fn statement(rules: &[Value], text: &str, teams: &[Team<'_>], location: usize) -> bool {
    let Some((operator, rest)) = text.split_once('(') else {
        let rule = rules.iter().find(|rule| rule["name"] == text).unwrap();
        return holds(rules, rule, teams, location);
    };
    let inner = rest.strip_suffix(')').unwrap();
    let mut parts = vec![String::new()];
    let mut depth = 0;
    for letter in inner.chars() {
        depth += i32::from(letter == '(') - i32::from(letter == ')');
        if letter == ',' && depth == 0 {
            parts.push(String::new());
        } else {
            parts.last_mut().unwrap().push(letter);
        }
    }
    let values: Vec<bool> = parts.iter().map(|part| statement(rules, part.trim(), teams, location)).collect();
    match operator.trim() {
        "and" => values.iter().all(|value| *value),
        "or" => values.iter().any(|value| *value),
        "xor" => values[0] != values[1],
        "not" => !values[0],
        other => panic!("{other}"),
    }
}

fn party_number(numbers: &[f64], rule: &Value) -> f64 {
    match rule["partyAggregation"].as_str().unwrap_or("avg") {
        "min" => numbers.iter().copied().fold(f64::MAX, f64::min),
        "max" => numbers.iter().copied().fold(f64::MIN, f64::max),
        _ => numbers.iter().sum::<f64>() / numbers.len() as f64,
    }
}

fn latency(rule: &Value, teams: &[Team<'_>], location: usize) -> bool {
    let parties: Vec<&&Party> = teams.iter().flat_map(|(_, parties)| parties).collect();
    let own: Vec<f64> = parties
        .iter()
        .map(|party| {
            let rtts: Vec<f64> = party.players.iter().map(|player| f64::from(player.rtts_ms[location])).collect();
            party_number(&rtts, rule)
        })
        .collect();
    if rule["maxLatency"].as_f64().is_some_and(|max| own.iter().any(|latency| *latency > max)) {
        return false;
    }
    let Some(most) = rule["maxDistance"].as_f64() else { return true };
    let sizes: Vec<f64> = parties.iter().map(|party| party.players.len() as f64).collect();
    let reference = match rule["distanceReference"].as_str() {
        Some("min") => own.iter().copied().fold(f64::MAX, f64::min),
        _ => own.iter().zip(&sizes).map(|(one, size)| one * size).sum::<f64>() / sizes.iter().sum::<f64>(),
    };
    own.iter().all(|latency| (latency - reference).abs() <= most)
}

fn batch(rule: &Value, teams: &[Team<'_>]) -> bool {
    let name = rule["batchAttribute"].as_str().unwrap();
    let parties: Vec<&&Party> = teams.iter().flat_map(|(_, parties)| parties).collect();
    if parties[0].players[0].attributes[name].is_string() {
        let first = &parties[0].players[0].attributes[name];
        return parties.iter().all(|party| party.players.iter().all(|player| &player.attributes[name] == first));
    }
    let number = |party: &&&Party| {
        let own: Vec<f64> = party.players.iter().map(|player| player.attributes[name].as_f64().unwrap()).collect();
        party_number(&own, rule)
    };
    let numbers: Vec<f64> = parties.iter().map(number).collect();
    for (at, one) in numbers.iter().enumerate() {
        for two in &numbers[..at] {
            if rule["maxDistance"].as_f64().is_some_and(|max| (one - two).abs() > max)
                || rule["minDistance"].as_f64().is_some_and(|min| (one - two).abs() < min)
            {
                return false;
            }
        }
    }
    true
}

/// The value of an expression.
fn evaluate(rule: &Value, text: &str, teams: &[Team<'_>]) -> Val {
    let text = text.trim();
    if text.starts_with("team") || text.starts_with("players") {
        return players(rule, text, teams);
    }
    let (function, rest) = text.split_once('(').unwrap();
    apply(function.trim(), evaluate(rule, rest.strip_suffix(')').unwrap(), teams))
}

fn players(rule: &Value, text: &str, teams: &[Team<'_>]) -> Val {
    let (scope, item) = text.split_once("players").unwrap();
    let attribute = item.strip_prefix(".attributes[").map(|rest| rest.strip_suffix(']').unwrap());
    let list = |team: &Team<'_>| Val::List(team.1.iter().flat_map(|party| values(rule, party, attribute)).collect());
    if scope.is_empty() {
        let all = teams.iter().map(list).collect();
        return apply("flatten", Val::List(all));
    }
    let names = scope.split_once('[').unwrap().1.strip_suffix("].").unwrap();
    let is_named = |own: &str, name: &str| {
        own == name
            || own
                .strip_prefix(name)
                .and_then(|rest| rest.strip_prefix('_'))
                .is_some_and(|rest| rest.parse::<u32>().is_ok())
    };
    if names == "*" {
        return Val::List(teams.iter().map(list).collect());
    }
    let chosen: Vec<&Team<'_>> =
        teams.iter().filter(|(own, _)| names.split(',').any(|name| is_named(own, name.trim()))).collect();
    if names.contains(',') || chosen.len() > 1 {
        Val::List(chosen.into_iter().map(list).collect())
    } else {
        list(chosen[0])
    }
}

fn values(rule: &Value, party: &Party, attribute: Option<&str>) -> Vec<Val> {
    let Some(name) = attribute else { return vec![Val::Player; party.players.len()] };
    let own: Vec<&Value> = party.players.iter().map(|player| &player.attributes[name]).collect();
    match own[0] {
        Value::Number(_) => {
            let numbers: Vec<f64> = own.iter().map(|value| value.as_f64().unwrap()).collect();
            vec![Val::Number(party_number(&numbers, rule)); own.len()]
        }
        Value::Array(_) => {
            let lists: Vec<Vec<&str>> = own
                .iter()
                .map(|value| value.as_array().unwrap().iter().map(|text| text.as_str().unwrap()).collect())
                .collect();
            let mut all: Vec<&str> = lists.concat();
            all.sort_unstable();
            all.dedup();
            if rule["partyAggregation"] == "intersection" {
                all.retain(|text| lists.iter().all(|list| list.contains(text)));
            }
            vec![Val::List(all.into_iter().map(|text| Val::Text(text.to_string())).collect())]
        }
        _ => own.iter().map(|value| Val::Text(value.as_str().unwrap().to_string())).collect(),
    }
}

fn is_nested(value: &Val, function: &str) -> bool {
    let Val::List(items) = value else { return false };
    // The operand of `flatten` and `set_intersection` is a list of lists.
    let depth = if matches!(function, "flatten" | "set_intersection") { 2 } else { 1 };
    fn depth_of(value: &Val) -> usize {
        match value {
            Val::List(items) => 1 + items.iter().map(depth_of).max().unwrap_or(0),
            _ => 0,
        }
    }
    let _ = items;
    depth_of(value) > depth
}

fn apply(function: &str, value: Val) -> Val {
    if function != "flatten" && is_nested(&value, function) {
        let Val::List(items) = value else { panic!() };
        let empty = |item: &Val| matches!(item, Val::List(items) if items.is_empty());
        let skip = !matches!(function, "count" | "sum");
        return Val::List(
            items.into_iter().filter(|item| !(skip && empty(item))).map(|item| apply(function, item)).collect(),
        );
    }
    let Val::List(items) = value else { panic!("{function}") };
    if function == "count" {
        return Val::Number(items.len() as f64);
    }
    if function == "flatten" {
        let inner = |item| if let Val::List(items) = item { items } else { panic!("flat already") };
        return Val::List(items.into_iter().flat_map(inner).collect());
    }
    if function == "set_intersection" {
        let Val::List(mut first) = items[0].clone() else { panic!() };
        first.dedup();
        first.retain(|text| items.iter().all(|item| matches!(item, Val::List(own) if own.contains(text))));
        return Val::List(first);
    }
    let mut numbers: Vec<f64> =
        items.iter().map(|item| if let Val::Number(number) = item { *number } else { panic!() }).collect();
    let (count, sum) = (numbers.len() as f64, numbers.iter().sum::<f64>());
    if numbers.is_empty() && function != "sum" {
        // No value.
        return Val::Number(f64::NAN);
    }
    Val::Number(match function {
        "sum" => sum,
        "avg" => sum / count,
        "min" => numbers.iter().copied().fold(f64::INFINITY, f64::min),
        "max" => numbers.iter().copied().fold(f64::NEG_INFINITY, f64::max),
        "median" => {
            numbers.sort_by(f64::total_cmp);
            let half = numbers.len() / 2;
            if numbers.len() % 2 == 1 { numbers[half] } else { (numbers[half - 1] + numbers[half]) / 2.0 }
        }
        "stddev" => {
            (numbers.iter().map(|number| (number - sum / count) * (number - sum / count)).sum::<f64>() / count).sqrt()
        }
        other => panic!("{other}"),
    })
}

/// All numbers and texts of a value.
fn leaves(value: &Val) -> Vec<Val> {
    match value {
        Val::List(items) => items.iter().flat_map(leaves).collect(),
        Val::Number(number) if number.is_nan() => Vec::new(),
        other => vec![other.clone()],
    }
}

fn reference(rule: &Value, teams: &[Team<'_>]) -> Option<Val> {
    match &rule["referenceValue"] {
        Value::Null => None,
        Value::Number(number) => Some(Val::Number(number.as_f64().unwrap())),
        Value::String(text) if text.contains('[') => Some(evaluate(rule, text, teams)),
        Value::String(text) => Some(Val::Text(text.clone())),
        Value::Array(items) => {
            Some(Val::List(items.iter().map(|item| Val::Text(item.as_str().unwrap().to_string())).collect()))
        }
        other => panic!("{other}"),
    }
}

fn comparison(rule: &Value, measured: &Val, teams: &[Team<'_>]) -> bool {
    let operation = rule["operation"].as_str().unwrap();
    let Some(reference) = reference(rule, teams) else {
        let groups: Vec<Vec<Val>> = match measured {
            Val::List(items) if items.iter().any(|item| matches!(item, Val::List(_))) => {
                items.iter().map(leaves).collect()
            }
            other => vec![leaves(other)],
        };
        return groups.iter().all(|group| {
            group.iter().enumerate().all(|(at, one)| group[..at].iter().all(|two| (one == two) == (operation == "=")))
        });
    };
    if let Val::Number(of) = reference
        && of.is_nan()
    {
        return true;
    }
    leaves(measured).iter().all(|value| match (value, &reference) {
        (Val::Number(number), Val::Number(of)) => match operation {
            "<" => number < of,
            "<=" => number <= of,
            "=" => number == of,
            "!=" => number != of,
            ">" => number > of,
            _ => number >= of,
        },
        (one, two) => (one == two) == (operation == "="),
    })
}

fn distance(rule: &Value, measured: &Val, teams: &[Team<'_>]) -> bool {
    let Some(Val::Number(reference)) = reference(rule, teams) else { panic!() };
    if reference.is_nan() {
        return true;
    }
    leaves(measured).iter().all(|value| {
        let Val::Number(number) = value else { panic!() };
        let distance = (number - reference).abs();
        !(rule["maxDistance"].as_f64().is_some_and(|max| distance > max)
            || rule["minDistance"].as_f64().is_some_and(|min| distance < min))
    })
}

fn collection(rule: &Value, measured: &Val, teams: &[Team<'_>]) -> bool {
    let Val::List(items) = measured else { panic!() };
    // Lists of texts by team, or one list of lists.
    let by_team = items
        .iter()
        .any(|item| matches!(item, Val::List(inner) if inner.iter().any(|one| matches!(one, Val::List(_)))));
    let groups: Vec<Vec<Val>> = if by_team {
        items.iter().map(|item| if let Val::List(inner) = item { inner.clone() } else { panic!() }).collect()
    } else {
        // A team without players has no texts; a player may have an empty list.
        let texts = rule["measurements"].to_string().contains("attributes[mode]");
        vec![items.iter().filter(|item| !texts || !leaves(item).is_empty()).cloned().collect()]
    };
    let in_range = |count: usize| {
        rule["minCount"].as_f64().is_none_or(|min| count as f64 >= min)
            && rule["maxCount"].as_f64().is_none_or(|max| count as f64 <= max)
    };
    let texts = |value: &Val| {
        let mut texts = leaves(value);
        texts.sort_by_key(|text| format!("{text:?}"));
        texts.dedup();
        texts
    };
    let reference = reference(rule, teams);
    groups.iter().filter(|group| !group.is_empty()).all(|group| match rule["operation"].as_str().unwrap() {
        "intersection" => {
            let mut common = texts(&group[0]);
            common.retain(|text| group.iter().all(|own| texts(own).contains(text)));
            in_range(common.len())
        }
        "contains" => in_range(group.iter().filter(|own| texts(own).contains(reference.as_ref().unwrap())).count()),
        _ => {
            let of = texts(reference.as_ref().unwrap());
            group.iter().all(|own| in_range(texts(own).iter().filter(|text| of.contains(text)).count()))
        }
    })
}
