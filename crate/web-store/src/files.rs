//! The files of seasons: in the origin-private file system, or in memory if the browser stores no files.

use crate::error::{Failure, Result};
use matchday_web_common::error::Code;
use rusqlite::{Connection, OpenFlags};
use sqlite_wasm_rs::WasmOsCallback;
use sqlite_wasm_rs::vfs::VfsFilesManager;
use sqlite_wasm_rs::vfs::memvfs::MemVfsUtil;
use sqlite_wasm_rs::vfs::transfer::{DbTransfer, ExportSource};
use sqlite_wasm_vfs::sahpool::{OpfsSAHPoolCfgBuilder, OpfsSAHPoolUtil, install};
use std::fmt::Display;

/// Our folder in the origin-private file system.
const FOLDER: &str = "matchday-seasons";
/// Its name in SQLite.
const DISK: &str = "matchday-disk";
const MEMORY: &str = "memvfs";
/// Most files created between two calls of [`Files::make_room`]: a season, an import, and their journals.
const SPARE: usize = 6;
/// Bytes copied at a time.
const PIECE: usize = 4 << 20;

/// The files of all seasons, opened exclusively.
pub(crate) enum Files {
    Disk(OpfsSAHPoolUtil),
    Memory(MemVfsUtil),
}

impl Files {
    /// # Errors
    /// [`Code::StoreBusy`] while another tab or worker has them open; [`Code::StoreUnavailable`] if the
    /// browser stores none.
    pub async fn on_disk() -> Result<Self> {
        let pool = OpfsSAHPoolCfgBuilder::new().vfs_name(DISK).directory(FOLDER).initial_capacity(SPARE).build();
        Ok(Self::Disk(install::<WasmOsCallback>(&pool, false).await?))
    }

    /// # Errors
    /// Never fails in practice.
    pub fn in_memory() -> Result<Self> {
        // SAFETY: a worker has one thread, and only this crate calls SQLite.
        let memory = unsafe { MemVfsUtil::get() };
        memory.map(Self::Memory).map_err(|error| Failure::new(Code::StoreUnavailable, error))
    }

    /// Reserves space for new files. On disk, this takes a moment.
    pub async fn make_room(&self) -> Result<()> {
        let Self::Disk(pool) = self else { return Ok(()) };
        let used = pool.len()?;
        Ok(pool.ensure_capacity(used + SPARE).await?)
    }

    /// A connection to a file, which is created if it does not exist.
    pub fn connect(&self, name: &str) -> Result<Connection> {
        let vfs = if matches!(self, Self::Disk(_)) { DISK } else { MEMORY };
        Ok(Connection::open_with_flags_and_vfs(name, OpenFlags::default(), vfs)?)
    }

    /// Names of all files, journals included, in order.
    pub fn names(&self) -> Result<Vec<String>> {
        let mut names = match self {
            Self::Disk(pool) => pool.names()?,
            Self::Memory(memory) => memory.names().unwrap_or_default(),
        };
        names.sort();
        Ok(names)
    }

    pub fn has(&self, name: &str) -> Result<bool> {
        Ok(self.names()?.iter().any(|other| other == name))
    }

    /// Removes a database and its journal, if it exists.
    pub fn remove(&self, name: &str) -> Result<()> {
        for file in [[name, "-journal"].concat(), name.to_owned()] {
            match self {
                Self::Disk(pool) => drop(pool.remove(&file)?),
                Self::Memory(memory) => drop(memory.remove(&file)),
            }
        }
        Ok(())
    }

    /// Size in bytes of a database that is not open; 0 if unknown.
    pub fn bytes(&self, name: &str) -> u64 {
        let size = match self {
            Self::Disk(pool) => pool.open_export(name).ok().map(|file| file.size()),
            Self::Memory(memory) => memory.open_export(name).ok().map(|file| file.size()),
        };
        size.unwrap_or_default()
    }

    /// Passes a database that is not open to `each`, piece by piece.
    pub fn export(&self, name: &str, each: impl FnMut(&[u8]) -> Result<()>) -> Result<()> {
        match self {
            Self::Disk(pool) => export(pool, name, each, Failure::from),
            Self::Memory(memory) => export(memory, name, each, |error| Failure::new(Code::StoreUnavailable, error)),
        }
    }

    /// Creates a database of the given size. `read(position, length)` returns at most `length` of its bytes.
    pub fn import(&self, name: &str, size: u64, read: impl FnMut(u64, usize) -> Result<Vec<u8>>) -> Result<()> {
        match self {
            Self::Disk(pool) => import(pool, name, size, read, Failure::from),
            Self::Memory(memory) => import(memory, name, size, read, |error| Failure::new(Code::StoreDamaged, error)),
        }
    }
}

fn export<F: DbTransfer>(
    files: &F,
    name: &str,
    mut each: impl FnMut(&[u8]) -> Result<()>,
    failed: impl Fn(F::Error) -> Failure,
) -> Result<()> {
    let mut file = files.begin_export(name).map_err(&failed)?;
    let mut piece = vec![0; PIECE.min(file.size() as usize)];
    loop {
        match file.read(&mut piece).map_err(&failed)? {
            0 => return Ok(()),
            bytes => each(&piece[..bytes])?,
        }
    }
}

fn import<F: DbTransfer>(
    files: &F,
    name: &str,
    size: u64,
    mut read: impl FnMut(u64, usize) -> Result<Vec<u8>>,
    failed: impl Fn(F::Error) -> Failure,
) -> Result<()>
where
    F::Error: Display,
{
    let mut file = files.begin_import(name, size).map_err(&failed)?;
    let mut at = 0;
    while at < size {
        let piece = read(at, PIECE)?;
        file.write(&piece).map_err(&failed)?;
        at += piece.len() as u64;
    }
    file.finish().map_err(&failed)
}
