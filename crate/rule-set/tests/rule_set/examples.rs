//! The situations of AWS's example rule sets: each is read, and a queue shows what every rule refuses.

use crate::support::{Day, Formed, Party, Somebody, rule_set, solo, used};
use matchday_matchmaker::policy::{Kind, Policy};
use serde_json::{Value, json};

/// A day with one datacenter and players `(attributes, wait)`.
fn one_place(day: &Day, set: &Value, players: &[(Value, u32)]) -> Vec<Formed> {
    let parties: Vec<Party> =
        players.iter().map(|(attributes, waited_s)| solo(attributes.clone(), &[20], *waited_s)).collect();
    day.matches(&day.compile(set), &parties, 1)
}

fn skills(skills: &[i32], waited_s: u32) -> Vec<(Value, u32)> {
    skills.iter().map(|skill| (json!({"skill": skill}), waited_s)).collect()
}

#[test]
fn evenly_matched_teams() {
    let day = Day::new(&[("skill", Kind::Number)], &[], 1);
    let team = |name: &str| json!({"name": name, "minPlayers": 4, "maxPlayers": 8});
    let set = rule_set(
        json!([{"name": "skill", "type": "number", "default": 10}]),
        json!([team("cowboys"), team("aliens")]),
        json!([
            {"name": "FairTeamSkill", "type": "distance", "maxDistance": 10,
             "measurements": ["avg(teams[*].players.attributes[skill])"],
             "referenceValue": "avg(flatten(teams[*].players.attributes[skill]))"},
            {"name": "EqualTeamSizes", "type": "comparison", "operation": "=",
             "measurements": ["count(teams[cowboys].players)"], "referenceValue": "count(teams[aliens].players)"}
        ]),
        json!([{"target": "rules[FairTeamSkill].maxDistance",
            "steps": [{"waitTimeSeconds": 5, "value": 50}, {"waitTimeSeconds": 15, "value": 100}]}]),
    );
    // Nine players: four against four, because five against four is uneven.
    let matches = one_place(&day, &set, &skills(&[10; 9], 0));
    assert_eq!(matches.iter().map(|(teams, _)| (teams[0].len(), teams[1].len())).collect::<Vec<_>>(), [(4, 4)]);
    // One player of 400 pulls the average of any team too far, until 15 s have passed: 50 from that of all.
    let strange = [400, 0, 0, 0, 0, 0, 0, 0];
    assert_eq!(one_place(&day, &set, &skills(&strange, 4)), []);
    assert_eq!(one_place(&day, &set, &skills(&strange, 5)).len(), 1);
    let stranger = [800, 0, 0, 0, 0, 0, 0, 0];
    assert_eq!(one_place(&day, &set, &skills(&stranger, 14)), []);
    assert_eq!(one_place(&day, &set, &skills(&stranger, 15)).len(), 1);
    // By the newest ticket: one that waited less holds the others up, unless the oldest decides.
    let mut players = skills(&stranger[..7], 20);
    players.extend(skills(&[0], 3));
    assert_eq!(one_place(&day, &set, &players), []);
    let mut oldest = set.clone();
    oldest["algorithm"] = json!({"strategy": "exhaustiveSearch", "expansionAgeSelection": "oldest"});
    assert_eq!(one_place(&day, &oldest, &players).len(), 1);
}

