//! Random rule sets on small queues: every match is valid for the naive evaluator, and where `exhaustiveSearch` forms
//! no further match, none exists.

use crate::support::naive::{self, Team};
use crate::support::{Day, Party, Somebody, formed};
use matchday_base::rng::split_mix;
use matchday_matchmaker::policy::Kind;
use serde_json::{Value, json};

struct Dice(u64);

impl Dice {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_add(1);
        split_mix(self.0) % bound
    }

    fn of<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        &items[self.below(items.len() as u64) as usize]
    }
}

const TEXTS: [&str; 4] = ["a", "b", "c", "d"];

fn teams(dice: &mut Dice) -> Value {
    let team = |name: &str, min: u64, max: u64| json!({"name": name, "minPlayers": min, "maxPlayers": max});
    match dice.below(6) {
        0 => json!([team("red", 2, 3)]),
        1 => json!([team("red", 1, 2), team("blue", 1, 2)]),
        2 => json!([team("red", 1, 1), team("blue", 2, 2)]),
        3 => json!([{"name": "red", "minPlayers": 1, "maxPlayers": 2, "quantity": 2}, team("blue", 0, 1)]),
        4 => json!([team("red", 2, 2), team("blue", 1, 3)]),
        _ => json!([{"name": "red", "minPlayers": 1, "maxPlayers": 1, "quantity": 2}, team("blue", 1, 2)]),
    }
}

/// A rule of any type. `blue` may not exist.
fn rule(dice: &mut Dice, name: &str, blue: bool) -> Value {
    let scopes: &[&str] = if blue {
        &["teams[*].players", "teams[red].players", "teams[blue].players", "teams[red,blue].players"]
    } else {
        &["teams[*].players", "teams[red,red].players"]
    };
    let scope = dice.of(scopes);
    let flat = |of: &str| format!("flatten({of})");
    let skill = format!("{scope}.attributes[skill]");
    let all_skill = "teams[*].players.attributes[skill]";
    let party = dice.of(&["avg", "min", "max"]);
    let aggregate = dice.of(&["avg", "min", "max", "sum", "median", "stddev", "count"]);
    let operation = dice.of(&["<", "<=", "=", "!=", ">", ">="]);
    let number = dice.below(8);
    match dice.below(17) {
        0 => json!({"name": name, "type": "comparison", "measurements": [skill], "referenceValue": number,
            "operation": operation, "partyAggregation": party}),
        1 => json!({"name": name, "type": "comparison", "measurements": [format!("{aggregate}({})", flat(all_skill))],
            "referenceValue": number, "operation": operation, "partyAggregation": party}),
        2 => json!({"name": name, "type": "comparison", "measurements": [format!("{aggregate}({all_skill})")],
            "referenceValue": format!("avg({})", flat(all_skill)), "operation": operation}),
        3 => json!({"name": name, "type": "comparison", "measurements": flat(all_skill),
            "operation": dice.of(&["=", "!="])}),
        4 => json!({"name": name, "type": "comparison", "measurements": ["teams[*].players.attributes[mode]"],
            "operation": dice.of(&["=", "!="])}),
        5 => json!({"name": name, "type": "comparison", "measurements": [format!("{scope}.attributes[mode]")],
            "operation": dice.of(&["=", "!="]), "referenceValue": dice.of(&TEXTS)}),
        6 => json!({"name": name, "type": "distance", "measurements": [format!("avg({all_skill})")],
            "referenceValue": format!("avg({})", flat(all_skill)), "maxDistance": dice.below(4)}),
        7 => json!({"name": name, "type": "distance", "measurements": [format!("max({})", flat(all_skill))],
            "referenceValue": format!("min({})", flat(all_skill)), "maxDistance": number, "partyAggregation": party}),
        8 => json!({"name": name, "type": "distance", "measurements": ["max(count(teams[*].players))"],
            "referenceValue": "min(count(teams[*].players))", "minDistance": dice.below(2), "maxDistance": 1 + dice.below(3)}),
        9 => json!({"name": name, "type": "batchDistance", "batchAttribute": "skill", "maxDistance": number,
            "partyAggregation": party}),
        10 => json!({"name": name, "type": "batchDistance", "batchAttribute": "mode"}),
        11 => json!({"name": name, "type": "collection", "operation": "intersection",
            "measurements": [flat("teams[*].players.attributes[maps]")], "minCount": dice.below(3), "maxCount": 2 + dice.below(3),
            "partyAggregation": dice.of(&["union", "intersection"])}),
        12 => json!({"name": name, "type": "collection", "operation": "contains", "referenceValue": dice.of(&TEXTS),
            "measurements": [if dice.below(2) == 0 { "teams[*].players.attributes[maps]".to_string() }
                else { flat("teams[*].players.attributes[maps]") }],
            "minCount": dice.below(2), "maxCount": 1 + dice.below(3)}),
        13 => {
            let reference = match dice.below(3) {
                0 => json!("set_intersection(flatten(teams[*].players.attributes[maps]))"),
                1 => json!(flat("teams[*].players.attributes[mode]")),
                _ => json!(["a", "c"]),
            };
            let measurements = match dice.below(2) {
                0 => flat("teams[*].players.attributes[maps]"),
                _ => "teams[*].players.attributes[mode]".to_string(),
            };
            let mut rule = json!({"name": name, "type": "collection", "operation": "reference_intersection_count",
                "measurements": [measurements], "referenceValue": reference});
            rule[*dice.of(&["minCount", "maxCount"])] = json!(dice.below(2) + 1);
            rule
        }
        14 => {
            json!({"name": name, "type": "latency", "maxLatency": 20 + 10 * dice.below(6), "partyAggregation": party})
        }
        15 => json!({"name": name, "type": "distance", "measurements": [flat(all_skill)],
            "referenceValue": format!("{}({})", dice.of(&["avg", "median", "min", "max"]), flat(all_skill)),
            "maxDistance": dice.below(5), "partyAggregation": party}),
        _ => json!({"name": name, "type": "latency", "maxLatency": 70, "maxDistance": 10 * dice.below(4),
            "distanceReference": dice.of(&["min", "avg"]), "partyAggregation": party}),
    }
}

