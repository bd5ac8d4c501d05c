//! The results kept of a run.

use matchday_base::RunDigest;
use matchday_observe::{Day, DayError, Options};
use matchday_scenario::Params;
use matchday_sim::Simulate;
use matchday_sim::World;
use matchday_sim::servers::FleetRules;
use matchday_sim::theory::Searching;
use matchday_wire::report::{RankedSummary, Report, ServersSummary, Summary};
use std::sync::Arc;

/// The parts of a report that a sweep keeps beside the figures of every day.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Parts {
    /// Whether it has days on servers.
    pub servers: bool,
    /// Whether it has ranked days.
    pub ladder: bool,
}

/// A run's digest and the numbers of its [`Summary`], in the summary's order. The numbers of its
/// [`ServersSummary`] and [`RankedSummary`] follow if the sweep has such [`Parts`]. A value that the day does not
/// have is `None`.
#[derive(Clone, Debug, PartialEq)]
pub struct Figures {
    digest: RunDigest,
    values: Vec<Option<f64>>,
}

/// A number of a report, if it has it.
trait Number {
    fn number(self) -> Option<f64>;
}

impl Number for u32 {
    fn number(self) -> Option<f64> {
        Some(self.into())
    }
}

impl Number for u64 {
    /// Exact: a day has far fewer than 2^53 events, and floats count exactly to there.
    fn number(self) -> Option<f64> {
        Some(self as f64)
    }
}

impl Number for f64 {
    fn number(self) -> Option<f64> {
        Some(self)
    }
}

impl<N: Number> Number for Option<N> {
    fn number(self) -> Option<f64> {
        self.and_then(Number::number)
    }
}

