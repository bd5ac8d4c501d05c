//! Modules of plug-ins, compiled and called natively.

use arbitrary::Unstructured;
use matchday_plugin::host::{Host, Instance, LIMITS, MATCH, Moment};
use matchday_plugin::{Config, Module};
use std::sync::LazyLock;

/// Instructions of a call: loops without end are stopped soon.
const INSTRUCTIONS: u64 = 100_000;
/// Most functions, and most instructions of each, of a module that is made up.
const MOST_FUNCTIONS: usize = 20;
const MOST_INSTRUCTIONS: usize = 200;
/// The functions that a made-up module may call, with the numbers that hosts take for places in memory.
const IMPORTS: &str = r#"(module
    (import "extism:host/env" "alloc" (func (param i64) (result i64)))
    (import "extism:host/env" "free" (func (param i64)))
    (import "extism:host/env" "length" (func (param i64) (result i64)))
    (import "extism:host/env" "load_u8" (func (param i64) (result i32)))
    (import "extism:host/env" "store_u64" (func (param i64 i64)))
    (import "extism:host/env" "input_length" (func (result i64)))
    (import "extism:host/env" "input_load_u64" (func (param i64) (result i64)))
    (import "extism:host/env" "output_set" (func (param i64 i64)))
    (import "extism:host/env" "error_set" (func (param i64)))
    (import "extism:host/env" "config_get" (func (param i64) (result i64)))
    (import "extism:host/env" "var_get" (func (param i64) (result i64)))
    (import "extism:host/env" "http_request" (func (param i64 i64) (result i64)))
    (import "wasi_snapshot_preview1" "random_get" (func (param i32 i32) (result i32)))
    (import "wasi_snapshot_preview1" "clock_time_get" (func (param i32 i64 i32) (result i32)))
    (import "wasi_snapshot_preview1" "fd_read" (func (param i32 i32 i32 i32) (result i32)))
    (import "wasi_snapshot_preview1" "fd_write" (func (param i32 i32 i32 i32) (result i32)))
    (import "wasi_snapshot_preview1" "poll_oneoff" (func (param i32 i32 i32 i32) (result i32)))
    (import "wasi_snapshot_preview1" "environ_get" (func (param i32 i32) (result i32)))
    (import "wasi_snapshot_preview1" "proc_exit" (func (param i32))))"#;
/// What it has to export.
const EXPORTS: &str = r#"(module
    (memory (export "memory") 1)
    (func (export "_initialize"))
    (func (export "match") (result i32) i32.const 0))"#;

/// The bytes are a module.
pub fn bytes(bytes: &[u8]) {
    if let Ok(module) = Module::read(bytes) {
        call(module);
    }
}

/// The bytes choose the instructions of a valid module.
pub fn made_up(bytes: &[u8]) {
    static TEXTS: LazyLock<[Option<Vec<u8>>; 2]> =
        LazyLock::new(|| [IMPORTS, EXPORTS].map(|text| wat::parse_str(text).ok()));
    let [available_imports, exports] = TEXTS.clone();
    let config = wasm_smith::Config {
        available_imports,
        exports,
        max_funcs: MOST_FUNCTIONS,
        max_instructions: MOST_INSTRUCTIONS,
        // The one that it has to export comes on top.
        max_memories: LIMITS.memories as usize - 1,
        max_tables: LIMITS.tables as usize,
        // A plug-in has one thread.
        threads_enabled: false,
        ..wasm_smith::Config::default()
    };
    let Ok(made_up) = wasm_smith::Module::new(config, &mut Unstructured::new(bytes)) else { return };
    match Module::read(&made_up.to_bytes()) {
        Ok(module) => call(module),
        Err(error) => panic!("a valid module is refused: {error}"),
    }
}

/// Whatever a module does, another instance of it does the same.
fn call(module: Module) {
    let module = module.with_instructions(INSTRUCTIONS);
    let answer = || -> Result<Vec<u8>, String> {
        let mut instance = module.instance(&Config::default())?;
        let mut output = Vec::new();
        instance.call(Moment { now_s: 3_600, key: 7 }, MATCH, &[1, 2, 3, 4], &mut output)?;
        Ok(output)
    };
    assert_eq!(answer(), answer());
}
