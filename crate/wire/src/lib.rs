//! Data that crosses a boundary between programs or modules: serde types, nothing else.
//!
//! | module | what it holds |
//! |---|---|
//! | [`report`] | the figures of a simulated day, of its servers and of its ladder |
//! | [`messages`] | JSON messages between a ranked ladder and its clients |
//! | [`season`] | rows of a ranked day for a store, and these rows as bytes between two workers |
#![forbid(unsafe_code)]

pub mod messages;
pub mod report;
pub mod season;
