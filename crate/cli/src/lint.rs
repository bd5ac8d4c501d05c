//! `matchday lint`: the problems that a configuration will cause.

use crate::error::CliError;
use crate::files;
use crate::terminal::{self, escaped, tell};
use crate::world;
use jiff::Timestamp;
use jiff::tz::TimeZoneDatabase;
use matchday_base::SimTime;
use matchday_base::time::DAY_S;
use matchday_fleet::servers::theory::replaced_share;
use matchday_fleet_config::lint::{Circumstances, lint};
use matchday_fleet_config::{Configuration, Finding, MOST_BYTES, Severity, UtcOffset};
use matchday_scenario::params::MAX_DAYS;
use std::ops::Range;
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
    /// Share of the matches after which a server takes its next match.
    #[arg(long, value_name = "SHARE", default_value_t = 1.0, value_parser = share)]
    next_match: f64,
    /// Matches after which a server shuts down; 0: no limit.
    #[arg(long, value_name = "N", default_value_t = 0)]
    session_limit: u32,
    /// Number of days for which schedules are checked, from the first day of the data set on.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=i64::from(MAX_DAYS)))]
    days: u32,
    /// A property that all matches have besides those of the simulation; can be given many times.
    #[arg(long = "property", value_name = "NAME")]
    properties: Vec<String>,
}

fn share(text: &str) -> Result<f64, String> {
    let share = text.parse().map_err(|_| "not a number".to_owned())?;
    if (0.0..=1.0).contains(&share) { Ok(share) } else { Err("must be from 0 to 1".to_owned()) }
}

/// No findings, findings, a file that cannot be opened.
const CLEAN: u8 = 0;
const FOUND: u8 = 1;
const UNREADABLE: u8 = 2;

/// Files that are read together, and the findings about their content.
#[derive(Default)]
pub struct Files {
    /// Their configuration, without what could not be read.
    pub configuration: Configuration,
    findings: Vec<Finding>,
    paths: Vec<PathBuf>,
}

/// Prints the findings of all files, which are read together.
pub fn run(args: &Args) -> ExitCode {
    exit(lint_files(args))
}

/// The code to exit with after a check; an error is printed.
pub fn exit(checked: Result<u8, CliError>) -> ExitCode {
    checked
        .unwrap_or_else(|error| {
            tell!("matchday: {error}");
            UNREADABLE
        })
        .into()
}

/// The code that tells what was found.
pub fn code<'a>(findings: impl Iterator<Item = &'a Finding>) -> u8 {
    let worst = findings.map(|finding| finding.severity).max();
    if worst > Some(Severity::Note) { FOUND } else { CLEAN }
}

/// A finding about a file as one line, also if it quotes line breaks of the file.
pub fn line(path: &Path, Finding { place, severity, words, .. }: &Finding) -> String {
    format!("{}:{}:{}: {severity}: {}\n", path.display(), place.line, place.column, escaped(words))
}

fn lint_files(args: &Args) -> Result<u8, CliError> {
    let circumstances = Circumstances {
        longest_match_s: args.longest_match_s,
        matches_per_s: args.matches_per_s,
        boot_s: args.boot_s.into(),
        replaced: replaced_share(args.next_match, args.session_limit),
        constants: args.properties.clone(),
        names: None,
        days_s: Some(days_s(args.days)?),
    };
    let (mut files, mut code, utc_offset_s) = (Files::default(), CLEAN, utc_offsets()?);
    for path in &args.files {
        match bytes(path) {
            Ok(bytes) => files.read(path, &bytes, &utc_offset_s),
            Err(error) => {
                tell!("matchday: {error}");
                code = UNREADABLE;
            }
        }
    }
    let findings = files.lint(&circumstances);
    let lines: String = findings.iter().map(|finding| files.line(finding)).collect();
    terminal::print(&lines)?;
    Ok(code.max(self::code(findings.iter())))
}

impl Files {
    /// Reads another file. A file that is no configuration is a finding.
    pub fn read(&mut self, path: &Path, bytes: &[u8], utc_offset_s: UtcOffset<'_>) {
        self.paths.push(path.to_owned());
        match self.configuration.read(bytes, utc_offset_s) {
            Ok(findings) => self.findings.extend(findings),
            Err(error) => self.findings.push(error.into()),
        }
    }

    /// All findings, by place.
    pub fn lint(&self, circumstances: &Circumstances) -> Vec<Finding> {
        let mut findings = lint(&self.configuration, circumstances);
        findings.extend(self.findings.iter().cloned());
        findings.sort_by_key(|finding| finding.place);
        findings
    }

    /// A message as one line.
    pub fn line(&self, finding: &Finding) -> String {
        line(&self.paths[usize::from(finding.place.file)], finding)
    }
}

/// A file's bytes, cut just above the largest size that readers accept.
///
/// # Errors
/// It cannot be read.
pub fn bytes(path: &Path) -> Result<Vec<u8>, CliError> {
    files::read_start(path, MOST_BYTES as u64)
}

/// The first days of the data set, from and to a Unix time, s.
///
/// # Errors
/// An unreadable built-in data set.
pub fn days_s(days: u32) -> Result<Range<i64>, CliError> {
    let calendar = world::calendar()?;
    Ok(calendar.unix_s(SimTime::DAY_START)..calendar.unix_s(SimTime::DAY_START + days * DAY_S))
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
