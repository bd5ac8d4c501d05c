//! Tests of any second of a day again, and of its players and matches one by one.

use super::*;
use crate::events::EventsDay;
use crate::scene::Scene;
use matchday_base::SimTime;
use matchday_observe::frames::frame_of;
use matchday_observe::{Day, Options};
use matchday_sim::snapshot::Tally;
use matchday_sim::{Simulate, Snapshot};
use matchday_web_day::params::params_of;
use std::collections::BTreeSet;
use std::sync::Arc;

const KINDS: [&[(&str, &str)]; 4] = [
    &[("ccu", "60")],
    &[("ccu", "60"), ("fleet", "broker"), ("buffer", "0"), ("boot_s", "60")],
    &SMALL,
    &[("ccu", "60"), ("ranked", "2v2"), ("accounts", "200"), ("fleet", "register"), ("parties", "0.5")],
];

/// A part of the world that is all of it.
fn everywhere() -> Value {
    json!({ "west": -180.0, "east": 180.0, "south": -90.0, "north": 90.0 })
}

#[wasm_bindgen_test]
fn every_second_is_that_of_a_straight_run() {
    let world = world();
    for pairs in KINDS {
        let params = params(pairs);
        let mut day = LabDay::new(&world, &params, true, &no_zone()).unwrap();
        finish(&mut day, |_| ());
        let digest = got(&day.summary().unwrap())["digest"].clone();
        let straight_params = params_of(&params).unwrap();
        let places = Arc::new(matchday_sim::World::new(&world.data().dataset, &straight_params).unwrap());
        let mut straight = Day::new(&places, &straight_params, Options::default()).unwrap();
        let mut tally = Tally::new(places.cells.len());
        let moments: Vec<u32> = (0..200).map(|at| at * 432 + 13).collect();
        let mut expected = Vec::new();
        for &shown_s in &moments {
            straight.advance((SimTime::DAY_START + shown_s).since(straight.now()));
            straight.tally(&mut tally);
            expected.push((frame_of(&mut tally), straight.playing().to_vec(), straight.queues()));
        }
        for at in (0..200).map(|at| at * 77 % 200) {
            while !day.seek(moments[at], 600).unwrap() {}
            let seen = day.seen().unwrap().unwrap().js_value();
            let part = |name: &str| js_sys::Reflect::get(&seen, &name.into()).unwrap();
            let players = js_sys::Uint8Array::from(part("players")).to_vec();
            let [playing, queues]: [Vec<u32>; 2] =
                ["playing", "queues"].map(|name| serde_wasm_bindgen::from_value(part(name)).unwrap());
            assert_eq!((players, playing, queues), expected[at], "{pairs:?} at {}", moments[at]);
        }
        assert_eq!(got(&day.summary().unwrap())["digest"], digest, "looking changes nothing");
    }
}

/// A column of a scene.
fn column(scene: &Ts<Scene>, name: &str) -> Vec<u32> {
    let array = js_sys::Reflect::get(&scene.js_value(), &name.into()).unwrap();
    js_sys::Array::from(&array).iter().map(|value| value.as_f64().unwrap() as u32).collect()
}

#[wasm_bindgen_test]
fn a_scene_lists_every_player_and_match_of_its_part() {
    let world = world();
    for pairs in KINDS {
        let mut day = LabDay::new(&world, &params(pairs), true, &no_zone()).unwrap();
        assert!(day.scene(&js(everywhere())).unwrap().is_none());
        for shown_s in [43_210, 3, 50_000, 50_017] {
            while !day.seek_scene(shown_s, 500).unwrap() {}
            while !day.seek(shown_s, 500).unwrap() {}
            let scene = day.scene(&js(everywhere())).unwrap().unwrap();
            let value = got(&scene);
            assert_eq!((&value["shown_s"], &value["crowded"]), (&json!(shown_s), &json!(false)));
            let (states, match_of) = (column(&scene, "states"), column(&scene, "match_of"));
            assert_eq!(column(&scene, "players").len(), states.len());
            let playing: u64 = got(&day.seen().unwrap().unwrap())["playing"]
                .as_array()
                .unwrap()
                .iter()
                .map(|players| players.as_u64().unwrap())
                .sum();
            let in_started = match_of.iter().filter(|&&at| value["matches"][at as usize]["started"] == true);
            assert_eq!(in_started.count() as u64, playing, "{pairs:?} at {shown_s}");
            for (&state, &at) in states.iter().zip(&match_of) {
                assert!(state == 0 || state == 3 || at == u32::MAX, "{pairs:?}: {state} in a match");
            }
            for queued in column(&scene, "queued").chunks(2) {
                assert_eq!(states[queued[0] as usize], 2, "only who searches stands in a queue");
            }
        }
        let mut part = everywhere();
        part["west"] = json!(170.0);
        part["east"] = json!(-170.0);
        let here = day.scene(&js(part)).unwrap().unwrap();
        let places: Vec<f64> = js_sys::Array::from(&js_sys::Reflect::get(&here.js_value(), &"places".into()).unwrap())
            .iter()
            .map(|value| value.as_f64().unwrap())
            .collect();
        assert!(places.chunks(2).all(|place| place[0].abs() >= 169.9), "{places:?}");
    }
}

