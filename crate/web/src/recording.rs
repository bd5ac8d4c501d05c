//! The results of a run so far, on the main thread.

use js_sys::Uint32Array;
use matchday_base::calendar::Date;
use matchday_base::time::{DAY_S, MINUTE_S};
use matchday_charts::Run;
use matchday_charts::series::Window;
use matchday_observe::frames::read_frame;
use matchday_observe::{FrameCursor, FrameLog};
use matchday_scenario::Params;
use matchday_sim::census::State;
use matchday_sim::columns::PerDatacenter;
use matchday_sim::snapshot::Counts;
use matchday_sim::{Columns, Layout, summary, theory};
use matchday_web_common::error::Result;
use matchday_web_common::js::{list_to_js, to_js};
use matchday_web_day::params::{ParamTexts, ParamValues, params_of};
use matchday_web_day::recorded::RecordedRun;
use matchday_web_day::world::World;
use matchday_wire::report::Summary;
use serde::Serialize;
use std::cell::RefCell;
use std::rc::Rc;
use tsify::{Ts, Tsify};
use wasm_bindgen::prelude::wasm_bindgen;

/// Measurements around a second. Waits and round trips are averages over the same minutes as in the charts, and null if no player was matched.
#[derive(Serialize, Tsify)]
#[tsify(missing_as_null)]
pub struct Moment {
    /// Players online.
    pub ccu: f64,
    /// Players in matches.
    pub playing: f64,
    /// Players between matches.
    pub between: f64,
    /// Players who search, or whose match waits for a server.
    pub searching: f64,
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

/// The minutes and map frames of a run so far.
#[wasm_bindgen]
pub struct Recording {
    pub(crate) run: Rc<RefCell<Recorded>>,
}

/// A run's parameters, minutes and frames.
pub struct Recorded {
    params: Params,
    first_day: Date,
    datacenters: Vec<String>,
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
impl Recording {
    /// An empty recording of a run with these parameters.
    #[wasm_bindgen(constructor)]
    pub fn new(world: &World, params: &Ts<ParamValues>) -> Result<Recording> {
        let params = params_of(params)?;
        let dataset = &world.data().dataset;
        let active = dataset.active(params.dcs())?;
        let datacenters: Vec<String> = active.iter().map(|active| active.datacenter.name.clone()).collect();
        let layout = Layout::of(&params, datacenters.len());
        let cells = dataset.cells().len();
        let run = Recorded {
            columns: Columns::with_room(layout, params.days() * DAY_S / MINUTE_S),
            frames: FrameLog::default(),
            cursor: FrameCursor::new(cells),
            players: vec![[0; 3]; cells],
            exact_s: None,
            sites: Vec::new(),
            expected_peak: world.data().peak(&params, theory::REFERENCE),
            scale: 1.0,
            peak: 0,
            first_day: dataset.calendar.first_day(),
            datacenters,
            params,
        };
        Ok(Self { run: Rc::new(RefCell::new(run)) })
    }

    /// Another handle to the same recording.
    pub fn share(&self) -> Recording {
        Self { run: Rc::clone(&self.run) }
    }

    /// Marks the run as a sample, in which each player stands for `players` players. Numbers of players are
    /// multiplied; waits and round trips are those of the sample.
    pub fn stand_for(&self, players: f64) {
        self.run.borrow_mut().scale = players;
    }

    /// Appends minutes of `Simulation.rows`.
    pub fn push_rows(&self, rows: &[u32]) {
        self.run.borrow_mut().push_rows(rows);
    }

    /// The minutes so far, as received.
    pub fn rows(&self) -> Uint32Array {
        self.run.borrow().columns.rows_from(0).into()
    }

    /// The run so far, for the module that saves its charts and its table.
    pub fn recorded(&self) -> Result<Ts<RecordedRun>> {
        to_js(&self.run.borrow().recorded())
    }

    /// Appends frames of `Simulation.frames`.
    pub fn push_frames(&self, interval_s: u32, first_index: u32, bytes: &[u8]) {
        self.run.borrow_mut().push_frames(interval_s, first_index as usize, bytes);
    }

    /// Shows the day at a moment, as `Simulation.seen` has it.
    pub fn show(&self, shown_s: u32, players: &[u8], playing: &[u32], queues: &[u32]) {
        self.run.borrow_mut().show(shown_s, players, playing, queues);
    }

    /// Shows the last frame of the thin record before a moment, and returns its second; undefined before the first frame.
    pub fn bridge(&self, time_s: f64) -> Option<u32> {
        self.run.borrow_mut().bridge(time_s)
    }

    /// The last second so far; -1 before the first minute.
    pub fn shown_s(&self) -> i32 {
        self.run.borrow().columns.minutes() as i32 * MINUTE_S as i32 - 1
    }

    /// Measurements around a second; numbers of players are the means of its minute.
    pub fn at(&self, time_s: f64) -> Result<Ts<Moment>> {
        let run = self.run.borrow();
        to_js(&run.moment(time_s, run.means(time_s)))
    }

    /// The same with the players of the second itself, if it is shown.
    pub fn shown_at(&self, time_s: f64) -> Result<Ts<Moment>> {
        let run = self.run.borrow();
        let players = if run.is_exact(time_s) { total(&run.players).map(f64::from) } else { run.means(time_s) };
        to_js(&run.moment(time_s, players))
    }

    /// The active datacenters around a second, by their index; none before the first minute.
    pub fn datacenters_at(&self, time_s: f64) -> Result<Vec<Ts<SiteMoment>>> {
        list_to_js(self.run.borrow().datacenters(time_s))
    }

    /// The CCU of the minutes so far as the given number of values, each the highest of its share of the
    /// minutes.
    pub fn scrub(&self, points: u32) -> Vec<f32> {
        self.run.borrow().scrub(points as usize)
    }

    /// The figures so far, without the digest and the players online at start and end, which only
    /// `Simulation.summary` has.
    pub fn summary(&self) -> Result<Ts<Summary>> {
        to_js(&summary::of(&self.run.borrow().columns))
    }
}

/// All players by state on the map.
pub(crate) fn total(players: &[Counts]) -> Counts {
    players.iter().fold([0; 3], |sum, cell| std::array::from_fn(|state| sum[state] + cell[state]))
}

impl Recorded {
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

    fn show(&mut self, shown_s: u32, players: &[u8], playing: &[u32], queues: &[u32]) {
        read_frame(players, &mut self.players);
        self.exact_s = Some(shown_s);
        self.sites = playing.iter().copied().zip(queues.iter().copied()).collect();
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

    fn recorded(&self) -> RecordedRun {
        RecordedRun {
            params: ParamTexts::from(&self.params),
            first_day: self.first_day.to_string(),
            datacenters: self.datacenters.clone(),
            rows: self.columns.rows_from(0).into(),
            expected_peak: self.expected_peak,
            scale: self.scale,
        }
    }

    /// The data for charts.
    pub fn as_run(&self) -> Run<'_> {
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

    fn moment(&self, time_s: f64, [playing, between, searching]: [f64; 3]) -> Moment {
        let columns = &self.columns;
        let minute = self.minute(time_s);
        let window = minute.map_or(0..0, |minute| Window::of(columns).around(minute, columns.minutes()));
        let (waits, rtts) = (columns.waits(window.clone()), columns.rtts(window.clone()));
        Moment {
            ccu: playing + between + searching,
            playing,
            between,
            searching,
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

    fn scrub(&self, points: usize) -> Vec<f32> {
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
