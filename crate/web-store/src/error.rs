//! Errors of files and of the store, as errors with codes.

use js_sys::Reflect;
use matchday_store::StoreError;
use matchday_web_common::error::{Code, Error};
use sqlite_wasm_rs::vfs::VfsErrorCode;
use sqlite_wasm_rs::vfs::transfer::TransferError;
use sqlite_wasm_vfs::sahpool::OpfsSAHError;
use wasm_bindgen::JsValue;

/// An error of this module.
#[derive(Debug)]
pub struct Failure(pub Error);

/// A result. JavaScript gets its value, or a thrown `Error`.
pub type Result<T> = std::result::Result<T, Failure>;

impl Failure {
    /// An error with its kind and message.
    pub fn new(code: Code, message: impl std::fmt::Display) -> Self {
        Self(Error::new(code, message))
    }
}

impl From<Failure> for JsValue {
    fn from(Failure(error): Failure) -> Self {
        error.into()
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        Self(error)
    }
}

impl From<StoreError> for Failure {
    fn from(error: StoreError) -> Self {
        let code = match &error {
            StoreError::Full => Code::StoreFull,
            StoreError::Damaged(_) => Code::StoreDamaged,
            StoreError::Newer { .. } => Code::StoreVersion,
            StoreError::Foreign | StoreError::OtherScenario { .. } => Code::StoreOther,
            StoreError::OtherPlayerActions | StoreError::EarlierPlayerActions => Code::StorePlayerActions,
            StoreError::Busy => Code::StoreBusy,
            StoreError::TooLong => Code::SqlTooLong,
            StoreError::Query { .. } => Code::Sql,
            StoreError::Inaccessible(_) | StoreError::Sqlite(_) => Code::StoreUnavailable,
        };
        Self::new(code, error)
    }
}

impl From<rusqlite::Error> for Failure {
    fn from(error: rusqlite::Error) -> Self {
        StoreError::from(error).into()
    }
}

/// An error of the files on disk.
impl From<OpfsSAHError> for Failure {
    fn from(error: OpfsSAHError) -> Self {
        let code = match &error {
            OpfsSAHError::Opfs { value, .. } => of_browser(value),
            OpfsSAHError::Backend(error) if error.code() == VfsErrorCode::Full => Code::StoreFull,
            OpfsSAHError::InvalidHeader { .. }
            | OpfsSAHError::DuplicateFilename(_)
            | OpfsSAHError::RecoveryRequired(_)
            | OpfsSAHError::Transfer(TransferError::ImportDb(_)) => Code::StoreDamaged,
            OpfsSAHError::FileNotFound(_) => Code::StoreMissing,
            _ => Code::StoreUnavailable,
        };
        Self::new(code, error)
    }
}

/// The code of a browser's own error, by its name.
fn of_browser(error: &JsValue) -> Code {
    let name = Reflect::get(error, &"name".into()).ok().and_then(|name| name.as_string());
    match name.as_deref() {
        // Another tab, or an ended worker whose files are not closed yet.
        Some("NoModificationAllowedError") => Code::StoreBusy,
        Some("QuotaExceededError") => Code::StoreFull,
        _ => Code::StoreUnavailable,
    }
}
