//! What a ranked day's ladder did: for the main thread, which draws it.

use js_sys::{Array, Float64Array, Uint32Array};
use matchday_base::time::MINUTE_S;
use matchday_charts::ladder::fairness::{Bin, calibration, gaps};
use matchday_charts::ladder::profile::{Standing, profile};
use matchday_charts::ladder::skill::{Dot, learning, scatter};
use matchday_charts::ladder::{day, tiers};
use matchday_ladder::Tier;
use matchday_ladder::smurf::Caught;
use matchday_scenario::Params;
use matchday_sim::RankedSummary;
use matchday_sim::columns::Histogram;
use matchday_sim::ranked::minutes::{LadderColumn, LadderMinutes};
use matchday_sim::ranked::record::SETTLED;
use matchday_study::ladder::{Ranked, Report, findings};
use matchday_web_common::drawing::{self, JsTheme};
use matchday_web_common::dto::{object, property};
use matchday_web_common::error::Result;
use matchday_web_common::params::params_of;
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};
use web_sys::HtmlCanvasElement;

/// Numbers of an account in a sample: points, skill, deviation and matches.
const SAMPLED: usize = 4;

/// What has arrived of the ladder of a run. Its charts are drawn as all others are, each on a canvas of its own.
#[wasm_bindgen]
pub struct LadderRecording {
    params: Params,
    minutes: LadderMinutes,
    samples: Vec<Sample>,
    report: Report,
    oracle: Vec<[f64; 3]>,
    shadow: Vec<[f64; 3]>,
    /// From the lowest to the highest.
    divisions: Vec<(String, u32)>,
}

/// Where accounts stood at a moment.
struct Sample {
    shown_s: f64,
    dots: Vec<Dot>,
}

#[wasm_bindgen]
impl LadderRecording {
    /// Of a run with these parameters.
    #[wasm_bindgen(constructor)]
    pub fn new(params: &JsValue) -> Result<LadderRecording> {
        Ok(Self {
            params: params_of(params)?,
            minutes: LadderMinutes::default(),
            samples: Vec::new(),
            report: Report::default(),
            oracle: Vec::new(),
            shadow: Vec::new(),
            divisions: Vec::new(),
        })
    }

    /// Takes what `Simulation.ladder` gave.
    pub fn push_rows(&mut self, rows: &[f32]) {
        self.minutes.push_rows(rows);
    }

    /// Takes what `Simulation.samples` gave.
    pub fn push_samples(&mut self, samples: &[f32]) {
        let mut rest = samples;
        while let [shown_s, count, others @ ..] = rest {
            let (accounts, others) = others.split_at((*count as usize * SAMPLED).min(others.len()));
            let dot = |account: &[f32]| Dot {
                points: account[0].into(),
                skill: account[1].into(),
                provisional: account[3] < SETTLED as f32,
            };
            let dots = accounts.chunks_exact(SAMPLED).map(dot).collect();
            self.samples.push(Sample { shown_s: (*shown_s).into(), dots });
            rest = others;
        }
    }

    /// Takes what `Simulation.report` gave; nothing is known of what it lacks.
    pub fn set_report(&mut self, report: &JsValue) {
        let numbers = |name| Float64Array::new(&property(report, name)).to_vec();
        let bins = |name| numbers(name).as_chunks().0.to_vec();
        let error = |[rmse, bias]: &[f64; 2]| (!rmse.is_nan()).then_some((*rmse, *bias));
        let waits = |waits: JsValue| Histogram(Uint32Array::new(&waits).to_vec().into_iter().map(u64::from).collect());
        let division = |division: JsValue| {
            let name = property(&division, "name").as_string().unwrap_or_default();
            (name, number(&division, "accounts") as u32)
        };
        let smurfs = property(report, "smurfs");
        let [flagged, all, both] = ["flagged", "smurfs", "both"].map(|name| number(&smurfs, name) as u32);
        self.report = Report {
            learning: numbers("learning").as_chunks().0.iter().map(error).collect(),
            rated: bins("rated"),
            gaps: Uint32Array::new(&property(report, "gaps")).to_vec(),
            waits: items(report, "waits").map(waits).collect(),
            caught: Caught { flagged, smurfs: all, both },
        };
        (self.oracle, self.shadow) = (bins("oracle"), bins("shadow"));
        self.divisions = items(report, "divisions").map(division).collect();
    }

