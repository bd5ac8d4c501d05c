//! The page's modules: cargo, then wasm-bindgen, then wasm-opt, into `www/pkg*`.

use std::env;
use std::ffi::OsString;
use std::fs::{self, File};
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::error::{Error, Result, at};
use crate::guide;
use crate::libraries;
use crate::setup::{self, Tools};

/// A wasm module of the page.
#[derive(Clone, Copy)]
struct Module {
    /// The crate it is compiled from.
    package: &'static str,
    /// Its folder in the page.
    folder: &'static str,
    /// The name of its file.
    file: &'static str,
}

const MODULES: [Module; 3] = [
    Module { package: "matchday-web", folder: "www/pkg", file: "matchday_web_bg.wasm" },
    Module { package: "matchday-web-lab", folder: "www/pkg-lab", file: "matchday_web_lab_bg.wasm" },
    Module { package: "matchday-web-store", folder: "www/pkg-store", file: "matchday_web_store_bg.wasm" },
];

/// The crates that the modules are compiled from.
pub fn packages() -> [&'static str; MODULES.len()] {
    MODULES.map(|module| module.package)
}

/// The optimisation of a module.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Profile {
    /// The published form: link-time optimisation, wasm-opt, no names.
    Release,
    /// Compiles faster; keeps the names of functions for stack traces.
    Dev,
}

impl Profile {
    fn cargo_name(self) -> &'static str {
        match self {
            Self::Release => "wasm",
            Self::Dev => "wasm-dev",
        }
    }

    /// Features need no flags, because the module names those that it uses. Only small functions with one
    /// caller are inlined: many functions with few locals are more alike than few functions with many, so
    /// gzip makes them smaller.
    fn wasm_opt_args(self) -> Option<[&'static str; 6]> {
        match self {
            Self::Release => Some([
                "-O3",
                "--converge",
                "--one-caller-inline-max-function-size=30",
                "--strip-debug",
                "--strip-producers",
                "--strip-target-features",
            ]),
            Self::Dev => None,
        }
    }
}

/// Renders the guide, bundles the libraries, and builds the modules, each with its JavaScript and its types. Up-to-date modules are
/// not built again. After an error, the last good modules stay in place.
pub fn build(tools: &Tools, profile: Profile) -> Result<()> {
    guide::build(tools.root())?;
    libraries::build(tools)?;
    MODULES.iter().try_for_each(|module| build_module(tools, profile, module))
}

fn build_module(tools: &Tools, profile: Profile, module: &Module) -> Result<()> {
    let compiled = compile(tools, profile, module)?;
    let package = tools.root().join(module.folder);
    // Another build of the same folder, such as a server's, waits: both would stage their files in one place.
    let _lock = lock(&package)?;
    let stamp_file = package.join(".built-from");
    let stamp = stamp(&compiled, profile)?;
    if fs::read_to_string(&stamp_file).is_ok_and(|built| built == stamp) {
        return Ok(());
    }

    let staging = package.join(".staging");
    if staging.exists() {
        fs::remove_dir_all(&staging).map_err(at(&staging))?;
    }
    let mut wasm_bindgen = tools.command("wasm-bindgen");
    wasm_bindgen.args(["--target", "web", "--out-dir"]).arg(&staging).arg(&compiled);
    setup::run(&mut wasm_bindgen)?;
    if let Some(args) = profile.wasm_opt_args() {
        let bound = staging.join(module.file);
        let mut wasm_opt = tools.command("wasm-opt");
        setup::run(wasm_opt.args(args).arg(&bound).arg("-o").arg(&bound))?;
    }
    publish(&staging, &package)?;
    fs::write(&stamp_file, stamp).map_err(at(&stamp_file))
}

