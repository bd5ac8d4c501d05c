//! The results of a run so far, on the main thread: its servers, its ladder, and the images of its other charts.

pub mod ladder;
pub mod servers;

use self::ladder::{LadderChart, LadderMoment, LadderResults, LadderSlice};
use self::servers::{Expiry, ServerChart, ServerMoment, ServerPlace, ServerResults};
use crate::dates::shown_days;
use crate::drawing::{Target, draw};
use crate::finding::Finding;
use js_sys::{Function, Uint32Array};
use matchday_base::ShownDays;
use matchday_base::time::MINUTE_S;
use matchday_charts::{DayChart, Places, Run};
use matchday_scenario::Params;
use matchday_sim::{Columns, Layout};
use matchday_web_common::error::{Code, Result};
use matchday_web_common::js::{from_js, to_js};
use matchday_web_day::drawing::ChartSheet;
use matchday_web_day::params::{ParamValues, params_of};
use matchday_wire::report::RankedSummary;
use serde::{Deserialize, Serialize};
use tsify::{Ts, Tsify};
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

/// What a slice of a day adds to its results; all of it may be missing.
#[derive(Deserialize, Tsify)]
#[serde(default)]
#[derive(Default)]
pub struct ResultsSlice {
    /// Minutes of the day: the players online, and what its images show.
    #[serde(with = "serde_wasm_bindgen::preserve")]
    #[tsify(optional, type = "Uint32Array | null")]
    pub rows: JsValue,
    /// Minutes of servers.
    #[serde(with = "serde_wasm_bindgen::preserve")]
    #[tsify(optional, type = "Uint32Array | null")]
    pub servers: JsValue,
    /// Minutes and samples of the ladder.
    #[tsify(optional, type = "LadderSlice | null")]
    pub ladder: Option<LadderSlice>,
}

/// A minute, and the datacenters up to then.
#[derive(Serialize, Tsify)]
#[tsify(missing_as_null)]
pub struct ResultsMoment {
    /// The servers; null without their minutes.
    pub servers: Option<ServerMoment>,
    /// The servers of all datacenters of the run in order; none without their minutes.
    pub places: Vec<ServerPlace>,
    /// The ladder; null without its minutes.
    pub ladder: Option<LadderMoment>,
}

/// What a run shows, problems first.
#[derive(Serialize, Tsify)]
pub struct ResultsReport {
    /// Findings about its servers.
    pub servers: Vec<Finding>,
    /// Findings about its ladder; none without a summary.
    pub ladder: Vec<Finding>,
    /// The fail-safe timers that have expired.
    pub expiries: Vec<Expiry>,
    /// Matches per second that asked for a server at the busiest datacenter in its busiest hour; 0 before the first hour.
    pub busiest_per_s: f64,
}

/// A chart of a run.
#[derive(Clone, Copy, Deserialize, Tsify)]
#[serde(rename_all = "lowercase")]
pub enum RunChart {
    /// Of its day, which the first view draws on canvases.
    Day(DayImage),
    /// Of its servers.
    Servers(ServerChart),
    /// Of its ladder.
    Ladder(LadderChart),
}

/// A chart of a day, with what only the first view knows of it.
#[derive(Clone, Copy, Deserialize, Tsify)]
pub struct DayImage {
    /// The chart.
    pub chart: DayChart,
    /// Peak CCU by the closed form.
    pub expected_peak: f64,
    /// Players per simulated player: above 1 in a sample.
    pub scale: f64,
    /// The same of the run beside it.
    pub scale_before: f64,
}

/// The results of a run so far.
#[wasm_bindgen]
pub struct Results {
    params: Params,
    days: ShownDays,
    columns: Columns,
    servers: ServerResults,
    ladder: LadderResults,
}

#[wasm_bindgen]
impl Results {
    /// Those of a run with these parameters in the datacenters `names`, without a minute yet; `first_day` is its first
    /// shown day, such as `2026-05-20`; `utc_offset_s` as in `lint`.
    #[wasm_bindgen(constructor)]
    pub fn new(
        params: &Ts<ParamValues>,
        first_day: &str,
        names: Vec<String>,
        utc_offset_s: &Function,
    ) -> Result<Results> {
        let params = params_of(params)?;
        let days = shown_days(first_day, params.days())?;
        let columns = Columns::of_rows(Layout::of(&params, names.len()), Vec::new());
        let servers = ServerResults::new(&params, names, utc_offset_s)?;
        Ok(Self { params, days, columns, servers, ladder: LadderResults::default() })
    }

