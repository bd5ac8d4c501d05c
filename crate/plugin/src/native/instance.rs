//! An instance of a module in wasmtime.

use super::budget::Budget;
use super::extism::{self, Kernel};
use super::{Module, wasi};
use crate::config::Config;
use crate::host::{Instance, LIMITS, Moment};
use crate::random::RandomBytes;
use matchday_sim::text::grouped;
use std::fmt;
use std::sync::Arc;
use wasmtime::{Caller, Error, Linker, ResourceLimiter, Result, Store, Trap, TypedFunc, bail, format_err};

/// The functions that initialise a module: the first that it has is called.
const INITIALIZE: [&str; 2] = ["_initialize", "__wasm_call_ctors"];
/// The function that starts the runtime of Haskell.
const START_HASKELL: &str = "hs_init";

/// What the functions that a module imports know.
pub struct State {
    /// The texts that it can ask for.
    pub config: Arc<Config>,
    /// The memory between host and module; `None` while the kernel starts.
    pub kernel: Option<Arc<Kernel>>,
    /// The present call.
    pub moment: Moment,
    /// Its random bytes.
    pub random: RandomBytes,
}

impl ResourceLimiter for State {
    fn memory_growing(&mut self, _: usize, desired: usize, _: Option<usize>) -> Result<bool> {
        if desired > LIMITS.memory_bytes as usize {
            bail!("needed more than {} MB of memory", LIMITS.memory_bytes >> 20);
        }
        Ok(true)
    }

    fn table_growing(&mut self, _: usize, desired: usize, _: Option<usize>) -> Result<bool> {
        if desired > LIMITS.elements as usize {
            bail!("needed a table of more than {} elements", LIMITS.elements);
        }
        Ok(true)
    }
}

/// An instance of a module, and of the kernel.
pub struct NativeInstance {
    store: Store<State>,
    instance: wasmtime::Instance,
    kernel: Arc<Kernel>,
    /// The exported function that was called last: to look it up takes longer than many calls.
    called: Option<(String, TypedFunc<(), i32>)>,
    budget: Budget,
}

impl fmt::Debug for NativeInstance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("NativeInstance").finish_non_exhaustive()
    }
}

impl NativeInstance {
    pub(super) fn new(module: &Module, config: Arc<Config>) -> Result<Self, String> {
        let state = State { config, kernel: None, moment: Moment::START, random: RandomBytes::new(Moment::START.key) };
        let mut store = Store::new(&module.engine, state);
        store.limiter(|state| state);
        let start = |store: &mut Store<State>| -> Result<_> {
            let mut linker = Linker::new(&module.engine);
            extism::link(&mut linker)?;
            wasi::link(&mut linker, &module.module)?;
            let kernel = Arc::new(Kernel::start(store, &mut linker, &module.kernel)?);
            store.data_mut().kernel = Some(Arc::clone(&kernel));
            let linked = linker.instantiate_pre(&module.module);
            let instance = linked.map_err(|error| format_err!("imports a function of another type: {error:#}"))?;
            let instance = instance.instantiate(&mut *store)?;
            initialize(store, &instance)?;
            Ok((kernel, instance))
        };
        let budget = module.budget.clone();
        let (kernel, instance) = budget.spend(&mut store, start).map_err(|error| match lacks_memory(&error) {
            true => "this machine has too little memory left for an instance of it".to_owned(),
            false => format!("it did not start: {}", words(&error, budget.most())),
        })?;
        Ok(Self { store, instance, kernel, called: None, budget })
    }

    fn run(&mut self, function: &str, input: &[u8], output: &mut Vec<u8>) -> Result<Result<(), String>> {
        let called = match &mut self.called {
            Some((known, called)) if known == function => called,
            other => {
                let found = self.instance.get_typed_func(&mut self.store, function)?;
                &mut other.insert((function.to_owned(), found)).1
            }
        };
        let code = self.budget.spend(&mut self.store, |store| {
            self.kernel.set_input(store, input)?;
            called.call(store, ())
        })?;
        if code != 0 {
            let text = self.kernel.error(&mut self.store)?;
            return Ok(Err(text.unwrap_or_else(|| format!("it returned {code} without an error text"))));
        }
        self.kernel.output(&mut self.store, output)?;
        Ok(Ok(()))
    }

    /// Why a call was stopped. A module may have told why before it trapped.
    fn stopped(&mut self, error: &Error) -> String {
        let words = words(error, self.budget.most());
        let trapped = error.downcast_ref() == Some(&Trap::UnreachableCodeReached);
        match self.kernel.error(&mut self.store) {
            Ok(Some(told)) if trapped => told,
            _ => words,
        }
    }
}

impl Instance for NativeInstance {
    fn call(&mut self, moment: Moment, function: &str, input: &[u8], output: &mut Vec<u8>) -> Result<(), String> {
        let state = self.store.data_mut();
        (state.moment, state.random) = (moment, RandomBytes::new(moment.key));
        let told = self.run(function, input, output);
        told.unwrap_or_else(|error| Err(self.stopped(&error)))
    }
}

/// Starts what the language of a module needs.
fn initialize(store: &mut Store<State>, instance: &wasmtime::Instance) -> Result<()> {
    let mut functions = INITIALIZE.into_iter();
    if let Some(function) = functions.find_map(|name| instance.get_typed_func::<(), ()>(&mut *store, name).ok()) {
        function.call(&mut *store, ())?;
    }
    if let Ok(start) = instance.get_typed_func::<(u32, u32), ()>(&mut *store, START_HASKELL) {
        start.call(&mut *store, (0, 0))?;
    }
    Ok(())
}

/// Counts what a function of the host does with so many bytes like the instructions of the module: it must end, too.
pub fn spend(caller: &mut Caller<'_, State>, bytes: u64) -> Result<()> {
    let left = caller.get_fuel()?.checked_sub(bytes).ok_or(Trap::OutOfFuel)?;
    caller.set_fuel(left)
}

/// Whether the machine, and not a limit of the module, refused memory: the words of the system end the chain of causes.
fn lacks_memory(error: &Error) -> bool {
    let cause = error.root_cause();
    cause.is::<wasmtime::OutOfMemory>() || cause.to_string().contains("Cannot allocate memory")
}

/// The reason of an error, in words.
fn words(error: &Error, instructions: u64) -> String {
    match error.downcast_ref::<Trap>() {
        Some(Trap::OutOfFuel) => {
            let instructions = grouped(instructions);
            format!(
                "it was stopped after {instructions} instructions: look for a loop that does not end, or do less in a call"
            )
        }
        Some(Trap::UnreachableCodeReached) => {
            "it stopped itself (wasm `unreachable`), as code does that panics or aborts".to_owned()
        }
        Some(Trap::StackOverflow) => "its stack is full: look for a function that calls itself for ever".to_owned(),
        Some(trap) => format!("it trapped: {trap}"),
        None => format!("it {}", error.root_cause()),
    }
}
