//! Means, differences and slopes of small samples, with 95 % Student-t intervals.
//!
//! A sample has one value per seed. Two samples over the same seeds share their joins and random draws
//! (common random numbers), so [`paired_difference`] compares them seed by seed. [`welch_difference`]
//! compares samples over different seeds.

/// A mean with its confidence interval.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "tsify", derive(serde::Serialize, serde::Deserialize, tsify::Tsify))]
pub struct Interval {
    /// The sample's mean, or the difference of two; in the values' unit.
    pub mean: f64,
    /// Half the interval's width: the interval is mean ± `half_width`.
    pub half_width: f64,
}

impl Interval {
    /// The lower end.
    pub fn low(self) -> f64 {
        self.mean - self.half_width
    }

    /// The upper end.
    pub fn high(self) -> f64 {
        self.mean + self.half_width
    }

    /// Whether the interval contains `value`, ends included.
    pub fn contains(self, value: f64) -> bool {
        (self.low()..=self.high()).contains(&value)
    }
}

/// Probability that the upper end of a 95 % interval exceeds the true mean.
const UPPER: f64 = 0.975;

/// The mean; `None` for an empty sample.
pub fn mean(sample: &[f64]) -> Option<f64> {
    (!sample.is_empty()).then(|| sample.iter().sum::<f64>() / sample.len() as f64)
}

/// The sample standard deviation, with divisor `n - 1`; `None` for fewer than two values.
pub fn sample_sd(sample: &[f64]) -> Option<f64> {
    variance(sample).map(libm::sqrt)
}

/// The mean with its 95 % interval; `None` for fewer than two values.
pub fn mean_interval(sample: &[f64]) -> Option<Interval> {
    let n = sample.len() as f64;
    let standard_error = libm::sqrt(variance(sample)? / n);
    Some(Interval { mean: mean(sample)?, half_width: t_quantile(UPPER, n - 1.0) * standard_error })
}

/// The mean of `b - a`, value by value, with its 95 % interval; `None` unless both have the same number of
/// values, two or more. Values at the same position must have the same seed.
pub fn paired_difference(a: &[f64], b: &[f64]) -> Option<Interval> {
    if a.len() != b.len() {
        return None;
    }
    let differences: Vec<f64> = a.iter().zip(b).map(|(a, b)| b - a).collect();
    mean_interval(&differences)
}

/// The mean of `b` less that of `a` with its 95 % interval, for independent samples; `None` if either has
/// fewer than two values. B. L. Welch (1947), with Satterthwaite's degrees of freedom.
pub fn welch_difference(a: &[f64], b: &[f64]) -> Option<Interval> {
    let squared_error = |sample: &[f64]| Some(variance(sample)? / sample.len() as f64);
    let (of_a, of_b) = (squared_error(a)?, squared_error(b)?);
    let both = of_a + of_b;
    let half_width = if both > 0.0 {
        let spread = of_a * of_a / (a.len() - 1) as f64 + of_b * of_b / (b.len() - 1) as f64;
        t_quantile(UPPER, both * both / spread) * libm::sqrt(both)
    } else {
        0.0
    };
    Some(Interval { mean: mean(b)? - mean(a)?, half_width })
}

/// The slope of the least-squares line through these points; `None` unless two of them differ in x.
pub fn slope(points: impl Iterator<Item = (f64, f64)>) -> Option<f64> {
    let (xs, ys): (Vec<f64>, Vec<f64>) = points.unzip();
    let (x_mean, y_mean) = (mean(&xs)?, mean(&ys)?);
    let from_mean = xs.iter().zip(&ys).map(|(x, y)| (x - x_mean, y - y_mean));
    let (squares, products) = from_mean.fold((0.0, 0.0), |sums, (x, y)| (sums.0 + x * x, sums.1 + x * y));
    (squares > 0.0).then(|| products / squares)
}

fn variance(sample: &[f64]) -> Option<f64> {
    let mean = mean(sample)?;
    let squares: f64 = sample.iter().map(|value| (value - mean) * (value - mean)).sum();
    (sample.len() > 1).then(|| squares / (sample.len() - 1) as f64)
}

