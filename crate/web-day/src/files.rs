//! Files from JavaScript.

use matchday_atlas::SourceData;
use matchday_web_common::error::{Code, Result};
use matchday_web_common::js::from_js;
use serde::Deserialize;
use tsify::{Ts, Tsify};

/// A file.
#[derive(Deserialize, Tsify)]
pub struct DataFile {
    /// Its name; in a data set its path in the manifest.
    pub name: String,
    /// Its content.
    #[serde(with = "serde_bytes")]
    #[tsify(type = "Uint8Array")]
    pub bytes: Vec<u8>,
}

/// Some files, such as those of a data set.
#[derive(Deserialize, Tsify)]
#[serde(transparent)]
pub struct DataFiles(pub Vec<DataFile>);

/// Reads a data set from `manifest.json` and all files that it lists.
///
/// # Errors
/// A file that is missing, differs from its entry in the manifest, or is invalid.
pub fn data_set(files: &Ts<DataFiles>) -> Result<SourceData> {
    let DataFiles(files) = from_js(files, Code::DataInvalid)?;
    let file = |path: &str| files.iter().find(|file| file.name == path).map(|file| file.bytes.as_slice());
    Ok(SourceData::read(file)?)
}
