//! `matchday run`: one scenario.

use crate::error::CliError;
use crate::{minutes, scenario, world};
use matchday_sim::summary::Value;
use matchday_sim::{Simulation, Summary, World};
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
    let mut day = Simulation::new(Arc::clone(&world), &params, false);
    day.advance(day.end().since(day.now()));
    let wall_s = begun.elapsed().as_secs_f64();
    if let Some(path) = &args.minutes {
        minutes::write(path, &world, day.columns())?;
    }
    let text = if args.json { as_json(&day.summary(), wall_s) } else { as_table(&day.summary(), wall_s) };
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
