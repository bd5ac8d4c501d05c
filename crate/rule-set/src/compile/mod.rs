//! Compiles a rule set for the attributes and datacenters of a day.

pub(crate) mod columns;
mod expressions;
pub(crate) mod levels;
pub(crate) mod pairs;
pub(crate) mod program;
pub(crate) mod spread;

use crate::read::used;
use crate::{Algorithm, MatchmakingConfiguration, Operation, Property, Regions, RuleKind, RuleSet};
use columns::{Attributes, Columns, MapColumn};
use expressions::Expressions;
use levels::{Levels, Limit};
use matchday_document::{Finding, Place, Severity};
use matchday_matchmaker::policy::Schema;
use pairs::PairRule;
use program::{Against, Check, Strings, Trend};
use spread::Spread;
use std::collections::BTreeSet;

/// A rule set for the attributes and datacenters of a day: a policy.
#[derive(Clone, Debug)]
pub struct Compiled {
    pub(crate) names: Vec<String>,
    pub(crate) checks: Vec<Check>,
    /// Rules that every match has to pass, by index.
    pub(crate) enforced: Vec<usize>,
    /// Those of them that can refuse a match that is not complete.
    pub(crate) early: Vec<usize>,
    pub(crate) pairs: Vec<PairRule>,
    /// By rule.
    pub(crate) spreads: Vec<Option<Spread>>,
    pub(crate) sorts: Vec<Sort>,
    pub(crate) teams: Vec<Side>,
    pub(crate) levels: Levels,
    pub(crate) columns: Columns,
    /// Datacenters where matches may form, by index in the day.
    pub(crate) locations: Vec<usize>,
    pub(crate) datacenters: usize,
    pub(crate) algorithm: Algorithm,
    /// Columns of `sortByAttributes`.
    pub(crate) sort_by: Vec<SortColumn>,
    /// Column of `balancedAttribute`.
    pub(crate) balanced: Option<usize>,
    pub(crate) match_size: (usize, usize),
    pub(crate) request_timeout_s: u32,
}

/// A team of a match.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Side {
    pub min: Limit,
    pub max: Limit,
    /// Whether it is as good as the team before it while both are empty.
    pub like_previous: bool,
}

/// A sort rule.
#[derive(Clone, Debug)]
pub(crate) struct Sort {
    pub absolute: bool,
    pub descending: bool,
    pub by: SortBy,
    pub party: crate::Party,
}

#[derive(Clone, Debug)]
pub(crate) enum SortBy {
    Number(usize),
    /// The flag says whether the highest key of the oldest ticket counts.
    Map(MapColumn, bool),
}

/// A column of `sortByAttributes`.
#[derive(Clone, Copy, Debug)]
pub(crate) enum SortColumn {
    Number(usize),
    Text(usize),
}

/// Most datacenters of a day.
pub(crate) const MOST_LOCATIONS: usize = 128;

impl RuleSet {
    /// Compiles the rule set for the attributes of a day's players, its datacenters by name in the order of their
    /// indices, the table of regions, and a matchmaking configuration.
    ///
    /// # Errors
    /// Attributes that the day does not have, or has with another type, and a table of regions without a
    /// datacenter of the day.
    pub fn compile(
        &self,
        schema: &Schema,
        datacenters: &[String],
        regions: &Regions,
        configuration: &MatchmakingConfiguration,
    ) -> Result<Compiled, Vec<Finding>> {
        let mut attributes = Attributes::new(self, schema);
        attributes.check();
        let locations = regions.locations(datacenters);
        attributes.findings.extend(check_locations(&locations, datacenters.len()));
        let levels = Levels::of(self);
        let mut expressions = Expressions { attributes, levels: &levels, rule_set: self };
        let mut checks: Vec<Check> = (0..self.rules.len()).map(|rule| expressions.check(rule)).collect();
        let mut attributes = expressions.attributes;
        let sorts = sorts(self, &mut attributes);
        let sort_by = self.algorithm.sort_by.iter().filter_map(|name| sort_column(self, &name.value, &mut attributes));
        let sort_by = sort_by.collect();
        let balanced = self.algorithm.balanced_attribute.as_ref().and_then(|name| self.attribute(&name.value));
        let balanced =
            balanced.map(|index| attributes.number(crate::typed::Of::Attribute(index), crate::Party::Average));
        if !attributes.findings.is_empty() {
            attributes.findings.sort_by_key(|finding| finding.place);
            return Err(attributes.findings);
        }
        let words = attributes.columns.symbols.len().div_ceil(64);
        checks.iter_mut().for_each(|check| widen(check, words));
        let enforced = enforced(self);
        let teams = teams(self, &levels);
        let spreads: Vec<_> = checks.iter().map(|check| Spread::of(check, teams.len())).collect();
        let early = enforced.iter().copied().filter(|&rule| is_early(&checks, &spreads, rule)).collect();
        let (least, most) = self.match_size();
        Ok(Compiled {
            names: self.rules.iter().map(|rule| rule.name.clone()).collect(),
            early,
            pairs: pairs::of(&checks, &spreads, &enforced, teams.len()),
            spreads,
            checks,
            enforced,
            sorts,
            teams,
            columns: attributes.columns,
            levels,
            locations,
            datacenters: datacenters.len(),
            algorithm: self.algorithm.clone(),
            sort_by,
            balanced,
            match_size: (least as usize, most as usize),
            request_timeout_s: configuration.request_timeout_s,
        })
    }
}

