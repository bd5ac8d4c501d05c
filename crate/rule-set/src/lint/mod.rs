//! Checks of a valid rule set for likely mistakes, one per module.

mod duplicate;
mod expansion;
mod impossible;
mod mode;
mod slack;
mod unused;

use crate::{MatchmakingConfiguration, RuleSet};
use matchday_document::{Finding, Place, Severity};
use matchday_matchmaker::policy::Schema;
use matchday_matchmaker::ranked::Mode;
use std::ops::RangeInclusive;

/// What is known of the day besides the rule set.
#[derive(Clone, Debug, Default)]
pub struct Circumstances<'a> {
    /// The attributes of the day's players, and the texts in them.
    pub schema: Option<&'a Schema>,
    /// The range of number attributes, by name.
    pub ranges: &'a [(&'a str, RangeInclusive<f64>)],
    /// The matchmaking configuration.
    pub configuration: Option<&'a MatchmakingConfiguration>,
    /// The mode of a ranked day, whose teams all matches have.
    pub mode: Option<Mode>,
}

type Check = fn(&RuleSet, &Circumstances<'_>, &mut Report);

const CHECKS: [(&str, Check); 6] = [
    ("never-binds", slack::check),
    ("never-passes", impossible::check),
    ("duplicate", duplicate::check),
    ("expansion", expansion::check),
    ("mode", mode::check),
    ("unused", unused::check),
];

/// Collects findings.
pub(crate) struct Report {
    findings: Vec<Finding>,
    check: &'static str,
}

impl Report {
    fn error(&mut self, place: Place, words: String) {
        self.findings.push(Finding { place, severity: Severity::Error, check: self.check, words });
    }

    fn warning(&mut self, place: Place, words: String) {
        self.findings.push(Finding { place, severity: Severity::Warning, check: self.check, words });
    }

    fn note(&mut self, place: Place, words: String) {
        self.findings.push(Finding { place, severity: Severity::Note, check: self.check, words });
    }
}

impl RuleSet {
    /// Findings about likely mistakes, in the order of their positions.
    pub fn lint(&self, circumstances: &Circumstances<'_>) -> Vec<Finding> {
        let mut report = Report { findings: Vec::new(), check: "" };
        for (check, run) in CHECKS {
            report.check = check;
            run(self, circumstances, &mut report);
        }
        report.findings.sort_by_key(|finding| finding.place);
        report.findings
    }

    /// The lowest and highest value of a number, with its expansions.
    pub(crate) fn reached(&self, property: crate::Property) -> Option<(f64, f64)> {
        let base = crate::read::base(self, property)?.value;
        let of = self.expansions.iter().filter(|expansion| expansion.properties.contains(&property));
        let values = of.flat_map(|expansion| expansion.steps.iter().map(|step| step.value.value));
        Some(values.fold((base, base), |(least, most), value| (least.min(value), most.max(value))))
    }
}
