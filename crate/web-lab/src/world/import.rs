//! Import of users' own files, in a worker, and joins of such files.

use crate::lab::Lab;
use crate::world::atlas::Atlas;
use matchday_atlas::import::{Base, Fact, Import, Kind, Report, recognise, weights};
use matchday_atlas::manifest::{DatacenterEntry, FileEntry, JOINS_FILE};
use matchday_atlas::{JoinData, JoinsGrid, RecordedJoins, RouteModel};
use matchday_sim::joins::JoinModel;
use matchday_sim::world::Site;
use matchday_web_common::error::{Code, Error, Result};
use matchday_web_common::js::{from_js, to_js};
use serde::{Deserialize, Serialize};
use serde_bytes::ByteBuf;
use std::sync::Arc;
use tsify::{Ts, Tsify};
use wasm_bindgen::prelude::wasm_bindgen;

/// A file that replaces the built-in one of the same name.
#[derive(Serialize, Tsify)]
pub struct OwnFile {
    /// Its path within the data set.
    pub name: String,
    /// Its content.
    #[serde(with = "serde_bytes")]
    #[tsify(type = "Uint8Array")]
    pub bytes: Vec<u8>,
    /// The checksum, as in the manifest.
    pub checksum: String,
}

/// A datacenter's entry in the manifest.
#[derive(Serialize, Tsify)]
pub struct OwnDatacenter {
    /// Its name.
    pub name: String,
    /// Its name for people.
    pub label: String,
    /// The region in whose list it stands.
    pub region: String,
    /// Its uplink, added to the RTT of the route model, ms.
    pub uplink_ms: f64,
    /// Whether it is on by default.
    pub default: bool,
}

/// A count of an import, by name.
#[derive(Serialize, Tsify)]
pub struct CountedFact {
    /// Its name: `no_data`, `below_floor` and so on.
    pub fact: &'static str,
    /// Number of rows, cells or days.
    pub count: u64,
}

/// Counts of a file's rows or a map's cells.
#[derive(Serialize, Tsify)]
pub struct ReadReport {
    /// Good rows; cells with data.
    pub read: u64,
    /// Refused rows; dropped cells.
    pub refused: u64,
    /// The first refused rows, with line, column and reason.
    pub first_refused: Vec<String>,
    /// Values that were limited to their bounds; their rows are included in `read`.
    pub clamped: u64,
    /// Other counts.
    pub facts: Vec<CountedFact>,
}

/// The result of an import.
#[derive(Serialize, Tsify)]
#[tsify(missing_as_null)]
pub struct ImportedFiles {
    /// Files that replace those of the data set.
    pub files: Vec<OwnFile>,
    /// The manifest's entries of the datacenters, if these are new.
    pub datacenters: Option<Vec<OwnDatacenter>>,
    /// The report of maps built from pings.
    pub maps: Option<ReadReport>,
}

/// When and where players join.
#[derive(Serialize, Tsify)]
#[tsify(missing_as_null)]
pub struct JoinsProfile {
    /// The hour of the first shown day in which most join, UTC, 0 to 23.
    pub busiest_hour: u32,
    /// Each continent's share, %: Africa, Asia, Europe, North America, Oceania, South America; null if none has joins.
    pub continents: Option<Vec<f64>>,
}

/// Recorded joins beside others.
#[derive(Serialize, Tsify)]
pub struct JoinsComparison {
    /// Number of recorded joins.
    pub joins: u64,
    /// The population, as in the parameter `ccu`, that the recorded joins correspond to.
    pub ccu: f64,
    /// The recorded joins.
    pub recorded: JoinsProfile,
    /// The others.
    pub others: JoinsProfile,
}

/// The content type of a file.
#[derive(Serialize, Tsify)]
pub struct FileKind {
    /// Its kind.
    pub kind: ContentKind,
    /// Its position in the order of kinds, in which files are imported.
    pub turn: usize,
}

/// Kinds of files, in the order in which they are imported.
#[derive(Clone, Copy, Serialize, Tsify)]
#[serde(rename_all = "lowercase")]
pub enum ContentKind {
    /// A list of datacenters.
    Datacenters,
    /// A latency map.
    Map,
    /// A grid of joins.
    Joins,
    /// Measured pings.
    Pings,
}

/// Imports one file after the other, piece by piece; see [`Import`].
#[wasm_bindgen]
pub struct Importer {
    import: Import,
    routes: Arc<RouteModel>,
}

/// A step of an import.
#[derive(Deserialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub enum ImportStep {
    /// Begins a file.
    Open {
        /// Its name.
        name: String,
        /// Its first 64 KB, or all of it. They are pushed again.
        #[tsify(type = "Uint8Array")]
        head: ByteBuf,
    },
    /// Reads the next piece of the file.
    Push(#[tsify(type = "Uint8Array")] ByteBuf),
    /// Ends the file.
    Close {},
    /// Ends the import.
    Finish {},
}

/// The result of the step of the same name.
#[derive(Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub enum ImportResult {
    /// The kind of the file was recognised again.
    Open {},
    /// The piece was read.
    Push {},
    /// What was read of the file.
    Close(ReadReport),
    /// What was imported.
    Finish(ImportedFiles),
}

#[wasm_bindgen]
impl Importer {
    /// An import into the data set of a lab.
    #[wasm_bindgen(constructor)]
    pub fn new(lab: &Lab) -> Result<Importer> {
        let atlas = lab.atlas()?;
        let base = |site: &Site| Base { datacenter: site.datacenter.clone(), uplink_ms: site.uplink_ms };
        let import = Import::new(atlas.data.dataset.sites.iter().map(base).collect());
        Ok(Self { import, routes: Arc::clone(&atlas.routes) })
    }

