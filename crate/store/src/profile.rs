//! The stored matches, opponents and seasons of a player.

use crate::board::{RATED, Rated};
use crate::days::DAY_S;
use crate::meta::Meta;
use crate::standing::{outcome, streak};
use crate::status::Midnight;
use crate::{Store, StoreError};
use matchday_wire::season::rows::Outcome;
use rusqlite::{Row, params};

/// A player in a season.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "tsify", derive(serde::Serialize, tsify::Tsify), tsify(missing_as_null))]
pub struct InSeason {
    /// The season's number.
    pub season: u16,
    /// The player's rating and results there.
    #[cfg_attr(feature = "tsify", serde(flatten))]
    pub rated: Rated,
    /// Place on the leaderboard, from 1; `None` while provisional.
    pub place: Option<u32>,
    /// Tier and division: `Gold-1`, `Master`.
    pub division: String,
}

/// A player in all seasons.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "tsify", derive(serde::Serialize, tsify::Tsify))]
pub struct Profile {
    /// The player.
    pub player: u32,
    /// The seasons with a rating of the player, in order.
    pub seasons: Vec<InSeason>,
    /// Matches that count, in all seasons.
    pub matches: u32,
    /// Matches won, in all seasons.
    pub wins: u32,
    /// Matches lost, in all seasons.
    pub losses: u32,
    /// The streaks of the player.
    pub streaks: Streaks,
}

/// The rating of a player at one time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    /// The end of the match, or of the day.
    pub at_s: i64,
    /// Rating, points.
    pub rating: f64,
    /// Deviation of the rating, points.
    pub rd: f64,
}

/// A match of one player.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "tsify", derive(serde::Serialize, tsify::Tsify))]
pub struct Played {
    /// The match's id.
    #[cfg_attr(feature = "tsify", serde(rename = "match"))]
    pub id: u32,
    /// The season of the match.
    pub season: u16,
    /// The mode: `1v1`.
    pub mode: String,
    /// The name of the region.
    pub region: String,
    /// The map, from 0.
    pub map: u8,
    /// The end of the match.
    pub finished_s: i64,
    /// Time that the player played, s.
    pub duration_s: u32,
    /// How it ended for the player.
    pub outcome: Outcome,
    /// The player's team, from 0.
    pub team: u8,
    /// Whether the player dodged the match.
    pub dodged: bool,
    /// Whether the player left before the end.
    pub left_early: bool,
    /// Rating before the match, points.
    pub rating_before: f64,
    /// Rating after the match, points.
    pub rating_after: f64,
    /// Deviation of the rating after the match, points.
    pub rd_after: f64,
    /// The other players of the match, team by team.
    pub others: Vec<Other>,
}

/// A match in the order of the matches of a player.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(feature = "tsify", derive(serde::Deserialize, tsify::Tsify))]
pub struct MatchEnd {
    /// The end of the match.
    pub finished_s: i64,
    /// The match's id.
    #[cfg_attr(feature = "tsify", serde(rename = "match"))]
    pub id: u32,
}

/// Another player of a match.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "tsify", derive(serde::Serialize, tsify::Tsify))]
pub struct Other {
    /// The player.
    pub player: u32,
    /// The player's team, from 0.
    pub team: u8,
    /// Rating before the match, points.
    pub rating_before: f64,
}

/// An opponent or teammate in matches that count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "tsify", derive(serde::Serialize, tsify::Tsify))]
pub struct Met {
    /// The player.
    pub player: u32,
    /// Number of matches with this player.
    pub times: u32,
    /// Matches against this player that the player of the profile won.
    pub won: u32,
    /// Matches against this player that the player of the profile lost.
    pub lost: u32,
    /// Matches in the same team.
    pub together: u32,
}

/// Streaks of wins and losses within seasons. Of a day whose full rows are deleted, only the streak at its end is known, so
/// the longest streak may be missing if it began and ended on that day.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "tsify", derive(serde::Serialize, tsify::Tsify))]
pub struct Streaks {
    /// Present streak in the latest season: wins in a row, losses as a negative number.
    pub current: i32,
    /// Longest streak of wins.
    pub longest_wins: u32,
    /// Longest streak of losses.
    pub longest_losses: u32,
}

/// Highest number of points of a series.
const POINTS: usize = 2_000;

