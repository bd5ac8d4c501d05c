//! `matchday maps`: latency maps from raw pings.
//!
//! Inputs are read one after the other, each in several threads, and added to the days ([`days`]); then a
//! window of days is added up, cleaned, filled and drawn. The computation is in `matchday_atlas::pings`.

mod columns;
pub mod days;
mod error;
mod input;
mod report;
mod shared;
mod table;
mod text;

use crate::error::CliError;
use crate::files::{self, write};
use crate::parquet_file;
use crate::terminal::{self, escaped, tell};
use crate::world;
use days::{Days, Receipt};
pub use error::MapsError;
use flate2::read::MultiGzDecoder;
use indicatif::{ProgressBar, ProgressStyle};
pub use input::Input;
use input::Kind;
pub use input::{GZIP_MAGIC, PIECE};
use matchday_atlas::latency::{CELLS, cell_of};
use matchday_atlas::pings::{AcceptedPings, BuiltMap, CellSums, Day, Names, Refusal, Sums, Window, maps};
use matchday_atlas::{AtlasError, Datacenter, SourceData, counted};
use report::Report;
use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// Sums of so many cells are collected before writing: hourly files must not rewrite their day 24 times.
const KEPT_CELLS: usize = 2 << 20;
/// Days that are set aside, and inputs of each, that are named.
const SHOWN: usize = 5;
/// More threads need much more memory and gain little time.
const MOST_THREADS: usize = 4;

/// Subcommands of `matchday maps`.
#[derive(clap::Args)]
pub struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(clap::Subcommand)]
enum Command {
    /// Build latency maps from raw pings: timestamp,lat,long,datacenter,rtt_ms.
    Build(BuildArgs),
}

#[derive(clap::Args)]
struct BuildArgs {
    /// Files of pings (CSV, CSV.gz or Parquet), or folders of them. A file that was read before is skipped.
    inputs: Vec<PathBuf>,
    /// Folder for days/ (the stored sums), maps/ and report.json.
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// Your own datacenters, rows of `id,name,lat,long`, instead of the built-in ones.
    #[arg(long, value_name = "FILE")]
    datacenters: Option<PathBuf>,
    /// How many days go into the maps.
    #[arg(long, value_name = "DAYS", default_value_t = 30, value_parser = clap::value_parser!(u32).range(1..=366))]
    window: u32,
    /// The last of these days, `YYYY-MM-DD` in UTC; default: the latest that wrong clocks do not explain.
    #[arg(long, value_name = "DAY")]
    until: Option<String>,
}

/// Runs `matchday maps`.
///
/// # Errors
/// Files that cannot be read or written, or that have no pings.
pub fn run(args: &Args) -> Result<(), CliError> {
    let Command::Build(args) = &args.command;
    let built_in = world::built_in()?;
    let datacenters = match &args.datacenters {
        None => built_in.datacenters.clone(),
        Some(path) => Datacenter::read_csv(&files::read(path)?, &path.display().to_string())?,
    };
    let until = args.until.as_ref().map(|text| Day::parse(text).ok_or_else(|| MapsError::Until(text.clone())));
    let until = until.transpose()?;
    fs::create_dir_all(&args.out).map_err(CliError::file(&args.out))?;
    let lock_path = args.out.join(".lock");
    let lock = File::create(&lock_path).map_err(CliError::file(&lock_path))?;
    lock.try_lock().map_err(|_| MapsError::Busy(args.out.clone()))?;

    let mut days = Days::open(&args.out.join("days"))?;
    take_in(&input::find(&args.inputs, &args.out)?, &mut days, &datacenters)?;
    let window = window(&days, args, until)?;
    tell_outside(&window, &days);
    window.check().map_err(AtlasError::from)?;
    let text = draw(&args.out, &days, &window, &datacenters, &built_in)?;
    terminal::print(&text)
}

fn threads() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from).min(MOST_THREADS)
}

