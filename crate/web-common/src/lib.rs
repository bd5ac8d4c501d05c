//! What every wasm module of the page shares at its seam to JavaScript.
//!
//! | module | what it holds |
//! |---|---|
//! | [`error`] | errors as JavaScript gets them, with a stable code |
//! | [`js`] | structs, to JavaScript and from it |
//! | [`params`] | a scenario's parameters |
//! | [`files`] | files of a data set |
//! | [`slices`] | a running day, slice by slice |
//! | `world` | `World`: the data set, with the feature `world` |
//! | `drawing` | charts on canvases, with the feature `charts`; `canvas` is the plotters backend for it |
//!
//! A trapped instance is dead but for [`panic_message`]: the page asks it, throws the worker away, and starts a new one.

#[cfg(feature = "charts")]
pub mod canvas;
#[cfg(feature = "charts")]
pub mod drawing;
pub mod error;
pub mod files;
pub mod js;
pub mod params;
pub mod slices;
#[cfg(feature = "world")]
pub mod world;

use std::cell::RefCell;
use wasm_bindgen::prelude::wasm_bindgen;

thread_local! {
    static PANIC: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// Keeps what a panic says, as nothing else of it reaches JavaScript.
#[wasm_bindgen(start)]
pub fn start() {
    std::panic::set_hook(Box::new(|info| PANIC.set(Some(info.to_string()))));
}

/// What the panic said that trapped this instance.
#[wasm_bindgen]
pub fn panic_message() -> Option<String> {
    PANIC.take()
}
