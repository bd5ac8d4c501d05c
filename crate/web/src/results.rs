//! The results of a run so far, on the main thread.

use js_sys::Uint32Array;
use matchday_base::calendar::Date;
use matchday_base::time::{DAY_S, MINUTE_S};
use matchday_charts::series::Window;
use matchday_charts::{DayChart, Places, ReplaySweep, Run, replay};
use matchday_observe::frames::read_frame;
use matchday_observe::{FrameCursor, FrameLog};
use matchday_scenario::Params;
use matchday_sim::census::State;
use matchday_sim::columns::PerDatacenter;
use matchday_sim::snapshot::Counts;
use matchday_sim::{Columns, Layout, summary, theory};
use matchday_web_common::error::{Code, Result};
use matchday_web_common::js::{from_js, to_js};
use matchday_web_day::drawing::{ChartSheet, draw as draw_on};
use matchday_web_day::params::{ParamValues, params_of};
use matchday_web_day::world::World;
use matchday_wire::report::Summary;
use serde::{Deserialize, Serialize};
use tsify::{Ts, Tsify};
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};
use web_sys::HtmlCanvasElement;

/// Players by state.
#[derive(Serialize, Tsify)]
pub struct PlayersByState {
    /// Players online.
    pub ccu: f64,
    /// Players in matches.
    pub playing: f64,
    /// Players between matches.
    pub between: f64,
    /// Players who search, or whose match waits for a server.
    pub searching: f64,
}

/// Measurements around a second. Waits and round trips are averages over the same minutes as in the charts, and null if no player was matched.
#[derive(Serialize, Tsify)]
#[tsify(missing_as_null)]
pub struct Moment {
    /// Players: means of the minute.
    pub means: PlayersByState,
    /// Players of the second itself, if the map shows it exactly; otherwise the means.
    pub shown: PlayersByState,
    /// The active datacenters by their index; none before the first minute.
    pub datacenters: Vec<SiteMoment>,
    /// Mean wait, s.
    pub wait_mean_s: Option<f64>,
    /// Median wait, s.
    pub wait_p50_s: Option<f64>,
    /// 95th percentile of the wait, s.
    pub wait_p95_s: Option<f64>,
    /// 99th percentile of the wait, s.
    pub wait_p99_s: Option<f64>,
    /// Mean RTT, ms.
    pub rtt_mean_ms: Option<f64>,
    /// 95th percentile of the RTT, ms.
    pub rtt_p95_ms: Option<u32>,
    /// Share of players at 50 ms or less.
    pub share_le_50: Option<f64>,
    /// Share of players at 100 ms or less.
    pub share_le_100: Option<f64>,
}

/// A datacenter around a second.
#[derive(Serialize, Tsify)]
#[tsify(missing_as_null)]
pub struct SiteMoment {
    /// Players in its matches.
    pub players: f64,
    /// Its matches.
    pub matches: f64,
    /// Mean RTT of matched players, ms, over the same minutes as in the charts; null without any.
    pub mean_rtt_ms: Option<f64>,
    /// Players in its queue.
    pub queue: u32,
}

// What comes from a worker is read field by field: serde would add 2 KB to the first view.
#[wasm_bindgen]
extern "C" {
    /// What a slice of a day adds to its results.
    #[wasm_bindgen(typescript_type = "{ rows: Uint32Array, frames: Frames | null }")]
    pub type DaySlice;
    /// Its minutes.
    #[wasm_bindgen(method, getter, structural)]
    fn rows(this: &DaySlice) -> Vec<u32>;
    /// Frames of the thin record, of a day that is kept.
    #[wasm_bindgen(method, getter, structural)]
    fn frames(this: &DaySlice) -> Option<NewFrames>;

    /// As [`Frames`](matchday_web_day::kept::Frames).
    pub type NewFrames;
    #[wasm_bindgen(method, getter, structural)]
    fn interval_s(this: &NewFrames) -> u32;
    #[wasm_bindgen(method, getter, structural)]
    fn first_index(this: &NewFrames) -> u32;
    #[wasm_bindgen(method, getter, structural)]
    fn bytes(this: &NewFrames) -> Vec<u8>;

    /// As [`Seen`](matchday_web_day::kept::Seen).
    #[wasm_bindgen(typescript_type = "Seen")]
    pub type SeenAgain;
    #[wasm_bindgen(method, getter, structural)]
    fn shown_s(this: &SeenAgain) -> u32;
    #[wasm_bindgen(method, getter, structural)]
    fn players(this: &SeenAgain) -> Vec<u8>;
    #[wasm_bindgen(method, getter, structural)]
    fn playing(this: &SeenAgain) -> JsValue;
    #[wasm_bindgen(method, getter, structural)]
    fn queues(this: &SeenAgain) -> JsValue;
}

/// What is known of a run so far.
#[derive(Serialize, Tsify)]
pub struct DayReport {
    /// Its figures, without the digest and the players online at start and end, which only `Simulation.summary` has.
    pub summary: Summary,
    /// Peak CCU by the closed form.
    pub expected_peak: f64,
}

