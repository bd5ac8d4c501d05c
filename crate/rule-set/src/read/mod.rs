//! Reads a rule set. All errors of a file are reported, not only the first.

mod algorithm;
mod attributes;
mod expansions;
mod large;
mod rules;
mod teams;

use crate::numbers::{self, QUOTED};
use crate::{RuleSet, check};
pub(crate) use algorithm::undeclared;
pub(crate) use expansions::{base, literal};
pub(crate) use rules::used;

use matchday_document::{At, Error, Fields, Finding, Node, Place, Reason, Severity, Value, wrong_kind};
use std::ops::RangeInclusive;

/// Longest rule set that AWS accepts, characters.
pub const MOST_CHARACTERS: usize = 65_535;

/// Findings while a file is read.
#[derive(Default)]
pub(crate) struct Report {
    pub errors: Vec<Finding>,
    pub notes: Vec<Finding>,
}

impl Report {
    /// The value, or nothing and an error in the report.
    pub fn take<T>(&mut self, result: Result<T, Error>) -> Option<T> {
        result.map_err(|error| self.errors.push(error.into())).ok()
    }

    /// Adds an error.
    pub fn error(&mut self, place: Place, words: String) {
        self.errors.push(Finding { place, severity: Severity::Error, check: "invalid", words });
    }

    /// Adds a note about a valid part that is not simulated.
    pub fn not_simulated(&mut self, place: Place, words: String) {
        self.notes.push(Finding { place, severity: Severity::Note, check: "not-simulated", words });
    }

    /// Adds an error for each unread field.
    pub fn finish(&mut self, fields: &Fields<'_>) {
        for (place, words) in fields.unread() {
            self.errors.push(Finding { place, severity: Severity::Error, check: "unknown-key", words });
        }
    }

    /// The fields of an object.
    pub fn fields<'a>(&mut self, node: &'a Node, path: &str) -> Option<Fields<'a>> {
        self.take(Fields::of(node, path))
    }

    /// The items of a list with their paths, which have an item's name or its index.
    pub fn items<'a>(&mut self, fields: &mut Fields<'a>, name: &'static str) -> Vec<(String, &'a Node)> {
        let items = self.take(fields.list(name)).unwrap_or_default();
        let path = fields.key(name);
        let named = |(index, node): (usize, &'a Node)| match node.field("name").and_then(Node::as_text) {
            Some(name) if !name.is_empty() => (format!("{path}[{name}]"), node),
            _ => (format!("{path}[{index}]"), node),
        };
        items.iter().enumerate().map(named).collect()
    }

    /// A required name that is not empty.
    pub fn name(&mut self, fields: &mut Fields<'_>) -> Option<At<String>> {
        let found = self.take(fields.text("name"))?;
        match found {
            Some(name) if !name.value.trim().is_empty() => Some(name),
            _ => {
                let what = "a name that differs from the others";
                self.take(Err(Reason::Missing { key: fields.key("name"), what }.at(fields.place)))
            }
        }
    }

    /// A required text.
    pub fn need(&mut self, fields: &mut Fields<'_>, name: &'static str, what: &'static str) -> Option<At<String>> {
        let found = self.take(fields.text(name))?;
        if found.is_none() {
            self.take::<()>(Err(Reason::Missing { key: fields.key(name), what }.at(fields.place)));
        }
        found
    }

    /// One of several words.
    pub fn choice<T: Copy>(
        &mut self,
        fields: &mut Fields<'_>,
        name: &'static str,
        words: &[(&str, T)],
    ) -> Option<At<T>> {
        let text = self.take(fields.text(name))??;
        let found = words.iter().find(|(word, _)| *word == text.value);
        if found.is_none() {
            let known: Vec<_> = words.iter().map(|(word, _)| format!("`{word}`")).collect();
            let words = format!("`{}` is `{}`: use {}", fields.key(name), short(&text.value), known.join(", "));
            self.error(text.place, words);
        }
        found.map(|(_, value)| At { value: *value, place: text.place })
    }

    /// A number in a range, which may stand in quotes for some keys.
    pub fn number(
        &mut self,
        fields: &mut Fields<'_>,
        name: &'static str,
        range: RangeInclusive<f64>,
    ) -> Option<At<f64>> {
        let node = fields.take(name)?;
        number(node, name).filter(|number| range.contains(&number.value)).or_else(|| {
            let expected = match (*range.start(), *range.end()) {
                (0.0, end) if end == f64::MAX => "a number of at least 0".to_string(),
                (start, end) if start == f64::MIN && end == f64::MAX => "a number".to_string(),
                (start, end) => format!("a number from {start} to {end}"),
            };
            self.take(Err(wrong_kind(node, &fields.key(name), &expected)))
        })
    }
}

