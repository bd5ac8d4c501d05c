//! Days whose matches a policy forms.

mod plugin;
mod report;

pub use plugin::{Constants, ConstantsError, MOST_CONSTANTS, Plugin, Terms};

pub use plugin::place_of;
pub use report::{by_rule, report};

use crate::limits::matchmaker_rules;
use crate::world::World;
use matchday_document::Finding;
use matchday_matchmaker::policy::{ArticlePolicy, Policy, Population, PopulationError, Schema};
use matchday_matchmaker::ranked::ModeError;
use matchday_rule_set::{MatchmakingConfiguration, Regions, RegionsError, RuleSet};
use matchday_scenario::{Params, params};
use std::sync::Arc;
use thiserror::Error;

/// A policy that forms the matches of a day, and the attributes of its players.
#[derive(Clone, Debug)]
pub struct PolicySetup {
    /// The policy.
    pub policy: Arc<dyn Policy>,
    /// Draws the attributes.
    pub population: Arc<Population>,
    /// How the players of a ranked match are asked.
    pub acceptance: Acceptance,
}

/// How the players of a ranked match are asked whether they accept it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Acceptance {
    /// As the parameters say.
    #[default]
    AsSet,
    /// Not at all.
    NotRequired,
    /// All of them, who have so many seconds.
    WithinS(u32),
}

impl Acceptance {
    /// What the matchmaking configuration of a rule set says, if there is one.
    ///
    /// # Errors
    /// What is wrong with the configuration.
    pub fn of(params: &Params) -> Result<Self, PolicyError> {
        if params.policy() != params::Policy::Rules || params.rules_config().is_empty() {
            return Ok(Self::AsSet);
        }
        let MatchmakingConfiguration { acceptance_required, acceptance_timeout_s, .. } =
            RuleTerms::of(params)?.configuration;
        Ok(acceptance_timeout_s.filter(|_| acceptance_required).map_or(Self::NotRequired, Self::WithinS))
    }
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
    /// There is no plug-in.
    #[error("policy=plugin: there is no plug-in; set plugin to the file of a Wasm module, or load one in the page")]
    NoPlugin,
    /// Why the plug-in has no policy.
    #[error("plugin: {0}")]
    Plugin(String),
    /// What is wrong with the constants.
    #[error("constants: {0}")]
    Constants(#[from] ConstantsError),
    /// `ranked` is not a mode.
    #[error("ranked: {0}")]
    Mode(#[from] ModeError),
}

/// What a rule set is read with on a day.
#[derive(Clone, Debug)]
pub struct RuleTerms {
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
        Ok(Self { regions: params.regions().parse()?, configuration })
    }
}

/// The attributes of the players of a day.
///
/// # Errors
/// What is wrong with the parameter.
pub fn population(params: &Params) -> Result<Population, PolicyError> {
    let text = params.attributes();
    Ok(if params.is_ranked() { Population::of_ladder(text) } else { text.parse() }?)
}

fn lines(findings: &[Finding]) -> String {
    findings.iter().map(|finding| format!("{}: {}", finding.place, finding.words)).collect::<Vec<_>>().join("\n")
}

impl PolicySetup {
    /// The policy that the parameters describe; `None` where the article's matchmaker, or the windows of a ranked queue,
    /// form the matches.
    ///
    /// # Errors
    /// [`PolicyError`] names the parameter, and what is wrong with its text.
    pub fn of(params: &Params, world: &World) -> Result<Option<Self>, PolicyError> {
        if params.policy() == params::Policy::Article {
            return Ok(None);
        }
        let population = population(params)?;
        let policy = policy_of(params, world, population.schema())?;
        Ok(Some(Self { policy, population: Arc::new(population), acceptance: Acceptance::of(params)? }))
    }
}

/// The policy that the parameters describe, for players with these attributes. The article's is [`ArticlePolicy`], which
/// also takes parties.
///
/// # Errors
/// [`PolicyError`] names the parameter, and what is wrong with its text.
pub fn policy_of(params: &Params, world: &World, schema: &Schema) -> Result<Arc<dyn Policy>, PolicyError> {
    match params.policy() {
        params::Policy::Article => Ok(article(params)),
        params::Policy::Rules => rule_set(params, world, schema),
        params::Policy::Plugin => plugin(params, world, schema),
    }
}

fn article(params: &Params) -> Arc<dyn Policy> {
    let caps_ms = [params.ideal_ms(), params.expand_ms()];
    Arc::new(ArticlePolicy::new(&matchmaker_rules(params), caps_ms))
}

fn rule_set(params: &Params, world: &World, schema: &Schema) -> Result<Arc<dyn Policy>, PolicyError> {
    if params.rules().is_empty() {
        return Err(PolicyError::NoRules);
    }
    let (rule_set, _) = RuleSet::read(params.rules().as_bytes()).map_err(PolicyError::Rules)?;
    let RuleTerms { regions, configuration } = RuleTerms::of(params)?;
    let names: Vec<String> = world.datacenters.iter().map(|active| active.datacenter.name.clone()).collect();
    let compiled = rule_set.compile(schema, &names, &regions, &configuration);
    Ok(Arc::new(compiled.map_err(PolicyError::Rules)?))
}

fn plugin(params: &Params, world: &World, schema: &Schema) -> Result<Arc<dyn Policy>, PolicyError> {
    let plugin = world.plugin.as_ref().ok_or(PolicyError::NoPlugin)?;
    plugin.policy(Terms::of(params, world, schema)?).map_err(PolicyError::Plugin)
}
