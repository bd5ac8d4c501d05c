//! Simulated servers for a day's matches: [`FleetSimulation`] as a [`Placement`]. [`minutes`] records them.

mod filters;
pub mod minutes;
mod mix;
mod rules;

pub use filters::Filters;
pub use mix::{map_names, mode_names};
pub use rules::{FleetRules, PRICE_MICROS_PER_HOUR, settings};

use crate::limits::begins;
use crate::placement::{Placement, Request};
use crate::world::{ActiveDatacenter, World};
use indexmap::IndexMap;
use matchday_base::{MatchId, RunDigest, SimTime, Streams};
use matchday_fleet::ServerId;
use matchday_fleet::broker::{self, Outcome, Properties, SettingsError};
use matchday_fleet::registration;
use matchday_fleet::servers::Usage;
use matchday_fleet::simulation::{FleetSimulation, Outage, PlacementEvent, Record, SimulationSettings};
use matchday_scenario::Params;
use matchday_wire::report::ServersSummary;
use minutes::{Recorder, ServerGroup, ServerMinutes};
use mix::Mix;
use rules::moments;
use thiserror::Error;

/// Why servers cannot be simulated.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ServersError {
    /// An invalid setting of the broker.
    #[error("fleet_config: {0}")]
    Broker(#[from] SettingsError),
    /// An outage of a datacenter that is not switched on.
    #[error("incidents=outage:{place}: no such datacenter is switched on; there are {known}")]
    Place {
        /// The datacenter.
        place: String,
        /// The datacenters.
        known: String,
    },
}

/// Simulated servers in every datacenter of a world.
#[derive(Clone, Debug)]
pub struct Servers {
    fleets: FleetSimulation<Filters>,
    /// Region of each datacenter, by the numbers that filters see.
    regions: Vec<u8>,
    modes: Mix,
    maps: Mix,
    /// Events of matches in the second in which they formed.
    at_once: Vec<PlacementEvent>,
    used_before: Usage,
    most: u32,
    /// Matches that have asked for a server, by datacenter.
    asked: Vec<u32>,
    recorder: Recorder,
}

impl Servers {
    /// The servers of a day about to warm up.
    ///
    /// # Errors
    /// [`ServersError`].
    pub fn new(world: &World, rules: FleetRules, params: &Params) -> Result<Self, ServersError> {
        let FleetRules { mut settings, filters } = rules;
        settings.moments = moments(world, params)?;
        let from = begins(params);
        let (datacenters, streams) = (world.datacenters.len(), Streams::new(u64::from(params.seed())));
        let fleets = FleetSimulation::new(settings, datacenters, filters, world.calendar, from, streams)?;
        Ok(Self {
            fleets,
            regions: regions(world),
            modes: Mix::new(&params.mode_mix(), streams, "modes"),
            maps: Mix::new(&params.map_mix(), streams, "maps"),
            at_once: Vec::new(),
            used_before: Usage::default(),
            most: 0,
            asked: vec![0; datacenters],
            recorder: Recorder::new(datacenters),
        })
    }

    /// The settings of its servers.
    pub fn settings(&self) -> &SimulationSettings {
        self.fleets.settings()
    }

    /// The recorded minutes.
    pub fn minutes(&self) -> &ServerMinutes {
        &self.recorder.minutes
    }

    /// The present servers of each datacenter by group, in the order of [`ServerGroup::ALL`].
    pub fn by_group(&self) -> impl Iterator<Item = [u32; ServerGroup::ALL.len()]> {
        self.fleets.fleets().iter().map(|fleet| minutes::by_group(fleet.counts()))
    }

    /// The server that loads or plays a match.
    pub fn server_of(&self, id: MatchId) -> Option<ServerId> {
        self.fleets.server_of(id)
    }

    /// The outages of datacenters in the order of their beginnings, also those before the shown days.
    pub fn outages(&self) -> &[Outage] {
        &self.fleets.record().outages
    }