#[test]
fn hunters_and_a_monster() {
    let day = Day::new(&[("skill", Kind::Number), ("desired", Kind::Number), ("monster", Kind::Number)], &[], 1);
    let set = rule_set(
        json!([{"name": "skill", "type": "number", "default": 10}, {"name": "desired", "type": "number", "default": 10},
            {"name": "monster", "type": "number", "default": 0}]),
        json!([{"name": "hunters", "minPlayers": 5, "maxPlayers": 5}, {"name": "monster", "minPlayers": 1, "maxPlayers": 1}]),
        json!([
            {"name": "MonsterSelection", "type": "comparison", "operation": "=", "referenceValue": 1,
             "measurements": ["teams[monster].players.attributes[monster]"]},
            {"name": "HunterSelection", "type": "comparison", "operation": "=", "referenceValue": 0,
             "measurements": ["teams[hunters].players.attributes[monster]"]},
            {"name": "MonsterSkill", "type": "comparison", "operation": ">=",
             "measurements": ["avg(teams[monster].players.attributes[skill])"],
             "referenceValue": "max(teams[hunters].players.attributes[desired])"}
        ]),
        json!([{"target": "teams[hunters].minPlayers",
            "steps": [{"waitTimeSeconds": 30, "value": 4}, {"waitTimeSeconds": 60, "value": 3}]}]),
    );
    let hunter = |desired: i32| json!({"skill": 5, "desired": desired, "monster": 0});
    let monster = |skill: i32| json!({"skill": skill, "desired": 0, "monster": 1});
    let ask = |hunters: &[i32], skill: i32, waited_s: u32| {
        let mut players: Vec<_> = hunters.iter().map(|desired| (hunter(*desired), waited_s)).collect();
        players.push((monster(skill), waited_s));
        one_place(&day, &set, &players).into_iter().map(|(teams, _)| teams[0].len()).collect::<Vec<_>>()
    };
    assert_eq!(ask(&[9, 9, 9, 9, 9], 9, 0), [5]);
    assert!(ask(&[9, 9, 9, 9, 10], 9, 0).is_empty());
    // Without the hunter who asks for more, after 30 s.
    assert_eq!(ask(&[9, 9, 9, 9, 10], 9, 30), [4]);
    assert!(ask(&[9, 9, 9, 10, 10], 9, 59).is_empty());
    assert_eq!(ask(&[9, 9, 9, 10, 10], 9, 60), [3]);
    // Two monsters, but no sixth hunter.
    let players: Vec<_> =
        [hunter(1), hunter(1), hunter(1), hunter(1), monster(5), monster(5)].map(|one| (one, 0)).into();
    assert_eq!(one_place(&day, &set, &players), []);
}

#[test]
fn three_teams_with_few_medics_and_low_latency() {
    let day = Day::new(&[("skill", Kind::Number), ("character", Kind::List)], &["peasant", "medic"], 2);
    let set = rule_set(
        json!([{"name": "skill", "type": "number", "default": 10},
            {"name": "character", "type": "string_list", "default": ["peasant"]}]),
        json!([{"name": "trio", "minPlayers": 3, "maxPlayers": 5, "quantity": 3}]),
        json!([
            {"name": "FairTeamSkill", "type": "distance", "maxDistance": 10,
             "measurements": ["avg(teams[*].players.attributes[skill])"],
             "referenceValue": "avg(flatten(teams[*].players.attributes[skill]))"},
            {"name": "CloseTeamSizes", "type": "distance", "maxDistance": 1,
             "measurements": ["max(count(teams[*].players))"], "referenceValue": "min(count(teams[*].players))"},
            {"name": "MedicLimit", "type": "collection", "operation": "contains", "referenceValue": "medic", "maxCount": 5,
             "measurements": ["flatten(teams[*].players.attributes[character])"]},
            {"name": "FastConnection", "type": "latency", "maxLatency": 50}
        ]),
        json!([{"target": "rules[FastConnection].maxLatency",
            "steps": [{"waitTimeSeconds": 10, "value": 100}, {"waitTimeSeconds": 20, "value": 150}]}]),
    );
    let compiled = day.compile(&set);
    let parties = |medics: usize, rtts: [[u16; 2]; 11], waited_s: u32| -> Vec<Party> {
        let character = |at: usize| if at < medics { "medic" } else { "peasant" };
        (0..11).map(|at| solo(json!({"skill": 10, "character": [character(at)]}), &rtts[at], waited_s)).collect()
    };
    let sizes = |matches: &[Formed]| -> Vec<Vec<usize>> {
        matches.iter().map(|(teams, _)| teams.iter().map(Vec::len).collect()).collect()
    };
    let near = [[40, 30]; 11];
    let matches = day.matches(&compiled, &parties(5, near, 0), 1);
    let mut counts = sizes(&matches).concat();
    counts.sort_unstable();
    assert_eq!((counts, matches[0].1), (vec![3, 4, 4], 1));
    // A sixth medic stays.
    assert_eq!(used(&day.matches(&compiled, &parties(6, near, 0), 1)).len(), 10);
    // Half the players have each datacenter within 50 ms: nowhere are nine.
    let mut split = near;
    split.iter_mut().take(5).for_each(|rtts| *rtts = [60, 40]);
    split.iter_mut().skip(5).for_each(|rtts| *rtts = [40, 60]);
    assert_eq!(day.matches(&compiled, &parties(0, split, 9), 1), []);
    assert_eq!(used(&day.matches(&compiled, &parties(0, split, 10), 1)).len(), 11);
    // Only a match as a whole is placed: the lower average wins.
    assert_eq!(day.matches(&compiled, &parties(0, split, 10), 1)[0].1, 0);
    // The datacenter is closed.
    let answer = day.ask(&compiled, &parties(0, split, 10), &[false, true], 1);
    assert_eq!(answer.matches[0].datacenter.0, 1);
}

