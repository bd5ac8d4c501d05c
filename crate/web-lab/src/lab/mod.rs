//! What the page asks: questions about the world, finished days, configurations and rules.
//!
//! Every family of questions is answered in its own module; this one lists and forwards them.

mod answers;
mod questions;

pub use answers::{Answer, Constants};
pub use questions::Question;

use crate::events::event_kinds;
use crate::experiments::compare::difference;
use crate::experiments::prices::prices;
use crate::experiments::proofs::prove;
use crate::experiments::sensitivity::neighbours;
use crate::experiments::social_mixing::compare;
use crate::plugin::plugin_limits;
use crate::rules::{aws_regions, check_rules, rule_numbers, rules_with};
use crate::servers::configuration::lint;
use crate::world::atlas::{Atlas, place};
use crate::world::import::recognise_file;
use js_sys::Function;
use matchday_study::sensitivity::Sensitivity;
use matchday_web_common::error::{Code, Result};
use matchday_web_common::js::{from_js, to_js};
use matchday_web_day::files::DataFiles;
use matchday_web_day::world::World;
use std::cell::OnceCell;
use std::rc::Rc;
use tsify::Ts;
use wasm_bindgen::prelude::wasm_bindgen;

/// Answers questions. A data set is read for the first question about it.
#[wasm_bindgen]
pub struct Lab {
    files: Ts<DataFiles>,
    utc_offset_s: Function,
    world: OnceCell<World>,
    atlas: OnceCell<Atlas>,
}

#[wasm_bindgen]
impl Lab {
    /// A lab with the files of a data set; without any, questions about a data set are refused with `DATA_MISSING`.
    /// `utc_offset_s` returns the offset of a time zone from UTC in seconds, or `undefined` for an unknown zone; the browser has
    /// the time zones.
    #[wasm_bindgen(constructor)]
    pub fn new(files: Ts<DataFiles>, utc_offset_s: Function) -> Lab {
        Self { files, utc_offset_s, world: OnceCell::new(), atlas: OnceCell::new() }
    }

    /// Answers a question.
    pub fn ask(&self, question: &Ts<Question>) -> Result<Ts<Answer>> {
        to_js(&match from_js(question, Code::BadValue)? {
            Question::Constants {} => {
                Answer::Constants(Constants { event_kinds: event_kinds(), plugin_limits: plugin_limits() })
            }
            Question::City { lat, lon } => Answer::City(self.atlas()?.city(place(lat, lon)?)),
            Question::Cities {} => Answer::Cities(self.atlas()?.cities()),
            Question::Place { lat, lon, sites } => Answer::Place(self.atlas()?.place(lat, lon, sites)?),
            Question::Coverage { sites } => Answer::Coverage(self.atlas()?.coverage(sites)?),
            Question::DistanceMisrouting { sites, count } => {
                Answer::DistanceMisrouting(self.atlas()?.distance_misrouting(sites, count)?)
            }
            Question::Next { sites, aim, count, continent } => {
                Answer::Next(self.atlas()?.next(sites, aim, count, continent)?)
            }
            Question::Spare { sites, aim } => Answer::Spare(self.atlas()?.spare(sites, aim)?),
            Question::Map { site } => Answer::Map(self.atlas()?.map(site)?),
            Question::MapPng { sites } => Answer::MapPng(self.atlas()?.map_png(sites)?),
            Question::Areas { sites } => Answer::Areas(self.atlas()?.areas(sites)?),
            Question::RecogniseFile { name, head } => Answer::RecogniseFile(recognise_file(&name, &head)?),
            Question::ContinentShares { joins } => Answer::ContinentShares(self.atlas()?.continent_shares(&joins)?),
            Question::CompareJoins { recorded, others } => {
                Answer::CompareJoins(self.atlas()?.compare_joins(&recorded, &others)?)
            }
            Question::WeighJoins { joins, shares, weekday, weekend } => {
                Answer::WeighJoins(self.atlas()?.weigh_joins(&joins, &shares, &weekday, &weekend)?)
            }
            Question::Prove { params, rows, summary } => {
                Answer::Prove(prove(&self.world()?.data().dataset, &params.try_into()?, rows, &summary)?)
            }
            Question::Differences { figures } => Answer::Differences(figures.into_iter().map(difference).collect()),
            Question::Neighbours { params } => Answer::Neighbours(neighbours(&params.try_into()?)),
            Question::Sensitivity { params, day, less, more } => {
                Answer::Sensitivity(Sensitivity::of(&params.try_into()?, &day, [less.as_deref(), more.as_deref()]))
            }
            Question::Prices { params, sweep, dataset, results, quality } => {
                Answer::Prices(prices(self.world()?.data(), params.try_into()?, &sweep, &dataset, &results, quality)?)
            }
            Question::SocialMixing { days } => Answer::SocialMixing(compare(days)),
            Question::Lint { files, applied, circumstances } => {
                Answer::Lint(lint(files, &applied, circumstances, &self.utc_offset_s)?)
            }
            Question::CheckRules { params, text, datacenters } => {
                Answer::CheckRules(check_rules(&params.try_into()?, &text, &datacenters))
            }
            Question::RuleNumbers { text } => Answer::RuleNumbers(rule_numbers(&text)),
            Question::RulesWith { text, path, value } => Answer::RulesWith(rules_with(&text, &path, value)?),
            Question::AwsRegions { text } => Answer::AwsRegions(aws_regions(text)?),
        })
    }
}

impl Lab {
    pub(crate) fn world(&self) -> Result<&World> {
        once(&self.world, || World::new(&self.files))
    }

    pub(crate) fn atlas(&self) -> Result<&Atlas> {
        once(&self.atlas, || Atlas::new(Rc::clone(self.world()?.data())))
    }
}

/// A value that is made when it is first needed, unless that fails.
fn once<T>(cell: &OnceCell<T>, make: impl FnOnce() -> Result<T>) -> Result<&T> {
    match cell.get() {
        Some(made) => Ok(made),
        None => make().map(|made| cell.get_or_init(|| made)),
    }
}
