//! The functions of Extism that need a host. Variables stay empty, logs are dropped, and there is no network.

use super::imports::ENV;
use super::instance::{State, spend};
use wasmtime::{Caller, Linker, Memory, Result, Store, TypedFunc, bail, format_err};

/// Their names.
pub const FUNCTIONS: [&str; 12] = [
    "config_get",
    "var_get",
    "var_set",
    "http_request",
    "http_status_code",
    "http_headers",
    "log_trace",
    "log_debug",
    "log_info",
    "log_warn",
    "log_error",
    "get_log_level",
];

/// The level of logs at which nothing is logged.
const LOG_OFF: i32 = i32::MAX;

/// The functions of the kernel that a host calls.
#[derive(Clone)]
pub struct Kernel {
    memory: Memory,
    reset: TypedFunc<(), ()>,
    alloc: TypedFunc<u64, u64>,
    length: TypedFunc<u64, u64>,
    input_set: TypedFunc<(u64, u64), ()>,
    output: [TypedFunc<(), u64>; 2],
    error_get: TypedFunc<(), u64>,
}

impl Kernel {
    /// Starts the kernel, whose functions the linker then has.
    pub fn start(store: &mut Store<State>, linker: &mut Linker<State>, module: &wasmtime::Module) -> Result<Self> {
        let instance = linker.instantiate(&mut *store, module)?;
        linker.instance(&mut *store, ENV, instance)?;
        let memory =
            instance.get_memory(&mut *store, "memory").ok_or_else(|| format_err!("the kernel has no memory"))?;
        Ok(Self {
            memory,
            reset: instance.get_typed_func(&mut *store, "reset")?,
            alloc: instance.get_typed_func(&mut *store, "alloc")?,
            length: instance.get_typed_func(&mut *store, "length")?,
            input_set: instance.get_typed_func(&mut *store, "input_set")?,
            output: [
                instance.get_typed_func(&mut *store, "output_offset")?,
                instance.get_typed_func(&mut *store, "output_length")?,
            ],
            error_get: instance.get_typed_func(&mut *store, "error_get")?,
        })
    }

    /// Sets the input of the next call, and forgets the last one.
    pub fn set_input(&self, store: &mut Store<State>, input: &[u8]) -> Result<()> {
        self.reset.call(&mut *store, ())?;
        let at = self.alloc.call(&mut *store, input.len() as u64)?;
        self.memory.write(&mut *store, at as usize, input)?;
        self.input_set.call(&mut *store, (at, input.len() as u64))
    }

    /// Replaces `output` by what the call put out.
    pub fn output(&self, store: &mut Store<State>, output: &mut Vec<u8>) -> Result<()> {
        output.clear();
        let [at, length] = [self.output[0].call(&mut *store, ())?, self.output[1].call(&mut *store, ())?];
        output.extend_from_slice(bytes(self.memory.data(&*store), at, length)?);
        Ok(())
    }

    /// The error text that the call set.
    pub fn error(&self, store: &mut Store<State>) -> Result<Option<String>> {
        let at = self.error_get.call(&mut *store, ())?;
        if at == 0 {
            return Ok(None);
        }
        let length = self.length.call(&mut *store, at)?;
        let text = bytes(self.memory.data(&*store), at, length)?;
        Ok(Some(String::from_utf8_lossy(text).trim().chars().take(500).collect()))
    }
}

/// A block of memory.
fn bytes(memory: &[u8], at: u64, length: u64) -> Result<&[u8]> {
    let range = at.checked_add(length).map(|end| at as usize..end as usize);
    range
        .and_then(|range| memory.get(range))
        .ok_or_else(|| format_err!("named {length} bytes at {at}, outside of its memory"))
}

/// Adds them to a linker.
pub fn link(linker: &mut Linker<State>) -> Result<()> {
    linker.func_wrap(ENV, "config_get", config_get)?;
    linker.func_wrap(ENV, "var_get", |_: u64| 0_u64)?;
    linker.func_wrap(ENV, "var_set", |_: u64, _: u64| {})?;
    linker.func_wrap(ENV, "http_request", |_: u64, _: u64| -> Result<u64> {
        bail!("asked for a page, and has no network")
    })?;
    linker.func_wrap(ENV, "http_status_code", || 0_i32)?;
    linker.func_wrap(ENV, "http_headers", || 0_u64)?;
    for name in FUNCTIONS.into_iter().filter(|name| name.starts_with("log_")) {
        linker.func_wrap(ENV, name, |_: u64| {})?;
    }
    linker.func_wrap(ENV, "get_log_level", || LOG_OFF)?;
    Ok(())
}

fn config_get(mut caller: Caller<'_, State>, key: u64) -> Result<u64> {
    let state = caller.data();
    let Some(kernel) = state.kernel.clone() else { return Ok(0) };
    let config = state.config.clone();
    let length = kernel.length.call(&mut caller, key)?;
    spend(&mut caller, length)?;
    let name = String::from_utf8_lossy(bytes(kernel.memory.data(&caller), key, length)?);
    let Some(text) = config.get(&name).filter(|text| !text.is_empty()) else { return Ok(0) };
    spend(&mut caller, text.len() as u64)?;
    let at = kernel.alloc.call(&mut caller, text.len() as u64)?;
    kernel.memory.write(&mut caller, at as usize, text.as_bytes())?;
    Ok(at)
}
