//! A ranked ladder: what it believes against what is true, and how its matches come about.
//!
//! | module | what it draws |
//! |---|---|
//! | [`day`] | how far ratings are from true skill through the day; ready checks |
//! | [`skill`] | rating against true skill at a moment, and match by match |
//! | [`profile`] | the rating of one account over the days |
//! | [`fairness`] | whether predictions come true, how far apart teams are |
//! | [`tiers`] | waits and accounts by tier |

pub mod day;
pub mod fairness;
pub mod profile;
pub mod skill;
pub mod tiers;

use crate::plot::Margins;

/// Round charts that are not over time.
const MARGINS: Margins = Margins { left: 44.0, right: 24.0 };
