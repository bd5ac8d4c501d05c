//! Files of pings: finds them, and recognises their format and content.

use super::error::MapsError;
use crate::error::CliError;
use std::fs::{self, File};
use std::hash::Hasher;
use std::io::Read;
use std::path::{Path, PathBuf};

/// Bytes that are read at once.
pub const PIECE: usize = 1 << 20;

/// The first bytes of gzipped files.
pub const GZIP_MAGIC: [u8; 2] = [0x1f, 0x8b];

/// The format of a file, recognised by its first bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Rows of text. The reader refuses other content.
    Text,
    /// The same, gzipped.
    Gzip,
    /// A Parquet table.
    Parquet,
}

/// A file and its id: size and checksum of its content, independent of its name.
#[derive(Clone, Debug)]
pub struct Input {
    /// The path.
    pub path: PathBuf,
    /// `<bytes>-<XXH64 in hexadecimal>`.
    pub id: String,
    /// The format.
    pub kind: Kind,
}

impl Input {
    /// Reads the file once to compute its id.
    ///
    /// # Errors
    /// A file that cannot be read.
    pub fn identify(path: &Path) -> Result<Self, CliError> {
        let mut file = File::open(path).map_err(CliError::file(path))?;
        let (mut piece, mut bytes) = (vec![0; PIECE], 0_u64);
        let mut hash = twox_hash::XxHash64::with_seed(0);
        let mut kind = Kind::Text;
        loop {
            let length = file.read(&mut piece).map_err(CliError::file(path))?;
            if length == 0 {
                return Ok(Self { path: path.to_owned(), id: format!("{bytes}-{:016x}", hash.finish()), kind });
            }
            if bytes == 0 && piece[..length].starts_with(b"PAR1") {
                kind = Kind::Parquet;
            } else if bytes == 0 && piece[..length].starts_with(&GZIP_MAGIC) {
                kind = Kind::Gzip;
            }
            hash.write(&piece[..length]);
            bytes += length as u64;
        }
    }

    /// Size and time of the last write; they change when the file is written.
    pub fn stamp(&self) -> Result<impl PartialEq + use<>, CliError> {
        let metadata = fs::metadata(&self.path).map_err(CliError::file(&self.path))?;
        Ok((metadata.len(), metadata.modified().ok()))
    }
}

/// The input files in order: the named files, and the data files in and below the named folders, without the
/// built days in `out`.
///
/// # Errors
/// A path that cannot be read, or a folder without a data file.
pub fn find(paths: &[PathBuf], out: &Path) -> Result<Vec<PathBuf>, CliError> {
    let days = out.join("days");
    let days = fs::canonicalize(&days).map_err(CliError::file(&days))?;
    let mut files = Vec::new();
    for path in paths {
        let before = files.len();
        if fs::metadata(path).map_err(CliError::file(path))?.is_dir() {
            find_below(path, &days, &mut files)?;
            if files.len() == before {
                return Err(MapsError::NoFiles(path.clone()).into());
            }
        } else {
            files.push(path.clone());
        }
    }
    Ok(files)
}

fn find_below(folder: &Path, days: &Path, files: &mut Vec<PathBuf>) -> Result<(), CliError> {
    for path in crate::data::entries(folder)? {
        let name = path.file_name().unwrap_or_default().to_string_lossy().to_lowercase();
        // Files that other programs put beside their data.
        if name.starts_with(['.', '_']) {
            continue;
        }
        if path.is_dir() {
            if fs::canonicalize(&path).map_err(CliError::file(&path))? != days {
                find_below(&path, days, files)?;
            }
        } else if [".csv", ".csv.gz", ".parquet"].iter().any(|end| name.ends_with(end)) {
            files.push(path);
        }
    }
    Ok(())
}
