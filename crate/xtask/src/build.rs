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
}

impl Module {
    /// The name of its crate in the names of files.
    fn file_stem(&self) -> String {
        self.package.replace('-', "_")
    }

    fn is_compiled_to(&self, file: &Path) -> bool {
        file.file_stem().is_some_and(|stem| *stem == *self.file_stem())
    }
}

/// The first one is that of the first view.
const MODULES: [Module; 3] = [
    Module { package: "matchday-web", folder: "www/pkg" },
    Module { package: "matchday-web-lab", folder: "www/pkg-lab" },
    Module { package: "matchday-web-store", folder: "www/pkg-store" },
];

/// The folders of the parts that are built one after the other; the first one is all that the first view needs.
pub const PARTS: [&str; 4] = [MODULES[0].folder, MODULES[1].folder, MODULES[2].folder, libraries::IN_PROJECT];

/// The crates that the modules are compiled from.
pub const PACKAGES: [&str; 3] = [MODULES[0].package, MODULES[1].package, MODULES[2].package];

/// The crates of each call of cargo. In one call, cargo would compile the first module last, because nothing depends on it.
/// The crates below it have the same features in all calls, so that they are compiled once.
const CALLS: [&[&str]; 2] = [PACKAGES.split_at(1).0, &PACKAGES];

/// The optimisation of the modules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Profile {
    /// The published form: wasm-opt does all that it can, until nothing changes.
    Dist,
    /// The same after a short run of wasm-opt: half a percent larger, as fast, and sooner there.
    Release,
    /// Compiles faster; keeps the names of functions for stack traces.
    Dev,
}

impl Profile {
    fn cargo_name(self) -> &'static str {
        match self {
            Self::Dist | Self::Release => "wasm",
            Self::Dev => "wasm-dev",
        }
    }

    /// Features need no flags, because the module names those that it uses. Only small functions with one
    /// caller are inlined: many functions with few locals are more alike than few functions with many, so
    /// gzip makes them smaller.
    fn wasm_opt_args(self) -> Vec<&'static str> {
        let optimise: &[&str] = match self {
            Self::Dist => &["--converge", "-O3", "--one-caller-inline-max-function-size=30"],
            Self::Release => &["-O1"],
            Self::Dev => return Vec::new(),
        };
        [optimise, &["--strip-debug", "--strip-producers", "--strip-target-features"]].concat()
    }
}

/// Renders the guide, builds the modules, each with its JavaScript and its types, and bundles the libraries. Up-to-date
/// modules are not built again. After an error, the last good modules stay in place.
pub fn build(tools: &Tools, profile: Profile) -> Result<()> {
    build_in_steps(tools, profile, |_| Ok(()))
}