/// The number of a value.
fn number(node: &Node, name: &str) -> Option<At<f64>> {
    let value = match &node.value {
        Value::Number(number) => Some(*number),
        Value::Text(text) if QUOTED.contains(&name) => numbers::number(text),
        _ => None,
    };
    value.map(|value| At { value, place: node.place })
}

/// The first characters of a text, for messages.
pub(crate) fn short(text: &str) -> String {
    let short: String = text.chars().take(40).collect();
    if short.len() < text.len() { short + "..." } else { short }
}

impl RuleSet {
    /// Reads and checks a rule set, and returns notes about what is valid but not simulated.
    ///
    /// # Errors
    /// Everything that is wrong with the file, each with line and column, in the order of the file.
    pub fn read(bytes: &[u8]) -> Result<(RuleSet, Vec<Finding>), Vec<Finding>> {
        let mut report = Report::default();
        let rule_set = report.take(matchday_document::parse_json(bytes)).and_then(|root| {
            let text = String::from_utf8_lossy(bytes);
            read(&root, text.strip_prefix('\u{feff}').unwrap_or(&text), &mut report)
        });
        report.errors.sort_by_key(|finding| finding.place);
        report.notes.sort_by_key(|finding| finding.place);
        match rule_set {
            Some(rule_set) if report.errors.is_empty() => Ok((rule_set, report.notes)),
            _ => Err(report.errors),
        }
    }
}

fn read(root: &Node, text: &str, report: &mut Report) -> Option<RuleSet> {
    let count = text.chars().count();
    if count > MOST_CHARACTERS {
        let words = format!("the rule set has {count} characters, but AWS takes at most {MOST_CHARACTERS}: shorten it");
        report.error(Place::START, words);
        return None;
    }
    let mut fields = report.fields(root, "")?;
    let name = report.take(fields.text("name"))?.map(|name| name.value);
    version(&mut fields, report);
    let mut rule_set = RuleSet {
        name,
        attributes: attributes::read(&mut fields, report),
        algorithm: algorithm::read(&mut fields, report),
        teams: teams::read(&mut fields, report),
        rules: Vec::new(),
        expansions: Vec::new(),
        text: text.to_string(),
        numbers: Vec::new(),
        typed: Vec::new(),
    };
    // Teams of a match are numbered, so their number has to be bounded before rules name them.
    let before = report.errors.len();
    teams::check(&rule_set.teams, fields.place, report);
    let count_is_valid = report.errors.len() == before;
    rule_set.rules = rules::read(&mut fields, report);
    rule_set.expansions = expansions::read(&mut fields, &rule_set, report);
    report.finish(&fields);
    numbers::collect(root, "", "", &mut rule_set.numbers);
    if count_is_valid {
        rule_set.typed = check::rules(&rule_set, report);
        algorithm::check(&rule_set, report);
        large::check(&rule_set, report);
    }
    Some(rule_set)
}

fn version(fields: &mut Fields<'_>, report: &mut Report) {
    let what = "the version of the rule language, which is \"1.0\"";
    let Some(version) = report.need(fields, "ruleLanguageVersion", what) else { return };
    if version.value != "1.0" {
        let words = format!("`ruleLanguageVersion` is `{}`: only `1.0` exists", short(&version.value));
        report.error(version.place, words);
    }
}
