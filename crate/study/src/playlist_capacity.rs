//! The number of playlists that a population sustains: the largest number with all figures within their
//! targets, even in the worst-served playlist.

use crate::statistics::{mean, mean_interval};

/// A figure of the worst-served playlist, in runs with more and more playlists.
#[derive(Clone, Debug, PartialEq)]
pub struct Figure {
    /// The target: the highest value allowed, in the figure's unit.
    pub most: f64,
    /// Samples for each number of playlists, one value per run that has the figure; empty if none has.
    pub samples: Vec<Vec<f64>>,
}

/// The point at which a target is first missed.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "tsify", derive(serde::Serialize, tsify::Tsify))]
pub struct PlaylistCapacity {
    /// Number of points, from the first, at which every mean is within its target.
    pub fit: usize,
    /// For each figure, whether its mean at the next point misses its target; empty if a figure has
    /// no value there.
    pub broken: Vec<bool>,
    /// Whether a 95 % interval on either side of the border contains its target, so the border may be chance.
    pub unsure: bool,
}

/// The capacity by these figures, whose points are in rising order of playlists.
pub fn capacity(figures: &[Figure]) -> PlaylistCapacity {
    let points = figures.iter().map(|figure| figure.samples.len()).min().unwrap_or(0);
    let beyond = |point: usize| -> Option<Vec<bool>> {
        figures.iter().map(|figure| Some(mean(&figure.samples[point])? > figure.most)).collect()
    };
    let verdicts: Vec<Vec<bool>> = (0..points).map_while(beyond).collect();
    let fit = verdicts.iter().take_while(|beyond| !beyond.contains(&true)).count();
    let straddles = |figure: &Figure, point: usize| {
        figure
            .samples
            .get(point)
            .and_then(|sample| mean_interval(sample))
            .is_some_and(|at| at.low() < figure.most && figure.most < at.high())
    };
    let beside = fit.saturating_sub(1)..=fit;
    PlaylistCapacity {
        fit,
        broken: verdicts.get(fit).cloned().unwrap_or_default(),
        unsure: beside.into_iter().any(|point| figures.iter().any(|figure| straddles(figure, point))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn figure(most: f64, means: &[f64], spread: f64) -> Figure {
        let sample = |mean: &f64| if mean.is_nan() { vec![] } else { vec![mean - spread, *mean, mean + spread] };
        Figure { most, samples: means.iter().map(sample).collect() }
    }

    #[test]
    fn the_first_mean_beyond_its_target_is_the_border() {
        let rtt = figure(60.0, &[40.0, 45.0, 50.0, 70.0], 0.1);
        for (waits, fit, broken) in [
            (&[1.0, 2.0, 3.0, 4.0][..], 3, &[false, true][..]),
            (&[1.0, 2.0, 5.5, 9.0], 2, &[true, false]),
            (&[1.0, 5.5, 2.0, 9.0], 1, &[true, false]),
            (&[9.0, 1.0, 1.0, 1.0], 0, &[true, false]),
            (&[1.0, 2.0, 3.0, 9.0], 3, &[true, true]),
            (&[1.0, 2.0, f64::NAN, 9.0], 2, &[]),
            (&[5.0, 5.0, 5.0], 3, &[]),
        ] {
            let found = capacity(&[figure(5.0, waits, 0.1), rtt.clone()]);
            assert_eq!((found.fit, &found.broken[..]), (fit, broken), "{waits:?}");
        }
        assert_eq!(capacity(&[]).fit, 0);
    }

    #[test]
    fn an_interval_round_the_target_leaves_doubt() {
        // Three values 0.1 apart: the interval reaches 0.25 to both sides.
        for (waits, unsure) in [
            ([1.0, 4.0, 6.0, 9.0], false),
            ([1.0, 4.9, 6.0, 9.0], true),
            ([1.0, 4.0, 5.1, 9.0], true),
            ([4.9, 4.0, 6.0, 5.1], false),
        ] {
            assert_eq!(capacity(&[figure(5.0, &waits, 0.1)]).unsure, unsure, "{waits:?}");
        }
        for means in [[4.9, 5.1], [5.0, 5.1]] {
            assert!(!capacity(&[figure(5.0, &means, 0.0)]).unsure, "no spread, no doubt");
        }
    }
}
