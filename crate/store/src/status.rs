//! The content of a store in numbers.

use crate::meta::Meta;
use crate::{Scenario, Store, StoreError};
use matchday_base::Calendar;
use matchday_base::calendar::Date;
use matchday_scenario::player_actions::goes_on;

/// All tables, and the view of the history, in the order in which [`Status::rows`] counts them.
pub const TABLES: [&str; 13] = [
    "ranked_seasons",
    "player_ranked_ratings",
    "ranked_matches",
    "ranked_match_participants",
    HISTORY,
    "ranked_parties",
    "ranked_party_members",
    "ranked_queue_tickets",
    "matchday_days",
    "matchday_player_days",
    "matchday_season_starts",
    "matchday_meta",
    "matchday_checksums",
];

const HISTORY: &str = "ranked_rating_history";

/// Number of rows of the history. Counting the view itself would read every participant and its match.
const CHANGES: &str = "
    SELECT (SELECT count(*) FROM matchday_season_starts) + (
      SELECT coalesce(sum(matches), 0) FROM matchday_player_days
      WHERE day >= coalesce((SELECT value FROM matchday_meta WHERE key = 'full_from'), day)
    )";

/// The content of a store in numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Status {
    /// The scenario of the stored days; `None` before [`Store::begin`].
    pub scenario: Option<Scenario>,
    /// The calendar, see [`Store::calendar`].
    pub calendar: Calendar,
    /// The Unix second before which all rows are stored; `None` before the first batch.
    pub through: Option<i64>,
    /// The player actions before that second; empty without any.
    pub player_actions: String,
    /// The number of whole days before the present one whose full rows are kept; `None` for all.
    pub keep_days: Option<u32>,
    /// The Unix second from which full rows are kept; `None` if no row was deleted.
    pub full_from: Option<i64>,
    /// Size of the file, bytes.
    pub bytes: u64,
    /// Free part of the file, bytes. It is filled before the file grows.
    pub free_bytes: u64,
    /// The number of rows of each table.
    pub rows: Vec<(&'static str, u64)>,
}

impl Status {
    /// Whether another store of the same scenario has all rows of this one: it has the same days or more, its full rows
    /// begin at the same time or earlier, and its player actions begin with the ones of this store.
    pub fn is_in(&self, other: &Self) -> bool {
        let full_from = |status: &Self| status.full_from.unwrap_or(i64::MIN);
        self.through <= other.through
            && full_from(self) >= full_from(other)
            && goes_on(&self.player_actions, &other.player_actions)
    }
}

impl Store {
    /// The calendar of the stored days. Before the first batch its first day is 1970-01-01.
    ///
    /// # Errors
    /// [`StoreError::Damaged`], [`StoreError::Busy`].
    pub fn calendar(&self) -> Result<Calendar, StoreError> {
        let first_day = Meta::FirstDay.get(&self.connection)?;
        Ok(Calendar::new(Date::from_unix_day(first_day.map_or(0, i32::into))))
    }

    /// The content in numbers. Reads an index of each table to count its rows.
    ///
    /// # Errors
    /// [`StoreError::Damaged`], [`StoreError::Busy`].
    pub fn status(&self) -> Result<Status, StoreError> {
        let connection = &self.connection;
        let number = |sql: &str| connection.query_row(sql, [], |row| row.get::<_, i64>(0)).map(|n| n as u64);
        // A damaged file may count fewer than no pages.
        let pages = |sql: &str| connection.query_row(sql, [], |row| row.get::<_, u32>(0)).map(u64::from);
        let page = pages("PRAGMA page_size")?;
        let count = |table: &str| match table {
            HISTORY => number(CHANGES),
            table => number(&["SELECT count(*) FROM ", table].concat()),
        };
        let rows = TABLES.iter().map(|&table| Ok((table, count(table)?)));
        Ok(Status {
            scenario: Scenario::read(connection)?,
            calendar: self.calendar()?,
            through: Meta::Through.second(connection)?,
            player_actions: Meta::PlayerActions.get(connection)?.unwrap_or_default(),
            keep_days: Meta::KeepDays.get(connection)?,
            full_from: Meta::FullFrom.second(connection)?,
            bytes: pages("PRAGMA page_count")? * page,
            free_bytes: pages("PRAGMA freelist_count")? * page,
            rows: rows.collect::<rusqlite::Result<_>>()?,
        })
    }
}