    /// The last second that is there, -1 without any.
    pub fn shown_s(&self) -> i32 {
        (self.minutes.minutes() as u32 * MINUTE_S) as i32 - 1
    }

    /// A moment: `{rmse, bias, inflation, offered, formed, dodges, leavers}`; counts are those of its minute, and errors are
    /// undefined before a rating has settled.
    pub fn at(&self, time_s: f64) -> JsValue {
        let Some(last) = self.minutes.minutes().checked_sub(1) else { return JsValue::UNDEFINED };
        let minute = ((time_s / f64::from(MINUTE_S)).max(0.0) as usize).min(last);
        let value = |column| JsValue::from(self.minutes.at(column, minute));
        let settled = self.minutes.at(LadderColumn::Settled, minute) > 0.0;
        let error = |column| if settled { value(column) } else { JsValue::UNDEFINED };
        object(&[
            ("rmse", error(LadderColumn::Rmse)),
            ("bias", error(LadderColumn::Bias)),
            ("inflation", value(LadderColumn::Inflation)),
            ("offered", value(LadderColumn::Offered)),
            ("formed", value(LadderColumn::Formed)),
            ("dodges", value(LadderColumn::Dodges)),
            ("leavers", value(LadderColumn::Leavers)),
        ])
    }

    /// What is to be said, `[{words, at_s, bad}]`; what went wrong comes first. `summary` is that of the run.
    pub fn findings(&self, summary: &JsValue) -> JsValue {
        let mean = |name| property(summary, name).as_f64();
        let summary = RankedSummary {
            brier: mean("brier"),
            brier_oracle: mean("brier_oracle"),
            shadow_brier: mean("shadow_brier"),
            fairness_mean: mean("fairness_mean"),
            accept_share: mean("accept_share"),
            inflation: number(summary, "inflation"),
            ..RankedSummary::default()
        };
        let Self { params, minutes, report, .. } = self;
        crate::finding::told(findings(Ranked { params, minutes, summary: &summary, report }))
    }

    /// Draws how far ratings are from true skill through the day.
    pub fn draw_truth(
        &self,
        canvas: &HtmlCanvasElement,
        theme: &JsTheme,
        width: f64,
        height: f64,
        dpr: f64,
    ) -> Result<JsValue> {
        drawing::draw(canvas, theme, (width, height, dpr), |root, theme, sheet| {
            day::truth(root, theme, sheet, &self.minutes, self.params.days())
        })
    }

    /// Draws ready checks through the day.
    pub fn draw_checks(
        &self,
        canvas: &HtmlCanvasElement,
        theme: &JsTheme,
        width: f64,
        height: f64,
        dpr: f64,
    ) -> Result<JsValue> {
        drawing::draw(canvas, theme, (width, height, dpr), |root, theme, sheet| {
            day::checks(root, theme, sheet, &self.minutes, self.params.days())
        })
    }

    /// Draws ratings against true skill as they were last seen at a moment, or first.
    pub fn draw_scatter(
        &self,
        canvas: &HtmlCanvasElement,
        theme: &JsTheme,
        width: f64,
        height: f64,
        dpr: f64,
        shown_s: f64,
    ) -> Result<JsValue> {
        let seen = self.samples.partition_point(|sample| sample.shown_s <= shown_s).saturating_sub(1);
        let dots = self.samples.get(seen).map_or(&[][..], |sample| &sample.dots);
        drawing::draw(canvas, theme, (width, height, dpr), |root, theme, sheet| scatter(root, theme, sheet, dots))
    }

