//! Sums of each day. They stay when the full rows of the day are deleted.

use crate::checksum::{self, Checksums};
use crate::table::Table;
use rusqlite::{Connection, params};
use std::collections::BTreeMap;

/// Seconds in a day.
pub(crate) const DAY_S: i64 = 86_400;

/// The latest midnight up to a second.
pub(crate) fn midnight(unix_s: i64) -> i64 {
    unix_s.saturating_sub(unix_s.rem_euclid(DAY_S))
}

/// Sums to add to a day of a season.
#[derive(Clone, Copy, Default)]
pub(crate) struct Sums {
    pub matches: u32,
    pub called_off: u32,
    pub players: u32,
    /// Sum of the differences between the best and the worst team of each match, hundredths of points.
    pub rating_gap_centi: i64,
    pub tickets: u32,
    pub expired: u32,
    /// Tickets that finished with a match, and the sum of their waits.
    pub matched: u32,
    pub wait_s: i64,
}

/// Sums by season and midnight.
#[derive(Default)]
pub(crate) struct Days(BTreeMap<(u16, i64), Sums>);

const ADD: &str = "
    INSERT INTO matchday_days
      (season_id, day, matches, called_off, players, rating_gap_sum_centi, tickets, expired, matched, wait_sum_s)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT DO UPDATE SET
      matches = matches + excluded.matches, called_off = called_off + excluded.called_off,
      players = players + excluded.players, tickets = tickets + excluded.tickets,
      rating_gap_sum_centi = rating_gap_sum_centi + excluded.rating_gap_sum_centi,
      expired = expired + excluded.expired, matched = matched + excluded.matched,
      wait_sum_s = wait_sum_s + excluded.wait_sum_s";

/// A row by its key.
const KEY: &str = "season_id = ? AND day = ?";

impl Days {
    /// The sums of the day of a second, in a season.
    pub fn of(&mut self, season: u16, unix_s: i64) -> &mut Sums {
        self.0.entry((season, midnight(unix_s))).or_default()
    }

    /// Adds all sums to the store.
    pub fn store(&self, connection: &Connection, checksums: &mut Checksums) -> rusqlite::Result<()> {
        let mut add = connection.prepare_cached(ADD)?;
        let hash = |season, day| checksum::stored(Table::Days, KEY, params![season, day], connection);
        for (&(season, day), sums) in &self.0 {
            let before = hash(season, day)?;
            let Sums { matches, called_off, players, rating_gap_centi, tickets, expired, matched, wait_s } = *sums;
            add.execute(params![
                season,
                day,
                matches,
                called_off,
                players,
                rating_gap_centi,
                tickets,
                expired,
                matched,
                wait_s
            ])?;
            checksums.change(Table::Days, day, hash(season, day)?.wrapping_sub(before));
        }
        Ok(())
    }
}
