//! How many instructions a call may take.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use wasmtime::{Result, Store};

/// Instructions, for each call or for all of them.
#[derive(Clone, Debug)]
pub struct Budget {
    most: u64,
    /// What is left for all calls; `None` if each has its own.
    left: Option<Arc<AtomicU64>>,
}

impl Budget {
    /// So many for each call.
    pub const fn each(most: u64) -> Self {
        Self { most, left: None }
    }

    /// So many for all calls of all instances together.
    pub fn shared(most: u64) -> Self {
        Self { most, left: Some(Arc::new(AtomicU64::new(most))) }
    }

    /// The instructions of the whole budget.
    pub const fn most(&self) -> u64 {
        self.most
    }

    /// Does what takes instructions, and stops it when they are used up.
    pub fn spend<T, O>(&self, store: &mut Store<T>, act: impl FnOnce(&mut Store<T>) -> Result<O>) -> Result<O> {
        let Some(left) = &self.left else {
            store.set_fuel(self.most)?;
            return act(store);
        };
        store.set_fuel(left.load(Ordering::Relaxed))?;
        let done = act(store);
        left.store(store.get_fuel()?, Ordering::Relaxed);
        done
    }
}
