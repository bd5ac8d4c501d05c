//! The results of a ranked day's ladder so far, on the main thread, for its charts.

use crate::dates::shown_days;
use crate::drawing::{Target, draw};
use crate::finding::{Finding, findings_to_js};
use matchday_base::ShownDays;
use matchday_base::time::MINUTE_S;
use matchday_charts::ladder::fairness::{calibration, gaps};
use matchday_charts::ladder::profile::{AccountRating, profile};
use matchday_charts::ladder::skill::{Dot, learning, scatter};
use matchday_charts::ladder::{day, tiers};
use matchday_charts::{Axes, Frame, TimePlaces};
use matchday_ranked::minutes::{LadderColumn, LadderMinutes};
use matchday_ranked::record::{SETTLED, Sample};
use matchday_scenario::Params;
use matchday_sim::histogram::Histogram;
use matchday_study::ladder::{Ranked, findings};
use matchday_web_common::error::{Code, Result};
use matchday_web_common::history::RatingHistory;
use matchday_web_common::js::{from_js, to_js, typed_array};
use matchday_web_day::drawing::{ChartTheme, view_of};
use matchday_web_day::params::{ParamValues, params_of};
use matchday_wire::report::{LadderReport, RankedSummary};
use serde::{Deserialize, Serialize};
use tsify::{Ts, Tsify};
use wasm_bindgen::prelude::wasm_bindgen;

/// A chart of a ladder.
#[derive(Clone, Copy, Deserialize, Tsify)]
#[serde(rename_all = "lowercase")]
pub enum LadderChart {
    /// Error of ratings against true skill through the day.
    Truth,
    /// Ready checks through the day.
    Checks,
    /// Ratings against true skill at a given time.
    Scatter,
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

/// The results of the ladder of a run so far.
#[wasm_bindgen]
pub struct LadderRecording {
    params: Params,
    days: ShownDays,
    minutes: LadderMinutes,
    samples: Vec<RatingSample>,
    /// Empty before the end of the day.
    report: LadderReport,
}

#[wasm_bindgen]
impl LadderRecording {
    /// An empty recording of a run with these parameters; `first_day` is its first shown day, such as
    /// `2026-05-20`.
    #[wasm_bindgen(constructor)]
    pub fn new(params: &Ts<ParamValues>, first_day: &str) -> Result<LadderRecording> {
        let params = params_of(params)?;
        let days = shown_days(first_day, params.days())?;
        Ok(Self {
            params,
            days,
            minutes: LadderMinutes::default(),
            samples: Vec::new(),
            report: LadderReport::default(),
        })
    }

    /// Appends a slice of `LabDay.ladder`.
    pub fn push(&mut self, slice: &Ts<LadderSlice>) -> Result<()> {
        let LadderSlice { minutes, samples, report } = from_js(slice, Code::BadValue)?;
        self.minutes.push_rows(&minutes);
        self.samples.extend(samples);
        if let Some(report) = report {
            self.report = report;
        }
        Ok(())
    }

    /// The last recorded second; -1 before the first minute.
    pub fn shown_s(&self) -> i32 {
        (self.minutes.minutes() as u32 * MINUTE_S) as i32 - 1
    }

    /// The minute of a second; undefined before the first minute.
    pub fn at(&self, time_s: f64) -> Result<Option<Ts<LadderMoment>>> {
        let Some(last) = self.minutes.minutes().checked_sub(1) else { return Ok(None) };
        let minute = ((time_s / f64::from(MINUTE_S)).max(0.0) as usize).min(last);
        let value = |column| self.minutes.at(column, minute);
        let settled = |column| (value(LadderColumn::Settled) > 0.0).then(|| value(column));
        let moment = LadderMoment {
            rmse: settled(LadderColumn::Rmse),
            bias: settled(LadderColumn::Bias),
            inflation: settled(LadderColumn::Inflation),
            offered: value(LadderColumn::Offered),
            formed: value(LadderColumn::Formed),
            dodges: value(LadderColumn::Dodges),
            leavers: value(LadderColumn::Leavers),
        };
        to_js(&moment).map(Some)
    }

    /// The findings, problems first. `summary` is the summary of the run.
    pub fn findings(&self, summary: &Ts<RankedSummary>) -> Result<Vec<Ts<Finding>>> {
        let summary = from_js(summary, Code::BadValue)?;
        let &Self { ref params, ref minutes, ref report, days, .. } = self;
        findings_to_js(findings(Ranked { params, minutes, summary: &summary, report, days }))
    }

    /// Draws a chart. A scatter shows the accounts of the last sample up to the given second, or of the first
    /// sample. Charts that are not over time show all of themselves in any frame, and have no series to show alone. Other
    /// arguments as in other charts.
    #[expect(clippy::too_many_arguments, reason = "JavaScript passes plain values")]
    pub fn draw(
        &self,
        target: &Target,
        chart: &Ts<LadderChart>,
        theme: &Ts<ChartTheme>,
        width: f64,
        height: f64,
        dpr: f64,
        shown_s: f64,
        frame: Option<Ts<Frame>>,
    ) -> Result<Ts<TimePlaces>> {
        let chart = from_js(chart, Code::Chart)?;
        let series: &[&str] = match chart {
            LadderChart::Truth => &day::TRUTH,
            LadderChart::Checks => &day::CHECKS,
            _ => &[],
        };
        let view = view_of(frame, self.days, series)?;
        draw(target, theme, (width, height, dpr), |root, theme, sheet| {
            let axes = match chart {
                LadderChart::Truth => return day::truth(root, theme, sheet, &self.minutes, view),
                LadderChart::Checks => return day::checks(root, theme, sheet, &self.minutes, view),
                LadderChart::Scatter => scatter(root, theme, sheet, &self.dots(shown_s)),
                LadderChart::Learning => learning(root, theme, sheet, &self.report.learning, SETTLED),
                LadderChart::Calibration => {
                    let LadderReport { rated, oracle, shadow, .. } = &self.report;
                    calibration(root, theme, sheet, [rated, oracle, shadow])
                }
                LadderChart::Fairness => gaps(root, theme, sheet, &self.report.gaps, self.mean_gap()),
                LadderChart::Waits => tiers::waits(root, theme, sheet, &self.waits()),
                LadderChart::Tiers => tiers::pyramid(root, theme, sheet, &self.divisions()),
            };
            axes.map(TimePlaces::from)
        })
    }
}

impl LadderRecording {
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

/// Draws the rating of an account over `days` days from the date `first_day`; `seasons_s` are the starts of
/// seasons. It has no series to show alone.
#[wasm_bindgen]
#[expect(clippy::too_many_arguments, reason = "JavaScript passes plain values")]
pub fn draw_profile(
    history: &Ts<RatingHistory>,
    seasons_s: &[f64],
    first_day: &str,
    days: u32,
    target: &Target,
    theme: &Ts<ChartTheme>,
    width: f64,
    height: f64,
    dpr: f64,
    frame: Option<Ts<Frame>>,
) -> Result<Ts<Axes>> {
    let view = view_of(frame, shown_days(first_day, days.max(1))?, &[])?;
    let RatingHistory { at_s, rating, rd } = from_js(history, Code::BadValue)?;
    let rated = |((at_s, rating), deviation)| AccountRating { at_s, rating, deviation };
    let ratings: Vec<AccountRating> = at_s.into_iter().zip(rating).zip(rd).map(rated).collect();
    draw(target, theme, (width, height, dpr), |root, theme, sheet| {
        profile(root, theme, sheet, &ratings, seasons_s, view)
    })
}
