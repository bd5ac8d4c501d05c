//! People's own files, as the worker reads them piece by piece.

use crate::world::atlas::Atlas;
use matchday_atlas::JoinsGrid;
use matchday_atlas::import::{Base, Import, Kind, Report, recognise, weights};
use matchday_atlas::manifest::{DatacenterEntry, FileEntry, JOINS_FILE};
use matchday_sim::world::Site;
use matchday_web_common::dto::{list, object};
use matchday_web_common::error::{Code, Error, Result};
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

/// Takes one file after the other; see [`Import`].
#[wasm_bindgen]
pub struct Importer {
    import: Import,
}

#[wasm_bindgen]
impl Importer {
    /// Into the data set of `atlas`.
    #[wasm_bindgen(constructor)]
    pub fn new(atlas: &Atlas) -> Importer {
        let base = |site: &Site| Base { datacenter: site.datacenter.clone(), uplink_ms: site.uplink_ms };
        Self { import: Import::new(atlas.data.sites.iter().map(base).collect()) }
    }

    /// Begins a file, `head` being its first 64 KB or all of it, which are pushed again.
    pub fn open(&mut self, file: &str, head: &[u8]) -> Result<()> {
        self.import.open(file, head)?;
        Ok(())
    }

    /// Takes the next piece of the file.
    pub fn push(&mut self, piece: &[u8]) -> Result<()> {
        Ok(self.import.push(piece)?)
    }

    /// Ends the file: `{read, refused, first_refused, clamped, facts: [[name, count]]}`.
    pub fn close(&mut self) -> Result<JsValue> {
        Ok(report(&self.import.close()?))
    }

    /// Ends the import: `{files: [{name, bytes, checksum}], datacenters, maps}`, the files that take the place of those of
    /// the data set, what its manifest says of the datacenters if they are others, and a report of the maps from pings.
    pub fn finish(self, atlas: &Atlas) -> Result<JsValue> {
        let (own, maps) = self.import.finish(&atlas.routes)?;
        let files = own.files.iter().map(|(path, bytes)| file(path, bytes));
        let datacenters = own.datacenters.map(|entries| list(entries.iter().map(datacenter)));
        Ok(object(&[
            ("files", list(files)),
            ("datacenters", datacenters.unwrap_or(JsValue::NULL)),
            ("maps", maps.as_ref().map_or(JsValue::NULL, report)),
        ]))
    }
}

/// What a file is, by its name and first bytes: its kind, and when its turn comes among other kinds.
#[wasm_bindgen]
pub fn recognise_file(name: &str, head: &[u8]) -> Result<JsValue> {
    let kind = recognise(name, head)?;
    let turn = [Kind::Datacenters, Kind::Map, Kind::Joins, Kind::Pings].iter().position(|&other| other == kind);
    Ok(object(&[("kind", kind.key().into()), ("turn", (turn.unwrap_or_default() as u32).into())]))
}

#[wasm_bindgen]
impl Atlas {
    /// What each continent brings to these joins, %: Africa, Asia, Europe, North America, Oceania, South America.
    pub fn continent_shares(&self, joins: &[u8]) -> Result<Vec<f64>> {
        let grid = JoinsGrid::decode(joins, JOINS_FILE)?;
        let totals = weights::continent_totals(&grid, &self.routes).map(|total| total as f64);
        let all: f64 = totals.iter().sum();
        Ok(totals.map(|total| 100.0 * total / all).to_vec())
    }

    /// These joins shared out among the continents and, unless they are empty, by another curve of 24 hours for Monday to
    /// Friday and one for the weekend: `{name, bytes, checksum}`.
    pub fn weigh_joins(&self, joins: &[u8], shares: &[f64], weekday: &[f64], weekend: &[f64]) -> Result<JsValue> {
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
        Ok(file(JOINS_FILE, &grid.encode()))
    }
}

fn file(path: &str, bytes: &[u8]) -> JsValue {
    let checksum = FileEntry::of(path, bytes).checksum;
    object(&[("name", path.into()), ("bytes", js_sys::Uint8Array::from(bytes).into()), ("checksum", checksum.into())])
}

fn datacenter(entry: &DatacenterEntry) -> JsValue {
    object(&[
        ("name", entry.name.as_str().into()),
        ("label", entry.label.as_str().into()),
        ("region", entry.region.as_str().into()),
        ("uplink_ms", entry.uplink_ms.into()),
        ("default", entry.default.into()),
    ])
}

fn report(report: &Report) -> JsValue {
    let facts = report.facts.iter().map(|&(fact, count)| list([fact.key().into(), (count as f64).into()]));
    object(&[
        ("read", (report.read as f64).into()),
        ("refused", (report.refused as f64).into()),
        ("first_refused", list(report.first_refused.iter().map(|text| text.as_str().into()))),
        ("clamped", (report.clamped as f64).into()),
        ("facts", list(facts)),
    ])
}