/// A figure of a report: its name and its getter.
type Figure<Report> = (&'static str, fn(&Report) -> Option<f64>);

macro_rules! figures {
    ($($name:ident)+) => {
        &[$((stringify!($name), |report| report.$name.number())),+]
    };
}

const OF_DAY: &[Figure<Summary>] = figures!(
    joined inside_at_start inside left failed abandoned abandoned_searching abandoned_placing abandoned_tickets quit
    matches bots_matches replay_loss_mean ccu_peak ccu_peak_at_s ccu_mean wait_mean_s wait_p50_s wait_p95_s wait_p99_s
    rtt_mean_ms rtt_p95_ms rtt_estimated_mean_ms share_le_50 share_le_100 warm_share wrongly_excluded wrongly_included
    worst_wait_mean_s worst_wait_p95_s worst_rtt_mean_ms rematch_share rematch_sample largest_group_share
    largest_group_sample
);

const OF_SERVERS: &[Figure<ServersSummary>] = figures!(
    servers_peak server_hours utilisation pickup_wait_mean_s pickup_wait_p95_s ready_wait_mean_s misses cold_starts
    matches_completed matches_lost matches_no_server matches_not_ready matches_overran
    matches_server_lost matches_cancelled matches_refused matches_open_at_start matches_open cost_per_hour_played
);

const OF_LADDER: &[Figure<RankedSummary>] = figures!(
    rating_rmse rating_bias rmse_per_day rating_spread skill_spread brier brier_oracle fairness_mean fairness_p95
    wait_p90_s accept_share dodges leavers inflation inflation_per_day smurf_precision smurf_recall shadow_brier accounts
);

/// Figures that may be below 0.
const SIGNED: [&str; 5] = ["rating_bias", "rmse_per_day", "inflation", "inflation_per_day", "replay_loss_mean"];
/// Figures that are a part of 1, beside those with `share` in their names.
const SHARES: [&str; 8] = [
    "wrongly_excluded",
    "wrongly_included",
    "utilisation",
    "brier",
    "brier_oracle",
    "shadow_brier",
    "smurf_precision",
    "smurf_recall",
];

impl Figures {
    /// Simulates the days of `params` in `world`. `fleet`: the settings of their servers, where users' files have some.
    ///
    /// # Errors
    /// [`DayError`] if the days cannot be simulated, or their policy fails.
    pub fn simulate(
        world: &Arc<World>,
        params: &Params,
        fleet: Option<FleetRules>,
        parts: Parts,
    ) -> Result<Self, DayError> {
        let mut day = Day::new(world, params, Options { fleet, ..Options::default() })?;
        day.advance(u32::MAX);
        day.fault().cloned().map_or(Ok(()), Err)?;
        Ok(Self::of(&day.report(), parts))
    }

    /// The figures of a day. `parts` are those of the sweep; this day may have fewer.
    pub fn of(Report { summary, servers, ladder }: &Report, parts: Parts) -> Self {
        let of_day = OF_DAY.iter().map(|(_, number)| number(summary));
        let of_servers = OF_SERVERS.iter().filter(|_| parts.servers).map(|(_, number)| number(servers.as_ref()?));
        let of_ladder = OF_LADDER.iter().filter(|_| parts.ladder).map(|(_, number)| number(ladder.as_ref()?));
        let values = of_day.chain(of_servers).chain(of_ladder).collect();
        // A default summary has no digest.
        Self { digest: summary.digest.parse().unwrap_or_default(), values }
    }

    /// Figures with these values; `None` unless there is one for each of [`names`](Self::names), finite if the day
    /// has it.
    pub fn new(digest: RunDigest, values: Vec<Option<f64>>, parts: Parts) -> Option<Self> {
        let fit = values.len() == Self::names(parts).len() && values.iter().flatten().all(|value| value.is_finite());
        fit.then_some(Self { digest, values })
    }

    /// Whether a day can have this value of a figure.
    pub fn is_possible(name: &str, value: f64) -> bool {
        let is_share = name.contains("share") || SHARES.contains(&name);
        value.is_finite() && (value >= 0.0 || SIGNED.contains(&name)) && (value <= 1.0 || !is_share)
    }

    /// The names of the values.
    pub fn names(parts: Parts) -> Vec<&'static str> {
        let of_servers = OF_SERVERS.iter().filter(|_| parts.servers).map(|(name, _)| *name);
        let of_ladder = OF_LADDER.iter().filter(|_| parts.ladder).map(|(name, _)| *name);
        OF_DAY.iter().map(|(name, _)| *name).chain(of_servers).chain(of_ladder).collect()
    }

    /// A figure of every day, by its name in [`Summary`]; `None` if the day does not have it.
    pub fn value(&self, name: &str) -> Option<f64> {
        *self.values.get(OF_DAY.iter().position(|(other, _)| *other == name)?)?
    }

    /// The statistics of the day's searches, with `players` players a match.
    pub fn searching(&self, players: u32) -> Searching {
        let count = |name| self.value(name).unwrap_or_default() as u64;
        let summary = Summary {
            matches: count("matches"),
            failed: count("failed"),
            bots_matches: count("bots_matches"),
            abandoned_searching: count("abandoned_searching"),
            abandoned_tickets: count("abandoned_tickets"),
            wait_mean_s: self.value("wait_mean_s"),
            replay_loss_mean: self.value("replay_loss_mean"),
            ..Summary::default()
        };
        Searching::of_summary(&summary, players)
    }

    /// The digest of all events of the run.
    pub fn digest(&self) -> RunDigest {
        self.digest
    }

    /// The values, in the order of their [`names`](Self::names).
    pub fn values(&self) -> &[Option<f64>] {
        &self.values
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::Value;

    const ALL: Parts = Parts { servers: true, ladder: true };

    #[test]
    fn every_number_of_a_summary_is_kept() {
        let summary = Summary { digest: "00000000000000ff".into(), ccu_peak: 9, ..Default::default() };
        let servers = ServersSummary { misses: 4, ..Default::default() };
        let ladder = RankedSummary { brier: Some(0.25), ..Default::default() };
        let report = Report { summary, servers: Some(servers), ladder: Some(ladder) };
        for (servers, ladder, fields) in [(false, false, 35), (true, false, 54), (false, true, 54), (true, true, 73)] {
            let parts = Parts { servers, ladder };
            let (figures, names) = (Figures::of(&report, parts), Figures::names(parts));
            let value = |name| names.iter().position(|n| *n == name).and_then(|at| figures.values()[at]);
            let expected = (Some(9.0), servers.then_some(4.0), ladder.then_some(0.25));
            assert_eq!((value("ccu_peak"), value("misses"), value("brier")), expected);
            assert_eq!(names.len(), fields);
            assert_eq!(figures.digest().to_string(), report.summary.digest);
            assert_eq!(Figures::new(figures.digest(), figures.values().to_vec(), parts), Some(figures.clone()));
            let more = Parts { ladder: !ladder, ..parts };
            assert_eq!(Figures::new(figures.digest(), figures.values().to_vec(), more), None);
            assert_eq!(Figures::new(figures.digest(), vec![Some(f64::NAN); fields], parts), None);
        }
    }

    #[test]
    fn what_a_day_does_not_have_is_missing() {
        let plain = Figures::of(&Report::default(), ALL);
        for (name, value) in Figures::names(ALL).iter().zip(plain.values()) {
            let counted = Figures::names(Parts::default()).contains(name) && matches!(value, Some(0.0));
            assert!(counted || value.is_none(), "{name}: {value:?}");
        }
        let missing = |name| plain.values()[Figures::names(ALL).iter().position(|n| *n == name).unwrap()].is_none();
        assert!(["wait_mean_s", "wrongly_included", "misses", "accounts", "brier"].into_iter().all(missing));
        assert!(!missing("matches"));
    }

    #[test]
    fn figures_are_all_numbers_of_the_reports() {
        let names = |report: Value| {
            let fields = report.as_object().unwrap().clone().into_iter();
            fields.filter(|(_, value)| value.is_number() || value.is_null()).map(|(name, _)| name).collect::<Vec<_>>()
        };
        let of_day = names(serde_json::to_value(Summary::default()).unwrap());
        let of_servers = names(serde_json::to_value(ServersSummary::default()).unwrap());
        let of_ladder = names(serde_json::to_value(RankedSummary::default()).unwrap());
        let mut all = [of_day, of_servers, of_ladder].concat();
        all.sort_unstable();
        let mut kept = Figures::names(ALL);
        kept.sort_unstable();
        assert_eq!(kept, all);
    }
}
