//! Checks of a valid configuration for likely problems, one per module.

mod autoscaled;
mod buffer;
mod dead_letters;
mod fleets;
mod lifetime;
mod names;
mod pickup;
mod properties;
mod reaper;
mod replicas;
mod reserve;
mod schedule;

use crate::filters::Names;
use crate::{Configuration, broker::Allocator};
use crate::{Finding, Severity};
use crate::{Place, Setting};
use std::ops::Range;

/// Conditions for the checks that the configuration does not contain.
#[derive(Clone, Debug, PartialEq)]
pub struct Circumstances {
    /// Duration of the longest match, s; `None` if unknown.
    pub longest_match_s: Option<u32>,
    /// Matches per second that ask a fleet for a server at its peak; `None` if unknown.
    pub matches_per_s: Option<f64>,
    /// Boot time of a server, s.
    pub boot_s: f64,
    /// Share of the matches after which a server shuts down, from 0 to 1.
    pub replaced: f64,
    /// Properties of all matches besides those of the simulation.
    pub constants: Vec<String>,
    /// The names that properties of matches can have; `None` if unknown.
    pub names: Option<Names>,
    /// The simulated days, from and to a Unix time, s; `None` if unknown.
    pub days_s: Option<Range<i64>>,
}

impl Default for Circumstances {
    fn default() -> Self {
        Circumstances {
            longest_match_s: None,
            matches_per_s: None,
            boot_s: 30.0,
            replaced: 0.0,
            constants: Vec::new(),
            names: None,
            days_s: None,
        }
    }
}

/// All findings, in the order of their positions.
pub fn lint(configuration: &Configuration, circumstances: &Circumstances) -> Vec<Finding> {
    let mut report = Report { findings: Vec::new(), check: "" };
    for (check, run) in CHECKS {
        report.check = check;
        run(configuration, circumstances, &mut report);
    }
    report.findings.sort_by_key(|finding| finding.place);
    report.findings
}

type Check = fn(&Configuration, &Circumstances, &mut Report);

const CHECKS: [(&str, Check); 12] = [
    ("lifetime", lifetime::check),
    ("reaper", reaper::check),
    ("pickup", pickup::check),
    ("reserve", reserve::check),
    ("properties", properties::check),
    ("names", names::check),
    ("dead-letters", dead_letters::check),
    ("buffer", buffer::check),
    ("replicas", replicas::check),
    ("schedule", schedule::check),
    ("autoscaled", autoscaled::check),
    ("fleets", fleets::check),
];

/// Collects findings.
struct Report {
    findings: Vec<Finding>,
    check: &'static str,
}

impl Report {
    fn say(&mut self, severity: Severity, place: Place, words: String) {
        self.findings.push(Finding { place, severity, check: self.check, words });
    }
}

/// The first position of two conflicting settings in the file; `None` if both are defaults.
fn written(settings: [&Setting; 2]) -> Option<Place> {
    settings.iter().find_map(|setting| setting.place)
}

/// The allocators of the broker, if there is one.
fn allocators(configuration: &Configuration) -> &[Allocator] {
    configuration.broker.as_ref().map_or(&[], |broker| &broker.allocators)
}
