//! CCU through the day: the M(t)/G/infinity system of [`matchday_sim::theory`].
//!
//! Players join as a Poisson process of intensity lambda(u). Each stays independently for S: a geometric
//! number of cycles. The player-seconds online during a window are then a Poisson sum. Its mean is the
//! integral of lambda(u) E\[overlap\] du, and its variance that of lambda(u) E\[overlap^2\] du.

use super::{Chart, Check, Comparison, Evidence, Outcome, SIGMAS, Unit, square};
use matchday_base::SimTime;
use matchday_base::time::{DAY_S, MINUTE_S};
use matchday_sim::columns::Count;
use matchday_sim::limits::warm_up_s;
use matchday_sim::summary::searching;
use matchday_sim::theory::{self, Stay};
use std::ops::Range;

/// Largest error allowed from using one distribution of stays for all hours and places: see
/// [`Fluid::unlike`].
const MOST_UNLIKE: f64 = 0.05;
const UNLIKE: &str = "Too much of a stay is spent searching, or too many searches fail: both differ by hour and place, so no one law of stays holds.";
/// Minutes around the peak, so that it is a level and not the maximum of many values.
const PEAK_MINUTES: usize = 60;
/// Least swing of the joins, relative to their mean, with a meaningful phase.
const LEAST_SWING: f64 = 0.02;
const MINUTE: f64 = MINUTE_S as f64;

/// The fluid curve of a scenario.
struct Fluid {
    /// Joins per second in each minute from the warm-up on.
    rates: Vec<f64>,
    /// Minutes of the warm-up.
    before: usize,
    stay: Stay,
    /// Mean players online in each shown minute.
    inside: Vec<f64>,
    /// Bound on the difference of stays between hours and places: the share of a cycle spent searching, plus
    /// the share of a stay lost to failed searches, and to lower replay rates.
    unlike: f64,
}

impl Fluid {
    fn of(Evidence { params, world, columns, .. }: &Evidence<'_>) -> Self {
        let (shown, warm_up) = (SimTime::DAY_START.minute(), warm_up_s(params) / MINUTE_S);
        let rates = world.joins.rates(shown - warm_up..shown + columns.minutes() as u32);
        let before = warm_up as usize;
        let searching = searching(columns);
        let stay = Stay::of(params, searching);
        let lost = if params.bots() { searching.gave_up } else { searching.failed } / (1.0 - stay.again);
        let unlike = searching.mean_s / stay.cycle_s + lost + searching.replay_loss / (1.0 - stay.again);
        let at_ends = theory::fluid(&rates, stay);
        let inside = at_ends[before - 1..].windows(2).map(|ends| (ends[0] + ends[1]) / 2.0).collect();
        Self { rates, before, stay, inside, unlike }
    }

    /// Standard deviation of the player-seconds spent online during these shown minutes.
    fn spread_s(&self, window: Range<usize>) -> f64 {
        // Add up ten minutes at a time: stays are much longer.
        const STEP: usize = 10;
        let [from, to] = [window.start, window.end].map(|minute| (self.before + minute) as f64 * MINUTE);
        let mut variance = 0.0;
        for (at, rates) in self.rates.chunks(STEP).enumerate() {
            let middle = (at * STEP) as f64 * MINUTE + rates.len() as f64 * MINUTE / 2.0;
            let joined = rates.iter().sum::<f64>() * MINUTE;
            if middle < to && joined > 0.0 {
                variance += joined * self.overlap_square(from - middle, to - middle);
            }
        }
        libm::sqrt(variance)
    }

    /// E\[overlap^2\] of a stay that begins at 0 with the time from..to, s^2.
    fn overlap_square(&self, from: f64, to: f64) -> f64 {
        let Stay { cycle_s, again } = self.stay;
        let skipped = libm::floor(from.max(0.0) / cycle_s);
        let (mut end, mut still, mut sum) = (cycle_s * (skipped + 1.0), libm::pow(again, skipped), 0.0);
        while end < to && still > 1e-9 {
            sum += still * (1.0 - again) * square(end - from.max(0.0));
            (end, still) = (end + cycle_s, still * again);
        }
        sum + still * square(to.min(end) - from.max(0.0))
    }
}

