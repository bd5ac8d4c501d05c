//! Any question, in SQL: only reading, and not for ever.

use crate::error::message;
use crate::{Store, StoreError};
use rusqlite::hooks::{AuthAction, AuthContext, Authorization};
use rusqlite::limits::Limit;
use rusqlite::types::ValueRef;
use rusqlite::{Connection, Error, ErrorCode, Rows};

/// The result of a query.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Answer {
    /// Names of the columns.
    pub columns: Vec<String>,
    /// The first rows.
    pub rows: Vec<Vec<Value>>,
    /// Whether there would have been more: rows, or texts than may be shown at once.
    pub truncated: bool,
}

/// A value of a row.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// None.
    Null,
    /// A whole number.
    Integer(i64),
    /// A number.
    Real(f64),
    /// A text; invalid UTF-8 is replaced.
    Text(String),
    /// So many bytes, which are not shown.
    Blob(usize),
}

/// Steps of SQLite's machine between two looks at whether to go on.
const LOOK_EVERY: i32 = 100;
/// What keeps each step short: bytes of the longest text or row that a query may make, and of a pattern.
const LIMITS: [(Limit, i32); 2] =
    [(Limit::SQLITE_LIMIT_LENGTH, 64 << 10), (Limit::SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 100)];
/// The longest that all texts of an answer may be, bytes.
const LONGEST_OF_ALL: usize = 4 << 20;
/// Pragmas that tell of the schema and change nothing, whatever they are given.
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
    /// Asks one question in SQL, for at most `limit` rows. `stop` is asked every hundred steps whether to give up, and
    /// nothing else bounds the time or the memory that a question takes.
    ///
    /// Whatever is not reading is refused, when the statement is prepared, by SQLite's own authorizer.
    ///
    /// # Errors
    /// [`StoreError::Query`] with SQLite's message and the place; [`StoreError::TooLong`] if it was stopped;
    /// [`StoreError::Damaged`].
    pub fn query<S>(&mut self, sql: &str, limit: usize, stop: S) -> Result<Answer, StoreError>
    where
        S: FnMut() -> bool + Send + 'static,
    {
        let connection = &mut self.connection;
        let limits = set_limits(connection, LIMITS)?;
        connection.authorizer(Some(authorize))?;
        connection.progress_handler(LOOK_EVERY, Some(stop))?;
        let answer = ask(connection, sql, limit);
        connection.progress_handler(0, None::<fn() -> bool>)?;
        connection.authorizer(None::<fn(AuthContext<'_>) -> Authorization>)?;
        set_limits(connection, limits)?;
        answer.map_err(refusal)
    }
}

/// Sets limits of a connection, and gives the earlier ones.
fn set_limits<const N: usize>(
    connection: &Connection,
    mut limits: [(Limit, i32); N],
) -> rusqlite::Result<[(Limit, i32); N]> {
    for (limit, to) in &mut limits {
        *to = connection.set_limit(*limit, *to)?;
    }
    Ok(limits)
}

/// Reads, and nothing else.
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
        // Nothing, or what the authorizer is only asked about when it runs, such as VACUUM.
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
    /// Bytes of a text.
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
            ValueRef::Blob(bytes) => Self::Blob(bytes.len()),
        }
    }
}

/// Why a question has no answer.
fn refusal(error: Error) -> StoreError {
    let offset = match &error {
        Error::SqlInputError { offset, .. } => usize::try_from(*offset).ok(),
        _ => None,
    };
    let message = match (&error, error.sqlite_error_code()) {
        (Error::MultipleStatement, _) => "one statement at a time".to_owned(),
        (Error::InvalidQuery, _) | (_, Some(ErrorCode::AuthorizationForStatementDenied)) => {
            "only reading is allowed: SELECT, WITH, EXPLAIN and pragmas that tell of tables".to_owned()
        }
        // What would be damage with the store's own statements is a mistake here.
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
