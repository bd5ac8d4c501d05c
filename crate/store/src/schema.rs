//! Versions of the schema, and the steps from one to the next.

use crate::StoreError;
use crate::pragma::{self, APPLICATION_ID, Identity};
use rusqlite::{Connection, TransactionBehavior};

/// The migration from each version to the next; a database with `n` of them is of version `n`. A step that was ever
/// part of a release is never changed.
const STEPS: [&str; 4] = [
    include_str!("sql/1_tables.sql"),
    include_str!("sql/2_days.sql"),
    include_str!("sql/3_tickets.sql"),
    include_str!("sql/4_first_day.sql"),
];

/// The version that the last step leads to.
pub(crate) const VERSION: i64 = STEPS.len() as i64;

/// Makes a connection's database one of this version. Nothing is written to a database that is refused.
///
/// # Errors
/// [`StoreError::Foreign`], [`StoreError::Newer`], [`StoreError::Damaged`]; whatever SQLite says.
pub(crate) fn bring_up(connection: &mut Connection) -> Result<(), StoreError> {
    migrate(connection, VERSION)
}

fn migrate(connection: &mut Connection, to: i64) -> Result<(), StoreError> {
    let identity = identify(connection)?;
    pragma::set_up(connection, identity.is_fresh())?;
    take_steps(connection, identity.version, to)
}

/// Checks that a database is Matchday's, with the tables of its version, before any table is read.
fn identify(connection: &mut Connection) -> Result<Identity, StoreError> {
    // Another connection may take steps meanwhile: all is read of the same moment.
    let moment = connection.transaction()?;
    let identity = Identity::read(&moment)?;
    if !identity.is_fresh() && identity.application_id != APPLICATION_ID {
        return Err(StoreError::Foreign);
    }
    if identity.version > VERSION {
        return Err(StoreError::Newer { found: identity.version, known: VERSION });
    }
    let steps = usize::try_from(identity.version).map_err(|_| StoreError::Foreign)?;
    compare(&moment, &STEPS[..steps])?;
    Ok(identity)
}

/// Compares a database's schema with that of the migrations: a view in the place of a table may never end, a trigger
/// may do anything at every write.
fn compare(connection: &Connection, steps: &[&str]) -> Result<(), StoreError> {
    let model = Connection::open_in_memory()?;
    steps.iter().try_for_each(|step| model.execute_batch(step))?;
    let (found, expected) = (objects(connection)?, objects(&model)?);
    let foreign = found.iter().find(|object| !expected.contains(object));
    match foreign.or_else(|| expected.iter().find(|object| !found.contains(object))) {
        None => Ok(()),
        Some([_, name, ..]) => {
            let name = name.as_deref().unwrap_or_default();
            Err(StoreError::Damaged(["`", name, "` is not as Matchday writes it"].concat()))
        }
    }
}

/// Kind, name, table and text of everything that a database is made of.
fn objects(connection: &Connection) -> rusqlite::Result<Vec<[Option<String>; 4]>> {
    let mut schema = connection.prepare("SELECT type, name, tbl_name, sql FROM sqlite_schema")?;
    let objects = schema.query_map([], |row| Ok([row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?]))?;
    objects.collect()
}

/// Takes the steps up to a version, each in a transaction of its own: a killed migration has not begun.
fn take_steps(connection: &mut Connection, mut version: i64, to: i64) -> Result<(), StoreError> {
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
