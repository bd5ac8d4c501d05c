//! `matchday sweep`: a scenario with many values of one or two of its numbers, and many seeds.
//!
//! The computation is in `matchday_study::sweep`; here are threads ([`runs`]), files ([`spec`], [`store`])
//! and output.

mod error;
mod runs;
pub mod spec;
mod store;

use crate::error::CliError;
use crate::files::write;
use crate::terminal;
use crate::world::WorldArgs;
pub use error::SweepFault;
use indicatif::{ProgressBar, ProgressStyle};
use matchday_scenario::params::Key;
use matchday_sim::World;
use matchday_study::statistics::{mean, mean_interval};
use matchday_study::sweep::{Figures, Results, json};
use spec::Sweep;
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::{fs, thread};
use store::Store;

/// The figures of the printed table; the files have all figures.
const HEADLINES: [&str; 6] = ["ccu_peak", "ccu_mean", "failed", "wait_mean_s", "wait_p95_s", "rtt_mean_ms"];

/// Also printed for sweeps with playlists.
const WORST: [&str; 3] = ["worst_wait_mean_s", "worst_wait_p95_s", "worst_rtt_mean_ms"];

/// Also printed for days on servers.
const SERVERS: [&str; 4] = ["misses", "matches_lost", "utilisation", "cost_per_hour_played"];

/// Also printed for ranked days.
const LADDER: [&str; 3] = ["fairness_mean", "rating_rmse", "brier"];

/// Arguments of `matchday sweep`.
#[derive(clap::Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub struct Args {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    sweep: SweepArgs,
}

#[derive(clap::Subcommand)]
enum Command {
    /// Merge the results of all shards of a sweep.
    Merge(MergeArgs),
}

#[derive(clap::Args)]
struct SweepArgs {
    /// The sweep: a JSON file, or a link from the page with a sweep.
    #[arg(value_name = "SPEC", required = true)]
    spec: Option<String>,
    /// Write a CSV file with one row per run, as the runs end. Runs that it contains are not repeated.
    #[arg(long, value_name = "FILE.csv")]
    out: Option<PathBuf>,
    /// Write the mean and its 95 % interval of every figure at every point to a JSON file.
    #[arg(long, value_name = "FILE.json")]
    json: Option<PathBuf>,
    /// Runs at a time; default: one per core.
    #[arg(long, value_name = "N")]
    jobs: Option<NonZero<usize>>,
    /// Make only every N-th run, from the I-th on: the share of one of N machines.
    #[arg(long, value_name = "I/N", requires = "out")]
    shard: Option<Shard>,
    #[command(flatten)]
    world: WorldArgs,
}

#[derive(clap::Args)]
struct MergeArgs {
    /// The sweep: a JSON file, or a link from the page with a sweep.
    #[arg(value_name = "SPEC")]
    spec: String,
    /// The results of the shards.
    #[arg(value_name = "SHARD.csv", required = true)]
    shards: Vec<PathBuf>,
    /// Write a CSV file with one row per run.
    #[arg(long, value_name = "FILE.csv")]
    out: PathBuf,
    /// Write the mean and its 95 % interval of every figure at every point to a JSON file.
    #[arg(long, value_name = "FILE.json")]
    json: Option<PathBuf>,
    #[command(flatten)]
    world: WorldArgs,
}

/// The share of one of `of` machines: the `this`-th, counted from one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Shard {
    this: usize,
    of: usize,
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let numbers = || {
            let (this, of) = text.split_once('/')?;
            let shard = Self { this: this.parse().ok()?, of: of.parse().ok()? };
            (1..=shard.of).contains(&shard.this).then_some(shard)
        };
        numbers().ok_or_else(|| "write i/n with i from 1 to n, such as 1/4".to_owned())
    }
}

impl Shard {
    /// Consecutive runs go to different machines, so that slow points are spread over all machines.
    fn has(self, run: usize) -> bool {
        run % self.of == self.this - 1
    }
}

/// Runs `matchday sweep`.
///
/// # Errors
/// An invalid sweep, unreadable data, results of another sweep, files that cannot be written.
pub fn run(args: &Args) -> Result<(), CliError> {
    match (&args.command, &args.sweep.spec) {
        (Some(Command::Merge(args)), _) => merge(args),
        (None, Some(spec)) => sweep(spec, &args.sweep),
        // clap requires one or the other.
        (None, None) => Ok(()),
    }
}

fn sweep(spec: &str, args: &SweepArgs) -> Result<(), CliError> {
    let Sweep { spec, fleet_config, plugin } = spec::read(spec)?;
    let dataset = args.world.dataset_with(plugin.as_deref())?;
    if let Some(fleet_config) = &fleet_config {
        fleet_config.check(&World::new(&dataset, spec.base())?, spec.base())?;
    }
    let mut results = Results::new(spec, &dataset.id);
    let mut store = args.out.as_ref().map(|path| Store::open(path, &mut results)).transpose()?;
    let todo: Vec<usize> = results.missing().filter(|&run| args.shard.is_none_or(|shard| shard.has(run))).collect();
    let jobs = args.jobs.or_else(|| thread::available_parallelism().ok()).map_or(1, NonZero::get);
    let source = runs::Source { dataset: &dataset, fleet_config: fleet_config.as_ref() };
    make(&mut results, source, &todo, jobs, store.as_mut())?;
    store.map_or(Ok(()), |store| store.finish(&results))?;
    report(&results, args.json.as_deref())
}

