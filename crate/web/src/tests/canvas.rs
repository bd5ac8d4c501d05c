//! Tests of charts on canvases, which only the main thread has here.

use super::*;
use crate::results::draw;
use matchday_web_day::drawing::ChartSheet;
use web_sys::HtmlCanvasElement;

/// A canvas; none in a worker, where these tests test nothing.
fn canvas() -> Option<HtmlCanvasElement> {
    let document = web_sys::window()?.document()?;
    Some(document.create_element("canvas").unwrap().unchecked_into())
}

fn theme() -> Value {
    let names = ["bg", "line", "line-soft", "edge", "ink", "ink-2", "ink-3", "accent", "playing", "between"];
    let names = names.into_iter().chain(["searching", "near", "mid", "far"]);
    let colors: BTreeMap<_, _> = names.map(|name| (name, "#56b4e9")).collect();
    json!({ "colors": colors, "font": "sans-serif" })
}

/// A sheet of 190 CSS pixels height.
fn sheet(width: f64, dpr: f64, frame: &Value) -> Ts<ChartSheet> {
    js(json!({ "theme": theme(), "width": width, "height": 190.0, "dpr": dpr, "frame": frame }))
}

fn is_painted(canvas: &HtmlCanvasElement) -> bool {
    let context = canvas.get_context("2d").unwrap().unwrap();
    let context: web_sys::CanvasRenderingContext2d = context.unchecked_into();
    let pixels = context.get_image_data(0.0, 0.0, canvas.width().into(), canvas.height().into()).unwrap();
    pixels.data().iter().filter(|&&byte| byte > 0).count() > 500
}

#[wasm_bindgen_test]
fn charts_fill_their_canvas_and_leave_the_page_alone() {
    let Some(canvas) = canvas() else { return };
    let body = web_sys::window().unwrap().document().unwrap().body().unwrap();
    let elements = body.child_element_count();
    let world = world();
    let (now, _) = run(&world, &params(&[("ccu", "300")]), 50_000);
    let (before, _) = run(&world, &params(&[("ccu", "200")]), 50_000);
    for chart in ["ccu", "wait", "rtt"] {
        for baseline in [&now, &before, &before] {
            let axes =
                got(&now.draw(&canvas, &js(chart), &sheet(470.0, 1.5, &Value::Null), baseline).unwrap())["axes"].take();
            assert_eq!((canvas.width(), canvas.height()), (705, 285));
            assert!(is_painted(&canvas));
            assert_eq!((number(&axes, "x0"), number(&axes, "x1"), number(&axes, "top")), (0.0, 86_400.0, 14.0));
        }
    }
    let points = [[0.5, 100.0], [0.75, 200.0]];
    for metric in ["peak", "wait", "rtt"] {
        let draw = |present| {
            let sweep =
                json!({ "metric": metric, "points": points, "theory": [], "present": present, "baseline": points[0] });
            draw(&canvas, &js(json!({ "replay": sweep })), &sheet(470.0, 2.0, &Value::Null)).unwrap()
        };
        assert!(got(&draw(0.2))["present"].is_null());
        let places = got(&draw(0.75));
        assert!(is_painted(&canvas));
        let share = (number(&places["present"], "x") - number(&places["axes"], "left"))
            / (number(&places["axes"], "right") - number(&places["axes"], "left"));
        let replay =
            number(&places["axes"], "x0") + share * (number(&places["axes"], "x1") - number(&places["axes"], "x0"));
        assert!((replay - 0.75).abs() < 0.01, "{places}");
    }
    assert_eq!(body.child_element_count(), elements, "text is measured without elements");
    assert_eq!(before.scrub(10).len(), 10, "a baseline is not used up");
}

#[wasm_bindgen_test]
fn what_no_chart_can_be_drawn_from_is_said() {
    let Some(canvas) = canvas() else { return };
    let results = Results::new(&world(), &params(&[]), 1.0).unwrap();
    let on = |sheet: &Ts<ChartSheet>| results.draw(&canvas, &js("ccu"), sheet, &results);
    let size = |width, dpr| sheet(width, dpr, &Value::Null);
    assert!(on(&size(470.0, 1.0)).is_ok());
    assert!(on(&size(1.0, 1.0)).is_ok());
    assert_eq!(code(on(&js(json!({ "theme": {}, "width": 470.0, "height": 190.0, "dpr": 1.0 })))), "CHART");
    for (width, dpr) in [(0.0, 1.0), (f64::NAN, 1.0), (470.0, 0.0), (470.0, 1e9)] {
        assert_eq!(code(on(&size(width, dpr))), "CHART");
    }
    let sweep = json!({ "metric": "price", "points": [], "theory": [], "present": 0.5, "baseline": null });
    assert_eq!(code(draw(&canvas, &js(json!({ "replay": sweep })), &size(470.0, 1.0))), "CHART");
}

#[wasm_bindgen_test]
fn a_frame_shows_a_part_of_the_day_or_is_refused_before_anything_is_drawn() {
    let Some(canvas) = canvas() else { return };
    let (results, _) = run(&world(), &params(&[("ccu", "300")]), 50_000);
    let draw = |frame: Value| results.draw(&canvas, &js("ccu"), &sheet(470.0, 1.0, &frame), &results);
    for (frame, part) in [
        (json!({}), (0.0, 86_400.0)),
        (json!({ "from_s": 3_600, "to_s": 7_230.5 }), (3_600.0, 7_230.5)),
        (json!({ "from_s": 3_600, "to_s": null, "only": "Searching" }), (3_600.0, 86_400.0)),
    ] {
        let axes = got(&draw(frame.clone()).unwrap())["axes"].take();
        let ends = (number(&axes, "x0"), number(&axes, "x1"));
        assert!((ends.0 - part.0).abs() < 1e-6 && (ends.1 - part.1).abs() < 1e-6, "{frame}: {ends:?}");
        assert!(is_painted(&canvas), "{frame}");
    }
    canvas.set_width(470);
    for (frame, reason) in [
        (json!({ "from_s": 7_200, "to_s": 3_600 }), "from_s must be from 0, below to_s, and to_s up to 86400"),
        (json!({ "to_s": 86_401 }), "from_s must be from 0, below to_s, and to_s up to 86400"),
        (json!({ "from_s": "noon" }), "frame.from_s: invalid type"),
        (json!({ "only": "Mean" }), "Its series: Playing, Between matches, Searching"),
    ] {
        let [code, message] = refusal(draw(frame.clone()));
        assert_eq!(code, "CHART");
        assert!(message.contains(reason), "{frame}: {message}");
    }
    assert!(!is_painted(&canvas), "what is refused draws nothing");
}
