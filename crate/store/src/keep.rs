//! Deletes full rows of old days.
//!
//! With `keep_days`, the store keeps full rows (matches, participants, tickets, parties) of the present day and of
//! that many whole days before it. Once a day it deletes older full rows. It keeps ratings, sums of days, results of
//! players by day, and ratings at the start of seasons. SQLite uses the free pages for the next days, so the file stops
//! growing, but it never shrinks.

use crate::days::{DAY_S, midnight};
use crate::meta::Meta;
use rusqlite::Connection;

/// Statements that delete rows which ended before a second. A statement that reads another table comes before the one
/// that deletes from it.
const FORGET: [&str; 6] = [
    "DELETE FROM ranked_match_participants WHERE match_id IN (SELECT id FROM ranked_matches WHERE finished_at < ?1)",
    "DELETE FROM ranked_matches WHERE finished_at < ?1",
    "DELETE FROM ranked_queue_tickets WHERE closed_at < ?1",
    "DELETE FROM ranked_party_members WHERE party_id IN (SELECT id FROM ranked_parties WHERE disbanded_at < ?1)",
    "DELETE FROM ranked_parties WHERE disbanded_at < ?1",
    "DELETE FROM matchday_checksums WHERE part = 'rows' AND day < ?1",
];

/// Sets the number of days with full rows; `None` for all days. Deleted rows stay deleted.
pub(crate) fn set(connection: &Connection, days: Option<u32>) -> rusqlite::Result<()> {
    match days {
        Some(days) => Meta::KeepDays.set(connection, &days)?,
        None => Meta::KeepDays.clear(connection)?,
    }
    forget(connection)
}

/// Deletes full rows that are too old, once a day.
pub(crate) fn forget(connection: &Connection) -> rusqlite::Result<()> {
    let (days, through) = (Meta::KeepDays.get::<u32>(connection)?, Meta::Through.second(connection)?);
    let Some((days, through)) = days.zip(through) else { return Ok(()) };
    let full_from = midnight(through) - i64::from(days) * DAY_S;
    if Meta::FullFrom.second(connection)?.is_some_and(|known| known >= full_from) {
        return Ok(());
    }
    for statement in FORGET {
        connection.prepare_cached(statement)?.execute([full_from])?;
    }
    Meta::FullFrom.set(connection, &full_from)
}
