//! The functions of `wasi_snapshot_preview1` for modules whose language needs them: a clock that shows the simulated
//! second, random bytes by the key of the call, output that is dropped. There are no files, arguments or variables.

use super::imports::WASI;
use super::instance::{State, spend};
use wasmtime::{Caller, Extern, ExternType, Linker, Memory, Result, Val, bail, format_err};

/// Numbers of errors.
const SUCCESS: i32 = 0;
const BAD_FILE: i32 = 8;
const INVALID: i32 = 28;
const NOT_SUPPORTED: i32 = 58;

/// The first number of a file that is none of standard input, output and error.
const FIRST_FILE: u32 = 3;
/// The type of a standard file: a character device.
const CHARACTER_DEVICE: u8 = 2;
/// Bytes of a file's description.
const FILE_STATUS: usize = 24;
/// Bytes of a request to wait.
const SUBSCRIPTION: usize = 48;
/// Bytes of what says that a wait is over.
const EVENT: usize = 32;

const NANOSECONDS: u64 = 1_000_000_000;

/// Functions that only say that there is nothing.
const UNSUPPORTED: [&str; 32] = [
    "fd_advise",
    "fd_allocate",
    "fd_datasync",
    "fd_fdstat_set_flags",
    "fd_fdstat_set_rights",
    "fd_filestat_get",
    "fd_filestat_set_size",
    "fd_filestat_set_times",
    "fd_pread",
    "fd_prestat_dir_name",
    "fd_prestat_get",
    "fd_pwrite",
    "fd_readdir",
    "fd_renumber",
    "fd_seek",
    "fd_sync",
    "fd_tell",
    "path_create_directory",
    "path_filestat_get",
    "path_filestat_set_times",
    "path_link",
    "path_open",
    "path_readlink",
    "path_remove_directory",
    "path_rename",
    "path_symlink",
    "path_unlink_file",
    "proc_raise",
    "sock_accept",
    "sock_recv",
    "sock_send",
    "sock_shutdown",
];

const SUPPORTED: [&str; 14] = [
    "args_get",
    "args_sizes_get",
    "environ_get",
    "environ_sizes_get",
    "clock_res_get",
    "clock_time_get",
    "fd_close",
    "fd_fdstat_get",
    "fd_read",
    "fd_write",
    "poll_oneoff",
    "proc_exit",
    "random_get",
    "sched_yield",
];

/// Whether there is a function of this name.
pub fn exists(name: &str) -> bool {
    SUPPORTED.contains(&name) || UNSUPPORTED.contains(&name)
}

/// Adds the functions that a module imports to a linker.
pub fn link(linker: &mut Linker<State>, module: &wasmtime::Module) -> Result<()> {
    for import in module.imports().filter(|import| import.module() == WASI) {
        if UNSUPPORTED.contains(&import.name())
            && let ExternType::Func(of) = import.ty()
        {
            let error = if import.name().starts_with("fd_") { BAD_FILE } else { NOT_SUPPORTED };
            linker.func_new(WASI, import.name(), of, move |_, _, results| {
                results.iter_mut().for_each(|result| *result = Val::I32(error));
                Ok(())
            })?;
        }
    }
    linker.func_wrap(WASI, "args_get", |_: u32, _: u32| SUCCESS)?;
    linker.func_wrap(WASI, "environ_get", |_: u32, _: u32| SUCCESS)?;
    linker.func_wrap(WASI, "args_sizes_get", no_texts)?;
    linker.func_wrap(WASI, "environ_sizes_get", no_texts)?;
    linker.func_wrap(WASI, "clock_res_get", |caller: Caller<'_, State>, _: u32, at: u32| {
        write(caller, at, &NANOSECONDS.to_le_bytes())
    })?;
    linker.func_wrap(WASI, "clock_time_get", |caller: Caller<'_, State>, _: u32, _: u64, at: u32| {
        let time_ns = u64::from(caller.data().moment.now_s) * NANOSECONDS;
        write(caller, at, &time_ns.to_le_bytes())
    })?;
    linker.func_wrap(WASI, "fd_close", |file: u32| if file < FIRST_FILE { SUCCESS } else { BAD_FILE })?;
    linker.func_wrap(
        WASI,
        "fd_read",
        |caller: Caller<'_, State>, file: u32, _: u32, _: u32, read: u32| {
            if file == 0 { write(caller, read, &[0; 4]) } else { Ok(BAD_FILE) }
        },
    )?;
    linker.func_wrap(WASI, "fd_fdstat_get", |caller: Caller<'_, State>, file: u32, at: u32| {
        let mut status = [0; FILE_STATUS];
        status[0] = CHARACTER_DEVICE;
        if file < FIRST_FILE { write(caller, at, &status) } else { Ok(BAD_FILE) }
    })?;
    linker.func_wrap(WASI, "fd_write", drop_output)?;
    linker.func_wrap(WASI, "poll_oneoff", wait_for_nothing)?;
    linker.func_wrap(WASI, "proc_exit", |code: u32| -> Result<()> { bail!("ended its process with code {code}") })?;
    linker.func_wrap(WASI, "random_get", random_get)?;
    linker.func_wrap(WASI, "sched_yield", || SUCCESS)?;
    Ok(())
}

