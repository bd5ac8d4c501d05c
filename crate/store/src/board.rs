//! Seasons and their leaderboards.
//!
//! A leaderboard is computed on request, from the index of ratings. It has the players with [`PROVISIONAL_MATCHES`] or more
//! matches in the season, ordered by points, then by player.

use crate::status::Midnight;
use crate::{Store, StoreError};
use matchday_ladder::rating::PROVISIONAL_MATCHES;
use matchday_ladder::{Division, Tier};
use rusqlite::{OptionalExtension, Row, params};

/// A season.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "tsify", derive(serde::Serialize, tsify::Tsify), tsify(missing_as_null))]
pub struct Season {
    /// Its number, from 1.
    pub season: u16,
    /// Its name.
    pub name: String,
    /// Its first second.
    pub start_s: i64,
    /// The second after its last one.
    pub end_s: i64,
    /// Share of each rating's distance to the mean that remained; `None` if all ratings became those of newcomers.
    pub soft_reset_factor: Option<f64>,
    /// Number of matches that count.
    pub matches: u64,
    /// Number of players with a match that counts.
    pub players: u64,
}

/// A player's rating and results in a season.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "tsify", derive(serde::Serialize, tsify::Tsify), tsify(missing_as_null))]
pub struct Rated {
    /// Rating, points.
    pub rating: f64,
    /// Deviation of the rating, points.
    pub rd: f64,
    /// Volatility of the rating, logits per match.
    pub volatility: f64,
    /// Matches that count; those not won or lost are draws.
    pub matches: u32,
    /// Matches won.
    pub wins: u32,
    /// Matches lost.
    pub losses: u32,
    /// Wins in a row; losses are negative.
    pub streak: i32,
    /// The end of the latest match; `None` before the first match.
    pub last_active_s: Option<i64>,
}

/// A row of a leaderboard.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "tsify", derive(serde::Serialize, tsify::Tsify))]
pub struct BoardRow {
    /// Place on the whole leaderboard, from 1.
    pub place: u32,
    /// The player.
    pub player: u32,
    /// Its rating and results.
    #[cfg_attr(feature = "tsify", serde(flatten))]
    pub rated: Rated,
    /// Tier and division: `Gold-1`, `Master`.
    pub division: String,
}

/// A part of a leaderboard.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "tsify", derive(serde::Serialize, tsify::Tsify))]
pub struct Board {
    /// The requested rows, the best player first.
    pub rows: Vec<BoardRow>,
    /// Number of all rows, of the requested tier if there is one.
    pub total: u32,
}

/// The columns of [`Rated`], in the order of its fields.
pub(crate) const RATED: &str = "rating, rd, volatility, matches_played, wins, losses, streak, last_active_at";

impl Rated {
    /// Reads the columns [`RATED`], beginning with the column `first`.
    pub(crate) fn read(row: &Row<'_>, first: usize, midnight: Midnight) -> rusqlite::Result<Self> {
        Ok(Self {
            rating: row.get(first)?,
            rd: row.get(first + 1)?,
            volatility: row.get(first + 2)?,
            matches: row.get(first + 3)?,
            wins: row.get(first + 4)?,
            losses: row.get(first + 5)?,
            streak: row.get(first + 6)?,
            last_active_s: row.get::<_, Option<_>>(first + 7)?.map(|unix| midnight.shown_s(unix)),
        })
    }

    /// Tier and division: `Gold-1`, `Master`.
    pub fn division(&self) -> String {
        Division::of(self.rating).to_string()
    }
}

const SEASONS: &str = "
    SELECT id, name, start_at, end_at, soft_reset_factor,
      (SELECT coalesce(sum(matches), 0) FROM matchday_days WHERE season_id = id),
      (SELECT count(*) FROM player_ranked_ratings WHERE season_id = id AND matches_played > 0)
    FROM ranked_seasons ORDER BY id";
const TOTAL: &str = "
    SELECT count(*) FROM player_ranked_ratings
    WHERE season_id = ?1 AND rating >= ?2 AND rating < ?3 AND matches_played >= ?4";
const PLACE: &str = "
    SELECT 1 + (
      SELECT count(*) FROM player_ranked_ratings b
      WHERE b.season_id = own.season_id AND b.matches_played >= ?3
        AND (b.rating > own.rating OR b.rating = own.rating AND b.player_id < own.player_id)
    )
    FROM player_ranked_ratings own WHERE own.season_id = ?1 AND own.player_id = ?2 AND own.matches_played >= ?3";

impl Store {
    /// All seasons in order.
    ///
    /// # Errors
    /// [`StoreError::Damaged`], [`StoreError::Busy`].
    pub fn seasons(&self) -> Result<Vec<Season>, StoreError> {
        let midnight = self.midnight()?;
        let read = |row: &Row<'_>| {
            Ok(Season {
                season: row.get(0)?,
                name: row.get(1)?,
                start_s: midnight.shown_s(row.get(2)?),
                end_s: midnight.shown_s(row.get(3)?),
                soft_reset_factor: row.get(4)?,
                matches: row.get::<_, i64>(5)? as u64,
                players: row.get::<_, i64>(6)? as u64,
            })
        };
        self.rows(SEASONS, [], read)
    }

    /// The leaderboard of a season, or of one tier.
    ///
    /// # Errors
    /// As [`Store::seasons`].
    pub fn board(&self, season: u16, tier: Option<Tier>, offset: u32, limit: u32) -> Result<Board, StoreError> {
        let floor = tier.map_or(f64::NEG_INFINITY, Tier::floor);
        let above = tier.and_then(|tier| Tier::ALL.get(tier.index() + 1)).map_or(f64::INFINITY, |tier| tier.floor());
        let count = |from: f64, below: f64| -> rusqlite::Result<u32> {
            let mut statement = self.connection.prepare_cached(TOTAL)?;
            statement.query_row(params![season, from, below, PROVISIONAL_MATCHES], |row| row.get(0))
        };
        let better = if tier.is_some() { count(above, f64::INFINITY)? } else { 0 };
        let sql = [
            "SELECT player_id, ",
            RATED,
            " FROM player_ranked_ratings
            WHERE season_id = ? AND rating >= ? AND rating < ? AND matches_played >= ?
            ORDER BY rating DESC, player_id LIMIT ? OFFSET ?",
        ];
        let (mut place, midnight) = (better + offset, self.midnight()?);
        let read = |row: &Row<'_>| {
            let rated = Rated::read(row, 1, midnight)?;
            place += 1;
            Ok(BoardRow { place, player: row.get(0)?, rated, division: rated.division() })
        };
        let rows = self.rows(&sql.concat(), params![season, floor, above, PROVISIONAL_MATCHES, limit, offset], read)?;
        Ok(Board { rows, total: count(floor, above)? })
    }

    /// The place of a player on the leaderboard of a season, from 1; `None` if the player is not on it.
    ///
    /// # Errors
    /// As [`Store::seasons`].
    pub fn place(&self, season: u16, player: u32) -> Result<Option<u32>, StoreError> {
        let mut statement = self.connection.prepare_cached(PLACE)?;
        let place = statement.query_row(params![season, player, PROVISIONAL_MATCHES], |row| row.get(0));
        Ok(place.optional()?)
    }
}
