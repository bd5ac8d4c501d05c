//! The results of a ranked day's ladder.

use crate::drawing::{Drawn, Root};
use crate::finding::Finding;
use matchday_base::ShownDays;
use matchday_charts::ladder::fairness::{calibration, gaps};
use matchday_charts::ladder::skill::{Dot, learning, scatter};
use matchday_charts::ladder::{day, tiers};
use matchday_charts::{Places, Sheet, Theme, View};
use matchday_ranked::minutes::{LadderColumn, LadderMinutes};
use matchday_ranked::record::{SETTLED, Sample};
use matchday_scenario::Params;
use matchday_sim::histogram::Histogram;
use matchday_study::ladder::{Ranked, findings};
use matchday_web_common::js::typed_array;
use matchday_wire::report::{LadderReport, RankedSummary};
use serde::{Deserialize, Serialize};
use tsify::Tsify;

/// A chart of a ladder.
#[derive(Clone, Copy, Deserialize, Tsify)]
#[serde(rename_all = "lowercase")]
pub enum LadderChart {
    /// Error of ratings against true skill through the day.
    Truth,
    /// Ready checks through the day.
    Checks,
    /// Ratings against true skill in the last sample up to this second, or in the first sample.
    Scatter(f64),
    /// Rating error by number of matches.
    Learning,
    /// Predictions against outcomes.
    Calibration,
    /// Matches by the skill gap between their teams.
    Fairness,
    /// Waits by tier.
    Waits,
    /// Accounts by division.
    Tiers,
}

/// A minute of a ladder; counts cover this minute.
#[derive(Serialize, Tsify)]
#[tsify(missing_as_null)]
pub struct LadderMoment {
    /// Root mean square error of settled ratings, points; null before the first.
    pub rmse: Option<f32>,
    /// Mean error of settled ratings, points.
    pub bias: Option<f32>,
    /// Mean rating of all accounts that have played, less a newcomer's rating, points; null before the first settled one.
    pub inflation: Option<f32>,
    /// Matches offered.
    pub offered: f32,
    /// Matches formed.
    pub formed: f32,
    /// Players who did not accept.
    pub dodges: f32,
    /// Players who left a match.
    pub leavers: f32,
}

/// Accounts at one time, column by column.
#[derive(Serialize, Deserialize, Tsify)]
pub struct RatingSample {
    /// Time: seconds since the first shown midnight.
    pub shown_s: f64,
    /// Ratings, points.
    #[serde(serialize_with = "typed_array")]
    #[tsify(type = "Float32Array")]
    pub points: Vec<f32>,
    /// True skills, points.
    #[serde(serialize_with = "typed_array")]
    #[tsify(type = "Float32Array")]
    pub skill: Vec<f32>,
    /// Matches that counted.
    #[serde(serialize_with = "typed_array")]
    #[tsify(type = "Uint32Array")]
    pub matches: Vec<u32>,
}

/// Changes of a ladder in a slice of its day.
#[derive(Serialize, Deserialize, Tsify)]
#[tsify(missing_as_null)]
pub struct LadderSlice {
    /// Finished minutes, row by row.
    #[serde(serialize_with = "typed_array")]
    #[tsify(type = "Float32Array")]
    pub minutes: Vec<f32>,
    /// Accounts at the end of each hour.
    pub samples: Vec<RatingSample>,
    /// The report, with the end of the day.
    pub report: Option<LadderReport>,
}

/// The ladder of a run so far.
#[derive(Default)]
pub(super) struct LadderResults {
    minutes: LadderMinutes,
    samples: Vec<RatingSample>,
    /// Empty before the end of the day.
    report: LadderReport,
}

impl LadderResults {
    pub fn push(&mut self, LadderSlice { minutes, samples, report }: LadderSlice) {
        self.minutes.push_rows(&minutes);
        self.samples.extend(samples);
        if let Some(report) = report {
            self.report = report;
        }
    }

    pub fn minutes(&self) -> usize {
        self.minutes.minutes()
    }

