//! The content of a store in numbers.

use crate::meta::Meta;
use crate::{Scenario, Store, StoreError};
use matchday_base::calendar::Date;
use matchday_base::{Calendar, SimTime};
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
#[cfg_attr(feature = "tsify", derive(serde::Serialize, tsify::Tsify), tsify(missing_as_null))]
pub struct Status {
    /// The scenario of the stored days; `None` before [`Store::begin`], which JavaScript never sees.
    #[cfg_attr(feature = "tsify", tsify(type = "Scenario"))]
    pub scenario: Option<Scenario>,
    /// The second before which all rows are stored; `None` before the first batch.
    pub through_s: Option<i64>,
    /// The player actions before that second; empty without any.
    pub player_actions: String,
    /// The number of whole days before the present one whose full rows are kept; `None` for all.
    pub keep_days: Option<u32>,
    /// The second from which full rows are kept; `None` if no row was deleted.
    pub full_from_s: Option<i64>,
    /// Size of the file, bytes.
    pub bytes: u64,
    /// Free part of the file, bytes. It is filled before the file grows.
    pub free_bytes: u64,
    /// The number of rows of each table.
    #[cfg_attr(feature = "tsify", serde(serialize_with = "as_map"), tsify(type = "Record<string, number>"))]
    pub rows: Vec<(&'static str, u64)>,
}

impl Status {
    /// The simulated second before which all rows are stored; `None` before the first batch.
    pub fn through(&self) -> Option<SimTime> {
        let simulated_s = |shown_s: i64| shown_s.saturating_add(SimTime::DAY_START.0.into());
        self.through_s.map(|shown_s| SimTime(simulated_s(shown_s).clamp(0, u32::MAX.into()) as u32))
    }

    /// Whether another store of the same scenario has all rows of this one: it has the same days or more, its full rows
    /// begin at the same time or earlier, and its player actions begin with the ones of this store.
    pub fn is_in(&self, other: &Self) -> bool {
        let full_from = |status: &Self| status.full_from_s.unwrap_or(i64::MIN);
        self.through_s <= other.through_s
            && full_from(self) >= full_from(other)
            && goes_on(&self.player_actions, &other.player_actions)
    }
}

/// The first shown midnight, from which all results count their seconds.
#[derive(Clone, Copy)]
pub(crate) struct Midnight {
    unix_s: i64,
}

impl Midnight {
    pub fn of(calendar: Calendar) -> Self {
        Self { unix_s: calendar.unix_s(SimTime::DAY_START) }
    }

    /// A file that another program changed may have any Unix times.
    pub fn shown_s(self, unix_s: i64) -> i64 {
        unix_s.saturating_sub(self.unix_s)
    }

    pub fn unix_s(self, shown_s: i64) -> i64 {
        shown_s.saturating_add(self.unix_s)
    }
}

#[cfg(feature = "tsify")]
fn as_map<S: serde::Serializer>(rows: &[(&str, u64)], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(rows.iter().copied())
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

    pub(crate) fn midnight(&self) -> Result<Midnight, StoreError> {
        Ok(Midnight::of(self.calendar()?))
    }

    /// The content in numbers. Reads an index of each table to count its rows.
    ///
    /// # Errors
    /// [`StoreError::Damaged`], [`StoreError::Busy`].
    pub fn status(&self) -> Result<Status, StoreError> {
        let (connection, midnight) = (&self.connection, self.midnight()?);
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
            through_s: Meta::Through.second(connection)?.map(|unix| midnight.shown_s(unix)),
            player_actions: Meta::PlayerActions.get(connection)?.unwrap_or_default(),
            keep_days: Meta::KeepDays.get(connection)?,
            full_from_s: Meta::FullFrom.second(connection)?.map(|unix| midnight.shown_s(unix)),
            bytes: pages("PRAGMA page_count")? * page,
            free_bytes: pages("PRAGMA freelist_count")? * page,
            rows: rows.collect::<rusqlite::Result<_>>()?,
        })
    }
}
