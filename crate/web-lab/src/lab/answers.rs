//! The answers.

use crate::experiments::compare::ComparedFigure;
use crate::experiments::prices::Prices;
use crate::experiments::proofs::Check;
use crate::experiments::sensitivity::Neighbours;
use crate::experiments::social_mixing::MixingFigures;
use crate::plugin::PluginLimits;
use crate::rules::{AwsRegion, RuleNumber, RuleSetReport};
use crate::servers::configuration::Linted;
use crate::world::atlas::{City, CityPlace};
use crate::world::coverage::{Area, Loss, Misrouting, NextPlaces};
use crate::world::import::{FileKind, JoinsComparison, OwnFile};
use crate::world::maps::PlaceReport;
use matchday_study::sensitivity::Sensitivity;
use matchday_web_common::js::typed_array;
use serde::Serialize;
use tsify::Tsify;

/// The answer to the question of the same name.
#[derive(Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub enum Answer {
    /// All of them.
    Constants(Constants),
    /// The nearest.
    City(City),
    /// In the order of the model.
    Cities(Vec<CityPlace>),
    /// Of the place.
    Place(PlaceReport),
    /// By area.
    Coverage(Vec<Area>),
    /// RTTs are means over these joins.
    DistanceMisrouting(Vec<Misrouting>),
    /// The best first.
    Next(NextPlaces),
    /// The smallest loss first.
    Spare(Vec<Loss>),
    /// ms, 360 x 180 cells from the north-west corner; 0 without data.
    Map(
        #[serde(with = "serde_bytes")]
        #[tsify(type = "Uint8Array")]
        Vec<u8>,
    ),
    /// 8-bit greyscale, 360 x 180: the grey of a pixel is its RTT in ms, 0 without data.
    MapPng(
        #[serde(with = "serde_bytes")]
        #[tsify(type = "Uint8Array<ArrayBuffer>")]
        Vec<u8>,
    ),
    /// Positions in the list, by cell; 65535 without data.
    Areas(
        #[serde(serialize_with = "typed_array")]
        #[tsify(type = "Uint16Array")]
        Vec<u16>,
    ),
    /// By its name and first bytes.
    RecogniseFile(FileKind),
    /// %: Africa, Asia, Europe, North America, Oceania, South America.
    ContinentShares(Vec<f64>),
    /// Both profiles.
    CompareJoins(JoinsComparison),
    /// The file of a data set.
    WeighJoins(OwnFile),
    /// By form.
    Prove(Vec<Check>),
    /// By figure.
    Differences(Vec<ComparedFigure>),
    /// As texts of the parameter.
    Neighbours(Neighbours),
    /// Measured and by formula.
    Sensitivity(Sensitivity),
    /// By point of the sweep.
    Prices(Prices),
    /// By figure.
    SocialMixing(MixingFigures),
    /// Its findings, and what applies the files.
    Lint(Linted),
    /// For the editor.
    CheckRules(RuleSetReport),
    /// With their sliders.
    RuleNumbers(Vec<RuleNumber>),
    /// The text.
    RulesWith(String),
    /// By region.
    AwsRegions(Vec<AwsRegion>),
}

/// What is the same for every data set and scenario.
#[derive(Serialize, Tsify)]
pub struct Constants {
    /// The words of all kinds of events.
    pub event_kinds: Vec<&'static str>,
    /// What an instance of a plug-in may take from the machine.
    pub plugin_limits: PluginLimits,
}
