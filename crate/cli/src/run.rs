//! `matchday run`: one scenario.

use crate::error::CliError;
use crate::fleet_config::FleetConfig;
use crate::scenario::ScenarioArgs;
use crate::terminal::{self, tell};
use crate::{events, findings, minutes, tickets, world};
use indexmap::IndexMap;
use matchday_base::ShownDays;
use matchday_observe::{Aggregate, Day, Options};
use matchday_scenario::Params;
use matchday_scenario::params::FleetFlow;
use matchday_sim::Simulate;
use matchday_sim::World;
use matchday_sim::notes::notes;
use matchday_study::Finding;
use matchday_study::servers::{Servers, findings};
use matchday_wire::report::{PolicyReport, Report};
use serde::{Deserialize, Serialize};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

/// Arguments of `matchday run`.
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    pub scenario: ScenarioArgs,
    #[command(flatten)]
    world: world::WorldArgs,
    /// Write a CSV file with one row per minute.
    #[arg(long, value_name = "FILE.csv")]
    minutes: Option<PathBuf>,
    #[command(flatten)]
    events: events::EventArgs,
    /// Write the tickets that players queued, as --set tickets=FILE reads them: CSV or Parquet, by the ending of the name.
    #[arg(long, value_name = "FILE.csv|FILE.parquet", conflicts_with = "events")]
    write_tickets: Option<PathBuf>,
    /// Simulate the number of players in each group instead of every single player, and multiply `ccu` by
    /// TIMES. For very large populations.
    #[arg(long, alias = "counted", value_name = "TIMES", num_args = 0..=1, default_missing_value = "1")]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=100))]
    aggregate: Option<u32>,
    /// Print one JSON object instead of a table.
    #[arg(long)]
    json: bool,
}

impl Args {
    /// # Errors
    /// An option that a recorded queue has no use for.
    fn check_replay(&self) -> Result<(), CliError> {
        let options = [
            ("--minutes", self.minutes.is_some()),
            ("--events", self.events.is_given()),
            ("--write-tickets", self.write_tickets.is_some()),
            ("--aggregate", self.aggregate.is_some()),
        ];
        options.into_iter().find(|(_, given)| *given).map_or(Ok(()), |(name, _)| Err(CliError::TicketsWith(name)))
    }
}

/// Runs the scenario and prints its figures.
///
/// # Errors
/// Invalid parameters, data or files.
pub fn run(args: &Args) -> Result<(), CliError> {
    let scenario = args.scenario.read()?;
    if let Some(path) = scenario.tickets() {
        args.check_replay()?;
        return tickets::run(path, &scenario, &args.world, args.json);
    }
    let (params, fleet_config) = (&scenario.params, FleetConfig::of(&scenario.params)?);
    params.set_in_vain().iter().chain(&notes(params)).for_each(|note| tell!("matchday: {note}"));
    let dataset = args.world.dataset_with(scenario.module([params.clone()])?)?;
    let begun = Instant::now();
    let world = Arc::new(World::new(&dataset, params)?);
    let fleet = match &fleet_config {
        Some(_) if scenario.names_fleet_config && params.fleet() == FleetFlow::Off => return Err(CliError::NoServers),
        Some(files) => {
            files.check(&world, params)?;
            files.rules(&world, params)?
        }
        None => None,
    };
    let aggregate = args.aggregate.map(|times| Aggregate { joins: &dataset.joins, times });
    let mut day = Day::new(&world, params, Options { fleet, aggregate, ..Options::default() })?;
    match &args.write_tickets {
        Some(_) if args.aggregate.is_some() => return Err(CliError::TicketsOfAggregate),
        Some(path) => tickets::simulate(path, &mut day, &world, params)?,
        None => args.events.simulate(&mut day, &world, args.aggregate.is_some())?,
    }
    if let Some(fault) = day.fault() {
        return Err(fault.clone().into());
    }
    if let Some(path) = &args.minutes {
        minutes::write(path, &world, &day)?;
    }
    print_findings(&world, &scenario.params, &day);
    let wall_s = begun.elapsed().as_secs_f64();
    let report = Timed { report: day.report(), policy: day.policy_report(), wall_s };
    findings::print_ladder(&world, params, &day);
    if let Some(policy) = report.policy.as_ref().filter(|_| !args.json) {
        findings::print_policy(policy);
    }
    let text = if args.json { report.as_json() } else { report.as_table() };
    terminal::print(&text.map_err(|error| CliError::Output(error.into()))?)
}

/// Prints the findings about a day's servers on standard error, problems first.
fn print_findings(world: &World, params: &Params, day: &Day) {
    let Some(servers) = day.servers() else { return };
    let names: Vec<String> = world.datacenters.iter().map(|active| active.datacenter.name.clone()).collect();
    let days = ShownDays { first: world.calendar.first_day(), count: params.days() };
    let day = Servers { settings: servers.settings(), minutes: servers.minutes(), names: &names, days };
    for Finding { words, bad, .. } in findings(day) {
        tell!("{}: {words}", if bad { "warning" } else { "note" });
    }
}

/// All figures of a run, and the time it took.
#[derive(Serialize)]
struct Timed {
    #[serde(flatten)]
    report: Report,
    #[serde(skip_serializing_if = "Option::is_none")]
    policy: Option<PolicyReport>,
    wall_s: f64,
}

/// A value of a report.
#[derive(Deserialize)]
#[serde(untagged)]
enum Figure {
    Whole(u64),
    Real(f64),
    Text(String),
    Counts(IndexMap<String, u64>),
    Missing,
}

impl Timed {
    fn as_json(&self) -> serde_json::Result<String> {
        Ok(format!("{}\n", serde_json::to_value(self)?))
    }

    /// One figure per line, in the order of the report; counts by name below their title.
    fn as_table(&self) -> serde_json::Result<String> {
        let flat = serde_json::to_string(&Self { policy: None, report: self.report.clone(), ..*self })?;
        let figures: IndexMap<String, Figure> = serde_json::from_str(&flat)?;
        let missing = |name: &str| match name {
            "wrongly_excluded" | "wrongly_included" => "no estimates",
            _ if self.report.summary.matches == 0 => "no matches",
            _ => "no data",
        };
        let row = |(name, figure): (&String, &Figure)| match figure {
            Figure::Whole(number) => format!("{name:<22}{number:>18}\n"),
            Figure::Real(number) => format!("{name:<22}{number:>18.3}\n"),
            Figure::Text(text) => format!("{name:<22}{text:>18}\n"),
            Figure::Counts(counts) => counts.iter().map(|(name, n)| format!("{name:<30}{n:>10}\n")).collect(),
            Figure::Missing => format!("{name:<22}{:>18}\n", missing(name)),
        };
        Ok(figures.iter().map(row).collect())
    }
}
