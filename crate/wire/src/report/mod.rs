//! The figures of a simulated day, with the names that scripts use.
//!
//! Each struct is one flat JSON object; a [`Report`] has all figures of a day in one object. A figure without a value is
//! `null`, never 0 or NaN: the mean wait on a day without matches, for example.

mod ladder;
mod policy;
mod queue;

pub use ladder::{
    BoardSeat, DivisionReport, EndedSeason, Finalist, GAP_POINTS, LadderReport, Most, PredictionBin, RatingError,
    Smurfs, TierReport, UpsetWin, Week,
};
pub use policy::{PolicyReport, RuleReport, SearchReport};
pub use queue::{QueueOutcome, QueuePairs, QueueReport, QueueSpan};

use indexmap::IndexMap;
use serde::{Deserialize, Serialize};
#[cfg(feature = "tsify")]
use tsify::Tsify;

/// All figures of a run in one object. Figures of servers or of a ladder are left out on a day without them.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(Tsify))]
pub struct Report {
    /// Figures of every day.
    #[serde(flatten)]
    pub summary: Summary,
    /// Figures of a day on servers.
    #[serde(flatten)]
    #[cfg_attr(feature = "tsify", tsify(type = "Partial<ServersSummary>"))]
    pub servers: Option<ServersSummary>,
    /// Figures of a ranked day.
    #[serde(flatten)]
    #[cfg_attr(feature = "tsify", tsify(type = "Partial<RankedSummary>"))]
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
    /// Players who left after a match, or quit it.
    pub left: u64,
    /// Players who left because their search failed; 0 with bots.
    pub failed: u64,
    /// Players who gave up: the sum of the next three.
    pub abandoned: u64,
    /// Players who gave up while they searched.
    pub abandoned_searching: u64,
    /// Players who gave up while their match waited for a server.
    pub abandoned_placing: u64,
    /// Players whose ranked ticket expired.
    pub abandoned_tickets: u64,
    /// Players who quit a match; they are among those who left.
    pub quit: u64,
    /// Matches formed.
    pub matches: u64,
    /// Matches of a single player against bots.
    pub bots_matches: u64,
    /// Mean of what waits, lag, bots and lost matches took off the replay rate of a player, as a share.
    pub replay_loss_mean: Option<f64>,
    /// Highest CCU.
    pub ccu_peak: u32,
    /// Time of the first highest CCU, seconds after the first shown midnight.
    pub ccu_peak_at_s: u32,
    /// Mean CCU.
    pub ccu_mean: f64,
    /// Mean wait of matched players, s.
    pub wait_mean_s: Option<f64>,
    /// Median wait, s.
    pub wait_p50_s: Option<f64>,
    /// 95th percentile of the wait, s.
    pub wait_p95_s: Option<f64>,
    /// 99th percentile of the wait, s.
    pub wait_p99_s: Option<f64>,
    /// Mean RTT of matched players, ms.
    pub rtt_mean_ms: Option<f64>,
    /// 95th percentile of the RTT of matched players, ms.
    pub rtt_p95_ms: Option<u32>,
    /// Mean of the RTTs that the matchmaker estimated for matched players, ms. `rtt_believed_mean_ms` is its old name.
    #[serde(alias = "rtt_believed_mean_ms")]
    pub rtt_estimated_mean_ms: Option<f64>,
    /// Share of matched players with an RTT of 50 ms or less.
    pub share_le_50: Option<f64>,
    /// Share of matched players with an RTT of 100 ms or less.
    pub share_le_100: Option<f64>,
    /// Share of matched players who were matched as warm bodies.
    pub warm_share: Option<f64>,
    /// Share of wrongly excluded pairs, of all pairs of a joined player and a datacenter that are within the ideal limit
    /// by actual RTT: the estimate is above the limit. Null if estimates equal actual RTTs.
    pub wrongly_excluded: Option<f64>,
    /// Share of wrongly included pairs, of all pairs of a joined player and a datacenter that are within the ideal limit
    /// by estimate: the actual RTT is above the limit. Null if estimates equal actual RTTs.
    pub wrongly_included: Option<f64>,
    /// Mean length of a search, s, in the playlist with the longest mean. A failed search counts as longer than every
    /// successful one.
    pub worst_wait_mean_s: Option<f64>,
    /// 95th percentile of the length of a search, s, in the playlist with the highest percentile. A failed search counts as
    /// longer than every successful one.
    pub worst_wait_p95_s: Option<f64>,
    /// Mean RTT of matched players, ms, in the playlist with the highest mean.
    pub worst_rtt_mean_ms: Option<f64>,
    /// Of the players of some matches who played another one, the share who met somebody of the first match in it.
    pub rematch_share: Option<f64>,
    /// Matches whose players were followed for this.
    pub rematch_sample: u64,
    /// Largest group of players linked by shared matches between 18:00 and 18:20 UTC, as a share of all who played then.
    pub largest_group_share: Option<f64>,
    /// Matches that link players for this.
    pub largest_group_sample: u64,
}

