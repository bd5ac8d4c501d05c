//! Seasons in files, one of them open.

use crate::convert::{of_store, shown_s};
use crate::files::Files;
use indexmap::IndexMap;
use matchday_base::RunDigest;
use matchday_store::{Scenario, Store};
use matchday_web_common::error::{Code, Error, Result};
use matchday_web_common::js::{from_js, to_js};
use matchday_wire::season::Batch;
use serde::Serialize;
use tsify::{Ts, Tsify};
use wasm_bindgen::prelude::wasm_bindgen;

/// Start and end of the names of seasons; between them is a checksum of the scenario.
const SEASON: (&str, &str) = ("season-", ".sqlite");

/// All seasons of the browser, of which one is open. Times are seconds since the first shown midnight.
#[wasm_bindgen]
pub struct SeasonStore {
    pub(crate) files: Files,
    pub(crate) open: Option<OpenSeason>,
}

/// The open season.
#[derive(Serialize, Tsify)]
#[tsify(missing_as_null)]
pub struct SeasonStatus {
    /// The name of its file.
    pub name: String,
    /// Its scenario.
    pub scenario: Scenario,
    /// Everything that ended before this second is stored; null before the first batch.
    pub through_s: Option<i64>,
    /// The player actions up to then, as text of the parameter; empty without any.
    pub player_actions: String,
    /// Number of last whole days with full rows of matches; null: all days.
    pub keep_days: Option<u32>,
    /// Matches from this second on have full rows, earlier ones only sums by day; null: all have full rows.
    pub full_from_s: Option<i64>,
    /// Size of the file.
    pub bytes: u64,
    /// Free bytes in the file.
    pub free_bytes: u64,
    /// Number of rows by table.
    #[tsify(type = "Record<string, number>")]
    pub rows: IndexMap<&'static str, u64>,
}

/// The result of writing a batch: numbers of seasons, matches, tickets and parties.
#[derive(Serialize, Tsify)]
pub struct Written {
    /// Everything that ended before this second is stored.
    pub through_s: i64,
    /// New rows.
    pub stored: u32,
    /// Already stored.
    pub duplicates: u32,
    /// Refused, because the full rows of their day were already deleted.
    pub refused: u32,
}

/// An open season.
pub(crate) struct OpenSeason {
    /// The name of its file.
    pub name: String,
    pub store: Store,
}

#[wasm_bindgen]
impl SeasonStore {
    /// The seasons on disk. Rejects with `STORE_BUSY` while another tab or worker has them open, and with
    /// `STORE_UNAVAILABLE` if the browser stores no files for this page.
    pub async fn open_pool() -> Result<SeasonStore> {
        Ok(Self { files: Files::on_disk().await?, open: None })
    }

    /// Seasons in memory, which are lost with this worker.
    pub fn in_memory() -> Result<SeasonStore> {
        Ok(Self { files: Files::in_memory()?, open: None })
    }

    /// Opens or creates the season of a scenario.
    pub async fn begin(&mut self, scenario: &Ts<Scenario>) -> Result<()> {
        let scenario = from_js(scenario, Code::BadValue)?;
        let name = name_of(&scenario);
        if self.open.as_ref().is_some_and(|season| season.name == name) {
            return Ok(());
        }
        self.files.make_room().await?;
        let is_new = !self.files.has(&name)?;
        self.open = None;
        let opened = self.open_file(&name, |store| store.begin(&scenario).map_err(of_store));
        if opened.is_err() && is_new {
            // An incomplete file would look like a season.
            self.files.remove(&name)?;
        }
        opened
    }

    /// Stores a batch of the season `name` from the worker of its day. If it returns, the whole batch is
    /// stored safely; if it throws, nothing of it is stored. Throws `STORE_MISSING` if another season was
    /// opened since.
    pub fn write(&mut self, name: &str, batch: &[u8]) -> Result<Ts<Written>> {
        if self.season()?.name != name {
            return Err(none_open());
        }
        let batch = Batch::from_bytes(batch).map_err(|error| Error::new(Code::DataInvalid, error))?;
        let calendar = batch.calendar();
        let written = self.season_mut()?.write(&batch).map_err(of_store)?;
        to_js(&Written {
            through_s: shown_s(calendar, written.through),
            stored: written.stored,
            duplicates: written.duplicates,
            refused: written.refused,
        })
    }

    /// Sets the number of days for which full rows are kept; `undefined`: for ever.
    pub fn keep(&mut self, days: Option<u32>) -> Result<()> {
        self.season_mut()?.keep_days(days).map_err(of_store)
    }

    /// The open season.
    pub fn status(&self) -> Result<Ts<SeasonStatus>> {
        let OpenSeason { name, store } = self.season()?;
        let status = store.status().map_err(of_store)?;
        to_js(&SeasonStatus {
            name: name.clone(),
            scenario: status.scenario.ok_or_else(without_scenario)?,
            through_s: status.through.map(|unix| shown_s(status.calendar, unix)),
            player_actions: status.player_actions,
            keep_days: status.keep_days,
            full_from_s: status.full_from.map(|unix| shown_s(status.calendar, unix)),
            bytes: status.bytes,
            free_bytes: status.free_bytes,
            rows: status.rows.into_iter().collect(),
        })
    }
}

impl SeasonStore {
    /// The open season.
    ///
    /// # Errors
    /// [`Code::StoreMissing`] if no season is open.
    pub(crate) fn season(&self) -> Result<&OpenSeason> {
        self.open.as_ref().ok_or_else(none_open)
    }

    pub(crate) fn season_mut(&mut self) -> Result<&mut Store> {
        self.open.as_mut().map(|season| &mut season.store).ok_or_else(none_open)
    }

    /// Opens a file instead of the open season, if the file is a season and `prepare` succeeds.
    pub(crate) fn open_file(&mut self, name: &str, prepare: impl FnOnce(&mut Store) -> Result<()>) -> Result<()> {
        self.open = None;
        let mut store = Store::on(self.files.connect(name)?).map_err(of_store)?;
        prepare(&mut store)?;
        self.open = Some(OpenSeason { name: name.to_owned(), store });
        Ok(())
    }
}

fn none_open() -> Error {
    Error::new(Code::StoreMissing, "the season is not open")
}

pub(crate) fn without_scenario() -> Error {
    Error::new(Code::StoreOther, "the file does not say whose season it is")
}

/// The file name of a scenario's season.
pub(crate) fn name_of(scenario: &Scenario) -> String {
    let mut digest = RunDigest::default();
    for text in [&scenario.link, &scenario.engine, &scenario.dataset] {
        digest.fold_all(text.as_bytes(), |&byte| u64::from(byte));
    }
    [SEASON.0, &digest.to_string(), SEASON.1].concat()
}

/// Whether a file is a season, and not an unfinished import or a journal.
pub(crate) fn is_season(name: &str) -> bool {
    name.starts_with(SEASON.0) && name.ends_with(SEASON.1)
}
