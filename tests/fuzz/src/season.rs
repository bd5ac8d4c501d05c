//! Seasons: files of SQLite, and batches of rows.

use matchday_store::Store;
use matchday_wire::season::Batch;
use rusqlite::Connection;

/// A day of a few rows.
const DAY: &[u8] = include_bytes!("../corpus/season-batch/day");

/// A file that is opened, checked, and shown as the page does.
pub fn file(bytes: &[u8]) {
    let open = || -> Result<(), String> {
        let mut store = Store::on(connect(bytes)?).map_err(|error| error.to_string())?;
        show(&store);
        go_on(&mut store);
        store.check().map_err(|error| error.to_string())
    };
    drop(open());
}

/// A connection to a database in memory.
#[cfg(not(target_family = "wasm"))]
fn connect(bytes: &[u8]) -> Result<Connection, String> {
    let open = || {
        let mut connection = Connection::open_in_memory()?;
        connection.deserialize_read_exact("main", bytes, bytes.len(), false)?;
        Ok(connection)
    };
    open().map_err(|error: rusqlite::Error| error.to_string())
}

/// A connection to a file of the page's memory, imported as the page does.
#[cfg(target_family = "wasm")]
fn connect(bytes: &[u8]) -> Result<Connection, String> {
    use rusqlite::OpenFlags;
    use sqlite_wasm_rs::vfs::VfsFilesManager;
    use sqlite_wasm_rs::vfs::memvfs::MemVfsUtil;
    use sqlite_wasm_rs::vfs::transfer::DbTransfer;
    const FILE: &str = "fuzzed.sqlite";
    // SAFETY: there is one thread, and only this function uses the files.
    let files = unsafe { MemVfsUtil::get() }.map_err(|error| error.to_string())?;
    for left in files.names().unwrap_or_default() {
        _ = files.remove(&left);
    }
    files.import_db(FILE, bytes).map_err(|error| error.to_string())?;
    Connection::open_with_flags_and_vfs(FILE, OpenFlags::default(), "memvfs").map_err(|error| error.to_string())
}

/// What a damaged file answers is not asserted; that it answers is.
fn show(store: &Store) {
    drop(store.status());
    drop(store.calendar());
    drop(store.seasons());
    drop(store.board(0, None, 0, 50));
    drop(store.profile(7));
    drop(store.matches(7, None, 20));
    drop(store.opponents(7, 10));
    drop(store.series(7, 1));
}

/// Writes another day.
fn go_on(store: &mut Store) {
    if let Ok(batch) = Batch::from_bytes(DAY) {
        drop(store.write(&batch));
    }
    drop(store.keep_days(Some(1)));
}

/// The bytes that the worker of a day sends to that of the store, which stores them.
pub fn batch(bytes: &[u8]) {
    let Ok(batch) = Batch::from_bytes(bytes).map_err(|error| error.to_string()) else { return };
    // As bytes, because NaN equals nothing.
    let written = batch.to_bytes().unwrap_or_default();
    assert_eq!(Batch::from_bytes(&written).and_then(|again| again.to_bytes()).ok(), Some(written));
    if let Ok(mut store) = Store::in_memory() {
        let first = store.write(&batch).map_err(|error| error.to_string());
        let again = store.write(&batch).map_err(|error| error.to_string());
        assert_eq!(first.is_ok(), again.is_ok(), "a batch may come twice");
    }
}
