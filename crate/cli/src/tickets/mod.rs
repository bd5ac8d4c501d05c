//! Recorded queues: `--set tickets=FILE` replays one, `--write-tickets FILE` writes one of simulated days.

mod figures;
pub mod file;
mod written;

use crate::error::CliError;
use crate::files::replace;
use crate::findings;
use crate::scenario::Scenario;
use crate::terminal::{self, tell};
use crate::world::WorldArgs;
use file::TicketFile;
use matchday_base::time::MINUTE_S;
use matchday_observe::{Day, DayError, TicketLog};
use matchday_recorded_queue::{Datacenters, Replay, Survey};
use matchday_scenario::Params;
use matchday_sim::Simulate;
use matchday_sim::World;
use matchday_sim::policy::RuleTerms;
use matchday_wire::report::QueueReport;
use serde::Serialize;
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

pub use written::{TicketTable, format_of};

/// Replays the tickets of a file through the matchmaker of a scenario, and prints what became of them.
///
/// # Errors
/// A file that cannot be read or is no table of tickets, invalid parameters, or a policy that fails.
pub fn run(path: &Path, scenario: &Scenario, world: &WorldArgs, as_json: bool) -> Result<(), CliError> {
    let params = &scenario.params;
    let dataset = world.dataset_with(scenario.module([params.clone()])?)?;
    let begun = Instant::now();
    let world = Arc::new(World::new(&dataset, params)?);
    let refuse = CliError::tickets(path);
    let file = TicketFile::open(path)?;
    let regions = RuleTerms::of(params).map_err(|error| refuse(error.into()))?.regions;
    let mut survey = Survey::new(Datacenters::new(&world, regions));
    file.rows(&mut |line, fields| survey.row(line, fields))?;
    let queue = survey.finish().map_err(&refuse)?;
    let mut replay = Replay::new(Arc::new(queue), &dataset, world, params).map_err(&refuse)?;
    file.rows(&mut |line, fields| replay.row(line, fields))?;
    let report = replay.finish().map_err(&refuse)?;
    terminal::tell_refused(path, report.refused, report.tickets, &[] as &[&str]);
    print(&Timed { report, wall_s: begun.elapsed().as_secs_f64() }, as_json)
}

/// The day is advanced by so many seconds at a time, so that few tickets are in memory.
const SLICE_S: u32 = MINUTE_S;

/// Simulates a day to its end, and writes its tickets.
///
/// # Errors
/// A file that cannot be written, or invalid attributes.
pub fn simulate(path: &Path, day: &mut Day, world: &World, params: &Params) -> Result<(), CliError> {
    let format = format_of(path)?;
    let mut log = TicketLog::new(params).map_err(DayError::from)?;
    replace(path, |file| {
        let failed = |cause| CliError::file(path)(cause);
        let mut table = TicketTable::new(file, format, world, log.schema()).map_err(failed)?;
        while day.now() < day.end() {
            day.advance_watched(SLICE_S, &mut log);
            table.write(log.take()).map_err(failed)?;
        }
        table.write(log.finish()).map_err(failed)?;
        table.finish().map_err(failed)
    })
}

/// The report, and the time it took.
#[derive(Serialize)]
struct Timed {
    #[serde(flatten)]
    report: QueueReport,
    wall_s: f64,
}

fn print(timed: &Timed, as_json: bool) -> Result<(), CliError> {
    let Timed { report, .. } = timed;
    report.notices.iter().for_each(|notice| tell!("matchday: {notice}"));
    if !as_json {
        findings::print_policy(&report.policy);
    }
    let text =
        if as_json { serde_json::to_string(timed).map(|json| format!("{json}\n")) } else { Ok(figures::of(report)) };
    terminal::print(&text.map_err(|error| CliError::Output(error.into()))?)
}
