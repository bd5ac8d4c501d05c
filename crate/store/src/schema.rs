//! Versions of the schema, and the migrations between them.

use crate::StoreError;
use crate::checksum;
use crate::pragma::{self, APPLICATION_ID, Identity};
use rusqlite::{Connection, TransactionBehavior};

/// The migration from each version to the next. A database after `n` steps has version `n`. Released steps never change.
const STEPS: [&str; 6] = [
    include_str!("sql/1_tables.sql"),
    include_str!("sql/2_days.sql"),
    include_str!("sql/3_tickets.sql"),
    include_str!("sql/4_first_day.sql"),
    include_str!("sql/5_history.sql"),
    include_str!("sql/6_checksums.sql"),
];

/// The version after the last step.
pub(crate) const VERSION: i64 = STEPS.len() as i64;

/// Migrates a database to this version. A refused database is not written.
///
/// # Errors
/// [`StoreError::Foreign`], [`StoreError::Newer`], [`StoreError::Damaged`]; errors of SQLite.
pub(crate) fn bring_up(connection: &mut Connection) -> Result<(), StoreError> {
    migrate(connection, VERSION)
}

fn migrate(connection: &mut Connection, to: i64) -> Result<(), StoreError> {
    let identity = identify(connection)?;
    pragma::set_up(connection, identity.is_fresh())?;
    take_steps(connection, identity.version, to)
}

/// Checks the application id and the tables of a database, before any table is read.
fn identify(connection: &mut Connection) -> Result<Identity, StoreError> {
    // Another connection may migrate meanwhile: one transaction reads one state.
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

/// Compares the schema of a database with the schema of the migrations. A foreign view could run without end, a foreign
/// trigger could change anything on every write.
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

/// Type, name, table and SQL of every object in a database.
fn objects(connection: &Connection) -> rusqlite::Result<Vec<[Option<String>; 4]>> {
    let mut schema = connection.prepare("SELECT type, name, tbl_name, sql FROM sqlite_schema")?;
    let objects = schema.query_map([], |row| Ok([row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?]))?;
    objects.collect()
}

/// Takes the steps up to a version, each in its own transaction: a killed step leaves no trace.
fn take_steps(connection: &mut Connection, mut version: i64, to: i64) -> Result<(), StoreError> {
    while version < to {
        let step = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        // Another connection may have taken the step.
        version = step.pragma_query_value(None, "user_version", |row| row.get(0))?;
        let Some(statements) = STEPS.get(version as usize) else { break };
        step.execute_batch(statements)?;
        if version + 1 == checksum::SINCE {
            checksum::fill(&step)?;
        }
        step.pragma_update(None, "application_id", APPLICATION_ID)?;
        step.pragma_update(None, "user_version", version + 1)?;
        step.commit()?;
        version += 1;
    }
    Ok(())
}

#[cfg(test)]
mod tests;