/// Adds new files to the days.
fn take_in(paths: &[PathBuf], days: &mut Days, datacenters: &[Datacenter]) -> Result<(), CliError> {
    let names: Vec<String> = datacenters.iter().map(|site| site.name.clone()).collect();
    let index = Names::new(datacenters);
    let sizes = paths.iter().map(|path| fs::metadata(path).map_or(0, |metadata| metadata.len()));
    let progress = progress_bar(sizes.sum());
    let (mut kept, mut kept_cells) = (Vec::<(Receipt, Sums)>::new(), 0);
    for path in paths {
        progress.set_message(escaped(&path.file_name().unwrap_or_default().to_string_lossy()).into_owned());
        let input = Input::identify(path)?;
        let again = days.is_complete(&input.id) || kept.iter().any(|(receipt, _)| receipt.id == input.id);
        if again {
            progress.suspend(|| tell_again(path, days.receipt(&input.id)));
            progress.inc(fs::metadata(path).map_or(0, |metadata| metadata.len()));
            continue;
        }
        let before = input.stamp()?;
        let accepted = read(&input, &index, &progress)?;
        if input.stamp()? != before {
            return Err(MapsError::Changed(path.clone()).into());
        }
        let refusals = &accepted.refusals;
        progress.suspend(|| terminal::tell_refused(path, refusals.total(), accepted.pings, &refusals.first));
        kept_cells += accepted.sums.len();
        kept.push((Receipt::new(&input.id, path, &accepted), accepted.sums));
        if kept_cells > KEPT_CELLS {
            days.add(&kept, &names)?;
            (kept_cells, kept) = (0, Vec::new());
        }
    }
    days.add(&kept, &names)?;
    progress.finish_and_clear();
    Ok(())
}

fn progress_bar(bytes: u64) -> ProgressBar {
    let style = "{bar:30} {bytes}/{total_bytes} {bytes_per_sec} {eta} {wide_msg}";
    // Hides itself without a terminal.
    ProgressBar::new(bytes)
        .with_style(ProgressStyle::with_template(style).unwrap_or_else(|_| ProgressStyle::default_bar()))
}

/// Reads a file of pings.
///
/// # Errors
/// A file that is refused as a whole.
pub fn read(input: &Input, names: &Names, progress: &ProgressBar) -> Result<AcceptedPings, CliError> {
    let Input { path, kind, .. } = input;
    if *kind == Kind::Parquet {
        parquet_file::check_foreign(path).map_err(MapsError::parquet(path))?;
        return columns::read(path, names, threads(), progress);
    }
    let file = progress.wrap_read(File::open(path).map_err(CliError::file(path))?);
    if *kind == Kind::Gzip {
        return text::read(unpacked(file, path)?, path, names, threads()).map_err(|error| match error {
            CliError::File { path, cause } => MapsError::Gzip { path, reason: cause.to_string() }.into(),
            other => other,
        });
    }
    text::read(file, path, names, threads())
}

/// The content of a gzipped file. Checks that it is not gzipped again, a common mistake.
fn unpacked(file: impl Read, path: &Path) -> Result<impl Read, CliError> {
    let gzip = |cause: io::Error| MapsError::Gzip { path: path.to_owned(), reason: cause.to_string() };
    let mut content = MultiGzDecoder::new(file);
    let mut head = Vec::new();
    content.by_ref().take(GZIP_MAGIC.len() as u64).read_to_end(&mut head).map_err(gzip)?;
    if head == GZIP_MAGIC {
        return Err(MapsError::GzipTwice(path.to_owned()).into());
    }
    Ok(io::Cursor::new(head).chain(content))
}

/// The days hold sums alone: rows that were refused for the list of that time cannot be looked up in another
/// one.
fn tell_again(path: &Path, receipt: Option<&Receipt>) {
    tell!("matchday: {}: already read", path.display());
    let unlisted = receipt.and_then(|receipt| receipt.refused.get(Refusal::Datacenter.key()));
    if let Some(rows) = unlisted {
        tell!(
            "  {rows} of its rows name datacenters not in the list of that run; build into a new folder to include them"
        );
    }
}

fn tell_outside(window: &Window, days: &Days) {
    let Window { days: used, outside, .. } = window;
    if outside.is_empty() {
        return;
    }
    let (pings, count) = (counted(outside.values().sum(), "ping"), counted(outside.len() as u64, "day"));
    let (from, until) = (used.start(), used.end());
    tell!("matchday: {pings} on {count} set aside: apart from {from} to {until}, where most pings are");
    for (day, &pings) in outside.iter().take(SHOWN) {
        let inputs = days.ledger().get(day).map_or(&[][..], |of_day| &of_day.inputs);
        let names: Vec<&str> = inputs.iter().take(SHOWN).map(|input| input.name.as_str()).collect();
        tell!("  {day}: {} of {}; --until {day} uses them", counted(pings, "ping"), names.join(", "));
    }
}