/// A chart that is not of one run, with what it shows.
#[derive(Deserialize, Tsify)]
#[serde(rename_all = "lowercase")]
pub enum ChartContent {
    /// A figure against the replay rate.
    Replay(ReplaySweep),
}

/// Draws a chart on a canvas, and returns where its parts are.
#[wasm_bindgen]
pub fn draw(canvas: &HtmlCanvasElement, chart: &Ts<ChartContent>, sheet: &Ts<ChartSheet>) -> Result<Ts<Places>> {
    let ChartContent::Replay(sweep) = from_js(chart, Code::Chart)?;
    draw_on(canvas, ChartSheet::read(sheet)?, |root, theme, sheet| replay::draw(root, theme, sheet, &sweep))
}

/// The results of a run so far: its minutes, and what the map shows of it.
#[wasm_bindgen]
pub struct Results {
    params: Params,
    first_day: Date,
    columns: Columns,
    frames: FrameLog,
    cursor: FrameCursor,
    /// Players by cell on the map.
    players: Vec<Counts>,
    /// The moment of `sites`; `None` while a frame is shown.
    exact_s: Option<u32>,
    /// Players in matches at each datacenter, and in its queue, at that moment.
    sites: Vec<(u32, u32)>,
    expected_peak: f64,
    scale: f64,
    /// Highest CCU so far.
    peak: u32,
}

#[wasm_bindgen]
impl Results {
    /// Those of a run with these parameters, without a minute yet. Each player of the run stands for `scale` players:
    /// above 1 in a sample, whose waits and round trips are not multiplied.
    #[wasm_bindgen(constructor)]
    pub fn new(world: &World, params: &Ts<ParamValues>, scale: f64) -> Result<Results> {
        let params = params_of(params)?;
        let dataset = &world.data().dataset;
        let layout = Layout::of(&params, dataset.active(params.dcs())?.len());
        let cells = dataset.cells().len();
        Ok(Self {
            columns: Columns::with_room(layout, params.days() * DAY_S / MINUTE_S),
            frames: FrameLog::default(),
            cursor: FrameCursor::new(cells),
            players: vec![[0; 3]; cells],
            exact_s: None,
            sites: Vec::new(),
            expected_peak: world.data().peak(&params, theory::REFERENCE),
            scale,
            peak: 0,
            first_day: dataset.calendar.first_day(),
            params,
        })
    }

    /// Adds a slice of the day, and returns the last second so far; -1 before the first minute.
    pub fn push(&mut self, slice: &DaySlice) -> i32 {
        self.push_rows(&slice.rows());
        if let Some(frames) = slice.frames() {
            self.push_frames(frames.interval_s(), frames.first_index() as usize, &frames.bytes());
        }
        self.columns.minutes() as i32 * MINUTE_S as i32 - 1
    }

    /// Shows a second as it was seen again, or the last frame of the thin record before it. Returns the second on the map;
    /// undefined before the first frame.
    pub fn show(&mut self, time_s: f64, seen: Option<SeenAgain>) -> Option<u32> {
        let Some(seen) = seen else { return self.bridge(time_s) };
        read_frame(&seen.players(), &mut self.players);
        self.exact_s = Some(seen.shown_s());
        let [playing, queues] = [seen.playing(), seen.queues()].map(|column| Uint32Array::new(&column).to_vec());
        self.sites = playing.into_iter().zip(queues).collect();
        self.exact_s
    }

    /// Measurements around a second.
    pub fn at(&self, time_s: f64) -> Result<Ts<Moment>> {
        to_js(&self.moment(time_s))
    }

    /// Draws a chart on a canvas beside the same of another run; of none if that is this run.
    pub fn draw(
        &self,
        canvas: &HtmlCanvasElement,
        chart: &Ts<DayChart>,
        sheet: &Ts<ChartSheet>,
        before: &Results,
    ) -> Result<Ts<Places>> {
        let (chart, sheet): (DayChart, _) = (from_js(chart, Code::Chart)?, ChartSheet::read(sheet)?);
        let (run, before) = (self.as_run(), (!std::ptr::eq(self, before)).then(|| before.as_run()));
        let view = sheet.view(run.days(), chart.series())?;
        draw_on(canvas, sheet, |root, theme, sheet| chart.draw(root, theme, sheet, run, before, view))
    }

    /// What is known of the run so far.
    pub fn report(&self) -> Result<Ts<DayReport>> {
        to_js(&DayReport { summary: summary::of(&self.columns), expected_peak: self.expected_peak })
    }

    /// The minutes so far, as received.
    pub fn rows(&self) -> Uint32Array {
        self.columns.rows_from(0).into()
    }

    /// The CCU of the minutes so far as the given number of values, each the highest of its share of the
    /// minutes.
    pub fn scrub(&self, points: usize) -> Vec<f32> {
        let minutes = self.columns.minutes();
        if minutes == 0 {
            return Vec::new();
        }
        let highest = |point: usize| {
            let from = (point * minutes / points).min(minutes - 1);
            let to = ((point + 1) * minutes / points).max(from + 1);
            (from..to).map(|minute| self.columns.ccu(minute)).fold(0.0, f64::max) as f32
        };
        (0..points).map(highest).collect()
    }
}

