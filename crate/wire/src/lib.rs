//! What crosses a boundary, as serde types and nothing else.
//!
//! | module | what it holds |
//! |---|---|
//! | [`report`] | the figures of a simulated day: its summary, that of its servers and that of its ladder |
//! | [`messages`] | what a ranked ladder and its clients say to each other, as JSON |
//! | [`season`] | what a ranked day writes down for a store, row by row, and as bytes between two workers |
#![forbid(unsafe_code)]

pub mod messages;
pub mod report;
pub mod season;
