//! Seasons in files, one of them open.

use crate::convert::{of_store, or_null, shown_if, shown_s};
use crate::files::Files;
use matchday_base::RunDigest;
use matchday_store::{Scenario, Store};
use matchday_web_common::dto::{object, property};
use matchday_web_common::error::{Code, Error, Result};
use matchday_wire::season::Batch;
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

/// How names of seasons begin and end; between them is what their scenario is told by.
const SEASON: (&str, &str) = ("season-", ".sqlite");

/// All seasons of the browser, one of them open. Seconds are counted from the first shown midnight.
#[wasm_bindgen]
pub struct SeasonStore {
    pub(crate) files: Files,
    pub(crate) open: Option<Season>,
}

/// An open season.
pub(crate) struct Season {
    /// Of its file.
    pub name: String,
    pub store: Store,
}

#[wasm_bindgen]
impl SeasonStore {
    /// The seasons on disk. Rejects with `STORE_BUSY` while another tab or worker has them, and with `STORE_UNAVAILABLE`
    /// where the browser keeps no files for this page.
    pub async fn open_pool() -> Result<SeasonStore> {
        Ok(Self { files: Files::on_disk().await?, open: None })
    }

    /// Seasons that are gone with this worker.
    pub fn in_memory() -> Result<SeasonStore> {
        Ok(Self { files: Files::in_memory()?, open: None })
    }

    /// Opens the season of a scenario, `{link, engine, dataset}`, or begins it.
    pub async fn begin(&mut self, scenario: JsValue) -> Result<()> {
        let scenario = read_scenario(&scenario);
        let name = name_of(&scenario);
        if self.open.as_ref().is_some_and(|season| season.name == name) {
            return Ok(());
        }
        self.files.make_room().await?;
        let is_new = !self.files.has(&name)?;
        self.open = None;
        let opened = self.open_file(&name, |store| store.begin(&scenario).map_err(of_store));
        if opened.is_err() && is_new {
            // Half a beginning would be taken for a season.
            self.files.remove(&name)?;
        }
        opened
    }

    /// Stores a batch of the season called `name`, as its day's worker wrote it: `{through_s, stored, duplicates, refused}`.
    /// Once this returns, nothing of it is lost; when it throws, nothing of it is stored. Rejects with `STORE_MISSING`
    /// unless that season is open: another may have been opened since.
    pub fn write(&mut self, name: &str, batch: &[u8]) -> Result<JsValue> {
        if self.season()?.name != name {
            return Err(none_open());
        }
        let batch = Batch::from_bytes(batch).map_err(|error| Error::new(Code::DataInvalid, error))?;
        let calendar = batch.calendar();
        let written = self.season_mut()?.write(&batch).map_err(of_store)?;
        Ok(object(&[
            ("through_s", shown_s(calendar, written.through).into()),
            ("stored", written.stored.into()),
            ("duplicates", written.duplicates.into()),
            ("refused", written.refused.into()),
        ]))
    }

    /// For how many days full rows are kept; nothing for ever.
    pub fn keep(&mut self, days: Option<u32>) -> Result<()> {
        self.season_mut()?.keep_days(days).map_err(of_store)
    }

    /// The open season: `{name, scenario, through_s, inside, keep_days, full_from_s, bytes, free_bytes, rows}`, `rows` by
    /// table.
    pub fn status(&self) -> Result<JsValue> {
        let Season { name, store } = self.season()?;
        let status = store.status().map_err(of_store)?;
        let rows: Vec<_> = status.rows.iter().map(|&(table, rows)| (table, JsValue::from(rows as f64))).collect();
        Ok(object(&[
            ("name", name.as_str().into()),
            ("scenario", or_null(status.scenario.as_ref().map(scenario_object))),
            ("through_s", shown_if(status.calendar, status.through)),
            ("player_actions", status.player_actions.as_str().into()),
            ("keep_days", or_null(status.keep_days)),
            ("full_from_s", shown_if(status.calendar, status.full_from)),
            ("bytes", (status.bytes as f64).into()),
            ("free_bytes", (status.free_bytes as f64).into()),
            ("rows", object(&rows)),
        ]))
    }
}

impl SeasonStore {
    /// The open season.
    ///
    /// # Errors
    /// [`Code::StoreMissing`] while there is none.
    pub(crate) fn season(&self) -> Result<&Season> {
        self.open.as_ref().ok_or_else(none_open)
    }

    pub(crate) fn season_mut(&mut self) -> Result<&mut Store> {
        self.open.as_mut().map(|season| &mut season.store).ok_or_else(none_open)
    }

    /// Opens a file in the place of what is open, if it is a season and `prepare` goes well.
    pub(crate) fn open_file(&mut self, name: &str, prepare: impl FnOnce(&mut Store) -> Result<()>) -> Result<()> {
        self.open = None;
        let mut store = Store::on(self.files.connect(name)?).map_err(of_store)?;
        prepare(&mut store)?;
        self.open = Some(Season { name: name.to_owned(), store });
        Ok(())
    }
}

fn none_open() -> Error {
    Error::new(Code::StoreMissing, "the season is not open")
}

fn read_scenario(scenario: &JsValue) -> Scenario {
    let text = |name| property(scenario, name).as_string().unwrap_or_default();
    Scenario { link: text("link"), engine: text("engine"), dataset: text("dataset") }
}

pub(crate) fn scenario_object(scenario: &Scenario) -> JsValue {
    object(&[
        ("link", scenario.link.as_str().into()),
        ("engine", scenario.engine.as_str().into()),
        ("dataset", scenario.dataset.as_str().into()),
    ])
}

/// The file of a scenario.
pub(crate) fn name_of(scenario: &Scenario) -> String {
    let mut digest = RunDigest::default();
    for text in [&scenario.link, &scenario.engine, &scenario.dataset] {
        digest.fold_all(text.bytes().map(u64::from));
    }
    [SEASON.0, &digest.to_string(), SEASON.1].concat()
}

/// Whether a file is a season, and not on its way in or a journal.
pub(crate) fn is_season(name: &str) -> bool {
    name.starts_with(SEASON.0) && name.ends_with(SEASON.1)
}