/// The days that go into the maps: those before `until`, without pings set aside, or those with the most pings.
fn window(days: &Days, args: &BuildArgs, until: Option<Day>) -> Result<Window, CliError> {
    let pings: BTreeMap<Day, u64> = days.ledger().iter().map(|(&day, of_day)| (day, of_day.pings)).collect();
    let (Some((&first, _)), Some((&last, _))) = (pings.first_key_value(), pings.last_key_value()) else {
        return Err(MapsError::NoDays(args.out.clone()).into());
    };
    let asked = until.map(|until| until.before(args.window - 1)..=until);
    let asked = asked.map(|days| Window { days, outside: BTreeMap::new(), pings: 0 });
    let window = asked.or_else(|| Window::latest(&pings, args.window));
    let window = window.filter(|window| pings.range(window.days.clone()).next().is_some());
    window.ok_or_else(|| {
        let until = until.unwrap_or(last);
        let [from, until, first, last] = [until.before(args.window - 1), until, first, last].map(|day| day.to_string());
        MapsError::EmptyWindow { from, until, first, last }.into()
    })
}

/// Builds and writes the maps, and returns the table to print.
fn draw(
    out: &Path,
    days: &Days,
    Window { days: window, outside, .. }: &Window,
    datacenters: &[Datacenter],
    built_in: &SourceData,
) -> Result<String, CliError> {
    let mut sums = vec![CellSums::default(); datacenters.len()];
    for (&day, _) in days.ledger().range(window.clone()) {
        let of_day = days.read(day)?;
        for (site, sums) in datacenters.iter().zip(&mut sums) {
            of_day.datacenters.get(&site.name).into_iter().for_each(|more| sums.add(more.cells()));
        }
    }
    let built = build(datacenters, &sums, built_in);
    let folder = out.join("maps");
    fs::create_dir_all(&folder).map_err(CliError::file(&folder))?;
    for (site, built) in datacenters.iter().zip(&built) {
        write(&folder.join(format!("latency_{}.png", site.name)), &built.map.to_png())?;
    }
    write(&folder.join("combined.png"), &maps::combined(&built).to_png())?;

    let mut inputs: Vec<&Receipt> =
        days.ledger().range(window.clone()).flat_map(|(_, of_day)| &of_day.inputs).collect();
    inputs.sort_by(|a, b| a.id.cmp(&b.id));
    inputs.dedup_by(|a, b| a.id == b.id);
    let joins = joins_by_cell(built_in);
    let report = Report {
        window: (window.start().to_string(), window.end().to_string()),
        days: days.ledger().range(window.clone()).count(),
        outside,
        inputs,
        maps: datacenters
            .iter()
            .zip(&built)
            .map(|(site, built)| (site.name.as_str(), built, measured_share(&joins, &built.measured)))
            .collect(),
    };
    write(&out.join("report.json"), format!("{:#}\n", report.json()).as_bytes())?;
    Ok(report.table())
}

/// The maps of all datacenters, in threads.
fn build(datacenters: &[Datacenter], sums: &[CellSums], built_in: &SourceData) -> Vec<BuiltMap> {
    let work: Vec<_> = datacenters.iter().zip(sums).collect();
    let share = work.len().div_ceil(threads()).max(1);
    let one = |&(site, sums): &(&Datacenter, &CellSums)| {
        maps::map(sums, site.location, &built_in.routes.rtts_ms(site.location, 0.0))
    };
    std::thread::scope(|scope| {
        let parts = work.chunks(share).map(|part| scope.spawn(move || part.iter().map(one).collect::<Vec<_>>()));
        let parts: Vec<_> = parts.collect();
        let join = |part: std::thread::ScopedJoinHandle<'_, Vec<BuiltMap>>| {
            part.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
        };
        parts.into_iter().flat_map(join).collect()
    })
}

/// Each map cell's share of the world's joins.
fn joins_by_cell(built_in: &SourceData) -> Vec<f64> {
    let mut weights = vec![0.0; CELLS];
    for (cell, weight) in built_in.joins.weights() {
        weights[cell_of(cell.centre())] += weight as f64;
    }
    let all: f64 = weights.iter().sum();
    weights.iter().map(|weight| weight / all).collect()
}

fn measured_share(joins: &[f64], measured: &[bool]) -> f64 {
    joins.iter().zip(measured).fold(0.0, |sum, (share, &measured)| if measured { sum + share } else { sum })
}