fn expansion(dice: &mut Dice, rule: &Value) -> Option<Value> {
    let properties = ["maxDistance", "minDistance", "maxLatency", "minCount", "maxCount", "referenceValue"];
    let found: Vec<_> = properties.iter().filter(|name| rule[**name].is_number()).collect();
    let property = (!found.is_empty()).then(|| *dice.of(&found))?;
    let value = |dice: &mut Dice| if *property == "maxLatency" { 30 + dice.below(60) } else { dice.below(9) };
    let (first, second) = (value(dice), value(dice));
    Some(json!({"target": format!("rules[{}].{property}", rule["name"].as_str().unwrap()), "steps": [
        {"waitTimeSeconds": 1 + dice.below(10), "value": first}, {"waitTimeSeconds": 11 + dice.below(10), "value": second}]}))
}

fn random_rule_set(dice: &mut Dice) -> Value {
    let teams = teams(dice);
    let blue = teams.as_array().unwrap().len() > 1;
    let mut rules: Vec<Value> = (0..dice.below(4)).map(|number| rule(dice, &format!("r{number}"), blue)).collect();
    let usable: Vec<String> = rules
        .iter()
        .filter(|rule| rule["type"] != "batchDistance")
        .map(|rule| rule["name"].as_str().unwrap().to_string())
        .collect();
    if usable.len() >= 2 && dice.below(2) == 0 {
        let (one, two) = (dice.of(&usable).clone(), dice.of(&usable).clone());
        let statement = dice.of(&["or(A, B)", "and(A,not(B))", "xor(A,B)", "or(not(A),and(B,A))", "not(and(A,B))"]);
        let statement = statement.replace('A', &one).replace('B', &two);
        rules.push(json!({"name": "all", "type": "compound", "statement": statement}));
    }
    if dice.below(3) == 0 {
        let sort = if dice.below(2) == 0 { "distanceSort" } else { "absoluteSort" };
        rules.push(json!({"name": "sort", "type": sort, "sortDirection": "ascending", "sortAttribute": "skill"}));
    }
    let mut expansions: Vec<Value> = Vec::new();
    if dice.below(2) == 0 {
        expansions = rules.clone().iter().filter_map(|rule| expansion(dice, rule)).collect();
        if dice.below(2) == 0 {
            expansions.push(json!({"target": "teams[red].minPlayers", "steps": [{"waitTimeSeconds": 9, "value": 1}]}));
        }
    }
    let attributes = json!([{"name": "skill", "type": "number"}, {"name": "mode", "type": "string"},
        {"name": "maps", "type": "string_list"}]);
    let mut set = crate::support::rule_set(attributes, teams, Value::Array(rules), Value::Array(expansions));
    set["algorithm"] = json!({"strategy": "exhaustiveSearch", "expansionAgeSelection": dice.of(&["newest", "oldest"])});
    if dice.below(3) == 0 {
        set["algorithm"]["batchingPreference"] = json!("sorted");
        set["algorithm"]["sortByAttributes"] = json!(["mode", "skill"]);
    }
    set
}

