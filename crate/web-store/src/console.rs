//! SQL that people write.

use crate::convert::of_store;
use crate::store::SeasonStore;
use matchday_store::examples::EXAMPLES;
use matchday_store::query::Value;
use matchday_web_common::dto::{list, object};
use matchday_web_common::error::Result;
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

/// Above this, not every whole number is a number of JavaScript.
const SAFE: i64 = 1 << 53;

/// For how long a question is worked at, milliseconds.
const PATIENCE_MS: f64 = 5_000.0;
/// What it may take of memory, bytes: nothing that is sorted or told apart goes to a file.
const PATIENCE_BYTES: i64 = 256 << 20;

#[wasm_bindgen]
extern "C" {
    /// Milliseconds.
    #[wasm_bindgen(js_namespace = performance)]
    fn now() -> f64;
}

#[wasm_bindgen]
impl SeasonStore {
    /// Asks one question of the open season, for at most so many rows: `{columns, rows, truncated}`. A blob is
    /// `{blob_bytes}`, a whole number that JavaScript has not is a text.
    pub fn sql(&mut self, sql: &str, limit: usize) -> Result<JsValue> {
        let answer = self.season_mut()?.query(sql, limit, patience()).map_err(of_store)?;
        let row = |row: &Vec<Value>| list(row.iter().map(value));
        Ok(object(&[
            ("columns", list(answer.columns.iter().map(|name| name.as_str().into()))),
            ("rows", list(answer.rows.iter().map(row))),
            ("truncated", answer.truncated.into()),
        ]))
    }
}

/// Queries to begin with: `[{title, sql}]`.
#[wasm_bindgen]
pub fn examples() -> JsValue {
    let example = |&(title, sql): &(&str, &str)| object(&[("title", title.into()), ("sql", sql.into())]);
    list(EXAMPLES.iter().map(example))
}

/// Tells when a question that is asked now has taken too much. A worker hears nobody while it works, so it has to end by
/// itself.
fn patience() -> impl FnMut() -> bool + Send + 'static {
    let (time, bytes) = (now() + PATIENCE_MS, bytes() + PATIENCE_BYTES);
    move || now() > time || self::bytes() > bytes
}

/// What SQLite has of memory.
fn bytes() -> i64 {
    // SAFETY: it reads a number, and a worker has one thread.
    unsafe { rusqlite::ffi::sqlite3_memory_used() }
}

fn value(value: &Value) -> JsValue {
    match value {
        Value::Null => JsValue::NULL,
        Value::Integer(whole) if (-SAFE..=SAFE).contains(whole) => (*whole as f64).into(),
        Value::Integer(whole) => whole.to_string().into(),
        Value::Real(number) => (*number).into(),
        Value::Text(text) => text.as_str().into(),
        Value::Blob(bytes) => object(&[("blob_bytes", (*bytes as f64).into())]),
    }
}
