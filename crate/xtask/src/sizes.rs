//! Sizes of downloads after gzip, and their budgets.
//!
//! The first view needs `index.html`, the modules that `main.js` and `worker/day.js` import statically, the
//! engine, the styles, and the files in the manifest of the data set. Everything else is loaded on demand.

use std::collections::BTreeSet;
use std::fs;
use std::io::{self, Write};
use std::path::{Component, Path, PathBuf};

use flate2::{Compression, write::GzEncoder};
use serde_json::Value;

use crate::error::{Error, Result, at};
use crate::slim;

/// Bytes; 1 KB is 1000 bytes.
const WASM_BUDGET: u64 = 290_000;
const JS_BUDGET: u64 = 80_000;
const FIRST_VIEW_BUDGET: u64 = 537_000;
/// Files with their own budget: the modules that are loaded after the first view, and the script for
/// articles.
const OWN_BUDGETS: [(&str, u64); 7] = [
    ("www/pkg-lab/matchday_web_lab_bg.wasm", 1_410_000),
    ("www/pkg-store/matchday_web_store_bg.wasm", 485_000),
    ("www/embed.js", 1_000),
    ("www/libraries/assemblyscript.js", 400_000),
    ("www/libraries/binaryen.wasm", 2_400_000),
    ("www/libraries/editor.js", 150_000),
    ("www/libraries/parquet.js", 100_000),
];

const FIRST_SCRIPTS: [&str; 3] = ["www/app/guard.js", "www/app/main.js", "www/worker/day.js"];
const FIRST_FILES: [&str; 8] = [
    "www/index.html",
    "www/style.css",
    "www/map/map.css",
    "www/timeline/timeline.css",
    "www/ui/ui.css",
    "www/app/views.css",
    "www/icon.svg",
    "www/pkg/matchday_web_bg.wasm",
];

/// A file's path in the project, and its size in bytes after gzip.
type Size = (PathBuf, u64);

/// Prints the table, and fails if a file is over its budget.
pub fn check(root: &Path) -> Result<()> {
    let first = first_view(root)?;
    let later: BTreeSet<_> = page_files(root, Path::new("www"))?.difference(&first).cloned().collect();
    let (first, later) = (sizes(root, &first)?, sizes(root, &later)?);
    print("first view, gzip -9", &first);
    print("loaded on demand, gzip -9", &later);

    let budgets = budgets(&first, &later);
    println!("{:>9}  budgets", "bytes");
    for Budget { what, bytes, most } in &budgets {
        println!("{bytes:>9}  {what} (at most {most})");
    }
    let over: Vec<_> =
        budgets.into_iter().filter(|budget| budget.bytes > budget.most).map(|budget| budget.what).collect();
    if over.is_empty() { Ok(()) } else { Err(Error::OverBudget(over)) }
}

fn print(title: &str, sizes: &[Size]) {
    println!("{:>9}  {title}", "bytes");
    for (file, size) in sizes {
        println!("{size:>9}  {}", file.display());
    }
}

#[derive(Debug, PartialEq, Eq)]
struct Budget {
    what: String,
    bytes: u64,
    most: u64,
}

fn budgets(first: &[Size], later: &[Size]) -> Vec<Budget> {
    let sum = |wanted: fn(&Path) -> bool| first.iter().filter(|(file, _)| wanted(file)).map(|(_, size)| size).sum();
    let own = |(file, bytes): &Size| {
        let (_, most) = OWN_BUDGETS.into_iter().find(|(name, _)| file == Path::new(name))?;
        Some(Budget { what: file.display().to_string(), bytes: *bytes, most })
    };
    let wasm = Budget { what: "wasm".to_owned(), bytes: sum(|file| has_extension(file, "wasm")), most: WASM_BUDGET };
    let js = Budget { what: "JavaScript".to_owned(), bytes: sum(|file| has_extension(file, "js")), most: JS_BUDGET };
    let all = Budget { what: "first view".to_owned(), bytes: sum(|_| true), most: FIRST_VIEW_BUDGET };
    [wasm, js, all].into_iter().chain(later.iter().filter_map(own)).collect()
}

/// The files that a visitor downloads before any interaction.
fn first_view(root: &Path) -> Result<BTreeSet<PathBuf>> {
    let mut files: BTreeSet<PathBuf> = FIRST_FILES.iter().map(PathBuf::from).collect();
    for script in FIRST_SCRIPTS {
        add_imports(root, PathBuf::from(script), &mut files)?;
    }
    files.insert("data/manifest.json".into());
    files.extend(data_files(root)?);
    Ok(files)
}

/// Adds a module and, recursively, all modules that it imports statically.
fn add_imports(root: &Path, module: PathBuf, found: &mut BTreeSet<PathBuf>) -> Result<()> {
    let path = root.join(&module);
    let source = slim::as_sent(&module, fs::read(&path).map_err(at(&path))?);
    let folder = module.parent().unwrap_or(Path::new("")).to_owned();
    if !found.insert(module) {
        return Ok(());
    }
    for specifier in static_imports(&String::from_utf8_lossy(&source)) {
        add_imports(root, plain(&folder.join(specifier)), found)?;
    }
    Ok(())
}

