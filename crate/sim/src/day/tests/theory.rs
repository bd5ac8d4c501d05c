//! Days beside closed forms.

use super::*;
use crate::summary::searching;
use crate::theory::{self, Stay};
use crate::tiny::CALENDAR;
use matchday_atlas::{Datacenter, Fallback, JoinData, RecordedJoins};
use matchday_base::time::DAY_S;

/// Equal joins in every minute, all at one place with one datacenter.
fn one_place() -> SimulationData {
    let mut reader = RecordedJoins::reader("joins.csv");
    (0..1_440).for_each(|m| reader.push(format!("{:02}:{:02}:00,50.1,8.7\n", m / 60, m % 60).as_bytes()));
    let joins = JoinData::Recorded(reader.finish().unwrap().0);
    let mut dataset =
        SimulationData::new("one".into(), CALENDAR, joins, None, Fallback { inflation: 1.587, offset_ms: 17.8 });
    dataset.add_site(Datacenter::read_csv(b"1,fra,50.11,8.68\n", "d.csv").unwrap().remove(0), None);
    dataset
}

#[test]
fn leftovers_of_one_datacenter_are_uniform() {
    // Groups of N from one queue leave 0..N-1 behind, equally often: (N - 1) / 2 wait, and by Little's law
    // the mean wait is (N - 1) / (2 lambda).
    for (players, text) in [(2.0, "2"), (4.0, "4"), (7.0, "7")] {
        let day = finished(&one_place(), &params(&[("ccu", "6000"), ("players", text), ("ideal_s", "120")]));
        let columns = day.columns();
        let minutes = columns.minutes();
        let waiting_s: u64 = (0..minutes).map(|m| u64::from(columns.player_s(State::Ideal, m))).sum();
        let mean = waiting_s as f64 / 86_400.0;
        assert!((mean / ((players - 1.0) / 2.0) - 1.0).abs() < 0.02, "groups of {players}: {mean} wait");
        let waits = columns.waits(0..minutes);
        let lambda = waits.count() as f64 / 86_400.0;
        let formula = (players - 1.0) / (2.0 * lambda);
        assert!((waits.mean().unwrap() / formula - 1.0).abs() < 0.02, "groups of {players}");
    }
}

#[test]
fn waits_at_one_datacenter_are_erlang() {
    // Rare joins: a new player needs k = 0..N-1 more, equally likely, so the wait is a mean of Erlang(k,
    // lambda).
    let scenario = params(&[
        ("ccu", "66"),
        ("replay", "0"),
        ("days", "7"),
        ("ideal_s", "120"),
        ("expand_s", "120"),
        ("patience_s", "600"),
    ]);
    let day = finished(&one_place(), &scenario);
    let waits = day.columns().waits(0..day.columns().minutes());
    let lambda = day.summary().joined as f64 / (7.0 * 86_400.0);
    // Erlang(k) <= t exactly when a Poisson of mean lambda t reaches k.
    let poisson_below = |k: u32, mean: f64| {
        let (mut term, mut sum) = (libm::exp(-mean), 0.0);
        for i in 0..k {
            sum += term;
            term *= mean / f64::from(i + 1);
        }
        sum
    };
    for t in [5, 10, 20, 40, 80, 120] {
        let mean = lambda * (f64::from(t) + 0.5);
        let formula = (0..4).map(|k| 1.0 - poisson_below(k, mean)).sum::<f64>() / 4.0;
        let measured = waits.share_up_to(t as usize).unwrap();
        assert!((measured - formula).abs() < 0.015, "up to {t} s: {measured}, formula {formula}");
    }
}

#[test]
fn ccu_through_the_day_is_the_fluid_model() {
    for pairs in [&[("ccu", "40000")][..], &[("ccu", "9000"), ("replay", "0.9"), ("match_s", "600")]] {
        let params = params(pairs);
        let day = finished(&tiny_dataset(), &params);
        let first = SimTime::DAY_BEFORE.minute();
        let mut rates = day.world.joins.rates(first..first + 2 * 1_440);
        let started = ((SimTime::DAY_START - warm_up_s(&params)).minute() - first) as usize;
        rates[..started].fill(0.0);
        let fluid = theory::fluid(&rates, Stay::of(&params, searching(day.columns())));
        let minutes = 0..day.columns().minutes();
        let measured: f64 = minutes.clone().map(|m| day.columns().ccu(m)).sum();
        let formula: f64 = fluid[1_440..].iter().sum();
        assert!((measured / formula - 1.0).abs() < 0.01, "{measured} and {formula}");
        for minute in minutes.step_by(60) {
            let ratio = day.columns().ccu(minute) / fluid[1_440 + minute];
            assert!((ratio - 1.0).abs() < 0.05, "minute {minute}: {ratio}");
        }
    }
}

#[test]
fn a_dislike_of_waiting_lowers_the_peak_as_the_closed_form_says() {
    let dataset = tiny_dataset();
    let base = [("ccu", "60"), ("bots", "1")];
    let with = |pairs: &[(&str, &str)]| {
        let params = params(&[&base[..], pairs].concat());
        let day = finished(&dataset, &params);
        (searching(day.columns()), day.summary(), params)
    };
    let (_, before, _) = with(&[]);
    let (search, after, params) = with(&[("replay_wait", "9")]);
    assert!(after.ccu_mean < 0.95 * before.ccu_mean, "{} to {}", before.ccu_mean, after.ccu_mean);
    // CCU = lambda (W + L + B) / (1 - p'), where p' has lost 9 points per 10 s of the mean wait.
    let stay = Stay::of(&params, search);
    let arrivals = after.joined as f64 / f64::from(DAY_S);
    let off = arrivals * stay.mean_s() / after.ccu_mean - 1.0;
    assert!(off.abs() < 0.03, "{off}");
}
