//! The report of a policy that forms the matches of a day.

use serde::{Deserialize, Serialize};
#[cfg(feature = "tsify")]
use tsify::Tsify;

/// What a policy did on the shown days.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(Tsify), tsify(missing_as_null))]
pub struct PolicyReport {
    /// Calls.
    pub calls: u64,
    /// Matches formed.
    pub matches: u64,
    /// Candidates: sets of tickets that were held against the rules; null where a policy has no rules.
    pub candidates: Option<u64>,
    /// Mean difference between the highest and the lowest skill in a match; null where players have no skill.
    pub skill_gap_mean: Option<f64>,
    /// Refusals by rule, in the order of the rules.
    pub rules: Vec<RuleReport>,
    /// Searches by the region of the nearest datacenter, in the order of the first of its datacenters.
    pub regions: Vec<SearchReport>,
    /// Searches by size of the party; the label is the number of players.
    pub parties: Vec<SearchReport>,
    /// Searches by skill, lowest first; empty where players have no skill.
    pub skills: Vec<SearchReport>,
}

/// The candidates that a rule refused.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(Tsify))]
pub struct RuleReport {
    /// Name of the rule.
    pub name: String,
    /// Candidates that it refused.
    pub refused: u64,
    /// Candidates that no other rule refused.
    pub alone: u64,
}

/// What became of the searches of some players.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(Tsify), tsify(missing_as_null))]
pub struct SearchReport {
    /// Who they are.
    pub label: String,
    /// Players whose search ended.
    pub players: u64,
    /// Share of them who found a match.
    pub success: Option<f64>,
    /// Mean wait of matched players, s.
    pub wait_mean_s: Option<f64>,
    /// 95th percentile of that wait, s.
    pub wait_p95_s: Option<u32>,
}
