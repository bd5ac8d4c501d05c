//! The module that the page loads when a season is to last. It lives in a worker of its own, `www/store/worker.js`, which
//! names what it can be asked.
//!
//! | module | what it exports |
//! |---|---|
//! | [`store`] | `SeasonStore`: opens and makes seasons, writes batches |
//! | [`exchange`] | of `SeasonStore`: which files there are, out of the browser and into it |
//! | [`reads`] | of `SeasonStore`: boards, profiles, matches |
//! | [`rows`] | what those give |
//! | [`console`] | of `SeasonStore`: SQL that people write |
//! | `files` | where the files are: on disk or in memory |
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