/// The quantile of Student's t with `df` degrees of freedom, which may be a fraction, for a probability from
/// 0.5 to less than 1.
pub fn t_quantile(probability: f64, df: f64) -> f64 {
    // Both tails: P(|T| > t) is an incomplete beta function of df / (df + t²).
    let tails = 2.0 * (1.0 - probability);
    let beyond = |t: f64| incomplete_beta(df / (df + t * t), df / 2.0, 0.5);
    let mut high = 1.0;
    while beyond(high) > tails && high < f64::MAX / 2.0 {
        high *= 2.0;
    }
    let mut low = 0.0;
    // Bisects until no number lies between.
    loop {
        let middle = low + (high - low) / 2.0;
        if middle <= low || middle >= high {
            return high;
        }
        if beyond(middle) > tails { low = middle } else { high = middle }
    }
}

/// The regularised incomplete beta function I_x(a, b).
fn incomplete_beta(x: f64, a: f64, b: f64) -> f64 {
    if x <= 0.0 || x >= 1.0 {
        return x.clamp(0.0, 1.0);
    }
    // The fraction converges fast only below the distribution's mean; above it, use the other tail.
    if x > (a + 1.0) / (a + b + 2.0) {
        return 1.0 - incomplete_beta(1.0 - x, b, a);
    }
    let log_beta = libm::lgamma(a) + libm::lgamma(b) - libm::lgamma(a + b);
    let factor = libm::exp(a * libm::log(x) + b * libm::log1p(-x) - log_beta) / a;
    factor / beta_fraction(x, a, b)
}

/// The continued fraction of the incomplete beta function, by Lentz's method: NIST Digital Library of
/// Mathematical Functions, 8.17.22, the denominator `1 + d1 / (1 + d2 / (1 + ...))`.
fn beta_fraction(x: f64, a: f64, b: f64) -> f64 {
    let (mut fraction, mut c, mut d) = (1.0, 1.0, 0.0);
    for step in 1..500 {
        let m = f64::from(step / 2);
        let term = if step % 2 == 0 {
            m * (b - m) * x / ((a + 2.0 * m - 1.0) * (a + 2.0 * m))
        } else {
            -(a + m) * (a + b + m) * x / ((a + 2.0 * m) * (a + 2.0 * m + 1.0))
        };
        d = 1.0 / (1.0 + term * d);
        c = 1.0 + term / c;
        fraction *= c * d;
        if libm::fabs(c * d - 1.0) < 1e-16 {
            break;
        }
    }
    fraction
}

#[cfg(test)]
mod tests {
    use super::*;

    /// NIST/SEMATECH e-Handbook of Statistical Methods, 1.3.6.7.2: upper critical values of Student's t.
    #[test]
    fn quantiles_are_those_of_the_published_table() {
        let table = [
            (1.0, [3.078, 6.314, 12.706, 63.657]),
            (2.0, [1.886, 2.920, 4.303, 9.925]),
            (3.0, [1.638, 2.353, 3.182, 5.841]),
            (5.0, [1.476, 2.015, 2.571, 4.032]),
            (9.0, [1.383, 1.833, 2.262, 3.250]),
            (19.0, [1.328, 1.729, 2.093, 2.861]),
            (29.0, [1.311, 1.699, 2.045, 2.756]),
            (99.0, [1.290, 1.660, 1.984, 2.626]),
        ];
        for (df, row) in table {
            for (probability, published) in [0.90, 0.95, 0.975, 0.995].into_iter().zip(row) {
                let t = t_quantile(probability, df);
                assert!((t - published).abs() <= 0.000_500_1, "{probability} {df}: {t} is not {published}");
            }
        }
    }

