//! Parameters, presets and links as the page sees them.

use matchday_scenario::link::View;
use matchday_scenario::params::{Kind, SPECS, Slider, Spec};
use matchday_scenario::preset::{PRESETS, Preset};
use matchday_web_common::params::ParamTexts;
use serde::Serialize;
use std::collections::BTreeMap;
use tsify::Tsify;

/// Every parameter and preset.
#[derive(Serialize, Tsify)]
pub struct Registry {
    /// The parameters, in the order of the page.
    pub params: Vec<ParamSpec>,
    /// The presets, the defaults first.
    pub presets: Vec<PresetSpec>,
}

/// A parameter. Of one that is no number, bounds, step and default are 0.
#[derive(Serialize, Tsify)]
pub struct ParamSpec {
    /// Its key in links.
    pub key: &'static str,
    /// What values it takes.
    pub kind: ParamKind,
    /// Of a choice: what it may be, the default first.
    pub words: &'static [&'static str],
    /// Decimals of a number.
    pub decimals: u8,
    /// Lowest value.
    pub min: f64,
    /// Highest value.
    pub max: f64,
    /// Step of a slider.
    pub step: f64,
    /// Default.
    pub default: f64,
    /// How a slider divides the range.
    pub slider: Slider,
    /// Unit; `%` is shown as a hundred times the value.
    pub unit: &'static str,
    /// Where it stands on the page.
    pub group: &'static str,
    /// Name for people.
    pub label: &'static str,
    /// One line about it.
    pub help: &'static str,
}

/// What values a parameter takes.
#[derive(Serialize, Tsify)]
#[serde(rename_all = "lowercase")]
pub enum ParamKind {
    /// A number.
    Number,
    /// 0 or 1.
    Flag,
    /// One of some words.
    Choice,
    /// One of some words, or a text of its own.
    Open,
    /// Shares of playlists.
    Weights,
    /// A text.
    Text,
}

/// A scenario worth starting from.
#[derive(Serialize, Tsify)]
#[tsify(hashmap_as_object)]
pub struct PresetSpec {
    /// What it is called by in links to the page.
    pub name: String,
    /// Name for people.
    pub label: &'static str,
    /// One line about it.
    pub help: &'static str,
    /// What differs from the defaults: keys and values as text.
    pub params: BTreeMap<&'static str, &'static str>,
}

/// What a link says.
#[derive(Serialize, Tsify)]
pub struct ParsedLink {
    /// The scenario.
    pub params: ParamTexts,
    /// How it is looked at.
    #[tsify(type = "LinkView")]
    pub view: View,
    /// What was not taken as it stands, in words.
    pub notices: Vec<String>,
}

/// The registry of this build.
pub fn registry() -> Registry {
    Registry {
        params: SPECS.iter().map(ParamSpec::from).collect(),
        presets: PRESETS.iter().enumerate().map(|(number, preset)| preset_spec(number, preset)).collect(),
    }
}

impl From<&Spec> for ParamSpec {
    fn from(spec: &Spec) -> Self {
        let (kind, decimals, [min, max, step, default], slider) = match spec.kind {
            Kind::Number { decimals, min, max, step, default, slider } => {
                (ParamKind::Number, decimals, [min, max, step, default], slider)
            }
            Kind::Flag => (ParamKind::Flag, 0, [0, 1, 1, 0], Slider::Linear),
            Kind::Choice(_) => (ParamKind::Choice, 0, [0; 4], Slider::Linear),
            Kind::Open(_) => (ParamKind::Open, 0, [0; 4], Slider::Linear),
            Kind::Weights => (ParamKind::Weights, 0, [0; 4], Slider::Linear),
            Kind::Text | Kind::Incidents => (ParamKind::Text, 0, [0; 4], Slider::Linear),
        };
        let words = if let Kind::Choice(words) | Kind::Open(words) = spec.kind { words } else { &[] };
        let one = 10_i64.pow(decimals.into()) as f64;
        let [min, max, step, default] = [min, max, step, default].map(|scaled: i64| scaled as f64 / one);
        let Spec { key, unit, group, label, help, .. } = *spec;
        Self { key, kind, words, decimals, min, max, step, default, slider, unit, group, label, help }
    }
}

fn preset_spec(number: usize, &Preset { label, help, params }: &Preset) -> PresetSpec {
    PresetSpec { name: number.to_string(), label, help, params: params.iter().copied().collect() }
}
