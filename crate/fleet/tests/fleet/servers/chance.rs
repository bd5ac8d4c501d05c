//! Fleets under matches that come at random, against the closed forms.

use super::fixture::{T, bring, buffered, empty, sharing};
use matchday_base::{Rng, SimTime, Streams};
use matchday_fleet::ServerId;
use matchday_fleet::servers::autoscaler::Reserve;
use matchday_fleet::servers::theory::erlang_b;
use matchday_fleet::servers::{Effect, SdkCall, State};
use rand::RngExt;
use rand::distr::OpenClosed01;
use std::collections::VecDeque;

const MATCH_S: f64 = 300.0;

/// Seconds to the next match, when `rate` come in a second.
fn gap_s(rng: &mut Rng, rate: f64) -> f64 {
    -libm::log(rng.sample(OpenClosed01)) / rate
}

/// Shares of matches that found no server, one of each of `batches` of `matches`, on `servers` that never grow in number.
fn blocked(offered: f64, servers: u32, batches: u32, matches: u32) -> Vec<f64> {
    let mut fleet = empty(sharing(servers, 1));
    let mut ready = Vec::new();
    while fleet.counts().servers() < servers {
        fleet.reconcile(T, &mut ready);
    }
    (0..servers).for_each(|id| bring(&mut fleet, T, ServerId(id), State::Ready));
    let mut rng = Streams::new(1).stream("matches");
    let (mut at, mut ends) = (0.0, VecDeque::<(f64, ServerId)>::new());
    let second = |at: f64| T + at as u32;
    let mut batch = |_| {
        let mut lost = 0;
        for _ in 0..matches {
            at += gap_s(&mut rng, offered / MATCH_S);
            while let Some((end, server)) = ends.pop_front_if(|&mut (end, _)| end <= at) {
                fleet.call(second(end), server, SdkCall::Ready).unwrap();
            }
            match fleet.allocate(second(at)) {
                Some(server) => ends.push_back((at + MATCH_S, server)),
                None => lost += 1,
            }
        }
        f64::from(lost) / f64::from(matches)
    };
    batch(0);
    (0..batches).map(batch).collect()
}

#[test]
fn a_fleet_that_cannot_grow_turns_matches_away_as_erlang_found() {
    // (offered, servers, blocked, matches a batch): batches of some 60 lengths of a match and more, so that they are all
    // but independent.
    for (offered, servers, published, matches) in [(10.0, 10, 0.2146, 2_000), (100.0, 117, 0.0098, 6_000)] {
        let shares = blocked(offered, servers, 200, matches);
        let n = shares.len() as f64;
        let mean = shares.iter().sum::<f64>() / n;
        let variance = shares.iter().map(|share| (share - mean) * (share - mean)).sum::<f64>() / (n - 1.0);
        let error = libm::sqrt(variance / n);
        let expected = erlang_b(offered, servers);
        assert!((expected - published).abs() < 5e-5);
        assert!((mean - expected).abs() < 4.0 * error, "{mean} +- {error}, expected {expected}");
        assert!(error < 0.05 * expected, "{error} tells nothing of {expected}");
    }
}

/// Whether a match finds no server, from one look of the autoscaler to when servers that the next orders have booted.
fn misses(rng: &mut Rng, rate: f64, buffer: u32, boot_s: u32) -> bool {
    let mut fleet = empty(buffered(Reserve::Absolute(buffer)));
    let (mut boots, mut effects) = (VecDeque::<(SimTime, ServerId)>::new(), Vec::new());
    let mut missed = false;
    let mut next = gap_s(rng, rate);
    for now in 0..=30 + boot_s {
        while next < f64::from(now) {
            missed |= fleet.allocate(T + now).is_none();
            next += gap_s(rng, rate);
        }
        while let Some((_, server)) = boots.pop_front_if(|&mut (at, _)| at <= T + now) {
            bring(&mut fleet, T + now, server, State::Ready);
        }
        fleet.tick(T + now, &mut effects);
        for effect in effects.drain(..) {
            match effect {
                // The first are there from the beginning.
                Effect::Boot(server) if now == 0 => bring(&mut fleet, T, server, State::Ready),
                Effect::Boot(server) => boots.push_back((T + now + boot_s, server)),
                other => panic!("{other:?}"),
            }
        }
    }
    assert!(fleet.counts().of(State::Ready) <= buffer && boots.is_empty());
    missed
}

#[test]
fn a_buffer_misses_as_often_as_it_should() {
    let (rate, boot_s, trials) = (0.1, 15, 30_000);
    let mut rng = Streams::new(2).stream("matches");
    // Published: P(X > buffer) of a Poisson number X of 4.5 matches.
    for (buffer, expected) in [(5, 0.297), (10, 0.0067)] {
        let missed = (0..trials).filter(|_| misses(&mut rng, rate, buffer, boot_s)).count();
        let share = missed as f64 / f64::from(trials);
        let error = libm::sqrt(expected * (1.0 - expected) / f64::from(trials));
        assert!((share - expected).abs() < 4.0 * error, "{share} +- {error}, expected {expected}");
    }
}
