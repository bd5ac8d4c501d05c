//! Charts on canvases.

use crate::recording::Recording;
use matchday_charts::{Frame, Metric, Run, Sheet, Sweep, SweepPlaces, Theme, TimePlaces, View, ccu, replay, rtt, wait};
use matchday_web_common::error::{Code, Result};
use matchday_web_common::js::from_js;
use matchday_web_day::drawing::{ChartTheme, Drawn, Root, draw, pairs, view_of};
use tsify::Ts;
use wasm_bindgen::convert::TryFromJsValue;
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};
use web_sys::HtmlCanvasElement;

#[wasm_bindgen]
extern "C" {
    /// An optional recording.
    #[wasm_bindgen(typescript_type = "Recording | undefined")]
    pub type MaybeRecording;

    /// Another handle of the recording: passed by value, JavaScript's own handle would be consumed.
    #[wasm_bindgen(method, structural, js_name = share)]
    fn shared(this: &MaybeRecording) -> JsValue;
}

/// Draws players by state. `theme` has values of the style sheet; sizes are CSS pixels. `frame` chooses a part of the
/// days and a series. Returns the position of the plot and of its labels.
#[wasm_bindgen]
#[expect(clippy::too_many_arguments, reason = "JavaScript passes plain values")]
pub fn draw_ccu(
    canvas: &HtmlCanvasElement,
    recording: &Recording,
    baseline: &MaybeRecording,
    theme: &Ts<ChartTheme>,
    width: f64,
    height: f64,
    dpr: f64,
    frame: Option<Ts<Frame>>,
) -> Result<Ts<TimePlaces>> {
    let chart = Chart { series: &ccu::SERIES, draw: ccu::draw };
    draw_run(canvas, recording, baseline, theme, (width, height, dpr), frame, &chart)
}

/// Draws waits. Other arguments as in `draw_ccu`.
#[wasm_bindgen]
#[expect(clippy::too_many_arguments, reason = "JavaScript passes plain values")]
pub fn draw_wait(
    canvas: &HtmlCanvasElement,
    recording: &Recording,
    baseline: &MaybeRecording,
    theme: &Ts<ChartTheme>,
    width: f64,
    height: f64,
    dpr: f64,
    frame: Option<Ts<Frame>>,
) -> Result<Ts<TimePlaces>> {
    let chart = Chart { series: &wait::SERIES, draw: wait::draw };
    draw_run(canvas, recording, baseline, theme, (width, height, dpr), frame, &chart)
}

/// Draws round trips. Other arguments as in `draw_ccu`.
#[wasm_bindgen]
#[expect(clippy::too_many_arguments, reason = "JavaScript passes plain values")]
pub fn draw_rtt(
    canvas: &HtmlCanvasElement,
    recording: &Recording,
    baseline: &MaybeRecording,
    theme: &Ts<ChartTheme>,
    width: f64,
    height: f64,
    dpr: f64,
    frame: Option<Ts<Frame>>,
) -> Result<Ts<TimePlaces>> {
    let chart = Chart { series: &rtt::SERIES, draw: rtt::draw };
    draw_run(canvas, recording, baseline, theme, (width, height, dpr), frame, &chart)
}

/// Draws peak CCU, mean wait or mean RTT against the replay rate. `points`, `baseline` (none or one) and
/// `theory` have alternating replay rates and values. Returns the position of the plot and of the present point.
#[wasm_bindgen]
#[expect(clippy::too_many_arguments, reason = "JavaScript passes plain values")]
pub fn draw_replay(
    canvas: &HtmlCanvasElement,
    points: &[f64],
    metric: &Ts<Metric>,
    present: f64,
    baseline: &[f64],
    theory: &[f64],
    theme: &Ts<ChartTheme>,
    width: f64,
    height: f64,
    dpr: f64,
) -> Result<Ts<SweepPlaces>> {
    let metric = from_js(metric, Code::Chart)?;
    let [points, baseline, theory] = [points, baseline, theory].map(pairs);
    let sweep = Sweep { metric, points: &points, theory: &theory, present, baseline: baseline.first().copied() };
    draw(canvas, theme, (width, height, dpr), |root, theme, sheet| replay::draw(root, theme, sheet, sweep))
}

/// A chart of a run, with the names of its series.
struct Chart {
    series: &'static [&'static str],
    draw: fn(&Root, &Theme, Sheet, Run<'_>, Option<Run<'_>>, View) -> Drawn,
}

fn draw_run(
    canvas: &HtmlCanvasElement,
    recording: &Recording,
    baseline: &MaybeRecording,
    theme: &Ts<ChartTheme>,
    size: (f64, f64, f64),
    frame: Option<Ts<Frame>>,
    chart: &Chart,
) -> Result<Ts<TimePlaces>> {
    let baseline = if baseline.is_undefined() { None } else { Recording::try_from_js_value(baseline.shared()).ok() };
    let run = recording.run.borrow();
    let baseline = baseline.as_ref().map(|baseline| baseline.run.borrow());
    let (run, baseline) = (run.as_run(), baseline.as_ref().map(|baseline| baseline.as_run()));
    let view = view_of(frame, run.days(), chart.series)?;
    draw(canvas, theme, size, |root, theme, sheet| (chart.draw)(root, theme, sheet, run, baseline, view))
}
