//! The wasm module that the page loads to store seasons. It runs in its own worker, `www/worker/store.js`,
//! which lists the calls.
//!
//! | module | what it exports |
//! |---|---|
//! | `store` | `SeasonStore`: opens and creates seasons, writes batches |
//! | `exchange` | `SeasonStore`: lists, exports and imports files |
//! | `reads` | `SeasonStore`: leaderboards, profiles, matches |
//! | `rows` | the results of these queries |
//! | `console` | `SeasonStore`: SQL queries of users |
//! | `files` | the files, on disk or in memory |
//! | `convert` | Unix time as seconds of the page, errors as codes |

#![cfg(target_family = "wasm")]

pub mod console;
mod convert;
pub mod exchange;
mod files;
pub mod reads;
pub mod rows;
pub mod store;

#[cfg(test)]
mod tests;
