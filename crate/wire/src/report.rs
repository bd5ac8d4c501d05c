//! The figures of a simulated day, under the names that people script against.
//!
//! Each struct is one flat JSON object, and a [`Report`] is all of a day in one. A figure that has no value, because nobody was matched or no server was asked for,
//! is `null`, never 0 and never NaN.

use indexmap::IndexMap;
use serde::{Deserialize, Serialize};
#[cfg(feature = "tsify")]
use tsify::Tsify;

/// All figures of a run in one object: those of its servers and of its ladder only if it has them.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(Tsify))]
pub struct Report {
    /// Figures of every day.
    #[serde(flatten)]
    pub summary: Summary,
    /// Figures of a day on servers.
    #[serde(flatten)]
    pub servers: Option<ServersSummary>,
    /// Figures of a ranked day.
    #[serde(flatten)]
    pub ladder: Option<RankedSummary>,
}

/// The figures of a run, over the shown days.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(Tsify), tsify(missing_as_null))]
pub struct Summary {
    /// Digest of every event: 16 hexadecimal digits.
    pub digest: String,
    /// Players who joined; replays do not count.
    pub joined: u64,
    /// Players online when the first shown day started.
    pub inside_at_start: u64,
    /// Players online at the end.
    pub inside: u64,
    /// Players who left after a match.
    pub left: u64,
    /// Players who left because their search failed; 0 with bots.
    pub failed: u64,
    /// Matches formed.
    pub matches: u64,
    /// Highest CCU.
    pub ccu_peak: u32,
    /// When the CCU was highest for the first time, seconds since the first shown midnight.
    pub ccu_peak_at_s: u32,
    /// Mean CCU.
    pub ccu_mean: f64,
    /// Mean wait of matched players, s.
    pub wait_mean_s: Option<f64>,
    /// Median wait, s.
    pub wait_p50_s: Option<u32>,
    /// 95th percentile of the wait, s.
    pub wait_p95_s: Option<u32>,
    /// 99th percentile of the wait, s.
    pub wait_p99_s: Option<u32>,
    /// Mean RTT at which matched players play, ms.
    pub rtt_mean_ms: Option<f64>,
    /// 95th percentile of the RTT, ms.
    pub rtt_p95_ms: Option<u32>,
    /// Mean of the RTTs that the matchmaker estimated for matched players, ms.
    pub rtt_believed_mean_ms: Option<f64>,
    /// Share of matched players who play at 50 ms or less.
    pub share_le_50: Option<f64>,
    /// Share of matched players who play at 100 ms or less.
    pub share_le_100: Option<f64>,
    /// Share of matched players who were matched as warm bodies.
    pub warm_share: Option<f64>,
    /// Of the pairs of a joined player and a datacenter truly within the ideal cap, the share that the estimate put beyond
    /// the cap; 0 where nothing is estimated.
    pub wrongly_excluded: f64,
    /// Of the pairs that the estimate put within the ideal cap, the share truly beyond the cap; 0 where nothing is estimated.
    pub wrongly_included: f64,
    /// Mean length of a search in the playlist where it is longest, s. A failed search counts as longer than any other.
    pub worst_wait_mean_s: Option<f64>,
    /// 95th percentile of the length of a search in the playlist where it is longest, s. A failed search counts as longer
    /// than any other.
    pub worst_wait_p95_s: Option<u32>,
    /// Mean RTT at which matched players play in the playlist where it is highest, ms.
    pub worst_rtt_mean_ms: Option<f64>,
}

/// The figures of the servers of a run, over the shown days.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(Tsify), tsify(missing_as_null))]
pub struct ServersSummary {
    /// Most servers at once.
    pub servers_peak: u32,
    /// Server hours, including those of servers that boot or wait.
    pub server_hours: f64,
    /// Share of the server hours in which a match was on the server.
    pub utilisation: f64,
    /// Mean time from forming a match to its pickup by a server, s.
    pub pickup_wait_mean_s: Option<f64>,
    /// 95th percentile of the time from forming a match to its pickup, s.
    pub pickup_wait_p95_s: Option<u32>,
    /// Mean time from the pickup to a server that is ready for its players, s.
    pub ready_wait_mean_s: Option<f64>,
    /// Matches without a server when they formed.
    pub misses: u64,
    /// Matches without a server when they formed that got one later.
    pub cold_starts: u64,
    /// Matches that were completed.
    pub matches_completed: u64,
    /// Matches that ended neither completed nor refused.
    pub matches_lost: u64,
    /// Matches that a filter of the broker or the requirements of all allocators refused.
    pub matches_refused: u64,
    /// Matches that had formed and not ended at the first shown midnight.
    pub matches_open_at_start: u64,
    /// Matches that have formed and not ended.
    pub matches_open: u64,
    /// Cost of servers for one hour that one player plays in a match, in the currency of the servers' price.
    pub cost_per_hour_played: Option<f64>,
    /// How often each fail-safe timer expired, by its name; timers that never expired are left out.
    #[cfg_attr(feature = "tsify", tsify(type = "Record<string, number>"))]
    pub expiries: IndexMap<String, u64>,
}

/// The figures of the ladder of a run, over the shown days.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(Tsify), tsify(missing_as_null))]
pub struct RankedSummary {
    /// Root of the mean square of rating minus true skill, of accounts with ten matches or more, points.
    pub rating_rmse: Option<f64>,
    /// Mean of rating minus true skill, of accounts with ten matches or more, points.
    pub rating_bias: Option<f64>,
    /// Brier score: mean square of predicted shares minus outcomes.
    pub brier: Option<f64>,
    /// Brier score with true skill.
    pub brier_oracle: Option<f64>,
    /// Mean difference of the teams' true skills, points.
    pub fairness_mean: Option<f64>,
    /// 95th percentile of the difference of the teams' true skills, points.
    pub fairness_p95: Option<u32>,
    /// Share of the offered matches that all players accepted.
    pub accept_share: Option<f64>,
    /// Players who did not accept a match.
    pub dodges: u64,
    /// Players who left a match before its end.
    pub leavers: u64,
    /// Mean rating of all accounts that have played, minus the rating of a newcomer, points.
    pub inflation: f64,
    /// Of the accounts flagged as smurfs, the share that are smurfs.
    pub smurf_precision: Option<f64>,
    /// Of the smurfs who have played enough, the share flagged as smurfs.
    pub smurf_recall: Option<f64>,
    /// Brier score of the shadow rating system.
    pub shadow_brier: Option<f64>,
    /// Accounts at the end.
    pub accounts: u64,
    /// Accounts with ten matches or more by tier, from the lowest tier to the highest.
    #[cfg_attr(feature = "tsify", tsify(type = "Record<string, number>"))]
    pub tiers: IndexMap<String, u64>,
}
