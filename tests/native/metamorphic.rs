//! Relations between days whose figures nobody knows: whoever changes a parameter knows which way a figure must go, or that it
//! must stay. And intervals, which must cover what they promise.

use matchday_base::{Streams, rng::normal};
use matchday_sim::Simulate;
use matchday_sim::{SimulationData, Summary};
use matchday_study::statistics::{mean_interval, paired_difference, welch_difference};
use matchday_tests::{built_in, data_set, finished, golden::coverage, params};
use rand::RngExt;

type Pairs = &'static [(&'static str, &'static str)];
type Figure = fn(&Summary) -> f64;

/// How a figure of the other day must differ, beyond its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Expected {
    Higher,
    Lower,
    Same,
}

/// A day, another one, and what must come of it.
struct Relation {
    name: &'static str,
    one: Pairs,
    other: Pairs,
    figure: Figure,
    expected: Expected,
}

const fn relation(name: &'static str, one: Pairs, other: Pairs, figure: Figure, expected: Expected) -> Relation {
    Relation { name, one, other, figure, expected }
}

const SMALL: Pairs = &[("ccu", "300")];
const TWICE: Pairs = &[("ccu", "600")];

const WAIT: Figure = |day| day.wait_mean_s.unwrap();
const RTT: Figure = |day| day.rtt_mean_ms.unwrap();
const MATCHES: Figure = |day| day.matches as f64;
const CCU: Figure = |day| day.ccu_mean;

const RELATIONS: [Relation; 12] = [
    relation("a day of twice the players has more matches", SMALL, TWICE, MATCHES, Expected::Higher),
    relation(
        "names of datacenters and their order mean nothing",
        &[("ccu", "300"), ("dcs", "+aa@50.1,8.7,+zz@40.7,-74")],
        &[("ccu", "300"), ("dcs", "+aa@40.7,-74,+zz@50.1,8.7")],
        WAIT,
        Expected::Same,
    ),
    relation("a higher population waits less", SMALL, TWICE, WAIT, Expected::Lower),
    relation(
        "who waits longer for near matches has shorter round trips",
        SMALL,
        &[("ccu", "300"), ("ideal_s", "25")],
        RTT,
        Expected::Lower,
    ),
    relation("and waits longer", SMALL, &[("ccu", "300"), ("ideal_s", "25")], WAIT, Expected::Higher),
    relation("who plays again plays more", SMALL, &[("ccu", "300"), ("replay", "0.8")], MATCHES, Expected::Higher),
    relation("larger matches take longer to fill", SMALL, &[("ccu", "300"), ("players", "8")], WAIT, Expected::Higher),
    relation(
        "a matchmaker that runs seldom makes players wait",
        &[("ccu", "300"), ("match_sd_s", "60")],
        &[("ccu", "300"), ("match_sd_s", "60"), ("interval_s", "10")],
        WAIT,
        Expected::Higher,
    ),
    relation("longer matches keep players online", SMALL, &[("ccu", "300"), ("match_s", "600")], CCU, Expected::Higher),
    relation(
        "routes that go astray lengthen round trips",
        SMALL,
        &[("ccu", "300"), ("bad_routes", "0.3"), ("estimate", "ping")],
        RTT,
        Expected::Higher,
    ),
    relation("bots keep players online", SMALL, &[("ccu", "300"), ("bots", "1")], CCU, Expected::Higher),
    relation(
        "players who mind waiting play less",
        SMALL,
        &[("ccu", "300"), ("replay_wait", "5")],
        MATCHES,
        Expected::Lower,
    ),
];

/// A figure of days with so many seeds.
fn figures(dataset: &SimulationData, seeds: u32, pairs: Pairs, figure: Figure) -> Vec<f64> {
    let day = |seed: u32| {
        let seed = seed.to_string();
        figure(&finished(dataset, &params(&[pairs, &[("seed", seed.as_str())]].concat())).summary())
    };
    (0..seeds).map(day).collect()
}

