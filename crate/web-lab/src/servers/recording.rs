//! The results of a day's servers so far, on the main thread, for its charts.

use crate::dates::shown_days;
use crate::drawing::{Target, draw};
use crate::finding::{Finding, findings_to_js};
use crate::servers::configuration::configuration_of;
use js_sys::Function;
use matchday_base::ShownDays;
use matchday_base::time::{HOUR_S, MINUTE_S};
use matchday_charts::servers::{CHURN, GROUPS, Servers as Drawn, WAITS, churn, groups, waits};
use matchday_charts::{Frame, TimePlaces};
use matchday_fleet::simulation::SimulationSettings;
use matchday_fleet_config::filters::Names;
use matchday_scenario::Params;
use matchday_sim::servers::minutes::{Event, PerFleet, ServerGroup, ServerMinutes, cause_names};
use matchday_sim::servers::settings;
use matchday_sim::{Columns, Layout};
use matchday_study::servers::{Servers, findings};
use matchday_web_common::error::{Code, Error, Result};
use matchday_web_common::js::{from_js, list_to_js, to_js};
use matchday_web_day::drawing::{ChartTheme, view_of};
use matchday_web_day::params::{ParamValues, params_of};
use serde::{Deserialize, Serialize};
use tsify::{Ts, Tsify};
use wasm_bindgen::prelude::wasm_bindgen;

/// Numbers of servers by state.
#[derive(Serialize, Tsify)]
pub struct ServersByGroup {
    /// Allocated: with a match.
    pub allocated: u32,
    /// Reserved for a match.
    pub reserved: u32,
    /// Ready: waiting for a match.
    pub ready: u32,
    /// Booting.
    pub booting: u32,
    /// Shutting down.
    pub leaving: u32,
}

/// A minute of servers.
#[derive(Serialize, Tsify)]
#[tsify(missing_as_null)]
pub struct ServerMoment {
    /// Servers by state.
    #[serde(flatten)]
    pub servers: ServersByGroup,
    /// Mean wait of matches until a server picked them up, s; null without matches.
    pub pickup_wait_s: Option<f64>,
    /// Mean wait of matches until their server was ready, s; null without matches.
    pub ready_wait_s: Option<f64>,
    /// Matches without a server.
    pub misses: u32,
    /// Matches that asked for a server.
    pub matches: u32,
    /// Servers created.
    pub created: u32,
    /// Servers deleted.
    pub deleted: u32,
    /// Fail-safe timers expired.
    pub expired: u32,
    /// Matches lost.
    pub lost: u32,
}

/// A datacenter's servers at a given time, and its matches up to then.
#[derive(Serialize, Tsify)]
pub struct ServerPlace {
    /// Servers by state.
    #[serde(flatten)]
    pub servers: ServersByGroup,
    /// Most servers so far.
    pub most: u32,
    /// Matches so far.
    pub matches: u32,
    /// Matches without a server so far.
    pub misses: u32,
    /// Allocated share of the servers' time so far.
    pub used: f64,
}

/// Number of times that a fail-safe timer has expired.
#[derive(Serialize, Tsify)]
pub struct Expiry {
    /// The timer.
    pub cause: &'static str,
    /// The number.
    pub times: u64,
}

/// A chart of servers.
#[derive(Clone, Copy, Deserialize, Tsify)]
#[serde(rename_all = "lowercase")]
pub enum ServerChart {
    /// Servers by state.
    Groups,
    /// Waits for servers.
    Waits,
    /// Servers created and deleted.
    Churn,
}

/// The results of the servers of a run so far.
#[wasm_bindgen]
pub struct ServerRecording {
    params: Params,
    settings: Option<SimulationSettings>,
    days: ShownDays,
    names: Vec<String>,
    minutes: ServerMinutes,
    /// By minute, then by datacenter.
    so_far: Vec<SoFar>,
    ccu: Vec<f64>,
}

/// The totals of a datacenter up to the end of a minute.
#[derive(Clone, Copy, Default)]
struct SoFar {
    /// Most servers.
    most: u32,
    matches: u32,
    misses: u32,
    /// Server-minutes: allocated, and total.
    allocated: u32,
    servers: u32,
}

#[wasm_bindgen]
impl ServerRecording {
    /// An empty recording of a run with these parameters in the datacenters `names`; `first_day` is its first
    /// shown day, such as `2026-05-20`; `utc_offset_s` as in `lint`.
    #[wasm_bindgen(constructor)]
    pub fn new(
        params: &Ts<ParamValues>,
        first_day: &str,
        names: Vec<String>,
        utc_offset_s: &Function,
    ) -> Result<ServerRecording> {
        let params = params_of(params)?;
        let mut settings = settings(&params);
        if let Some(settings) = &mut settings {
            let told = configuration_of(params.fleet_config(), utc_offset_s)?.apply_to(settings, Names::default());
            told.map_err(|error| Error::new(Code::BadParam, error))?;
        }
        let days = shown_days(first_day, params.days())?;
        let (minutes, so_far, ccu) = (ServerMinutes::new(names.len()), Vec::new(), Vec::new());
        Ok(Self { params, settings, days, names, minutes, so_far, ccu })
    }

    /// Appends minutes of `LabDay.servers`.
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

    /// Sets the players online from the minutes of `Recording.rows`.
    pub fn take_players(&mut self, rows: Vec<u32>) {
        let columns = Columns::of_rows(Layout::of(&self.params, self.minutes.datacenters()), rows);
        self.ccu = (0..columns.minutes()).map(|minute| columns.ccu(minute)).collect();
    }