    /// Draws how errors shrink match by match.
    pub fn draw_learning(
        &self,
        canvas: &HtmlCanvasElement,
        theme: &JsTheme,
        width: f64,
        height: f64,
        dpr: f64,
    ) -> Result<JsValue> {
        drawing::draw(canvas, theme, (width, height, dpr), |root, theme, sheet| {
            learning(root, theme, sheet, &self.report.learning, SETTLED)
        })
    }

    /// Draws predictions against what came of them.
    pub fn draw_calibration(
        &self,
        canvas: &HtmlCanvasElement,
        theme: &JsTheme,
        width: f64,
        height: f64,
        dpr: f64,
    ) -> Result<JsValue> {
        let bin = |&[matches, predicted, scored]: &[f64; 3]| Bin { matches, predicted, scored };
        let [rated, oracle, shadow] =
            [&self.report.rated, &self.oracle, &self.shadow].map(|bins| bins.iter().map(bin).collect::<Vec<Bin>>());
        drawing::draw(canvas, theme, (width, height, dpr), |root, theme, sheet| {
            calibration(root, theme, sheet, [&rated, &oracle, &shadow])
        })
    }

    /// Draws matches by the gap of their teams.
    pub fn draw_fairness(
        &self,
        canvas: &HtmlCanvasElement,
        theme: &JsTheme,
        width: f64,
        height: f64,
        dpr: f64,
    ) -> Result<JsValue> {
        let sum = |column| (0..self.minutes.minutes()).map(|at| f64::from(self.minutes.at(column, at))).sum::<f64>();
        let formed = sum(LadderColumn::Formed);
        let mean = (formed > 0.0).then(|| sum(LadderColumn::GapPoints) / formed);
        drawing::draw(canvas, theme, (width, height, dpr), |root, theme, sheet| {
            gaps(root, theme, sheet, &self.report.gaps, mean)
        })
    }

    /// Draws waits by tier.
    pub fn draw_waits(
        &self,
        canvas: &HtmlCanvasElement,
        theme: &JsTheme,
        width: f64,
        height: f64,
        dpr: f64,
    ) -> Result<JsValue> {
        let waits: Vec<(&str, Histogram)> =
            Tier::ALL.map(Tier::name).into_iter().zip(self.report.waits.iter().cloned()).collect();
        drawing::draw(canvas, theme, (width, height, dpr), |root, theme, sheet| {
            tiers::waits(root, theme, sheet, &waits)
        })
    }

    /// Draws accounts by division.
    pub fn draw_tiers(
        &self,
        canvas: &HtmlCanvasElement,
        theme: &JsTheme,
        width: f64,
        height: f64,
        dpr: f64,
    ) -> Result<JsValue> {
        drawing::draw(canvas, theme, (width, height, dpr), |root, theme, sheet| {
            tiers::pyramid(root, theme, sheet, &self.divisions)
        })
    }
}

/// Draws the rating of an account over so many days. `standings` are seconds since the first shown midnight, points and
/// deviations in turn; `seasons_s` where seasons began.
#[wasm_bindgen]
#[allow(clippy::too_many_arguments, reason = "what a chart is drawn on, and what it shows")]
pub fn draw_profile(
    standings: &[f64],
    seasons_s: &[f64],
    days: u32,
    canvas: &HtmlCanvasElement,
    theme: &JsTheme,
    width: f64,
    height: f64,
    dpr: f64,
) -> Result<JsValue> {
    let standing = |&[at_s, rating, deviation]: &[f64; 3]| Standing { at_s, rating, deviation };
    let standings: Vec<Standing> = standings.as_chunks().0.iter().map(standing).collect();
    drawing::draw(canvas, theme, (width, height, dpr), |root, theme, sheet| {
        profile(root, theme, sheet, &standings, seasons_s, days.max(1))
    })
}

/// A number of an object; 0 where there is none.
fn number(object: &JsValue, name: &str) -> f64 {
    property(object, name).as_f64().unwrap_or(0.0)
}

/// What is in an array of an object; nothing where there is none.
fn items(object: &JsValue, name: &str) -> impl Iterator<Item = JsValue> {
    let items = property(object, name);
    let items = if Array::is_array(&items) { Array::from(&items) } else { Array::new() };
    items.into_iter()
}
