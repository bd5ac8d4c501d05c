//! Shapes that cross to JavaScript as plain objects.

use crate::error::Result;
use matchday_base::link;
use matchday_base::params::{Kind, SPECS, Slider};
use matchday_sim::preset::PRESETS;
use matchday_sim::summary::{Summary, Value};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use wasm_bindgen::JsValue;

/// Texts by parameter key.
pub type ParamTexts = BTreeMap<&'static str, String>;

/// A plain object.
pub fn to_js<T: Serialize>(value: &T) -> Result<JsValue> {
    let plain = serde_wasm_bindgen::Serializer::new().serialize_maps_as_objects(true);
    Ok(value.serialize(&plain)?)
}

/// Every parameter and preset.
#[derive(Serialize)]
pub struct Registry {
    params: Vec<Spec>,
    presets: Vec<Preset>,
}

#[derive(Serialize)]
struct Spec {
    key: &'static str,
    kind: &'static str,
    decimals: u8,
    min: f64,
    max: f64,
    step: f64,
    default: f64,
    slider: &'static str,
    unit: &'static str,
    group: &'static str,
    label: &'static str,
    help: &'static str,
}

#[derive(Serialize)]
struct Preset {
    name: String,
    label: &'static str,
    help: &'static str,
    params: BTreeMap<&'static str, &'static str>,
}

impl Registry {
    /// The registry of this build.
    pub fn new() -> Self {
        let preset = |(number, preset): (usize, matchday_sim::preset::Preset)| Preset {
            name: number.to_string(),
            label: preset.label,
            help: preset.help,
            params: preset.params.iter().copied().collect(),
        };
        Self {
            params: SPECS.iter().map(Spec::from).collect(),
            presets: PRESETS.into_iter().enumerate().map(preset).collect(),
        }
    }
}

impl From<&matchday_base::params::Spec> for Spec {
    fn from(spec: &matchday_base::params::Spec) -> Self {
        let (kind, decimals, [min, max, step, default], slider) = match spec.kind {
            Kind::Number { decimals, min, max, step, default, slider } => {
                ("number", decimals, [min, max, step, default], slider)
            }
            Kind::Flag => ("flag", 0, [0, 1, 1, 0], Slider::Linear),
            Kind::Text => ("text", 0, [0; 4], Slider::Linear),
        };
        let one = 10_i64.pow(decimals.into()) as f64;
        Self {
            key: spec.key,
            kind,
            decimals,
            min: min as f64 / one,
            max: max as f64 / one,
            step: step as f64 / one,
            default: default as f64 / one,
            slider: if slider == Slider::Logarithmic { "logarithmic" } else { "linear" },
            unit: spec.unit,
            group: spec.group,
            label: spec.label,
            help: spec.help,
        }
    }
}

/// What a link carries beside the parameters.
#[derive(Default, Serialize, Deserialize)]
#[serde(default)]
pub struct View {
    #[serde(skip_serializing_if = "Option::is_none")]
    time_s: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    panes: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    layers: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    engine: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    dataset: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    digest: Option<String>,
}

impl From<link::View> for View {
    fn from(view: link::View) -> Self {
        let link::View { engine, dataset, digest, time_s, panes, layers } = view;
        Self { time_s, panes, layers, engine, dataset, digest }
    }
}

impl From<View> for link::View {
    fn from(view: View) -> Self {
        let View { time_s, panes, layers, engine, dataset, digest } = view;
        Self { engine, dataset, digest, time_s, panes, layers }
    }
}

/// A link that was read.
#[derive(Serialize)]
pub struct ParsedLink {
    /// A text for every parameter.
    pub params: ParamTexts,
    /// How to look at it.
    pub view: View,
    /// What was not taken as it stands, in sentences.
    pub notices: Vec<String>,
}

/// A datacenter of the data set, or one that `dcs` added.
#[derive(Serialize)]
pub struct Site<'a> {
    /// Name in `dcs`.
    pub name: &'a str,
    /// How people write it.
    pub label: &'a str,
    /// Part of the world.
    pub region: &'a str,
    /// Degrees north.
    pub lat: f64,
    /// Degrees east.
    pub lon: f64,
    /// Whether it is on.
    pub active: bool,
    /// Position among the active ones, -1 when off.
    pub index: i32,
}

/// The size of a run.
#[derive(Serialize)]
pub struct Estimate {
    /// Players in matches, each counted in each match: what a run's time grows with.
    pub player_matches: f64,
}

/// How far a simulation has come.
#[derive(Serialize)]
pub struct Progress {
    /// Seconds simulated, the warm-up included.
    pub done_s: u32,
    /// Seconds to simulate.
    pub total_s: u32,
    /// Last second shown so far; negative while warming up.
    pub shown_s: i32,
    /// Mean CCU of the last whole minute.
    pub ccu: f64,
}

/// A moment of a run. What no player was there to measure is NaN.
#[derive(Serialize)]
#[expect(missing_docs, reason = "the names are those of the summary")]
pub struct Moment {
    pub ccu: f64,
    pub playing: f64,
    pub between: f64,
    pub searching: f64,
    pub wait_mean_s: f64,
    pub wait_p50_s: f64,
    pub wait_p95_s: f64,
    pub wait_p99_s: f64,
    pub rtt_mean_ms: f64,
    pub rtt_p95_ms: f64,
    pub share_le_50: f64,
    pub share_le_100: f64,
}

/// A datacenter at a moment.
#[derive(Serialize)]
pub struct SiteMoment {
    /// Players in its matches.
    pub players: f64,
    /// Matches running.
    pub matches: f64,
    /// Mean RTT of those matched around then; NaN if nobody was.
    pub mean_rtt_ms: f64,
    /// Players queueing.
    pub queue: u32,
}

/// Who is on the map.
#[derive(Serialize)]
#[expect(missing_docs, reason = "the names say it")]
pub struct MapCounts {
    pub playing: u32,
    pub between: u32,
    pub searching: u32,
    pub players_per_dot: u32,
}

/// Where a chart drew its plot.
#[derive(Serialize)]
#[expect(missing_docs, reason = "documented at their source")]
pub struct Axes {
    pub left: f64,
    pub right: f64,
    pub top: f64,
    pub bottom: f64,
    pub x0: f64,
    pub x1: f64,
    pub y0: f64,
    pub y1: f64,
}

impl From<matchday_charts::Axes> for Axes {
    fn from(axes: matchday_charts::Axes) -> Self {
        let matchday_charts::Axes { left, right, top, bottom, x0, x1, y0, y1 } = axes;
        Self { left, right, top, bottom, x0, x1, y0, y1 }
    }
}

/// A summary under the names that people script against.
pub fn summary(summary: &Summary) -> JsValue {
    let object = js_sys::Object::new();
    for (name, value) in summary.fields() {
        let value = match value {
            Value::Text(text) => text.into(),
            Value::Whole(n) => JsValue::from_f64(n as f64),
            Value::Real(x) => JsValue::from_f64(x),
        };
        // A plain object takes any property.
        let _ = js_sys::Reflect::set(&object, &name.into(), &value);
    }
    object.into()
}
