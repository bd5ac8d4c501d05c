//! Parameters, presets and links for the page.

use matchday_scenario::Params;
use matchday_scenario::link::View;
use matchday_scenario::params::{Idle, Kind, PageView, SPECS, Slider, Spec};
use matchday_scenario::preset::{PRESETS, Preset};
use matchday_web_day::params::ParamTexts;
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

/// A parameter. Bounds, step and default are 0 if it is not a number.
#[derive(Serialize, Tsify)]
#[tsify(missing_as_null)]
pub struct ParamSpec {
    /// Its key in links.
    pub key: &'static str,
    /// The type of its values.
    pub kind: ParamKind,
    /// Whether its values have commas: such a parameter cannot be swept.
    pub commas: bool,
    /// The values of a choice, the default first.
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
    /// The scale of its slider.
    pub slider: Slider,
    /// Unit. With `%`, the page shows the value times 100.
    pub unit: &'static str,
    /// Its group on the page.
    pub group: &'static str,
    /// Name for people.
    pub label: &'static str,
    /// One line about it.
    pub help: &'static str,
    /// The views whose panels show it.
    pub views: &'static [PageView],
    /// The view of which it is the main parameter.
    pub main: Option<PageView>,
}

/// The parameters without effect, by their keys.
#[derive(Serialize, Tsify)]
#[serde(transparent)]
#[tsify(hashmap_as_object)]
pub struct IdleParams(BTreeMap<&'static str, IdleParam>);

/// Why a parameter has no effect.
#[derive(Serialize, Tsify)]
pub struct IdleParam {
    /// When it would have an effect: a sentence.
    pub reason: String,
    /// Whether the whole mode to which it belongs is off.
    pub hidden: bool,
}

impl From<&Params> for IdleParams {
    fn from(params: &Params) -> Self {
        let idle = params.idle().map(|(key, Idle { reason, hidden })| (key.spec().key, IdleParam { reason, hidden }));
        Self(idle.collect())
    }
}

/// The type of a parameter's values.
#[derive(Serialize, Tsify)]
#[serde(rename_all = "lowercase")]
pub enum ParamKind {
    /// A number.
    Number,
    /// 0 or 1.
    Flag,
    /// One of some words.
    Choice,
    /// One of some words, or another text.
    Open,
    /// Shares of playlists.
    Weights,
    /// A text.
    Text,
}

/// A scenario of the list.
#[derive(Serialize, Tsify)]
#[tsify(hashmap_as_object)]
pub struct PresetSpec {
    /// Its name in links to the page.
    pub name: String,
    /// Name for people.
    pub label: &'static str,
    /// One line about it.
    pub help: &'static str,
    /// Parameters that differ from their defaults: keys and values as text.
    pub params: BTreeMap<&'static str, &'static str>,
}

/// The content of a link.
#[derive(Serialize, Tsify)]
pub struct ParsedLink {
    /// The scenario.
    pub params: ParamTexts,
    /// The view of the page.
    #[tsify(type = "LinkView")]
    pub view: View,
    /// Messages about parts that were ignored or changed.
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
            Kind::Open(_) | Kind::Mix | Kind::Properties => (ParamKind::Open, 0, [0; 4], Slider::Linear),
            Kind::Weights => (ParamKind::Weights, 0, [0; 4], Slider::Linear),
            Kind::Text | Kind::Incidents => (ParamKind::Text, 0, [0; 4], Slider::Linear),
        };
        let words = if let Kind::Choice(words) | Kind::Open(words) = spec.kind { words } else { &[] };
        let one = 10_i64.pow(decimals.into()) as f64;
        let [min, max, step, default] = [min, max, step, default].map(|scaled: i64| scaled as f64 / one);
        let Spec { key, unit, group, label, help, views, main, .. } = *spec;
        let commas = spec.kind.has_commas();
        Self {
            key,
            kind,
            commas,
            words,
            decimals,
            min,
            max,
            step,
            default,
            slider,
            unit,
            group,
            label,
            help,
            views,
            main,
        }
    }
}

fn preset_spec(number: usize, &Preset { label, help, params }: &Preset) -> PresetSpec {
    PresetSpec { name: number.to_string(), label, help, params: params.iter().copied().collect() }
}
