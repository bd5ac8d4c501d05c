//! What people download, as gzip sends it, against the budgets.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use flate2::{Compression, write::GzEncoder};
use serde_json::Value;

use crate::error::{Error, Result, at};
use crate::slim;

/// Bytes; 1 KB is 1000 of them.
const WASM_BUDGET: u64 = 150_000;
const JS_BUDGET: u64 = 50_000;
const FIRST_VIEW_BUDGET: u64 = 500_000;

/// Prints the table and fails when anything is over its budget.
pub fn check(root: &Path) -> Result<()> {
    let mut files = page_files(&root.join("www"))?;
    files.extend(data_files(&root.join("data"))?);
    let sizes = files.iter().map(|file| Ok((file.as_path(), gzip_size(file)?))).collect::<Result<Vec<_>>>()?;

    println!("{:>9}  gzip -9", "bytes");
    for (file, size) in &sizes {
        println!("{size:>9}  {}", file.strip_prefix(root).unwrap_or(file).display());
    }
    let mut over = Vec::new();
    for line in totals(&sizes) {
        println!("{:>9}  {} (at most {})", line.bytes, line.what, line.budget);
        if line.bytes > line.budget {
            over.push(line.what);
        }
    }
    if over.is_empty() { Ok(()) } else { Err(Error::OverBudget(over)) }
}

#[derive(Debug, PartialEq, Eq)]
struct Total {
    what: &'static str,
    bytes: u64,
    budget: u64,
}

fn totals(sizes: &[(&Path, u64)]) -> [Total; 3] {
    let sum = |wanted: fn(&Path) -> bool| -> u64 {
        let wanted = sizes.iter().filter(|(file, _)| wanted(file));
        wanted.map(|(_, size)| size).sum()
    };
    [
        Total { what: "wasm", bytes: sum(|file| has_extension(file, "wasm")), budget: WASM_BUDGET },
        Total { what: "JavaScript", bytes: sum(|file| has_extension(file, "js")), budget: JS_BUDGET },
        Total { what: "first view", bytes: sum(|_| true), budget: FIRST_VIEW_BUDGET },
    ]
}

/// Everything in `www/` that a visitor of the page gets: not the types, nor the embed.
fn page_files(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).map_err(at(folder))? {
        let path = entry.map_err(at(folder))?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if name.starts_with('.') || name.starts_with("embed.") || name.ends_with(".d.ts") {
            continue;
        }
        if path.is_dir() {
            files.extend(page_files(&path)?);
        } else {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}

/// The manifest of the data set and the files it lists.
fn data_files(folder: &Path) -> Result<Vec<PathBuf>> {
    let manifest = folder.join("manifest.json");
    let text = fs::read_to_string(&manifest).map_err(at(&manifest))?;
    let paths = manifest_paths(&text).map_err(|reason| Error::Content { path: manifest.clone(), reason })?;
    let files = paths.iter().map(|path| folder.join(path));
    Ok([manifest.clone()].into_iter().chain(files).collect())
}

/// The paths in a manifest `{"files": [{"path": "land.json", ...}, ...]}`.
fn manifest_paths(text: &str) -> Result<Vec<String>, String> {
    let manifest: Value = serde_json::from_str(text).map_err(|error| error.to_string())?;
    let files = manifest["files"].as_array().ok_or("has no list 'files'")?;
    files
        .iter()
        .map(|file| file["path"].as_str().map(str::to_owned))
        .collect::<Option<_>>()
        .ok_or_else(|| "a file in 'files' has no 'path'".to_owned())
}

fn gzip_size(file: &Path) -> Result<u64> {
    let content = slim::as_sent(file, fs::read(file).map_err(at(file))?);
    gzip_len(&content).map_err(at(file))
}

fn gzip_len(content: &[u8]) -> io::Result<u64> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(content)?;
    Ok(encoder.finish()?.len() as u64)
}

fn has_extension(file: &Path, wanted: &str) -> bool {
    file.extension().is_some_and(|extension| extension == wanted)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_budget_counts_its_own_files() {
        let sizes = [
            (Path::new("www/index.html"), 1),
            (Path::new("www/main.js"), 10),
            (Path::new("www/pkg/matchday_web.js"), 100),
            (Path::new("www/pkg/matchday_web_bg.wasm"), 1_000),
            (Path::new("data/joins.bin"), 10_000),
        ];
        assert_eq!(totals(&sizes).map(|total| total.bytes), [1_000, 110, 11_111]);
    }

    #[test]
    fn the_manifest_lists_its_files() {
        let paths = manifest_paths(r#"{"files": [{"path": "a.bin", "bytes": 3}, {"path": "maps/b.png"}]}"#);
        assert_eq!(paths.unwrap(), ["a.bin", "maps/b.png"]);
        for wrong in ["", "{}", r#"{"files": {}}"#, r#"{"files": [{"bytes": 3}]}"#] {
            assert!(manifest_paths(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn sizes_are_those_after_gzip() {
        assert!(gzip_len(&[0; 100_000]).unwrap() < 200);
        // 18 bytes of gzip's own and 2 of an empty deflate stream.
        assert_eq!(gzip_len(&[]).unwrap(), 20);
    }
}
