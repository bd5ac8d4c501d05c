//! Checksums of what was written: they find what a disk or another program changed since, in a file that still has the
//! structure of a database, and tell which days stand.
//!
//! A checksum is the sum of a hash of each row, so it does not depend on the order of deliveries. It is kept while rows are
//! written, from the values that are written.

use crate::StoreError;
use crate::days::{DAY_S, midnight};
use crate::table::{Part, Table};
use matchday_base::calendar::Date;
use matchday_base::digest::fnv1a;
use matchday_base::rng::split_mix;
use rusqlite::types::{ToSqlOutput, ValueRef};
use rusqlite::{Connection, OptionalExtension, Row, ToSql, params};
use std::collections::{BTreeMap, BTreeSet};

/// The version from which on files have checksums.
pub(crate) const SINCE: i64 = 6;

/// The day of rows whose match or season is gone.
const NO_DAY: i64 = i64::MIN;

/// Most days that a message names.
const NAMED: usize = 3;

/// Changes of checksums, by part and midnight.
#[derive(Default)]
pub(crate) struct Checksums(BTreeMap<(Part, i64), u64>);

impl Checksums {
    /// Counts a new row. `second` is in its day.
    pub fn add(&mut self, table: Table, second: i64, values: &[&dyn ToSql]) -> rusqlite::Result<()> {
        self.replace(table, second, 0, values)
    }

    /// Counts a row instead of the one with the hash `old`.
    pub fn replace(&mut self, table: Table, second: i64, old: u64, values: &[&dyn ToSql]) -> rusqlite::Result<()> {
        self.change(table, second, hash_of_values(table, values)?.wrapping_sub(old));
        Ok(())
    }

    /// Changes a checksum by the difference of hashes.
    pub fn change(&mut self, table: Table, second: i64, by: u64) {
        let part = table.part();
        let day = if matches!(part, Part::Rows | Part::Results) { midnight(second) } else { 0 };
        let checksum = self.0.entry((part, day)).or_default();
        *checksum = checksum.wrapping_add(by);
    }

    /// Adds all changes to the stored checksums.
    pub fn store(&self, connection: &Connection) -> rusqlite::Result<()> {
        let mut write = connection.prepare_cached("REPLACE INTO matchday_checksums VALUES (?, ?, ?)")?;
        for (&(part, day), by) in &self.0 {
            let checksum = known(connection, (part, day))?.wrapping_add(*by);
            write.execute(params![part.name(), day, checksum.cast_signed()])?;
        }
        Ok(())
    }

    /// The checksums of the rows that the tables have now.
    fn of_rows(connection: &Connection, tables: &[Table]) -> rusqlite::Result<Self> {
        let mut checksums = Self::default();
        for &table in tables {
            let sql = ["SELECT ", table.columns(), ", ", table.second(), " FROM ", table.name()].concat();
            let mut statement = connection.prepare_cached(&sql)?;
            let columns = table.width();
            let mut rows = statement.query([])?;
            while let Some(row) = rows.next()? {
                let second = row.get::<_, Option<i64>>(columns)?.unwrap_or(NO_DAY);
                checksums.change(table, second, hash_of_columns(table, row, columns)?);
            }
        }
        Ok(checksums)
    }
}

/// The stored row of a table by its key, as a hash; 0 if there is none.
pub(crate) fn stored(table: Table, key: &str, of: &[&dyn ToSql], connection: &Connection) -> rusqlite::Result<u64> {
    let sql = ["SELECT ", table.columns(), " FROM ", table.name(), " WHERE ", key].concat();
    let mut statement = connection.prepare_cached(&sql)?;
    Ok(statement.query_row(of, |row| hash_of_row(table, row)).optional()?.unwrap_or(0))
}

/// The hash of a row whose first columns are those of the table.
pub(crate) fn hash_of_row(table: Table, row: &Row<'_>) -> rusqlite::Result<u64> {
    hash_of_columns(table, row, table.width())
}

fn hash_of_columns(table: Table, row: &Row<'_>, columns: usize) -> rusqlite::Result<u64> {
    (0..columns).try_fold(begin(table), |hash, column| Ok(fold(hash, row.get_ref(column)?)))
}

fn hash_of_values(table: Table, values: &[&dyn ToSql]) -> rusqlite::Result<u64> {
    values.iter().try_fold(begin(table), |hash, value| {
        let value = value.to_sql()?;
        Ok(match &value {
            ToSqlOutput::Borrowed(value) => fold(hash, *value),
            ToSqlOutput::Owned(value) => fold(hash, value.into()),
            _ => hash,
        })
    })
}

/// The hash of a row before its first value.
fn begin(table: Table) -> u64 {
    split_mix(table as u64)
}

/// Each step is a bijection of the hash for a given value, and of the value for a given hash: one changed value changes the
/// hash of its row for certain.
fn fold(hash: u64, value: ValueRef<'_>) -> u64 {
    let (kind, word) = match value {
        ValueRef::Null => (0, 0),
        ValueRef::Integer(number) => (1, number.cast_unsigned()),
        // SQLite has no negative zero.
        ValueRef::Real(number) => (2, (number + 0.0).to_bits()),
        ValueRef::Text(text) => (3, fnv1a(text)),
        ValueRef::Blob(bytes) => (4, fnv1a(bytes)),
    };
    split_mix(split_mix(hash ^ kind) ^ word)
}

