//! What is kept of a run.

use matchday_base::{Params, RunDigest};
use matchday_sim::summary::Value;
use matchday_sim::{Summary, World, servers};
use std::sync::Arc;

/// A run's digest and the numbers of its [`Summary`], in the summary's order.
#[derive(Clone, Debug, PartialEq)]
pub struct Figures {
    digest: RunDigest,
    values: Vec<f64>,
}

impl Figures {
    /// Simulates the days of `params` on their world.
    pub fn simulate(world: &Arc<World>, params: &Params) -> Self {
        Self::of(&servers::whole_days(world, params).summary)
    }

    /// What is kept of this summary.
    pub fn of(summary: &Summary) -> Self {
        let values = summary.fields().into_iter().filter_map(|(_, value)| number(&value));
        // A summary that no run has filled in has no digest.
        Self { digest: summary.digest.parse().unwrap_or_default(), values: values.collect() }
    }

    /// The figures of these values, finite and as many as there are [`names`](Self::names).
    pub fn new(digest: RunDigest, values: Vec<f64>) -> Option<Self> {
        let fit = values.len() == Self::names().len() && values.iter().all(|value| value.is_finite());
        fit.then_some(Self { digest, values })
    }

    /// What the values are called.
    pub fn names() -> Vec<&'static str> {
        let fields = Summary::default().fields();
        fields.into_iter().filter(|(_, value)| number(value).is_some()).map(|(name, _)| name).collect()
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
        let figures = Figures::of(&summary);
        let value = |name| figures.values()[Figures::names().iter().position(|n| *n == name).unwrap()];
        assert_eq!((value("ccu_peak"), value("wrongly_included")), (9.0, 0.5));
        assert_eq!(figures.digest().to_string(), summary.digest);
        assert_eq!(Figures::names().len(), summary.fields().len() - 1);
        assert_eq!(Figures::new(figures.digest(), figures.values().to_vec()), Some(figures.clone()));
        assert_eq!(Figures::new(figures.digest(), vec![1.0]), None);
        assert_eq!(Figures::new(figures.digest(), vec![f64::NAN; figures.values().len()]), None);
    }
}