    pub fn at(&self, minute: usize) -> LadderMoment {
        let value = |column| self.minutes.at(column, minute);
        let settled = |column| (value(LadderColumn::Settled) > 0.0).then(|| value(column));
        LadderMoment {
            rmse: settled(LadderColumn::Rmse),
            bias: settled(LadderColumn::Bias),
            inflation: settled(LadderColumn::Inflation),
            offered: value(LadderColumn::Offered),
            formed: value(LadderColumn::Formed),
            dodges: value(LadderColumn::Dodges),
            leavers: value(LadderColumn::Leavers),
        }
    }

    pub fn findings(&self, params: &Params, days: ShownDays, summary: &RankedSummary) -> Vec<Finding> {
        let Self { minutes, report, .. } = self;
        let found = findings(Ranked { params, minutes, summary, report, days });
        found.into_iter().map(Finding::from).collect()
    }

    /// Charts that are not over time show all of themselves in any view.
    pub fn draw(&self, chart: LadderChart, root: &Root<'_>, theme: &Theme, sheet: Sheet, view: View) -> Drawn {
        let axes = match chart {
            LadderChart::Truth => return day::truth(root, theme, sheet, &self.minutes, view),
            LadderChart::Checks => return day::checks(root, theme, sheet, &self.minutes, view),
            LadderChart::Scatter(shown_s) => scatter(root, theme, sheet, &self.dots(shown_s)),
            LadderChart::Learning => learning(root, theme, sheet, &self.report.learning, SETTLED),
            LadderChart::Calibration => {
                let LadderReport { rated, oracle, shadow, .. } = &self.report;
                calibration(root, theme, sheet, [rated, oracle, shadow])
            }
            LadderChart::Fairness => gaps(root, theme, sheet, &self.report.gaps, self.mean_gap()),
            LadderChart::Waits => tiers::waits(root, theme, sheet, &self.waits()),
            LadderChart::Tiers => tiers::pyramid(root, theme, sheet, &self.divisions()),
        };
        axes.map(Places::from)
    }

    /// The accounts of the last sample up to a given time, or of the first sample.
    fn dots(&self, shown_s: f64) -> Vec<Dot> {
        let seen = self.samples.partition_point(|sample| sample.shown_s <= shown_s).saturating_sub(1);
        let Some(RatingSample { points, skill, matches, .. }) = self.samples.get(seen) else { return Vec::new() };
        let dot = |((&points, &skill), &matches): ((&f32, &f32), &u32)| Dot {
            points: points.into(),
            skill: skill.into(),
            provisional: matches < SETTLED,
        };
        points.iter().zip(skill).zip(matches).map(dot).collect()
    }

    fn mean_gap(&self) -> Option<f64> {
        let sum = |column| (0..self.minutes.minutes()).map(|at| f64::from(self.minutes.at(column, at))).sum::<f64>();
        let formed = sum(LadderColumn::Formed);
        (formed > 0.0).then(|| sum(LadderColumn::GapPoints) / formed)
    }

    fn waits(&self) -> Vec<(&str, Histogram)> {
        self.report.tiers.iter().map(|tier| (tier.name.as_str(), histogram(&tier.waits))).collect()
    }

    fn divisions(&self) -> Vec<(String, u32)> {
        self.report.divisions.iter().map(|division| (division.name.clone(), division.accounts)).collect()
    }
}

fn histogram(counts: &[u32]) -> Histogram {
    Histogram(counts.iter().map(|&count| count.into()).collect())
}

impl From<&Sample> for RatingSample {
    fn from(sample: &Sample) -> Self {
        let Sample { shown_s, points, skill, matches } = sample.clone();
        Self { shown_s: shown_s.into(), points, skill, matches }
    }
}

impl LadderChart {
    /// The names of its series.
    pub(super) fn series(self) -> &'static [&'static str] {
        match self {
            Self::Truth => &day::TRUTH,
            Self::Checks => &day::CHECKS,
            _ => &[],
        }
    }
}
