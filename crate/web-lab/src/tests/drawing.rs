//! Tests of charts as SVG images. They need no page, so they also run in a worker.

use super::servers::names;
use super::*;
use crate::charts::draw;
use crate::drawing::{SvgImage, Target};
use crate::results::RunChart;
use matchday_web_day::drawing::ChartSheet;
use wasm_bindgen::JsCast;

/// A sheet of 190 CSS pixels height.
fn sheet_of(width: f64, frame: &Value) -> Ts<ChartSheet> {
    let names = ["bg", "line", "line-soft", "edge", "ink", "ink-2", "ink-3", "accent", "playing", "between"];
    let names = names.into_iter().chain(["searching", "near", "mid", "far"]);
    let colors: BTreeMap<_, _> = names.map(|name| (name, "#56b4e9")).collect();
    let theme = json!({ "colors": colors, "font": "sans-serif" });
    js(json!({ "theme": theme, "width": width, "height": 190, "dpr": 2, "frame": frame }))
}

fn sheet() -> Ts<ChartSheet> {
    sheet_of(470.0, &Value::Null)
}

fn image() -> JsValue {
    js::<SvgImage>(json!({ "title": "Players <online>" })).js_value()
}

/// What a drawing returns, and the image.
fn image_of<T: Tsify>(draw: impl FnOnce(&Target) -> Result<Ts<T>>) -> (Value, String) {
    let image = image();
    let places = got(&draw(image.unchecked_ref()).unwrap());
    let image = js_sys::Reflect::get(&image, &"svg".into()).unwrap().as_string().unwrap();
    assert!(image.starts_with("<svg ") && image.ends_with("</svg>\n"), "{image}");
    assert!(image.contains("<title>Players &lt;online&gt;</title>"), "{image}");
    (places, image)
}

/// A chart of a day.
fn day_chart(chart: &str) -> Ts<RunChart> {
    js(json!({ "day": { "chart": chart, "expected_peak": 60, "scale": 1, "scale_before": 1 } }))
}

#[wasm_bindgen_test]
fn charts_of_a_run_are_images_too() {
    let world = world();
    let of_seed = |seed: &str| {
        let params = params(&[("ccu", "60"), ("seed", seed)]);
        let rows = finish(&mut lab_day(&world, &params), |_| ());
        let mut results = results(&params, names(&world, &params));
        pushed(&mut results, "rows", &js_sys::Uint32Array::from(&rows[..]));
        results
    };
    let [now, before] = ["7", "8"].map(of_seed);
    for (chart, word) in [("ccu", "Between matches"), ("wait", "Median"), ("rtt", "95th percentile")] {
        let sheet = sheet_of(470.0, &json!({ "from_s": 36_000, "to_s": 39_600 }));
        let (places, image) = image_of(|image| now.draw(image, &day_chart(chart), &sheet, &before));
        assert_eq!(
            json!([places["axes"]["x0"], places["axes"]["x1"], places["axes"]["top"]]),
            json!([36_000, 39_600, 14])
        );
        let mut ends = places["ends"].as_array().unwrap().iter();
        assert!(ends.any(|end| end["series"] == word && end["y"].is_number()), "{places}");
        assert!(image.contains(word) && image.contains("10:30") && image.contains("<polyline"), "{chart}");
    }
    let points = [[0.5, 100.0], [0.75, 200.0]];
    let sweep = json!({ "metric": "peak", "points": points, "theory": [], "present": 0.75, "baseline": null });
    let (places, _) = image_of(|image| draw(image, &js(json!({ "replay": sweep })), &sheet()));
    assert!(places["present"]["x"].is_number() && places["axes"]["left"].is_number(), "{places}");
}

#[wasm_bindgen_test]
fn what_no_image_can_be_drawn_on_or_from_is_said() {
    let results = results(&params(&[("ccu", "60")]), vec!["fra".into()]);
    let draw = |target: JsValue, width, frame: Value| {
        results.draw(target.unchecked_ref(), &day_chart("ccu"), &sheet_of(width, &frame), &results)
    };
    assert!(draw(image(), 470.0, json!({})).is_ok());
    assert_eq!(code(draw(JsValue::NULL, 470.0, json!({}))), "CHART");
    assert_eq!(code(draw(js_sys::Object::new().into(), 470.0, json!({}))), "CHART");
    assert_eq!(code(draw(image(), f64::NAN, json!({}))), "CHART");
    let untouched = image();
    assert_eq!(code(draw(untouched.clone(), 470.0, json!({ "only": "Mean" }))), "CHART");
    assert!(!js_sys::Reflect::has(&untouched, &"svg".into()).unwrap(), "what is refused draws nothing");
}

#[wasm_bindgen_test]
fn a_tradeoff_is_drawn_or_refused_with_the_place_of_its_fault() {
    let points = json!([{ "x": 1_200, "y": 0.31, "label": "12 <%>" }, { "x": 1_400, "y": 0, "label": "20 %" }]);
    let data = |points: &Value, present: Value| {
        js(json!({ "tradeoff": {
            "points": points, "present": present, "baseline": { "x": 1_300, "y": 0.1 }, "target": null, "log": true,
            "x_unit": "$ {} a day", "y_unit": "{} %",
        } }))
    };
    let (places, drawn) = image_of(|image| draw(image, &data(&points, json!(0)), &sheet()));
    assert!(places["axes"]["left"].is_number() && drawn.contains("12 &lt;%&gt;"), "{places} {drawn}");
    let refuse = |points: &Value, present: Value| code(draw(image().unchecked_ref(), &data(points, present), &sheet()));
    assert_eq!(refuse(&points, json!(2)), "CHART");
    assert_eq!(refuse(&json!([{ "x": 1, "y": "much", "label": "" }]), Value::Null), "CHART");
}
