//! `matchday run`: one scenario.

use crate::error::CliError;
use crate::{minutes, scenario, world};
use matchday_sim::summary::Value;
use matchday_sim::{Columns, CountedDay, Simulation, Summary, World};
use serde_json::json;
use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

/// Arguments of `matchday run`.
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    scenario: scenario::ScenarioArgs,
    #[command(flatten)]
    world: world::WorldArgs,
    /// Write what happened each minute to a CSV file.
    #[arg(long, value_name = "FILE.csv")]
    minutes: Option<PathBuf>,
    /// Count players instead of following them, TIMES as many as `ccu` says; for very large populations.
    #[arg(long, value_name = "TIMES", num_args = 0..=1, default_missing_value = "1")]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=100))]
    counted: Option<u32>,
    /// Print one JSON object.
    #[arg(long)]
    json: bool,
}

/// Runs the scenario and prints what it came to.
///
/// # Errors
/// Anything about parameters, data or files.
pub fn run(args: &Args) -> Result<(), CliError> {
    let params = args.scenario.params()?;
    let dataset = args.world.dataset()?;
    let begun = Instant::now();
    let world = Arc::new(World::new(&dataset, &params)?);
    let write_minutes = |columns: &Columns| match &args.minutes {
        Some(path) => minutes::write(path, &world, columns),
        None => Ok(()),
    };
    let summary = if let Some(times) = args.counted {
        let mut day = CountedDay::new(Arc::clone(&world), &dataset.joins, &params, times)?;
        day.finish();
        write_minutes(day.columns())?;
        day.summary()
    } else {
        let mut day = Simulation::new(Arc::clone(&world), &params, false);
        day.advance(day.end().since(day.now()));
        write_minutes(day.columns())?;
        day.summary()
    };
    let wall_s = begun.elapsed().as_secs_f64();
    let text = if args.json { as_json(&summary, wall_s) } else { as_table(&summary, wall_s) };
    std::io::stdout().write_all(text.as_bytes()).map_err(CliError::Output)
}

fn as_json(summary: &Summary, wall_s: f64) -> String {
    let value = |value| match value {
        Value::Text(text) => json!(text),
        Value::Whole(n) => json!(n),
        Value::Real(x) => json!(x),
    };
    let mut object: serde_json::Map<_, _> =
        summary.fields().map(|(name, v)| (name.to_owned(), value(v))).into_iter().collect();
    object.insert("wall_s".into(), json!(wall_s));
    format!("{}\n", serde_json::Value::Object(object))
}

fn as_table(summary: &Summary, wall_s: f64) -> String {
    let value = |value| match value {
        Value::Text(text) => text,
        Value::Whole(n) => n.to_string(),
        Value::Real(x) => format!("{x:.3}"),
    };
    let rows = summary.fields().map(|(name, v)| format!("{name:<22}{:>18}\n", value(v)));
    format!("{}{:<22}{wall_s:>18.3}\n", rows.concat(), "wall_s")
}
