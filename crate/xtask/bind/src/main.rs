//! `matchday-bind MODULE FOLDER` writes a compiled wasm module into a folder, with its JavaScript and its types.
//!
//! `cargo xtask` compiles it while it sets tools up: reading wasm is half of what xtask would take to compile.

use std::process::ExitCode;

use wasm_bindgen_cli_support::Bindgen;

fn main() -> ExitCode {
    let arguments: Vec<_> = std::env::args_os().skip(1).collect();
    let [module, folder] = &arguments[..] else {
        eprintln!("usage: matchday-bind MODULE FOLDER");
        return ExitCode::FAILURE;
    };
    let mut bindgen = Bindgen::new();
    let bound = bindgen.input_path(module).typescript(true).web(true).and_then(|bindgen| bindgen.generate(folder));
    if let Err(error) = bound {
        eprintln!("cannot bind {}: {error:#}", module.display());
        return ExitCode::FAILURE;
    }
    ExitCode::SUCCESS
}
