//! Rating and results of each player: a row for each season, and a row for each of its days.

use crate::checksum::{self, Checksums};
use crate::days::{Days, midnight};
use crate::table::Table;
use matchday_wire::season::rows::{EstimatedRating, Outcome};
use rusqlite::{CachedStatement, Connection, OptionalExtension, Row, params};

/// A stored match that counts for a player.
pub(crate) struct Played {
    pub season: u16,
    pub player: u32,
    pub match_id: u32,
    pub finished: i64,
    pub outcome: Outcome,
    pub after: EstimatedRating,
}

/// A player after its latest match.
struct Current {
    estimated: EstimatedRating,
    /// The end and the id of the latest match that counts.
    latest: Option<(i64, u32)>,
    season: Results,
    day: Option<(i64, Results)>,
    streak: i32,
}

/// Numbers of matches, wins and losses; the other matches are draws.
#[derive(Clone, Copy, Default)]
struct Results {
    matches: u32,
    wins: u32,
    losses: u32,
}

impl Results {
    fn add(&mut self, outcome: Outcome) {
        // What is stored may be any number, if another program changed it.
        self.matches = self.matches.saturating_add(1);
        self.wins = self.wins.saturating_add(u32::from(outcome == Outcome::Won));
        self.losses = self.losses.saturating_add(u32::from(outcome == Outcome::Lost));
    }

    /// Reads three columns, beginning with `first`.
    fn read(row: &Row<'_>, first: usize) -> rusqlite::Result<Self> {
        Ok(Self { matches: row.get(first)?, wins: row.get(first + 1)?, losses: row.get(first + 2)? })
    }
}

/// The streak after one more result: wins in a row, or losses in a row as a negative number. A draw ends both.
pub(crate) fn streak(before: i32, outcome: Outcome) -> i32 {
    match outcome {
        Outcome::Won => before.max(0).saturating_add(1),
        Outcome::Lost => before.min(0).saturating_sub(1),
        Outcome::Drawn | Outcome::Void => 0,
    }
}

/// The result of a player in a match, from its text.
pub(crate) fn outcome(text: &str) -> Outcome {
    match text {
        "won" => Outcome::Won,
        "lost" => Outcome::Lost,
        "void" => Outcome::Void,
        _ => Outcome::Drawn,
    }
}

/// Counts the matches of a batch: each player is read once, and stored once in the order of the keys.
pub(crate) fn count(
    connection: &Connection,
    mut played: Vec<Played>,
    days: &mut Days,
    checksums: &mut Checksums,
) -> rusqlite::Result<()> {
    played.sort_unstable_by_key(|played| (played.player, played.season, played.finished, played.match_id));
    let mut rows = Rows::prepare(connection, days, checksums)?;
    let of_one = |a: &Played, b: &Played| (a.player, a.season) == (b.player, b.season);
    played.chunk_by(of_one).try_for_each(|played| rows.count(played))
}

impl Current {
    fn play(&mut self, played: &Played, (day, mut today): (i64, Results)) {
        today.add(played.outcome);
        self.season.add(played.outcome);
        self.streak = streak(self.streak, played.outcome);
        self.estimated = played.after;
        self.latest = Some((played.finished, played.match_id));
        self.day = Some((day, today));
    }
}

/// Statements on the rows of a player, and the sums of days that follow them.
struct Rows<'c> {
    days: &'c mut Days,
    checksums: &'c mut Checksums,
    rating: CachedStatement<'c>,
    day: CachedStatement<'c>,
    day_before: CachedStatement<'c>,
    totals: CachedStatement<'c>,
    played: CachedStatement<'c>,
    update_day: CachedStatement<'c>,
    insert_day: CachedStatement<'c>,
    put: CachedStatement<'c>,
}

const DAY_BEFORE: &str = "
    SELECT streak FROM matchday_player_days WHERE player_id = ? AND season_id = ? AND day < ?
    ORDER BY day DESC LIMIT 1";