fn make(
    results: &mut Results,
    source: runs::Source<'_>,
    todo: &[usize],
    jobs: usize,
    mut store: Option<&mut Store>,
) -> Result<(), CliError> {
    let progress = progress_bar(results, todo);
    let spec = results.spec().clone();
    runs::make(&spec, source, todo, jobs, |run, figures| {
        store.as_mut().map_or(Ok(()), |store| store.add(results, run, &figures))?;
        results.insert(run, figures);
        progress.inc(1);
        Ok(())
    })?;
    progress.finish_and_clear();
    Ok(())
}

fn progress_bar(results: &Results, todo: &[usize]) -> ProgressBar {
    let style = "{bar:30} runs: {pos}/{len} {per_sec} {eta} {wide_msg}";
    let (runs, missing) = (results.spec().runs(), results.missing().count());
    // Hides itself without a terminal.
    let bar = ProgressBar::new(todo.len() as u64)
        .with_style(ProgressStyle::with_template(style).unwrap_or_else(|_| ProgressStyle::default_bar()));
    if missing < runs {
        bar.set_message(format!("{} of {runs} made before", runs - missing));
    }
    bar
}

fn merge(args: &MergeArgs) -> Result<(), CliError> {
    let Sweep { spec, plugin, .. } = spec::read(&args.spec)?;
    let dataset = args.world.dataset_with(plugin.as_deref())?;
    let mut results = Results::new(spec, &dataset.id);
    let out = Store::open(&args.out, &mut results)?;
    for path in &args.shards {
        store::take(path, &fs::read(path).map_err(CliError::file(path))?, &mut results)?;
    }
    out.finish(&results)?;
    if let Some(first) = results.missing().next() {
        let (missing, runs) = (results.missing().count(), results.spec().runs());
        return Err(SweepFault::Missing { missing, runs, first, out: args.out.clone() }.into());
    }
    report(&results, args.json.as_deref())
}

fn report(results: &Results, path: Option<&Path>) -> Result<(), CliError> {
    path.map_or(Ok(()), |path| write(path, json::write(results).as_bytes()))?;
    terminal::print(&table(results))
}

/// One line per point: the number of runs, and means with half of their 95 % interval.
fn table(results: &Results) -> String {
    let spec = results.spec();
    let names = Figures::names(spec.parts());
    let varied: Vec<String> = spec.axes().iter().map(|axis| axis.varied().to_string()).collect();
    let cells = |texts: Vec<&str>| {
        let cell = |(text, head): (&str, &String)| format!("{text:>width$}", width = head.len().max(8) + 2);
        texts.into_iter().zip(&varied).map(cell).collect::<String>()
    };
    let varies = |key| spec.axes().iter().any(|axis| axis.varied().key() == key);
    let is_split = spec.base().playlists() > 1 || varies(Key::Playlists);
    let of_servers: &[&str] = if spec.parts().servers { &SERVERS } else { &[] };
    let of_ladder: &[&str] = if spec.parts().ladder { &LADDER } else { &[] };
    let headlines = [&HEADLINES[..], if is_split { &WORST } else { &[] }, of_servers, of_ladder].concat();
    let heads: String = headlines.iter().map(|name| format!("{name:>20}")).collect();
    let mut table = format!("{}{:>6}{heads}\n", cells(varied.iter().map(String::as_str).collect()), "runs");
    for point in 0..spec.points() {
        table += &cells(spec.values(point));
        table += &format!("{:>6}", results.made(point));
        for headline in &headlines {
            let figure = names.iter().position(|name| name == headline).unwrap_or_default();
            table += &format!("{:>20}", cell(&results.sample(point, figure)));
        }
        table += "\n";
    }
    table
}

fn cell(sample: &[f64]) -> String {
    match (mean(sample), mean_interval(sample)) {
        (_, Some(interval)) => format!("{:.2} \u{b1} {:.2}", interval.mean, interval.half_width),
        (Some(mean), None) => format!("{mean:.2}"),
        (None, None) => "-".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use matchday_study::sweep::Parts;

    #[test]
    fn shards_share_all_runs_out() {
        for of in 1..5 {
            let takers = |run| (1..=of).filter(|&this| Shard { this, of }.has(run)).count();
            assert!((0..20).all(|run| takers(run) == 1));
        }
        assert_eq!("2/3".parse(), Ok(Shard { this: 2, of: 3 }));
        for wrong in ["0/3", "4/3", "1", "1/0", "/", "a/b", "-1/3"] {
            assert!(wrong.parse::<Shard>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn headlines_are_figures() {
        let names = |servers, ladder| Figures::names(Parts { servers, ladder });
        assert!(HEADLINES.iter().chain(&WORST).all(|headline| names(false, false).contains(headline)));
        assert!(SERVERS.iter().all(|headline| names(true, false).contains(headline)));
        assert!(LADDER.iter().all(|headline| names(false, true).contains(headline)));
    }
}
