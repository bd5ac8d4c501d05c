//! The interface to JavaScript that all wasm modules of the page share.
//!
//! | module | content |
//! |---|---|
//! | [`error`] | errors for JavaScript, with a stable code |
//! | [`js`] | conversion of structs to JavaScript and back |
//! | [`params`] | a scenario's parameters |
//! | [`files`] | files of a data set |
//! | [`history`] | the history of a rating, from the store to its chart |
//! | [`recorded`] | a recorded run, from the first view to the lab |
//! | `world` | `World`: the data set; with the feature `world` |
//! | `slices`, `kept` | a running day, slice by slice, and what is kept to look at any second of it; with the feature `world` |
//! | `drawing` | charts on canvases, with the feature `charts`; `canvas` is the plotters backend for it |
//!
//! After a panic, only [`panic_message`] of an instance may be called. The page reads it, ends the worker,
//! and starts a new one.

#[cfg(feature = "charts")]
pub mod canvas;
#[cfg(feature = "charts")]
pub mod drawing;
pub mod error;
pub mod files;
pub mod history;
pub mod js;
#[cfg(feature = "world")]
pub mod kept;
pub mod params;
pub mod recorded;
#[cfg(feature = "world")]
pub mod slices;
#[cfg(feature = "world")]
pub mod world;

use std::cell::RefCell;
use wasm_bindgen::prelude::wasm_bindgen;

thread_local! {
    static PANIC: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// Keeps the message of a panic, which JavaScript does not get otherwise.
#[wasm_bindgen(start)]
pub fn start() {
    std::panic::set_hook(Box::new(|info| PANIC.set(Some(info.to_string()))));
}

/// The message of the panic that ended this instance.
#[wasm_bindgen]
pub fn panic_message() -> Option<String> {
    PANIC.take()
}
