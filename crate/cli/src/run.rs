//! `matchday run`: one scenario.

use crate::error::CliError;
use crate::fleet_config::FleetConfig;
use crate::scenario::ScenarioArgs;
use crate::{minutes, world};
use matchday_sim::ranked::summary::RankedSummary;
use matchday_sim::servers::ServersSummary;
use matchday_sim::summary::Value;
use matchday_sim::{AggregateDay, Days, World, days};
use serde_json::json;
use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

/// Arguments of `matchday run`.
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    scenario: ScenarioArgs,
    #[command(flatten)]
    world: world::WorldArgs,
    /// Write a CSV file with one row per minute.
    #[arg(long, value_name = "FILE.csv")]
    minutes: Option<PathBuf>,
    /// Count players instead of following them, TIMES as many as `ccu` says; for very large populations.
    #[arg(long, value_name = "TIMES", num_args = 0..=1, default_missing_value = "1")]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=100))]
    counted: Option<u32>,
    /// Print one JSON object instead of a table.
    #[arg(long)]
    json: bool,
}

/// Runs the scenario and prints what it came to.
///
/// # Errors
/// Anything about parameters, data or files.
pub fn run(args: &Args) -> Result<(), CliError> {
    let scenario = args.scenario.read()?;
    let (params, fleet_config) = (&scenario.params, FleetConfig::read(&scenario)?);
    let dataset = args.world.dataset()?;
    let begun = Instant::now();
    let world = Arc::new(World::new(&dataset, params)?);
    let days = if let Some(times) = args.counted {
        let mut day = AggregateDay::new(Arc::clone(&world), &dataset.joins, params, times)?;
        day.finish();
        Days { summary: day.summary(), columns: day.columns().clone(), servers: None, ladder: None }
    } else if let Some(fleet_config) = fleet_config {
        fleet_config.whole_days(&world, params)?
    } else {
        days::whole(&world, params)?
    };
    if let Some(path) = &args.minutes {
        minutes::write(path, &world, &days.columns)?;
    }
    let wall_s = begun.elapsed().as_secs_f64();
    let Days { summary, servers, ladder, .. } = days;
    let of_servers = servers.iter().flat_map(ServersSummary::fields);
    let of_ladder = ladder.iter().flat_map(RankedSummary::fields);
    let fields: Fields = summary.fields().into_iter().chain(of_servers).chain(of_ladder).collect();
    let expiries = servers.map(|servers| ("expiries", servers.expiries));
    let tiers = ladder.map(|ladder| ("tiers", ladder.tiers));
    let lists: Vec<List> = expiries.into_iter().chain(tiers).collect();
    let text = if args.json { as_json(fields, lists, wall_s) } else { as_table(fields, lists, wall_s) };
    std::io::stdout().write_all(text.as_bytes()).map_err(CliError::Output)
}

/// Names and values, in order.
type Fields = Vec<(&'static str, Value)>;
/// Counts by name, under a name: how often each timer expired, how many accounts are in each tier.
type List = (&'static str, Vec<(&'static str, u64)>);

fn as_json(fields: Fields, lists: Vec<List>, wall_s: f64) -> String {
    let value = |value| match value {
        Value::Text(text) => json!(text),
        Value::Whole(n) => json!(n),
        Value::Real(x) => json!(x),
    };
    let mut object: serde_json::Map<_, _> = fields.into_iter().map(|(name, v)| (name.to_owned(), value(v))).collect();
    for (name, counts) in lists {
        let counts = counts.into_iter().map(|(name, count)| (name.to_owned(), json!(count)));
        object.insert(name.into(), serde_json::Value::Object(counts.collect()));
    }
    object.insert("wall_s".into(), json!(wall_s));
    format!("{}\n", serde_json::Value::Object(object))
}

fn as_table(fields: Fields, lists: Vec<List>, wall_s: f64) -> String {
    let value = |value| match value {
        Value::Text(text) => text,
        Value::Whole(n) => n.to_string(),
        Value::Real(x) => format!("{x:.3}"),
    };
    let rows = fields.into_iter().map(|(name, v)| format!("{name:<22}{:>18}\n", value(v)));
    let counts = lists.into_iter().flat_map(|(_, counts)| counts);
    let counts = counts.map(|(name, count)| format!("{name:<30}{count:>10}\n"));
    format!("{}{}{:<22}{wall_s:>18.3}\n", rows.collect::<String>(), counts.collect::<String>(), "wall_s")
}
