//! SQL that people write.

use crate::convert::of_store;
use crate::store::SeasonStore;
use matchday_store::examples::EXAMPLES;
use matchday_store::query::Value;
use matchday_web_seam::dto::{list, object};
use matchday_web_seam::error::Result;
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

/// Above this, not every whole number is a number of JavaScript.
const SAFE: i64 = 1 << 53;

#[wasm_bindgen]
impl SeasonStore {
    /// Asks one question of the open season, for at most so many rows: `{columns, rows, truncated}`. A blob is
    /// `{blob_bytes}`, a whole number that JavaScript has not is a text.
    pub fn sql(&mut self, sql: &str, limit: usize) -> Result<JsValue> {
        // A worker hears nobody while it works: what takes long ends by the store's own bound.
        let answer = self.season_mut()?.query(sql, limit, || false).map_err(of_store)?;
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
