//! The report of a recorded queue that was replayed.

use super::PolicyReport;
use serde::{Deserialize, Serialize};
#[cfg(feature = "tsify")]
use tsify::Tsify;

/// What became of the tickets of a file, as it says itself and as simulated. Every player of a ticket counts.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(Tsify), tsify(missing_as_null))]
pub struct QueueReport {
    /// Tickets that were queued.
    pub tickets: u64,
    /// Their players.
    pub players: u64,
    /// Rows that could not be read.
    pub refused: u64,
    /// Why not, of the first of them, and columns that are left out, and why.
    pub notices: Vec<String>,
    /// What the file says; null where it has no outcomes.
    pub recorded: Option<QueueOutcome>,
    /// What was simulated.
    pub simulated: QueueOutcome,
    /// Both, ticket by ticket; null where the file has no outcomes.
    pub pairs: Option<QueuePairs>,
    /// What the matchmaker did, and searches by region, party and skill.
    pub policy: PolicyReport,
    /// Length of a span, s.
    pub span_s: u32,
    /// Spans of time from the midnight before the first ticket on, by when tickets were queued.
    pub spans: Vec<QueueSpan>,
}

/// What became of tickets.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(Tsify), tsify(missing_as_null))]
pub struct QueueOutcome {
    /// Players who found a match.
    pub matched: u64,
    /// Players who cancelled.
    pub cancelled: u64,
    /// Players whose search ended without a match otherwise.
    pub unmatched: u64,
    /// Share of the players who found a match.
    pub success: Option<f64>,
    /// Mean wait of matched players, s.
    pub wait_mean_s: Option<f64>,
    /// Median of that wait, whole s.
    pub wait_p50_s: Option<u32>,
    /// Its 95th percentile, s.
    pub wait_p95_s: Option<u32>,
    /// Its 99th percentile, s.
    pub wait_p99_s: Option<u32>,
    /// Its quantiles from 0 to 100 hundredths, s; empty without matches.
    pub wait_quantiles_s: Vec<u32>,
    /// Mean round trip of matched players, ms; null where datacenters are not known.
    pub rtt_mean_ms: Option<f64>,
    /// Share of them within 50 ms.
    pub within_50_ms: Option<f64>,
    /// Share of them within 100 ms.
    pub within_100_ms: Option<f64>,
    /// Matches; 0 where the file does not name them.
    pub matches: u64,
    /// Mean number of players in a match.
    pub players_mean: Option<f64>,
    /// Mean difference between the highest and the lowest skill in a match; null where players have no skill.
    pub skill_gap_mean: Option<f64>,
}

/// Tickets by what became of them in the file and in the simulation. Every player counts.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(Tsify), tsify(missing_as_null))]
pub struct QueuePairs {
    /// Matched in both.
    pub both: u64,
    /// Matched in the file alone.
    pub recorded_only: u64,
    /// Matched in the simulation alone.
    pub simulated_only: u64,
    /// Matched in neither.
    pub neither: u64,
    /// Of those matched in both: simulated less recorded wait, mean, s.
    pub wait_change_mean_s: Option<f64>,
    /// Share of those matched in both who waited at least a second less in the simulation.
    pub shorter: Option<f64>,
    /// Share of those matched in both who waited at least a second longer in the simulation.
    pub longer: Option<f64>,
}

/// Tickets that were queued in a span of time. Every player counts.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(Tsify), tsify(missing_as_null))]
pub struct QueueSpan {
    /// Players queued.
    pub players: u64,
    /// Mean recorded wait of matched players, s.
    pub recorded_wait_s: Option<f64>,
    /// Mean simulated wait of matched players, s.
    pub simulated_wait_s: Option<f64>,
    /// Share matched, as recorded.
    pub recorded_success: Option<f64>,
    /// Share matched, as simulated.
    pub simulated_success: Option<f64>,
}