fn random_party(dice: &mut Dice, waited_s: u32) -> Party {
    let size = if dice.below(4) == 0 { 2 } else { 1 };
    let players = (0..size).map(|_| {
        let maps: Vec<&str> = TEXTS.iter().copied().filter(|_| dice.below(2) == 0).collect();
        let attributes = json!({"skill": dice.below(8), "mode": TEXTS[dice.below(2) as usize], "maps": maps});
        let rtts_ms = (0..2).map(|_| if dice.below(12) == 0 { 1001 } else { 10 + 10 * dice.below(7) as u16 }).collect();
        Somebody { attributes, rtts_ms }
    });
    Party { players: players.collect(), waited_s }
}

/// A valid match among tickets, if there is one.
fn brute_force(rule_set: &Value, names: &[String], parties: &[&Party], open: &[bool]) -> Option<String> {
    let places = names.len() as u64 + 1;
    for code in 1..places.pow(parties.len() as u32) {
        let mut teams: Vec<Team<'_>> = names.iter().map(|name| (name.clone(), Vec::new())).collect();
        let mut rest = code;
        for party in parties {
            if let Some(team) = (rest % places).checked_sub(1) {
                teams[team as usize].1.push(party);
            }
            rest /= places;
        }
        for location in (0..open.len()).filter(|&location| open[location]) {
            if naive::is_valid(rule_set, &teams, location) {
                return Some(format!("{teams:?} at {location}"));
            }
        }
    }
    None
}

fn check(seed: u64) -> (usize, usize, bool) {
    let dice = &mut Dice(seed << 20);
    let rule_set = random_rule_set(dice);
    let day = Day::new(&[("skill", Kind::Number), ("mode", Kind::Text), ("maps", Kind::List)], &TEXTS, 2);
    let compiled = day.compile(&rule_set);
    let mut waits: Vec<u32> = (0..2 + dice.below(5)).map(|_| dice.below(25) as u32).collect();
    waits.sort_unstable_by(|one, two| two.cmp(one));
    let parties: Vec<Party> = waits.into_iter().map(|waited_s| random_party(dice, waited_s)).collect();
    let open = [dice.below(6) > 0, true];
    let answer = day.ask(&compiled, &parties, &open, seed);
    assert_eq!(answer, day.ask(&compiled, &parties, &open, seed));
    let matches = formed(&answer);
    let names = naive::team_names(&rule_set);
    for (teams, location) in &matches {
        assert!(open[*location]);
        // An empty team is left out: any team that may be empty may be it.
        let valid = (0..=names.len()).any(|empty| {
            let mut filled = teams.iter();
            let named: Vec<Team<'_>> = names
                .iter()
                .enumerate()
                .map(|(at, name)| {
                    let skip = teams.len() < names.len() && at == empty;
                    let own = if skip { None } else { filled.next() };
                    (name.clone(), own.into_iter().flatten().map(|&ticket| &parties[ticket]).collect())
                })
                .collect();
            naive::is_valid(&rule_set, &named, *location)
        });
        assert!(valid, "seed {seed}: {teams:?} at {location}\n{rule_set:#}\n{parties:#?}");
    }
    let used = crate::support::used(&matches);
    let rest: Vec<&Party> =
        parties.iter().enumerate().filter(|(at, _)| !used.contains(at)).map(|(_, party)| party).collect();
    let missed = brute_force(&rule_set, &names, &rest, &open);
    assert_eq!(missed, None, "seed {seed}: formed {matches:?}\n{rule_set:#}\n{parties:#?}");
    (matches.len(), rest.len(), rule_set["rules"].as_array().unwrap().len() > 1)
}

#[test]
fn matches_are_valid_and_none_is_missed() {
    let mut sums = [0; 3];
    let seeds = if std::env::var_os("MATCHDAY_FULL").is_some() { 10_000 } else { 2_000 };
    for seed in 0..seeds {
        let (matches, rest, several) = check(seed);
        sums[0] += usize::from(matches > 0);
        sums[1] += usize::from(rest > 2 && several);
        sums[2] += matches;
    }
    // Matches form in many queues, and are missing in many others.
    let most = seeds as usize;
    assert!(sums[0] > most * 3 / 10 && sums[1] > most / 5, "{sums:?}");
}
