//! `matchday rate`: what matches say of their players.

use crate::error::CliError;
use csv::{StringRecord, Trim};
use matchday_base::{AccountId, SimTime};
use matchday_ladder::rating::{Elo, Glicko2, Outcome, OutcomeError, System, Table, Team, WengLin};
use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::io::{self, BufWriter, Read};
use std::path::PathBuf;
use thiserror::Error;

/// Arguments of `matchday rate`.
#[derive(clap::Args)]
pub struct Args {
    /// The rating system.
    #[arg(long, value_enum)]
    system: Name,
    /// Matches in the order in which they ended, a row for each player: match_id,player_id,team,rank; rank 1 is best, equal
    /// ranks are drawn.
    #[arg(value_name = "FILE.csv")]
    file: PathBuf,
}

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Name {
    Glicko2,
    Elo,
    Wenglin,
}

/// Columns that are read; others are passed over.
const COLUMNS: [&str; 4] = ["match_id", "player_id", "team", "rank"];
/// More players than this are no match but a column that was taken for another.
const MOST_PLAYERS: usize = 1000;

/// What is wrong with a file of matches.
#[derive(Debug, Error)]
pub enum Fault {
    /// A row that does not read: what the reader says names its line.
    #[error("{0}")]
    Csv(csv::Error),
    /// A header that lacks a column.
    #[error("line 1: there is no column {0}; the header must name match_id,player_id,team,rank")]
    Column(&'static str),
    /// A cell without anything in it.
    #[error("line {line}: {column} is empty")]
    Empty {
        /// Which line.
        line: u64,
        /// Which column.
        column: &'static str,
    },
    /// A rank that is no number.
    #[error("line {line}: rank {found:?}: must be a whole number from 0 to 4294967295, the best having the least")]
    Rank {
        /// Which line.
        line: u64,
        /// What is there.
        found: String,
    },
    /// A team in two places.
    #[error("line {line}: team {team:?} has rank {rank} here and {before} above; all of a team have the same")]
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
    /// Rows of one match in two parts of the file, or a match that is there twice.
    #[error("line {line}: match {id:?} has ended above; its rows must stand together, and it counts once")]
    Again {
        /// Which line.
        line: u64,
        /// Which match.
        id: String,
    },
    /// Far too many players.
    #[error("line {line}: match {id:?} has more than {MOST_PLAYERS} players")]
    Crowd {
        /// Which line.
        line: u64,
        /// Which match.
        id: String,
    },
    /// Rows that are no match together.
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

/// Prints what is believed of every player after all matches, in the order of their ids.
///
/// # Errors
/// A file that cannot be read, or whose rows are no matches.
pub fn run(args: &Args) -> Result<(), CliError> {
    let file = File::open(&args.file).map_err(CliError::file(&args.file))?;
    let mut table = Table::new(match args.system {
        Name::Glicko2 => System::Glicko2(Glicko2::default()),
        Name::Elo => System::Elo(Elo),
        Name::Wenglin => System::WengLin(WengLin::default()),
    });
    // Matches carry no time: all end in one second, and nobody is idle between them.
    let mut accounts = BTreeMap::new();
    let settled = read(file, |outcome| {
        let outcome = outcome.map(|name| account(&mut accounts, name));
        table.settle(&outcome, &[], SimTime::DAY_START);
    });
    settled.map_err(|cause| CliError::Rate { path: args.file.clone(), cause })?;
    write(&accounts, &table, args.system).map_err(|error| CliError::Output(io::Error::other(error)))
}

/// The account of a player, numbered in the order of first matches.
fn account(accounts: &mut BTreeMap<String, AccountId>, name: &str) -> AccountId {
    let next = AccountId(accounts.len() as u32);
    accounts.get(name).copied().unwrap_or_else(|| *accounts.entry(name.to_owned()).or_insert(next))
}

/// A match whose rows are being read.
struct Begun {
    id: String,
    line: u64,
    /// Names of its teams, as [`Begun::teams`] has them.
    names: Vec<String>,
    teams: Vec<Team<String>>,
}

impl Begun {
    fn new(id: &str, line: u64) -> Self {
        Self { id: id.to_owned(), line, names: Vec::new(), teams: Vec::new() }
    }

    fn push(&mut self, player: &str, team: &str, rank: u32, line: u64) -> Result<(), Fault> {
        if self.teams.iter().map(|team| team.players.len()).sum::<usize>() == MOST_PLAYERS {
            return Err(Fault::Crowd { line, id: self.id.clone() });
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

    fn finish(self) -> Result<Outcome<String>, Fault> {
        let Self { id, line, teams, .. } = self;
        Outcome::new(teams).map_err(|cause| Fault::Match { line, id, cause })
    }
}

/// Hands out the matches of a file one after the other.
fn read(source: impl Read, mut each: impl FnMut(&Outcome<String>)) -> Result<(), Fault> {
    let mut rows = csv::ReaderBuilder::new().trim(Trim::All).from_reader(source);
    let columns = columns(rows.headers().map_err(Fault::Csv)?)?;
    let (mut row, mut seen, mut begun) = (StringRecord::new(), BTreeSet::new(), None::<Begun>);
    while rows.read_record(&mut row).map_err(Fault::Csv)? {
        let line = row.position().map_or(0, csv::Position::line);
        let [id, player, team, rank] = cells(&row, columns, line)?;
        let found = || Fault::Rank { line, found: rank.to_owned() };
        let rank = rank.parse().map_err(|_| found())?;
        if begun.as_ref().is_none_or(|begun| begun.id != id) {
            if !seen.insert(id.to_owned()) {
                return Err(Fault::Again { line, id: id.to_owned() });
            }
            if let Some(ended) = begun.take() {
                each(&ended.finish()?);
            }
        }
        begun.get_or_insert_with(|| Begun::new(id, line)).push(player, team, rank, line)?;
    }
    begun.map_or(Ok(()), |last| last.finish().map(|outcome| each(&outcome)))
}

/// Where the columns stand.
fn columns(header: &StringRecord) -> Result<[usize; 4], Fault> {
    let mut columns = [0; 4];
    for (column, name) in columns.iter_mut().zip(COLUMNS) {
        *column = header.iter().position(|found| found == name).ok_or(Fault::Column(name))?;
    }
    Ok(columns)
}

fn cells(row: &StringRecord, columns: [usize; 4], line: u64) -> Result<[&str; 4], Fault> {
    // Rows are as long as the header, or have not come this far.
    let cells = columns.map(|column| row.get(column).unwrap_or_default());
    match cells.iter().zip(COLUMNS).find(|(cell, _)| cell.is_empty()) {
        Some((_, column)) => Err(Fault::Empty { line, column }),
        None => Ok(cells),
    }
}

/// Writes a row a player; what the system does not have is left empty.
fn write(accounts: &BTreeMap<String, AccountId>, table: &Table, system: Name) -> csv::Result<()> {
    let mut csv = csv::Writer::from_writer(BufWriter::new(io::stdout().lock()));
    csv.write_record(["player_id", "rating", "deviation", "volatility", "matches"])?;
    let has = |has: bool, value: f64| if has { value.to_string() } else { String::new() };
    for (player, &account) in accounts {
        let rating = table.rating(account, SimTime::DAY_START);
        let deviation = has(system != Name::Elo, rating.deviation());
        let volatility = has(system == Name::Glicko2, rating.volatility());
        let (points, matches) = (rating.points().to_string(), rating.matches().to_string());
        csv.write_record([player, &points, &deviation, &volatility, &matches])?;
    }
    Ok(csv.flush()?)
}
