//! How much: what many days say together. Pure: no clock, no file, no thread, the same natively and in wasm.
//!
//! - [`sweep`] runs a scenario with other values of one or two parameters, and several seeds each;
//! - [`statistics`] makes means, differences and their intervals of what they come to.
#![forbid(unsafe_code)]

pub mod statistics;
pub mod sweep;

pub use statistics::Interval;
