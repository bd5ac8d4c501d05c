//! Every input of the corpora through its target.

#[cfg(not(target_family = "wasm"))]
mod replay;
#[cfg(target_family = "wasm")]
mod wasm;

use peak_alloc::PeakAlloc;

#[global_allocator]
static MEMORY: PeakAlloc = PeakAlloc;
