//! Which files there are, out of the browser and into it.

use crate::convert::{of_store, shown_s};
use crate::store::{OpenSeason, SeasonStore, is_season, name_of, without_scenario};
use js_sys::{Function, Uint8Array};
use matchday_store::status::Status;
use matchday_store::{Scenario, Store};
use matchday_web_common::error::{Code, Error, Result};
use matchday_web_common::js::list_to_js;
use rusqlite::backup::Backup;
use serde::Serialize;
use tsify::{Ts, Tsify};
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

/// What is on its way in, until it has been looked at.
const INCOMING: &str = "incoming.sqlite";

/// A file of the store. Of one that cannot be read, scenario, end and days are null, and code and message say why.
#[derive(Serialize, Tsify)]
#[tsify(missing_as_null)]
pub struct SeasonFile {
    /// Its name.
    pub name: String,
    /// Its size.
    pub bytes: u64,
    /// Whether it is the open season.
    pub open: bool,
    /// What it is simulated from.
    pub scenario: Option<Scenario>,
    /// Everything that ended before this second is stored; null before the first batch.
    pub through_s: Option<i64>,
    /// For how many whole days, the last ones, matches are kept in full; null for ever.
    pub keep_days: Option<u32>,
    /// Why it cannot be read.
    pub code: Option<Code>,
    /// The same in words.
    pub message: Option<String>,
}

#[wasm_bindgen]
impl SeasonStore {
    /// All seasons.
    pub fn list(&self) -> Result<Vec<Ts<SeasonFile>>> {
        let names = self.files.names()?;
        list_to_js(names.into_iter().filter(|name| is_season(name)).map(|name| self.entry(name)))
    }

    /// Removes a season, open or not.
    pub fn remove(&mut self, name: &str) -> Result<()> {
        if !is_season(name) || !self.files.has(name)? {
            return Err(missing(name));
        }
        self.open.take_if(|season| season.name == name);
        self.files.remove(name)
    }

    /// Hands the file of a season, or of the open one, to `each`, in pieces that are `Uint8Array`s: as it is, damaged or not.
    pub fn export_file(&mut self, name: Option<String>, each: &Function) -> Result<()> {
        let name = match name {
            Some(name) => name,
            None => self.season()?.name.clone(),
        };
        let was_open = self.open.take_if(|season| season.name == name).is_some();
        let exported = self.files.export(&name, |piece| {
            let called = each.call1(&JsValue::NULL, &Uint8Array::from(piece).into());
            called.map(drop).map_err(|_| Error::new(Code::StoreUnavailable, "the browser takes no more of the file"))
        });
        let opened = if was_open { self.open_file(&name, |_| Ok(())) } else { Ok(()) };
        exported.and(opened)
    }

    /// Takes a season in, in the place of one of the same scenario, and opens it. `read` gives a `Uint8Array` from a
    /// position on, of at most so many bytes. What was there stays unless all of it is sound. Rejects with `STORE_OLDER` if
    /// there is more than what came, unless it is to `replace` that.
    pub async fn import_file(&mut self, size: f64, read: Function, replace: bool) -> Result<()> {
        // Of an import that came to no end.
        self.files.remove(INCOMING)?;
        self.files.make_room().await?;
        let before = self.open.as_ref().map(|season| season.name.clone());
        let received = self.files.import(INCOMING, size as u64, |at, bytes| {
            let piece = read.call2(&JsValue::NULL, &(at as f64).into(), &(bytes as u32).into());
            let piece = piece.ok().and_then(|piece| piece.dyn_into::<Uint8Array>().ok());
            let piece = piece.filter(|piece| piece.length() > 0).map(|piece| piece.to_vec());
            piece.ok_or_else(|| Error::new(Code::StoreUnavailable, "the file cannot be read"))
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
    /// Looks at what came in and makes it the season of its scenario. Gives the name.
    fn take_in(&mut self, replace: bool) -> Result<String> {
        let incoming = Store::on(self.files.connect(INCOMING)?).map_err(of_store)?;
        incoming.check().map_err(of_store)?;
        let status = incoming.status().map_err(of_store)?;
        drop(incoming);
        let name = name_of(status.scenario.as_ref().ok_or_else(without_scenario)?);
        let is_new = !self.files.has(&name)?;
        if !is_new && !replace && self.status_of(&name).is_ok_and(|kept| !kept.is_in(&status)) {
            return Err(Error::new(Code::StoreOlder, "more of this season is kept here than in the file"));
        }
        self.open.take_if(|season| season.name == name);
        let copied = self.copy(&name);
        if copied.is_err() && is_new {
            self.files.remove(&name)?;
        }
        copied.map(|()| name)
    }

    /// One transaction: whoever is killed in it, or has no room left, still has what was there.
    fn copy(&self, name: &str) -> Result<()> {
        let (incoming, mut season) = (self.files.connect(INCOMING)?, self.files.connect(name)?);
        let step = Backup::new(&incoming, &mut season).and_then(|backup| backup.step(-1));
        step.map(drop).map_err(|error| of_store(error.into()))
    }

    /// The season of a name, if it is open.
    fn opened(&self, name: &str) -> Option<&OpenSeason> {
        self.open.as_ref().filter(|season| season.name == name)
    }

    fn status_of(&self, name: &str) -> Result<Status> {
        let status = match self.opened(name) {
            Some(season) => season.store.status(),
            None => Store::on(self.files.connect(name)?).and_then(|store| store.status()),
        };
        status.map_err(of_store)
    }

    fn entry(&self, name: String) -> SeasonFile {
        let open = self.opened(&name).is_some();
        match self.status_of(&name) {
            Ok(Status { bytes, scenario, calendar, through, keep_days, .. }) => {
                let through_s = through.map(|unix| shown_s(calendar, unix));
                SeasonFile { name, bytes, open, scenario, through_s, keep_days, code: None, message: None }
            }
            Err(Error { code, message }) => {
                let (bytes, code, message) = (self.files.bytes(&name), Some(code), Some(message));
                SeasonFile { name, bytes, open, scenario: None, through_s: None, keep_days: None, code, message }
            }
        }
    }
}

fn missing(name: &str) -> Error {
    Error::new(Code::StoreMissing, ["there is no season ", name].concat())
}
