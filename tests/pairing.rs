//! Days of the same seed share their joins: their difference is known better than that of days that share nothing.

use matchday_sim::Summary;
use matchday_study::statistics::{paired_difference, welch_difference};
use matchday_tests::{built_in, finished, params};

/// With fewer, the widths themselves are too uncertain to be compared.
const SEEDS: u32 = 24;

#[test]
fn pairing_narrows_the_interval_of_what_a_change_does() {
    let dataset = built_in();
    let days = |first_seed: u32, change: (&str, &str)| -> Vec<Summary> {
        let day =
            |seed: u32| finished(&dataset, &params(&[("ccu", "800"), ("seed", &seed.to_string()), change])).summary();
        (first_seed..first_seed + SEEDS).map(day).collect()
    };
    // The second makes searches longer and round trips shorter, and hardly changes who is there.
    let (a, b) = (days(1, ("ideal_ms", "50")), days(1, ("ideal_ms", "60")));
    assert!(a.iter().zip(&b).all(|(a, b)| a.joined == b.joined), "the same players join");
    type Figure = (&'static str, fn(&Summary) -> f64, f64);
    // What is left of the unpaired interval, at most.
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
    // Pairs of days that share nothing gain nothing from it.
    let strangers = days(1_001, ("ideal_ms", "60"));
    let [a, b]: [Vec<f64>; 2] = [&a, &strangers].map(|days| days.iter().map(|day| day.ccu_mean).collect());
    let ratio = paired_difference(&a, &b).unwrap().half_width / welch_difference(&a, &b).unwrap().half_width;
    assert!(ratio > 0.6, "{ratio}");
}
