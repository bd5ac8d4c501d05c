//! Users' configurations of match brokers and fleets.

use crate::dates::shown_days;
use js_sys::Function;
use matchday_base::time::DAY_S;
use matchday_fleet::servers::theory::replaced_share;
use matchday_fleet_config::files;
use matchday_fleet_config::filters::Names;
use matchday_fleet_config::lint::{Circumstances, lint as check};
use matchday_fleet_config::requirement::Property;
use matchday_fleet_config::{Configuration, Finding, Place, Severity};
use matchday_scenario::Params;
use matchday_sim::World;
use matchday_sim::servers::{map_names, mode_names, region_names};
use matchday_web_common::error::{Code, Error, Result};
use matchday_web_day::files::DataFiles;
use serde::{Deserialize, Serialize};
use std::ops::Range;
use tsify::Tsify;
use wasm_bindgen::JsValue;

/// A finding about a configuration.
#[derive(Serialize, Tsify)]
pub struct LintFinding {
    /// The number of its file, from 0.
    pub file: u16,
    /// Line, from 1.
    pub line: u32,
    /// Column, from 1.
    pub column: u32,
    /// The severity.
    pub severity: LintSeverity,
    /// The name of the check; `unreadable` for a file that cannot be read.
    pub check: String,
    /// The problem and its remedy.
    pub words: String,
}

/// The severity of a finding.
#[derive(Serialize, Tsify)]
#[serde(rename_all = "lowercase")]
pub enum LintSeverity {
    /// The interpretation of an ambiguous key, or a valid setting that is not simulated.
    Note,
    /// Matches or servers are lost.
    Warning,
    /// The configuration contradicts itself, or the file cannot be read.
    Error,
}

/// The conditions for which a configuration is checked.
#[derive(Deserialize, Tsify)]
#[tsify(missing_as_null)]
pub struct LintCircumstances {
    /// Matches per second that need a server of one fleet at the peak, if known.
    pub matches_per_s: Option<f64>,
    /// Duration of the longest match, s.
    pub longest_match_s: u32,
    /// Boot time of a server, s.
    pub boot_s: f64,
    /// Share of the matches after which a server takes its next match; 1 if missing.
    pub next_match: Option<f64>,
    /// Matches after which a server shuts down; missing or 0: no limit.
    pub session_limit: Option<u32>,
    /// The first simulated day, such as `2026-05-20`, and the number of days, if known.
    pub days: Option<(String, u32)>,
}

/// Checked files.
#[derive(Serialize, Tsify)]
#[tsify(missing_as_null)]
pub struct Linted {
    /// The findings, by place.
    pub findings: Vec<LintFinding>,
    /// The parameter `fleet_config` with which the servers obey these files, too; null if they cannot.
    pub fleet_config: Option<String>,
}

/// Checks files of brokers and fleets. They are read together with those that are `applied` already, the parameter `fleet_config`, as
/// by a day on servers. `utc_offset_s` returns the offset of a time zone from UTC in seconds, or
/// `undefined` for an unknown zone; the browser has the time zones.
pub(crate) fn lint(
    DataFiles(checked): DataFiles,
    applied: &str,
    circumstances: LintCircumstances,
    utc_offset_s: &Function,
) -> Result<Linted> {
    let LintCircumstances { matches_per_s, longest_match_s, boot_s, next_match, session_limit, days } = circumstances;
    let days_s = days.map(|(first, count)| unix_days_s(&first, count)).transpose()?;
    let longest_match_s = Some(longest_match_s);
    let replaced = replaced_share(next_match.unwrap_or(1.0), session_limit.unwrap_or(0));
    let circumstances =
        Circumstances { longest_match_s, matches_per_s, boot_s, replaced, days_s, ..Circumstances::default() };
    let mut configuration = configuration_of(applied, utc_offset_s)?;
    let (first, mut findings) = (configuration.files(), Vec::new());
    let mut text = applied.to_owned();
    for file in checked {
        match configuration.read(&file.bytes, &|zone| offset_s(utc_offset_s, zone)) {
            Ok(found) => findings.extend(found),
            Err(error) => findings.push(error.into()),
        }
        // A file that is not UTF-8 has an error.
        files::add(&mut text, &file.name, &String::from_utf8_lossy(&file.bytes));
    }
    findings.extend(check(&configuration, &circumstances));
    findings.retain(|finding| finding.place.file >= first);
    findings.sort_by_key(|finding| finding.place);
    let fleet_config = findings.iter().all(|finding| finding.severity != Severity::Error).then_some(text);
    let seen = |Finding { place: Place { file, line, column }, severity, check, words }| LintFinding {
        file: file - first,
        line,
        column,
        severity: LintSeverity::from(severity),
        check: check.to_owned(),
        words,
    };
    Ok(Linted { findings: findings.into_iter().map(seen).collect(), fleet_config })
}

/// The combined configuration of the files of the parameter `fleet_config`.
pub(crate) fn configuration_of(text: &str, utc_offset_s: &Function) -> Result<Configuration> {
    let mut configuration = Configuration::default();
    for (name, content) in files::split(text) {
        let read = configuration.read(content.as_bytes(), &|zone| offset_s(utc_offset_s, zone));
        read.map_err(|error| Error::new(Code::BadParam, format!("fleet_config: {name}: {error}")))?;
    }
    Ok(configuration)
}

/// The names that properties of matches have.
pub(crate) fn names_of(world: &World, params: &Params) -> Names {
    let constants = params.match_properties().into_iter();
    Names {
        modes: mode_names(params),
        maps: map_names(params),
        regions: region_names(world).into_iter().map(String::from).collect(),
        datacenters: world.datacenters.iter().map(|active| active.datacenter.name.clone()).collect(),
        constants: constants.map(|(name, value)| (name.to_owned(), Property::read(value))).collect(),
    }
}

/// The days from and to a Unix time, s.
fn unix_days_s(first: &str, count: u32) -> Result<Range<i64>> {
    let days = shown_days(first, count)?;
    let start_s = days.first.unix_day() * i64::from(DAY_S);
    Ok(start_s..start_s + i64::from(count) * i64::from(DAY_S))
}

fn offset_s(utc_offset_s: &Function, zone: &str) -> Option<i32> {
    utc_offset_s.call1(&JsValue::UNDEFINED, &zone.into()).ok()?.as_f64().map(|offset_s| offset_s as i32)
}

impl From<Severity> for LintSeverity {
    fn from(severity: Severity) -> Self {
        match severity {
            Severity::Note => Self::Note,
            Severity::Warning => Self::Warning,
            Severity::Error => Self::Error,
        }
    }
}
