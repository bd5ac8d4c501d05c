//! The results kept of a run.

use matchday_base::RunDigest;
use matchday_scenario::Params;
use matchday_sim::{Day, DayError, World};
use matchday_wire::report::{RankedSummary, Report, Summary};
use std::sync::Arc;

/// A run's digest and the numbers of its [`Summary`], in the summary's order. The numbers of its
/// [`RankedSummary`] follow if the sweep has ranked days. A missing value counts as 0.
#[derive(Clone, Debug, PartialEq)]
pub struct Figures {
    digest: RunDigest,
    values: Vec<f64>,
}

/// A number of a report.
trait Number {
    fn number(self) -> f64;
}

impl Number for u32 {
    fn number(self) -> f64 {
        self.into()
    }
}

impl Number for u64 {
    /// Exact: a day has far fewer than 2^53 events, and floats count exactly to there.
    fn number(self) -> f64 {
        self as f64
    }
}

impl Number for f64 {
    fn number(self) -> f64 {
        self
    }
}

impl<N: Number> Number for Option<N> {
    fn number(self) -> f64 {
        self.map_or(0.0, Number::number)
    }
}

/// A figure of a report: its name and its getter.
type Figure<Report> = (&'static str, fn(&Report) -> f64);

macro_rules! figures {
    ($($name:ident)+) => {
        &[$((stringify!($name), |report| report.$name.number())),+]
    };
}

const OF_DAY: &[Figure<Summary>] = figures!(
    joined inside_at_start inside left failed matches ccu_peak ccu_peak_at_s ccu_mean wait_mean_s wait_p50_s wait_p95_s
    wait_p99_s rtt_mean_ms rtt_p95_ms rtt_believed_mean_ms share_le_50 share_le_100 warm_share wrongly_excluded
    wrongly_included worst_wait_mean_s worst_wait_p95_s worst_rtt_mean_ms
);

const OF_LADDER: &[Figure<RankedSummary>] = figures!(
    rating_rmse rating_bias rmse_per_day rating_spread skill_spread brier brier_oracle fairness_mean fairness_p95
    wait_p90_s accept_share dodges leavers inflation inflation_per_day smurf_precision smurf_recall shadow_brier accounts
);

impl Figures {
    /// Simulates the days of `params` in `world`. `ranked`: whether the sweep has ranked days.
    ///
    /// # Errors
    /// [`DayError`] if the days cannot be simulated.
    pub fn simulate(world: &Arc<World>, params: &Params, ranked: bool) -> Result<Self, DayError> {
        let Report { summary, ladder, .. } = Day::finished(world, params)?.report();
        Ok(Self::of(&summary, ranked.then(|| ladder.unwrap_or_default()).as_ref()))
    }

    /// The figures of these summaries.
    pub fn of(summary: &Summary, ladder: Option<&RankedSummary>) -> Self {
        let of_day = OF_DAY.iter().map(|(_, number)| number(summary));
        let of_ladder = ladder.into_iter().flat_map(|ladder| OF_LADDER.iter().map(|(_, number)| number(ladder)));
        // A default summary has no digest.
        Self { digest: summary.digest.parse().unwrap_or_default(), values: of_day.chain(of_ladder).collect() }
    }

    /// Figures with these values; `None` unless there is one finite value for each of [`names`](Self::names).
    pub fn new(digest: RunDigest, values: Vec<f64>, ranked: bool) -> Option<Self> {
        let fit = values.len() == Self::names(ranked).len() && values.iter().all(|value| value.is_finite());
        fit.then_some(Self { digest, values })
    }

    /// The names of the values; `ranked`: whether the sweep has ranked days.
    pub fn names(ranked: bool) -> Vec<&'static str> {
        let of_ladder = if ranked { OF_LADDER } else { &[] };
        OF_DAY.iter().map(|(name, _)| *name).chain(of_ladder.iter().map(|(name, _)| *name)).collect()
    }

    /// The digest of all events of the run.
    pub fn digest(&self) -> RunDigest {
        self.digest
    }

    /// The values, in the order of their [`names`](Self::names).
    pub fn values(&self) -> &[f64] {
        &self.values
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::Value;

    #[test]
    fn every_number_of_a_summary_is_kept() {
        let summary =
            Summary { digest: "00000000000000ff".into(), ccu_peak: 9, wrongly_included: 0.5, ..Default::default() };
        let ladder = RankedSummary { brier: Some(0.25), ..Default::default() };
        for (ladder, fields) in [(None, 24), (Some(&ladder), 43)] {
            let (figures, ranked) = (Figures::of(&summary, ladder), ladder.is_some());
            let names = Figures::names(ranked);
            let value = |name| names.iter().position(|n| *n == name).map(|at| figures.values()[at]);
            assert_eq!((value("ccu_peak"), value("wrongly_included")), (Some(9.0), Some(0.5)));
            assert_eq!((value("brier"), names.len()), (ladder.map(|_| 0.25), fields));
            assert_eq!(figures.digest().to_string(), summary.digest);
            assert_eq!(Figures::new(figures.digest(), figures.values().to_vec(), ranked), Some(figures.clone()));
            assert_eq!(Figures::new(figures.digest(), figures.values().to_vec(), !ranked), None);
            assert_eq!(Figures::new(figures.digest(), vec![f64::NAN; figures.values().len()], ranked), None);
        }
    }

    #[test]
    fn figures_are_all_numbers_of_the_reports() {
        let names = |report: Value| {
            let fields = report.as_object().unwrap().clone().into_iter();
            fields.filter(|(_, value)| value.is_number() || value.is_null()).map(|(name, _)| name).collect::<Vec<_>>()
        };
        let of_day = names(serde_json::to_value(Summary::default()).unwrap());
        let of_ladder = names(serde_json::to_value(RankedSummary::default()).unwrap());
        let mut all = [of_day, of_ladder].concat();
        all.sort_unstable();
        let mut kept = Figures::names(true);
        kept.sort_unstable();
        assert_eq!(kept, all);
    }
}
