//! Files of matches, row by row.

use crate::maps::PIECE;
use matchday_base::SimTime;
use matchday_document::csv::{self, LongRow, Rows};
use matchday_ladder::rating::{Outcome, OutcomeError, Team};
use std::borrow::Cow;
use std::collections::BTreeSet;
use std::io::{self, Read};
use thiserror::Error;

/// Required columns. Others are ignored, except the time.
const COLUMNS: [&str; 4] = ["match_id", "player_id", "team", "rank"];
/// The optional column.
const TIME: &str = "time";
/// Longest row, bytes.
const MOST_BYTES: usize = 1 << 20;
/// A match with more players means that the wrong column has the match ids.
const MOST_PLAYERS: usize = 1000;

/// An error in a file of matches.
#[derive(Debug, Error)]
pub enum Fault {
    /// A file that cannot be read.
    #[error(transparent)]
    Read(#[from] io::Error),
    /// A row far too long.
    #[error(transparent)]
    Long(#[from] LongRow),
    /// A row that is no text, or has other fields than the header.
    #[error("line {line}: {reason}")]
    Row {
        /// Which line.
        line: u64,
        /// Why not.
        reason: String,
    },
    /// A header that lacks a column.
    #[error("line 1: column {0} is missing; the header needs match_id,player_id,team,rank")]
    Column(&'static str),
    /// An empty cell.
    #[error("line {line}: {column} is empty")]
    Empty {
        /// Which line.
        line: u64,
        /// Which column.
        column: &'static str,
    },
    /// A rank that is not a number.
    #[error("line {line}: rank {found:?}: must be a whole number from 0 to 4294967295; the lowest is the best")]
    Rank {
        /// Which line.
        line: u64,
        /// What is there.
        found: String,
    },
    /// A time that is not a number.
    #[error("line {line}: time {found:?}: must be a whole number of seconds from 0 to 4294967295")]
    Time {
        /// Which line.
        line: u64,
        /// What is there.
        found: String,
    },
    /// A match with two different times.
    #[error("line {line}: match {id:?} ended at {time} here and at {before} above")]
    TwoTimes {
        /// Which line.
        line: u64,
        /// Which match.
        id: String,
        /// Its time there.
        time: u32,
        /// Its time before.
        before: u32,
    },
    /// A match that ended before the one above it.
    #[error("line {line}: match {id:?} ended at {time}, and the one above at {before}; sort matches by their time")]
    Earlier {
        /// The match's first line.
        line: u64,
        /// Which match.
        id: String,
        /// Its time.
        time: u32,
        /// The time of the one above.
        before: u32,
    },
    /// A team with two ranks.
    #[error("line {line}: team {team:?} has rank {rank} here and {before} above; a team has one rank")]
    TwoRanks {
        /// Which line.
        line: u64,
        /// Which team.
        team: String,
        /// Its rank there.
        rank: u32,
        /// Its rank before.
        before: u32,
    },
    /// Rows of one match in two parts of the file, or a repeated match.
    #[error("line {line}: match {id:?} already ended above; put its rows together, and list it once")]
    Again {
        /// Which line.
        line: u64,
        /// Which match.
        id: String,
    },
    /// Far too many players.
    #[error("line {line}: match {id:?} has more than {MOST_PLAYERS} players")]
    TooManyPlayers {
        /// Which line.
        line: u64,
        /// Which match.
        id: String,
    },
    /// Rows that do not make a valid match.
    #[error("line {line}: match {id:?}, which begins here: {cause}")]
    Match {
        /// The match's first line.
        line: u64,
        /// Which match.
        id: String,
        /// Why not.
        cause: OutcomeError<String>,
    },
}

/// A row of a file.
struct Row<'a> {
    line: u64,
    id: &'a str,
    player: &'a str,
    team: &'a str,
    rank: u32,
    /// When the match ended; 0 in a file without times.
    time: u32,
}

impl<'a> Row<'a> {
    fn read(line: u64, row: &'a [Cow<'_, str>], columns: &Columns) -> Result<Self, Fault> {
        let refused = |reason| Err(Fault::Row { line, reason });
        if row.len() != columns.count {
            return refused(format!("{} fields belong here, as in the header, not {}", columns.count, row.len()));
        }
        if row.iter().any(|text| matches!(text, Cow::Owned(_))) {
            return refused("not UTF-8 text; save the file as UTF-8".into());
        }
        let cell =
            |at: usize, column| if row[at].is_empty() { Err(Fault::Empty { line, column }) } else { Ok(&*row[at]) };
        let [id, player, team, rank] = columns.must;
        let [id, player, team, rank] =
            [cell(id, COLUMNS[0])?, cell(player, COLUMNS[1])?, cell(team, COLUMNS[2])?, cell(rank, COLUMNS[3])?];
        let rank = rank.parse().map_err(|_| Fault::Rank { line, found: rank.to_owned() })?;
        let time = columns.time.map_or(Ok("0"), |time| cell(time, TIME))?;
        let time = time.parse().map_err(|_| Fault::Time { line, found: time.to_owned() })?;
        Ok(Self { line, id, player, team, rank, time })
    }
}

/// The index of each column.
struct Columns {
    count: usize,
    must: [usize; 4],
    time: Option<usize>,
}

impl Columns {
    fn of(header: &[Cow<'_, str>]) -> Result<Self, Fault> {
        let at = |name: &str| header.iter().position(|found| found == name);
        let mut must = [0; 4];
        for (column, name) in must.iter_mut().zip(COLUMNS) {
            *column = at(name).ok_or(Fault::Column(name))?;
        }
        Ok(Self { count: header.len(), must, time: at(TIME) })
    }
}

/// A match whose rows are being read.
struct Begun {
    id: String,
    line: u64,
    time: u32,
    /// Names of its teams, as [`Begun::teams`] has them.
    names: Vec<String>,
    teams: Vec<Team<String>>,
}

impl Begun {
    fn new(row: &Row) -> Self {
        Self { id: row.id.to_owned(), line: row.line, time: row.time, names: Vec::new(), teams: Vec::new() }
    }

