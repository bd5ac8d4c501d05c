//! The questions of the page, and their answers.

use crate::error::{Failure, Result};
use crate::exchange::SeasonFile;
use crate::store::{SeasonStatus, SeasonStore};
use matchday_ladder::Tier;
use matchday_store::board::{Board, Season};
use matchday_store::examples::{EXAMPLES, Example};
use matchday_store::profile::{MatchEnd, Met, Played, Profile};
use matchday_store::query::Answer as SqlAnswer;
use matchday_store::{Scenario, Store, Written};
use matchday_web_common::error::Code;
use matchday_web_common::history::RatingHistory;
use matchday_web_common::js::{from_js, to_js};
use matchday_web_common::now_ms;
use serde::{Deserialize, Serialize};
use serde_bytes::ByteBuf;
use tsify::{Ts, Tsify};
use wasm_bindgen::prelude::wasm_bindgen;

/// Most rows of a query.
const SQL_ROWS: usize = 1_000;
/// Longest time of a query, milliseconds.
const PATIENCE_MS: f64 = 5_000.0;
/// Most memory of a query, bytes. Sorting and grouping never use files.
const PATIENCE_BYTES: i64 = 256 << 20;

/// A question. Seconds count from the first shown midnight.
#[derive(Deserialize, Tsify)]
#[serde(rename_all = "snake_case")]
#[tsify(missing_as_null)]
pub enum Question {
    /// All files of seasons.
    List {},
    /// Opens or creates the season of a scenario.
    Begin {
        /// Whose season.
        scenario: Scenario,
        /// As in `keep`; it stays as it is without a number.
        #[serde(default)]
        keep_days: Option<u32>,
    },
    /// Stores a batch from the worker of a day. With the answer, the whole batch is stored safely; with an error, nothing of
    /// it is stored. Refused with `STORE_MISSING` if another season was opened since.
    Write {
        /// The name of the season, as in its status.
        name: String,
        /// The batch.
        #[tsify(type = "Uint8Array")]
        batch: ByteBuf,
    },
    /// The open season.
    Status {},
    /// All seasons in order.
    Seasons {},
    /// A part of a leaderboard, the best first.
    Board {
        /// Number of the season.
        season: u16,
        /// Only players of this tier; null: all.
        tier: Option<String>,
        /// Rows before the first.
        offset: u32,
        /// Most rows.
        limit: u32,
    },
    /// A player in all seasons.
    Profile {
        /// The player.
        player: u32,
    },
    /// A player's rating over a season.
    Series {
        /// The player.
        player: u32,
        /// Number of the season.
        season: u16,
    },
    /// A player's matches, the latest first.
    Matches {
        /// The player.
        player: u32,
        /// Only matches before this one; null: from the latest on.
        before: Option<MatchEnd>,
        /// Most matches.
        limit: u32,
    },
    /// A player's most frequent opponents and teammates.
    Opponents {
        /// The player.
        player: u32,
        /// Most of them.
        limit: u32,
    },
    /// Runs a query on the open season. Its times are Unix seconds, as in the tables.
    Sql {
        /// The query.
        sql: String,
    },
    /// Example queries.
    Examples {},
    /// Sets the number of last whole days with full rows of matches.
    Keep {
        /// The number; null: all.
        days: Option<u32>,
    },
    /// Removes a season, open or not.
    Remove {
        /// The name of its file.
        name: String,
    },
}

