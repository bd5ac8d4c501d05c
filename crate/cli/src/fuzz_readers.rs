//! Readers of foreign files without the commands around them, for tests that feed them hostile bytes. Each returns the message
//! that the command would print.

use crate::damage;
use crate::error::CliError;
use crate::maps::{self, days::Days};
use crate::rate;
use crate::scenario::Scenario;
use crate::sweep::spec;
pub use crate::tickets::file::Each;
use crate::tickets::file::TicketFile;
use crate::widening;
use indicatif::ProgressBar;
use matchday_atlas::Datacenter;
use matchday_atlas::pings::Names;
use std::path::Path;

/// The result of a reader.
pub type Read<T> = Result<T, String>;

/// Prints nothing for panics of the Parquet reader, which are errors of the file.
pub fn hush_damage() {
    damage::hush_guarded();
}

/// The number of matches in a file of `matchday rate`.
///
/// # Errors
/// The first row that is refused.
pub fn matches(bytes: &[u8]) -> Read<u64> {
    let mut count = 0;
    rate::read(bytes, |_, _| count += 1).map_err(|fault| fault.to_string())?;
    Ok(count)
}

/// The parameters in a scenario file, as a link has them.
///
/// # Errors
/// Invalid JSON, or the first parameter that is refused.
pub fn scenario(bytes: &[u8]) -> Read<matchday_scenario::Params> {
    let mut scenario = Scenario::default();
    scenario.set_all(bytes, Path::new("scenario.json")).map_err(told)?;
    Ok(scenario.params)
}

/// The number of runs of a sweep's specification.
///
/// # Errors
/// Invalid JSON, or the first part that is refused.
pub fn sweep(bytes: &[u8]) -> Read<usize> {
    spec::of_file(bytes, Path::new("spec.json")).map(|(_, spec)| spec.runs()).map_err(told)
}

/// The steps of a search window, from a table.
///
/// # Errors
/// The first line that is refused.
pub fn widening(table: &str) -> Read<String> {
    widening::steps_of(table)
}

/// The number of pings in a file, as CSV, gzipped CSV or Parquet.
///
/// # Errors
/// A file that is refused as a whole.
pub fn pings(path: &Path, datacenters: &[Datacenter]) -> Read<u64> {
    let read = || -> Result<u64, CliError> {
        let input = maps::Input::identify(path)?;
        Ok(maps::read(&input, &Names::new(datacenters), &ProgressBar::hidden())?.pings)
    };
    read().map_err(told)
}

/// The number of stored days in a folder, each read completely.
///
/// # Errors
/// A day that is refused.
pub fn days(folder: &Path) -> Read<usize> {
    let read = || -> Result<usize, CliError> {
        let days = Days::open(folder)?;
        days.ledger().keys().try_for_each(|&day| days.read(day).map(drop))?;
        Ok(days.ledger().len())
    };
    read().map_err(told)
}

/// Reads the rows of a recorded queue, as CSV, gzipped CSV or Parquet: line and fields.
///
/// # Errors
/// A file that is refused, or an error of `each`.
pub fn tickets(path: &Path, each: &mut Each<'_>) -> Read<()> {
    TicketFile::open(path).and_then(|file| file.rows(each)).map_err(told)
}

fn told(error: impl Into<CliError>) -> String {
    error.into().to_string()
}