/// All players by state on the map.
pub(crate) fn total(players: &[Counts]) -> Counts {
    players.iter().fold([0; 3], |sum, cell| std::array::from_fn(|state| sum[state] + cell[state]))
}

impl Results {
    fn push_rows(&mut self, rows: &[u32]) {
        let from = self.columns.minutes();
        self.columns.push_rows(rows);
        let peaks = (from..self.columns.minutes()).map(|minute| self.columns.peak(minute).ccu);
        self.peak = peaks.fold(self.peak, u32::max);
    }

    fn push_frames(&mut self, interval_s: u32, first: usize, bytes: &[u8]) {
        if first < self.frames.len() {
            self.cursor = FrameCursor::new(self.players.len());
        }
        self.frames.push_packed(interval_s, first, bytes);
    }

    fn bridge(&mut self, time_s: f64) -> Option<u32> {
        let last = self.frames.len().checked_sub(1)?;
        let frame = ((time_s.max(0.0) / f64::from(self.frames.interval_s())) as usize).min(last);
        self.cursor.seek(&self.frames, frame);
        self.players.copy_from_slice(self.cursor.counts());
        self.exact_s = None;
        Some(frame as u32 * self.frames.interval_s())
    }

    /// Whether the shown players are those of this second.
    fn is_exact(&self, time_s: f64) -> bool {
        self.exact_s.is_some_and(|exact_s| exact_s == time_s.max(0.0) as u32)
    }

    /// The data for charts.
    fn as_run(&self) -> Run<'_> {
        Run {
            columns: &self.columns,
            params: &self.params,
            first_day: self.first_day,
            expected_peak: self.expected_peak,
            scale: self.scale,
        }
    }

    /// Upper end of the CCU axis. It includes the theoretical peak, so that the axis stays the same from the
    /// start.
    pub fn most(&self) -> u32 {
        self.peak.max(self.expected_peak as u32)
    }

    /// Players by cell, as shown last.
    pub fn players(&self) -> &[Counts] {
        &self.players
    }

    /// The minute of a second, or the last minute so far.
    fn minute(&self, time_s: f64) -> Option<usize> {
        let last = self.columns.minutes().checked_sub(1)?;
        Some(((time_s / f64::from(MINUTE_S)).max(0.0) as usize).min(last))
    }

    fn moment(&self, time_s: f64) -> Moment {
        let columns = &self.columns;
        let minute = self.minute(time_s);
        let window = minute.map_or(0..0, |minute| Window::of(columns).around(minute, columns.minutes()));
        let (waits, rtts) = (columns.waits(window.clone()), columns.rtts(window.clone()));
        let means = self.means(time_s);
        let shown = if self.is_exact(time_s) { total(&self.players).map(f64::from) } else { means };
        Moment {
            means: means.into(),
            shown: shown.into(),
            datacenters: self.datacenters(time_s),
            wait_mean_s: waits.mean_within(),
            wait_p50_s: waits.percentile_within(50),
            wait_p95_s: waits.percentile_within(95),
            wait_p99_s: waits.percentile_within(99),
            rtt_mean_ms: columns.rtt_mean_ms(window),
            rtt_p95_ms: rtts.percentile(95),
            share_le_50: rtts.share_up_to(50),
            share_le_100: rtts.share_up_to(100),
        }
    }

    /// Mean players by state on the map in the minute of a second; none before the first minute.
    fn means(&self, time_s: f64) -> [f64; 3] {
        let mut means = [0.0; 3];
        let Some(minute) = self.minute(time_s) else { return means };
        for state in State::ALL {
            means[state.on_map()] += self.scale * self.columns.players(state, minute);
        }
        means
    }

    fn datacenters(&self, time_s: f64) -> Vec<SiteMoment> {
        let columns = &self.columns;
        let Some(minute) = self.minute(time_s) else { return Vec::new() };
        let window = Window::of(columns).around(minute, columns.minutes());
        let site = |index: usize| {
            let sum = |column| window.clone().map(|m| f64::from(columns.at(index, column, m))).sum::<f64>();
            let exact = self.sites.get(index).filter(|_| self.is_exact(time_s));
            let means = || (columns.mean_playing(index, minute), columns.at(index, PerDatacenter::Queue, minute));
            let (players, queue) = exact.map_or_else(means, |&(playing, queue)| (f64::from(playing), queue));
            let matched = sum(PerDatacenter::Matched);
            SiteMoment {
                players,
                matches: players / f64::from(self.params.players()),
                mean_rtt_ms: (matched > 0.0).then(|| sum(PerDatacenter::RttSumMs) / matched),
                queue,
            }
        };
        (0..columns.layout().datacenters).map(site).collect()
    }
}

impl From<[f64; 3]> for PlayersByState {
    fn from([playing, between, searching]: [f64; 3]) -> Self {
        Self { ccu: playing + between + searching, playing, between, searching }
    }
}