/// The answer to the question of the same name.
#[derive(Serialize, Tsify)]
#[serde(rename_all = "snake_case")]
pub enum Answer {
    /// In the order of their names.
    List(Vec<SeasonFile>),
    /// The season, which is now open.
    Begin(SeasonStatus),
    /// How many rows are new.
    Write(Written),
    /// Of the open season.
    Status(SeasonStatus),
    /// Of the open file.
    Seasons(Vec<Season>),
    /// The requested rows.
    Board(Board),
    /// The player's results.
    Profile(Profile),
    /// By time.
    Series(RatingHistory),
    /// The latest first.
    Matches(Vec<Played>),
    /// The most frequent first.
    Opponents(Vec<Met>),
    /// The first rows.
    Sql(SqlResult),
    /// Every one has rows as soon as a day is stored.
    Examples(&'static [Example]),
    /// Of the open season.
    Keep(SeasonStatus),
    /// The files that are left.
    Remove(Vec<SeasonFile>),
}

/// The result of a query.
#[derive(Serialize, Tsify)]
pub struct SqlResult {
    /// Columns and rows.
    #[serde(flatten)]
    pub rows: SqlAnswer,
    /// The time that it took, milliseconds.
    pub ms: f64,
}

#[wasm_bindgen]
impl SeasonStore {
    /// Answers a question.
    pub async fn ask(&mut self, question: &Ts<Question>) -> Result<Ts<Answer>> {
        let answer = match from_js(question, Code::BadValue)? {
            Question::List {} => Answer::List(self.list()?),
            Question::Begin { scenario, keep_days } => {
                self.begin(&scenario).await?;
                if keep_days.is_some() {
                    self.season_mut()?.keep_days(keep_days)?;
                }
                Answer::Begin(self.status()?)
            }
            Question::Write { name, batch } => Answer::Write(self.write(&name, &batch)?),
            Question::Status {} => Answer::Status(self.status()?),
            Question::Seasons {} => Answer::Seasons(self.stored()?.seasons()?),
            Question::Board { season, tier, offset, limit } => {
                let tier = tier.map(|name| tier_of(&name)).transpose()?;
                Answer::Board(self.stored()?.board(season, tier, offset, limit)?)
            }
            Question::Profile { player } => Answer::Profile(self.stored()?.profile(player)?),
            Question::Series { player, season } => Answer::Series(history(self.stored()?, player, season)?),
            Question::Matches { player, before, limit } => {
                Answer::Matches(self.stored()?.matches(player, before, limit)?)
            }
            Question::Opponents { player, limit } => Answer::Opponents(self.stored()?.opponents(player, limit)?),
            Question::Sql { sql } => {
                let since_ms = now_ms();
                let rows = self.season_mut()?.query(&sql, SQL_ROWS, patience())?;
                Answer::Sql(SqlResult { rows, ms: now_ms() - since_ms })
            }
            Question::Examples {} => Answer::Examples(EXAMPLES),
            Question::Keep { days } => {
                self.season_mut()?.keep_days(days)?;
                Answer::Keep(self.status()?)
            }
            Question::Remove { name } => {
                self.remove(&name)?;
                Answer::Remove(self.list()?)
            }
        };
        Ok(to_js(&answer)?)
    }
}

fn tier_of(name: &str) -> Result<Tier> {
    let tier = Tier::ALL.into_iter().find(|tier| tier.name() == name);
    tier.ok_or_else(|| Failure::new(Code::BadParam, ["there is no tier ", name].concat()))
}

/// A player's rating over a season, column by column.
fn history(store: &Store, player: u32, season: u16) -> Result<RatingHistory> {
    let points = store.series(player, season)?;
    Ok(RatingHistory {
        at_s: points.iter().map(|point| point.at_s as f64).collect(),
        rating: points.iter().map(|point| point.rating).collect(),
        rd: points.iter().map(|point| point.rd).collect(),
    })
}

/// Returns a check of whether a query that starts now has used too much time or memory. A busy worker
/// receives no messages, so the query has to end by itself.
fn patience() -> impl FnMut() -> bool + Send + 'static {
    let (time, bytes) = (now_ms() + PATIENCE_MS, bytes() + PATIENCE_BYTES);
    move || now_ms() > time || self::bytes() > bytes
}

/// SQLite's use of memory, bytes.
fn bytes() -> i64 {
    // SAFETY: it reads a number, and a worker has one thread.
    unsafe { rusqlite::ffi::sqlite3_memory_used() }
}
