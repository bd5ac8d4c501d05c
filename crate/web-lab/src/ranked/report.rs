//! The report of a ladder.

use matchday_base::time::DAY_S;
use matchday_base::{AccountId, SimTime};
use matchday_ladder::board::Row;
use matchday_ladder::calibration::{Bin, Calibration};
use matchday_ladder::highlights::Highlights;
use matchday_ladder::history::Record;
use matchday_ladder::{Division, SeasonEnd, Tier};
use matchday_sim::RankedDay;
use matchday_web_common::js::typed_array;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use tsify::Tsify;

/// Number of rows of a leaderboard.
const TOP: usize = 25;
/// Width of a bin of gaps, points.
const GAP_POINTS: usize = 10;

/// The report of a ladder, besides its minutes, samples and summary.
#[derive(Serialize, Deserialize, Tsify)]
#[tsify(missing_as_null)]
pub struct LadderReport {
    /// Rating error after the first match, the second and so on; null if no account has played that many.
    pub learning: Vec<Option<RatingError>>,
    /// Predictions by ratings.
    pub rated: Vec<PredictionBin>,
    /// Predictions by true skill.
    pub oracle: Vec<PredictionBin>,
    /// Predictions by the shadow system.
    pub shadow: Vec<PredictionBin>,
    /// Matches by the gap between their teams' true skills, in bins of ten points.
    #[serde(serialize_with = "typed_array")]
    #[tsify(type = "Uint32Array")]
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
#[derive(Clone, Copy, Serialize, Deserialize, Tsify)]
pub struct RatingError {
    /// Root mean square, points.
    pub rmse: f64,
    /// Mean, points.
    pub bias: f64,
}

/// A bin of similar predictions.
#[derive(Clone, Copy, Serialize, Deserialize, Tsify)]
#[tsify(missing_as_null)]
pub struct PredictionBin {
    /// Number of predictions.
    pub matches: u32,
    /// Mean prediction, a share; null without matches.
    pub predicted: Option<f64>,
    /// Mean score, a share; null without matches.
    pub scored: Option<f64>,
}

/// A tier.
#[derive(Serialize, Deserialize, Tsify)]
pub struct TierReport {
    /// Its name.
    pub name: String,
    /// Players by their wait, in bins of one second.
    #[serde(serialize_with = "typed_array")]
    #[tsify(type = "Uint32Array")]
    pub waits: Vec<u32>,
    /// Its best accounts, best first.
    pub board: Vec<BoardSeat>,
}

/// A division.
#[derive(Serialize, Deserialize, Tsify)]
pub struct DivisionReport {
    /// Its name.
    pub name: String,
    /// Number of its accounts on the leaderboard.
    pub accounts: u32,
}

/// An account on a leaderboard.
#[derive(Serialize, Deserialize, Tsify)]
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
#[derive(Serialize, Deserialize, Tsify)]
pub struct Most {
    /// Its number.
    pub account: u32,
    /// The count.
    pub count: f64,
}

/// The least expected win of a week.
#[derive(Serialize, Deserialize, Tsify)]
pub struct UpsetWin {
    /// Accounts of the team.
    pub winners: Vec<u32>,
    /// Its predicted win probability, a share.
    pub expected: f64,
}

/// Highlights of a week; each null if there was none.
#[derive(Serialize, Deserialize, Tsify)]
#[tsify(missing_as_null)]
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
#[derive(Serialize, Deserialize, Tsify)]
pub struct Finalist {
    /// Its number.
    pub account: u32,
    /// Its rating, points.
    pub points: f64,
}

/// The result of a season.
#[derive(Serialize, Deserialize, Tsify)]
#[tsify(hashmap_as_object)]
pub struct EndedSeason {
    /// Number, from 1.
    pub number: u32,
    /// Its end: full days since the first midnight of the ladder.
    pub day: u32,
    /// Accounts by tier.
    pub tiers: BTreeMap<String, u32>,
    /// The best accounts, best first.
    pub top: Vec<Finalist>,
}

/// Counts of smurfs and flagged accounts.
#[derive(Serialize, Deserialize, Tsify)]
pub struct Smurfs {
    /// Accounts with a flag.
    pub flagged: u32,
    /// Smurfs with ten matches or more.
    pub smurfs: u32,
    /// Smurfs with a flag.
    pub both: u32,
}

impl LadderReport {
    /// The report of a day so far.
    pub fn of(day: &RankedDay) -> Self {
        let (record, ladder) = (day.record(), day.ladder());
        let learned = record.learning.by_match().iter();
        let error = |(rmse, bias)| RatingError { rmse, bias };
        let caught = day.caught();
        let tier = |(tier, waits): (Tier, &matchday_sim::columns::Histogram)| TierReport {
            name: tier.name().to_owned(),
            waits: waits.0.iter().map(|&players| players as u32).collect(),
            board: board(day, Some(tier)),
        };
        Self {
            learning: learned.map(|after| after.rmse().zip(after.bias()).map(error)).collect(),
            rated: bins(&record.rated),
            oracle: bins(&record.oracle),
            shadow: bins(&record.shadow),
            gaps: record.gaps.0.chunks(GAP_POINTS).map(|bins| bins.iter().sum::<u64>() as u32).collect(),
            tiers: Tier::ALL.into_iter().zip(&record.waits).map(tier).collect(),
            divisions: divisions(day),
            board: board(day, None),
            weeks: ladder.weeks().iter().chain([&ladder.this_week()]).map(Week::from).collect(),
            seasons: ladder.ended().iter().map(|of| EndedSeason::of(of, ladder.starts())).collect(),
            smurfs: Smurfs { flagged: caught.flagged, smurfs: caught.smurfs, both: caught.both },
            lint: day.queue().rules().widening.lint().iter().map(ToString::to_string).collect(),
        }
    }
}

fn bins(of: &Calibration) -> Vec<PredictionBin> {
    let bin = |bin: &Bin| PredictionBin { matches: bin.matches, predicted: bin.predicted(), scored: bin.scored() };
    of.bins().iter().map(bin).collect()
}

fn divisions(day: &RankedDay) -> Vec<DivisionReport> {
    let rows = day.ladder().board().top(usize::MAX, None);
    let mut counted: Vec<(Division, u32)> = Vec::new();
    for row in rows.iter().rev() {
        let division = Division::of(row.points);
        match counted.last_mut() {
            Some((last, accounts)) if *last == division => *accounts += 1,
            _ => counted.push((division, 1)),
        }
    }
    let report = |(division, accounts): (Division, u32)| DivisionReport { name: division.to_string(), accounts };
    counted.into_iter().map(report).collect()
}

fn board(day: &RankedDay, tier: Option<Tier>) -> Vec<BoardSeat> {
    day.ladder().board().top(TOP, tier).iter().map(|row| seat(day, row)).collect()
}

fn seat(day: &RankedDay, row: &Row) -> BoardSeat {
    let rating = day.ladder().rating(row.account, day.now());
    let record = day.ladder().history().record(row.account);
    BoardSeat {
        account: row.account.0,
        points: row.points,
        deviation: rating.deviation(),
        matches: row.matches,
        tier: Division::of(row.points).to_string(),
        won: record.map_or(0, Record::won),
        lost: record.map_or(0, Record::lost),
        streak: record.map_or(0, Record::streak),
    }
}

impl From<&Highlights> for Week {
    fn from(of: &Highlights) -> Self {
        let most = |(account, count): (AccountId, f64)| Most { account: account.0, count };
        let counted = |(account, count): (AccountId, u32)| most((account, count.into()));
        let upset = of.upset.as_ref().map(|upset| UpsetWin {
            winners: upset.winners.iter().map(|winner| winner.0).collect(),
            expected: upset.expected,
        });
        Self { matches: of.matches.map(counted), streak: of.streak.map(counted), climb: of.climb.map(most), upset }
    }
}

impl EndedSeason {
    /// The result of a season of a ladder whose first day begins at `starts`.
    fn of(of: &SeasonEnd, starts: SimTime) -> Self {
        let finalist = |row: &Row| Finalist { account: row.account.0, points: row.points };
        Self {
            number: of.number,
            day: of.ended.since(starts) / DAY_S,
            tiers: Tier::ALL.iter().zip(of.tiers).map(|(tier, accounts)| (tier.name().to_owned(), accounts)).collect(),
            top: of.top.iter().take(3).map(finalist).collect(),
        }
    }
}
