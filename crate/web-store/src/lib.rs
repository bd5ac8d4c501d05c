//! The wasm module that the page loads to store seasons. It runs in its own worker, `www/worker/store.js`,
//! which passes questions on.
//!
//! | module | what it exports |
//! |---|---|
//! | [`questions`] | `SeasonStore.ask`: the questions, and their answers |
//! | [`store`] | `SeasonStore.open`: opens and creates seasons, writes batches |
//! | [`exchange`] | `SeasonStore.export_file` and `import_file`; lists and removes files |
//! | `files` | the files, on disk or in memory |
//! | [`error`] | errors of files and of the store, as errors with codes |

#![cfg(target_family = "wasm")]

pub mod error;
pub mod exchange;
mod files;
pub mod questions;
pub mod store;

#[cfg(test)]
mod tests;