fn memory(caller: &mut Caller<'_, State>) -> Result<Memory> {
    caller
        .get_export("memory")
        .and_then(Extern::into_memory)
        .ok_or_else(|| format_err!("exports no memory, which WASI needs"))
}

fn write(mut caller: Caller<'_, State>, at: u32, bytes: &[u8]) -> Result<i32> {
    memory(&mut caller)?.write(&mut caller, at as usize, bytes)?;
    Ok(SUCCESS)
}

/// No arguments or variables, of no bytes.
fn no_texts(mut caller: Caller<'_, State>, count: u32, bytes: u32) -> Result<i32> {
    let memory = memory(&mut caller)?;
    memory.write(&mut caller, count as usize, &[0; 4])?;
    memory.write(&mut caller, bytes as usize, &[0; 4])?;
    Ok(SUCCESS)
}

/// Says that all bytes were written.
fn drop_output(mut caller: Caller<'_, State>, file: u32, list: u32, count: u32, written: u32) -> Result<i32> {
    if file >= FIRST_FILE {
        return Ok(BAD_FILE);
    }
    let memory = memory(&mut caller)?;
    let lengths =
        (list as usize).checked_add(count as usize * 8).and_then(|end| memory.data(&caller).get(list as usize..end));
    let (pairs, _) = lengths.ok_or_else(|| format_err!("wrote from outside of its memory"))?.as_chunks::<8>();
    let length = |&[.., a, b, c, d]: &[u8; 8]| u32::from_le_bytes([a, b, c, d]);
    let sum = pairs.iter().map(length).fold(0, u32::wrapping_add);
    spend(&mut caller, u64::from(count) * 8)?;
    write(caller, written, &sum.to_le_bytes())
}

/// Says that everything that was waited for has happened: simulated time stands still during a call.
fn wait_for_nothing(mut caller: Caller<'_, State>, waits: u32, events: u32, count: u32, happened: u32) -> Result<i32> {
    if count == 0 {
        return Ok(INVALID);
    }
    let memory = memory(&mut caller)?;
    for at in 0..count as usize {
        spend(&mut caller, SUBSCRIPTION as u64)?;
        let mut subscription = [0; SUBSCRIPTION];
        memory.read(&caller, waits as usize + at * SUBSCRIPTION, &mut subscription)?;
        let mut event = [0; EVENT];
        // The caller's own number, and what it waited for.
        event[..8].copy_from_slice(&subscription[..8]);
        event[10] = subscription[8];
        memory.write(&mut caller, events as usize + at * EVENT, &event)?;
    }
    write(caller, happened, &count.to_le_bytes())
}

fn random_get(mut caller: Caller<'_, State>, at: u32, length: u32) -> Result<i32> {
    let memory = memory(&mut caller)?;
    let range = at as usize..at as usize + length as usize;
    if range.end > memory.data_size(&caller) {
        bail!("asked for random bytes outside of its memory");
    }
    spend(&mut caller, u64::from(length))?;
    let (data, state) = memory.data_and_store_mut(&mut caller);
    state.random.fill(&mut data[range]);
    Ok(SUCCESS)
}
