//! Reading of whole files, and atomic writing.

use crate::error::CliError;
use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

/// Most bytes of a file that is read as a whole: far more than a scenario, a table or a map has.
const MOST_BYTES: u64 = 256 << 20;

/// The bytes of a file, cut just above a size.
///
/// # Errors
/// The file cannot be read.
pub fn read_start(path: &Path, most_bytes: u64) -> Result<Vec<u8>, CliError> {
    let mut bytes = Vec::new();
    let file = File::open(path).map_err(CliError::file(path))?;
    file.take(most_bytes + 1).read_to_end(&mut bytes).map_err(CliError::file(path))?;
    Ok(bytes)
}

/// The bytes of a file.
///
/// # Errors
/// The file cannot be read, or never ends.
pub fn read(path: &Path) -> Result<Vec<u8>, CliError> {
    let bytes = read_start(path, MOST_BYTES)?;
    if bytes.len() as u64 > MOST_BYTES {
        return Err(CliError::TooLong { path: path.to_owned(), most_mb: MOST_BYTES >> 20 });
    }
    Ok(bytes)
}

/// The text of a file.
///
/// # Errors
/// The file cannot be read, never ends, or is not in UTF-8.
pub fn read_text(path: &Path) -> Result<String, CliError> {
    String::from_utf8(read(path)?)
        .map_err(|error| CliError::file(path)(io::Error::new(io::ErrorKind::InvalidData, error)))
}

/// Ending of the names of unfinished files.
pub const UNFINISHED: &str = ".unfinished";

/// [`replace`] with these bytes.
///
/// # Errors
/// The file cannot be written.
pub fn write(path: &Path, bytes: &[u8]) -> Result<(), CliError> {
    replace(path, |file| file.write_all(bytes).map_err(CliError::file(path)))
}

/// Writes a file under another name and renames it when it is on the disk: a crash or a full disk leaves the old or the new
/// file. Devices and pipes are written as they are.
///
/// # Errors
/// The file cannot be written.
pub fn replace(path: &Path, write: impl FnOnce(&mut File) -> Result<(), CliError>) -> Result<(), CliError> {
    if fs::metadata(path).is_ok_and(|known| !known.is_file() && !known.is_dir()) {
        let mut file = File::options().write(true).open(path).map_err(CliError::file(path))?;
        return write(&mut file);
    }
    // The file that a link names is replaced, not the link.
    let path = &fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let mut unfinished = path.as_os_str().to_owned();
    unfinished.push(UNFINISHED);
    let unfinished = PathBuf::from(unfinished);
    let mut file = File::create(&unfinished).map_err(CliError::file(&unfinished))?;
    let done = write(&mut file)
        .and_then(|()| file.sync_all().and_then(|()| fs::rename(&unfinished, path)).map_err(CliError::file(path)));
    if done.is_err() {
        // What is left of it only takes room.
        _ = fs::remove_file(&unfinished);
    }
    done
}
