//! Files as JavaScript hands them over.

use crate::dto::property;
use crate::error::{Code, Error, Result};
use matchday_atlas::SourceData;
use wasm_bindgen::{JsCast, JsValue};

/// Reads a data set from its files, `[{name, bytes}]`: `manifest.json` and all that it lists.
///
/// # Errors
/// A file that is missing, is not the one the manifest describes, or does not read.
pub fn data_set(files: &js_sys::Array) -> Result<SourceData> {
    let files: Vec<(String, Vec<u8>)> = files.iter().map(|file| read_file(&file)).collect::<Result<_>>()?;
    let file = |path: &str| files.iter().find(|(name, _)| name == path).map(|(_, bytes)| bytes.as_slice());
    Ok(SourceData::read(file)?)
}

fn read_file(file: &JsValue) -> Result<(String, Vec<u8>)> {
    let bytes = property(file, "bytes").dyn_into::<js_sys::Uint8Array>();
    match (property(file, "name").as_string(), bytes) {
        (Some(name), Ok(bytes)) => Ok((name, bytes.to_vec())),
        _ => Err(Error::new(Code::DataInvalid, "expected files of the form {name: string, bytes: Uint8Array}")),
    }
}