    /// Makes a step.
    pub fn ask(&mut self, step: &Ts<ImportStep>) -> Result<Ts<ImportResult>> {
        to_js(&match from_js(step, Code::BadValue)? {
            ImportStep::Open { name, head } => {
                self.import.open(&name, &head)?;
                ImportResult::Open {}
            }
            ImportStep::Push(piece) => {
                self.import.push(&piece)?;
                ImportResult::Push {}
            }
            ImportStep::Close {} => ImportResult::Close(ReadReport::from(&self.import.close()?)),
            ImportStep::Finish {} => ImportResult::Finish(self.finish()?),
        })
    }
}

impl Importer {
    fn finish(&mut self) -> Result<ImportedFiles> {
        let (own, maps) = std::mem::replace(&mut self.import, Import::new(Vec::new())).finish(&self.routes)?;
        Ok(ImportedFiles {
            files: own.files.into_iter().map(|(path, bytes)| file(&path, bytes)).collect(),
            datacenters: own.datacenters.map(|entries| entries.iter().map(OwnDatacenter::from).collect()),
            maps: maps.as_ref().map(ReadReport::from),
        })
    }
}

/// The kind of a file, recognised by its name and first bytes.
pub(crate) fn recognise_file(name: &str, head: &[u8]) -> Result<FileKind> {
    let kind = match recognise(name, head)? {
        Kind::Datacenters => ContentKind::Datacenters,
        Kind::Map => ContentKind::Map,
        Kind::Joins => ContentKind::Joins,
        Kind::Pings => ContentKind::Pings,
    };
    Ok(FileKind { kind, turn: kind as usize })
}

impl Atlas {
    /// Each continent's share of these joins, %: Africa, Asia, Europe, North America, Oceania, South America. Joins
    /// that are on none throw `DATA_INVALID`.
    pub(crate) fn continent_shares(&self, joins: &[u8]) -> Result<Vec<f64>> {
        let shares = self.shares(&JoinData::decode(joins, JOINS_FILE)?);
        shares.ok_or_else(|| Error::new(Code::DataInvalid, "no joins are on any continent"))
    }

    /// Recorded joins beside others, both as bytes.
    pub(crate) fn compare_joins(&self, recorded: &[u8], others: &[u8]) -> Result<JoinsComparison> {
        let recorded = RecordedJoins::decode(recorded, JOINS_FILE)?;
        let calendar = self.data.dataset.calendar;
        let exact = JoinModel::exact(&recorded, &recorded.cells(), calendar);
        let others = JoinData::decode(others, JOINS_FILE)?;
        let other = JoinModel::new(&others, &others.cells(), calendar, 1);
        let profile = |model: &JoinModel, joins: &JoinData| JoinsProfile {
            busiest_hour: model.busiest_hour(),
            continents: self.shares(joins),
        };
        Ok(JoinsComparison {
            joins: recorded.total(),
            ccu: exact.ccu(),
            recorded: profile(&exact, &JoinData::Recorded(recorded)),
            others: profile(&other, &others),
        })
    }

    /// Each continent's share, %, in the order of [`Atlas::continent_shares`]; `None` if no joins are on any.
    fn shares(&self, joins: &JoinData) -> Option<Vec<f64>> {
        let totals = weights::continent_totals(joins, &self.routes).map(|total| total as f64);
        let all: f64 = totals.iter().sum();
        (all > 0.0).then(|| totals.map(|total| 100.0 * total / all).to_vec())
    }

    /// These joins with other shares of the continents and, unless the curves are empty, with other curves of
    /// 24 hours for Monday to Friday and for the weekend.
    pub(crate) fn weigh_joins(
        &self,
        joins: &[u8],
        shares: &[f64],
        weekday: &[f64],
        weekend: &[f64],
    ) -> Result<OwnFile> {
        let bad = |what| Error::new(Code::DataInvalid, what);
        let grid = JoinsGrid::decode(joins, JOINS_FILE)?;
        let shares = shares.try_into().map_err(|_| bad("there are six continents"))?;
        let mut grid = weights::by_continent(&grid, &self.routes, shares)
            .map_err(|_| bad("shares have to be numbers from 0 on, and one of them more"))?;
        if !weekday.is_empty() {
            let hours = "a curve has 24 hours, numbers from 0 on, and one of them more";
            let day = |hours: &[f64]| <[f64; 24]>::try_from(hours).ok();
            let week = day(weekday).zip(day(weekend)).and_then(|(weekday, weekend)| weights::week(&weekday, &weekend));
            grid.curve = week.ok_or_else(|| bad(hours))?;
        }
        Ok(file(JOINS_FILE, grid.encode()))
    }
}

fn file(path: &str, bytes: Vec<u8>) -> OwnFile {
    OwnFile { name: path.to_owned(), checksum: FileEntry::of(path, &bytes).checksum, bytes }
}

impl From<&DatacenterEntry> for OwnDatacenter {
    fn from(entry: &DatacenterEntry) -> Self {
        Self {
            name: entry.name.clone(),
            label: entry.label.clone(),
            region: entry.region.clone(),
            uplink_ms: entry.uplink_ms,
            default: entry.default,
        }
    }
}

impl From<&Report> for ReadReport {
    fn from(report: &Report) -> Self {
        let fact = |&(fact, count): &(Fact, u64)| CountedFact { fact: fact.key(), count };
        Self {
            read: report.read,
            refused: report.refused,
            first_refused: report.first_refused.clone(),
            clamped: report.clamped,
            facts: report.facts.iter().map(fact).collect(),
        }
    }
}
