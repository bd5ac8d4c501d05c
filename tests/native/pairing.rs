//! Days of the same seed have the same joins, so their difference has a narrower confidence interval.

use matchday_observe::{Day, EventLog, Options};
use matchday_sim::Simulate;
use matchday_sim::Summary;
use matchday_sim::World;
use matchday_study::skill_gap::SkillGap;
use matchday_study::statistics::{paired_difference, welch_difference};
use matchday_tests::{built_in, finished, params};
use std::sync::Arc;

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

/// The skill gap of the matches of a day, by its events, and the day.
fn skill_gap(pairs: &[(&str, &str)]) -> (f64, Day) {
    let (dataset, params) = (built_in(), params(pairs));
    let world = Arc::new(World::new(&dataset, &params).unwrap());
    let mut day = Day::new(&world, &params, Options::default()).unwrap();
    let mut log = EventLog::new(SkillGap::filter(day.end()));
    let mut gap = SkillGap::of(&params).unwrap().unwrap();
    while day.now() < day.end() {
        day.advance_watched(600, &mut log);
        gap.take(&log.take());
    }
    (gap.mean().unwrap(), day)
}

#[test]
fn players_have_the_skills_that_a_policy_would_see() {
    let rules = r#"{ "ruleLanguageVersion": "1.0", "playerAttributes": [{ "name": "skill", "type": "number" }],
        "teams": [{ "name": "all", "minPlayers": 4, "maxPlayers": 4 }],
        "rules": [{ "name": "Close", "type": "batchDistance", "batchAttribute": "skill", "maxDistance": 200 }] }"#;
    let attributes = ("attributes", "mode:a|b;skill:normal(1500,300)");
    let (by_events, day) = skill_gap(&[("ccu", "300"), ("policy", "rules"), ("rules", rules), attributes]);
    let reported = day.policy_report().unwrap().skill_gap_mean.unwrap();
    assert!((by_events - reported).abs() < 1e-9, "{by_events} by events, {reported} by the policy");
    assert!(by_events < 200.0);
    // The article asks nobody: the range of four independent normal numbers is 2.0588 standard deviations on average.
    let (of_strangers, day) = skill_gap(&[("ccu", "300"), attributes]);
    // Its standard deviation is 0.88 of them. Players who play on together make fewer independent matches: a tenth, say.
    let standard_error = 0.88 * 300.0 / (day.summary().matches as f64 / 10.0).sqrt();
    assert!((of_strangers - 2.0588 * 300.0).abs() < 3.0 * standard_error, "{of_strangers} ± {standard_error}");
    assert!(SkillGap::of(&params(&[])).unwrap().is_none_or(|gap| gap.mean().is_none()));
}
