//! Tests of any second of a day again, and of what is kept for that.

use super::*;
use matchday_base::{CellId, SimTime};
use matchday_observe::frames::Recorder;
use matchday_sim::census::State;
use matchday_sim::{ArticleDay, Simulate, Snapshot};
use matchday_web_day::kept::{Frames, allocated};
use matchday_web_day::params::params_of;
use std::sync::Arc;

#[wasm_bindgen_test]
fn every_second_is_that_of_a_straight_run() {
    let (world, params) = (world(), params(&[("ccu", "300"), ("playlists", "2"), ("estimate", "ping")]));
    let (mut results, mut simulation) = kept_run(&world, &params, 7_000);
    let digest = got(&simulation.summary().unwrap())["digest"].clone();
    let straight_params = params_of(&params).unwrap();
    let places = matchday_sim::World::new(&world.data().dataset, &straight_params).unwrap();
    let mut day = ArticleDay::new(Arc::new(places), &straight_params);
    // Seconds through the whole day, then in another order.
    let moments: Vec<u32> = (0..200).map(|at| at * 432 + 17).collect();
    let mut straight = Vec::new();
    for &shown_s in &moments {
        day.advance((SimTime::DAY_START + shown_s).since(day.now()));
        let mut counts = vec![[0; 3]; world.data().dataset.cells().len()];
        day.each_online(&mut |online| counts[online.cell.index()][online.state.on_map()] += 1);
        straight.push(counts);
    }
    for at in (0..200).map(|at| at * 77 % 200) {
        show(&mut simulation, &mut results, moments[at]);
        assert_eq!(results.players(), straight[at], "second {}", moments[at]);
    }
    day.advance(u32::MAX);
    assert_eq!(digest, day.summary().digest);
    assert_eq!(got(&simulation.summary().unwrap())["digest"], digest, "looking changes nothing");
}

#[wasm_bindgen_test]
fn the_thin_record_bridges_with_the_moment_before() {
    let world = world();
    let mut results = Results::new(&world, &params(&[]), 1.0).unwrap();
    assert_eq!(results.show(5.0, None), None);
    let mut recorder = Recorder::new(world.data().dataset.cells().len());
    for frame in 0..3 {
        recorder.record(600 * frame, |tally| (0..8 * frame).for_each(|_| tally.add(CellId(0), State::Playing)));
    }
    let frames = Frames { interval_s: 600, first_index: 0, bytes: recorder.log().packed_from(0) };
    push(&mut results, &[], &to_js(&frames).unwrap().js_value());
    for (time_s, shown_s, players) in
        [(599.9, 0, 0), (600.0, 600, 8), (1_199.0, 600, 8), (9_999.0, 1_200, 16), (601.0, 600, 8)]
    {
        assert_eq!(results.show(time_s, None), Some(shown_s));
        assert_eq!(results.players()[0], [players, 0, 0], "at {time_s}");
    }
}

#[wasm_bindgen_test]
fn nothing_is_left_of_a_run_that_is_freed() {
    let (world, params) = (world(), params(&[("ccu", "100")]));
    let left = |_| {
        let (mut results, mut simulation) = kept_run(&world, &params, 20_000);
        show(&mut simulation, &mut results, 40_000);
        drop((results, simulation));
        allocated()
    };
    // The first run fills what is computed once.
    let after: Vec<usize> = (0..4).map(left).collect();
    assert!(after[1..].iter().all(|&bytes| bytes == after[0]), "{after:?}");
}

#[wasm_bindgen_test]
fn a_day_that_nobody_looks_at_keeps_nothing() {
    let world = world();
    let mut simulation = Simulation::new(&world, &params(&[("ccu", "10")]), false).unwrap();
    simulation.advance(u32::MAX).unwrap();
    assert_eq!(code(simulation.seek(5, 60)), "BAD_VALUE");
    assert!(simulation.seen().unwrap().is_none());
}
