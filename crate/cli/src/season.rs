//! `matchday season`: simulates ranked days and stores them.
//!
//! Days are simulated from the first on and stored batch by batch. A file that already has days of the
//! scenario is continued: its days are simulated again, with the same results, and only later rows are
//! stored.

use crate::error::CliError;
use crate::files::replace;
use crate::fleet_config::FleetConfig;
use crate::scenario::ScenarioArgs;
use crate::terminal;
use crate::tickets::{TicketTable, format_of};
use crate::world;
use indicatif::{ProgressBar, ProgressStyle};
use matchday_base::SimTime;
use matchday_base::time::{DAY_S, HOUR_S};
use matchday_matchmaker::policy::Fault;
use matchday_observe::observer::Observer;
use matchday_observe::{Day, DayError, Options, TicketLog, TicketRow};
use matchday_scenario::Params;
use matchday_scenario::link::{Link, NotStored, View, left_out};
use matchday_scenario::player_actions::goes_on;
use matchday_sim::Simulate;
use matchday_sim::World;
use matchday_store::{Scenario, Store, StoreError, follow};
use matchday_wire::season::Batch;
use serde_json::json;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{SyncSender, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

/// Arguments of `matchday season`.
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    scenario: ScenarioArgs,
    #[command(flatten)]
    world: world::WorldArgs,
    /// Days to store, instead of the scenario's.
    #[arg(long, value_name = "N")]
    days: Option<u32>,
    /// The SQLite database to store them in. A file with days of this scenario is continued.
    #[arg(long, value_name = "FILE.sqlite")]
    db: PathBuf,
    /// Keep full rows of the last N whole days and of the day that has begun, and only sums of days and
    /// players before that; `all` keeps all rows. The file remembers the setting.
    #[arg(long, value_name = "N|all", value_parser = Keep::read)]
    keep_days: Option<Keep>,
    /// Write the tickets of all days, as `matchday run --set tickets=FILE` reads them: CSV or Parquet, by the ending of the
    /// name.
    #[arg(long, value_name = "FILE.csv|FILE.parquet")]
    write_tickets: Option<PathBuf>,
    /// Print one JSON object instead of a table.
    #[arg(long)]
    json: bool,
}

/// Number of days for which full rows are kept; `None`: for ever.
#[derive(Clone, Copy)]
struct Keep(Option<u32>);

impl Keep {
    fn read(text: &str) -> Result<Self, &'static str> {
        if text == "all" {
            return Ok(Self(None));
        }
        text.parse().map(|days| Self(Some(days))).map_err(|_| "expected a number of days, or all")
    }
}

/// A batch ends at midnight, so that pages of indexes are rarely rewritten, or when it has so many tickets
/// after some hours that a longer one might not fit into memory.
const MOST_TICKETS: usize = 1_000_000;
/// Simulated time after which a batch may end.
const STEP_S: u32 = 6 * HOUR_S;

/// Bytes in a MB.
const MB: f64 = 1e6;

/// Simulates and stores the days.
///
/// # Errors
/// Invalid parameters, data or files; a scenario that is not ranked; a store of another scenario.
pub fn run(args: &Args) -> Result<(), CliError> {
    let scenario = args.scenario.read()?.of_days()?;
    let mut params = scenario.params.clone();
    if let Some(days) = args.days {
        params.set("days", &days.to_string())?;
    }
    if !params.is_ranked() {
        return Err(CliError::NotRanked);
    }
    if let Some(key) = left_out(&params).next() {
        return Err(CliError::NotStored(NotStored(key)));
    }
    let dataset = args.world.dataset_with(scenario.module([params.clone()])?)?;
    let world = Arc::new(World::new(&dataset, &params)?);
    let fleet_config = FleetConfig::of(&params)?;
    let begin = |params: &Params| -> Result<Day, CliError> {
        let fleet = fleet_config.as_ref().map(|files| files.rules(&world, params)).transpose()?.flatten();
        Ok(Day::new(&world, params, Options { fleet, ..Options::default() })?)
    };
    // A scenario that cannot be simulated leaves no file.
    if let Some(fleet_config) = &fleet_config {
        fleet_config.check(&world, &params)?;
    }
    begin(&params)?;
    let mut season = Season::open(args, &params, &dataset.id)?;
    params.set("player_actions", &season.player_actions)?;
    let day = begin(&params)?;
    match &args.write_tickets {
        None => season.store(day, None)?,
        Some(path) => season.store_with_tickets(day, path, &world, &params)?,
    }
    let text = season.report(args.json)?;
    terminal::print(&text)
}

