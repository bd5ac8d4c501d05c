//! What crosses a boundary, as serde types and nothing else.
//!
//! | module | what it holds |
//! |---|---|
//! | [`messages`] | what a ranked ladder and its clients say to each other, as JSON |
//! | [`season`] | what a ranked day writes down for a store, row by row, and as bytes between two workers |
#![forbid(unsafe_code)]

pub mod messages;
pub mod season;