const TOTALS: &str = "
    SELECT coalesce(sum(matches), 0), coalesce(sum(wins), 0), coalesce(sum(losses), 0)
    FROM matchday_player_days WHERE player_id = ? AND season_id = ? AND day < ?";
const PLAYED: &str = "
    SELECT m.id, m.finished_at, p.outcome, p.rating_after, p.rd_after, p.volatility_after
    FROM ranked_match_participants p CROSS JOIN ranked_matches m ON m.id = p.match_id
    WHERE p.player_id = ? AND m.season_id = ? AND m.finished_at >= ? AND p.outcome <> 'void'
    ORDER BY m.finished_at, m.id";
const UPDATE_DAY: &str = "
    UPDATE matchday_player_days SET matches = ?, wins = ?, losses = ?, rating = ?, rd = ?, streak = ?
    WHERE player_id = ? AND season_id = ? AND day = ?";
const INSERT_DAY: &str = "
    INSERT INTO matchday_player_days (matches, wins, losses, rating, rd, streak, player_id, season_id, day)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)";
const PUT: &str = "
    INSERT INTO player_ranked_ratings
      (player_id, season_id, rating, rd, volatility, matches_played, wins, losses, streak, last_active_at, last_match_id)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT DO UPDATE SET rating = excluded.rating, rd = excluded.rd, volatility = excluded.volatility,
      matches_played = excluded.matches_played, wins = excluded.wins, losses = excluded.losses,
      streak = excluded.streak, last_active_at = excluded.last_active_at, last_match_id = excluded.last_match_id";

impl<'c> Rows<'c> {
    fn prepare(connection: &'c Connection, days: &'c mut Days, checksums: &'c mut Checksums) -> rusqlite::Result<Self> {
        let select = |table: Table, key: &str| {
            connection.prepare_cached(&["SELECT ", table.columns(), " FROM ", table.name(), key].concat())
        };
        Ok(Self {
            days,
            checksums,
            rating: select(Table::Ratings, " WHERE player_id = ? AND season_id = ?")?,
            day: select(Table::PlayerDays, " WHERE player_id = ? AND season_id = ? AND day = ?")?,
            day_before: connection.prepare_cached(DAY_BEFORE)?,
            totals: connection.prepare_cached(TOTALS)?,
            played: connection.prepare_cached(PLAYED)?,
            update_day: connection.prepare_cached(UPDATE_DAY)?,
            insert_day: connection.prepare_cached(INSERT_DAY)?,
            put: connection.prepare_cached(PUT)?,
        })
    }

    /// Counts the matches of one player in a season, in the order of their ends.
    fn count(&mut self, played: &[Played]) -> rusqlite::Result<()> {
        let Some(first) = played.first() else { return Ok(()) };
        let ((mut current, before), day) = (self.current(first)?, midnight(first.finished));
        if current.latest >= Some((first.finished, first.match_id)) {
            // A stored match is later: all matches from this midnight on are counted again.
            current = self.count_again(first.season, first.player, day)?;
        } else {
            if current.latest.is_some_and(|(last, _)| midnight(last) == day) {
                let stored = self.day(first.season, first.player, day)?;
                current.day = Some((day, stored.map_or_else(Results::default, |(results, _)| results)));
            }
            self.play(&mut current, played)?;
        }
        self.put_day(first.season, first.player, &current)?;
        self.put(first.season, first.player, &current, before)
    }

    /// Adds matches to a player, and stores every day that they end.
    fn play(&mut self, current: &mut Current, played: &[Played]) -> rusqlite::Result<()> {
        for played in played {
            let day = midnight(played.finished);
            let today = match current.day {
                Some((known, results)) if known == day => results,
                _ => {
                    self.put_day(played.season, played.player, current)?;
                    Results::default()
                }
            };
            current.play(played, (day, today));
        }
        Ok(())
    }