#[test]
fn explicit_sorting() {
    let kinds = [("experience", Kind::Number), ("gameMode", Kind::List), ("mapPreference", Kind::Map)];
    let day = Day::new(&kinds, &["coop", "deathmatch", "north", "south"], 1);
    let set = rule_set(
        json!([{"name": "experience", "type": "number", "default": 50},
            {"name": "gameMode", "type": "string_list", "default": ["deathmatch", "coop"]},
            {"name": "mapPreference", "type": "string_number_map", "default": {"defaultMap": 100}},
            {"name": "acceptableMaps", "type": "string_list", "default": ["defaultMap"]}]),
        json!([{"name": "red", "minPlayers": 1, "maxPlayers": 1}, {"name": "blue", "minPlayers": 1, "maxPlayers": 1}]),
        json!([
            {"name": "MapPreference", "type": "absoluteSort", "sortDirection": "descending",
             "sortAttribute": "mapPreference", "mapKey": "maxValue"},
            {"name": "ExperienceAffinity", "type": "distanceSort", "sortDirection": "ascending", "sortAttribute": "experience"},
            {"name": "SharedMode", "type": "collection", "operation": "intersection", "minCount": 1,
             "measurements": ["flatten(teams[*].players.attributes[gameMode])"]},
            {"name": "MapOverlap", "type": "collection", "operation": "intersection", "minCount": 1,
             "measurements": ["flatten(teams[*].players.attributes[acceptableMaps])"]}
        ]),
        json!([]),
    );
    let player = |experience: i32, modes: Value, map: Value| {
        (json!({"experience": experience, "gameMode": modes, "mapPreference": map}), 0)
    };
    // The oldest likes `north` most. Number 1 likes it more than number 2, but has another mode; 2 and 3 like it
    // alike, and 3 is nearer in experience; 4 is nearest, but does not know the map.
    let players = [
        player(50, json!(["coop"]), json!({"north": 9, "south": 2})),
        player(50, json!(["deathmatch"]), json!({"north": 8})),
        player(90, json!(["coop"]), json!({"north": 7})),
        player(60, json!(["coop", "deathmatch"]), json!({"north": 7})),
        player(50, json!(["coop"]), json!({"south": 9})),
    ];
    let matches = one_place(&day, &set, &players);
    assert_eq!(matches[0].0, [[0], [3]]);
    // By its least favourite map, `south`.
    let mut lowest = set.clone();
    lowest["rules"][0]["mapKey"] = json!("minValue");
    assert_eq!(one_place(&day, &lowest, &players)[0].0, [[0], [4]]);
}

#[test]
fn preferred_opponents() {
    let day = Day::new(&[("character", Kind::List), ("opponents", Kind::List)], &["a", "b", "c"], 1);
    let set = rule_set(
        json!([{"name": "character", "type": "string_list"}, {"name": "opponents", "type": "string_list"}]),
        json!([{"name": "all", "minPlayers": 3, "maxPlayers": 3}]),
        json!([{"name": "OpponentMatch", "type": "collection", "operation": "reference_intersection_count", "minCount": 1,
            "measurements": ["flatten(teams[*].players.attributes[character])"],
            "referenceValue": "set_intersection(flatten(teams[*].players.attributes[opponents]))"}]),
        json!([{"target": "rules[OpponentMatch].minCount", "steps": [{"waitTimeSeconds": 15, "value": 0}]}]),
    );
    let players = |third: &str, waited_s: u32| -> Vec<(Value, u32)> {
        [("a", json!(["a", "b"])), ("b", json!(["a", "b", "c"])), (third, json!(["b", "a"]))]
            .map(|(character, opponents)| (json!({"character": [character], "opponents": opponents}), waited_s))
            .into()
    };
    assert_eq!(one_place(&day, &set, &players("b", 0)).len(), 1);
    assert_eq!(one_place(&day, &set, &players("c", 14)), []);
    assert_eq!(one_place(&day, &set, &players("c", 15)).len(), 1);
}

