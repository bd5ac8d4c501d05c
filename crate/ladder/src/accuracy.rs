//! Errors of ratings against true skill, which only a simulation knows.

use crate::rating::{Rating, START_POINTS};

/// Number of matches that [`Learning`] distinguishes.
const MATCHES: usize = 100;

/// Sums of rating errors, in the order of calls.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Accuracy {
    /// Ratings counted.
    pub ratings: u32,
    sum: f64,
    squares: f64,
    scaled_squares: f64,
    points: Spread,
    skills: Spread,
}

/// Sums for the standard deviation of some values.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Spread {
    sum: f64,
    squares: f64,
}

impl Spread {
    #[inline]
    fn add(&mut self, value: f64) {
        // From a newcomer's points, so that squares keep their digits.
        let value = value - START_POINTS;
        self.sum += value;
        self.squares += value * value;
    }

    fn sd(self, count: u32) -> Option<f64> {
        let n = f64::from(count);
        (count > 0).then(|| (self.squares / n - self.sum / n * (self.sum / n)).max(0.0).sqrt())
    }
}

impl Accuracy {
    /// Adds a rating and the true skill of its account, points.
    #[inline]
    pub fn add(&mut self, rating: Rating, skill: f64) {
        let (error, deviation) = (rating.points() - skill, rating.deviation());
        self.ratings += 1;
        self.sum += error;
        self.squares += error * error;
        self.scaled_squares += error * error / (deviation * deviation);
        self.points.add(rating.points());
        self.skills.add(skill);
    }

    /// Mean of rating - skill, points; `None` without ratings.
    pub fn bias(&self) -> Option<f64> {
        self.mean(self.sum)
    }

    /// Root of the mean of (rating - skill)^2, points; `None` without ratings.
    pub fn rmse(&self) -> Option<f64> {
        self.mean(self.squares).map(f64::sqrt)
    }

    /// Root of the mean of ((rating - skill) / deviation)^2: about 1 for correct deviations; `None` without
    /// ratings.
    pub fn scaled(&self) -> Option<f64> {
        self.mean(self.scaled_squares).map(f64::sqrt)
    }

    /// Standard deviations of the ratings and of the true skills, points; `None` without ratings.
    pub fn spreads(&self) -> Option<(f64, f64)> {
        self.points.sd(self.ratings).zip(self.skills.sd(self.ratings))
    }

    fn mean(&self, sum: f64) -> Option<f64> {
        (self.ratings > 0).then(|| sum / f64::from(self.ratings))
    }
}

/// Rating errors by number of matches.
#[derive(Clone, Debug)]
pub struct Learning([Accuracy; MATCHES]);

impl Default for Learning {
    fn default() -> Self {
        Self([Accuracy::default(); MATCHES])
    }
}

impl Learning {
    /// Adds a rating after a match and the true skill of its account, up to the 100th match.
    #[inline]
    pub fn add(&mut self, rating: Rating, skill: f64) {
        let after = (rating.matches() as usize).checked_sub(1).and_then(|at| self.0.get_mut(at));
        if let Some(after) = after {
            after.add(rating, skill);
        }
    }

    /// The errors after the first match, the second, and so on.
    pub fn by_match(&self) -> &[Accuracy] {
        &self.0
    }

    /// Number of matches after which the root mean square error is first at most `points`; `None` if never.
    pub fn matches_until(&self, points: f64) -> Option<u32> {
        (1..)
            .zip(&self.0)
            .find(|(_, after)| after.rmse().is_some_and(|rmse| rmse <= points))
            .map(|(matches, _)| matches)
    }
}
