//! Versions of the schema, and the steps from one to the next.

use crate::StoreError;
use crate::pragma::{self, APPLICATION_ID, Identity};
use rusqlite::{Connection, TransactionBehavior};

/// What leads from each version to the next; a database that has seen `n` of them is of version `n`. A step that was ever
/// part of a release is never changed.
const STEPS: [&str; 3] =
    [include_str!("sql/1_tables.sql"), include_str!("sql/2_days.sql"), include_str!("sql/3_tickets.sql")];

/// The version that the last step leads to.
pub(crate) const VERSION: i64 = STEPS.len() as i64;

/// Makes a connection's database one of this version. Nothing is written to a database that is refused.
///
/// # Errors
/// [`StoreError::Foreign`], [`StoreError::Newer`], [`StoreError::Damaged`]; whatever SQLite says.
pub(crate) fn bring_up(connection: &mut Connection) -> Result<(), StoreError> {
    migrate(connection, VERSION)
}

/// Takes the steps up to a version, each in a transaction of its own: whoever is killed in one has not begun it.
fn migrate(connection: &mut Connection, to: i64) -> Result<(), StoreError> {
    let identity = Identity::read(connection)?;
    if !identity.is_fresh() && identity.application_id != APPLICATION_ID {
        return Err(StoreError::Foreign);
    }
    if identity.version > VERSION {
        return Err(StoreError::Newer { found: identity.version, known: VERSION });
    }
    pragma::set_up(connection, identity.is_fresh())?;
    let mut version = identity.version;
    while version < to {
        let step = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        // Another connection may have been faster.
        version = step.pragma_query_value(None, "user_version", |row| row.get(0))?;
        let Some(statements) = STEPS.get(version as usize) else { break };
        step.execute_batch(statements)?;
        step.pragma_update(None, "application_id", APPLICATION_ID)?;
        step.pragma_update(None, "user_version", version + 1)?;
        step.commit()?;
        version += 1;
    }
    Ok(())
}

#[cfg(test)]
mod tests;
