//! A run that the first view recorded: its charts, also as SVG images, and its minutes as a table. What only files need
//! is here, so that the first view loads without it.

use crate::dates::shown_days;
use crate::drawing::{Target, draw};
use matchday_base::calendar::Date;
use matchday_charts::{Frame, Metric, Run, Sweep, SweepPlaces, TimePlaces, ccu, replay, rtt, wait};
use matchday_scenario::Params;
use matchday_sim::{Columns, Layout};
use matchday_web_common::error::{Code, Error, Result};
use matchday_web_common::js::from_js;
use matchday_web_day::drawing::{ChartTheme, pairs, view_of};
use matchday_web_day::recorded::RecordedRun;
use serde::Deserialize;
use tsify::{Ts, Tsify};
use wasm_bindgen::prelude::wasm_bindgen;

/// A chart of the first view over time.
#[derive(Clone, Copy, Deserialize, Tsify)]
#[serde(rename_all = "lowercase")]
pub enum DayChart {
    /// Players by state.
    Ccu,
    /// Waits.
    Wait,
    /// Round trips.
    Rtt,
}

/// The recorded run as charts and tables use it.
struct Recorded {
    params: Params,
    first_day: Date,
    columns: Columns,
    expected_peak: f64,
    scale: f64,
}

impl Recorded {
    /// # Errors
    /// An object of the wrong shape, invalid parameters, or rows that are not those of such a run.
    fn of(run: &Ts<RecordedRun>) -> Result<Self> {
        let RecordedRun { params, first_day, datacenters, rows, expected_peak, scale } = from_js(run, Code::BadValue)?;
        let params = Params::try_from(&params)?;
        let layout = Layout::of(&params, datacenters.len());
        if !(rows.length() as usize).is_multiple_of(layout.width()) {
            let width = layout.width();
            return Err(Error::new(Code::BadValue, format!("rows: a minute of this run has {width} numbers")));
        }
        let columns = Columns::of_rows(layout, rows.to_vec());
        let first_day = shown_days(&first_day, params.days())?.first;
        Ok(Self { params, first_day, columns, expected_peak, scale })
    }

    fn as_run(&self) -> Run<'_> {
        let &Self { ref params, first_day, ref columns, expected_peak, scale } = self;
        Run { columns, params, first_day, expected_peak, scale }
    }
}

/// Draws a chart of the first view from `Recording.recorded`. Other arguments as in `draw_ccu` of the first view.
#[wasm_bindgen]
#[expect(clippy::too_many_arguments, reason = "JavaScript passes plain values")]
pub fn draw_day(
    target: &Target,
    chart: &Ts<DayChart>,
    run: &Ts<RecordedRun>,
    baseline: Option<Ts<RecordedRun>>,
    theme: &Ts<ChartTheme>,
    width: f64,
    height: f64,
    dpr: f64,
    frame: Option<Ts<Frame>>,
) -> Result<Ts<TimePlaces>> {
    let chart = from_js(chart, Code::Chart)?;
    let (run, baseline) = (Recorded::of(run)?, baseline.map(|run| Recorded::of(&run)).transpose()?);
    let (run, baseline) = (run.as_run(), baseline.as_ref().map(Recorded::as_run));
    let series: &[&str] = match chart {
        DayChart::Ccu => &ccu::SERIES,
        DayChart::Wait => &wait::SERIES,
        DayChart::Rtt => &rtt::SERIES,
    };
    let view = view_of(frame, run.days(), series)?;
    draw(target, theme, (width, height, dpr), |root, theme, sheet| match chart {
        DayChart::Ccu => ccu::draw(root, theme, sheet, run, baseline, view),
        DayChart::Wait => wait::draw(root, theme, sheet, run, baseline, view),
        DayChart::Rtt => rtt::draw(root, theme, sheet, run, baseline, view),
    })
}

/// Draws the replay chart of the first view, with the arguments of its `draw_replay`.
#[wasm_bindgen]
#[expect(clippy::too_many_arguments, reason = "JavaScript passes plain values")]
pub fn draw_replay(
    target: &Target,
    points: &[f64],
    metric: &Ts<Metric>,
    present: f64,
    baseline: &[f64],
    theory: &[f64],
    theme: &Ts<ChartTheme>,
    width: f64,
    height: f64,
    dpr: f64,
) -> Result<Ts<SweepPlaces>> {
    let metric = from_js(metric, Code::Chart)?;
    let [points, baseline, theory] = [points, baseline, theory].map(pairs);
    let sweep = Sweep { metric, points: &points, theory: &theory, present, baseline: baseline.first().copied() };
    draw(target, theme, (width, height, dpr), |root, theme, sheet| replay::draw(root, theme, sheet, sweep))
}
