//! Days of the same seed have the same joins, so their difference has a narrower confidence interval.

use matchday_sim::Summary;
use matchday_study::statistics::{paired_difference, welch_difference};
use matchday_tests::{built_in, finished, params};

/// With fewer seeds, the widths of the intervals are too uncertain to compare.
const SEEDS: u32 = 24;

#[test]
fn pairing_narrows_the_interval_of_what_a_change_does() {
    let dataset = built_in();
    let days = |first_seed: u32, change: (&str, &str)| -> Vec<Summary> {
        let day =
            |seed: u32| finished(&dataset, &params(&[("ccu", "800"), ("seed", &seed.to_string()), change])).summary();
        (first_seed..first_seed + SEEDS).map(day).collect()
    };
    // The second scenario makes waits longer and round trips shorter, and hardly changes who is online.
    let (a, b) = (days(1, ("ideal_ms", "50")), days(1, ("ideal_ms", "60")));
    assert!(a.iter().zip(&b).all(|(a, b)| a.joined == b.joined), "the same players join");
    type Figure = (&'static str, fn(&Summary) -> f64, f64);
    // Largest width as a share of the unpaired interval.
    let figures: [Figure; 3] = [
        ("mean CCU", |day| day.ccu_mean, 0.5),
        ("mean RTT", |day| day.rtt_mean_ms.unwrap_or_default(), 0.9),
        ("mean wait", |day| day.wait_mean_s.unwrap_or_default(), 0.9),
    ];
    for (name, figure, most) in figures {
        let [a, b]: [Vec<f64>; 2] = [&a, &b].map(|days| days.iter().map(figure).collect());
        let (paired, apart) = (paired_difference(&a, &b).unwrap(), welch_difference(&a, &b).unwrap());
        assert!((paired.mean - apart.mean).abs() < 1e-9);
        let ratio = paired.half_width / apart.half_width;
        assert!(ratio < most, "{name}: {paired:?} is {ratio} of {apart:?}");
    }
    // Pairs of independent days gain nothing.
    let strangers = days(1_001, ("ideal_ms", "60"));
    let [a, b]: [Vec<f64>; 2] = [&a, &strangers].map(|days| days.iter().map(|day| day.ccu_mean).collect());
    let ratio = paired_difference(&a, &b).unwrap().half_width / welch_difference(&a, &b).unwrap().half_width;
    assert!(ratio > 0.6, "{ratio}");
}
