//! The report of a ladder.

use super::RankedDay;
use matchday_base::time::DAY_S;
use matchday_base::{AccountId, SimTime};
use matchday_ladder::board::Row;
use matchday_ladder::calibration::{Bin, Calibration};
use matchday_ladder::highlights::Highlights;
use matchday_ladder::history::Record;
use matchday_ladder::{Division, SeasonEnd, Tier};
use matchday_sim::Simulate;
use matchday_sim::histogram::Histogram;
use matchday_wire::report::{
    BoardSeat, DivisionReport, EndedSeason, Finalist, GAP_POINTS, LadderReport, Most, PredictionBin, RatingError,
    Smurfs, TierReport, UpsetWin, Week,
};

/// Number of rows of a leaderboard.
const TOP: usize = 25;

impl RankedDay {
    /// The report of the ladder so far.
    pub fn ladder_report(&self) -> LadderReport {
        let (record, ladder) = (self.record(), self.ladder());
        let learned = record.learning.by_match().iter();
        let error = |(rmse, bias)| RatingError { rmse, bias };
        let caught = self.caught();
        let tier = |(tier, waits): (Tier, &Histogram)| TierReport {
            name: tier.name().to_owned(),
            waits: waits.0.iter().map(|&players| players as u32).collect(),
            board: board(self, Some(tier)),
        };
        LadderReport {
            learning: learned.map(|after| after.rmse().zip(after.bias()).map(error)).collect(),
            rated: bins(&record.rated),
            oracle: bins(&record.oracle),
            shadow: bins(&record.shadow),
            gap_points: GAP_POINTS,
            gaps: record.gaps.0.chunks(GAP_POINTS as usize).map(|bins| bins.iter().sum::<u64>() as u32).collect(),
            tiers: Tier::ALL.into_iter().zip(&record.waits).map(tier).collect(),
            divisions: divisions(self),
            board: board(self, None),
            weeks: ladder.weeks().iter().chain([&ladder.this_week()]).map(week).collect(),
            seasons: ladder.ended().iter().map(|of| ended(of, ladder.starts())).collect(),
            smurfs: Smurfs { flagged: caught.flagged, smurfs: caught.smurfs, both: caught.both },
            lint: if self.is_by_policy() { Vec::new() } else { self.queue().rules().widening.lint() },
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

fn week(of: &Highlights) -> Week {
    let most = |(account, count): (AccountId, f64)| Most { account: account.0, count };
    let counted = |(account, count): (AccountId, u32)| most((account, count.into()));
    let upset = of.upset.as_ref().map(|upset| UpsetWin {
        winners: upset.winners.iter().map(|winner| winner.0).collect(),
        expected: upset.expected,
    });
    Week { matches: of.matches.map(counted), streak: of.streak.map(counted), climb: of.climb.map(most), upset }
}

fn ended(of: &SeasonEnd, starts: SimTime) -> EndedSeason {
    let finalist = |row: &Row| Finalist { account: row.account.0, points: row.points };
    EndedSeason {
        number: of.number,
        day: of.ended.since(starts) / DAY_S,
        tiers: Tier::ALL.iter().zip(of.tiers).map(|(tier, accounts)| (tier.name().to_owned(), accounts)).collect(),
        top: of.top.iter().take(3).map(finalist).collect(),
    }
}
