//! Time of a call with 100, 1,000 and 3,000 tickets. Run with `cargo test --release -p matchday-rule-set --test speed --
//! --ignored --nocapture`.

#![allow(clippy::unwrap_used)]

mod support;

use matchday_base::rng::split_mix;
use matchday_matchmaker::policy::Kind;
use serde_json::{Value, json};
use support::{Day, Party, formed, solo};

const DATACENTERS: usize = 24;

/// Two teams of four or five with close skill, one mode and a latency limit; four rules.
fn rule_set(max_latency: u32, skill: u32) -> Value {
    support::rule_set(
        json!([{"name": "skill", "type": "number"}, {"name": "mode", "type": "string"}]),
        json!([{"name": "red", "minPlayers": 5, "maxPlayers": 5}, {"name": "blue", "minPlayers": 5, "maxPlayers": 5}]),
        json!([
            {"name": "FairTeamSkill", "type": "distance", "measurements": ["avg(teams[*].players.attributes[skill])"],
             "referenceValue": "avg(flatten(teams[*].players.attributes[skill]))", "maxDistance": 10},
            {"name": "SimilarSkill", "type": "batchDistance", "batchAttribute": "skill", "maxDistance": skill},
            {"name": "SameMode", "type": "comparison", "operation": "=",
             "measurements": ["flatten(teams[*].players.attributes[mode])"]},
            {"name": "FastConnection", "type": "latency", "maxLatency": max_latency}
        ]),
        json!([{"target": "rules[FastConnection].maxLatency", "steps": [{"waitTimeSeconds": 30, "value": max_latency + 20}]}]),
    )
}

fn party(number: u64) -> Party {
    let draw = |name: u64, bound: u64| split_mix(number * 1_000 + name) % bound;
    let home = draw(0, DATACENTERS as u64);
    let rtts: Vec<u8> =
        (0..DATACENTERS as u64).map(|at| (15 + at.abs_diff(home) * 11 + draw(1 + at, 20)).min(254) as u8).collect();
    let mode = ["a", "b", "c"][draw(52, 3) as usize];
    let attributes = json!({"skill": draw(50, 600) + draw(51, 600), "mode": mode});
    solo(attributes, &rtts, 60 - (number % 60) as u32)
}

fn time(name: &str, rule_set: &Value, count: u64) {
    let day = Day::new(&[("skill", Kind::Number), ("mode", Kind::Text)], &["a", "b", "c"], DATACENTERS);
    let compiled = day.compile(rule_set);
    let mut parties: Vec<Party> = (0..count).map(party).collect();
    parties.sort_by_key(|party| std::cmp::Reverse(party.waited_s));
    let open = vec![true; DATACENTERS];
    let calls = 20;
    let (mut answers, time) = day.ask_often(&compiled, &parties, &open, 0, calls);
    let (each, last) = (time / calls as u32, answers.pop().unwrap());
    println!(
        "{name}, {count} tickets: {each:?} a call, {} matches, {} candidates",
        formed(&last).len(),
        last.effort.candidates
    );
}

#[test]
#[ignore = "measures time"]
fn calls() {
    for count in [100, 1_000, 3_000] {
        time("matches form", &rule_set(60, 300), count);
        time("no match", &rule_set(10, 300), count);
        time("few fit", &rule_set(30, 20), count);
        let mut hard = rule_set(60, 300);
        hard["rules"][0]["maxDistance"] = json!(0);
        hard["rules"][0]["referenceValue"] = json!(-1);
        time("every match is refused", &hard, count);
    }
}
