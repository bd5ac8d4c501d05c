//! What a module can import.

use super::{ModuleError, extism, wasi};

/// The module of Extism's functions.
pub const ENV: &str = "extism:host/env";
/// The module of WASI's functions.
pub const WASI: &str = "wasi_snapshot_preview1";
/// Both, in words.
pub const FOUND_IN: &str = "the functions of Extism from `extism:host/env`, and those of `wasi_snapshot_preview1`";

/// Exports of the kernel that are no functions of Extism.
const INTERNAL: [&str; 4] = ["memory", "__data_end", "__heap_base", "extism_context"];

/// Refuses what does not exist.
pub fn check(kernel: &wasmtime::Module, module: &wasmtime::Module) -> Result<(), ModuleError> {
    let in_kernel = |name: &str| !INTERNAL.contains(&name) && kernel.get_export(name).is_some();
    let exists = |module: &str, name: &str| match module {
        ENV => in_kernel(name) || extism::FUNCTIONS.contains(&name),
        WASI => wasi::exists(name),
        _ => false,
    };
    match module.imports().find(|import| !exists(import.module(), import.name()) || import.ty().func().is_none()) {
        Some(import) => {
            Err(ModuleError::UnknownImport { module: import.module().to_owned(), name: import.name().to_owned() })
        }
        None => Ok(()),
    }
}