    fn push(&mut self, &Row { line, player, team, rank, time, .. }: &Row) -> Result<(), Fault> {
        let id = || self.id.clone();
        if self.teams.iter().map(|team| team.players.len()).sum::<usize>() == MOST_PLAYERS {
            return Err(Fault::TooManyPlayers { line, id: id() });
        }
        if self.time != time {
            return Err(Fault::TwoTimes { line, id: id(), time, before: self.time });
        }
        let at = self.names.iter().position(|name| name == team).unwrap_or_else(|| {
            self.names.push(team.to_owned());
            self.teams.push(Team { rank, players: Vec::new() });
            self.teams.len() - 1
        });
        let before = self.teams[at].rank;
        if before != rank {
            return Err(Fault::TwoRanks { line, team: team.to_owned(), rank, before });
        }
        self.teams[at].players.push(player.to_owned());
        Ok(())
    }

    /// Returns the match and the time it ended.
    fn finish(self, each: &mut impl FnMut(&Outcome<String>, SimTime)) -> Result<u32, Fault> {
        let Self { id, line, teams, time, .. } = self;
        each(&Outcome::new(teams).map_err(|cause| Fault::Match { line, id, cause })?, SimTime(time));
        Ok(time)
    }
}

/// Iterates over the matches of a file, each with the time it ended.
///
/// # Errors
/// The first row that is refused.
pub fn read(mut source: impl Read, mut each: impl FnMut(&Outcome<String>, SimTime)) -> Result<(), Fault> {
    let (mut rows, mut piece, mut columns) = (Rows::new(MOST_BYTES), vec![0; PIECE], None);
    let (mut seen, mut begun, mut before) = (BTreeSet::new(), None::<Begun>, 0);
    let mut take = |row: Result<csv::Row<'_>, LongRow>| {
        let row = row?;
        let (line, texts) = (row.line, row.texts());
        let Some(columns) = &columns else {
            columns = Some(Columns::of(&texts)?);
            return Ok(());
        };
        let row = Row::read(line, &texts, columns)?;
        let &Row { id, time, .. } = &row;
        if begun.as_ref().is_none_or(|begun| begun.id != id) {
            if !seen.insert(id.to_owned()) {
                return Err(Fault::Again { line, id: id.to_owned() });
            }
            if let Some(ended) = begun.take() {
                before = ended.finish(&mut each)?;
            }
            if time < before {
                return Err(Fault::Earlier { line, id: id.to_owned(), time, before });
            }
        }
        begun.get_or_insert_with(|| Begun::new(&row)).push(&row)
    };
    loop {
        let length = source.read(&mut piece)?;
        rows.read(&piece[..length], length == 0, &mut take)?;
        if length == 0 {
            break;
        }
    }
    columns.ok_or(Fault::Column(COLUMNS[0]))?;
    begun.map_or(Ok(()), |last| last.finish(&mut each).map(drop))
}
