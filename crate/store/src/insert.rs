//! Inserts new rows.

use crate::checksum::Checksums;
use crate::table::Table;
use rusqlite::{CachedStatement, Connection, ToSql};
use std::collections::BTreeSet;

/// Number of rows that are inserted by one statement, or looked up by one.
const AT_ONCE: usize = 32;

/// Inserts into one table. A row whose key is stored is an error.
pub(crate) struct Insert<'c> {
    table: Table,
    one: CachedStatement<'c>,
    many: CachedStatement<'c>,
    at_once: usize,
}

impl<'c> Insert<'c> {
    /// Inserts each row by a statement of its own, into a table whose key is its row id. SQLite refuses a row id that is no
    /// integer, so it would keep a copy of each page that a statement for many rows changes, to undo its first rows.
    pub fn into(connection: &'c Connection, table: Table) -> rusqlite::Result<Self> {
        Self::prepare(connection, table, 1)
    }

    /// Inserts many rows by one statement, into a table without row ids: SQLite begins and ends fewer statements.
    pub fn many_into(connection: &'c Connection, table: Table) -> rusqlite::Result<Self> {
        Self::prepare(connection, table, AT_ONCE)
    }

    fn prepare(connection: &'c Connection, table: Table, at_once: usize) -> rusqlite::Result<Self> {
        let columns = table.width();
        let row = ["(", &vec!["?"; columns].join(","), ")"].concat();
        let into = |table: Table| ["INSERT OR FAIL INTO ", table.name(), " (", table.columns(), ") VALUES "].concat();
        let prepare = |rows: usize| {
            // With `OR FAIL`, an error leaves the first rows of its statement: the transaction of the batch undoes them.
            let values = vec![row.as_str(); rows].join(",");
            connection.prepare_cached(&[into(table), values].concat())
        };
        Ok(Self { table, one: prepare(1)?, many: prepare(at_once)?, at_once })
    }

    /// Inserts all rows, and counts them in the checksums. `values` sets the values of a row.
    pub fn all<T>(
        &mut self,
        checksums: &mut Checksums,
        rows: &[T],
        values: impl Fn(&T, &mut Row<'_, 'c>) -> rusqlite::Result<()>,
    ) -> rusqlite::Result<()> {
        let table = self.table;
        let chunks = rows.chunks_exact(self.at_once);
        let rest = chunks.remainder();
        let mut some = |statement: &mut CachedStatement<'c>, rows: &[T]| {
            let mut row = Row { table, checksums, statement, set: 0 };
            rows.iter().try_for_each(|values_of| values(values_of, &mut row))?;
            row.statement.raw_execute().map(|_| ())
        };
        chunks.into_iter().try_for_each(|rows| some(&mut self.many, rows))?;
        rest.chunks(1).try_for_each(|row| some(&mut self.one, row))
    }
}

/// A row of a statement that is about to be executed.
pub(crate) struct Row<'s, 'c> {
    table: Table,
    checksums: &'s mut Checksums,
    statement: &'s mut CachedStatement<'c>,
    set: usize,
}

impl Row<'_, '_> {
    /// Sets the values of all columns. The row belongs to the day of the Unix second `ended`.
    pub fn set(&mut self, ended: i64, values: &[&dyn ToSql]) -> rusqlite::Result<()> {
        self.checksums.add(self.table, ended, values)?;
        for value in values {
            self.set += 1;
            self.statement.raw_bind_parameter(self.set, value)?;
        }
        Ok(())
    }
}

/// The rows whose ids are not in a table yet, ordered by id, each once.
pub(crate) fn new<'b, T>(
    connection: &Connection,
    table: &str,
    mut rows: Vec<&'b T>,
    id: impl Fn(&T) -> u32,
) -> rusqlite::Result<Vec<&'b T>> {
    rows.sort_by_key(|row| id(row));
    rows.dedup_by_key(|row| id(row));
    let mut between = connection.prepare_cached(&["SELECT id FROM ", table, " WHERE id BETWEEN ? AND ?"].concat())?;
    let mut new = Vec::with_capacity(rows.len());
    // The ids of a batch are close to each other: few stored ids are between those of a chunk.
    for rows in rows.chunks(AT_ONCE) {
        let ends = [id(rows[0]), id(rows[rows.len() - 1])];
        let stored: BTreeSet<u32> = between.query_map(ends, |row| row.get(0))?.collect::<rusqlite::Result<_>>()?;
        new.extend(rows.iter().filter(|row| !stored.contains(&id(row))));
    }
    Ok(new)
}