#[wasm_bindgen_test]
fn the_life_of_a_player_is_that_of_its_events() {
    let world = world();
    for pairs in KINDS {
        let mut day = LabDay::new(&world, &params(pairs), true, &no_zone()).unwrap();
        assert!(day.take_life().unwrap().is_none());
        while !day.seek(43_210, 5_000).unwrap() {}
        assert_eq!(code(day.nearest_player(91.0, 8.0)), "BAD_PLACE");
        let player = day.nearest_player(50.0, 8.0).unwrap().unwrap();
        day.begin_life(player).unwrap();
        while day.advance_life(86_400, 7_000) < 1.0 {}
        let life = got(&day.take_life().unwrap().unwrap());
        assert_eq!(life["player"], json!(player));
        let stretches = life["stretches"].as_array().unwrap();
        let at_noon = |one: &&Value| one["from_s"].as_i64() <= Some(43_209) && Some(43_209) < one["until_s"].as_i64();
        assert_eq!(stretches.iter().filter(at_noon).count(), 1, "{pairs:?}: {stretches:?}");
        let asked = json!({ "from_s": 0, "to_s": 86_400, "player": player, "datacenter": null, "kinds": ["match"] });
        let mut events = EventsDay::new(&world, &params(pairs), &no_zone(), &js(asked)).unwrap();
        while events.advance(20_000) < 1.0 {}
        let rows = events.csv();
        let formed: Vec<&str> = rows.lines().skip(1).map(|row| row.split(',').next().unwrap()).collect();
        let matches = life["matches"].as_array().unwrap().iter().map(|one| one["formed_s"].to_string());
        let shown: Vec<String> = matches.filter(|formed_s| !formed_s.starts_with('-')).collect();
        assert_eq!(shown, formed, "{pairs:?}");
    }
}

#[wasm_bindgen_test]
fn a_close_up_of_everywhere_is_everybody() {
    let world = world();
    let mut with_flows = 0;
    for pairs in KINDS {
        let mut day = LabDay::new(&world, &params(pairs), true, &no_zone()).unwrap();
        let selection = |datacenter: Value, part: Value| js(json!({ "datacenter": datacenter, "part": part }));
        assert!(day.close_up(&selection(json!(0), Value::Null)).unwrap().is_none());
        while !day.seek_scene(72_000, 5_000).unwrap() {}
        let all = got(&day.close_up(&selection(Value::Null, everywhere())).unwrap().unwrap());
        assert_eq!(all["meant"], all["everybody"], "{pairs:?}");
        let flows_of = |seen: &Value| seen["flows"].as_array().unwrap().clone();
        let sites: BTreeSet<u64> = flows_of(&all).iter().map(|flow| flow["datacenter"].as_u64().unwrap()).collect();
        with_flows += usize::from(!sites.is_empty());
        for datacenter in sites {
            let here = got(&day.close_up(&selection(json!(datacenter), Value::Null)).unwrap().unwrap());
            let expected: Vec<Value> =
                flows_of(&all).into_iter().filter(|flow| flow["datacenter"] == datacenter).collect();
            assert_eq!(flows_of(&here), expected, "{pairs:?}");
            let on_servers = pairs.iter().any(|pair| pair.0 == "fleet");
            assert_eq!(here["servers"].as_array().unwrap().len(), if on_servers { 5 } else { 0 });
        }
    }
    // Without a buffer no match finds its server in time.
    assert_eq!(with_flows, KINDS.len() - 1);
}
