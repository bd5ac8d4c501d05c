//! How the page asks: tests on seasons in memory. All run on the main thread and in a worker.

use crate::error::Result;
use crate::questions::{Answer, Question};
use crate::store::SeasonStore;
use serde::Serialize;
use serde_json::{Value, json};
use serde_wasm_bindgen::Serializer;
use tsify::Ts;
use wasm_bindgen::JsValue;
use wasm_bindgen_test::wasm_bindgen_test;

fn scenario() -> Value {
    json!({ "link": "v=1&ranked=1v1", "engine": "0.3.0", "dataset": "world-1a2b3c4d" })
}

/// A question from JavaScript.
fn question(name: &str, arguments: &Value) -> Ts<Question> {
    Ts::new_unchecked(json!({ name: arguments }).serialize(&Serializer::json_compatible()).unwrap())
}

/// The answer to a question as JavaScript gets it.
async fn ask(store: &mut SeasonStore, name: &str, arguments: Value) -> Value {
    let answer: Ts<Answer> = store.ask(&question(name, &arguments)).await.unwrap();
    let mut answer: Value = serde_wasm_bindgen::from_value(answer.js_value()).unwrap();
    answer[name].take()
}

/// Code and message of a refused question.
async fn refusal(store: &mut SeasonStore, name: &str, arguments: Value) -> [String; 2] {
    let answer: Result<_> = store.ask(&question(name, &arguments)).await;
    let error: JsValue = answer.err().unwrap().into();
    ["code", "message"].map(|name| js_sys::Reflect::get(&error, &name.into()).unwrap().as_string().unwrap())
}

async fn store() -> SeasonStore {
    let mut store = SeasonStore::open(false).await.unwrap();
    ask(&mut store, "begin", json!({ "scenario": scenario() })).await;
    store
}

#[wasm_bindgen_test]
async fn a_new_season_has_its_scenario_and_nothing_else() {
    let store = &mut store().await;
    let status = ask(store, "status", json!({})).await;
    assert_eq!(status["scenario"], scenario());
    assert_eq!(json!([status["through_s"], status["keep_days"], status["full_from_s"]]), json!([null, null, null]));
    assert_eq!(status["rows"]["ranked_matches"], 0);
    let files = ask(store, "list", json!({})).await;
    assert_eq!(files.as_array().unwrap().len(), 1, "{files}");
    let file = &files[0];
    assert_eq!(json!([file["name"], file["open"], file["code"]]), json!([status["name"], true, null]));
    assert_eq!((&file["scenario"], &file["bytes"]), (&status["scenario"], &status["bytes"]));
}

#[wasm_bindgen_test]
async fn the_number_of_kept_days_changes_only_when_it_is_said() {
    let store = &mut store().await;
    assert_eq!(ask(store, "begin", json!({ "scenario": scenario(), "keep_days": 3 })).await["keep_days"], 3);
    assert_eq!(ask(store, "begin", json!({ "scenario": scenario() })).await["keep_days"], 3);
    assert_eq!(ask(store, "keep", json!({ "days": null })).await["keep_days"], Value::Null);
}

#[wasm_bindgen_test]
async fn readings_of_an_empty_season_are_empty() {
    let store = &mut store().await;
    assert_eq!(ask(store, "seasons", json!({})).await, json!([]));
    let board = |tier: Value| json!({ "season": 1, "tier": tier, "offset": 0, "limit": 10 });
    assert_eq!(ask(store, "board", board(Value::Null)).await, json!({ "rows": [], "total": 0 }));
    let profile = ask(store, "profile", json!({ "player": 7 })).await;
    assert_eq!(profile["streaks"], json!({ "current": 0, "longest_wins": 0, "longest_losses": 0 }));
    assert_eq!(ask(store, "matches", json!({ "player": 7, "before": null, "limit": 10 })).await, json!([]));
    assert_eq!(ask(store, "opponents", json!({ "player": 7, "limit": 10 })).await, json!([]));
    assert_eq!(refusal(store, "board", board(json!("Wood"))).await[0], "BAD_PARAM");
}

#[wasm_bindgen_test]
async fn values_of_a_query_are_those_of_javascript() {
    let store = &mut store().await;
    let sql = "SELECT NULL AS none, 9007199254740992 AS safe, 9007199254740993 AS large, 0.5 AS half, 'a' AS text, x'0102' AS blob";
    let result = ask(store, "sql", json!({ "sql": sql })).await;
    assert_eq!(result["columns"], json!(["none", "safe", "large", "half", "text", "blob"]));
    let safe = 9_007_199_254_740_992.0;
    assert_eq!(result["rows"][0][0], Value::Null);
    assert_eq!(result["rows"][0][1].as_f64(), Some(safe));
    assert_eq!(
        json!(result["rows"][0].as_array().unwrap()[2..]),
        json!(["9007199254740993", 0.5, "a", { "blob_bytes": 2 }])
    );
    assert_eq!(result["truncated"], false);
    assert_eq!(refusal(store, "sql", json!({ "sql": "SELECT * FROM nothing" })).await[0], "SQL");
    for example in ask(store, "examples", json!({})).await.as_array().unwrap() {
        let result = ask(store, "sql", json!({ "sql": example["sql"] })).await;
        assert_eq!(result["truncated"], false, "{}", example["sql"]);
    }
}

#[wasm_bindgen_test]
async fn what_is_no_scenario_is_refused_with_its_place() {
    let store = &mut SeasonStore::open(false).await.unwrap();
    for (bad, place) in [
        (json!({ "link": 5, "engine": "", "dataset": "" }), "begin.scenario.link: invalid type"),
        (json!({ "link": "v=1" }), "begin.scenario: missing field `engine`"),
        (json!("v=1"), "begin.scenario: invalid type"),
    ] {
        let [code, message] = refusal(store, "begin", json!({ "scenario": bad })).await;
        assert_eq!(code, "BAD_VALUE");
        assert!(message.starts_with(place), "{message}");
    }
    assert_eq!(refusal(store, "status", json!({})).await[0], "STORE_MISSING");
    assert_eq!(refusal(store, "write", json!({ "name": "season-1.sqlite", "batch": [] })).await[0], "STORE_MISSING");
}
