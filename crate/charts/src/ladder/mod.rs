//! A ranked ladder: ratings against true skill, ready checks and waits.
//!
//! | module | what it draws |
//! |---|---|
//! | [`day`] | the error of ratings through the day; ready checks |
//! | [`skill`] | rating against true skill at one time, and match by match |
//! | [`profile`] | the rating of one account over the days |
//! | [`fairness`] | predictions against results, and the gap between teams |
//! | [`tiers`] | waits and accounts by tier |

pub mod day;
pub mod fairness;
pub mod profile;
pub mod skill;
pub mod tiers;

use crate::plot::Margins;

/// Margins of charts without a time axis.
const MARGINS: Margins = Margins { left: 44.0, right: 24.0 };
