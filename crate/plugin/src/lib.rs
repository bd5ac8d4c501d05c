//! Wasm plug-ins as policies.
//!
//! A plug-in is a Wasm module by the conventions of Extism. It exports `match`, which is called with bytes, or
//! `match_json`, which is called with JSON text; where it has both, `match` is called. `www/guide/plug-ins.md` describes
//! the interface for authors.
//!
//! - [`call`] writes a call as bytes, [`answer`] reads the answer; [`json`] does both as text;
//! - [`config`] has the texts that a module can ask for at any time;
//! - [`host`] is what this crate needs of a Wasm runtime, and [`random`] the random bytes that all runtimes give;
//! - [`policy`] puts these together;
//! - [`check`] tries a module on small queues;
//! - `native`, a feature, is the host outside of browsers.
//!
//! Without that feature the crate has no Wasm runtime: in the page the browser is one.
#![forbid(unsafe_code)]

pub mod answer;
pub mod call;
pub mod check;
pub mod config;
pub mod host;
pub mod json;
#[cfg(feature = "native")]
pub mod native;
pub mod policy;
pub mod random;

pub use config::Config;
pub use host::{Host, Instance, Moment};
#[cfg(feature = "native")]
pub use native::{Module, ModuleError};
pub use policy::WasmPlugin;
