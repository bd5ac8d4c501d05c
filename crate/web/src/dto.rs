//! The shapes that cross to JavaScript and from it.

use matchday_scenario::link::View;
use matchday_scenario::params::{Kind, SPECS, Slider, Spec};
use matchday_scenario::preset::{PRESETS, Preset};
use matchday_web_common::dto::{list, object, property};
use wasm_bindgen::JsValue;

/// `{params: [{key, kind, ...}], presets: [{name, label, help, params}]}`.
pub fn registry() -> JsValue {
    let presets = PRESETS.iter().enumerate().map(|(number, preset)| preset_object(number, preset));
    object(&[("params", list(SPECS.iter().map(spec))), ("presets", list(presets))])
}

fn spec(spec: &Spec) -> JsValue {
    let (kind, decimals, [min, max, step, default], slider) = match spec.kind {
        Kind::Number { decimals, min, max, step, default, slider } => {
            ("number", decimals, [min, max, step, default], slider)
        }
        Kind::Flag => ("flag", 0, [0, 1, 1, 0], Slider::Linear),
        Kind::Choice(_) => ("choice", 0, [0; 4], Slider::Linear),
        Kind::Open(_) => ("open", 0, [0; 4], Slider::Linear),
        Kind::Weights => ("weights", 0, [0; 4], Slider::Linear),
        Kind::Text | Kind::Incidents => ("text", 0, [0; 4], Slider::Linear),
    };
    let words: &[&str] = if let Kind::Choice(words) | Kind::Open(words) = spec.kind { words } else { &[] };
    let one = 10_i64.pow(decimals.into()) as f64;
    let plain = |scaled: i64| JsValue::from(scaled as f64 / one);
    object(&[
        ("key", spec.key.into()),
        ("kind", kind.into()),
        ("words", list(words.iter().map(|&word| word.into()))),
        ("decimals", decimals.into()),
        ("min", plain(min)),
        ("max", plain(max)),
        ("step", plain(step)),
        ("default", plain(default)),
        ("slider", (if slider == Slider::Logarithmic { "logarithmic" } else { "linear" }).into()),
        ("unit", spec.unit.into()),
        ("group", spec.group.into()),
        ("label", spec.label.into()),
        ("help", spec.help.into()),
    ])
}

fn preset_object(number: usize, preset: &Preset) -> JsValue {
    let params: Vec<(&str, JsValue)> = preset.params.iter().map(|&(key, text)| (key, text.into())).collect();
    object(&[
        ("name", number.to_string().into()),
        ("label", preset.label.into()),
        ("help", preset.help.into()),
        ("params", object(&params)),
    ])
}

/// What a link carries beside the parameters; what it does not is left out.
pub fn view(view: View) -> JsValue {
    let View { engine, dataset, digest, time_s, panes, layers, sweep, playlist_capacity, page, pinned } = view;
    let texts = [
        ("engine", engine),
        ("dataset", dataset),
        ("digest", digest),
        ("panes", panes),
        ("layers", layers),
        ("sweep", sweep),
        ("playlist_capacity", playlist_capacity),
        ("page", page),
        ("pinned", pinned),
    ];
    let texts = texts.into_iter().filter_map(|(name, text)| Some((name, text?.into())));
    let time_s = time_s.map(|time_s| ("time_s", time_s.into()));
    object(&texts.chain(time_s).collect::<Vec<_>>())
}

/// The same from JavaScript; anything else is left out.
pub fn view_of(object: &JsValue) -> View {
    let text = |name| property(object, name).as_string();
    View {
        engine: text("engine"),
        dataset: text("dataset"),
        digest: text("digest"),
        time_s: property(object, "time_s").as_f64().map(|time_s| time_s as u32),
        panes: text("panes"),
        layers: text("layers"),
        sweep: text("sweep"),
        playlist_capacity: text("playlist_capacity"),
        page: text("page"),
        pinned: text("pinned"),
    }
}