    /// The stored row of a player, and its hash, which is 0 for a newcomer.
    fn current(&mut self, played: &Played) -> rusqlite::Result<(Current, u64)> {
        let read = |row: &Row<'_>| {
            let last: Option<i64> = row.get(9)?;
            let match_id: Option<u32> = row.get(10)?;
            let current = Current {
                estimated: EstimatedRating { rating: row.get(2)?, rd: row.get(3)?, volatility: row.get(4)? },
                season: Results::read(row, 5)?,
                streak: row.get(8)?,
                latest: last.zip(match_id),
                day: None,
            };
            Ok((current, checksum::hash_of_row(Table::Ratings, row)?))
        };
        let newcomer =
            Current { estimated: played.after, latest: None, season: Results::default(), day: None, streak: 0 };
        let stored = self.rating.query_row(params![played.player, played.season], read).optional()?;
        Ok(stored.unwrap_or((newcomer, 0)))
    }

    /// The stored row of a player's day, and its hash.
    fn day(&mut self, season: u16, player: u32, day: i64) -> rusqlite::Result<Option<(Results, u64)>> {
        let read = |row: &Row<'_>| Ok((Results::read(row, 0)?, checksum::hash_of_row(Table::PlayerDays, row)?));
        self.day.query_row(params![player, season, day], read).optional()
    }

    fn put_day(&mut self, season: u16, player: u32, current: &Current) -> rusqlite::Result<()> {
        let Some((day, Results { matches, wins, losses })) = current.day else { return Ok(()) };
        let (EstimatedRating { rating, rd, .. }, streak) = (current.estimated, current.streak);
        let values = params![matches, wins, losses, rating, rd, streak, player, season, day];
        let before = match self.day(season, player, day)? {
            Some((_, before)) => {
                self.update_day.execute(values)?;
                before
            }
            None => {
                self.insert_day.execute(values)?;
                self.days.of(season, day).players += 1;
                0
            }
        };
        self.checksums.replace(Table::PlayerDays, day, before, values)
    }

    /// Stores the row of a player; `before` is the hash of the stored one.
    fn put(&mut self, season: u16, player: u32, current: &Current, before: u64) -> rusqlite::Result<()> {
        let EstimatedRating { rating, rd, volatility } = current.estimated;
        let Results { matches, wins, losses } = current.season;
        let (last, match_id) = current.latest.unzip();
        let streak = current.streak;
        let values = params![player, season, rating, rd, volatility, matches, wins, losses, streak, last, match_id];
        self.put.execute(values)?;
        self.checksums.replace(Table::Ratings, 0, before, values)
    }

    /// Counts all matches of a player again from a midnight on, and adds them to the sums of earlier days, whose full rows
    /// may be deleted. The caller stores the last day.
    fn count_again(&mut self, season: u16, player: u32, from: i64) -> rusqlite::Result<Current> {
        let before = params![player, season, from];
        let streak = self.day_before.query_row(before, |row| row.get(0)).optional()?.unwrap_or(0);
        let results = self.totals.query_row(before, |row| Results::read(row, 0))?;
        let estimated = EstimatedRating { rating: 0.0, rd: 0.0, volatility: 0.0 };
        let mut current = Current { estimated, latest: None, season: results, day: None, streak };
        let played = self.played_since(season, player, from)?;
        self.play(&mut current, &played)?;
        Ok(current)
    }

    fn played_since(&mut self, season: u16, player: u32, from: i64) -> rusqlite::Result<Vec<Played>> {
        let read = |row: &Row<'_>| {
            let outcome = outcome(row.get_ref(2)?.as_str()?);
            let after = EstimatedRating { rating: row.get(3)?, rd: row.get(4)?, volatility: row.get(5)? };
            Ok(Played { season, player, match_id: row.get(0)?, finished: row.get(1)?, outcome, after })
        };
        self.played.query_map(params![player, season, from], read)?.collect()
    }
}
