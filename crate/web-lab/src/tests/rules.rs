//! Tests of rule sets and recorded queues.

use super::*;
use crate::queue::QueueFile;

/// Two players of close skill a match.
const DUEL: &str = r#"{ "ruleLanguageVersion": "1.0",
    "playerAttributes": [{ "name": "skill", "type": "number" }],
    "teams": [{ "name": "side", "minPlayers": 1, "maxPlayers": 1, "quantity": 2 }],
    "rules": [{ "name": "Close", "type": "batchDistance", "batchAttribute": "skill", "maxDistance": 100 }],
    "expansions": [{ "target": "rules[Close].maxDistance", "steps": [{ "waitTimeSeconds": 7, "value": 250 }] }] }"#;

#[wasm_bindgen_test]
fn numbers_of_a_rule_set_are_read_and_replaced() {
    let lab = lab();
    let numbers = ask(&lab, "ruleNumbers", json!({ "text": DUEL }));
    let numbers = numbers.as_array().unwrap();
    let of = |path: &str| numbers.iter().find(|number| number["path"] == path).unwrap();
    let limit = of("rules[Close].maxDistance");
    assert_eq!(json!([limit["value"], limit["target"], limit["line"]]), json!([100, null, 4]));
    let steps: Vec<&Value> = numbers.iter().filter(|number| number["target"] == "rules[Close].maxDistance").collect();
    assert_eq!(steps.iter().map(|step| step["value"].as_f64().unwrap()).collect::<Vec<_>>(), [7.0, 250.0]);
    assert_eq!(steps[0]["unit"], "s");
    let with = |path: &str| json!({ "text": DUEL, "path": path, "value": 150 });
    let wider = ask(&lab, "rulesWith", with("rules[Close].maxDistance"));
    assert_eq!(wider, DUEL.replace("\"maxDistance\": 100", "\"maxDistance\": 150"));
    assert_eq!(refused(&lab, "rulesWith", with("rules[Other].maxDistance")), "BAD_VALUE");
    assert_eq!(ask(&lab, "ruleNumbers", json!({ "text": "{" })), json!([]));
}

/// What becomes of a file that comes in pieces of some bytes.
fn replayed(world: &World, text: &str, piece: usize) -> Value {
    let params = params(&[("policy", "rules"), ("rules", DUEL), ("attributes", "skill:normal(1500,300)")]);
    let mut file = QueueFile::new(world, &params).unwrap();
    let simulate = |file: &mut QueueFile| while !file.advance(1_000).unwrap() {};
    let read = |file: &mut QueueFile| {
        for piece in text.as_bytes().chunks(piece) {
            file.read(Some(piece.to_vec())).unwrap();
            simulate(file);
        }
        file.read(None).unwrap();
    };
    read(&mut file);
    read(&mut file);
    simulate(&mut file);
    got(&file.finish().unwrap().unwrap())
}

#[wasm_bindgen_test]
fn a_recorded_queue_comes_in_pieces() {
    // Two of close skill; one who waits for 7 s until 240 points are close; one at another hour.
    let text = "time,ticket,lat,long,skill\n\
        2026-11-02T10:00:00Z,a,50.1,8.7,1500\n2026-11-02T10:00:00Z,b,50.1,8.7,1540\n\
        2026-11-02T11:00:00Z,c,50.1,8.7,1500\n2026-11-02T11:00:00Z,d,50.1,8.7,1740\n\
        2026-11-02T13:00:00Z,e,50.1,8.7,1500\n";
    let world = world();
    let whole = replayed(&world, text, text.len());
    let simulated = &whole["simulated"];
    assert_eq!(json!([whole["tickets"], whole["players"], whole["refused"]]), json!([5, 5, 0]));
    assert_eq!(json!([simulated["matched"], simulated["unmatched"], simulated["matches"]]), json!([4, 1, 2]));
    assert_eq!(json!([simulated["skill_gap_mean"], whole["recorded"]]), json!([140, null]));
    let longest = simulated["wait_p99_s"].as_u64().unwrap();
    assert!((7..=8).contains(&longest), "{longest} s");
    assert_eq!(replayed(&world, text, 7), whole);
}
