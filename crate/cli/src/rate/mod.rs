//! `matchday rate`: rates players by their matches.

mod matches;

pub use matches::{Fault, read};

use crate::error::CliError;
use crate::terminal::escaped;
use matchday_base::{AccountId, SimTime};
use matchday_document::csv::write_row;
use matchday_ladder::rating::{Elo, Glicko2, Rating, Shadowed, System, Table, TeamUpdate, WengLin};
use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::PathBuf;

/// Arguments of `matchday rate`.
#[derive(clap::Args)]
pub struct Args {
    /// The rating system.
    #[arg(long, value_enum)]
    system: Name,
    /// A second system that rates the same matches, printed beside the first.
    #[arg(long, value_enum)]
    shadow: Option<Name>,
    /// How much Glicko-2 lets volatilities change, from 0.1 to 5 [default: 0.5].
    #[arg(long, value_parser = glicko2)]
    tau: Option<Glicko2>,
    /// What glicko2 and elo compare with an opposing team: the mean rating of the own team, or each player's own
    /// rating.
    #[arg(long, value_enum, default_value_t)]
    team_update: Compared,
    /// Matches in the order in which they ended, one row per player: match_id,player_id,team,rank. Rank 1 is
    /// best, equal ranks are a draw. With a column time, in whole seconds, deviations grow while players
    /// rest.
    #[arg(value_name = "FILE.csv")]
    file: PathBuf,
}

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Name {
    Glicko2,
    Elo,
    Wenglin,
}

#[derive(Clone, Copy, Default, clap::ValueEnum)]
enum Compared {
    #[default]
    Team,
    Own,
}

impl From<Compared> for TeamUpdate {
    fn from(compared: Compared) -> Self {
        match compared {
            Compared::Team => Self::Team,
            Compared::Own => Self::Own,
        }
    }
}

impl Name {
    fn system(self, glicko2: Option<Glicko2>, team_update: TeamUpdate) -> System {
        match self {
            Self::Glicko2 => System::Glicko2(glicko2.unwrap_or_default().with_team_update(team_update)),
            Self::Elo => System::Elo(Elo::default().with_team_update(team_update)),
            Self::Wenglin => System::WengLin(WengLin::default()),
        }
    }

    /// A rating's cells; empty where the system has no such value.
    fn cells(self, rating: Rating) -> [String; 3] {
        let has = |has: bool, value: f64| if has { value.to_string() } else { String::new() };
        let [deviation, volatility] = [self != Self::Elo, self == Self::Glicko2];
        [rating.points().to_string(), has(deviation, rating.deviation()), has(volatility, rating.volatility())]
    }
}

/// Glicko-2 with the given tau.
fn glicko2(text: &str) -> Result<Glicko2, String> {
    let tau = text.parse().map_err(|_| "must be a number from 0.1 to 5".to_owned())?;
    Glicko2::new(tau).map_err(|error| error.to_string())
}

/// Prints every player's rating after the last match, in the order of their ids.
///
/// # Errors
/// A tau without Glicko-2, an unreadable file, or rows that are not valid matches.
pub fn run(args: &Args) -> Result<(), CliError> {
    let names = [Some(args.system), args.shadow];
    if args.tau.is_some() && !names.contains(&Some(Name::Glicko2)) {
        return Err(CliError::Tau);
    }
    let file = File::open(&args.file).map_err(CliError::file(&args.file))?;
    let system = |name: Name| name.system(args.tau, args.team_update.into());
    let mut tables = Shadowed::new(system(args.system), args.shadow.map(system));
    let (mut accounts, mut end) = (BTreeMap::new(), SimTime::default());
    let settled = read(file, |outcome, ended| {
        tables.settle(&outcome.map(|name| account(&mut accounts, name)), &[], ended);
        end = ended;
    });
    settled.map_err(|cause| CliError::Rate { path: args.file.clone(), cause })?;
    let (deciding, shadow) = ((args.system, tables.deciding()), args.shadow.zip(tables.shadow()));
    write(&accounts, deciding, shadow, end).map_err(CliError::Output)
}

/// The account of a player; accounts are numbered in the order of first matches.
fn account(accounts: &mut BTreeMap<String, AccountId>, name: &str) -> AccountId {
    let next = AccountId(accounts.len() as u32);
    accounts.get(name).copied().unwrap_or_else(|| *accounts.entry(name.to_owned()).or_insert(next))
}

/// Writes one row per player.
fn write(
    accounts: &BTreeMap<String, AccountId>,
    (name, deciding): (Name, &Table),
    shadow: Option<(Name, &Table)>,
    end: SimTime,
) -> io::Result<()> {
    let mut out = BufWriter::new(io::stdout().lock());
    let mut header = vec!["player_id", "rating", "deviation", "volatility", "matches"];
    if shadow.is_some() {
        header.extend(["shadow_rating", "shadow_deviation", "shadow_volatility"]);
    }
    write_row(&mut out, header)?;
    for (player, &account) in accounts {
        let rating = deciding.rating(account, end);
        let mut row = vec![escaped(player).into_owned()];
        row.extend(name.cells(rating));
        row.push(rating.matches().to_string());
        if let Some((name, table)) = shadow {
            row.extend(name.cells(table.rating(account, end)));
        }
        write_row(&mut out, row)?;
    }
    out.flush()
}