/// The mean of the day, its peak, and its lag behind the joins.
pub(super) fn checks(evidence: &Evidence<'_>) -> [Check; 3] {
    let fluid = Fluid::of(evidence);
    let outcome = |of: fn(&Evidence<'_>, &Fluid) -> Outcome| {
        if fluid.unlike > MOST_UNLIKE { Outcome::DoesNotApply(UNLIKE) } else { of(evidence, &fluid) }
    };
    let check = |id, title, form, outcome| Check { id, chart: Chart::Ccu, title, form, outcome };
    [
        check(
            "fluid",
            "Players online follow from who joins when",
            "M(t)/G/\u{221e}: mean of the day of \u{222b} \u{3bb}(t \u{2212} u) P(S > u) du with joins as in the data; the variance of time inside is \u{222b} \u{3bb} E[S\u{b2}]",
            outcome(mean),
        ),
        check(
            "peak",
            "The peak follows from who joins when",
            "mean over the hour round the peak of the flow; the variance of time inside is \u{222b} \u{3bb} E[overlap\u{b2}]",
            outcome(peak),
        ),
        check(
            "lag",
            "Players online follow the joins as late as a stay is long",
            "about E[S\u{b2}] / 2 E[S], S the stay: lag of the daily wave of CCU behind that of the joins",
            outcome(lag),
        ),
    ]
}

fn mean(evidence: &Evidence<'_>, fluid: &Fluid) -> Outcome {
    over(evidence, fluid, 0..evidence.columns.minutes())
}

fn peak(evidence: &Evidence<'_>, fluid: &Fluid) -> Outcome {
    let highest = (0..fluid.inside.len()).max_by(|&a, &b| fluid.inside[a].total_cmp(&fluid.inside[b])).unwrap_or(0);
    let from = highest.saturating_sub(PEAK_MINUTES / 2);
    over(evidence, fluid, from..(from + PEAK_MINUTES).min(fluid.inside.len()))
}

/// Mean CCU over some minutes.
fn over(Evidence { columns, .. }: &Evidence<'_>, fluid: &Fluid, minutes: Range<usize>) -> Outcome {
    let n = minutes.len() as f64;
    let theory = fluid.inside[minutes.clone()].iter().sum::<f64>() / n;
    Outcome::Compared(Comparison {
        theory,
        measured: minutes.clone().map(|minute| columns.ccu(minute)).sum::<f64>() / n,
        tolerance: SIGMAS * fluid.spread_s(minutes) / (n * MINUTE) + fluid.unlike * theory,
        unit: Unit::Players,
    })
}

/// The lag of the first harmonic of the day.
///
/// The measured wave of CCU is compared with the wave of the actual joins, so only the stays are random. With
/// n joins whose wave has the height h (|sum of e^(-i w u)|), the variance of the phase between them is (n
/// Var(S) / E\[S\]^2 / 2 + what the ends of the day cut off) / h^2. Var(S) / E\[S\]^2 is the probability of
/// another cycle.
fn lag(Evidence { columns, .. }: &Evidence<'_>, fluid: &Fluid) -> Outcome {
    let came = Wave::of((0..columns.minutes()).map(|minute| f64::from(columns.count(Count::Joined, minute))));
    let inside = Wave::of((0..columns.minutes()).map(|minute| columns.ccu(minute)));
    let expected = Wave::of(fluid.rates[fluid.before..].iter().map(|rate| rate * MINUTE));
    let flow = Wave::of(fluid.inside.iter().copied());
    if 2.0 * expected.height() < LEAST_SWING * expected.sum {
        return Outcome::DoesNotApply("Joins hardly change through the day, so there is no wave to follow.");
    }
    let ends = inside.sum / columns.minutes() as f64;
    let spread = libm::sqrt(expected.sum * fluid.stay.again / 2.0 + 2.0 * ends) / expected.height();
    // Radians to minutes.
    let minutes = f64::from(DAY_S / MINUTE_S) / std::f64::consts::TAU;
    let theory = flow.behind(&expected) * minutes;
    Outcome::Compared(Comparison {
        theory,
        measured: inside.behind(&came) * minutes,
        tolerance: SIGMAS * spread * minutes + fluid.unlike * theory,
        unit: Unit::Minutes,
    })
}

/// The harmonic with a period of one day in a series of minutes.
struct Wave {
    sum: f64,
    re: f64,
    im: f64,
}

impl Wave {
    fn of(series: impl Iterator<Item = f64>) -> Self {
        let step = std::f64::consts::TAU / f64::from(DAY_S / MINUTE_S);
        series.zip(0..).fold(Self { sum: 0.0, re: 0.0, im: 0.0 }, |wave, (value, minute)| {
            let angle = step * f64::from(minute);
            Self {
                sum: wave.sum + value,
                re: wave.re + value * libm::cos(angle),
                im: wave.im + value * libm::sin(angle),
            }
        })
    }

    fn height(&self) -> f64 {
        libm::sqrt(square(self.re) + square(self.im))
    }

    /// The delay after `other`, radians.
    fn behind(&self, other: &Wave) -> f64 {
        let (re, im) = (self.re * other.re + self.im * other.im, self.im * other.re - self.re * other.im);
        libm::atan2(im, re)
    }
}