#[test]
fn equal_and_different_attributes() {
    let day = Day::new(&[("gameMode", Kind::Text), ("character", Kind::Number)], &["turn-based", "real-time"], 1);
    let set = rule_set(
        json!([{"name": "gameMode", "type": "string", "default": "turn-based"}, {"name": "gameMap", "type": "number", "default": 1},
            {"name": "character", "type": "number"}]),
        json!([{"name": "player", "minPlayers": 1, "maxPlayers": 1, "quantity": 2}]),
        json!([
            {"name": "SameGameMode", "type": "comparison", "operation": "=", "measurements": ["flatten(teams[*].players.attributes[gameMode])"]},
            {"name": "SameGameMap", "type": "comparison", "operation": "=", "measurements": ["flatten(teams[*].players.attributes[gameMap])"]},
            {"name": "DifferentCharacter", "type": "comparison", "operation": "!=", "measurements": ["flatten(teams[*].players.attributes[character])"]}
        ]),
        json!([]),
    );
    let player = |mode: &str, character: i32| (json!({"gameMode": mode, "character": character}), 0);
    let players = [player("turn-based", 1), player("turn-based", 1), player("real-time", 2), player("turn-based", 3)];
    let matches = one_place(&day, &set, &players);
    assert_eq!(matches.len(), 1);
    assert!(used(&matches) == [0, 3] || used(&matches) == [1, 3], "{matches:?}");
}

#[test]
fn compound_rules_replace_the_rules_in_them() {
    let day = Day::new(&[("mode", Kind::Text), ("skill", Kind::Number)], &["serious", "casual"], 1);
    let mode = |name: &str, mode: &str| {
        json!({"name": name, "type": "comparison", "operation": "=", "referenceValue": mode,
        "measurements": ["flatten(teams[*].players.attributes[mode])"]})
    };
    let skill = |name: &str, distance: i32| {
        json!({"name": name, "type": "distance", "maxDistance": distance,
        "measurements": ["max(flatten(teams[*].players.attributes[skill]))"],
        "referenceValue": "min(flatten(teams[*].players.attributes[skill]))"})
    };
    let set = rule_set(
        json!([{"name": "mode", "type": "string"}, {"name": "skill", "type": "number"}]),
        json!([{"name": "all", "minPlayers": 2, "maxPlayers": 2}]),
        json!([mode("SeriousPlayers", "serious"), mode("CasualPlayers", "casual"), skill("VeryClose", 1), skill("Close", 10),
            {"name": "Both", "type": "compound",
             "statement": "or(and(SeriousPlayers, VeryClose), and(CasualPlayers, Close))"}]),
        json!([]),
    );
    let ask = |one: (&str, i32), two: (&str, i32)| {
        let players = [one, two].map(|(mode, skill)| (json!({"mode": mode, "skill": skill}), 0));
        one_place(&day, &set, &players).len()
    };
    assert_eq!(ask(("serious", 1), ("serious", 2)), 1);
    assert_eq!(ask(("serious", 1), ("serious", 3)), 0);
    assert_eq!(ask(("casual", 1), ("casual", 11)), 1);
    assert_eq!(ask(("casual", 1), ("casual", 12)), 0);
    assert_eq!(ask(("serious", 1), ("casual", 1)), 0);
}

#[test]
fn blocked_players() {
    let day = Day::new(&[("playerId", Kind::Text), ("blocked", Kind::List)], &["ann", "bob", "eve"], 1);
    let mut set = rule_set(
        json!([{"name": "blocked", "type": "string_list", "default": []}]),
        json!([{"name": "all", "minPlayers": 2, "maxPlayers": 2}]),
        json!([{"name": "NotBlocked", "type": "collection", "operation": "reference_intersection_count", "maxCount": 0,
            "measurements": "flatten(teams[*].players.attributes[blocked])",
            "referenceValue": "flatten(teams[*].players[playerId])"}]),
        json!([]),
    );
    let player = |id: &str, blocked: Value| (json!({"playerId": id, "blocked": blocked}), 0);
    let players = [player("ann", json!(["bob"])), player("bob", json!([])), player("eve", json!([]))];
    let matches = one_place(&day, &set, &players);
    assert_eq!(used(&matches), [0, 2]);
    set["rules"] = json!([]);
    assert_eq!(one_place(&day, &set, &players).len(), 1);
}

