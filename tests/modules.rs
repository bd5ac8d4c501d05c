//! The modules of plug-ins that the project has, built when they are asked for.

use crate::file;
use std::ffi::OsString;
use std::fs;
use std::path::Path;
use std::process::Command;

/// What code in AssemblyScript is compiled with.
const KIT: [&str; 3] = ["package.json", "kit/entry.ts", "kit/lib/matchday.ts"];

/// The module of the template of plug-ins, which is built if it is not up to date.
///
/// # Panics
/// If it cannot be built: it takes the target `wasm32-unknown-unknown`, which `cargo xtask` sets up.
pub fn template_module() -> Vec<u8> {
    let target = file("target/template");
    let mut cargo = Command::new("cargo");
    cargo.args(["build", "--quiet", "--locked", "--release", "--target", "wasm32-unknown-unknown", "--target-dir"]);
    let built = cargo.arg(&target).current_dir(file("crate/plugin/template")).status();
    assert!(built.is_ok_and(|status| status.success()), "the template of plug-ins does not build");
    let module = target.join("wasm32-unknown-unknown/release/my_matchmaker.wasm");
    fs::read(&module).unwrap_or_else(|error| panic!("{}: {error}", module.display()))
}

/// The module of an example of code in AssemblyScript, after these replacements in its text.
///
/// # Panics
/// If it cannot be built: it takes Node, and the packages of the page's libraries, which `cargo xtask` installs.
pub fn example_module(name: &str, replacements: &[(&str, &str)]) -> Vec<u8> {
    let folder = file("target/examples").join(name);
    for part in KIT {
        write(&folder.join(part), &text(&file("crate/plugin/assemblyscript").join(part)));
    }
    let mut code = text(&file("www/views/rules/examples").join(name).with_extension("ts"));
    for (old, new) in replacements {
        assert!(code.contains(old), "the example {name} has no {old}");
        code = code.replace(old, new);
    }
    write(&folder.join("rules.ts"), &code);
    let mut npm = Command::new("npm");
    let built = npm.args(["run", "--silent", "build"]).current_dir(&folder).env("PATH", path_of_libraries()).status();
    assert!(built.is_ok_and(|status| status.success()), "the example {name} does not build");
    let module = folder.join("build/rules.wasm");
    fs::read(&module).unwrap_or_else(|error| panic!("{}: {error}", module.display()))
}

/// The programs of the page's libraries, before all others.
fn path_of_libraries() -> OsString {
    let others = std::env::var_os("PATH").unwrap_or_default();
    let first = file("target/libraries/node_modules/.bin");
    let folders = std::iter::once(first).chain(std::env::split_paths(&others));
    std::env::join_paths(folders).unwrap_or_else(|error| panic!("{error}"))
}

fn text(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn write(path: &Path, text: &str) {
    let folder = path.parent().map_or(Ok(()), fs::create_dir_all);
    folder.and_then(|()| fs::write(path, text)).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
}
