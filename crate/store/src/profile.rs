//! A player's stored matches, opponents and seasons.

use crate::board::{RATED, Rated};
use crate::days::DAY_S;
use crate::meta::Meta;
use crate::standing::{outcome, streak};
use crate::{Store, StoreError};
use matchday_wire::season::rows::Outcome;
use rusqlite::{Row, params};

/// A player in a season.
#[derive(Clone, Debug, PartialEq)]
pub struct InSeason {
    /// Which season.
    pub season: u16,
    /// The player's results there.
    pub rated: Rated,
    /// Its place on the leaderboard, from 1; `None` while provisional.
    pub place: Option<u32>,
    /// `Gold-1`, `Master`.
    pub division: String,
}

/// A player over all seasons, the first first. Sums are for the caller.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Profile {
    /// The seasons that have a rating of the player.
    pub seasons: Vec<InSeason>,
    /// Matches that count, in all seasons.
    pub matches: u32,
    /// Of which it won.
    pub wins: u32,
    /// Of which it lost.
    pub losses: u32,
}

/// A rating at a moment.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    /// Unix time.
    pub at: i64,
    /// Points.
    pub rating: f64,
    /// Their deviation.
    pub rd: f64,
}

/// A match as one of its players sees it.
#[derive(Clone, Debug, PartialEq)]
pub struct Played {
    /// Which match.
    pub id: u32,
    /// The season that it counts in.
    pub season: u16,
    /// The mode: `1v1`.
    pub mode: String,
    /// Where.
    pub region: String,
    /// The map, from 0.
    pub map: u8,
    /// When it ended.
    pub finished: i64,
    /// Seconds that the player played.
    pub duration_s: u32,
    /// How it ended for the player.
    pub outcome: Outcome,
    /// The player's team, from 0.
    pub team: u8,
    /// Whether the player did not accept.
    pub dodged: bool,
    /// Whether the player left before the end.
    pub left_early: bool,
    /// Points before.
    pub rating_before: f64,
    /// Points after.
    pub rating_after: f64,
    /// Their deviation after.
    pub rd_after: f64,
    /// Everybody else in it, team by team.
    pub others: Vec<Other>,
}

/// Another player of a match.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "tsify", derive(serde::Serialize, tsify::Tsify))]
pub struct Other {
    /// The player.
    pub player: u32,
    /// On which team, from 0.
    pub team: u8,
    /// With how many points before it.
    pub rating_before: f64,
}

/// An opponent or team mate in matches that count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "tsify", derive(serde::Serialize, tsify::Tsify))]
pub struct Met {
    /// The player.
    pub player: u32,
    /// In so many matches.
    pub times: u32,
    /// Against each other, won by the player of the profile.
    pub won: u32,
    /// Against each other, lost by the player of the profile.
    pub lost: u32,
    /// On one team.
    pub together: u32,
}

/// Results in a row, within seasons. Of days whose full rows are gone only what stood at their end is known, so a longest
/// row that began and ended within one of them may be missing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "tsify", derive(serde::Serialize, tsify::Tsify))]
pub struct Streaks {
    /// Of the latest season: wins in a row; losses are negative.
    pub current: i32,
    /// The most wins in a row.
    pub longest_wins: u32,
    /// The most losses in a row.
    pub longest_losses: u32,
}

/// Points of a series, at most.
const POINTS: usize = 2_000;

const HISTORY: &str = "
    SELECT day + ?4 - 1, rating, rd, 0 FROM matchday_player_days WHERE player_id = ?1 AND season_id = ?2 AND day < ?3
    UNION ALL
    SELECT created_at, rating_after, rd_after, id FROM ranked_rating_history WHERE player_id = ?1 AND season_id = ?2
    ORDER BY 1, 4";
const MATCHES: &str = "
    SELECT m.id, m.season_id, m.mode_id, m.region, m.map_id, m.finished_at, p.duration_seconds, p.outcome, p.team,
      p.dodged, p.left_early, p.rating_before, p.rating_after, p.rd_after
    FROM ranked_match_participants p CROSS JOIN ranked_matches m ON m.id = p.match_id
    WHERE p.player_id = ?1 AND (m.finished_at, m.id) < (?2, ?3)
    ORDER BY m.finished_at DESC, m.id DESC LIMIT ?4";
const OTHERS: &str = "
    SELECT player_id, team, rating_before FROM ranked_match_participants WHERE match_id = ? AND player_id <> ?
    ORDER BY team, player_id";
const MET: &str = "
    SELECT o.player_id, count(*) AS times, total(o.team <> p.team AND p.outcome = 'won'),
      total(o.team <> p.team AND p.outcome = 'lost'), total(o.team = p.team)
    FROM ranked_match_participants p CROSS JOIN ranked_match_participants o ON o.match_id = p.match_id
    WHERE p.player_id = ?1 AND o.player_id <> ?1 AND p.outcome <> 'void'
    GROUP BY o.player_id ORDER BY times DESC, o.player_id LIMIT ?2";