fn large(batching: &str, teams: Value, rules: Value) -> Value {
    let mut set = rule_set(
        json!([{"name": "skill", "type": "number"}, {"name": "mode", "type": "string"}]),
        teams,
        rules,
        json!([]),
    );
    set["algorithm"] = json!({"strategy": "balanced", "balancedAttribute": "skill", "batchingPreference": batching});
    set
}

#[test]
fn large_matches_are_balanced() {
    let day = Day::new(&[("skill", Kind::Number), ("mode", Kind::Text)], &["a", "b"], 2);
    let team = |name: &str, min: u32, max: u32| json!({"name": name, "minPlayers": min, "maxPlayers": max});
    let mut set = large(
        "largestPopulation",
        json!([team("red", 20, 25), team("blue", 20, 25)]),
        json!([{"name": "SameMode", "type": "batchDistance", "batchAttribute": "mode"},
            {"name": "SimilarSkill", "type": "batchDistance", "batchAttribute": "skill", "maxDistance": 60},
            {"name": "latency", "type": "latency", "maxLatency": 150}]),
    );
    let player = |skill: usize, mode: &str, rtts: [u16; 2]| solo(json!({"skill": skill, "mode": mode}), &rtts, 5);
    let parties: Vec<Party> = (0..48)
        .map(|skill| player(skill, "a", [50, 60]))
        .chain([player(500, "a", [50, 60]), player(7, "b", [50, 60])])
        .collect();
    let matches = day.matches(&day.compile(&set), &parties, 1);
    assert_eq!(matches.len(), 1);
    let (teams, location) = &matches[0];
    assert_eq!((teams[0].len(), teams[1].len(), *location), (24, 24, 0));
    // Everybody but the two whom a rule refuses, in teams with the same average skill.
    assert_eq!(used(&matches), (0..48).collect::<Vec<_>>());
    let sum = |team: &[usize]| team.iter().sum::<usize>() as f64 / 24.0;
    assert!((sum(&teams[0]) - sum(&teams[1])).abs() < 1.0, "{teams:?}");
    // Largest population: all 44 in one match. Fastest region: too few there, so the slower ones join.
    let parties: Vec<Party> = (0..44).map(|at| player(at, "a", if at < 22 { [100, 20] } else { [20, 100] })).collect();
    assert_eq!(day.matches(&day.compile(&set), &parties, 1).len(), 1);
    set["algorithm"]["batchingPreference"] = json!("fastestRegion");
    assert_eq!(day.matches(&day.compile(&set), &parties, 1).len(), 1);
    // With 44 players in each region, each plays in its own; largest population fills matches of 50 first.
    let parties: Vec<Party> =
        (0..88).map(|at| player(at % 44, "a", if at % 2 == 0 { [100, 20] } else { [20, 100] })).collect();
    let matches = day.matches(&day.compile(&set), &parties, 1);
    let mut sizes: Vec<(usize, usize)> = matches.iter().map(|(teams, at)| (teams.concat().len(), *at)).collect();
    sizes.sort_unstable();
    assert_eq!(sizes, [(44, 0), (44, 1)]);
    set["algorithm"]["batchingPreference"] = json!("largestPopulation");
    let sizes: Vec<usize> =
        day.matches(&day.compile(&set), &parties, 1).iter().map(|(teams, _)| teams.concat().len()).collect();
    assert_eq!(sizes, [50]);
}

