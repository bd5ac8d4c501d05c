//! The module of the page: thin bindings, the chart canvas, the map painter. The only crate that knows the browser.
//!
//! | module | what it exports |
//! |---|---|
//! | [`scenario`] | the parameter registry, checked parameters, permalinks, a fresh seed |
//! | [`world`] | `World`: the data set, its datacenters and latencies, the closed form of a scenario |
//! | [`simulation`] | `Simulation`: a running day, in slices; lives in workers |
//! | [`recording`] | `Recording`: what has arrived of a run, on the main thread |
//! | [`painter`] | `MapPainter`: players to pixels; the painting itself is in [`dots`] |
//! | [`charts`] | the charts, on canvases; [`canvas`] is the plotters backend for it |
//! | [`dto`], [`error`] | shapes and errors that cross to JavaScript |
//!
//! A trapped instance is dead but for [`panic_message`]: the page asks it, throws the worker away, and starts a new one.

pub mod canvas;
pub mod charts;
pub mod dots;
pub mod dto;
pub mod error;
pub mod painter;
pub mod recording;
pub mod scenario;
pub mod simulation;
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

/// Version of the engine.
#[wasm_bindgen]
pub fn version() -> String {
    env!("CARGO_PKG_VERSION").to_owned()
}

#[cfg(test)]
mod tests;
