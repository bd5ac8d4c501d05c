//! Queries in SQL: they can only read, and are stopped on request.

use crate::error::message;
use crate::{Store, StoreError};
use rusqlite::config::DbConfig;
use rusqlite::hooks::{AuthAction, AuthContext, Authorization};
use rusqlite::limits::Limit;
use rusqlite::types::ValueRef;
use rusqlite::{Connection, Error, ErrorCode, Rows};

/// The result of a query.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "tsify", derive(serde::Serialize, tsify::Tsify), tsify(rename = "SqlAnswer"))]
pub struct Answer {
    /// Names of the columns.
    pub columns: Vec<String>,
    /// The rows, up to the limits.
    pub rows: Vec<Vec<Value>>,
    /// Whether rows are missing: there are more than `limit`, or their texts are too long together.
    pub truncated: bool,
}

/// A value of a row.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "tsify", derive(serde::Serialize, tsify::Tsify), serde(untagged), tsify(missing_as_null))]
pub enum Value {
    /// NULL.
    Null,
    /// A whole number; of one that JavaScript cannot represent, its text.
    Integer(
        #[cfg_attr(feature = "tsify", serde(serialize_with = "of_javascript"), tsify(type = "number | string"))] i64,
    ),
    /// A floating-point number.
    Real(f64),
    /// A text; invalid UTF-8 is replaced.
    Text(String),
    /// A blob.
    Blob {
        /// Its length, of which alone is read.
        blob_bytes: usize,
    },
}

/// A number where JavaScript's numbers contain it and all between it and zero, a text above.
#[cfg(feature = "tsify")]
fn of_javascript<S: serde::Serializer>(whole: &i64, serializer: S) -> Result<S::Ok, S::Error> {
    const SAFE: i64 = 1 << 53;
    if (-SAFE..=SAFE).contains(whole) { serializer.serialize_f64(*whole as f64) } else { serializer.collect_str(whole) }
}

/// Instructions of SQLite's virtual machine between two calls of `stop`.
const LOOK_EVERY: i32 = 100;
/// Limits that keep each instruction short: bytes of the longest text or row of a query, bytes of a pattern.
const LIMITS: [(Limit, i32); 2] =
    [(Limit::SQLITE_LIMIT_LENGTH, 64 << 10), (Limit::SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 100)];
/// Most bytes of all texts of an answer together.
const LONGEST_OF_ALL: usize = 4 << 20;
/// Pragmas that read the schema and change nothing, with any argument.
const TELLING: [&str; 8] = [
    "table_list",
    "table_info",
    "table_xinfo",
    "index_list",
    "index_info",
    "index_xinfo",
    "foreign_key_list",
    "foreign_key_check",
];

impl Store {
    /// Runs one statement of SQL and returns at most `limit` rows. `stop` is called every hundred instructions; the statement
    /// ends when it returns `true`. No other limit bounds its time and memory.
    ///
    /// SQLite's authorizer refuses every statement that can write.
    ///
    /// # Errors
    /// [`StoreError::Query`] with the message and position of SQLite; [`StoreError::TooLong`] if `stop` ended it;
    /// [`StoreError::Damaged`].
    pub fn query<S>(&mut self, sql: &str, limit: usize, stop: S) -> Result<Answer, StoreError>
    where
        S: FnMut() -> bool + Send + 'static,
    {
        let connection = &mut self.connection;
        let limits = set_limits(connection, LIMITS)?;
        connection.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_VIEW, true)?;
        connection.authorizer(Some(authorize))?;
        connection.progress_handler(LOOK_EVERY, Some(stop))?;
        let answer = ask(connection, sql, limit);
        connection.progress_handler(0, None::<fn() -> bool>)?;
        connection.authorizer(None::<fn(AuthContext<'_>) -> Authorization>)?;
        connection.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_VIEW, false)?;
        set_limits(connection, limits)?;
        answer.map_err(refusal)
    }
}

/// Sets limits of a connection, and returns the earlier ones.
fn set_limits<const N: usize>(
    connection: &Connection,
    mut limits: [(Limit, i32); N],
) -> rusqlite::Result<[(Limit, i32); N]> {
    for (limit, to) in &mut limits {
        *to = connection.set_limit(*limit, *to)?;
    }
    Ok(limits)
}

/// Allows reading, and nothing else.
fn authorize(context: AuthContext<'_>) -> Authorization {
    let allowed = match context.action {
        AuthAction::Select | AuthAction::Read { .. } | AuthAction::Recursive => true,
        AuthAction::Function { function_name } => !function_name.eq_ignore_ascii_case("load_extension"),
        AuthAction::Pragma { pragma_name, .. } => TELLING.iter().any(|name| name.eq_ignore_ascii_case(pragma_name)),
        _ => false,
    };
    if allowed { Authorization::Allow } else { Authorization::Deny }
}

fn ask(connection: &Connection, sql: &str, limit: usize) -> rusqlite::Result<Answer> {
    let mut statement = connection.prepare(sql)?;
    let columns: Vec<String> = statement.column_names().map(str::to_owned).collect();
    let mut answer = Answer { columns, ..Answer::default() };
    if answer.columns.is_empty() {
        // An empty text, or a statement such as VACUUM, for which SQLite calls the authorizer only when it runs.
        return Err(Error::InvalidQuery);
    }
    let mut rows: Rows<'_> = statement.query([])?;
    let mut room = LONGEST_OF_ALL;
    while let Some(row) = rows.next()? {
        let values = (0..answer.columns.len()).map(|column| row.get_ref(column).map(Value::from));
        let values: Vec<Value> = values.collect::<rusqlite::Result<_>>()?;
        let texts: usize = values.iter().map(Value::text_len).sum();
        if answer.rows.len() == limit || texts > room {
            answer.truncated = true;
            break;
        }
        room -= texts;
        answer.rows.push(values);
    }
    Ok(answer)
}

impl Value {
    /// Length of a text in bytes; 0 for other values.
    fn text_len(&self) -> usize {
        if let Self::Text(text) = self { text.len() } else { 0 }
    }
}

impl From<ValueRef<'_>> for Value {
    fn from(value: ValueRef<'_>) -> Self {
        match value {
            ValueRef::Null => Self::Null,
            ValueRef::Integer(whole) => Self::Integer(whole),
            ValueRef::Real(number) => Self::Real(number),
            ValueRef::Text(text) => Self::Text(String::from_utf8_lossy(text).into_owned()),
            ValueRef::Blob(bytes) => Self::Blob { blob_bytes: bytes.len() },
        }
    }
}

/// The error of a refused or failed statement.
fn refusal(error: Error) -> StoreError {
    let offset = match &error {
        Error::SqlInputError { offset, .. } => usize::try_from(*offset).ok(),
        _ => None,
    };
    let message = match (&error, error.sqlite_error_code()) {
        (Error::MultipleStatement, _) => "there are several statements: run one at a time".to_owned(),
        (Error::InvalidQuery, _) | (_, Some(ErrorCode::AuthorizationForStatementDenied)) => {
            "only reading is allowed: use SELECT, WITH, EXPLAIN, or pragmas that describe tables".to_owned()
        }
        // These errors mean damage for the statements of the store, but a mistake in a statement of the user.
        (_, None | Some(ErrorCode::Unknown)) => message(error),
        _ => match StoreError::from(error) {
            StoreError::Sqlite(message) => message,
            other => return other,
        },
    };
    StoreError::Query { message, offset }
}

#[cfg(test)]
mod tests;
