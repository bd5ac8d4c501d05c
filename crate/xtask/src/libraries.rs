//! The libraries of the page that are loaded on demand: npm's packages and the kernel of plug-ins, bundled into
//! `www/libraries`.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use crate::error::{Result, at};
use crate::setup::{self, Tools};

/// The folder of the bundles in the page.
pub const FOLDER: &str = "libraries";
/// The same in the project.
pub const IN_PROJECT: &str = "www/libraries";
/// What the bundles are made from, besides the packages.
const SOURCES: [&str; 4] = [
    "crate/xtask/libraries",
    "crate/plugin/assemblyscript/kit",
    "crate/plugin/assemblyscript/kit/lib",
    "crate/plugin/kernel",
];
/// What the packages are installed from.
const MANIFESTS: [&str; 2] = ["package.json", "package-lock.json"];

/// Installs the packages and bundles them, unless the bundles were made from the same sources. The packages are outside
/// of the served folder and of the watched ones.
pub fn build(tools: &Tools) -> Result<()> {
    let into = tools.root().join(IN_PROJECT);
    let stamp_file = into.join(".built-from");
    let stamp = stamp(tools.root())?;
    if fs::read_to_string(&stamp_file).is_ok_and(|built| built == stamp) {
        return Ok(());
    }

    let packages = install(tools)?;
    // Moved when it is complete, so that the server never reads a part of it.
    let staging = into.with_extension("new");
    remove(&staging)?;
    let mut node = tools.command("node");
    let script = tools.root().join(SOURCES[0]).join("bundle.mjs");
    setup::run(node.arg(script).arg(&staging).current_dir(&packages))?;
    remove(&into)?;
    fs::rename(&staging, &into).map_err(at(&into))?;
    fs::write(&stamp_file, stamp).map_err(at(&stamp_file))
}

fn remove(folder: &Path) -> Result<()> {
    if folder.exists() { fs::remove_dir_all(folder).map_err(at(folder)) } else { Ok(()) }
}

/// Installs the packages, and returns their folder. Tests compile code with them.
pub fn install(tools: &Tools) -> Result<PathBuf> {
    let packages = tools.root().join("target/libraries");
    fs::create_dir_all(&packages).map_err(at(&packages))?;
    for name in MANIFESTS {
        let manifest = tools.root().join(SOURCES[0]).join(name);
        fs::copy(&manifest, packages.join(name)).map_err(at(&manifest))?;
    }
    tools.install_node_modules("target/libraries")?;
    Ok(packages)
}

/// Whether a file, relative to the project or to the page, is a bundle. Bundles are sent as they are: they have no
/// comments, and texts of several lines.
pub fn is_bundle(file: &Path) -> bool {
    file.starts_with(IN_PROJECT) || file.starts_with(FOLDER)
}

/// A stamp of the sources: their names and contents.
fn stamp(root: &Path) -> Result<String> {
    let mut files = BTreeSet::<PathBuf>::new();
    for folder in SOURCES {
        let folder = root.join(folder);
        for entry in fs::read_dir(&folder).map_err(at(&folder))? {
            let path = entry.map_err(at(&folder))?.path();
            if path.is_file() {
                files.insert(path);
            }
        }
    }
    let mut crc = flate2::Crc::new();
    for file in &files {
        crc.update(file.strip_prefix(root).unwrap_or(file).as_os_str().as_encoded_bytes());
        crc.update(&fs::read(file).map_err(at(file))?);
    }
    Ok(format!("{:08x} {}", crc.sum(), crc.amount()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bundles_are_told_from_the_pages_own_files() {
        assert!(is_bundle(Path::new("www/libraries/editor.js")), "as the server names it");
        assert!(is_bundle(Path::new("libraries/editor.js")), "as the site names it");
        assert!(!is_bundle(Path::new("www/views/libraries/editor.js")));
        assert!(!is_bundle(Path::new("www/app/main.js")));
    }
}