    /// Adds a slice of the day, and returns the last second so far of servers or ladder; -1 before the first minute.
    pub fn push(&mut self, slice: &Ts<ResultsSlice>) -> Result<i32> {
        let ResultsSlice { rows, servers, ladder } = from_js(slice, Code::BadValue)?;
        if let Some(rows) = rows.dyn_ref::<Uint32Array>() {
            self.columns.push_rows(&rows.to_vec());
        }
        if let Some(rows) = servers.dyn_ref::<Uint32Array>() {
            self.servers.push(&rows.to_vec());
        }
        if let Some(slice) = ladder {
            self.ladder.push(slice);
        }
        let minutes = self.columns.minutes().max(self.servers.minutes()).max(self.ladder.minutes());
        Ok((minutes as u32 * MINUTE_S) as i32 - 1)
    }

    /// The minute of a second, or the last one so far.
    pub fn at(&self, time_s: f64) -> Result<Ts<ResultsMoment>> {
        let minute = |recorded: usize| {
            let last = recorded.checked_sub(1)?;
            Some(((time_s / f64::from(MINUTE_S)).max(0.0) as usize).min(last))
        };
        let [servers, ladder] = [self.servers.minutes(), self.ladder.minutes()].map(minute);
        to_js(&ResultsMoment {
            servers: servers.map(|minute| self.servers.at(minute)),
            places: servers.map(|minute| self.servers.places_at(minute)).unwrap_or_default(),
            ladder: ladder.map(|minute| self.ladder.at(minute)),
        })
    }

    /// Draws a chart, that of a day beside the same of another run, of none if that is this run. Returns where its parts
    /// are.
    pub fn draw(
        &self,
        target: &Target,
        chart: &Ts<RunChart>,
        sheet: &Ts<ChartSheet>,
        before: &Results,
    ) -> Result<Ts<Places>> {
        let (chart, sheet) = (from_js(chart, Code::Chart)?, ChartSheet::read(sheet)?);
        let series = match chart {
            RunChart::Day(DayImage { chart, .. }) => chart.series(),
            RunChart::Servers(chart) => chart.series(),
            RunChart::Ladder(chart) => chart.series(),
        };
        let view = sheet.view(self.days, series)?;
        draw(target, sheet, |root, theme, sheet| match chart {
            RunChart::Day(DayImage { chart, expected_peak, scale, scale_before }) => {
                let before = (!std::ptr::eq(self, before)).then(|| before.as_run(expected_peak, scale_before));
                chart.draw(root, theme, sheet, self.as_run(expected_peak, scale), before, view)
            }
            RunChart::Servers(chart) => {
                let ccu: Vec<f64> = (0..self.columns.minutes()).map(|minute| self.columns.ccu(minute)).collect();
                self.servers.draw(chart, &ccu, root, theme, sheet, view)
            }
            RunChart::Ladder(chart) => self.ladder.draw(chart, root, theme, sheet, view),
        })
    }

    /// What the run shows so far. `summary` is that of a finished ranked run.
    pub fn report(&self, summary: Option<Ts<RankedSummary>>) -> Result<Ts<ResultsReport>> {
        let summary = summary.map(|summary| from_js(&summary, Code::BadValue)).transpose()?;
        to_js(&ResultsReport {
            servers: self.servers.findings(self.days),
            ladder: summary.map(|summary| self.ladder.findings(&self.params, self.days, &summary)).unwrap_or_default(),
            expiries: self.servers.expiries(),
            busiest_per_s: self.servers.busiest_per_s(),
        })
    }
}

impl Results {
    fn as_run(&self, expected_peak: f64, scale: f64) -> Run<'_> {
        Run { columns: &self.columns, params: &self.params, first_day: self.days.first, expected_peak, scale }
    }
}
