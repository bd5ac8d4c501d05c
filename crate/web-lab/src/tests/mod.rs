//! Tests of the module's exports on the built-in data set. All run on the main thread and in a worker.

mod drawing;
mod experiments;
mod ranked;
mod rules;
mod servers;
mod time_machine;
mod world;

use crate::day::LabDay;
use crate::lab::Lab;
use crate::results::Results;
use js_sys::{Function, JSON};
use matchday_web_common::error::{Code, Result};
use matchday_web_common::js::{from_js, to_js};
use matchday_web_day::files::DataFiles;
use matchday_web_day::params::ParamValues;
use matchday_web_day::world::World;
use serde::Serialize;
use serde_bytes::Bytes;
use serde_json::{Value, json};
use serde_wasm_bindgen::Serializer;
use std::collections::BTreeMap;
use tsify::{Ts, Tsify};
use wasm_bindgen::JsValue;
use wasm_bindgen_test::wasm_bindgen_test;

const SMALL: [(&str, &str); 3] = [("ccu", "60"), ("accounts", "200"), ("ranked", "1v1")];

#[derive(Serialize)]
struct File {
    name: &'static str,
    bytes: &'static Bytes,
}

fn files() -> Ts<DataFiles> {
    let file = |name, content: &'static [u8]| File { name, bytes: Bytes::new(content) };
    js([
        file("manifest.json", include_bytes!("../../../../data/manifest.json")),
        file("joins.bin", include_bytes!("../../../../data/joins.bin")),
        file("routes.bin", include_bytes!("../../../../data/routes.bin")),
        file("datacenters.csv", include_bytes!("../../../../data/datacenters.csv")),
    ])
}

fn world() -> World {
    World::new(&files()).unwrap()
}

fn lab() -> Lab {
    Lab::new(files(), no_zone())
}

/// A question from JavaScript.
fn question<T: Tsify>(name: &str, arguments: impl Serialize) -> Ts<T> {
    js(BTreeMap::from([(name, arguments)]))
}

/// The answer to a question as JavaScript gets it.
fn ask(lab: &Lab, name: &str, arguments: impl Serialize) -> Value {
    got(&lab.ask(&question(name, arguments)).unwrap())[name].take()
}

/// The code of a refused question.
fn refused(lab: &Lab, name: &str, arguments: impl Serialize) -> String {
    code(lab.ask(&question(name, arguments)))
}

/// The numbers of a typed array in an answer.
fn numbers(array: &Value) -> Vec<u8> {
    (0..array.as_object().unwrap().len()).map(|at| array[at.to_string()].as_u64().unwrap() as u8).collect()
}

/// A value from JavaScript.
fn js<T: Tsify>(value: impl Serialize) -> Ts<T> {
    let serializer = Serializer::json_compatible().serialize_bytes_as_arrays(false);
    Ts::new_unchecked(value.serialize(&serializer).unwrap())
}

/// The value that JavaScript gets, as its JSON: a typed array is an object with its indices as keys.
fn got<T: Tsify>(value: &Ts<T>) -> Value {
    serde_json::from_str(&String::from(JSON::stringify(&value.js_value()).unwrap())).unwrap()
}

/// A browser that knows no time zone.
fn no_zone() -> Function {
    Function::new_no_args("return undefined")
}

fn params(pairs: &[(&str, &str)]) -> Ts<ParamValues> {
    js(pairs.iter().copied().collect::<BTreeMap<_, _>>())
}

/// The code of an error.
fn code<T>(result: Result<T>) -> String {
    let error: JsValue = result.err().unwrap().into();
    js_sys::Reflect::get(&error, &"code".into()).unwrap().as_string().unwrap()
}

/// The minutes of a day that is simulated to its end.
fn finish(day: &mut LabDay, mut each: impl FnMut(&mut LabDay)) -> Vec<u32> {
    let mut rows = Vec::new();
    loop {
        let progress = got(&day.advance(20_000).unwrap());
        rows.extend(day.rows());
        each(day);
        if progress["done_s"] == progress["total_s"] {
            return rows;
        }
    }
}

/// Results without a minute yet.
fn results(params: &Ts<ParamValues>, names: Vec<String>) -> Results {
    Results::new(params, "2026-05-20", names, &no_zone()).unwrap()
}

/// Adds a part of a slice, and returns the last second.
fn pushed(results: &mut Results, part: &str, content: &JsValue) -> i32 {
    let slice = js_sys::Object::new();
    js_sys::Reflect::set(&slice, &part.into(), content).unwrap();
    results.push(&Ts::new_unchecked(slice.into())).unwrap()
}

fn lab_day(world: &World, params: &Ts<ParamValues>) -> LabDay {
    LabDay::new(world, params, false, &no_zone()).unwrap()
}

#[derive(Serialize, Tsify)]
struct Numbers {
    inner: Vec<Option<f64>>,
}

#[wasm_bindgen_test]
fn no_number_that_is_none_crosses() {
    let cross = |number| to_js(&Numbers { inner: vec![Some(0.5), number] });
    assert_eq!(got(&cross(None).unwrap()), json!({ "inner": [0.5, null] }));
    for number in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        assert_eq!(code(cross(Some(number))), "BAD_VALUE", "{number}");
    }
}
