//! `matchday lint`: the problems that a configuration will cause.

use crate::error::CliError;
use crate::world;
use jiff::Timestamp;
use jiff::tz::TimeZoneDatabase;
use matchday_base::SimTime;
use matchday_base::time::DAY_S;
use matchday_fleet_config::lint::{Circumstances, lint};
use matchday_fleet_config::{Finding, MOST_BYTES, ReadError, Severity, read};
use std::fs::File;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Arguments of `matchday lint`.
#[derive(clap::Args)]
pub struct Args {
    /// Files of match brokers in JSON, and of Agones Fleets and FleetAutoscalers in YAML.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Length of the longest match, in seconds.
    #[arg(long, value_name = "SECONDS", value_parser = clap::value_parser!(u32).range(1..))]
    longest_match_s: Option<u32>,
    /// Matches that need a server of one fleet each second, at the peak; buffers are compared with it.
    #[arg(long, value_name = "RATE")]
    matches_per_s: Option<f64>,
    /// How long a server takes to boot, in seconds.
    #[arg(long, value_name = "SECONDS", default_value_t = 30)]
    boot_s: u32,
    /// A property that all matches have besides those of the simulation; can be given many times.
    #[arg(long = "property", value_name = "NAME")]
    properties: Vec<String>,
}

/// No findings, findings, a file that cannot be opened; the highest of all files is the exit code.
const CLEAN: u8 = 0;
const FOUND: u8 = 1;
const UNREADABLE: u8 = 2;

/// Prints the findings of all files.
pub fn run(args: &Args) -> ExitCode {
    let circumstances = Circumstances {
        longest_match_s: args.longest_match_s,
        matches_per_s: args.matches_per_s,
        boot_s: args.boot_s.into(),
        constants: args.properties.clone(),
    };
    let codes = args.files.iter().map(|path| {
        lint_file(path, &circumstances).unwrap_or_else(|error| {
            eprintln!("matchday: {error}");
            UNREADABLE
        })
    });
    codes.max().unwrap_or(CLEAN).into()
}

fn lint_file(path: &Path, circumstances: &Circumstances) -> Result<u8, CliError> {
    let findings = match read(&bytes(path)?, &utc_offsets()?) {
        Ok((configuration, mut findings)) => {
            findings.extend(lint(&configuration, circumstances));
            findings.sort_by_key(|finding| finding.place);
            findings
        }
        Err(ReadError { place, reason }) => {
            vec![Finding { place, severity: Severity::Error, check: "read", words: reason.to_string() }]
        }
    };
    let lines: String = findings.iter().map(|finding| line(path, finding)).collect();
    std::io::stdout().write_all(lines.as_bytes()).map_err(CliError::Output)?;
    let worst = findings.iter().map(|finding| finding.severity).max();
    Ok(if worst > Some(Severity::Note) { FOUND } else { CLEAN })
}

/// A file's bytes, cut just above the largest size that readers accept.
///
/// # Errors
/// It cannot be read.
pub fn bytes(path: &Path) -> Result<Vec<u8>, CliError> {
    let mut bytes = Vec::new();
    let file = File::open(path).map_err(CliError::file(path))?;
    file.take(MOST_BYTES as u64 + 1).read_to_end(&mut bytes).map_err(CliError::file(path))?;
    Ok(bytes)
}

/// A message as one line, also if it quotes line breaks of the file.
pub fn line(path: &Path, Finding { place, severity, words, .. }: &Finding) -> String {
    let words = words.replace(char::is_control, " ");
    format!("{}:{}:{}: {severity}: {words}\n", path.display(), place.line, place.column)
}

/// A time zone's offset from UTC at noon of the first shown day, in seconds.
///
/// # Errors
/// An unreadable built-in data set.
pub fn utc_offsets() -> Result<impl Fn(&str) -> Option<i32>, CliError> {
    let noon_s = world::calendar()?.unix_s(SimTime::DAY_START + DAY_S / 2);
    Ok(move |zone: &str| {
        let zone = TimeZoneDatabase::bundled().get(zone).ok()?;
        Some(zone.to_offset(Timestamp::from_second(noon_s).ok()?).seconds())
    })
}
