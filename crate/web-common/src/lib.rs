//! The interface to JavaScript that all wasm modules of the page share.
//!
//! | module | content |
//! |---|---|
//! | [`error`] | errors for JavaScript, with a stable code |
//! | [`js`] | conversion of structs to JavaScript and back |
//! | [`history`] | the history of a rating, from the store to its chart |
//!
//! After a panic, only [`panic_message`] of an instance may be called. The page reads it, ends the worker,
//! and starts a new one.

pub mod error;
pub mod history;
pub mod js;

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

#[wasm_bindgen]
extern "C" {
    /// Milliseconds since the start of the page or worker.
    #[wasm_bindgen(js_namespace = performance, js_name = now)]
    pub fn now_ms() -> f64;
}

/// The message of the panic that ended this instance.
#[wasm_bindgen]
pub fn panic_message() -> Option<String> {
    PANIC.take()
}