/// Takes all rows as they are: the checksums of a file from before [`SINCE`].
pub(crate) fn fill(connection: &Connection) -> rusqlite::Result<()> {
    Checksums::of_rows(connection, &Table::ALL)?.store(connection)
}

/// Stores the checksum of what the file is about, if that has changed. Every transaction that writes ends with it.
pub(crate) fn seal(connection: &Connection) -> rusqlite::Result<()> {
    let key = (Part::Store, 0);
    let now = Checksums::of_rows(connection, &[Table::Meta])?.0.remove(&key).unwrap_or(0);
    match now.wrapping_sub(known(connection, key)?) {
        0 => Ok(()),
        by => Checksums(BTreeMap::from([(key, by)])).store(connection),
    }
}

/// A stored checksum; 0 if there is none.
fn known(connection: &Connection, (part, day): (Part, i64)) -> rusqlite::Result<u64> {
    let mut read = connection.prepare_cached("SELECT checksum FROM matchday_checksums WHERE part = ? AND day = ?")?;
    let stored: Option<i64> = read.query_row(params![part.name(), day], |row| row.get(0)).optional()?;
    Ok(stored.map_or(0, i64::cast_unsigned))
}

/// Compares all rows with what was written.
///
/// # Errors
/// [`StoreError::Damaged`], which names what is different; errors of reading.
pub(crate) fn check(connection: &Connection) -> Result<(), StoreError> {
    let written = written(connection)?;
    let found = Checksums::of_rows(connection, &Table::ALL)?.0;
    let is_changed = |key: &&(Part, i64)| written.get(key).unwrap_or(&0) != found.get(key).unwrap_or(&0);
    let all: BTreeSet<_> = written.keys().chain(found.keys()).collect();
    let changed: Vec<_> = all.into_iter().filter(is_changed).copied().collect();
    if changed.is_empty() { Ok(()) } else { Err(StoreError::Damaged(words(&changed))) }
}

/// The stored checksums.
fn written(connection: &Connection) -> Result<BTreeMap<(Part, i64), u64>, StoreError> {
    let mut statement = connection.prepare_cached("SELECT part, day, checksum FROM matchday_checksums")?;
    let mut rows = statement.query([])?;
    let mut written = BTreeMap::new();
    while let Some(row) = rows.next()? {
        let name = row.get_ref(0)?.as_str().unwrap_or_default();
        let Some(part) = Part::ALL.into_iter().find(|part| part.name() == name) else {
            return Err(StoreError::Damaged("a checksum is not as Matchday writes it".to_owned()));
        };
        written.insert((part, row.get(1)?), row.get::<_, i64>(2)?.cast_unsigned());
    }
    Ok(written)
}

/// What was changed, in words: "the rows of 2026-05-21 were changed after they were written; all other days stand".
fn words(changed: &[(Part, i64)]) -> String {
    let of_days = |&&(part, _): &&(Part, i64)| matches!(part, Part::Rows | Part::Results);
    let mut days: Vec<i64> = changed.iter().filter(of_days).map(|&(_, day)| day).collect();
    days.sort_unstable();
    days.dedup();
    // Rows whose match is gone are missing on its day.
    if days.len() > 1 {
        days.retain(|&day| day != NO_DAY);
    }
    let has = |part: Part| changed.iter().any(|&(changed, _)| changed == part);
    let mut what = Vec::new();
    if !days.is_empty() {
        let named: Vec<String> = days.iter().take(NAMED).map(|&day| date(day)).collect();
        let more = match days.len().saturating_sub(NAMED) {
            0 => String::new(),
            more => [" and ", &more.to_string(), " more"].concat(),
        };
        what.push(["the rows of ", &named.join(", "), &more].concat());
    }
    if has(Part::Ratings) {
        what.push("the ratings of players".to_owned());
    }
    if has(Part::Store) {
        what.push("the scenario".to_owned());
    }
    [&what.join(" and "), " were changed after they were written; all other days stand"].concat()
}

fn date(midnight: i64) -> String {
    if midnight == NO_DAY {
        return "a match that is not there".to_owned();
    }
    Date::from_unix_day(midnight.div_euclid(DAY_S)).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use rusqlite::types::Null;

    /// The hash, written anew in another language. Another one would call all files damaged that are stored already.
    #[test]
    fn the_hash_of_a_row_is_that_of_stored_files() {
        let values: [&dyn ToSql; 5] = [&Null, &-7, &0.5, &"gold", &b"\0\xff".as_slice()];
        for (table, hash) in [(Table::Matches, 0xa208_0b43_353b_2abb), (Table::Meta, 0xd53b_fbeb_56a2_7226)] {
            assert_eq!(hash_of_values(table, &values), Ok(hash), "{table:?}");
        }
    }
}