/// A season that is being stored.
struct Season<'a> {
    path: &'a Path,
    store: Store,
    /// Everything before this second is already stored.
    known: SimTime,
    /// The player actions, both of the stored days and of later ones.
    player_actions: String,
    simulating: Duration,
    storing: Duration,
}

impl<'a> Season<'a> {
    /// Opens or creates the store of a scenario. Old rows are deleted only after all checks have passed.
    fn open(args: &'a Args, params: &Params, dataset: &str) -> Result<Self, CliError> {
        let path = args.db.as_path();
        let refuse = CliError::season(path);
        let open = || -> Result<(Store, SimTime, String), StoreError> {
            let mut store = Store::open(path)?;
            store.begin(&scenario(params, dataset))?;
            let status = store.status()?;
            let known = status.through().unwrap_or(SimTime(0));
            let player_actions = agreed(&status.player_actions, params.player_actions(), known)?.to_owned();
            if let Some(Keep(days)) = args.keep_days {
                store.keep_days(days)?;
            }
            Ok((store, known, player_actions))
        };
        let (store, known, player_actions) = open().map_err(refuse)?;
        Ok(Self { path, store, known, player_actions, simulating: Duration::ZERO, storing: Duration::ZERO })
    }

    /// The same as [`store`](Self::store), with a file of the tickets of all days.
    fn store_with_tickets(&mut self, day: Day, path: &Path, world: &World, params: &Params) -> Result<(), CliError> {
        let format = format_of(path)?;
        let log = TicketLog::new(params).map_err(DayError::from)?;
        replace(path, |file| {
            let failed = |cause| CliError::file(path)(cause);
            let mut table = TicketTable::new(file, format, world, log.schema()).map_err(failed)?;
            self.store(day, Some((log, &mut |tickets| table.write(tickets).map_err(failed))))?;
            table.finish().map_err(failed)
        })
    }

