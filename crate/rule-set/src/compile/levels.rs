//! The values of expanded numbers by age.

use crate::read::base;
use crate::{Operation, Property, RuleKind, RuleSet};

/// A number that a rule or team reads: fixed, or expanded.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Limit {
    Fixed(f64),
    /// By index in the values of a level.
    Expanded(usize),
}

impl Limit {
    /// The number under the values of a level.
    pub fn at(self, values: &[f64]) -> f64 {
        match self {
            Limit::Fixed(value) => value,
            Limit::Expanded(index) => values[index],
        }
    }
}

/// Which values of a number accept more matches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Looser {
    Higher,
    Lower,
    Neither,
}

/// The values of all expanded numbers, by level: the number of steps of any expansion that an age has passed.
#[derive(Clone, Debug, Default)]
pub(crate) struct Levels {
    /// The first age of each level but the first, s.
    waits: Vec<u32>,
    properties: Vec<Property>,
    /// Values by level.
    actual: Vec<Vec<f64>>,
    /// The values up to a level that accept most; NaN where no value accepts more than the others.
    loosest: Vec<Vec<f64>>,
}

impl Levels {
    pub fn of(rule_set: &RuleSet) -> Self {
        let mut waits: Vec<u32> = rule_set
            .expansions
            .iter()
            .flat_map(|expansion| expansion.steps.iter().map(|step| step.wait_s.value))
            .collect();
        waits.sort_unstable();
        waits.dedup();
        let mut levels = Self { actual: vec![Vec::new(); waits.len() + 1], ..Self::default() };
        levels.loosest = levels.actual.clone();
        for expansion in &rule_set.expansions {
            for &property in &expansion.properties {
                let Some(base) = base(rule_set, property) else { continue };
                levels.properties.push(property);
                let looser = looser(rule_set, property);
                let (mut value, mut loosest) = (base.value, base.value);
                for level in 0..=waits.len() {
                    let age = if level == 0 { 0 } else { waits[level - 1] };
                    let passed = expansion.steps.iter().rev().find(|step| step.wait_s.value <= age);
                    value = passed.map_or(value, |step| step.value.value);
                    loosest = match looser {
                        Looser::Higher => loosest.max(value),
                        Looser::Lower => loosest.min(value),
                        Looser::Neither if value == loosest => value,
                        Looser::Neither => f64::NAN,
                    };
                    levels.actual[level].push(value);
                    levels.loosest[level].push(loosest);
                }
            }
        }
        levels.waits = waits;
        levels
    }

    /// The number of a property with a value before expansion.
    pub fn limit(&self, property: Property, base: f64) -> Limit {
        let found = self.properties.iter().position(|&known| known == property);
        found.map_or(Limit::Fixed(base), Limit::Expanded)
    }

    /// The level of an age.
    pub fn level(&self, waited_s: u32) -> usize {
        self.waits.partition_point(|&wait| wait <= waited_s)
    }

    /// The values at a level.
    pub fn actual(&self, level: usize) -> &[f64] {
        &self.actual[level]
    }

    /// The values up to a level that accept most. NaN for a number of which nothing can be said.
    pub fn loosest(&self, level: usize) -> &[f64] {
        &self.loosest[level]
    }

    /// Highest level.
    pub fn highest(&self) -> usize {
        self.waits.len()
    }
}

fn looser(rule_set: &RuleSet, property: Property) -> Looser {
    match property {
        Property::MaxDistance(_) | Property::MaxCount(_) | Property::MaxLatency(_) | Property::MaxPlayers(_) => {
            Looser::Higher
        }
        Property::MinDistance(_) | Property::MinCount(_) | Property::MinPlayers(_) => Looser::Lower,
        Property::ReferenceValue(rule) => match rule_set.rules[rule].kind {
            RuleKind::Comparison { operation: Operation::Less | Operation::AtMost, .. } => Looser::Higher,
            RuleKind::Comparison { operation: Operation::Greater | Operation::AtLeast, .. } => Looser::Lower,
            _ => Looser::Neither,
        },
    }
}
