//! Compares predicted shares with scores.

/// Number of bins.
const BINS: usize = 20;

/// Predictions and scores: the mean of both in each of 20 bins of predictions, and the Brier score (Glenn W.
/// Brier, *Verification of forecasts expressed in terms of probability*, Monthly Weather Review 78, 1950; in
/// its usual form, half of the original).
///
/// Sums are taken in the order of calls.
#[derive(Clone, Debug, Default)]
pub struct Calibration {
    bins: [Bin; BINS],
    squares: f64,
}

/// A bin of similar predictions.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Bin {
    /// Number of predictions.
    pub matches: u32,
    predicted: f64,
    scored: f64,
}

impl Bin {
    /// The mean prediction; `None` without matches.
    pub fn predicted(&self) -> Option<f64> {
        (self.matches > 0).then(|| self.predicted / f64::from(self.matches))
    }

    /// The mean score; `None` without matches.
    pub fn scored(&self) -> Option<f64> {
        (self.matches > 0).then(|| self.scored / f64::from(self.matches))
    }
}

impl Calibration {
    /// Adds a match with its predicted share from 0 to 1 and its score: 1 won, 0.5 drawn, 0 lost.
    pub fn add(&mut self, predicted: f64, score: f64) {
        let bin = &mut self.bins[((predicted * BINS as f64) as usize).min(BINS - 1)];
        bin.matches += 1;
        bin.predicted += predicted;
        bin.scored += score;
        self.squares += (predicted - score) * (predicted - score);
    }

    /// The bins: the first has predictions from 0 to below 1/20, the last from 19/20.
    pub fn bins(&self) -> &[Bin] {
        &self.bins
    }

    /// Number of matches.
    pub fn matches(&self) -> u32 {
        self.bins.iter().map(|bin| bin.matches).sum()
    }

    /// The mean of (predicted - scored)^2: 0.25 for constant predictions of one half, mean p (1 - p) for the
    /// true probabilities. `None` without matches.
    pub fn brier(&self) -> Option<f64> {
        let matches = self.matches();
        (matches > 0).then(|| self.squares / f64::from(matches))
    }
}