    /// Simulates the days and stores new rows. While a batch is stored, the next one is simulated.
    fn store(&mut self, mut day: Day, tickets: Option<(TicketLog, &mut WriteTickets<'_>)>) -> Result<(), CliError> {
        let (log, mut write) = tickets.unzip();
        let progress = progress_bar(day.end().since(SimTime::DAY_START) / DAY_S);
        if self.known > SimTime::DAY_START {
            let days = shown_days(self.known);
            progress.println(format!("{}: simulating the {days:.2} stored days again", self.path.display()));
        }
        day.ranked_mut().ok_or(CliError::NotRanked)?.keep_journal();
        let mut matches = 0;
        thread::scope(|scope| {
            let (hand_over, batches) = sync_channel(1);
            scope.spawn(move || simulate(day, log, &hand_over));
            // An error here drops the channel, which ends the simulation too.
            for simulated in batches {
                let Simulated { batch, tickets, took } = simulated?;
                self.simulating += took;
                if let Some(write) = &mut write {
                    write(tickets)?;
                }
                let through = batch.through();
                if through > self.known {
                    let begun = Instant::now();
                    self.store.write(&batch).map_err(CliError::season(self.path))?;
                    self.storing += begun.elapsed();
                    matches += batch.matches.len();
                }
                progress.set_position((through.shown_s().unwrap_or(0) / DAY_S).into());
                let bytes = std::fs::metadata(self.path).map_or(0, |file| file.len());
                let (simulating, storing) = (self.simulating.as_secs_f64(), self.storing.as_secs_f64());
                progress.set_message(format!(
                    "{matches} matches, {:.0} MB, {simulating:.1} s simulating, {storing:.1} s storing",
                    bytes as f64 / MB
                ));
            }
            Ok::<(), CliError>(())
        })?;
        progress.finish_and_clear();
        Ok(())
    }

    /// The stored season, and the time it took.
    fn report(&self, as_json: bool) -> Result<String, CliError> {
        let status = self.store.status().map_err(CliError::season(self.path))?;
        let rows = |table: &str| status.rows.iter().find(|(name, _)| *name == table).map_or(0, |(_, rows)| *rows);
        let days = status.through().map_or(0.0, shown_days);
        let megabytes = status.bytes as f64 / MB;
        let counts = [
            ("matches", rows("ranked_matches")),
            ("participants", rows("ranked_match_participants")),
            ("tickets", rows("ranked_queue_tickets")),
            ("players", rows("player_ranked_ratings")),
        ];
        let figures = [
            ("days", days),
            ("megabytes", megabytes),
            ("megabytes_a_day", if days > 0.0 { megabytes / days } else { 0.0 }),
            ("simulating_s", self.simulating.as_secs_f64()),
            ("storing_s", self.storing.as_secs_f64()),
        ];
        if as_json {
            let counts = counts.into_iter().map(|(name, count)| (name.to_owned(), json!(count)));
            let figures = figures.into_iter().map(|(name, figure)| (name.to_owned(), json!(figure)));
            return Ok(format!("{}\n", serde_json::Value::Object(counts.chain(figures).collect())));
        }
        let counts = counts.into_iter().map(|(name, count)| format!("{name:<22}{count:>18}\n"));
        let figures = figures.into_iter().map(|(name, figure)| format!("{name:<22}{figure:>18.3}\n"));
        Ok(counts.chain(figures).collect())
    }
}

/// A batch, and the time its simulation took.
struct Simulated {
    batch: Batch,
    tickets: Vec<TicketRow>,
    took: Duration,
}

/// Writes tickets.
type WriteTickets<'a> = dyn FnMut(Vec<TicketRow>) -> Result<(), CliError> + 'a;

/// Simulates to the end of the last day, or until the receiver is dropped.
fn simulate(mut day: Day, mut log: Option<TicketLog>, hand_over: &SyncSender<Result<Simulated, Fault>>) {
    let Some(day) = day.ranked_mut() else { return };
    while day.now() < day.end() {
        let begun = Instant::now();
        // The first batch ends with the warm-up, at the first shown midnight.
        loop {
            let next = (day.now().0 / STEP_S + 1) * STEP_S;
            let seconds = next - day.now().0;
            match &mut log {
                Some(log) => day.advance_watched(seconds, &mut |event| log.told(event)),
                None => day.advance(seconds),
            }
            if next.is_multiple_of(DAY_S) || day.journal_tickets() >= MOST_TICKETS {
                break;
            }
        }
        // A day without matches is no day of the season.
        let simulated = match day.fault() {
            Some(fault) => Err(fault.clone()),
            None => {
                let is_over = day.now() >= day.end();
                let tickets =
                    if is_over { log.take().map(TicketLog::finish) } else { log.as_mut().map(TicketLog::take) };
                Ok(Simulated { batch: day.take_batch(), tickets: tickets.unwrap_or_default(), took: begun.elapsed() })
            }
        };
        let failed = simulated.is_err();
        if hand_over.send(simulated).is_err() || failed {
            return;
        }
    }
}

/// The longer list of player actions: the stored one, which is known up to the second `known`, or the
/// scenario's.
///
/// # Errors
/// Neither list begins with the other, or the scenario adds actions before `known`.
fn agreed<'a>(stored: &'a str, asked: &'a str, known: SimTime) -> Result<&'a str, StoreError> {
    if goes_on(asked, stored) { Ok(stored) } else { follow(stored, asked, known).map(|()| asked) }
}

/// The scenario whose days are stored, without the number of days and the player actions: a continued season
/// may extend both.
fn scenario(params: &Params, dataset: &str) -> Scenario {
    let mut params = params.clone();
    let plain = params.set("days", "1").and_then(|()| params.set("player_actions", ""));
    debug_assert!(plain.is_ok(), "both are defaults");
    Scenario {
        link: Link { params, view: View::default() }.to_string(),
        engine: env!("CARGO_PKG_VERSION").to_owned(),
        dataset: dataset.to_owned(),
    }
}

/// Days since the first shown midnight; none during the warm-up.
fn shown_days(time: SimTime) -> f64 {
    f64::from(time.shown_s().unwrap_or(0)) / f64::from(DAY_S)
}

fn progress_bar(days: u32) -> ProgressBar {
    let style = "{bar:30} days: {pos}/{len} {eta} {wide_msg}";
    // Hides itself without a terminal.
    ProgressBar::new(days.into())
        .with_style(ProgressStyle::with_template(style).unwrap_or_else(|_| ProgressStyle::default_bar()))
}