    /// One and two degrees of freedom have closed forms; many give the normal distribution.
    #[test]
    fn quantiles_meet_their_closed_forms() {
        for probability in [0.6, 0.9, 0.975, 0.9999] {
            let centred = 2.0 * probability - 1.0;
            let (half_pi, two) = (std::f64::consts::FRAC_PI_2, 2.0 * centred * centred);
            let cauchy = libm::tan(half_pi * centred);
            let of_two = libm::sqrt(two / (1.0 - centred * centred));
            for (df, exact) in [(1.0, cauchy), (2.0, of_two)] {
                let t = t_quantile(probability, df);
                assert!((t / exact - 1.0).abs() < 1e-9, "{probability} {df}: {t} is not {exact}");
            }
        }
        assert!((t_quantile(0.975, 1e7) - 1.959_964).abs() < 1e-6);
        assert!(t_quantile(0.5, 7.0) < 1e-7);
    }

    /// NIST/SEMATECH e-Handbook, 1.3.5.2: the flow meter data's mean 9.261460, sd 0.2278881e-01, n 195 and
    /// interval 9.258242 to 9.264679; here from a sample made with that mean and spread.
    #[test]
    fn the_interval_is_the_published_one() {
        let (centre, sd, n) = (9.261_460, 0.022_788_81, 195_u32);
        // One value at the mean, and as many one sd above it as below: the sample sd is sd.
        let value = |at: u32| centre + sd * if at == 0 { 0.0 } else { f64::from(at % 2) * 2.0 - 1.0 };
        let sample: Vec<f64> = (0..n).map(value).collect();
        let interval = mean_interval(&sample).unwrap();
        assert!((sample_sd(&sample).unwrap() - sd).abs() < 1e-12);
        assert!((interval.low() - 9.258_242).abs() < 1e-6, "{interval:?}");
        assert!((interval.high() - 9.264_679).abs() < 1e-6, "{interval:?}");
    }

    /// "Student" (1908), The Probable Error of a Mean: hours of sleep gained by ten patients with two drugs.
    /// R's `t.test` on its `sleep` data gives these intervals.
    #[test]
    fn pairing_narrows_the_interval() {
        let first = [0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0];
        let second = [1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4];
        let paired = paired_difference(&first, &second).unwrap();
        let apart = welch_difference(&first, &second).unwrap();
        let near = |a: f64, b: f64| (a - b).abs() < 5e-7;
        assert!(near(paired.low(), 0.700_114_2) && near(paired.high(), 2.459_885_8), "{paired:?}");
        assert!(near(apart.low(), -0.205_483_2) && near(apart.high(), 3.365_483_2), "{apart:?}");
        assert!(near(paired.mean, apart.mean) && paired.half_width < apart.half_width / 2.0);
        assert!(!paired.contains(0.0) && apart.contains(0.0));
    }

    /// F. J. Anscombe (1973): three of his four sets have the slope 0.500, the first here.
    #[test]
    fn the_slope_is_that_of_the_published_line() {
        let x = [10.0, 8.0, 13.0, 9.0, 11.0, 14.0, 6.0, 4.0, 12.0, 7.0, 5.0];
        let y = [8.04, 6.95, 7.58, 8.81, 8.33, 9.96, 7.24, 4.26, 10.84, 4.82, 5.68];
        let of = |points: &[(f64, f64)]| slope(points.iter().copied());
        let points: Vec<(f64, f64)> = x.into_iter().zip(y).collect();
        assert!((of(&points).unwrap() - 0.500_1).abs() < 5e-5);
        assert_eq!((of(&[]), of(&points[..1]), of(&[points[0]; 2])), (None, None, None));
    }

    #[test]
    fn too_little_says_nothing() {
        assert_eq!((mean(&[]), mean(&[3.0]), sample_sd(&[3.0])), (None, Some(3.0), None));
        assert_eq!(mean_interval(&[3.0]), None);
        assert_eq!(paired_difference(&[1.0, 2.0], &[1.0, 2.0, 3.0]), None);
        assert_eq!(welch_difference(&[1.0], &[1.0, 2.0]), None);
        let same = Interval { mean: 1.0, half_width: 0.0 };
        assert_eq!(welch_difference(&[1.0, 1.0], &[2.0, 2.0]), Some(same));
        assert_eq!(paired_difference(&[1.0, 1.0], &[2.0, 2.0]), Some(same));
    }
}
