//! Ranked days: the queue at a given time, a person who plays, and the results of the ladder.

pub mod day;
pub mod moment;
pub mod player;
pub mod recording;
pub mod season;
