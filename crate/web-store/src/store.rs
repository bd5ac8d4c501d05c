//! Seasons in files, one of them open.

use crate::error::{Failure, Result};
use crate::files::Files;
use matchday_base::RunDigest;
use matchday_store::status::Status;
use matchday_store::{Scenario, Store, Written};
use matchday_web_common::error::Code;
use matchday_wire::season::Batch;
use serde::Serialize;
use tsify::Tsify;
use wasm_bindgen::prelude::wasm_bindgen;

/// Start and end of the names of seasons; between them is a checksum of the scenario.
const SEASON: (&str, &str) = ("season-", ".sqlite");

/// All seasons of the browser, of which one is open.
#[wasm_bindgen]
pub struct SeasonStore {
    pub(crate) files: Files,
    pub(crate) open: Option<OpenSeason>,
}

/// The open season.
#[derive(Serialize, Tsify)]
pub struct SeasonStatus {
    /// The name of its file.
    pub name: String,
    /// Its content.
    #[serde(flatten)]
    pub status: Status,
}

/// An open season.
pub(crate) struct OpenSeason {
    /// The name of its file.
    pub name: String,
    pub store: Store,
}

#[wasm_bindgen]
impl SeasonStore {
    /// The seasons on disk, or seasons in memory, which are lost with this worker. Those on disk are refused with `STORE_BUSY`
    /// while another tab or worker has them open, and with `STORE_UNAVAILABLE` if the browser stores no files for this page.
    pub async fn open(on_disk: bool) -> Result<SeasonStore> {
        let files = if on_disk { Files::on_disk().await? } else { Files::in_memory()? };
        Ok(Self { files, open: None })
    }
}

impl SeasonStore {
    /// Opens or creates the season of a scenario.
    pub(crate) async fn begin(&mut self, scenario: &Scenario) -> Result<()> {
        let name = name_of(scenario);
        if self.open.as_ref().is_some_and(|season| season.name == name) {
            return Ok(());
        }
        self.files.make_room().await?;
        let is_new = !self.files.has(&name)?;
        self.open = None;
        let opened = self.open_file(&name, |store| Ok(store.begin(scenario)?));
        if opened.is_err() && is_new {
            // An incomplete file would look like a season.
            self.files.remove(&name)?;
        }
        opened
    }

    pub(crate) fn write(&mut self, name: &str, batch: &[u8]) -> Result<Written> {
        if self.season()?.name != name {
            return Err(none_open());
        }
        let batch = Batch::from_bytes(batch).map_err(|error| Failure::new(Code::DataInvalid, error))?;
        Ok(self.season_mut()?.write(&batch)?)
    }

    pub(crate) fn status(&self) -> Result<SeasonStatus> {
        let OpenSeason { name, store } = self.season()?;
        let status = store.status()?;
        status.scenario.as_ref().ok_or_else(without_scenario)?;
        Ok(SeasonStatus { name: name.clone(), status })
    }

    /// The open season.
    ///
    /// # Errors
    /// [`Code::StoreMissing`] if no season is open.
    pub(crate) fn season(&self) -> Result<&OpenSeason> {
        self.open.as_ref().ok_or_else(none_open)
    }

    /// Its store, to read.
    pub(crate) fn stored(&self) -> Result<&Store> {
        Ok(&self.season()?.store)
    }

    pub(crate) fn season_mut(&mut self) -> Result<&mut Store> {
        self.open.as_mut().map(|season| &mut season.store).ok_or_else(none_open)
    }

    /// Opens a file instead of the open season, if the file is a season and `prepare` succeeds.
    pub(crate) fn open_file(&mut self, name: &str, prepare: impl FnOnce(&mut Store) -> Result<()>) -> Result<()> {
        self.open = None;
        let mut store = Store::on(self.files.connect(name)?)?;
        prepare(&mut store)?;
        self.open = Some(OpenSeason { name: name.to_owned(), store });
        Ok(())
    }
}

fn none_open() -> Failure {
    Failure::new(Code::StoreMissing, "the season is not open")
}

pub(crate) fn without_scenario() -> Failure {
    Failure::new(Code::StoreOther, "the file does not say whose season it is")
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