/// The specifiers in `import ... from "x"`, `export ... from "x"` and `import "x"`. A statement of several
/// lines has its specifier in the last one. `import("x")` loads on demand and is not included. Comments are
/// already removed.
fn static_imports(source: &str) -> Vec<&str> {
    let statement = |line: &&str| ["import ", "export ", "}"].iter().any(|start| line.starts_with(start));
    source
        .lines()
        .filter(statement)
        .filter_map(|line| {
            line.rsplit_once(" from ").map_or_else(|| line.strip_prefix("import "), |(_, name)| Some(name))
        })
        .filter_map(|name| name.strip_prefix('"')?.split('"').next())
        .filter(|specifier| specifier.starts_with('.'))
        .collect()
}

/// The path without `.` and `..`.
fn plain(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir => drop(plain.pop()),
            part => plain.push(part),
        }
    }
    plain
}

/// The files below a folder that a browser can request, without types and sources of the guide.
fn page_files(root: &Path, folder: &Path) -> Result<BTreeSet<PathBuf>> {
    let mut files = BTreeSet::new();
    let path = root.join(folder);
    for entry in fs::read_dir(&path).map_err(at(&path))? {
        let name = entry.map_err(at(&path))?.file_name().to_string_lossy().into_owned();
        if name.starts_with('.') || name.ends_with(".d.ts") || name.ends_with(".md") {
            continue;
        }
        let file = folder.join(name);
        if root.join(&file).is_dir() {
            files.extend(page_files(root, &file)?);
        } else {
            files.insert(file);
        }
    }
    Ok(files)
}

/// The files that the manifest of the data set lists: `{"files": [{"path": "land.json", ...}, ...], ...}`.
fn data_files(root: &Path) -> Result<Vec<PathBuf>> {
    let path = root.join("data/manifest.json");
    let text = fs::read_to_string(&path).map_err(at(&path))?;
    let manifest: Value =
        serde_json::from_str(&text).map_err(|error| Error::Content { path, reason: error.to_string() })?;
    let files = manifest["files"].as_array().into_iter().flatten();
    Ok(files.filter_map(|file| file["path"].as_str()).map(|path| Path::new("data").join(path)).collect())
}

fn sizes(root: &Path, files: &BTreeSet<PathBuf>) -> Result<Vec<Size>> {
    let size = |file: &PathBuf| {
        let path = root.join(file);
        let content = slim::as_sent(file, fs::read(&path).map_err(at(&path))?);
        Ok((file.clone(), gzip_len(&content).map_err(at(&path))?))
    };
    files.iter().map(size).collect()
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
        let size = |(name, bytes): (&str, u64)| (PathBuf::from(name), bytes);
        let first = [("www/index.html", 1), ("www/main.js", 10), ("www/pkg/a.js", 100), ("www/pkg/a_bg.wasm", 1_000)];
        let lab = "www/pkg-lab/matchday_web_lab_bg.wasm";
        let later = [("www/embed.js", 7), ("www/share.js", 8), (lab, 9)];
        let budgets = budgets(&first.map(size), &later.map(size));
        let lines: Vec<_> = budgets.iter().map(|budget| (budget.what.as_str(), budget.bytes)).collect();
        let own = [("www/embed.js", 7), (lab, 9)];
        assert_eq!(lines, [[("wasm", 1_000), ("JavaScript", 110), ("first view", 1_111)].as_slice(), &own].concat());
    }

    #[test]
    fn static_imports_are_told_from_those_for_later() {
        let source = "import { a } from \"./a.js\";\nimport init, {\nb,\n} from \"./map/b.js\";\nimport \"./c.js\";\n\
                      export { d } from \"../d.js\";\nconst e = await import(\"./e.js\");\nimport(\"./f.js\");\n\
                      export const from = \" from \";\n";
        assert_eq!(static_imports(source), ["./a.js", "./map/b.js", "./c.js", "../d.js"]);
        assert_eq!(plain(Path::new("www/map/../core/dom.js")), Path::new("www/core/dom.js"));
    }

    #[test]
    fn the_first_view_is_what_the_page_needs_and_no_more() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let mut files = BTreeSet::new();
        // `worker/day.js` imports the engine, which may not be built yet.
        add_imports(&root, PathBuf::from("www/app/main.js"), &mut files).unwrap();
        assert!(files.contains(Path::new("www/map/map.js")), "{files:?}");
        assert!(files.contains(Path::new("www/core/dom.js")), "{files:?}");
        assert!(!files.contains(Path::new("www/embed.js")), "{files:?}");
        assert!(!files.contains(Path::new("www/app/share/dialog.js")), "{files:?}");
    }

    #[test]
    fn sizes_are_those_after_gzip() {
        assert!(gzip_len(&[0; 100_000]).unwrap() < 200);
        // gzip adds 18 bytes, and an empty deflate stream has 2.
        assert_eq!(gzip_len(&[]).unwrap(), 20);
    }
}
