//! Tests of charts as SVG images. They need no page, so they also run in a worker.

use super::*;
use crate::drawing::Target;
use crate::recorded::{draw_day, draw_replay};
use crate::tradeoff::draw_tradeoff;
use matchday_web_day::drawing::ChartTheme;
use matchday_web_day::params::{ParamTexts, params_of};
use matchday_web_day::recorded::RecordedRun;
use wasm_bindgen::JsCast;

fn theme() -> Ts<ChartTheme> {
    let names = ["bg", "line", "line-soft", "edge", "ink", "ink-2", "ink-3", "accent", "playing", "between"];
    let names = names.into_iter().chain(["searching", "near", "mid", "far"]);
    let colors: BTreeMap<_, _> = names.map(|name| (name, "#56b4e9")).collect();
    js(json!({ "colors": colors, "font": "sans-serif" }))
}

/// What a drawing returns, and the image on its sheet.
fn on_sheet<T: Tsify>(draw: impl FnOnce(&Target) -> Result<Ts<T>>) -> (Value, String) {
    let sheet: JsValue = js::<crate::drawing::SvgSheet>(json!({ "title": "Players <online>" })).js_value();
    let places = got(&draw(sheet.unchecked_ref()).unwrap());
    let image = js_sys::Reflect::get(&sheet, &"svg".into()).unwrap().as_string().unwrap();
    assert!(image.starts_with("<svg ") && image.ends_with("</svg>\n"), "{image}");
    assert!(image.contains("<title>Players &lt;online&gt;</title>"), "{image}");
    (places, image)
}

/// A recorded run as the first view hands it out.
fn recorded(world: &World, pairs: &[(&str, &str)]) -> Ts<RecordedRun> {
    let params = params(pairs);
    let mut day = lab_day(world, &params);
    let rows = finish(&mut day, |_| ());
    let params = params_of(&params).unwrap();
    let names = world.data().dataset.active(params.dcs()).unwrap();
    to_js(&RecordedRun {
        params: ParamTexts::from(&params),
        first_day: "2026-05-20".into(),
        datacenters: names.iter().map(|active| active.datacenter.name.clone()).collect(),
        rows: rows.as_slice().into(),
        expected_peak: 60.0,
        scale: 1.0,
    })
    .unwrap()
}

#[wasm_bindgen_test]
fn charts_of_a_recorded_run_are_images_too() {
    let world = world();
    let [now, before] = ["7", "8"].map(|seed| recorded(&world, &[("ccu", "60"), ("seed", seed)]));
    for (chart, word) in [("ccu", "Between matches"), ("wait", "Median"), ("rtt", "95th percentile")] {
        let frame = js(json!({ "from_s": 36_000, "to_s": 39_600 }));
        let (axes, image) = on_sheet(|sheet| {
            let before = Some(before.clone());
            draw_day(sheet, &js(chart), &now, before, &theme(), 470.0, 190.0, 2.0, Some(frame))
        });
        assert_eq!(json!([axes["x0"], axes["x1"], axes["top"]]), json!([36_000, 39_600, 14]));
        let mut ends = axes["ends"].as_array().unwrap().iter();
        assert!(ends.any(|end| end["series"] == word && end["y"].is_number()), "{axes}");
        assert!(image.contains(word) && image.contains("10:30") && image.contains("<polyline"), "{chart}");
    }
    let (places, _) = on_sheet(|sheet| {
        draw_replay(sheet, &[0.5, 100.0, 0.75, 200.0], &js("peak"), 0.75, &[], &[], &theme(), 470.0, 190.0, 1.0)
    });
    assert!(places["present"]["x"].is_number() && places["left"].is_number(), "{places}");
}

#[wasm_bindgen_test]
fn a_tradeoff_is_drawn_or_refused_with_the_place_of_its_fault() {
    let points = json!([{ "x": 1_200, "y": 0.31, "label": "12 <%>" }, { "x": 1_400, "y": 0, "label": "20 %" }]);
    let data = |points: &Value, present: Value| {
        js(json!({
            "points": points, "present": present, "baseline": { "x": 1_300, "y": 0.1 }, "target": null, "log": true,
            "x_unit": "$ {} a day", "y_unit": "{} %",
        }))
    };
    let (places, image) = on_sheet(|sheet| draw_tradeoff(sheet, &data(&points, json!(0)), &theme(), 470.0, 190.0, 1.0));
    assert_eq!(places["points"].as_array().unwrap().len(), 2);
    assert_eq!(places["points"][1]["y"], places["bottom"], "zero is at the lower end");
    assert!(places["baseline"]["x"].is_number() && image.contains("12 &lt;%&gt;"), "{places} {image}");
    let refuse = |points: &Value, present: Value| {
        let sheet = js::<crate::drawing::SvgSheet>(json!({ "title": "" })).js_value();
        code(draw_tradeoff(sheet.unchecked_ref(), &data(points, present), &theme(), 470.0, 190.0, 1.0))
    };
    assert_eq!(refuse(&points, json!(2)), "CHART");
    assert_eq!(refuse(&json!([{ "x": 1, "y": "much", "label": "" }]), Value::Null), "CHART");
}

#[wasm_bindgen_test]
fn what_no_image_can_be_drawn_on_or_from_is_said() {
    let run = recorded(&world(), &[("ccu", "60")]);
    let draw = |target: JsValue, run: &Ts<RecordedRun>, width, frame: Value| {
        draw_day(target.unchecked_ref(), &js("ccu"), run, None, &theme(), width, 190.0, 1.0, Some(js(frame)))
    };
    let sheet = || js::<crate::drawing::SvgSheet>(json!({ "title": "" })).js_value();
    assert!(draw(sheet(), &run, 470.0, json!({})).is_ok());
    assert_eq!(code(draw(JsValue::NULL, &run, 470.0, json!({}))), "CHART");
    assert_eq!(code(draw(js_sys::Object::new().into(), &run, 470.0, json!({}))), "CHART");
    assert_eq!(code(draw(sheet(), &run, f64::NAN, json!({}))), "CHART");
    let untouched = sheet();
    assert_eq!(code(draw(untouched.clone(), &run, 470.0, json!({ "only": "Mean" }))), "CHART");
    assert!(!js_sys::Reflect::has(&untouched, &"svg".into()).unwrap(), "what is refused draws nothing");
    let cut = got(&run);
    let mut cut = cut.as_object().unwrap().clone();
    cut.remove("rows");
    let cut = js::<RecordedRun>(cut).js_value();
    js_sys::Reflect::set(&cut, &"rows".into(), &js_sys::Uint32Array::new_with_length(7)).unwrap();
    assert_eq!(code(draw(sheet(), &Ts::new_unchecked(cut), 470.0, json!({}))), "BAD_VALUE");
}
