//! Rule sets in the editor: what is wrong with them, and their numbers as sliders.

use crate::servers::configuration::LintSeverity;
use matchday_document::{Finding, Place, Severity};
use matchday_rule_set::{Circumstances, Number, Regions, RuleSet};
use matchday_scenario::Params;
use matchday_sim::policy::{PolicyError, RuleTerms, population};
use matchday_web_common::error::{Code, Error, Result};
use serde::Serialize;
use tsify::Tsify;

/// A rule set as the editor shows it.
#[derive(Default, Serialize, Tsify)]
#[tsify(missing_as_null)]
pub struct RuleSetReport {
    /// Its name; null if it has none, or cannot be read.
    pub name: Option<String>,
    /// Problems and notes, by place.
    pub findings: Vec<RuleFinding>,
    /// Its numbers, in the order of the text; empty if it cannot be read.
    pub numbers: Vec<RuleNumber>,
}

/// A finding about a rule set.
#[derive(Serialize, Tsify)]
pub struct RuleFinding {
    /// Line, from 1.
    pub line: u32,
    /// Column, from 1.
    pub column: u32,
    /// An error keeps the day from being simulated.
    pub severity: LintSeverity,
    /// The problem and its remedy.
    pub words: String,
}

/// A number of a rule set, and the slider that moves it.
#[derive(Serialize, Tsify)]
#[tsify(missing_as_null)]
pub struct RuleNumber {
    /// Its path: `rules[FairTeamSkill].maxDistance`.
    pub path: String,
    /// Of a number of an expansion, what that changes: `rules[FairTeamSkill].maxDistance`; null otherwise.
    pub target: Option<String>,
    /// Its value.
    pub value: f64,
    /// Line, from 1.
    pub line: u32,
    /// The unit of its key: `ms`, `s`, or nothing.
    pub unit: &'static str,
    /// Lowest value of the slider.
    pub min: f64,
    /// Highest value of the slider.
    pub max: f64,
    /// Step of the slider.
    pub step: f64,
}

/// An AWS region and the datacenter that stands for it.
#[derive(Serialize, Tsify)]
pub struct AwsRegion {
    /// Its code.
    pub region: String,
    /// The datacenter.
    pub datacenter: String,
}

/// The numbers of a rule set, in the order of its text; none if it cannot be read.
pub(crate) fn rule_numbers(text: &str) -> Vec<RuleNumber> {
    RuleSet::read(text.as_bytes()).map_or_else(|_| Vec::new(), |(rule_set, _)| numbers(&rule_set))
}

/// The text of a rule set with another value for one of its numbers. An unknown path throws `BAD_VALUE`.
pub(crate) fn rules_with(text: &str, path: &str, value: f64) -> Result<String> {
    let unreadable = |found: Vec<Finding>| found.into_iter().next().map_or_else(String::new, |finding| finding.words);
    let (rule_set, _) =
        RuleSet::read(text.as_bytes()).map_err(|found| Error::new(Code::BadValue, unreadable(found)))?;
    rule_set.with_number(path, value).map_err(|error| Error::new(Code::BadValue, error))
}

/// The regions of a text as the parameter `regions` has it; without a text the built-in table.
pub(crate) fn aws_regions(text: Option<String>) -> Result<Vec<AwsRegion>> {
    let regions = text.map_or_else(|| Ok(Regions::default()), |text| text.parse());
    let regions: Regions = regions.map_err(|error| Error::new(Code::BadParam, error))?;
    let entry = |(region, datacenter): (&str, &str)| AwsRegion { region: region.into(), datacenter: datacenter.into() };
    Ok(regions.iter().map(entry).collect())
}

