//! The file of results. A row is added when a run ends, so a stopped sweep can be continued.

use super::SweepFault;
use crate::error::CliError;
use crate::files::write;
use matchday_study::sweep::{Figures, Results, csv};
use std::fs::{self, File};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// A file of results that grows.
pub struct Store {
    path: PathBuf,
    file: File,
}

impl Store {
    /// Opens or creates the file, and reads its rows into `results`.
    ///
    /// # Errors
    /// It cannot be read or written, has other content, or another process writes to it.
    pub fn open(path: &Path, results: &mut Results) -> Result<Self, CliError> {
        let here = || CliError::file(path);
        let mut options = File::options();
        let mut file = options.read(true).write(true).create(true).truncate(false).open(path).map_err(here())?;
        file.try_lock().map_err(|error| match error {
            fs::TryLockError::WouldBlock => SweepFault::Busy(path.to_owned()).into(),
            fs::TryLockError::Error(cause) => CliError::file(path)(cause),
        })?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(here())?;
        let whole = take(path, &bytes, results)? as u64;
        // Drops a row that a killed process had not finished.
        file.set_len(whole).and_then(|()| file.seek(SeekFrom::Start(whole))).map_err(here())?;
        if whole == 0 {
            writeln!(file, "{}", csv::header(results)).map_err(here())?;
        }
        Ok(Self { path: path.to_owned(), file })
    }

    /// Adds the row of a run.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn add(&mut self, results: &Results, run: usize, figures: &Figures) -> Result<(), CliError> {
        let row = csv::row(results, run, figures) + "\n";
        self.file.write_all(row.as_bytes()).map_err(CliError::file(&self.path))
    }

    /// Puts the rows in order.
    ///
    /// # Errors
    /// The file cannot be written; it then still has the rows in their old order.
    pub fn finish(self, results: &Results) -> Result<(), CliError> {
        write(&self.path, csv::write(results).as_bytes())
    }
}

/// Adds the results of a file, and returns the length of its complete lines.
///
/// # Errors
/// It has other content.
pub fn take(path: &Path, bytes: &[u8], results: &mut Results) -> Result<usize, CliError> {
    Ok(csv::read(results, bytes).map_err(|cause| SweepFault::Results { path: path.to_owned(), cause })?)
}
