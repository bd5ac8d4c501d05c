//! The parts of a declaration: the kind of value, its bounds, and texts for people.

use super::needs::Need;
use super::page::PageView;
use super::values::Choice;

/// The kind of a parameter's value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Kind {
    /// A number. The number and its bounds are stored as integers in units of `10^-decimals`.
    Number {
        /// Digits after the decimal point.
        decimals: u8,
        /// Smallest value.
        min: i64,
        /// Largest value.
        max: i64,
        /// Step of the slider.
        step: i64,
        /// Default value.
        default: i64,
        /// The scale of the slider.
        slider: Slider,
    },
    /// On (`1`) or off (`0`); off by default.
    Flag,
    /// One of these words; the first by default.
    Choice(&'static [&'static str]),
    /// One of these words, or other text with its own grammar, which the user of the value checks. The first word is the
    /// default.
    Open(&'static [&'static str]),
    /// Whole numbers above zero, separated by commas; none by default.
    Weights,
    /// Free text with its own grammar, which the user of the value checks; empty by default.
    Text,
    /// Incidents with their times, separated by commas; none by default.
    Incidents,
    /// Names with a weight each, separated by commas; none by default.
    Mix,
    /// Names with a value each, separated by commas; none by default.
    Properties,
}

impl Kind {
    /// Whether its values have commas, so that a list of them cannot be written.
    pub fn has_commas(self) -> bool {
        matches!(self, Self::Weights | Self::Text | Self::Incidents | Self::Mix | Self::Properties)
    }
}

/// The scale of a slider.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "tsify", derive(serde::Serialize, tsify::Tsify), serde(rename_all = "lowercase"))]
pub enum Slider {
    /// Equal steps are equal differences.
    Linear,
    /// Equal steps are equal ratios.
    Logarithmic,
}

/// The declaration of one parameter.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spec {
    /// Name in scripts, links and files; never reused for another parameter.
    pub key: &'static str,
    /// Earlier name in scripts, links and files: read, never written.
    pub was: Option<&'static str>,
    /// Type and bounds.
    pub kind: Kind,
    /// Unit of the value: `ms`, `s`, `days`, `%` or nothing. A value in `%` is stored as a share, and shown times 100.
    pub unit: &'static str,
    /// Heading of its group on the page.
    pub group: &'static str,
    /// Name for people.
    pub label: &'static str,
    /// One line of help.
    pub help: &'static str,
    /// The views of the page whose panels show it.
    pub views: &'static [PageView],
    /// The view of which it is the main parameter.
    pub main: Option<PageView>,
    /// The conditions under which it has an effect; all must hold.
    pub needs: &'static [Need],
}

/// A whole number; its default is `min` unless [`Kind::default`] sets another.
pub(super) const fn whole(min: i64, max: i64) -> Kind {
    decimals(0, min, max)
}

/// A number with bounds in units of `10^-decimals`.
pub(super) const fn decimals(decimals: u8, min: i64, max: i64) -> Kind {
    Kind::Number { decimals, min, max, step: 1, default: min, slider: Slider::Linear }
}

/// One of the values of an enum.
pub(super) const fn choice<C: Choice>() -> Kind {
    Kind::Choice(C::WORDS)
}

/// `off`, or one of the values of an enum.
pub(super) const fn off_or<C: Choice>() -> Kind {
    Kind::Choice(C::OFF_OR_WORDS)
}

impl Kind {
    /// Sets the default of a number.
    pub(super) const fn default(self, value: i64) -> Self {
        match self {
            Kind::Number { decimals, min, max, step, default: _, slider } => {
                Kind::Number { decimals, min, max, step, default: value, slider }
            }
            other => other,
        }
    }

    /// Sets the slider's step of a number.
    pub(super) const fn step(self, units: i64) -> Self {
        match self {
            Kind::Number { decimals, min, max, step: _, default, slider } => {
                Kind::Number { decimals, min, max, step: units, default, slider }
            }
            other => other,
        }
    }

    /// Spreads the slider of a number by ratios.
    pub(super) const fn logarithmic(self) -> Self {
        match self {
            Kind::Number { decimals, min, max, step, default, slider: _ } => {
                Kind::Number { decimals, min, max, step, default, slider: Slider::Logarithmic }
            }
            other => other,
        }
    }
}
