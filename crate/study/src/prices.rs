//! What a better match is worth in peak players: the loop from waits, lag and failures back to the replay rate.
//!
//! A sweep moves one quality of the matches. The slope of peak players over that quality is measured seed by seed,
//! and every seed has the same joins at all points. The closed form stands beside it: waits, failures and losses of
//! a run and the peak that follows from them are a fixed point of CCU = lambda (W + L + B) / (1 - p + loss).

use crate::statistics::{Interval, mean, mean_interval, slope};
use crate::sweep::{Figures, Results};
use matchday_scenario::Params;
use matchday_sim::theory::Searching;

/// A quality of matches that players may mind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quality {
    /// The mean wait, s.
    Wait,
    /// The share of players within 50 ms of their match.
    Near,
    /// The share of searches that end without a match against players.
    Failures,
}

/// The runs of one point of the sweep.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    /// Mean of the quality.
    pub quality: f64,
    /// Mean of peak CCU.
    pub peak: f64,
    /// Its 95 % interval; `None` for one run.
    pub interval: Option<Interval>,
    /// Peak CCU by the closed form, from the measured searches.
    pub formula: f64,
}

/// Peak players over a quality.
#[derive(Clone, Debug, PartialEq)]
pub struct Prices {
    /// By point; `None` without runs that have the quality.
    pub points: Vec<Option<Point>>,
    /// Peak players for one unit more of the quality: the mean over the seeds with its 95 % interval. `None` for
    /// fewer than two seeds with all points, or if the quality is the same everywhere.
    pub slope: Option<Interval>,
    /// The same by the closed form; `None` for fewer than two points.
    pub slope_formula: Option<f64>,
}

impl Quality {
    fn of(self, figures: &Figures, searching: Searching) -> Option<f64> {
        match self {
            Self::Wait => figures.value("wait_mean_s"),
            Self::Near => figures.value("share_le_50"),
            Self::Failures => Some(searching.failed),
        }
    }
}

/// One run: its quality, its peak and the peak by the closed form.
type Run = [f64; 3];

/// Peak players over a quality, from the runs made so far. `peak` is the closed form of peak CCU.
pub fn prices(results: &Results, quality: Quality, peak: impl Fn(&Params, Searching) -> f64) -> Prices {
    let spec = results.spec();
    let seeds = spec.seeds().len();
    let run = |run: usize| -> Option<Run> {
        let (params, figures) = (spec.run(run).params, results.figures(run)?);
        let searching = figures.searching(params.players());
        Some([quality.of(figures, searching)?, figures.value("ccu_peak")?, peak(&params, searching)])
    };
    let runs: Vec<Option<Run>> = (0..spec.runs()).map(run).collect();
    let points: Vec<Option<Point>> = runs.chunks(seeds).map(point).collect();
    let of_seed = |seed: usize| runs.iter().skip(seed).step_by(seeds).copied().collect::<Option<Vec<Run>>>();
    let slopes: Vec<f64> =
        (0..seeds).filter_map(|seed| slope(of_seed(seed)?.iter().map(|run| (run[0], run[1])))).collect();
    let by_formula = points.iter().flatten().map(|point| (point.quality, point.formula));
    Prices { slope: mean_interval(&slopes), slope_formula: slope(by_formula), points }
}

fn point(runs: &[Option<Run>]) -> Option<Point> {
    let column = |at: usize| runs.iter().flatten().map(|run| run[at]).collect::<Vec<f64>>();
    let peaks = column(1);
    Some(Point {
        quality: mean(&column(0))?,
        peak: mean(&peaks)?,
        interval: mean_interval(&peaks),
        formula: mean(&column(2))?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sweep::Spec;
    use matchday_base::RunDigest;

    /// Runs with these figures, by point and seed.
    fn results(runs: &[&[(&str, f64)]]) -> Results {
        let spec = Spec::parse(Params::default(), "interval_s:1,7~seeds:2").unwrap();
        let parts = spec.parts();
        let mut results = Results::new(spec, "tiny");
        for (run, figures) in runs.iter().enumerate() {
            let value = |name: &str| figures.iter().find(|(other, _)| *other == name).map(|(_, value)| *value);
            let values = Figures::names(parts).into_iter().map(value).collect();
            assert!(results.insert(run, Figures::new(RunDigest::default(), values, parts).unwrap()));
        }
        results
    }

    /// By hand: 310 players a second in both seeds, which differ by 40 players everywhere.
    #[test]
    fn seeds_are_compared_with_themselves() {
        let run = |wait, peak| [("wait_mean_s", wait), ("ccu_peak", peak)];
        let runs = [run(1.0, 3_000.0), run(1.0, 3_040.0), run(5.0, 1_760.0), run(5.0, 1_800.0)];
        let results = results(&runs.each_ref().map(<[_; 2]>::as_slice));
        let prices = prices(&results, Quality::Wait, |params, searching| {
            assert!(searching.mean_s == 0.5 || searching.mean_s == 4.5, "whole seconds: {searching:?}");
            f64::from(params.interval_s()) * 100.0
        });
        assert_eq!(prices.slope, Some(Interval { mean: -310.0, half_width: 0.0 }));
        assert_eq!(prices.slope_formula, Some(150.0), "100 and 700 players, 4 s apart");
        let point = prices.points[1].unwrap();
        assert_eq!((point.quality, point.peak, point.formula), (5.0, 1_780.0, 700.0));
        assert!(point.interval.is_some());
    }

    #[test]
    fn what_is_everywhere_the_same_has_no_price() {
        let run = [("wait_mean_s", 1.0), ("ccu_peak", 3_000.0), ("matches", 100.0), ("failed", 100.0)];
        let results = results(&[run.as_slice(); 3]);
        let of = |quality| prices(&results, quality, |_, _| 0.0);
        assert_eq!((of(Quality::Wait).slope, of(Quality::Wait).slope_formula), (None, None));
        assert_eq!(of(Quality::Near).points, [None, None], "no run has this figure");
        // 400 players in matches, 100 searches that failed.
        assert_eq!(of(Quality::Failures).points[0].unwrap().quality, 0.2);
    }
}
