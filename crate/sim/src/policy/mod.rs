//! Days whose matches a policy forms.

mod report;

pub(crate) use report::report;

use crate::world::World;
use matchday_document::Finding;
use matchday_matchmaker::policy::{Policy, Population, PopulationError};
use matchday_rule_set::{MatchmakingConfiguration, Regions, RegionsError, RuleSet};
use matchday_scenario::Params;
use matchday_scenario::params;
use std::sync::Arc;
use thiserror::Error;

/// A policy that forms the matches of a day, and the attributes of its players.
#[derive(Clone, Debug)]
pub struct ByPolicy {
    /// The policy.
    pub policy: Arc<dyn Policy>,
    /// Draws the attributes.
    pub population: Arc<Population>,
}

/// Why the parameters do not describe a policy. Positions are those in the text of the parameter.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PolicyError {
    /// There is no rule set.
    #[error("rules: there is no rule set; set rules to one as JSON")]
    NoRules,
    /// What is wrong with the rule set.
    #[error("rules: {}", lines(.0))]
    Rules(Vec<Finding>),
    /// What is wrong with the matchmaking configuration.
    #[error("rules_config: {}", lines(.0))]
    Configuration(Vec<Finding>),
    /// What is wrong with the table of regions.
    #[error("regions: {0}")]
    Regions(#[from] RegionsError),
    /// What is wrong with the attributes.
    #[error("attributes: {0}")]
    Attributes(#[from] PopulationError),
}

/// What a rule set is read with on a day.
#[derive(Clone, Debug)]
pub struct RuleTerms {
    /// The attributes of the players.
    pub population: Population,
    /// The datacenters that stand for AWS regions.
    pub regions: Regions,
    /// The time-outs.
    pub configuration: MatchmakingConfiguration,
}

impl RuleTerms {
    /// What the parameters say.
    ///
    /// # Errors
    /// [`PolicyError`] names the parameter, and what is wrong with its text.
    pub fn of(params: &Params) -> Result<Self, PolicyError> {
        let configuration = match params.rules_config() {
            "" => MatchmakingConfiguration::default(),
            text => MatchmakingConfiguration::read(text.as_bytes()).map_err(PolicyError::Configuration)?.0,
        };
        let text = params.attributes();
        let population = if params.is_ranked() { Population::of_ladder(text) } else { text.parse() }?;
        Ok(Self { population, regions: params.regions().parse()?, configuration })
    }
}

fn lines(findings: &[Finding]) -> String {
    findings.iter().map(|finding| format!("{}: {}", finding.place, finding.words)).collect::<Vec<_>>().join("\n")
}

impl ByPolicy {
    /// The policy that the parameters describe; `None` where the article's matchmaker, or the windows of a ranked queue,
    /// form the matches.
    ///
    /// # Errors
    /// [`PolicyError`] names the parameter, and what is wrong with its text.
    pub fn of(params: &Params, world: &World) -> Result<Option<Self>, PolicyError> {
        if params.policy() != params::Policy::Rules {
            return Ok(None);
        }
        if params.rules().is_empty() {
            return Err(PolicyError::NoRules);
        }
        let (rule_set, _) = RuleSet::read(params.rules().as_bytes()).map_err(PolicyError::Rules)?;
        let RuleTerms { population, regions, configuration } = RuleTerms::of(params)?;
        let names: Vec<String> = world.datacenters.iter().map(|active| active.datacenter.name.clone()).collect();
        let compiled = rule_set.compile(population.schema(), &names, &regions, &configuration);
        let policy = Arc::new(compiled.map_err(PolicyError::Rules)?);
        Ok(Some(Self { policy, population: Arc::new(population) }))
    }
}

#[cfg(test)]
mod tests;