/// Compiles a module's crate and returns the path of the module, as cargo reports it.
fn compile(tools: &Tools, profile: Profile, module: &Module) -> Result<PathBuf> {
    let mut cargo = tools.command("cargo");
    cargo
        .args(["build", "--package", module.package])
        .args(["--target", "wasm32-unknown-unknown"])
        .args(["--profile", profile.cargo_name()])
        .arg("--message-format=json-render-diagnostics")
        .env("CARGO_ENCODED_RUSTFLAGS", without_folders(tools.root())?);
    let output = setup::output(&mut cargo)?;
    wasm_artifact(&String::from_utf8_lossy(&output.stdout)).ok_or(Error::NoModule(module.package))
}

/// Flags for cargo that take this machine's folders out of the file names that panics carry: a module is the
/// same wherever it is built, tells nobody where that was, and is smaller.
fn without_folders(root: &Path) -> Result<OsString> {
    let registries = cargo_home().join("registry/src");
    let mut flags = OsString::new();
    let mut leave_out = |folder: &Path| {
        if !flags.is_empty() {
            flags.push("\x1f");
        }
        flags.push("--remap-path-prefix=");
        flags.push(folder);
        flags.push("=");
    };
    leave_out(root);
    // Missing where the crates are vendored.
    for registry in fs::read_dir(&registries).into_iter().flatten() {
        leave_out(&registry.map_err(at(&registries))?.path());
    }
    Ok(flags)
}

fn cargo_home() -> PathBuf {
    env::var_os("CARGO_HOME").map_or_else(|| env::home_dir().unwrap_or_default().join(".cargo"), PathBuf::from)
}

/// Waits until no other process builds into a folder. Dropping the file lets the next one begin.
fn lock(folder: &Path) -> Result<File> {
    fs::create_dir_all(folder).map_err(at(folder))?;
    let path = folder.join(".lock");
    let file = File::create(&path).map_err(at(&path))?;
    file.lock().map_err(at(&path))?;
    Ok(file)
}

/// The `.wasm` file in cargo's messages, one JSON object per line.
fn wasm_artifact(messages: &str) -> Option<PathBuf> {
    messages
        .lines()
        .filter_map(|line| serde_json::from_str::<Value>(line).ok())
        .filter(|message| message["reason"] == "compiler-artifact")
        .flat_map(|message| message["filenames"].as_array().cloned().unwrap_or_default())
        .filter_map(|file| file.as_str().map(PathBuf::from))
        .find(|file| file.extension().is_some_and(|extension| extension == "wasm"))
}

/// A stamp of everything that determines the content of a module's folder: the compiled module and its
/// processing.
fn stamp(compiled: &Path, profile: Profile) -> Result<String> {
    let module = fs::read(compiled).map_err(at(compiled))?;
    let mut crc = flate2::Crc::new();
    crc.update(&module);
    Ok(format!("{:08x} {} {:?}", crc.sum(), module.len(), profile.wasm_opt_args()))
}

/// Moves each file over its predecessor, so that the server never reads half a file.
fn publish(staging: &Path, package: &Path) -> Result<()> {
    for entry in fs::read_dir(staging).map_err(at(staging))? {
        let entry = entry.map_err(at(staging))?;
        let published = package.join(entry.file_name());
        fs::rename(entry.path(), &published).map_err(at(&published))?;
    }
    fs::remove_dir(staging).map_err(at(staging))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_module_is_found_among_cargos_messages() {
        let messages = r#"
{"reason":"compiler-artifact","filenames":["/t/libserde.rlib"]}
{"reason":"compiler-artifact","filenames":["/t/wasm/matchday_web.wasm"]}
{"reason":"build-finished","success":true}"#;
        assert_eq!(wasm_artifact(messages), Some(PathBuf::from("/t/wasm/matchday_web.wasm")));
        assert_eq!(wasm_artifact("{\"reason\":\"build-finished\"}\n"), None);
    }

    #[test]
    fn one_build_at_a_time_writes_into_a_folder() {
        let folder = env::temp_dir().join(format!("matchday-build-{}", std::process::id()));
        let first = lock(&folder).unwrap();
        let is_free = || File::open(folder.join(".lock")).unwrap().try_lock().is_ok();
        assert!(!is_free());
        drop(first);
        assert!(is_free());
        fs::remove_dir_all(&folder).unwrap();
    }
}
