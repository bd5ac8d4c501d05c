//! Errors for JavaScript: an `Error` with a stable `code`.

use matchday_atlas::AtlasError;
use matchday_atlas::import::ImportError;
use matchday_scenario::ParamError;
use matchday_sim::WorldError;
use serde::Serialize;
use std::fmt::Display;
use tsify::Tsify;
use wasm_bindgen::JsValue;

/// The kind of an error. Pages choose their reaction by it, so a code never changes its meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Tsify)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Code {
    /// A parameter that does not exist, does not parse, or is out of bounds.
    BadParam,
    /// An invalid list of datacenters.
    BadDatacenters,
    /// An object of the wrong shape, or a number that JavaScript cannot represent.
    BadValue,
    /// Numbers that are not a place on Earth.
    BadPlace,
    /// A file of the data set is missing.
    DataMissing,
    /// A file of the data set is damaged.
    DataInvalid,
    /// A chart cannot be drawn.
    Chart,
    /// The map cannot be painted.
    Map,
    /// The platform has no random numbers.
    NoRandomness,
    /// A message that the ladder refuses.
    BadMessage,
    /// The browser has no space left for a season.
    StoreFull,
    /// A file that is not a database, or is damaged.
    StoreDamaged,
    /// A season of a newer version.
    StoreVersion,
    /// A database of another application, or a season of another scenario.
    StoreOther,
    /// Player actions in days that are stored without them.
    StorePlayerActions,
    /// A season of which a longer version is stored.
    StoreOlder,
    /// Another tab or worker has the files of seasons open.
    StoreBusy,
    /// The browser stores no files for this page, or failed to.
    StoreUnavailable,
    /// The season does not exist, or no season is open.
    StoreMissing,
    /// An invalid query.
    Sql,
    /// A query that was stopped at its limit of time or memory.
    SqlTooLong,
}

/// An error of the module.
#[derive(Debug)]
pub struct Error {
    /// Its kind.
    pub code: Code,
    /// The problem, its place, and what to do.
    pub message: String,
}

/// A result. JavaScript gets its value, or a thrown `Error`.
pub type Result<T> = std::result::Result<T, Error>;

impl Error {
    /// An error with its kind and message.
    pub fn new(code: Code, message: impl Display) -> Self {
        Self { code, message: message.to_string() }
    }
}

impl From<Error> for JsValue {
    fn from(Error { code, message }: Error) -> Self {
        let error = js_sys::Error::new(&message);
        let code = serde_wasm_bindgen::to_value(&code).unwrap_or_default();
        // An error is an object, so it can have any property.
        let _ = js_sys::Reflect::set(&error, &"code".into(), &code);
        error.into()
    }
}

impl From<ParamError> for Error {
    fn from(error: ParamError) -> Self {
        Self::new(Code::BadParam, error)
    }
}

impl From<WorldError> for Error {
    fn from(error: WorldError) -> Self {
        let code = if matches!(error, WorldError::NotRecorded) { Code::BadParam } else { Code::BadDatacenters };
        Self::new(code, error)
    }
}

impl From<ImportError> for Error {
    fn from(error: ImportError) -> Self {
        Self::new(Code::DataInvalid, error)
    }
}

impl From<AtlasError> for Error {
    fn from(error: AtlasError) -> Self {
        let code = if matches!(error, AtlasError::Missing { .. }) { Code::DataMissing } else { Code::DataInvalid };
        Self::new(code, error)
    }
}
