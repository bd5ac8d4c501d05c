//! The questions.

use crate::experiments::compare::SeedPair;
use crate::experiments::prices::Quality;
use crate::experiments::proofs::DayEnds;
use crate::servers::configuration::LintCircumstances;
use crate::world::atlas::SitePlace;
use crate::world::coverage::Aim;
use matchday_study::social_mixing::Day;
use matchday_web_common::js::from_typed_array;
use matchday_web_day::files::DataFiles;
use matchday_web_day::params::ParamValues;
use matchday_wire::report::Summary;
use serde::Deserialize;
use serde_bytes::ByteBuf;
use tsify::Tsify;

/// A question.
#[derive(Deserialize, Tsify)]
#[serde(rename_all = "camelCase")]
#[tsify(missing_as_null)]
pub enum Question {
    /// What is the same for every data set and scenario.
    Constants {},
    /// The city nearest to a place, where its networks meet.
    City {
        /// Degrees north.
        lat: f64,
        /// Degrees east.
        lon: f64,
    },
    /// Every city with a hub of the route model.
    Cities {},
    /// The round trips of a player at a place.
    Place {
        /// Degrees north.
        lat: f64,
        /// Degrees east.
        lon: f64,
        /// The active datacenters, as in the following questions.
        sites: Vec<SitePlace>,
    },
    /// The coverage: the world first, then every continent with joins.
    Coverage {
        /// The datacenters.
        sites: Vec<SitePlace>,
    },
    /// Joins for which distance selects the wrong datacenter: the greatest losses, the greatest first.
    DistanceMisrouting {
        /// The datacenters.
        sites: Vec<SitePlace>,
        /// Most losses.
        count: usize,
    },
    /// The best next places, one after the other.
    Next {
        /// The datacenters.
        sites: Vec<SitePlace>,
        /// The goal.
        aim: Aim,
        /// Most places.
        count: usize,
        /// The two letters of a continent, as in the coverage: only places there, with their gains for its players.
        #[serde(default)]
        continent: Option<String>,
    },
    /// Every datacenter with the loss without it, the smallest first.
    Spare {
        /// The datacenters.
        sites: Vec<SitePlace>,
        /// The goal.
        aim: Aim,
    },
    /// RTT from every cell to a datacenter.
    Map {
        /// The datacenter.
        site: SitePlace,
    },
    /// The map of RTTs to the nearest datacenter as an image. Of one datacenter, its own map.
    MapPng {
        /// The datacenters.
        sites: Vec<SitePlace>,
    },
    /// The nearest datacenter to every cell.
    Areas {
        /// The datacenters.
        sites: Vec<SitePlace>,
    },
    /// The kind of a file of users.
    RecogniseFile {
        /// Its name.
        name: String,
        /// Its first bytes.
        #[tsify(type = "Uint8Array")]
        head: ByteBuf,
    },
    /// Each continent's share of joins. Joins that are on none are refused with `DATA_INVALID`.
    ContinentShares {
        /// A grid of joins, as a file of a data set.
        #[tsify(type = "Uint8Array")]
        joins: ByteBuf,
    },
    /// Recorded joins beside others, both as files of a data set.
    CompareJoins {
        /// The recorded joins.
        #[tsify(type = "Uint8Array")]
        recorded: ByteBuf,
        /// The others.
        #[tsify(type = "Uint8Array")]
        others: ByteBuf,
    },
    /// A grid of joins with other shares of the continents and, unless the curves are empty, other curves of 24 hours.
    WeighJoins {
        /// The grid.
        #[tsify(type = "Uint8Array")]
        joins: ByteBuf,
        /// By continent, in the order of `continentShares`.
        shares: Vec<f64>,
        /// Monday to Friday.
        weekday: Vec<f64>,
        /// Saturday and Sunday.
        weekend: Vec<f64>,
    },
    /// Checks a finished day against its closed forms.
    Prove {
        /// Its parameters.
        params: ParamValues,
        /// Its minutes.
        #[serde(deserialize_with = "from_typed_array")]
        #[tsify(type = "Uint32Array")]
        rows: Vec<u32>,
        /// Its summary.
        summary: DayEnds,
    },
    /// Two scenarios, figure by figure. Seeds without one of the values are left out.
    Differences {
        /// Of each figure, a pair of values per seed.
        figures: Vec<Vec<SeedPair>>,
    },
    /// The replay rates one point below and above that of these parameters.
    Neighbours {
        /// The parameters.
        params: ParamValues,
    },
    /// The effect of one more point of replay, from the days at those rates.
    Sensitivity {
        /// The parameters of the day.
        params: ParamValues,
        /// The day.
        day: Box<Summary>,
        /// The day with one point less.
        #[serde(default)]
        less: Option<Box<Summary>>,
        /// The day with one point more.
        #[serde(default)]
        more: Option<Box<Summary>>,
    },
    /// Peak players over a quality of matches, from the results so far of a sweep.
    Prices {
        /// As of the sweep.
        params: ParamValues,
        /// The text of the sweep.
        sweep: String,
        /// The name of the data set.
        dataset: String,
        /// The results as CSV.
        results: String,
        /// The quality.
        quality: Quality,
    },
    /// What groups that stay together change.
    SocialMixing {
        /// A pair of days per seed: without and with groups that stay together.
        #[tsify(type = "[MixingDay, MixingDay][]")]
        days: Vec<[Day; 2]>,
    },
    /// Findings about files of brokers and fleets, which are read together with those that are applied already.
    Lint {
        /// The files.
        files: DataFiles,
        /// Those that are applied, as the parameter `fleet_config`.
        applied: String,
        /// The conditions.
        circumstances: LintCircumstances,
    },
    /// What is wrong with a rule set on a day, whose own rule set does not matter.
    CheckRules {
        /// The parameters of the day.
        params: ParamValues,
        /// The rule set.
        text: String,
        /// The names of the datacenters.
        datacenters: Vec<String>,
    },
    /// The numbers of a rule set, in the order of its text; none if it cannot be read.
    RuleNumbers {
        /// The rule set.
        text: String,
    },
    /// The text of a rule set with another value for one of its numbers.
    RulesWith {
        /// The rule set.
        text: String,
        /// The path of the number. An unknown one is refused with `BAD_VALUE`.
        path: String,
        /// The value.
        value: f64,
    },
    /// The datacenters that stand for AWS regions.
    AwsRegions {
        /// As the parameter `regions` has them; null: the built-in table.
        text: Option<String>,
    },
}
