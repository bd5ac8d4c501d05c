//! Tests of the module's exports on seasons in memory. All run on the main thread and in a worker.

use crate::console::examples;
use crate::store::SeasonStore;
use matchday_store::Scenario;
use matchday_web_common::error::Result;
use matchday_web_common::js::to_js;
use serde::Serialize;
use serde_json::{Value, json};
use serde_wasm_bindgen::Serializer;
use tsify::{Ts, Tsify};
use wasm_bindgen::JsValue;
use wasm_bindgen_test::wasm_bindgen_test;

fn scenario() -> Scenario {
    Scenario { link: "v=1&ranked=1v1".into(), engine: "0.3.0".into(), dataset: "world-1a2b3c4d".into() }
}

/// A value from JavaScript.
fn js<T: Tsify>(value: &Value) -> Ts<T> {
    Ts::new_unchecked(value.serialize(&Serializer::json_compatible()).unwrap())
}

/// A value for JavaScript.
fn got<T: Tsify>(value: &Ts<T>) -> Value {
    serde_wasm_bindgen::from_value(value.js_value()).unwrap()
}

/// Code and message of a refusal.
fn refusal<T>(result: Result<T>) -> [String; 2] {
    let error: JsValue = result.err().unwrap().into();
    ["code", "message"].map(|name| js_sys::Reflect::get(&error, &name.into()).unwrap().as_string().unwrap())
}

async fn store() -> SeasonStore {
    let mut store = SeasonStore::in_memory().unwrap();
    store.begin(&to_js(&scenario()).unwrap()).await.unwrap();
    store
}

#[wasm_bindgen_test]
async fn a_new_season_has_its_scenario_and_nothing_else() {
    let store = store().await;
    let status = got(&store.status().unwrap());
    assert_eq!(status["scenario"], json!({ "link": "v=1&ranked=1v1", "engine": "0.3.0", "dataset": "world-1a2b3c4d" }));
    assert_eq!(json!([status["through_s"], status["keep_days"], status["full_from_s"]]), json!([null, null, null]));
    assert_eq!(status["rows"]["ranked_matches"], 0);
    let files: Vec<Value> = store.list().unwrap().iter().map(got).collect();
    let [file] = &files[..] else { panic!("{files:?}") };
    assert_eq!(json!([file["name"], file["open"], file["code"]]), json!([status["name"], true, null]));
    assert_eq!(
        (file["scenario"].clone(), file["bytes"].clone()),
        (status["scenario"].clone(), status["bytes"].clone())
    );
}

#[wasm_bindgen_test]
async fn readings_of_an_empty_season_are_empty() {
    let store = store().await;
    assert_eq!(store.seasons().unwrap().len(), 0);
    assert_eq!(got(&store.board(1, None, 0, 10).unwrap()), json!({ "rows": [], "total": 0 }));
    let profile = got(&store.profile(7).unwrap());
    assert_eq!(profile["streaks"], json!({ "current": 0, "longest_wins": 0, "longest_losses": 0 }));
    assert_eq!((store.matches(7, None, None, 10).unwrap().len(), store.opponents(7, 10).unwrap().len()), (0, 0));
    assert_eq!(refusal(store.board(1, Some("Wood".into()), 0, 10))[0], "BAD_PARAM");
}

#[wasm_bindgen_test]
async fn values_of_a_query_are_those_of_javascript() {
    let mut store = store().await;
    let sql = "SELECT NULL AS none, 9007199254740992 AS safe, 9007199254740993 AS large, 0.5 AS half, 'a' AS text, x'0102' AS blob";
    let result = got(&store.sql(sql, 10).unwrap());
    assert_eq!(result["columns"], json!(["none", "safe", "large", "half", "text", "blob"]));
    let safe = 9_007_199_254_740_992.0;
    assert_eq!(result["rows"][0][0], Value::Null);
    assert_eq!(result["rows"][0][1].as_f64(), Some(safe));
    assert_eq!(
        json!(result["rows"][0].as_array().unwrap()[2..]),
        json!(["9007199254740993", 0.5, "a", { "blob_bytes": 2 }])
    );
    assert_eq!(result["truncated"], false);
    assert_eq!(refusal(store.sql("SELECT * FROM nothing", 10))[0], "SQL");
    for example in examples().unwrap() {
        let sql = got(&example)["sql"].as_str().unwrap().to_owned();
        assert_eq!(got(&store.sql(&sql, 10).unwrap())["truncated"], false, "{sql}");
    }
}

#[wasm_bindgen_test]
async fn what_is_no_scenario_is_refused_with_its_place() {
    let mut store = SeasonStore::in_memory().unwrap();
    for (bad, place) in [
        (json!({ "link": 5, "engine": "", "dataset": "" }), "link: invalid type"),
        (json!({ "link": "v=1" }), "missing field `engine`"),
        (json!("v=1"), "invalid type"),
    ] {
        let [code, message] = refusal(store.begin(&js(&bad)).await);
        assert_eq!(code, "BAD_VALUE");
        assert!(message.starts_with(place), "{message}");
    }
    assert_eq!(refusal(store.status())[0], "STORE_MISSING");
    assert_eq!(refusal(store.write("season-1.sqlite", &[]))[0], "STORE_MISSING");
}