    /// Server figures of the shown days, which end at `now`; players spent `played_s` player-seconds in matches.
    pub fn summary(&self, now: SimTime, played_s: u64) -> ServersSummary {
        let fleet = &self.fleets.settings().fleet;
        let used = self.used(now) - self.used_before;
        let hours_played = played_s as f64 / 3_600.0;
        let cost = used.cost_micros(fleet.price_micros_per_hour) as f64 / 1e6;
        let record = self.fleets.record();
        let (picked_up, made_ready) = (&record.pickup_waits, &record.ready_waits);
        ServersSummary {
            servers_peak: self.most,
            server_hours: used.paid_s() as f64 / 3_600.0,
            utilisation: used.utilisation(fleet.matches_per_server.get()),
            pickup_wait_mean_s: (picked_up.matches() > 0).then(|| picked_up.mean_s()),
            pickup_wait_p95_s: (picked_up.matches() > 0).then(|| picked_up.p95_s()),
            ready_wait_mean_s: (made_ready.matches() > 0).then(|| made_ready.mean_s()),
            misses: record.misses,
            cold_starts: record.cold_starts,
            matches_completed: record.with(Outcome::Completed),
            matches_lost: record.lost(),
            matches_no_server: record.with(Outcome::NoServer),
            matches_not_ready: record.with(Outcome::NotReady),
            matches_overran: record.with(Outcome::Overran),
            matches_server_lost: record.with(Outcome::ServerLost),
            matches_cancelled: record.with(Outcome::Cancelled),
            matches_refused: record.with(Outcome::Refused),
            matches_open_at_start: record.open_at_start,
            matches_open: record.open() as u64,
            cost_per_hour_played: (hours_played > 0.0).then(|| cost / hours_played),
            expiries: expiries(record),
        }
    }

    /// Matches of the shown days, or of the warm-up before them, that were completed, and that were lost with their
    /// servers.
    pub fn ended(&self) -> (u64, u64) {
        let record = self.fleets.record();
        (record.with(Outcome::Completed), record.lost())
    }

    fn used(&self, now: SimTime) -> Usage {
        self.fleets.fleets().iter().map(|fleet| fleet.usage(now)).sum()
    }
}

impl Placement for Servers {
    const AT_ONCE: bool = false;

    fn request(&mut self, now: SimTime, request: Request) {
        let Request { id, playlist, datacenter, players, mean_rtt_ms, match_s } = request;
        let region = self.regions[datacenter.index()];
        self.asked[datacenter.index()] += 1;
        let (mode, map) = (self.modes.draw().unwrap_or(playlist), self.maps.draw().unwrap_or(0));
        let properties = Properties { mode, map, region, datacenter, players, mean_rtt_ms };
        self.fleets.request(now, id, match_s, properties, &mut self.at_once);
    }

    fn cancel(&mut self, now: SimTime, id: MatchId) {
        self.fleets.cancel(now, id, &mut self.at_once);
    }

    fn finish(&mut self, now: SimTime, id: MatchId) {
        self.fleets.finish(now, id, &mut self.at_once);
    }

    fn advance(&mut self, now: SimTime, events: &mut Vec<PlacementEvent>) {
        if now == SimTime::DAY_START {
            self.used_before = self.used(now);
            self.fleets.begin_record();
            self.recorder.begin(now, &self.fleets, &self.asked);
            self.most = 0;
        }
        events.append(&mut self.at_once);
        self.fleets.advance(now, events);
        let servers = self.fleets.fleets().iter().map(|fleet| fleet.counts().servers()).sum();
        self.most = self.most.max(servers);
    }

    fn end_minute(&mut self, now: SimTime, digest: &mut RunDigest) {
        self.recorder.end_minute(now, &self.fleets, &self.asked);
        let minutes = &self.recorder.minutes;
        digest.fold_all(minutes.rows_from(minutes.minutes() - 1), |&number| number.into());
        for fleet in self.fleets.fleets() {
            digest.fold_all(&fleet.usage(now).server_s, |&seconds| seconds);
        }
        let price = self.fleets.settings().fleet.price_micros_per_hour;
        digest.fold(self.used(now).cost_micros(price) as u64);
    }

    fn servers(&self) -> Option<&Servers> {
        Some(self)
    }

    fn swap_minutes(&mut self, minutes: &mut ServerMinutes) {
        std::mem::swap(&mut self.recorder.minutes, minutes);
    }
}

fn expiries(record: &Record) -> IndexMap<String, u64> {
    let of_broker = broker::Cause::ALL.map(broker::Cause::name).into_iter().zip(record.broker_expiries);
    let of_registration =
        registration::Cause::ALL.map(registration::Cause::name).into_iter().zip(record.registration_expiries);
    let expired = of_broker.chain(of_registration).filter(|&(_, times)| times > 0);
    expired.map(|(name, times)| (name.to_owned(), times)).collect()
}

/// The regions of a world, in the order of its datacenters; filters use their positions in this list.
pub fn region_names(world: &World) -> Vec<&str> {
    let mut names: Vec<&str> = Vec::new();
    for ActiveDatacenter { region, .. } in &world.datacenters {
        if !names.contains(&region.as_str()) {
            names.push(region);
        }
    }
    names
}

/// The number of each datacenter's region.
pub fn regions(world: &World) -> Vec<u8> {
    let names = region_names(world);
    let number = |of: &ActiveDatacenter| names.iter().position(|name| *name == of.region).unwrap_or(0) as u8;
    world.datacenters.iter().map(number).collect()
}

#[cfg(test)]
mod tests;
