//! Ranked days: who waits and why, a person who plays, and the results of the ladder.

pub mod day;
pub mod player;
pub mod recording;
pub mod season;
pub mod waiting;
