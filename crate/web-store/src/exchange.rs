//! Lists, exports and imports the files of seasons.

use crate::error::{Failure, Result};
use crate::store::{OpenSeason, SeasonStore, is_season, name_of, without_scenario};
use js_sys::{Function, Uint8Array};
use matchday_store::status::Status;
use matchday_store::{Scenario, Store};
use matchday_web_common::error::{Code, Error};
use rusqlite::backup::Backup;
use serde::Serialize;
use tsify::Tsify;
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

/// The name of an imported file until it is checked.
const INCOMING: &str = "incoming.sqlite";

/// A file of the store. If it cannot be read, scenario, end and days are null, and code and message have the
/// reason.
#[derive(Serialize, Tsify)]
#[tsify(missing_as_null)]
pub struct SeasonFile {
    /// Its name.
    pub name: String,
    /// Its size.
    pub bytes: u64,
    /// Whether it is the open season.
    pub open: bool,
    /// Its scenario.
    pub scenario: Option<Scenario>,
    /// Everything that ended before this second is stored; null before the first batch.
    pub through_s: Option<i64>,
    /// Number of last whole days with full rows of matches; null: all days.
    pub keep_days: Option<u32>,
    /// The code of the error.
    pub code: Option<Code>,
    /// The message of the error.
    pub message: Option<String>,
}

#[wasm_bindgen]
impl SeasonStore {
    /// Passes the file of a season, or of the open one, to `each` in pieces (`Uint8Array`), also if it is
    /// damaged.
    pub fn export_file(&mut self, name: Option<String>, each: &Function) -> Result<()> {
        let name = match name {
            Some(name) => name,
            None => self.season()?.name.clone(),
        };
        let was_open = self.open.take_if(|season| season.name == name).is_some();
        let exported = self.files.export(&name, |piece| {
            let called = each.call1(&JsValue::NULL, &Uint8Array::from(piece).into());
            called.map(drop).map_err(|_| Failure::new(Code::StoreUnavailable, "the browser takes no more of the file"))
        });
        let opened = if was_open { self.open_file(&name, |_| Ok(())) } else { Ok(()) };
        exported.and(opened)
    }

    /// Imports a season, replaces the stored one of the same scenario, and opens it. `read(position, length)`
    /// returns a `Uint8Array` of at most that length. The stored season stays if the file is invalid. Rejects
    /// with `STORE_OLDER` if the stored season is longer, unless `replace` is set.
    pub async fn import_file(&mut self, size: f64, read: Function, replace: bool) -> Result<()> {
        // Left by an interrupted import.
        self.files.remove(INCOMING)?;
        self.files.make_room().await?;
        let before = self.open.as_ref().map(|season| season.name.clone());
        let received = self.files.import(INCOMING, size as u64, |at, bytes| {
            let piece = read.call2(&JsValue::NULL, &(at as f64).into(), &(bytes as u32).into());
            let piece = piece.ok().and_then(|piece| piece.dyn_into::<Uint8Array>().ok());
            let piece = piece.filter(|piece| piece.length() > 0).map(|piece| piece.to_vec());
            piece.ok_or_else(|| Failure::new(Code::StoreUnavailable, "the file cannot be read"))
        });
        let taken = received.and_then(|()| self.take_in(replace));
        let removed = self.files.remove(INCOMING);
        match (taken, before) {
            (Ok(name), _) => self.open_file(&name, |_| Ok(())).and(removed),
            (Err(error), Some(before)) if self.open.is_none() => self.open_file(&before, |_| Ok(())).and(Err(error)),
            (Err(error), _) => Err(error),
        }
    }
}

impl SeasonStore {
    /// All seasons.
    pub(crate) fn list(&self) -> Result<Vec<SeasonFile>> {
        let names = self.files.names()?;
        Ok(names.into_iter().filter(|name| is_season(name)).map(|name| self.entry(name)).collect())
    }

    /// Removes a season, open or not.
    pub(crate) fn remove(&mut self, name: &str) -> Result<()> {
        if !is_season(name) || !self.files.has(name)? {
            return Err(Failure::new(Code::StoreMissing, ["there is no season ", name].concat()));
        }
        self.open.take_if(|season| season.name == name);
        self.files.remove(name)
    }

    /// Checks the imported file and makes it the season of its scenario. Returns the name.
    fn take_in(&mut self, replace: bool) -> Result<String> {
        let incoming = Store::on(self.files.connect(INCOMING)?)?;
        incoming.check()?;
        let status = incoming.status()?;
        drop(incoming);
        let name = name_of(status.scenario.as_ref().ok_or_else(without_scenario)?);
        let is_new = !self.files.has(&name)?;
        if !is_new && !replace && self.status_of(&name).is_ok_and(|kept| !kept.is_in(&status)) {
            return Err(Failure::new(Code::StoreOlder, "more of this season is kept here than in the file"));
        }
        self.open.take_if(|season| season.name == name);
        let copied = self.copy(&name);
        if copied.is_err() && is_new {
            self.files.remove(&name)?;
        }
        copied.map(|()| name)
    }

    /// In one transaction: after a crash, or without space, the old season is still there.
    fn copy(&self, name: &str) -> Result<()> {
        let (incoming, mut season) = (self.files.connect(INCOMING)?, self.files.connect(name)?);
        Backup::new(&incoming, &mut season)?.step(-1)?;
        Ok(())
    }

    /// The season with this name, if it is open.
    fn opened(&self, name: &str) -> Option<&OpenSeason> {
        self.open.as_ref().filter(|season| season.name == name)
    }

    fn status_of(&self, name: &str) -> Result<Status> {
        Ok(match self.opened(name) {
            Some(season) => season.store.status()?,
            None => Store::on(self.files.connect(name)?)?.status()?,
        })
    }

    fn entry(&self, name: String) -> SeasonFile {
        let open = self.opened(&name).is_some();
        match self.status_of(&name) {
            Ok(Status { bytes, scenario, through_s, keep_days, .. }) => {
                SeasonFile { name, bytes, open, scenario, through_s, keep_days, code: None, message: None }
            }
            Err(Failure(Error { code, message })) => {
                let (bytes, code, message) = (self.files.bytes(&name), Some(code), Some(message));
                SeasonFile { name, bytes, open, scenario: None, through_s: None, keep_days: None, code, message }
            }
        }
    }
}
