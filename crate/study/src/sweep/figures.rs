//! The results kept of a run.

use matchday_base::RunDigest;
use matchday_scenario::Params;
use matchday_sim::{Day, DayError, World};
use matchday_wire::report::{RankedSummary, Report, Summary};
use std::sync::Arc;

/// A run's digest and the numbers of its [`Summary`], in the summary's order. The numbers of its
/// [`RankedSummary`] follow if the sweep has ranked days. A value that the day does not have is `None`.
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

const OF_LADDER: &[Figure<RankedSummary>] = figures!(
    rating_rmse rating_bias brier brier_oracle fairness_mean fairness_p95 accept_share dodges leavers inflation
    smurf_precision smurf_recall shadow_brier accounts
);

impl Figures {
    /// Simulates the days of `params` in `world`. `ranked`: whether the sweep has ranked days.
    ///
    /// # Errors
    /// [`DayError`] if the days cannot be simulated.
    pub fn simulate(world: &Arc<World>, params: &Params, ranked: bool) -> Result<Self, DayError> {
        Ok(Self::of(&Day::finished(world, params)?.report(), ranked))
    }

    /// The figures of a day. `ranked`: whether the sweep has ranked days; this day may be another.
    pub fn of(Report { summary, ladder, .. }: &Report, ranked: bool) -> Self {
        let of_day = OF_DAY.iter().map(|(_, number)| number(summary));
        let of_ladder = OF_LADDER.iter().filter(|_| ranked).map(|(_, number)| number(ladder.as_ref()?));
        // A default summary has no digest.
        Self { digest: summary.digest.parse().unwrap_or_default(), values: of_day.chain(of_ladder).collect() }
    }

    /// Figures with these values; `None` unless there is one for each of [`names`](Self::names), finite if the day
    /// has it.
    pub fn new(digest: RunDigest, values: Vec<Option<f64>>, ranked: bool) -> Option<Self> {
        let fit = values.len() == Self::names(ranked).len() && values.iter().flatten().all(|value| value.is_finite());
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
    pub fn values(&self) -> &[Option<f64>] {
        &self.values
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::Value;

    #[test]
    fn every_number_of_a_summary_is_kept() {
        let summary = Summary { digest: "00000000000000ff".into(), ccu_peak: 9, ..Default::default() };
        let ladder = RankedSummary { brier: Some(0.25), ..Default::default() };
        let report = Report { summary, ladder: Some(ladder), ..Default::default() };
        for (ranked, fields) in [(false, 35), (true, 49)] {
            let (figures, names) = (Figures::of(&report, ranked), Figures::names(ranked));
            let value = |name| names.iter().position(|n| *n == name).map(|at| figures.values()[at]);
            assert_eq!((value("ccu_peak"), value("brier")), (Some(Some(9.0)), ranked.then_some(Some(0.25))));
            assert_eq!(names.len(), fields);
            assert_eq!(figures.digest().to_string(), report.summary.digest);
            assert_eq!(Figures::new(figures.digest(), figures.values().to_vec(), ranked), Some(figures.clone()));
            assert_eq!(Figures::new(figures.digest(), figures.values().to_vec(), !ranked), None);
            assert_eq!(Figures::new(figures.digest(), vec![Some(f64::NAN); fields], ranked), None);
        }
    }

    #[test]
    fn what_a_day_does_not_have_is_missing() {
        let unranked = Figures::of(&Report::default(), true);
        for (name, value) in Figures::names(true).iter().zip(unranked.values()) {
            let counted = Figures::names(false).contains(name) && matches!(value, Some(0.0));
            assert!(counted || value.is_none(), "{name}: {value:?}");
        }
        let missing = |name| unranked.values()[Figures::names(true).iter().position(|n| *n == name).unwrap()].is_none();
        assert!(["wait_mean_s", "wrongly_included", "accounts", "brier"].into_iter().all(missing));
        assert!(!missing("matches"));
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
