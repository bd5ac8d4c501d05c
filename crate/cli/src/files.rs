//! Atomic writing of files.

use crate::error::CliError;
use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};

/// Ending of the names of unfinished files.
pub const UNFINISHED: &str = ".unfinished";

/// [`replace`] with these bytes.
///
/// # Errors
/// The file cannot be written.
pub fn write(path: &Path, bytes: &[u8]) -> Result<(), CliError> {
    replace(path, |file| file.write_all(bytes).map_err(CliError::file(path)))
}

/// Writes a file under another name and renames it when it is on the disk: a crash leaves the old or the new
/// file.
///
/// # Errors
/// The file cannot be written.
pub fn replace(path: &Path, write: impl FnOnce(&mut File) -> Result<(), CliError>) -> Result<(), CliError> {
    let mut unfinished = path.as_os_str().to_owned();
    unfinished.push(UNFINISHED);
    let unfinished = PathBuf::from(unfinished);
    let mut file = File::create(&unfinished).map_err(CliError::file(&unfinished))?;
    write(&mut file)?;
    file.sync_all().and_then(|()| fs::rename(&unfinished, path)).map_err(CliError::file(path))
}
