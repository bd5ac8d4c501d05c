//! SQL queries of users.

use crate::convert::of_store;
use crate::store::SeasonStore;
use matchday_store::examples::EXAMPLES;
use matchday_store::query::{Answer, Value};
use matchday_web_common::error::Result;
use matchday_web_common::js::{list_to_js, to_js};
use serde::Serialize;
use tsify::{Ts, Tsify};
use wasm_bindgen::prelude::wasm_bindgen;

/// Above this, JavaScript's numbers do not contain every whole number.
const SAFE: i64 = 1 << 53;

/// Longest time of a query, milliseconds.
const PATIENCE_MS: f64 = 5_000.0;
/// Most memory of a query, bytes. Sorting and grouping never use files.
const PATIENCE_BYTES: i64 = 256 << 20;

/// The result of a query.
#[derive(Serialize, Tsify)]
pub struct SqlResult {
    /// Names of the columns.
    pub columns: Vec<String>,
    /// The first rows.
    pub rows: Vec<Vec<SqlValue>>,
    /// Whether there are more rows.
    pub truncated: bool,
}

/// A value of a row.
#[derive(Serialize, Tsify)]
#[serde(untagged)]
#[tsify(missing_as_null)]
pub enum SqlValue {
    /// Null.
    Null,
    /// A number that JavaScript can represent.
    Number(f64),
    /// A text, or a whole number that JavaScript cannot represent.
    Text(String),
    /// Bytes, of which only the length is shown.
    Blob {
        /// Number of bytes.
        blob_bytes: usize,
    },
}

/// An example query.
#[derive(Serialize, Tsify)]
pub struct Example {
    /// Its title.
    pub title: &'static str,
    /// The query.
    pub sql: &'static str,
}

#[wasm_bindgen]
extern "C" {
    /// Milliseconds.
    #[wasm_bindgen(js_namespace = performance)]
    fn now() -> f64;
}

#[wasm_bindgen]
impl SeasonStore {
    /// Runs one query on the open season, with at most the given number of rows. Times are Unix seconds, as
    /// in the tables.
    pub fn sql(&mut self, sql: &str, limit: usize) -> Result<Ts<SqlResult>> {
        let Answer { columns, rows, truncated } = self.season_mut()?.query(sql, limit, patience()).map_err(of_store)?;
        let rows = rows.into_iter().map(|row| row.into_iter().map(SqlValue::from).collect()).collect();
        to_js(&SqlResult { columns, rows, truncated })
    }
}

/// Example queries.
#[wasm_bindgen]
pub fn examples() -> Result<Vec<Ts<Example>>> {
    list_to_js(EXAMPLES.iter().map(|&(title, sql)| Example { title, sql }))
}

/// Returns a check of whether a query that starts now has used too much time or memory. A busy worker
/// receives no messages, so the query has to end by itself.
fn patience() -> impl FnMut() -> bool + Send + 'static {
    let (time, bytes) = (now() + PATIENCE_MS, bytes() + PATIENCE_BYTES);
    move || now() > time || self::bytes() > bytes
}

/// SQLite's use of memory, bytes.
fn bytes() -> i64 {
    // SAFETY: it reads a number, and a worker has one thread.
    unsafe { rusqlite::ffi::sqlite3_memory_used() }
}

impl From<Value> for SqlValue {
    fn from(value: Value) -> Self {
        match value {
            Value::Null => Self::Null,
            Value::Integer(whole) if (-SAFE..=SAFE).contains(&whole) => Self::Number(whole as f64),
            Value::Integer(whole) => Self::Text(whole.to_string()),
            Value::Real(number) => Self::Number(number),
            Value::Text(text) => Self::Text(text),
            Value::Blob(blob_bytes) => Self::Blob { blob_bytes },
        }
    }
}
