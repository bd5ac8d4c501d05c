//! Joins are a Poisson process at the intensity of the data, or exactly those that were recorded.

use super::{Chart, Check, Comparison, Evidence, Outcome, SIGMAS, Unit, square};
use matchday_base::SimTime;
use matchday_base::time::MINUTE_S;
use matchday_sim::columns::Count;

/// Expected joins in each shown minute.
fn expected(Evidence { world, columns, .. }: &Evidence<'_>) -> Vec<f64> {
    let first = SimTime::DAY_START.minute();
    let minutes = first..first + columns.minutes() as u32;
    minutes.map(|minute| world.joins.rate_per_s(minute) * f64::from(MINUTE_S)).collect()
}

/// Joins of the day; the variance of Poisson joins is their mean, that of exact ones 0.
pub(super) fn total(evidence: &Evidence<'_>) -> Check {
    let theory: f64 = expected(evidence).iter().sum();
    let (form, sd) = if evidence.world.joins.is_exact() {
        // The sum of 1,440 rounded rates is not exactly whole.
        ("the recorded joins, added up over the day", 1e-3)
    } else {
        (
            "the intensity of joins, added up over the day; the standard deviation of a Poisson count is its root",
            libm::sqrt(theory),
        )
    };
    Check {
        id: "joins",
        chart: Chart::Ccu,
        title: "As many join as the data say",
        form,
        outcome: Outcome::Compared(Comparison {
            theory,
            measured: evidence.columns.total(Count::Joined) as f64,
            tolerance: SIGMAS * sd,
            unit: Unit::Players,
        }),
    }
}

/// Index of dispersion: (joins - expected)^2 / expected, mean over the minutes. 1 for a Poisson process, 0
/// for an even flow. One term has the variance 2 + 1 / expected.
pub(super) fn dispersion(evidence: &Evidence<'_>) -> Check {
    let expected = expected(evidence);
    let joins = (0..).map(|minute| f64::from(evidence.columns.count(Count::Joined, minute)));
    let (mut sum, mut variance, mut minutes) = (0.0, 0.0, 0.0);
    for (mean, joined) in expected.into_iter().zip(joins).filter(|(mean, _)| *mean > 0.0) {
        sum += square(joined - mean) / mean;
        variance += 2.0 + 1.0 / mean;
        minutes += 1.0;
    }
    let outcome = if evidence.world.joins.is_exact() {
        Outcome::DoesNotApply("The joins are recorded ones, not drawn.")
    } else if minutes == 0.0 {
        Outcome::DoesNotApply("Nobody joins.")
    } else {
        Outcome::Compared(Comparison {
            theory: 1.0,
            measured: sum / minutes,
            tolerance: SIGMAS * libm::sqrt(variance) / minutes,
            unit: Unit::Plain,
        })
    };
    Check {
        id: "poisson",
        chart: Chart::Ccu,
        title: "Joins scatter from minute to minute as independent players do",
        form: "Poisson, variance = mean: (joins \u{2212} expected)\u{b2} / expected, mean over the minutes; its standard deviation is \u{221a}(2 / minutes) where many join",
        outcome,
    }
}
