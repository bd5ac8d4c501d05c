//! What a day's servers did: for the main thread, which draws it.

use crate::finding::told;
use matchday_base::time::{HOUR_S, MINUTE_S};
use matchday_charts::servers::{Servers as Drawn, churn, stands, waits};
use matchday_scenario::Params;
use matchday_sim::servers::minutes::{Event, PerFleet, ServerGroup, ServerMinutes, cause_names};
use matchday_sim::{Columns, Layout};
use matchday_study::servers::{Servers, findings};
use matchday_web_common::drawing::{self, JsTheme};
use matchday_web_common::dto::{list, object};
use matchday_web_common::error::{Code, Error, Result};
use matchday_web_common::params::params_of;
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};
use web_sys::HtmlCanvasElement;

/// What has arrived of the servers of a run.
#[wasm_bindgen]
pub struct ServerRecording {
    params: Params,
    names: Vec<String>,
    minutes: ServerMinutes,
    /// Minute by minute, by datacenter.
    so_far: Vec<SoFar>,
    ccu: Vec<f64>,
}

/// What a datacenter has come to up to the end of a minute.
#[derive(Clone, Copy, Default)]
struct SoFar {
    /// Most servers.
    most: u32,
    matches: u32,
    misses: u32,
    /// Allocated servers, and all, summed over the minutes.
    allocated: u32,
    servers: u32,
}

#[wasm_bindgen]
impl ServerRecording {
    /// Of a run with these parameters in datacenters of these names.
    #[wasm_bindgen(constructor)]
    pub fn new(params: &JsValue, names: Vec<String>) -> Result<ServerRecording> {
        let (minutes, so_far, ccu) = (ServerMinutes::new(names.len()), Vec::new(), Vec::new());
        Ok(Self { params: params_of(params)?, names, minutes, so_far, ccu })
    }

    /// Takes what `Simulation.servers` gave.
    pub fn push_rows(&mut self, rows: &[u32]) {
        let known = self.minutes.minutes();
        self.minutes.push_rows(rows);
        for minute in known..self.minutes.minutes() {
            for at in 0..self.names.len() {
                let before =
                    self.so_far.len().checked_sub(self.names.len()).map_or(SoFar::default(), |at| self.so_far[at]);
                self.so_far.push(self.add(before, at, minute));
            }
        }
    }

    /// Takes the players of the run so far: what `Recording.rows` gives.
    pub fn take_players(&mut self, rows: &[u32]) {
        let mut columns = Columns::new(Layout::of(&self.params, self.minutes.datacenters()));
        columns.push_rows(rows);
        self.ccu = (0..columns.minutes()).map(|minute| columns.ccu(minute)).collect();
    }

    /// The last second that is there, -1 without any.
    pub fn shown_s(&self) -> i32 {
        (self.minutes.minutes() as u32 * MINUTE_S) as i32 - 1
    }

    /// A moment: `{allocated, reserved, ready, booting, leaving, pickup_wait_s, ready_wait_s, misses, matches, created,
    /// deleted, expired, lost}`; counts are those of its minute, waits undefined without matches.
    pub fn at(&self, time_s: f64) -> JsValue {
        let Some(minute) = self.minute(time_s) else { return JsValue::UNDEFINED };
        let events = |what| self.minutes.events(what, minute);
        let mean = |sum, of: u32| if of == 0 { JsValue::UNDEFINED } else { (f64::from(sum) / f64::from(of)).into() };
        let count = |what| JsValue::from(self.minutes.count(what, minute));
        let counted = [
            ("pickup_wait_s", mean(events(Event::PickupWaitS), events(Event::PickedUp))),
            ("ready_wait_s", mean(events(Event::ReadyWaitS), events(Event::MadeReady))),
            ("misses", count(PerFleet::Misses)),
            ("matches", count(PerFleet::Matches)),
            ("created", count(PerFleet::Created)),
            ("deleted", count(PerFleet::Deleted)),
            ("expired", self.minutes.expiries(minute).iter().sum::<u32>().into()),
            ("lost", events(Event::Lost).into()),
        ];
        object(&by_group(|stand| self.minutes.servers(stand, minute)).into_iter().chain(counted).collect::<Vec<_>>())
    }