/// Like [`build`]; calls `is_built` with each of the [`PARTS`] as soon as it is in place, while cargo goes on with others.
pub fn build_in_steps(
    tools: &Tools,
    profile: Profile,
    mut is_built: impl FnMut(&'static str) -> Result<()>,
) -> Result<()> {
    guide::build(tools.root())?;
    let mut left = Vec::from(MODULES);
    for packages in CALLS {
        compile(tools, profile, packages, |compiled| {
            let Some(at) = left.iter().position(|module| module.is_compiled_to(compiled)) else { return Ok(()) };
            let module = left.remove(at);
            bind(tools, profile, &module, compiled)?;
            is_built(module.folder)
        })?;
    }
    left.first().map_or(Ok(()), |missing| Err(Error::NoModule(missing.package)))?;
    libraries::build(tools)?;
    is_built(libraries::IN_PROJECT)
}

/// Gives a compiled module its JavaScript and its types, optimises it, and moves them into its folder.
fn bind(tools: &Tools, profile: Profile, module: &Module, compiled: &Path) -> Result<()> {
    let package = tools.root().join(module.folder);
    // Another build of the same folder, such as a server's, waits: both would stage their files in one place.
    let _lock = lock(&package)?;
    let stamp_file = package.join(".built-from");
    let stamp = stamp(compiled, profile)?;
    if fs::read_to_string(&stamp_file).is_ok_and(|built| built == stamp) {
        return Ok(());
    }

    let staging = package.join(".staging");
    if staging.exists() {
        fs::remove_dir_all(&staging).map_err(at(&staging))?;
    }
    setup::run(tools.command(tools.binder()).arg(compiled).arg(&staging))?;
    let args = profile.wasm_opt_args();
    if !args.is_empty() {
        let bound = staging.join(format!("{}_bg.wasm", module.file_stem()));
        let mut wasm_opt = tools.command("wasm-opt");
        setup::run(wasm_opt.args(args).arg(&bound).arg("-o").arg(&bound))?;
    }
    publish(&staging, &package)?;
    fs::write(&stamp_file, stamp).map_err(at(&stamp_file))
}

/// Compiles modules' crates in one call of cargo, and calls `finished` with the path of each module when it is compiled,
/// while cargo goes on.
fn compile(
    tools: &Tools,
    profile: Profile,
    packages: &[&str],
    mut finished: impl FnMut(&Path) -> Result<()>,
) -> Result<()> {
    let mut cargo = tools.command("cargo");
    cargo
        .args(["build", "--target", "wasm32-unknown-unknown", "--profile", profile.cargo_name()])
        .args(packages.iter().flat_map(|package| ["--package", package]))
        .arg("--message-format=json-render-diagnostics")
        .env("CARGO_ENCODED_RUSTFLAGS", without_folders(tools.root())?);
    let mut result = Ok(());
    setup::run_and_read(&mut cargo, |line| {
        if let Some(module) = wasm_artifact(line)
            && result.is_ok()
        {
            result = finished(&module);
        } else if !line.starts_with('{') {
            eprintln!("{line}");
        }
    })?;
    result
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

/// The `.wasm` file in a message of cargo, which is a JSON object.
fn wasm_artifact(message: &str) -> Option<PathBuf> {
    let message = serde_json::from_str::<Value>(message).ok()?;
    let files = message["filenames"].as_array().filter(|_| message["reason"] == "compiler-artifact")?;
    let mut paths = files.iter().filter_map(|file| file.as_str().map(PathBuf::from));
    paths.find(|file| file.extension().is_some_and(|extension| extension == "wasm"))
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
    use std::collections::BTreeSet;
    use std::process::Command;

    use super::*;

    #[test]
    fn the_module_is_found_among_cargos_messages() {
        let module = r#"{"reason":"compiler-artifact","filenames":["/t/wasm/matchday_web.wasm"]}"#;
        let module = wasm_artifact(module).unwrap();
        assert_eq!(module, Path::new("/t/wasm/matchday_web.wasm"));
        assert!(MODULES[0].is_compiled_to(&module));
        assert!(!MODULES[1].is_compiled_to(&module));
        for other in [
            r#"{"reason":"compiler-artifact","filenames":["/t/libserde.rlib"]}"#,
            r#"{"reason":"build-finished","success":true}"#,
            "   Compiling matchday-web",
        ] {
            assert_eq!(wasm_artifact(other), None, "{other}");
        }
    }

    #[test]
    fn crates_have_the_same_features_in_all_calls() {
        let [first, all] = CALLS.map(|packages| {
            let mut cargo = Command::new(env!("CARGO"));
            cargo.args(["tree", "--target", "wasm32-unknown-unknown", "--edges", "normal,build", "--prefix", "none"]);
            cargo.args(["--format", "{p} [{f}]"]).args(packages.iter().flat_map(|package| ["--package", package]));
            let tree = String::from_utf8(setup::output(&mut cargo).unwrap().stdout).unwrap();
            tree.lines().map(|line| line.trim_end_matches(" (*)").to_owned()).collect::<BTreeSet<_>>()
        });
        let differ: Vec<_> = first.difference(&all).collect();
        assert!(!first.is_empty() && differ.is_empty(), "would be compiled twice: {differ:#?}");
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
