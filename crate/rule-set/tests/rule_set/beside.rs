//! Which rules keep tickets apart.

use crate::support::{Day, Party, Somebody, rule_set, solo};
use matchday_matchmaker::policy::{Effort, Kind, Policy, Refused};
use serde_json::{Value, json};

fn day() -> Day {
    Day::new(&[("skill", Kind::Number), ("mode", Kind::Text)], &["tdm", "ctf"], 2)
}

/// Two teams of at most two players.
fn set(rules: Value, expansions: Value) -> Value {
    rule_set(
        json!([{"name": "skill", "type": "number"}, {"name": "mode", "type": "string"}]),
        json!([{"name": "team", "minPlayers": 1, "maxPlayers": 2, "quantity": 2}]),
        rules,
        expansions,
    )
}

fn beside(set: &Value, parties: &[Party], ticket: usize) -> (u64, Vec<(u64, u64)>) {
    let (day, open) = (day(), [true; 2]);
    let compiled = day.compile(set);
    let Effort { candidates, refused } = day.call(parties, &open, 1, |call| compiled.beside(call, ticket)).unwrap();
    (candidates, refused.iter().map(|&Refused { alone, all }| (alone, all)).collect())
}

fn near() -> Value {
    json!([
        {"name": "Near", "type": "latency", "maxLatency": 60},
        {"name": "Mode", "type": "comparison", "operation": "=",
            "measurements": ["flatten(teams[*].players.attributes[mode])"]}
    ])
}

#[test]
fn every_other_ticket_is_refused_by_its_own_rules() {
    let parties: Vec<Party> = [
        ("tdm", [20, 200]),
        // Accepted; another mode; too far; both.
        ("tdm", [60, 90]),
        ("ctf", [30, 90]),
        ("tdm", [61, 20]),
        ("ctf", [90, 20]),
    ]
    .map(|(mode, rtts_ms)| solo(json!({"skill": 1, "mode": mode}), &rtts_ms, 0))
    .into();
    let set = set(near(), json!([]));
    assert_eq!(beside(&set, &parties, 0), (4, vec![(1, 2), (1, 2)]));
    // From the other side: the last one's mode has only the third, and its datacenter only the fourth.
    assert_eq!(beside(&set, &parties, 4), (4, vec![(1, 3), (1, 3)]));
}

#[test]
fn a_ticket_that_may_be_in_another_team_is_not_refused() {
    // Only players of one team have one mode.
    let rules = json!([{"name": "TeamMode", "type": "comparison", "operation": "=",
        "measurements": ["teams[team_1].players.attributes[mode]", "teams[team_2].players.attributes[mode]"]}]);
    let two = |mode: &str| solo(json!({"skill": 1, "mode": mode}), &[20, 20], 0);
    assert_eq!(beside(&set(rules.clone(), json!([])), &[two("tdm"), two("ctf")], 0), (1, vec![(0, 0)]));
    let anywhere = json!([{"name": "Mode", "type": "comparison", "operation": "=",
        "measurements": ["flatten(teams[*].players.attributes[mode])"]}]);
    assert_eq!(beside(&set(anywhere, json!([])), &[two("tdm"), two("ctf")], 0), (1, vec![(1, 1)]));
}

#[test]
fn rules_relax_with_the_newest_ticket_and_parties_need_room() {
    let later = json!([{"target": "rules[Near].maxLatency", "steps": [{"waitTimeSeconds": 10, "value": 100}]}]);
    let at = |rtt_ms: u16, waited_s: u32| solo(json!({"skill": 1, "mode": "tdm"}), &[rtt_ms, 1001], waited_s);
    let set = set(near(), later);
    assert_eq!(beside(&set, &[at(20, 30), at(90, 9)], 0), (1, vec![(1, 1), (0, 0)]), "the newest is too young");
    assert_eq!(beside(&set, &[at(20, 30), at(90, 10)], 0), (1, vec![(0, 0), (0, 0)]));
    assert_eq!(beside(&set, &[at(20, 30), at(101, 30)], 0), (1, vec![(1, 1), (0, 0)]));
    let player = Somebody { attributes: json!({"skill": 1, "mode": "tdm"}), rtts_ms: vec![20, 20] };
    let party = Party { players: vec![player.clone(), player], waited_s: 30 };
    assert_eq!(beside(&set, &[party.clone(), party, at(20, 30)], 0), (2, vec![(0, 0), (0, 0)]));
}
