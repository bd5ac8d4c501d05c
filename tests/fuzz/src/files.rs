//! Readers of the command line. Those that take a path get the bytes in a file.

use crate::atlas::sites;
use crate::queue;
use matchday_cli::fuzz_readers;
use matchday_scenario::Params;
use std::path::{Path, PathBuf};
use std::sync::Once;
use std::sync::atomic::{AtomicU64, Ordering};
use std::{env, fs, process};

pub fn scenario(bytes: &[u8]) {
    let Ok(params) = fuzz_readers::scenario(bytes) else { return };
    let mut again = Params::default();
    params.changed().for_each(|(key, text)| assert_eq!(again.set(key.spec().key, &text), Ok(())));
    assert_eq!(again, params);
}

pub fn sweep(bytes: &[u8]) {
    assert_ne!(fuzz_readers::sweep(bytes), Ok(0), "a sweep has runs");
}

pub fn widening(bytes: &[u8]) {
    drop(fuzz_readers::widening(&String::from_utf8_lossy(bytes)));
}

pub fn rates(bytes: &[u8]) {
    drop(fuzz_readers::matches(bytes));
}

pub fn pings(bytes: &[u8]) {
    with_folder(|folder| drop(fuzz_readers::pings(&file(folder, "pings", bytes), &sites())));
}

pub fn day_sums(bytes: &[u8]) {
    with_folder(|folder| {
        file(folder, "2026-05-20.parquet", bytes);
        drop(fuzz_readers::days(folder));
    });
}

pub fn tickets(bytes: &[u8]) {
    with_folder(|folder| {
        let path = file(folder, "tickets", bytes);
        queue::read(&|each| fuzz_readers::tickets(&path, each));
    });
}

fn file(folder: &Path, name: &str, bytes: &[u8]) -> PathBuf {
    let path = folder.join(name);
    fs::write(&path, bytes).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    path
}

/// Calls `act` with an empty folder, which is removed afterwards.
fn with_folder(act: impl FnOnce(&Path)) {
    static HUSH: Once = Once::new();
    HUSH.call_once(fuzz_readers::hush_damage);
    static NEXT: AtomicU64 = AtomicU64::new(0);
    let number = NEXT.fetch_add(1, Ordering::Relaxed);
    let folder = env::temp_dir().join(format!("matchday-fuzz-{}-{number}", process::id()));
    fs::create_dir_all(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    act(&folder);
    _ = fs::remove_dir_all(&folder);
}