const HISTORY: &str = "
    SELECT day + ?4 - 1, rating, rd, 0 FROM matchday_player_days WHERE player_id = ?1 AND season_id = ?2 AND day < ?3
    UNION ALL
    SELECT s.start_at, b.rating, b.rd, -1 FROM matchday_season_starts b JOIN ranked_seasons s ON s.id = b.season_id
    WHERE b.player_id = ?1 AND b.season_id = ?2
    UNION ALL
    SELECT m.finished_at, p.rating_after, p.rd_after, m.id
    FROM ranked_match_participants p CROSS JOIN ranked_matches m ON m.id = p.match_id
    WHERE p.player_id = ?1 AND m.season_id = ?2 AND p.outcome <> 'void'
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
/// Results in order; of days without full rows, the streak at their end. Columns: season, time, match, streak, outcome.
const RESULTS: &str = "
    SELECT season_id, day, 0, streak, NULL FROM matchday_player_days WHERE player_id = ?1 AND day < ?2
    UNION ALL
    SELECT m.season_id, m.finished_at, m.id, 0, p.outcome
    FROM ranked_match_participants p CROSS JOIN ranked_matches m ON m.id = p.match_id
    WHERE p.player_id = ?1 AND p.outcome <> 'void'
    ORDER BY 1, 2, 3";

impl Store {
    /// The profile of a player.
    ///
    /// # Errors
    /// As [`Store::seasons`].
    pub fn profile(&self, player: u32) -> Result<Profile, StoreError> {
        let sql = ["SELECT season_id, ", RATED, " FROM player_ranked_ratings WHERE player_id = ? ORDER BY season_id"]
            .concat();
        let midnight = self.midnight()?;
        let read = |row: &Row<'_>| Ok((row.get::<_, u16>(0)?, Rated::read(row, 1, midnight)?));
        let mut profile = Profile { player, streaks: self.streaks(player)?, ..Profile::default() };
        for (season, rated) in self.rows(&sql, [player], read)? {
            let (place, division) = (self.place(season, player)?, rated.division());
            profile.seasons.push(InSeason { season, rated, place, division });
            // A file that another program changed may have any numbers.
            profile.matches = profile.matches.saturating_add(rated.matches);
            profile.wins = profile.wins.saturating_add(rated.wins);
            profile.losses = profile.losses.saturating_add(rated.losses);
        }
        Ok(profile)
    }

    /// The ratings of a player in a season, in order: after each match on days with full rows, at the end of each earlier
    /// day. A longer series is thinned evenly to 2,000 points; the first and the last stay.
    ///
    /// # Errors
    /// As [`Store::seasons`].
    pub fn series(&self, player: u32, season: u16) -> Result<Vec<Point>, StoreError> {
        let (full_from, midnight) = (self.full_from()?, self.midnight()?);
        let read =
            |row: &Row<'_>| Ok(Point { at_s: midnight.shown_s(row.get(0)?), rating: row.get(1)?, rd: row.get(2)? });
        let all = self.rows(HISTORY, params![player, season, full_from, DAY_S], read)?;
        if all.len() <= POINTS {
            return Ok(all);
        }
        let last = all.len() - 1;
        Ok((0..POINTS).map(|point| all[point * last / (POINTS - 1)]).collect())
    }

    /// The matches of a player with full rows, the latest first. With `before`: only earlier matches than
    /// that one.
    ///
    /// # Errors
    /// As [`Store::seasons`].
    pub fn matches(&self, player: u32, before: Option<MatchEnd>, limit: u32) -> Result<Vec<Played>, StoreError> {
        let midnight = self.midnight()?;
        let before = before.map(|MatchEnd { finished_s, id }| (midnight.unix_s(finished_s), i64::from(id)));
        let (ended, id) = before.unwrap_or((i64::MAX, i64::MAX));
        let read = |row: &Row<'_>| Played::read(row, midnight);
        let mut matches = self.rows(MATCHES, params![player, ended, id, limit], read)?;
        for played in &mut matches {
            let read = |row: &Row<'_>| Ok(Other { player: row.get(0)?, team: row.get(1)?, rating_before: row.get(2)? });
            played.others = self.rows(OTHERS, [played.id, player], read)?;
        }
        Ok(matches)
    }

    /// The opponents and teammates with the most common matches that count and have full rows.
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

    /// The streaks of a player.
    ///
    /// # Errors
    /// As [`Store::seasons`].
    fn streaks(&self, player: u32) -> Result<Streaks, StoreError> {
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

    /// The Unix second from which full rows are kept.
    fn full_from(&self) -> Result<i64, StoreError> {
        Ok(Meta::FullFrom.second(&self.connection)?.unwrap_or(i64::MIN))
    }
}

impl Played {
    fn read(row: &Row<'_>, midnight: Midnight) -> rusqlite::Result<Self> {
        Ok(Self {
            id: row.get(0)?,
            season: row.get(1)?,
            mode: row.get(2)?,
            region: row.get(3)?,
            map: row.get(4)?,
            finished_s: midnight.shown_s(row.get(5)?),
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
