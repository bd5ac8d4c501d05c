//! Rule sets as they are read, checked and evaluated.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod beside;
mod examples;
mod hostile;
mod lint;
mod random;
mod read;
mod support;
