//! Unix time as seconds of the page, errors as codes.

use js_sys::Reflect;
use matchday_base::{Calendar, SimTime};
use matchday_store::StoreError;
use matchday_web_common::error::{Code, Error};
use sqlite_wasm_rs::vfs::VfsErrorCode;
use sqlite_wasm_rs::vfs::transfer::TransferError;
use sqlite_wasm_vfs::sahpool::OpfsSAHError;
use std::fmt::Display;
use wasm_bindgen::JsValue;

/// Seconds of the page: from the first shown midnight on, negative in the warm-up.
pub(crate) fn shown_s(calendar: Calendar, unix: i64) -> i64 {
    unix - calendar.unix_s(SimTime::DAY_START)
}

/// Unix time of a second of the page.
pub(crate) fn unix_of(calendar: Calendar, shown_s: f64) -> i64 {
    shown_s as i64 + calendar.unix_s(SimTime::DAY_START)
}

pub(crate) fn failed(code: Code, error: impl Display) -> Error {
    Error::new(code, error)
}

/// An error of the store itself.
pub(crate) fn of_store(error: StoreError) -> Error {
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
    Error::new(code, error)
}

/// An error of the files on disk.
pub(crate) fn of_disk(error: OpfsSAHError) -> Error {
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
    Error::new(code, error)
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
