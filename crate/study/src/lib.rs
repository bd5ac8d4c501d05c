//! How much: what many days say together. Pure: no clock, no file, no thread, the same natively and in wasm.
#![forbid(unsafe_code)]

pub mod statistics;

pub use statistics::Interval;