/// Results in order, and the ends of days before full rows: season, when, id, streak or outcome.
const RESULTS: &str = "
    SELECT season_id, day, 0, streak, NULL FROM matchday_player_days WHERE player_id = ?1 AND day < ?2
    UNION ALL
    SELECT m.season_id, m.finished_at, m.id, 0, p.outcome
    FROM ranked_match_participants p CROSS JOIN ranked_matches m ON m.id = p.match_id
    WHERE p.player_id = ?1 AND p.outcome <> 'void'
    ORDER BY 1, 2, 3";

impl Store {
    /// A player in all its seasons.
    ///
    /// # Errors
    /// As [`Store::seasons`].
    pub fn profile(&self, player: u32) -> Result<Profile, StoreError> {
        let sql = ["SELECT season_id, ", RATED, " FROM player_ranked_ratings WHERE player_id = ? ORDER BY season_id"]
            .concat();
        let read = |row: &Row<'_>| Ok((row.get::<_, u16>(0)?, Rated::read(row, 1)?));
        let mut profile = Profile::default();
        for (season, rated) in self.rows(&sql, [player], read)? {
            let (place, division) = (self.place(season, player)?, rated.division());
            profile.seasons.push(InSeason { season, rated, place, division });
            profile.matches += rated.matches;
            profile.wins += rated.wins;
            profile.losses += rated.losses;
        }
        Ok(profile)
    }

    /// Ratings of a player over a season, in the order of time: after each match where full rows are there, at
    /// the end of each day before that. At most 2,000 points, of more the ends and evenly between.
    ///
    /// # Errors
    /// As [`Store::seasons`].
    pub fn series(&self, player: u32, season: u16) -> Result<Vec<Point>, StoreError> {
        let full_from = self.full_from()?;
        let read = |row: &Row<'_>| Ok(Point { at: row.get(0)?, rating: row.get(1)?, rd: row.get(2)? });
        let all = self.rows(HISTORY, params![player, season, full_from, DAY_S], read)?;
        if all.len() <= POINTS {
            return Ok(all);
        }
        let last = all.len() - 1;
        Ok((0..POINTS).map(|point| all[point * last / (POINTS - 1)]).collect())
    }

    /// A player's matches of which there are full rows, the latest first: those before one that ended at a time and has an
    /// id, or from the latest on.
    ///
    /// # Errors
    /// As [`Store::seasons`].
    pub fn matches(&self, player: u32, before: Option<(i64, i64)>, limit: u32) -> Result<Vec<Played>, StoreError> {
        let (ended, id) = before.unwrap_or((i64::MAX, i64::MAX));
        let mut matches = self.rows(MATCHES, params![player, ended, id, limit], Played::read)?;
        for played in &mut matches {
            let read = |row: &Row<'_>| Ok(Other { player: row.get(0)?, team: row.get(1)?, rating_before: row.get(2)? });
            played.others = self.rows(OTHERS, [played.id, player], read)?;
        }
        Ok(matches)
    }

    /// The players that a player has met most, in matches that count and have full rows.
    ///
    /// # Errors
    /// As [`Store::seasons`].
    pub fn opponents(&self, player: u32, limit: u32) -> Result<Vec<Met>, StoreError> {
        let read = |row: &Row<'_>| {
            let count = |column| row.get::<_, f64>(column).map(|count| count as u32);
            let (won, lost, together) = (count(2)?, count(3)?, count(4)?);
            Ok(Met { player: row.get(0)?, times: row.get(1)?, won, lost, together })
        };
        self.rows(MET, [player, limit], read)
    }

    /// A player's results in a row.
    ///
    /// # Errors
    /// As [`Store::seasons`].
    pub fn streaks(&self, player: u32) -> Result<Streaks, StoreError> {
        let mut streaks = Streaks::default();
        let mut season = 0;
        let read = |row: &Row<'_>| {
            let of: u16 = row.get(0)?;
            if std::mem::replace(&mut season, of) != of {
                streaks.current = 0;
            }
            streaks.current = match row.get_ref(4)?.as_str_or_null()? {
                None => row.get(3)?,
                Some(text) => streak(streaks.current, outcome(text)),
            };
            streaks.longest_wins = streaks.longest_wins.max(streaks.current.max(0) as u32);
            streaks.longest_losses = streaks.longest_losses.max(streaks.current.min(0).unsigned_abs());
            Ok(())
        };
        self.rows(RESULTS, params![player, self.full_from()?], read)?;
        Ok(streaks)
    }

    /// The second from which full rows are there; none is before it.
    fn full_from(&self) -> Result<i64, StoreError> {
        Ok(Meta::FullFrom.get(&self.connection)?.unwrap_or(i64::MIN))
    }
}

impl Played {
    fn read(row: &Row<'_>) -> rusqlite::Result<Self> {
        Ok(Self {
            id: row.get(0)?,
            season: row.get(1)?,
            mode: row.get(2)?,
            region: row.get(3)?,
            map: row.get(4)?,
            finished: row.get(5)?,
            duration_s: row.get(6)?,
            outcome: outcome(row.get_ref(7)?.as_str()?),
            team: row.get(8)?,
            dodged: row.get(9)?,
            left_early: row.get(10)?,
            rating_before: row.get(11)?,
            rating_after: row.get(12)?,
            rd_after: row.get(13)?,
            others: Vec::new(),
        })
    }
}
