//! For how long full rows are kept.
//!
//! With `keep_days`, full rows of matches, participants, tickets, parties and history stay for so many whole days, the last
//! ones, and for the day that has begun. Older ones go, once a day: ratings, rows of days and of players' days, and ratings at the
//! start of seasons stay. Their pages are used again by the next days, so the file stops growing; it never shrinks.

use crate::days::{DAY_S, midnight};
use crate::meta::Meta;
use rusqlite::Connection;

/// Statements on rows that ended before a second; statements that look at other tables' rows come first.
const FORGET: [&str; 6] = [
    "DELETE FROM ranked_match_participants WHERE match_id IN (SELECT id FROM ranked_matches WHERE finished_at < ?1)",
    "DELETE FROM ranked_rating_history WHERE created_at < ?1 AND match_id IS NOT NULL",
    "DELETE FROM ranked_matches WHERE finished_at < ?1",
    "DELETE FROM ranked_queue_tickets WHERE closed_at < ?1",
    "DELETE FROM ranked_party_members WHERE party_id IN (SELECT id FROM ranked_parties WHERE disbanded_at < ?1)",
    "DELETE FROM ranked_parties WHERE disbanded_at < ?1",
];

/// Sets for how many days full rows are kept; `None` for ever. Deleted rows do not come back.
pub(crate) fn set(connection: &Connection, days: Option<u32>) -> rusqlite::Result<()> {
    match days {
        Some(days) => Meta::KeepDays.set(connection, &days)?,
        None => Meta::KeepDays.clear(connection)?,
    }
    forget(connection)
}

/// Lets go of full rows that are too old, if the day is a new one.
pub(crate) fn forget(connection: &Connection) -> rusqlite::Result<()> {
    let (days, through) = (Meta::KeepDays.get::<u32>(connection)?, Meta::Through.get::<i64>(connection)?);
    let Some((days, through)) = days.zip(through) else { return Ok(()) };
    let full_from = midnight(through) - i64::from(days) * DAY_S;
    if Meta::FullFrom.get(connection)?.is_some_and(|known: i64| known >= full_from) {
        return Ok(());
    }
    for statement in FORGET {
        connection.prepare_cached(statement)?.execute([full_from])?;
    }
    Meta::FullFrom.set(connection, &full_from)
}
