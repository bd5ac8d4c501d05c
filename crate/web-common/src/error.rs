//! Errors as JavaScript gets them: an `Error` with a stable `code`.

use matchday_atlas::AtlasError;
use matchday_atlas::import::ImportError;
use matchday_scenario::ParamError;
use matchday_sim::WorldError;
use serde::Serialize;
use std::fmt::Display;
use tsify::Tsify;
use wasm_bindgen::JsValue;

/// What kind of thing went wrong. Pages tell by it what to do, so a code never changes its meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Tsify)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Code {
    /// A parameter that does not exist, does not parse, or is out of bounds.
    BadParam,
    /// A list of datacenters that cannot be.
    BadDatacenters,
    /// An object of another shape than was expected, or a number that JavaScript does not have.
    BadValue,
    /// Numbers that are no place on Earth.
    BadPlace,
    /// A file of the data set is not there.
    DataMissing,
    /// A file of the data set is damaged.
    DataInvalid,
    /// A chart cannot be drawn.
    Chart,
    /// The map cannot be painted.
    Map,
    /// The platform gives no random numbers.
    NoRandomness,
    /// A message to a ladder that it does not take.
    BadMessage,
    /// There is no room left for a season.
    StoreFull,
    /// A file that is no database, or a part of which cannot be read.
    StoreDamaged,
    /// A season of a newer version.
    StoreVersion,
    /// A database of another application, or a season of another scenario.
    StoreOther,
    /// A season of which more is kept already.
    StoreOlder,
    /// Somebody else has the files of seasons.
    StoreBusy,
    /// The browser keeps no files for this page, or could not do what it was asked.
    StoreUnavailable,
    /// There is no such season, or none is open.
    StoreMissing,
    /// A query that cannot be.
    Sql,
    /// A query that was given up after much work.
    SqlTooLong,
}

/// An error of the module.
#[derive(Debug)]
pub struct Error {
    /// Its kind.
    pub code: Code,
    /// What is wrong, where, and what to do.
    pub message: String,
}

/// A result that JavaScript sees as a value or a thrown `Error`.
pub type Result<T> = std::result::Result<T, Error>;

impl Error {
    /// An error of some kind with its message.
    pub fn new(code: Code, message: impl Display) -> Self {
        Self { code, message: message.to_string() }
    }
}

impl From<Error> for JsValue {
    fn from(Error { code, message }: Error) -> Self {
        let error = js_sys::Error::new(&message);
        let code = serde_wasm_bindgen::to_value(&code).unwrap_or_default();
        // An error is an object that takes any property.
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
        Self::new(Code::BadDatacenters, error)
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
