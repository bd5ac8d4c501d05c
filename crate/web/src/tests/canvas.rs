//! Tests of charts on canvases, which only the main thread has here.

use super::*;
use crate::charts::{MaybeRecording, draw_ccu, draw_replay, draw_rtt, draw_wait};
use matchday_web_day::drawing::ChartTheme;
use web_sys::HtmlCanvasElement;

/// A canvas; none in a worker, where these tests test nothing.
fn canvas() -> Option<HtmlCanvasElement> {
    let document = web_sys::window()?.document()?;
    Some(document.create_element("canvas").unwrap().unchecked_into())
}

fn theme() -> Ts<ChartTheme> {
    let names = ["bg", "line", "line-soft", "edge", "ink", "ink-2", "ink-3", "accent", "playing", "between"];
    let names = names.into_iter().chain(["searching", "near", "mid", "far"]);
    let colors: BTreeMap<_, _> = names.map(|name| (name, "#56b4e9")).collect();
    js(json!({ "colors": colors, "font": "sans-serif" }))
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
    let baseline: JsValue = before.share().into();
    for chart in [draw_ccu, draw_wait, draw_rtt] {
        for baseline in [&JsValue::UNDEFINED, &baseline, &baseline] {
            let baseline: &MaybeRecording = baseline.unchecked_ref();
            let axes = got(&chart(&canvas, &now, baseline, &theme(), 470.0, 190.0, 1.5, None).unwrap());
            assert_eq!((canvas.width(), canvas.height()), (705, 285));
            assert!(is_painted(&canvas));
            assert_eq!((number(&axes, "x0"), number(&axes, "x1"), number(&axes, "top")), (0.0, 86_400.0, 14.0));
        }
    }
    let points = [0.5, 100.0, 0.75, 200.0];
    for metric in ["peak", "wait", "rtt"] {
        let draw = |present| {
            draw_replay(&canvas, &points, &js(metric), present, &points[..2], &[], &theme(), 470.0, 190.0, 2.0).unwrap()
        };
        assert!(got(&draw(0.2))["present"].is_null());
        let places = got(&draw(0.75));
        assert!(is_painted(&canvas));
        let share = (number(&places["present"], "x") - number(&places, "left"))
            / (number(&places, "right") - number(&places, "left"));
        let replay = number(&places, "x0") + share * (number(&places, "x1") - number(&places, "x0"));
        assert!((replay - 0.75).abs() < 0.01, "{places}");
    }
    assert_eq!(body.child_element_count(), elements, "text is measured without elements");
    assert_eq!(before.shown_s(), 86_399, "a baseline is not used up");
}

#[wasm_bindgen_test]
fn what_no_chart_can_be_drawn_from_is_said() {
    let Some(canvas) = canvas() else { return };
    let recording = Recording::new(&world(), &params(&[])).unwrap();
    let draw = |theme: &Ts<ChartTheme>, width, dpr| {
        draw_ccu(&canvas, &recording, JsValue::UNDEFINED.unchecked_ref(), theme, width, 190.0, dpr, None)
    };
    assert!(draw(&theme(), 470.0, 1.0).is_ok());
    assert!(draw(&theme(), 1.0, 1.0).is_ok());
    assert_eq!(code(draw(&js(json!({})), 470.0, 1.0)), "CHART");
    for (width, dpr) in [(0.0, 1.0), (f64::NAN, 1.0), (470.0, 0.0), (470.0, 1e9)] {
        assert_eq!(code(draw(&theme(), width, dpr)), "CHART");
    }
    let replay = draw_replay(&canvas, &[], &js("price"), 0.5, &[], &[], &theme(), 470.0, 190.0, 1.0);
    assert_eq!(code(replay), "CHART");
}

#[wasm_bindgen_test]
fn a_frame_shows_a_part_of_the_day_or_is_refused_before_anything_is_drawn() {
    let Some(canvas) = canvas() else { return };
    let (recording, _) = run(&world(), &params(&[("ccu", "300")]), 50_000);
    let draw = |frame: Value| {
        let none = JsValue::UNDEFINED;
        draw_ccu(&canvas, &recording, none.unchecked_ref(), &theme(), 470.0, 190.0, 1.0, Some(js(frame)))
    };
    for (frame, part) in [
        (json!({}), (0.0, 86_400.0)),
        (json!({ "from_s": 3_600, "to_s": 7_230.5 }), (3_600.0, 7_230.5)),
        (json!({ "from_s": 3_600, "to_s": null, "only": "Searching" }), (3_600.0, 86_400.0)),
    ] {
        let axes = got(&draw(frame.clone()).unwrap());
        let ends = (number(&axes, "x0"), number(&axes, "x1"));
        assert!((ends.0 - part.0).abs() < 1e-6 && (ends.1 - part.1).abs() < 1e-6, "{frame}: {ends:?}");
        assert!(is_painted(&canvas), "{frame}");
    }
    canvas.set_width(470);
    for (frame, reason) in [
        (json!({ "from_s": 7_200, "to_s": 3_600 }), "from_s must be from 0, below to_s, and to_s up to 86400"),
        (json!({ "to_s": 86_401 }), "from_s must be from 0, below to_s, and to_s up to 86400"),
        (json!({ "from_s": "noon" }), "from_s: invalid type"),
        (json!({ "only": "Mean" }), "Its series: Playing, Between matches, Searching"),
    ] {
        let [code, message] = refusal(draw(frame.clone()));
        assert_eq!(code, "CHART");
        assert!(message.contains(reason), "{frame}: {message}");
    }
    assert!(!is_painted(&canvas), "what is refused draws nothing");
}
