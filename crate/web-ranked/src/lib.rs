//! The module that workers of the page load for ranked days.
//!
//! | module | what it exports |
//! |---|---|
//! | [`world`] | `World`: the data set of the page |
//! | [`simulation`] | `Simulation`: a running ranked day, on servers or not, in slices |
//! | [`moment`] | `Moment`: who waits at a moment of a day, and why |
//! | [`season`], [`inside`] | `Season`: days whose ladder is kept, and a person inside |
//! | [`day`], [`report`] | a ranked day of either kind, and what is told of it |

pub mod day;
pub mod inside;
pub mod moment;
pub mod report;
pub mod season;
pub mod simulation;
pub mod world;
