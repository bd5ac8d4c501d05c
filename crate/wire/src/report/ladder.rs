//! The report of a ladder, besides its minutes, samples and summary.

use indexmap::IndexMap;
use serde::{Deserialize, Serialize};
#[cfg(feature = "tsify")]
use tsify::Tsify;

/// Width of a bin of gaps between teams, points.
pub const GAP_POINTS: u32 = 10;

/// The report of a ladder, besides its minutes, samples and summary.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(Tsify), tsify(missing_as_null))]
pub struct LadderReport {
    /// Rating error after the first match, the second and so on; null if no account has played that many.
    pub learning: Vec<Option<RatingError>>,
    /// Predictions by ratings.
    pub rated: Vec<PredictionBin>,
    /// Predictions by true skill.
    pub oracle: Vec<PredictionBin>,
    /// Predictions by the shadow system.
    pub shadow: Vec<PredictionBin>,
    /// Width of a bin of `gaps`: [`GAP_POINTS`].
    pub gap_points: u32,
    /// Matches by the gap between their teams' true skills, in bins.
    pub gaps: Vec<u32>,
    /// Every tier, from the lowest to the highest.
    pub tiers: Vec<TierReport>,
    /// Every division from the lowest to the highest, including empty ones.
    pub divisions: Vec<DivisionReport>,
    /// The best accounts of all tiers, best first.
    pub board: Vec<BoardSeat>,
    /// All weeks, including the unfinished last one.
    pub weeks: Vec<Week>,
    /// Finished seasons.
    pub seasons: Vec<EndedSeason>,
    /// Counts of smurfs and flagged accounts.
    pub smurfs: Smurfs,
    /// Warnings about the windows.
    pub lint: Vec<String>,
}

/// Rating less true skill, points.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(Tsify))]
pub struct RatingError {
    /// Root mean square, points.
    pub rmse: f64,
    /// Mean, points.
    pub bias: f64,
}

/// A bin of similar predictions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(Tsify), tsify(missing_as_null))]
pub struct PredictionBin {
    /// Number of predictions.
    pub matches: u32,
    /// Mean prediction, a share; null without matches.
    pub predicted: Option<f64>,
    /// Mean score, a share; null without matches.
    pub scored: Option<f64>,
}

/// A tier.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(Tsify))]
pub struct TierReport {
    /// Its name.
    pub name: String,
    /// Players by their wait, in bins of one second.
    pub waits: Vec<u32>,
    /// Its best accounts, best first.
    pub board: Vec<BoardSeat>,
}

/// A division.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(Tsify))]
pub struct DivisionReport {
    /// Its name.
    pub name: String,
    /// Number of its accounts on the leaderboard.
    pub accounts: u32,
}

/// An account on a leaderboard.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(Tsify))]
pub struct BoardSeat {
    /// Its number.
    pub account: u32,
    /// Its rating, points.
    pub points: f64,
    /// The deviation of its rating, points.
    pub deviation: f64,
    /// Matches that counted.
    pub matches: u32,
    /// Its division.
    pub tier: String,
    /// Matches won.
    pub won: u32,
    /// Matches lost.
    pub lost: u32,
    /// Matches won in a row; negative: lost in a row.
    pub streak: i32,
}

/// An account with the highest count.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(Tsify))]
pub struct Most {
    /// Its number.
    pub account: u32,
    /// The count.
    pub count: f64,
}

/// The least expected win of a week.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(Tsify))]
pub struct UpsetWin {
    /// Accounts of the team.
    pub winners: Vec<u32>,
    /// Its predicted win probability, a share.
    pub expected: f64,
}

/// Highlights of a week; each null if there was none.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(Tsify), tsify(missing_as_null))]
pub struct Week {
    /// Most matches.
    pub matches: Option<Most>,
    /// Most wins in a row.
    pub streak: Option<Most>,
    /// Most points gained.
    pub climb: Option<Most>,
    /// The least expected win.
    pub upset: Option<UpsetWin>,
}

/// An account at the end of a season.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(Tsify))]
pub struct Finalist {
    /// Its number.
    pub account: u32,
    /// Its rating, points.
    pub points: f64,
}

/// The result of a season.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(Tsify))]
pub struct EndedSeason {
    /// Number, from 1.
    pub number: u32,
    /// Its end: full days since the first shown midnight.
    pub day: u32,
    /// Accounts by tier, from the lowest to the highest.
    #[cfg_attr(feature = "tsify", tsify(type = "Record<string, number>"))]
    pub tiers: IndexMap<String, u32>,
    /// The best accounts, best first.
    pub top: Vec<Finalist>,
}

/// Counts of smurfs and flagged accounts.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(Tsify))]
pub struct Smurfs {
    /// Accounts with a flag.
    pub flagged: u32,
    /// Accounts that are smurfs.
    pub smurfs: u32,
    /// Smurfs with a flag.
    pub both: u32,
}
