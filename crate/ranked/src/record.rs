//! Measurements of a ladder over the shown days; they need the true skill, which only a simulator knows.

use super::minutes::{LadderColumn, LadderMinutes, WIDTH};
use super::people::People;
use super::running::RankedMatch;
use matchday_base::time::{HOUR_S, MINUTE_S};
use matchday_base::{AccountId, SimTime};
use matchday_ladder::accuracy::{Accuracy, Learning};
use matchday_ladder::calibration::Calibration;
use matchday_ladder::ladder::Ladder;
use matchday_ladder::play;
use matchday_ladder::rating::{Change, Outcome, START_POINTS, Table};
use matchday_ladder::tier::Tier;
use matchday_sim::histogram::Histogram;
use smallvec::SmallVec;

/// Number of matches after which a rating should have settled.
pub const SETTLED: u32 = 10;
/// Largest gap with its own bin, points.
const MOST_GAP: usize = 3_000;
/// Seconds between scans of all accounts.
const LOOK_S: u32 = 15 * MINUTE_S;
/// Most accounts in a sample.
const SAMPLE: usize = 1_000;

/// Events of a minute.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Minute {
    /// Matches offered.
    pub offered: u32,
    /// Players who did not accept.
    pub dodges: u32,
    /// Players who left a match.
    pub leavers: u32,
    /// Players whose ticket expired.
    pub expired: u32,
    formed: u32,
    gap: f64,
    believed_gap: f64,
    predictions: u32,
    brier: f64,
    oracle: f64,
}

/// Ratings of all accounts at a moment.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct RatingStatistics {
    /// Accuracy of accounts with [`SETTLED`] matches.
    pub settled: Accuracy,
    /// Mean rating of all accounts that have played, less that of a newcomer, points; `None` while none has.
    pub inflation: Option<f64>,
    /// Mean deviation of the same accounts, points.
    pub deviation: Option<f64>,
}

/// Sampled accounts at a moment, column by column.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Sample {
    /// Second of the shown days.
    pub shown_s: u32,
    /// Ratings.
    pub points: Vec<f32>,
    /// True skills, points.
    pub skill: Vec<f32>,
    /// Matches rated.
    pub matches: Vec<u32>,
}

/// The measurements.
#[derive(Clone, Debug)]
pub struct Record {
    /// The unfinished minute.
    pub minute: Minute,
    /// The finished minutes.
    pub minutes: LadderMinutes,
    /// Gaps between the true skills of teams, one bin a point.
    pub gaps: Histogram,
    /// Waits by tier, one bin a second.
    pub waits: Vec<Histogram>,
    /// Predictions by ratings.
    pub rated: Calibration,
    /// Predictions by true skill.
    pub oracle: Calibration,
    /// Predictions by the shadow system, if there is one.
    pub shadow: Calibration,
    /// How ratings settle.
    pub learning: Learning,
    /// Samples of accounts at the end of each hour.
    pub samples: Vec<Sample>,
    /// Ready checks that ended without a match. Those that ended with one are the formed matches.
    pub called_off: u64,
    statistics: RatingStatistics,
    /// The ratings when the shown days began.
    pub first: RatingStatistics,
}

impl Record {
    /// No measurements yet, of players who wait at most so many seconds.
    pub fn new(longest_wait_s: u32) -> Self {
        Self {
            minute: Minute::default(),
            minutes: LadderMinutes::default(),
            gaps: Histogram(vec![0; MOST_GAP + 1]),
            waits: vec![Histogram(vec![0; longest_wait_s as usize + 1]); Tier::ALL.len()],
            rated: Calibration::default(),
            oracle: Calibration::default(),
            shadow: Calibration::default(),
            learning: Learning::default(),
            samples: Vec::new(),
            called_off: 0,
            statistics: RatingStatistics::default(),
            first: RatingStatistics::default(),
        }
    }

    /// Starts the shown days and drops earlier measurements. Only learning continues, from the first match of
    /// each account.
    pub fn begin(&mut self, people: &People, ladder: &Ladder) {
        let (learning, first) = (std::mem::take(&mut self.learning), look(people, ladder));
        let longest_wait_s = self.waits[0].0.len() as u32 - 1;
        *self = Self { learning, first, ..Self::new(longest_wait_s) };
    }

    /// Records the wait of a player of this rating.
    pub fn waited(&mut self, points: f64, wait_s: u32) {
        self.waits[Tier::of(points) as usize].0[wait_s as usize] += 1;
    }

    /// Records a formed match.
    pub fn formed(&mut self, formed: &RankedMatch, people: &People, ladder: &Ladder) {
        let of_teams =
            |of: &dyn Fn(AccountId) -> f64| gap(formed.teams().iter().map(|team| play::strength(team, &[], of)));
        let gap = of_teams(&|account| people.of(account).skill);
        self.minute.formed += 1;
        self.minute.gap += gap;
        self.minute.believed_gap += of_teams(&|account| ladder.season().points(account));
        self.gaps.0[(libm::round(gap) as usize).min(MOST_GAP)] += 1;
    }