fn check_locations(locations: &[usize], datacenters: usize) -> Option<Finding> {
    let words = if locations.is_empty() && datacenters > 0 {
        "no datacenter of the simulated day stands for an AWS region: add one to the table of regions".to_string()
    } else if locations.len() > MOST_LOCATIONS {
        format!("more than {MOST_LOCATIONS} datacenters: remove some")
    } else {
        return None;
    };
    Some(Finding { place: Place::START, severity: Severity::Error, check: "regions", words })
}

/// Rules that are neither sorts nor parts of a compound rule.
fn enforced(rule_set: &RuleSet) -> Vec<usize> {
    let mut parts = BTreeSet::new();
    for rule in &rule_set.rules {
        if let RuleKind::Compound { statement } = &rule.kind {
            parts.extend(used(&statement.value));
        }
    }
    let enforced = |rule: &usize| !parts.contains(rule) && !matches!(rule_set.rules[*rule].kind, RuleKind::Sort { .. });
    (0..rule_set.rules.len()).filter(enforced).collect()
}

/// Whether a rule can refuse a match to which tickets are still added.
fn is_early(checks: &[Check], spreads: &[Option<Spread>], rule: usize) -> bool {
    match &checks[rule] {
        _ if spreads[rule].is_some() => true,
        Check::Sort => false,
        Check::Compound(statement, _) => used(statement).iter().any(|&part| is_early(checks, spreads, part)),
        Check::Compare { measures, operation } => measures.iter().any(|(measure, against)| {
            let against = if let Against::Number(scalar) = against { scalar.trend() } else { Trend::Constant };
            measure.trend().may_stay_broken(*operation, against)
        }),
        Check::CompareAll { measures, .. } => measures.iter().any(|measure| measure.trend() == Trend::Constant),
        Check::Distance { measures, reference, .. } => {
            measures.iter().any(|measure| measure.trend().may_stay_broken(Operation::Equal, reference.trend()))
        }
        Check::BatchNumber { .. } | Check::BatchText { .. } | Check::Collection { .. } | Check::Latency { .. } => true,
    }
}

fn teams(rule_set: &RuleSet, levels: &Levels) -> Vec<Side> {
    let mut sides: Vec<Side> = Vec::new();
    let mut previous = None;
    for definition in rule_set.definitions() {
        let team = &rule_set.teams[definition];
        sides.push(Side {
            min: levels.limit(Property::MinPlayers(definition), f64::from(team.min_players.value)),
            max: levels.limit(Property::MaxPlayers(definition), f64::from(team.max_players.value)),
            like_previous: previous == Some(definition) && are_alike(rule_set, definition),
        });
        previous = Some(definition);
    }
    sides
}

/// Whether no rule names one of the teams of a definition without the others.
fn are_alike(rule_set: &RuleSet, definition: usize) -> bool {
    let own: Vec<usize> =
        rule_set.definitions().enumerate().filter(|&(_, of)| of == definition).map(|(index, _)| index).collect();
    rule_set.typed.iter().all(|rule| {
        let crate::typed::TypedRule::Expressions { measurements, reference } = rule else { return true };
        measurements.iter().chain(reference).all(|typed| {
            let named = own.iter().filter(|team| typed.source().teams.contains(team)).count();
            named == 0 || named == own.len()
        })
    })
}

fn sorts(rule_set: &RuleSet, attributes: &mut Attributes<'_>) -> Vec<Sort> {
    let mut sorts = Vec::new();
    for rule in &rule_set.rules {
        let RuleKind::Sort { absolute, descending, attribute, highest_key, party } = &rule.kind else { continue };
        let Some(index) = rule_set.attribute(&attribute.value) else { continue };
        let by = match attributes.kind(index) {
            crate::AttributeKind::Map => SortBy::Map(attributes.map(index), *highest_key),
            _ => SortBy::Number(attributes.number(crate::typed::Of::Attribute(index), *party)),
        };
        sorts.push(Sort { absolute: *absolute, descending: *descending, by, party: *party });
    }
    sorts
}

fn sort_column(rule_set: &RuleSet, name: &str, attributes: &mut Attributes<'_>) -> Option<SortColumn> {
    let index = rule_set.attribute(name)?;
    let of = crate::typed::Of::Attribute(index);
    match attributes.kind(index) {
        crate::AttributeKind::Number => Some(SortColumn::Number(attributes.number(of, crate::Party::Average))),
        crate::AttributeKind::Text => Some(SortColumn::Text(attributes.text(of))),
        _ => None,
    }
}

/// Gives literal sets the width of all others.
fn widen(check: &mut Check, words: usize) {
    let Check::Collection { collect: program::Collect::InReference(Strings::Literal(set)), .. } = check else { return };
    set.resize(words, 0);
}