/// Holds all relations over so many seeds, the same for both days.
fn hold(seeds: u32) {
    let dataset = built_in();
    let joined = |pairs: Pairs| figures(&dataset, seeds, pairs, |day| day.joined as f64);
    let twice: Vec<f64> = joined(SMALL).into_iter().map(|joined| 2.0 * joined).collect();
    let by = welch_difference(&twice, &joined(TWICE)).unwrap();
    assert!(by.mean.abs() <= 2.0 * by.half_width, "twice the players join twice as often: {by:?}");
    for Relation { name, one, other, figure, expected } in &RELATIONS {
        let of = |pairs: Pairs| figures(&dataset, seeds, pairs, *figure);
        let by = paired_difference(&of(one), &of(other)).unwrap();
        println!("{name}: {:.4} +- {:.4}", by.mean, by.half_width);
        let holds = match expected {
            Expected::Higher => by.low() > 0.0,
            Expected::Lower => by.high() < 0.0,
            Expected::Same => by.mean.abs() <= 2.0 * by.half_width,
        };
        assert!(holds, "{name}: {by:?}");
    }
}

#[test]
fn figures_go_the_way_that_they_must() {
    hold(4);
}

#[test]
#[ignore = "takes minutes; `cargo xtask test --full` runs it"]
fn figures_of_a_hundred_seeds_go_the_way_that_they_must() {
    hold(100);
}

#[test]
fn another_datacenter_never_worsens_the_coverage() {
    let set = data_set();
    let mut rng = Streams::new(2).stream("places");
    let mut dcs = String::new();
    let mut before = coverage(&set, &dcs).world;
    for number in 0..25 {
        let (latitude, longitude) = (rng.random_range(-60.0..70.0), rng.random_range(-180.0..180.0));
        let comma = if dcs.is_empty() { "" } else { "," };
        dcs = format!("{dcs}{comma}+own{number}@{latitude:.2},{longitude:.2}");
        let now = coverage(&set, &dcs).world;
        assert!(now.mean_rtt_ms() <= before.mean_rtt_ms(), "{dcs}");
        assert!(now.share_within_50() >= before.share_within_50(), "{dcs}");
        assert!(now.share_within_100() >= before.share_within_100(), "{dcs}");
        before = now;
    }
}

/// How many of 200 intervals of 95 % may cover the truth: 190 +- 3.5 standard deviations of a binomial number.
const COVERED: std::ops::RangeInclusive<usize> = 179..=199;

#[test]
fn intervals_cover_the_truth_as_often_as_they_say() {
    let mut rng = Streams::new(4).stream("intervals");
    let mut draw =
        |count: usize, mean: f64, sd: f64| -> Vec<f64> { (0..count).map(|_| mean + sd * normal(&mut rng)).collect() };
    let (mut means, mut pairs, mut apart) = (0, 0, 0);
    for _ in 0..200 {
        let (one, other) = (draw(8, 10.0, 2.0), draw(8, 12.0, 1.0));
        means += usize::from(mean_interval(&one).unwrap().contains(10.0));
        pairs += usize::from(paired_difference(&one, &other).unwrap().contains(2.0));
        apart += usize::from(welch_difference(&one, &other).unwrap().contains(2.0));
    }
    println!("of 200 intervals cover the truth: {means} of means, {pairs} of pairs, {apart} of two samples");
    for covered in [means, pairs, apart] {
        assert!(COVERED.contains(&covered), "{covered} of 200");
    }
}

#[test]
#[ignore = "takes minutes; `cargo xtask test --full` runs it"]
fn intervals_of_days_cover_no_difference_as_often_as_they_say() {
    let dataset = built_in();
    let mut seed = 0;
    let mut sample = || -> Vec<f64> {
        let day = |_| {
            seed += 1;
            WAIT(&finished(&dataset, &params(&[("ccu", "150"), ("seed", &seed.to_string())])).summary())
        };
        (0..8).map(day).collect()
    };
    let covers = |_: &u32| welch_difference(&sample(), &sample()).unwrap().contains(0.0);
    let covered = (0..200).filter(covers).count();
    println!("{covered} of 200 intervals cover no difference");
    assert!(COVERED.contains(&covered), "{covered} of 200");
}
