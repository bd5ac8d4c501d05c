//! Ranked days: who waits and why, and a person who plays.

pub mod day;
pub mod player;
pub mod season;
pub mod waiting;
