//! The results of a day's servers.

use crate::drawing::{Drawn as Outcome, Root};
use crate::finding::Finding;
use crate::servers::configuration::configuration_of;
use js_sys::Function;
use matchday_base::ShownDays;
use matchday_base::time::{HOUR_S, MINUTE_S};
use matchday_charts::servers::{CHURN, GROUPS, Servers as Drawn, WAITS, churn, groups, waits};
use matchday_charts::{Sheet, Theme, View};
use matchday_fleet::simulation::SimulationSettings;
use matchday_fleet_config::filters::Names;
use matchday_scenario::Params;
use matchday_sim::servers::minutes::{Event, PerFleet, ServerGroup, ServerMinutes, cause_names};
use matchday_sim::servers::settings;
use matchday_study::servers::{Servers, findings};
use matchday_web_common::error::{Code, Error, Result};
use serde::{Deserialize, Serialize};
use tsify::Tsify;

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

/// The servers of a run so far.
pub(super) struct ServerResults {
    settings: Option<SimulationSettings>,
    names: Vec<String>,
    minutes: ServerMinutes,
    /// By minute, then by datacenter.
    so_far: Vec<SoFar>,
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

impl ServerResults {
    /// Nothing yet, of servers in the datacenters `names`.
    pub fn new(params: &Params, names: Vec<String>, utc_offset_s: &Function) -> Result<Self> {
        let mut settings = settings(params);
        if let Some(settings) = &mut settings {
            let told = configuration_of(params.fleet_config(), utc_offset_s)?.apply_to(settings, Names::default());
            told.map_err(|error| Error::new(Code::BadParam, error))?;
        }
        let (minutes, so_far) = (ServerMinutes::new(names.len()), Vec::new());
        Ok(Self { settings, names, minutes, so_far })
    }

    pub fn push(&mut self, rows: &[u32]) {
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

    pub fn minutes(&self) -> usize {
        self.minutes.minutes()
    }

    pub fn at(&self, minute: usize) -> ServerMoment {
        let events = |what| self.minutes.events(what, minute);
        let count = |what| self.minutes.count(what, minute);
        ServerMoment {
            servers: ServersByGroup::of(|group| self.minutes.servers(group, minute)),
            pickup_wait_s: mean(events(Event::PickupWaitS), events(Event::PickedUp)),
            ready_wait_s: mean(events(Event::ReadyWaitS), events(Event::MadeReady)),
            misses: count(PerFleet::Misses),
            matches: count(PerFleet::Matches),
            created: count(PerFleet::Created),
            deleted: count(PerFleet::Deleted),
            expired: self.minutes.expiries(minute).iter().sum(),
            lost: self.minutes.lost(minute),
        }
    }

    pub fn places_at(&self, minute: usize) -> Vec<ServerPlace> {
        let place = |at| {
            let SoFar { most, matches, misses, allocated, servers } = self.so_far[minute * self.names.len() + at];
            ServerPlace {
                servers: ServersByGroup::of(|group| self.minutes.servers_at(at, group, minute)),
                most,
                matches,
                misses,
                used: f64::from(allocated) / f64::from(servers.max(1)),
            }
        };
        (0..self.names.len()).map(place).collect()
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

    pub fn expiries(&self) -> Vec<Expiry> {
        let times = |cause: usize| {
            (0..self.minutes()).map(|minute| u64::from(self.minutes.expiries(minute)[cause])).sum::<u64>()
        };
        let causes = cause_names().enumerate().map(|(at, cause)| Expiry { cause, times: times(at) });
        causes.filter(|expiry| expiry.times > 0).collect()
    }

    pub fn findings(&self, days: ShownDays) -> Vec<Finding> {
        let servers = |settings| Servers { settings, minutes: &self.minutes, names: &self.names, days };
        let found = self.settings.as_ref().map(|settings| findings(servers(settings))).unwrap_or_default();
        found.into_iter().map(Finding::from).collect()
    }

    /// Draws a chart; `ccu` has the players online by minute, and is empty while they are unknown.
    pub fn draw(
        &self,
        chart: ServerChart,
        ccu: &[f64],
        root: &Root<'_>,
        theme: &Theme,
        sheet: Sheet,
        view: View,
    ) -> Outcome {
        let servers = Drawn { minutes: &self.minutes, ccu: &ccu[..ccu.len().min(self.minutes())], view };
        match chart {
            ServerChart::Groups => groups(root, theme, sheet, servers),
            ServerChart::Waits => waits(root, theme, sheet, servers),
            ServerChart::Churn => churn(root, theme, sheet, servers),
        }
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

impl ServerChart {
    /// The names of its series.
    pub(super) fn series(self) -> &'static [&'static str] {
        match self {
            Self::Groups => &GROUPS,
            Self::Waits => &WAITS,
            Self::Churn => &CHURN,
        }
    }
}
