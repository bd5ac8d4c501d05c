//! What is kept of a run.

use matchday_base::RunDigest;
use matchday_scenario::Params;
use matchday_sim::ranked::summary::RankedSummary;
use matchday_sim::summary::Value;
use matchday_sim::{Days, DaysError, Summary, World, days};
use std::sync::Arc;

/// A run's digest and the numbers of its [`Summary`], in the summary's order, and behind them those of its
/// [`RankedSummary`], if the sweep has ranked days.
#[derive(Clone, Debug, PartialEq)]
pub struct Figures {
    digest: RunDigest,
    values: Vec<f64>,
}

impl Figures {
    /// Simulates the days of `params` on their world. `ranked`: whether the sweep has ranked days.
    ///
    /// # Errors
    /// [`DaysError`] if they cannot be.
    pub fn simulate(world: &Arc<World>, params: &Params, ranked: bool) -> Result<Self, DaysError> {
        let Days { summary, ladder, .. } = days::whole(world, params)?;
        Ok(Self::of(&summary, ranked.then(|| ladder.unwrap_or_default()).as_ref()))
    }

    /// What is kept of these summaries.
    pub fn of(summary: &Summary, ladder: Option<&RankedSummary>) -> Self {
        let of_ladder = ladder.into_iter().flat_map(RankedSummary::fields);
        let values = summary.fields().into_iter().chain(of_ladder).filter_map(|(_, value)| number(&value));
        // A summary that no run has filled in has no digest.
        Self { digest: summary.digest.parse().unwrap_or_default(), values: values.collect() }
    }

    /// The figures of these values, finite and as many as there are [`names`](Self::names).
    pub fn new(digest: RunDigest, values: Vec<f64>, ranked: bool) -> Option<Self> {
        let fit = values.len() == Self::names(ranked).len() && values.iter().all(|value| value.is_finite());
        fit.then_some(Self { digest, values })
    }

    /// What the values are called; `ranked`: whether the sweep has ranked days.
    pub fn names(ranked: bool) -> Vec<&'static str> {
        let ladder = ranked.then(RankedSummary::default);
        let of_ladder = ladder.iter().flat_map(RankedSummary::fields);
        Summary::default()
            .fields()
            .into_iter()
            .chain(of_ladder)
            .filter(|(_, value)| number(value).is_some())
            .map(|(name, _)| name)
            .collect()
    }

    /// The digest of every event of the run.
    pub fn digest(&self) -> RunDigest {
        self.digest
    }

    /// The values, in the order of their [`names`](Self::names).
    pub fn values(&self) -> &[f64] {
        &self.values
    }
}

/// Exact: a day has far fewer events than the 2^53 up to which a float counts.
fn number(value: &Value) -> Option<f64> {
    match value {
        Value::Text(_) => None,
        Value::Whole(n) => Some(*n as f64),
        Value::Real(x) => Some(*x),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_of_a_summary_is_kept() {
        let summary =
            Summary { digest: "00000000000000ff".into(), ccu_peak: 9, wrongly_included: 0.5, ..Default::default() };
        let ladder = RankedSummary { brier: 0.25, ..Default::default() };
        for (ladder, fields) in [(None, 24), (Some(&ladder), 38)] {
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
}
