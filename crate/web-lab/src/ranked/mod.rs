//! Ranked days: stopped at a moment, with a player inside, and what their ladder did.

pub mod day;
pub mod moment;
pub mod player;
pub mod recording;
pub mod report;
pub mod season;
