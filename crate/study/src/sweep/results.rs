//! The results of a sweep.

use super::{Figures, Spec};

/// The figures of the runs made so far.
#[derive(Clone, Debug, PartialEq)]
pub struct Results {
    spec: Spec,
    dataset: String,
    checksum: String,
    /// By the number of the run.
    figures: Vec<Option<Figures>>,
}

impl Results {
    /// Empty results of a sweep over the data set `dataset`.
    pub fn new(spec: Spec, dataset: &str) -> Self {
        let (checksum, figures) = (spec.checksum(dataset), vec![None; spec.runs()]);
        Self { spec, dataset: dataset.to_owned(), checksum, figures }
    }

    /// The sweep.
    pub fn spec(&self) -> &Spec {
        &self.spec
    }

    /// Name of the data set.
    pub fn dataset(&self) -> &str {
        &self.dataset
    }

    /// The checksum that all results of one sweep share: see [`Spec::checksum`].
    pub fn checksum(&self) -> &str {
        &self.checksum
    }

    /// Adds the figures of a run. Returns `false` if the run has other figures or does not exist.
    pub fn insert(&mut self, run: usize, figures: Figures) -> bool {
        match self.figures.get_mut(run) {
            Some(free @ None) => {
                *free = Some(figures);
                true
            }
            Some(Some(there)) => *there == figures,
            None => false,
        }
    }

    /// The figures of a run, if it has been made.
    pub fn figures(&self, run: usize) -> Option<&Figures> {
        self.figures.get(run)?.as_ref()
    }

    /// Numbers of the runs not made yet.
    pub fn missing(&self) -> impl Iterator<Item = usize> {
        self.figures.iter().enumerate().filter(|(_, figures)| figures.is_none()).map(|(run, _)| run)
    }

    /// The number of a point's runs made so far.
    pub fn made(&self, point: usize) -> usize {
        self.of_point(point).count()
    }

    /// A figure of those of a point's runs made so far that have it, in the order of the seeds; `figure` is an
    /// index into [`Figures::names`].
    pub fn sample(&self, point: usize, figure: usize) -> Vec<f64> {
        self.of_point(point).filter_map(|figures| *figures.values().get(figure)?).collect()
    }

    fn of_point(&self, point: usize) -> impl Iterator<Item = &Figures> {
        let seeds = self.spec.seeds().len();
        self.figures.iter().skip(point * seeds).take(seeds).flatten()
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::super::Parts;
    use super::*;
    use matchday_base::RunDigest;
    use matchday_scenario::Params;

    /// Results of a sweep with two points and two seeds; each run's values identify the run.
    pub fn results(runs: &[usize]) -> Results {
        let spec = Spec::parse(Params::default(), "replay:0.5,0.6~seeds:2").unwrap();
        let mut results = Results::new(spec, "tiny");
        for &run in runs {
            assert!(results.insert(run, figures(run)));
        }
        results
    }

    /// The run that has no last figure.
    const WITHOUT_LAST: usize = 2;

    pub fn figures(run: usize) -> Figures {
        let mut digest = RunDigest::default();
        digest.fold(run as u64);
        let names = Figures::names(Parts::default());
        let value = |(at, name): (usize, &&str)| {
            let value = run as f64 + 0.1 * at as f64;
            let possible = if Figures::is_possible(name, value) { value } else { value / 100.0 };
            (run != WITHOUT_LAST || at + 1 < names.len()).then_some(possible)
        };
        Figures::new(digest, names.iter().enumerate().map(value).collect(), Parts::default()).unwrap()
    }

    #[test]
    fn a_point_has_the_runs_of_its_seeds() {
        let mut results = results(&[3, 0, 2]);
        assert_eq!(results.missing().collect::<Vec<_>>(), [1]);
        assert_eq!((results.sample(0, 0), results.sample(1, 0)), (vec![0.0], vec![2.0, 3.0]));
        let last = Figures::names(Parts::default()).len() - 1;
        assert_eq!((results.made(1), results.sample(1, last).len()), (2, 1), "what a run does not have is no value");
        assert!(results.sample(2, 0).is_empty());
        assert!(results.insert(3, figures(3)), "the same again");
        assert!(!results.insert(3, figures(1)) && !results.insert(4, figures(1)));
        assert_eq!(results.figures(3), Some(&figures(3)));
    }
}
