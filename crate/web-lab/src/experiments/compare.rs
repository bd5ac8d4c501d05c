//! Two scenarios over the same seeds.

use matchday_study::statistics::{mean, paired_difference, welch_difference};
use serde::{Deserialize, Serialize};
use tsify::Tsify;

/// A figure of both scenarios with the same seed; null if the day does not have it.
#[derive(Deserialize, Tsify)]
#[tsify(missing_as_null)]
pub struct SeedPair {
    /// In A.
    pub a: Option<f64>,
    /// In B.
    pub b: Option<f64>,
}

/// A figure in both scenarios, over the seeds with both values.
#[derive(Serialize, Tsify)]
#[tsify(missing_as_null)]
pub struct ComparedFigure {
    /// Mean in A; null without seeds.
    pub a: Option<f64>,
    /// Mean in B; null without seeds.
    pub b: Option<f64>,
    /// Their difference; null with fewer than two seeds.
    pub difference: Option<Difference>,
}

/// A mean difference with its 95 % confidence interval.
#[derive(Serialize, Tsify)]
pub struct Difference {
    /// B minus A.
    pub mean: f64,
    /// Half-width of the interval if the days of each seed are paired.
    pub half_width: f64,
    /// Half-width of the interval if they are not paired.
    pub half_width_apart: f64,
}

/// Compares one figure of two scenarios. Seeds without one of its values are left out.
pub(crate) fn difference(pairs: Vec<SeedPair>) -> ComparedFigure {
    let (a, b): (Vec<f64>, Vec<f64>) = pairs.into_iter().filter_map(|SeedPair { a, b }| a.zip(b)).unzip();
    let difference = paired_difference(&a, &b).zip(welch_difference(&a, &b)).map(|(paired, apart)| Difference {
        mean: paired.mean,
        half_width: paired.half_width,
        half_width_apart: apart.half_width,
    });
    ComparedFigure { a: mean(&a), b: mean(&b), difference }
}