#[test]
fn large_teams_are_filled_evenly_and_expand() {
    let day = Day::new(&[("skill", Kind::Number)], &[], 1);
    let mut set = rule_set(
        json!([{"name": "skill", "type": "number", "default": 5}]),
        json!([{"name": "Monsters", "minPlayers": 5, "maxPlayers": 5},
            {"name": "Hunters", "minPlayers": 12, "maxPlayers": 15, "quantity": 10}]),
        json!([{"name": "latency-catchall", "type": "latency", "maxLatency": 150}]),
        json!([{"target": "teams[Hunters].minPlayers",
            "steps": [{"waitTimeSeconds": 15, "value": 10}, {"waitTimeSeconds": 20, "value": 8}]}]),
    );
    set["algorithm"] =
        json!({"strategy": "balanced", "balancedAttribute": "skill", "batchingPreference": "fastestRegion"});
    let sizes = |players: usize, waited_s: u32| -> Vec<usize> {
        let players: Vec<_> = (0..players).map(|at| (json!({"skill": at % 9}), waited_s)).collect();
        let matches = one_place(&day, &set, &players);
        matches.first().map_or(Vec::new(), |(teams, _)| teams.iter().map(Vec::len).collect())
    };
    assert_eq!(sizes(155, 0), [5, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15]);
    let mut hunters = sizes(130, 0);
    assert_eq!(hunters.remove(0), 5);
    hunters.sort_unstable();
    assert_eq!(hunters, [12, 12, 12, 12, 12, 13, 13, 13, 13, 13]);
    assert!(sizes(124, 0).is_empty());
    assert!(sizes(105, 14).is_empty());
    assert_eq!(sizes(105, 15).len(), 11);
    assert_eq!(sizes(85, 20).len(), 11);
}

#[test]
fn parties_stay_together_and_count_with_their_aggregate() {
    let day = Day::new(&[("skill", Kind::Number)], &[], 1);
    let mut set = rule_set(
        json!([{"name": "skill", "type": "number"}]),
        json!([{"name": "red", "minPlayers": 2, "maxPlayers": 2}, {"name": "blue", "minPlayers": 2, "maxPlayers": 2}]),
        json!([{"name": "Skilled", "type": "comparison", "operation": ">=", "referenceValue": 10,
            "measurements": ["flatten(teams[*].players.attributes[skill])"]}]),
        json!([]),
    );
    let somebody = |skill: i32| Somebody { attributes: json!({"skill": skill}), rtts_ms: vec![20] };
    let party = |skills: &[i32]| Party { players: skills.iter().map(|skill| somebody(*skill)).collect(), waited_s: 0 };
    let parties = [party(&[12]), party(&[5, 15]), party(&[11])];
    let matches = day.matches(&day.compile(&set), &parties, 1);
    assert!(matches[0].0.contains(&vec![1]), "{matches:?}");
    set["rules"][0]["partyAggregation"] = json!("min");
    assert_eq!(day.matches(&day.compile(&set), &parties, 1), []);
    // Three parties of two and one of three: the one of three fits in no team.
    let parties = [party(&[20, 20, 20]), party(&[20, 20]), party(&[20, 20])];
    assert_eq!(day.matches(&day.compile(&set), &parties, 1), [(vec![vec![1], vec![2]], 0)]);
}

#[test]
fn sorted_batches_prefer_neighbours() {
    let day = Day::new(&[("skill", Kind::Number)], &[], 1);
    let mut set = rule_set(
        json!([{"name": "skill", "type": "number"}]),
        json!([{"name": "all", "minPlayers": 2, "maxPlayers": 2}]),
        json!([]),
        json!([]),
    );
    set["algorithm"] =
        json!({"strategy": "exhaustiveSearch", "batchingPreference": "sorted", "sortByAttributes": ["skill"]});
    let players = skills(&[50, 90, 10, 52, 88, 12], 0);
    let mut pairs: Vec<Vec<usize>> =
        one_place(&day, &set, &players).into_iter().map(|(teams, _)| teams.concat()).collect();
    pairs.sort();
    assert_eq!(pairs, [[0, 3], [1, 4], [2, 5]]);
}