    /// Records a finished match without leavers; call it when the ladder has just rated the match.
    pub fn ended(&mut self, outcome: &Outcome<AccountId>, people: &People, ladder: &Ladder) {
        let teams = outcome.teams();
        let skill = |account| people.of(account).skill;
        let strengths: SmallVec<[f64; 2]> =
            teams.iter().map(|team| play::strength(&team.players, &[], skill)).collect();
        for (one, other) in (0..teams.len()).flat_map(|one| (one + 1..teams.len()).map(move |other| (one, other))) {
            let score = f64::from(u8::from(teams[one].rank < teams[other].rank));
            let share = |table: &Table| {
                let before = table.before().teams();
                table.system().expected([&before[one].players, &before[other].players]).unwrap_or(0.5)
            };
            let (rated, oracle) = (share(ladder.season()), play::oracle([strengths[one], strengths[other]]));
            self.rated.add(rated, score);
            self.oracle.add(oracle, score);
            self.minute.predictions += 1;
            self.minute.brier += square(rated - score);
            self.minute.oracle += square(oracle - score);
            if let Some(shadow) = ladder.shadow() {
                self.shadow.add(share(shadow), score);
            }
        }
    }

    /// Records a new rating of a player of this true skill.
    pub fn rated(&mut self, change: &Change<AccountId>, skill: f64) {
        self.learning.add(change.after, skill);
    }

    /// Records the end of a minute.
    pub fn end_minute(&mut self, now: SimTime, people: &People, ladder: &Ladder) {
        if self.minutes.minutes() == 0 || (now.0 + 1).is_multiple_of(LOOK_S) {
            self.statistics = look(people, ladder);
        }
        if (now.0 + 1).is_multiple_of(HOUR_S) {
            self.sample(now, people, ladder);
        }
        let Minute { offered, dodges, leavers, expired, formed, gap, believed_gap, predictions, brier, oracle } =
            std::mem::take(&mut self.minute);
        let RatingStatistics { settled, inflation, deviation } = self.statistics;
        let mut row = [0.0_f32; WIDTH];
        for (column, value) in [
            (LadderColumn::Offered, f64::from(offered)),
            (LadderColumn::Dodges, f64::from(dodges)),
            (LadderColumn::Leavers, f64::from(leavers)),
            (LadderColumn::Expired, f64::from(expired)),
            (LadderColumn::Formed, f64::from(formed)),
            (LadderColumn::GapPoints, gap),
            (LadderColumn::BelievedGapPoints, believed_gap),
            (LadderColumn::Predictions, f64::from(predictions)),
            (LadderColumn::BrierSum, brier),
            (LadderColumn::OracleSum, oracle),
            (LadderColumn::Settled, f64::from(settled.ratings)),
            (LadderColumn::Rmse, settled.rmse().unwrap_or(0.0)),
            (LadderColumn::Bias, settled.bias().unwrap_or(0.0)),
            (LadderColumn::Inflation, inflation.unwrap_or(0.0)),
            (LadderColumn::Deviation, deviation.unwrap_or(0.0)),
        ] {
            row[column as usize] = value as f32;
        }
        self.minutes.push_rows(&row);
    }
}

impl Record {
    /// Samples every n-th account that has played.
    fn sample(&mut self, now: SimTime, people: &People, ladder: &Ladder) {
        let played = ladder.season().players().count();
        let every = played.div_ceil(SAMPLE).max(1);
        let mut sample = Sample { shown_s: now.shown_s().unwrap_or(0) + 1, ..Sample::default() };
        for (account, rating) in ladder.season().players().step_by(every) {
            sample.points.push(rating.points() as f32);
            sample.skill.push(people.of(account).skill as f32);
            sample.matches.push(rating.matches());
        }
        self.samples.push(sample);
    }
}

/// Compares the ratings of all accounts with their true skill.
pub fn look(people: &People, ladder: &Ladder) -> RatingStatistics {
    let (mut settled, mut played, mut points, mut deviations) = (Accuracy::default(), 0_u32, 0.0, 0.0);
    for (account, rating) in ladder.season().players() {
        played += 1;
        points += rating.points() - START_POINTS;
        deviations += rating.deviation();
        if rating.matches() >= SETTLED {
            settled.add(rating, people.of(account).skill);
        }
    }
    let mean = |sum: f64| (played > 0).then(|| sum / f64::from(played));
    RatingStatistics { settled, inflation: mean(points), deviation: mean(deviations) }
}

/// Gap between teams: for two, the difference; for more, its mean over all pairs.
fn gap(teams: impl Iterator<Item = f64>) -> f64 {
    let teams: SmallVec<[f64; 2]> = teams.collect();
    let others = |(at, one): (usize, &f64)| teams[at + 1..].iter().map(|other| (one - other).abs()).sum::<f64>();
    let pairs = (teams.len() * (teams.len() - 1) / 2).max(1);
    teams.iter().enumerate().map(others).sum::<f64>() / pairs as f64
}

fn square(x: f64) -> f64 {
    x * x
}