/// The figures of the servers of a run, over the shown days.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(Tsify), tsify(missing_as_null))]
pub struct ServersSummary {
    /// Highest number of servers at one time.
    pub servers_peak: u32,
    /// Server hours, including the hours in which servers boot or wait.
    pub server_hours: f64,
    /// Share of the server hours in which servers had a match; null without server hours.
    pub utilisation: Option<f64>,
    /// Mean time from the formation of a match to its pickup by a server, s.
    pub pickup_wait_mean_s: Option<f64>,
    /// 95th percentile of the time from the formation of a match to its pickup by a server, s.
    pub pickup_wait_p95_s: Option<u32>,
    /// Mean time from the pickup until the server is ready for its players, s.
    pub ready_wait_mean_s: Option<f64>,
    /// Matches that no server picked up in the second in which they formed.
    pub misses: u64,
    /// Matches without a server when they formed that got a server later.
    pub cold_starts: u64,
    /// Matches that were completed.
    pub matches_completed: u64,
    /// Matches that failed, other than refused ones: the sum of the next five.
    pub matches_lost: u64,
    /// Matches that no server picked up in time.
    pub matches_no_server: u64,
    /// Matches whose server was not ready in time.
    pub matches_not_ready: u64,
    /// Matches that ran longer than a match may.
    pub matches_overran: u64,
    /// Matches that lost their server.
    pub matches_server_lost: u64,
    /// Matches that were cancelled, such as those that waited at a datacenter as it failed.
    pub matches_cancelled: u64,
    /// Matches that a filter of the broker or the requirements of all allocators refused.
    pub matches_refused: u64,
    /// Matches that had formed and not ended at the first shown midnight.
    pub matches_open_at_start: u64,
    /// Matches that have formed and not ended.
    pub matches_open: u64,
    /// Cost of servers for one hour that one player plays in a match, in the currency of the servers' price.
    pub cost_per_hour_played: Option<f64>,
    /// Number of expiries of each fail-safe timer, by its name; timers that never expired are left out.
    #[cfg_attr(feature = "tsify", tsify(type = "Record<string, number>"))]
    pub expiries: IndexMap<String, u64>,
}

/// The figures of the ladder of a run, over the shown days.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(Tsify), tsify(missing_as_null))]
pub struct RankedSummary {
    /// Root mean square of rating minus true skill, over accounts with ten matches or more, points.
    pub rating_rmse: Option<f64>,
    /// Mean of rating minus true skill, over accounts with ten matches or more, points.
    pub rating_bias: Option<f64>,
    /// Change of `rating_rmse` a shown day, points.
    pub rmse_per_day: Option<f64>,
    /// Standard deviation of the ratings of accounts with ten matches or more, points.
    pub rating_spread: Option<f64>,
    /// Standard deviation of the true skills of the same accounts, points.
    pub skill_spread: Option<f64>,
    /// Brier score: mean square of predicted result minus actual result.
    pub brier: Option<f64>,
    /// Brier score with true skill.
    pub brier_oracle: Option<f64>,
    /// Mean difference of the teams' true skills, points.
    pub fairness_mean: Option<f64>,
    /// 95th percentile of the difference of the teams' true skills, points.
    pub fairness_p95: Option<u32>,
    /// 90th percentile of the wait of matched players, s.
    pub wait_p90_s: Option<f64>,
    /// Of the ready checks that ended, the share that all players accepted.
    pub accept_share: Option<f64>,
    /// Players who did not accept a match.
    pub dodges: u64,
    /// Players who left a match before its end.
    pub leavers: u64,
    /// Mean rating of all accounts with a match, minus the rating of a newcomer, points; null while no account
    /// has one.
    pub inflation: Option<f64>,
    /// Change of `inflation` a shown day, points.
    pub inflation_per_day: Option<f64>,
    /// Share of smurfs among the accounts flagged as smurfs.
    pub smurf_precision: Option<f64>,
    /// Share of flagged accounts among the smurfs with ten matches or more.
    pub smurf_recall: Option<f64>,
    /// Brier score of the shadow rating system.
    pub shadow_brier: Option<f64>,
    /// Accounts at the end.
    pub accounts: u64,
    /// Accounts with ten matches or more by tier, from the lowest tier to the highest.
    #[cfg_attr(feature = "tsify", tsify(type = "Record<string, number>"))]
    pub tiers: IndexMap<String, u64>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reports_with_the_former_name_of_a_figure_are_read() {
        let report = Report {
            summary: Summary { rtt_estimated_mean_ms: Some(41.5), ..Summary::default() },
            servers: None,
            ladder: Some(RankedSummary::default()),
        };
        let text = serde_json::to_string(&report).unwrap();
        let former = text.replace("rtt_estimated_mean_ms", "rtt_believed_mean_ms");
        assert_ne!(former, text);
        assert_eq!(serde_json::from_str::<Report>(&former).unwrap(), report);
    }
}