#[test]
fn refusals_are_counted_by_rule() {
    let day = Day::new(&[("skill", Kind::Number), ("mode", Kind::Text)], &["a", "b"], 1);
    let set = rule_set(
        json!([{"name": "skill", "type": "number"}, {"name": "mode", "type": "string"}]),
        json!([{"name": "all", "minPlayers": 2, "maxPlayers": 2}]),
        json!([{"name": "Skill", "type": "batchDistance", "batchAttribute": "skill", "maxDistance": 5},
            {"name": "Mode", "type": "batchDistance", "batchAttribute": "mode"},
            {"name": "Latency", "type": "latency", "maxLatency": 30}]),
        json!([]),
    );
    let compiled = day.compile(&set);
    assert_eq!(
        (compiled.rules(), compiled.match_size(), compiled.request_timeout_s()),
        (["Skill", "Mode", "Latency"].map(String::from).as_slice(), (2, 2), 120)
    );
    let player = |skill: i32, mode: &str, rtt: u16| solo(json!({"skill": skill, "mode": mode}), &[rtt], 0);
    // The last cannot play anywhere; the first two differ in skill, both from the third in skill and mode.
    let parties = [player(0, "a", 20), player(10, "a", 20), player(20, "b", 20), player(0, "a", 40)];
    let effort = day.ask(&compiled, &parties, &[true], 1).effort;
    let refused: Vec<_> = effort.refused.iter().map(|refused| (refused.all, refused.alone)).collect();
    assert_eq!(refused, [(3, 1), (2, 0), (1, 1)]);
    // One refused alone, and three pairs.
    assert_eq!(effort.candidates, 1 + 3);
}

#[test]
fn calls_of_another_day_are_refused() {
    use matchday_base::{SimTime, TicketId};
    use matchday_matchmaker::policy::{Answer, Attribute, Call, Place, Player, Symbol, Ticket};
    let day = Day::new(&[("mode", Kind::Text)], &["a"], 2);
    let set = rule_set(
        json!([{"name": "mode", "type": "string"}]),
        json!([{"name": "all", "minPlayers": 1, "maxPlayers": 1}]),
        json!([{"name": "Mode", "type": "batchDistance", "batchAttribute": "mode"}]),
        json!([]),
    );
    let compiled = day.compile(&set);
    let ask = |rtts_ms: &[u16], attributes: &[Attribute], open: &[bool]| {
        let players = [Player { place: Place::default(), rtts_ms, attributes }];
        let tickets = [Ticket { id: TicketId(1), waited_s: 0, players: &players }];
        let call = Call { now: SimTime::DAY_START, key: 0, open, tickets: &tickets };
        compiled.form(&call, &mut Answer::default())
    };
    let text = |symbol| [Attribute::Text(Symbol(symbol))];
    assert_eq!(ask(&[1, 1], &text(0), &[true, true]), Ok(()));
    let other = "a player's attributes are not those for which the rule set was compiled";
    assert_eq!(ask(&[1, 1], &text(1), &[true, true]).unwrap_err(), other);
    assert_eq!(ask(&[1, 1], &[], &[true, true]).unwrap_err(), other);
    assert_eq!(ask(&[1, 1], &[Attribute::Number(1.0)], &[true, true]).unwrap_err(), other);
    assert_eq!(ask(&[1], &text(0), &[true, true]).unwrap_err(), "a player has RTTs to too few datacenters");
    let fewer = "1 datacenters, but the rule set was compiled for 2";
    assert_eq!(ask(&[1, 1], &text(0), &[true]).unwrap_err(), fewer);
}

/// Rules that expand are those of the newest ticket: an old one and a new one are held against each other by the new one's.
#[test]
fn pairs_are_refused_by_the_level_of_both() {
    let day = Day::new(&[], &[], 1);
    let set = rule_set(
        json!([]),
        json!([{"name": "all", "minPlayers": 4, "maxPlayers": 4}]),
        json!([{"name": "Near", "type": "latency", "maxLatency": 60}]),
        json!([{"target": "rules[Near].maxLatency", "steps": [{"waitTimeSeconds": 10, "value": 200}]}]),
    );
    let player = |rtt: u16, waited_s: u32| solo(json!({}), &[rtt], waited_s);
    // The first may play with any other one, but the two far ones not with the last.
    let parties = [player(50, 30), player(150, 20), player(150, 20), player(50, 0)];
    let effort = day.ask(&day.compile(&set), &parties, &[true], 1).effort;
    // So no match of four is tried, and only these two pairs are refused.
    assert_eq!((effort.candidates, effort.refused[0].all), (2, 2));
    let parties = [player(50, 30), player(150, 20), player(150, 20), player(50, 10)];
    assert_eq!(used(&day.matches(&day.compile(&set), &parties, 1)), [0, 1, 2, 3]);
}