    /// Every datacenter, in the order of the run's: `[{allocated, reserved, ready, booting, leaving, most, matches, misses,
    /// used}]`: servers at a moment, most servers so far, matches and misses so far, and the share of the servers' time so
    /// far in which they were allocated.
    pub fn datacenters_at(&self, time_s: f64) -> JsValue {
        let Some(minute) = self.minute(time_s) else { return list([]) };
        list((0..self.names.len()).map(|at| {
            let SoFar { most, matches, misses, allocated, servers } = self.so_far[minute * self.names.len() + at];
            let so_far = [
                ("most", most.into()),
                ("matches", matches.into()),
                ("misses", misses.into()),
                ("used", (f64::from(allocated) / f64::from(servers.max(1))).into()),
            ];
            let stands = by_group(|stand| self.minutes.servers_at(at, stand, minute));
            object(&stands.into_iter().chain(so_far).collect::<Vec<_>>())
        }))
    }

    /// Matches a second that asked for a server at the busiest datacenter in its busiest hour; 0 before an hour is there.
    pub fn busiest_per_s(&self) -> f64 {
        let hour = (HOUR_S / MINUTE_S) as usize * self.names.len();
        // What had been counted an hour before; nothing before the first.
        let before = std::iter::repeat_n(0, self.names.len()).chain(self.so_far.iter().map(|so_far| so_far.matches));
        let ends = self.so_far.iter().skip(hour.saturating_sub(self.names.len()));
        let most = ends.zip(before).map(|(end, before)| end.matches - before).max().unwrap_or(0);
        f64::from(most) / f64::from(HOUR_S)
    }

    /// The fail-safe timers that have expired, `[{cause, times}]`.
    pub fn expiries(&self) -> JsValue {
        let times = |cause: usize| {
            (0..self.minutes.minutes()).map(|minute| f64::from(self.minutes.expiries(minute)[cause])).sum::<f64>()
        };
        let causes = cause_names().enumerate().map(|(at, cause)| (cause, times(at))).filter(|&(_, times)| times > 0.0);
        list(causes.map(|(cause, times)| object(&[("cause", cause.into()), ("times", times.into())])))
    }

    /// What is to be said, `[{words, at_s, bad}]`; what went wrong comes first.
    pub fn findings(&self) -> JsValue {
        let found = findings(Servers { params: &self.params, minutes: &self.minutes, names: &self.names });
        told(found)
    }

    /// Draws `stands`, `waits` or `churn`. The rest as with the other charts.
    pub fn draw(
        &self,
        canvas: &HtmlCanvasElement,
        chart: &str,
        theme: &JsTheme,
        width: f64,
        height: f64,
        dpr: f64,
    ) -> Result<JsValue> {
        let chart = match chart {
            "stands" => stands,
            "waits" => waits,
            "churn" => churn,
            other => {
                return Err(Error::new(Code::Chart, format!("no chart `{other}`; there are stands, waits and churn")));
            }
        };
        let ccu = &self.ccu[..self.ccu.len().min(self.minutes.minutes())];
        let servers = Drawn { minutes: &self.minutes, ccu, days: self.params.days() };
        drawing::draw(canvas, theme, (width, height, dpr), |root, theme, sheet| chart(root, theme, sheet, servers))
    }

    /// What a datacenter has come to with another minute.
    fn add(&self, before: SoFar, at: usize, minute: usize) -> SoFar {
        let servers = ServerGroup::ALL.map(|stand| self.minutes.servers_at(at, stand, minute)).iter().sum();
        SoFar {
            most: before.most.max(servers),
            matches: before.matches + self.minutes.count_at(at, PerFleet::Matches, minute),
            misses: before.misses + self.minutes.count_at(at, PerFleet::Misses, minute),
            allocated: before.allocated + self.minutes.servers_at(at, ServerGroup::Allocated, minute),
            servers: before.servers + servers,
        }
    }

    fn minute(&self, time_s: f64) -> Option<usize> {
        let last = self.minutes.minutes().checked_sub(1)?;
        Some(((time_s / f64::from(MINUTE_S)).max(0.0) as usize).min(last))
    }
}

/// Servers by where they stand, with its name for scripts.
fn by_group(servers: impl Fn(ServerGroup) -> u32) -> [(&'static str, JsValue); 5] {
    ServerGroup::ALL.map(|stand| {
        let name = match stand {
            ServerGroup::Allocated => "allocated",
            ServerGroup::Reserved => "reserved",
            ServerGroup::Ready => "ready",
            ServerGroup::Booting => "booting",
            ServerGroup::Leaving => "leaving",
        };
        (name, servers(stand).into())
    })
}
