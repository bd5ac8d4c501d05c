//! The host outside of browsers: wasmtime, and the kernel of Extism.
//!
//! Everything that a module can see depends on its call alone: clocks show the simulated second, random bytes come from the
//! key of the call, NaNs have one form, and a call ends after a number of instructions, not of seconds.

mod budget;
mod extism;
mod imports;
mod instance;
mod wasi;

pub use instance::NativeInstance;

use crate::config::Config;
use crate::host::{Host, LIMITS, MATCH, MATCH_JSON};
use budget::Budget;
use imports::FOUND_IN;
use std::fmt;
use std::sync::Arc;
use thiserror::Error;
use wasmtime::{Engine, ExternType, FuncType};

/// Instructions that a call may take, and the start of an instance: seconds of work. What the host does for it counts, too.
pub const MOST_INSTRUCTIONS: u64 = 4_000_000_000;

/// The first bytes of every module.
const WASM: &[u8] = b"\0asm";

/// Extism's memory between host and module.
const KERNEL: &[u8] = include_bytes!("../../kernel/extism-runtime.wasm");

/// Why bytes are no module that can be a plug-in.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ModuleError {
    /// They cannot be compiled.
    #[error("this is no Wasm module: {0}")]
    NotWasm(String),
    /// It imports what there is not.
    #[error("it imports `{name}` from `{module}`, which does not exist here; a plug-in can import {FOUND_IN}")]
    UnknownImport {
        /// The module of the import.
        module: String,
        /// Its name.
        name: String,
    },
    /// It has too many memories or tables.
    #[error("it has {count} {what}: it may have {most}")]
    TooMany {
        /// What it has.
        what: &'static str,
        /// How many.
        count: u32,
        /// [`LIMITS`].
        most: u32,
    },
    /// It exports no function that can be called.
    #[error("it exports neither `{MATCH}` nor `{MATCH_JSON}`, a function without parameters that returns an i32")]
    NoExport,
}

/// A compiled module.
#[derive(Clone)]
pub struct Module {
    engine: Engine,
    kernel: wasmtime::Module,
    module: wasmtime::Module,
    budget: Budget,
}

impl Module {
    /// Compiles a module, and checks its imports and exports.
    ///
    /// # Errors
    /// [`ModuleError`] says what is wrong with it.
    pub fn read(bytes: &[u8]) -> Result<Self, ModuleError> {
        if !bytes.starts_with(WASM) {
            return Err(ModuleError::NotWasm("it does not begin as one".to_owned()));
        }
        let not_wasm = |error: wasmtime::Error| ModuleError::NotWasm(format!("{error:#}"));
        let engine = engine().map_err(not_wasm)?;
        let [kernel, module] = [KERNEL, bytes].map(|bytes| wasmtime::Module::from_binary(&engine, bytes));
        let (kernel, module) = (kernel.map_err(not_wasm)?, module.map_err(not_wasm)?);
        imports::check(&kernel, &module)?;
        let has = module.resources_required();
        for (what, count, most) in
            [("memories", has.num_memories, LIMITS.memories), ("tables", has.num_tables, LIMITS.tables)]
        {
            if count > most {
                return Err(ModuleError::TooMany { what, count, most });
            }
        }
        let read = Self { engine, kernel, module, budget: Budget::each(MOST_INSTRUCTIONS) };
        if !read.has(MATCH) && !read.has(MATCH_JSON) {
            return Err(ModuleError::NoExport);
        }
        Ok(read)
    }

    /// The same with another number of instructions that a call may take.
    pub fn with_instructions(self, instructions: u64) -> Self {
        Self { budget: Budget::each(instructions), ..self }
    }

    /// The same, whose calls and instances take from one budget.
    pub fn with_shared_instructions(self) -> Self {
        Self { budget: Budget::shared(MOST_INSTRUCTIONS), ..self }
    }
}

fn engine() -> wasmtime::Result<Engine> {
    let mut config = wasmtime::Config::new();
    config.consume_fuel(true).cranelift_nan_canonicalization(true).relaxed_simd_deterministic(true);
    config.wasm_backtrace_max_frames(None);
    Engine::new(&config)
}

impl fmt::Debug for Module {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Module").field("exports", &self.module.exports().len()).finish_non_exhaustive()
    }
}

impl Host for Module {
    type Instance = NativeInstance;

    fn has(&self, function: &str) -> bool {
        let is_call =
            |of: &FuncType| of.params().len() == 0 && of.results().len() == 1 && of.results().all(|of| of.is_i32());
        matches!(self.module.get_export(function), Some(ExternType::Func(of)) if is_call(&of))
    }

    fn instance(&self, config: &Config) -> Result<NativeInstance, String> {
        NativeInstance::new(self, Arc::new(config.clone()))
    }
}

#[cfg(test)]
mod tests;