/// What there is to say about a rule set on a day with these parameters, whose own rule set does not matter. Other
/// parameters that it cannot be held against, such as attributes, are an error at its first character.
pub(crate) fn check_rules(params: &Params, text: &str, datacenters: &[String]) -> RuleSetReport {
    let (rule_set, mut found) = match RuleSet::read(text.as_bytes()) {
        Ok(read) => read,
        Err(errors) => return RuleSetReport { findings: seen(errors), ..RuleSetReport::default() },
    };
    match check_against_day(&rule_set, params, datacenters) {
        Ok(of_day) => found.extend(of_day),
        Err(error) => {
            let words = error.to_string();
            found.push(Finding { place: Place::START, severity: Severity::Error, check: "parameters", words });
        }
    }
    found.sort_by_key(|finding| finding.place);
    RuleSetReport { name: rule_set.name.clone(), findings: seen(found), numbers: numbers(&rule_set) }
}

/// What a day with these parameters finds wrong with a rule set.
fn check_against_day(
    rule_set: &RuleSet,
    params: &Params,
    datacenters: &[String],
) -> core::result::Result<Vec<Finding>, PolicyError> {
    let population = population(params)?;
    let RuleTerms { regions, configuration } = RuleTerms::of(params)?;
    let ranges = population.ranges();
    let mode = params.is_ranked().then(|| params.ranked().parse()).transpose()?;
    let mut found = rule_set.lint(&Circumstances {
        schema: Some(population.schema()),
        ranges: &ranges,
        configuration: Some(&configuration),
        mode,
    });
    found.extend(
        rule_set.compile(population.schema(), datacenters, &regions, &configuration).err().into_iter().flatten(),
    );
    Ok(found)
}

fn seen(findings: Vec<Finding>) -> Vec<RuleFinding> {
    let seen = |Finding { place, severity, words, .. }| RuleFinding {
        line: place.line,
        column: place.column,
        severity: LintSeverity::from(severity),
        words,
    };
    findings.into_iter().map(seen).collect()
}

fn numbers(rule_set: &RuleSet) -> Vec<RuleNumber> {
    let target = |number: &Number| {
        let (at, _) = number.path.strip_prefix("expansions[")?.split_once(']')?;
        Some(rule_set.expansions.get(at.parse::<usize>().ok()?)?.target.value.as_str())
    };
    rule_set.numbers().iter().map(|of| number(of, target(of))).collect()
}

/// The slider of a number: what its key, or that of its target, means gives unit and step, its value the range.
fn number(of: &Number, target: Option<&str>) -> RuleNumber {
    let Number { path, value, place, .. } = of;
    let of_target = target.filter(|_| path.ends_with(".value"));
    let key = of_target.unwrap_or(path).rsplit('.').next().unwrap_or(path);
    let most = |least: f64| nice(2.0 * value).max(least);
    let (unit, min, max, step) = match key {
        "maxLatency" => ("ms", 0.0, most(250.0), 5.0),
        "waitTimeSeconds" => ("s", 0.0, most(60.0), 1.0),
        "minPlayers" | "maxPlayers" | "quantity" | "minCount" | "maxCount" => ("", 0.0, most(10.0), 1.0),
        _ if *value > 0.0 => ("", 0.0, nice(4.0 * value), nice(value / 20.0)),
        _ if *value < 0.0 => ("", -nice(-4.0 * value), 0.0, nice(-value / 20.0)),
        _ => ("", 0.0, 100.0, 1.0),
    };
    RuleNumber {
        path: path.clone(),
        target: target.map(str::to_owned),
        value: *value,
        line: place.line,
        unit,
        min,
        max,
        step,
    }
}

/// The least of 1, 2 and 5 times a power of ten that is not below a positive number.
fn nice(number: f64) -> f64 {
    let power = libm::pow(10.0, libm::floor(libm::log10(number)));
    let fitting = [1.0, 2.0, 5.0].into_iter().find(|times| times * power >= number);
    fitting.unwrap_or(10.0) * power
}

#[cfg(test)]
mod tests {
    use super::nice;

    #[test]
    fn nice_numbers_are_round_and_not_below() {
        for (number, expected) in [(1.0, 1.0), (1.1, 2.0), (3.0, 5.0), (6.0, 10.0), (480.0, 500.0), (0.03, 0.05)] {
            assert!((nice(number) - expected).abs() < 1e-12, "{number}: {}", nice(number));
        }
    }
}