    /// The last recorded second; -1 before the first minute.
    pub fn shown_s(&self) -> i32 {
        (self.minutes.minutes() as u32 * MINUTE_S) as i32 - 1
    }

    /// The minute of a second; undefined before the first minute.
    pub fn at(&self, time_s: f64) -> Result<Option<Ts<ServerMoment>>> {
        let Some(minute) = self.minute(time_s) else { return Ok(None) };
        let events = |what| self.minutes.events(what, minute);
        let count = |what| self.minutes.count(what, minute);
        let moment = ServerMoment {
            servers: ServersByGroup::of(|group| self.minutes.servers(group, minute)),
            pickup_wait_s: mean(events(Event::PickupWaitS), events(Event::PickedUp)),
            ready_wait_s: mean(events(Event::ReadyWaitS), events(Event::MadeReady)),
            misses: count(PerFleet::Misses),
            matches: count(PerFleet::Matches),
            created: count(PerFleet::Created),
            deleted: count(PerFleet::Deleted),
            expired: self.minutes.expiries(minute).iter().sum(),
            lost: self.minutes.lost(minute),
        };
        to_js(&moment).map(Some)
    }

    /// All datacenters of the run in order, up to a second; none before the first minute.
    pub fn datacenters_at(&self, time_s: f64) -> Result<Vec<Ts<ServerPlace>>> {
        let Some(minute) = self.minute(time_s) else { return Ok(Vec::new()) };
        list_to_js((0..self.names.len()).map(|at| {
            let SoFar { most, matches, misses, allocated, servers } = self.so_far[minute * self.names.len() + at];
            ServerPlace {
                servers: ServersByGroup::of(|group| self.minutes.servers_at(at, group, minute)),
                most,
                matches,
                misses,
                used: f64::from(allocated) / f64::from(servers.max(1)),
            }
        }))
    }

    /// Matches per second that asked for a server at the busiest datacenter in its busiest hour; 0 before the
    /// first hour.
    pub fn busiest_per_s(&self) -> f64 {
        let hour = (HOUR_S / MINUTE_S) as usize * self.names.len();
        // The totals one hour earlier; zeros before the first hour.
        let before = std::iter::repeat_n(0, self.names.len()).chain(self.so_far.iter().map(|so_far| so_far.matches));
        let ends = self.so_far.iter().skip(hour.saturating_sub(self.names.len()));
        let most = ends.zip(before).map(|(end, before)| end.matches - before).max().unwrap_or(0);
        f64::from(most) / f64::from(HOUR_S)
    }

    /// The fail-safe timers that have expired.
    pub fn expiries(&self) -> Result<Vec<Ts<Expiry>>> {
        let times = |cause: usize| {
            (0..self.minutes.minutes()).map(|minute| u64::from(self.minutes.expiries(minute)[cause])).sum::<u64>()
        };
        let causes = cause_names().enumerate().map(|(at, cause)| Expiry { cause, times: times(at) });
        list_to_js(causes.filter(|expiry| expiry.times > 0))
    }

    /// The findings, problems first.
    pub fn findings(&self) -> Result<Vec<Ts<Finding>>> {
        let servers = |settings| Servers { settings, minutes: &self.minutes, names: &self.names, days: self.days };
        findings_to_js(self.settings.as_ref().map(|settings| findings(servers(settings))).unwrap_or_default())
    }

    /// Draws a chart. Other arguments as in other charts.
    #[expect(clippy::too_many_arguments, reason = "JavaScript passes plain values")]
    pub fn draw(
        &self,
        target: &Target,
        chart: &Ts<ServerChart>,
        theme: &Ts<ChartTheme>,
        width: f64,
        height: f64,
        dpr: f64,
        frame: Option<Ts<Frame>>,
    ) -> Result<Ts<TimePlaces>> {
        let chart = from_js(chart, Code::Chart)?;
        let series: &[&str] = match chart {
            ServerChart::Groups => &GROUPS,
            ServerChart::Waits => &WAITS,
            ServerChart::Churn => &CHURN,
        };
        let ccu = &self.ccu[..self.ccu.len().min(self.minutes.minutes())];
        let servers = Drawn { minutes: &self.minutes, ccu, view: view_of(frame, self.days, series)? };
        draw(target, theme, (width, height, dpr), |root, theme, sheet| match chart {
            ServerChart::Groups => groups(root, theme, sheet, servers),
            ServerChart::Waits => waits(root, theme, sheet, servers),
            ServerChart::Churn => churn(root, theme, sheet, servers),
        })
    }

    /// The totals of a datacenter after another minute.
    fn add(&self, before: SoFar, at: usize, minute: usize) -> SoFar {
        let servers = ServerGroup::ALL.map(|group| self.minutes.servers_at(at, group, minute)).iter().sum();
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

/// The mean; `None` if `of` is 0.
fn mean(sum: u32, of: u32) -> Option<f64> {
    (of > 0).then(|| f64::from(sum) / f64::from(of))
}

impl ServersByGroup {
    fn of(servers: impl Fn(ServerGroup) -> u32) -> Self {
        let [allocated, reserved, ready, booting, leaving] = ServerGroup::ALL.map(servers);
        Self { allocated, reserved, ready, booting, leaving }
    }
}
