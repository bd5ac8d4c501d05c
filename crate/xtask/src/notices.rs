//! The licences of everything in the page that others wrote: crates of the modules, and packages of the libraries.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::error::{Error, Result, at};
use crate::libraries;
use crate::setup::{self, Tools};

/// The file in the page.
pub const FILE: &str = "third-party.txt";
/// What the names of licence files begin with, in capitals.
const BEGINNINGS: [&str; 6] = ["LICENSE", "LICENCE", "COPYING", "COPYRIGHT", "NOTICE", "UNLICENSE"];

/// Texts of licences, each with the names of all that have it.
type Texts = BTreeMap<String, BTreeSet<String>>;

/// Writes the file.
pub fn write(tools: &Tools, modules: &[&str]) -> Result<()> {
    let mut texts = Texts::new();
    let mut metadata = tools.command("cargo");
    metadata.args(["metadata", "--format-version=1", "--filter-platform=wasm32-unknown-unknown"]);
    let crates = json(&setup::output(&mut metadata)?.stdout, "cargo metadata")?;
    for package in crates_of(&crates, modules) {
        let folder = Path::new(text(&package["manifest_path"])).parent().unwrap_or(Path::new(""));
        add(&mut texts, &title(text(&package["name"]), package), folder)?;
    }
    let packages = libraries::install(tools)?;
    let lock = packages.join("package-lock.json");
    let locked = json(&fs::read(&lock).map_err(at(&lock))?, "package-lock.json")?;
    for (path, package) in locked["packages"].as_object().into_iter().flatten() {
        if let Some((_, name)) = path.rsplit_once("node_modules/").filter(|_| package["dev"] != true) {
            add(&mut texts, &title(name, package), &packages.join(path))?;
        }
    }
    let file = tools.root().join("www").join(FILE);
    fs::write(&file, page(&texts)).map_err(at(&file))
}

fn json(bytes: &[u8], of: &str) -> Result<Value> {
    serde_json::from_slice(bytes).map_err(|error| Error::Content { path: of.into(), reason: error.to_string() })
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

fn list(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().into_iter().flatten()
}

fn title(name: &str, package: &Value) -> String {
    format!("{name} {} ({})", text(&package["version"]), text(&package["license"]))
}

/// The packages of the registry that are compiled into the modules.
fn crates_of<'a>(metadata: &'a Value, modules: &[&str]) -> Vec<&'a Value> {
    let packages: BTreeMap<&str, &Value> = list(&metadata["packages"]).map(|of| (text(&of["id"]), of)).collect();
    let nodes: BTreeMap<&str, &Value> = list(&metadata["resolve"]["nodes"]).map(|of| (text(&of["id"]), of)).collect();
    let mut open: Vec<&str> =
        packages.iter().filter(|(_, of)| modules.contains(&text(&of["name"]))).map(|(id, _)| *id).collect();
    let mut known = BTreeSet::new();
    while let Some(id) = open.pop() {
        if known.insert(id) {
            let is_compiled = |of: &&Value| list(&of["dep_kinds"]).any(|kind| kind["kind"].is_null());
            open.extend(
                nodes
                    .get(id)
                    .into_iter()
                    .flat_map(|node| list(&node["deps"]))
                    .filter(is_compiled)
                    .map(|of| text(&of["pkg"])),
            );
        }
    }
    known.iter().filter_map(|id| packages.get(id).copied()).filter(|of| !of["source"].is_null()).collect()
}

/// Adds the licence files of a folder.
fn add(texts: &mut Texts, title: &str, folder: &Path) -> Result<()> {
    let mut found = false;
    for entry in fs::read_dir(folder).map_err(at(folder))? {
        let path = entry.map_err(at(folder))?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().to_uppercase();
        if path.is_file() && BEGINNINGS.iter().any(|start| name.starts_with(start)) {
            let bytes = fs::read(&path).map_err(at(&path))?;
            let content = String::from_utf8_lossy(&bytes).replace("\r\n", "\n").trim().to_owned();
            texts.entry(content).or_default().insert(title.to_owned());
            found = true;
        }
    }
    if !found {
        texts.entry("The package has no file with its licence.".to_owned()).or_default().insert(title.to_owned());
    }
    Ok(())
}

fn page(texts: &Texts) -> String {
    let line = "-".repeat(80);
    let head = "The page of Matchday contains these works of others, under these licences.\n";
    let part = |(text, names): (&String, &BTreeSet<String>)| {
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        format!("\n{line}\n{}\n{line}\n\n{text}\n", names.join("\n"))
    };
    head.to_owned() + &texts.iter().map(part).collect::<String>()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn only_what_is_compiled_into_a_module_is_named() {
        let dep = |pkg: &str, kind: Value| json!({ "pkg": pkg, "dep_kinds": [{ "kind": kind }] });
        let package = |id: &str, source: Value| json!({ "id": id, "name": id, "source": source });
        let metadata = json!({
            "packages": [package("page", Value::Null), package("a", json!("r")), package("b", json!("r")), package("c", json!("r"))],
            "resolve": { "nodes": [
                { "id": "page", "deps": [dep("a", Value::Null), dep("c", json!("dev"))] },
                { "id": "a", "deps": [dep("b", Value::Null), dep("c", json!("build"))] },
            ] },
        });
        let names: Vec<&str> = crates_of(&metadata, &["page"]).iter().map(|of| text(&of["name"])).collect();
        assert_eq!(names, ["a", "b"]);
    }

    #[test]
    fn a_text_stands_once_with_all_that_have_it() {
        let names = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<BTreeSet<_>>();
        let texts = [("MIT".to_owned(), names(&["a 1 (MIT)", "b 2 (MIT)"]))].into();
        assert!(page(&texts).ends_with(&format!("\na 1 (MIT)\nb 2 (MIT)\n{}\n\nMIT\n", "-".repeat(80))));
    }
}
