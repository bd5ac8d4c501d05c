//! The match broker, and the game servers on which matches run.
//!
//! ```
//! use matchday_base::calendar::Date;
//! use matchday_base::{Calendar, DatacenterIndex, MatchId, SimTime, Streams};
//! use matchday_fleet::broker::{Accepts, AllocatorSettings, BrokerSettings, FilterId, Outcome, Properties};
//! use matchday_fleet::servers::FleetSettings;
//! use matchday_fleet::simulation::{FleetSimulation, Flow, PlacementEvent, SimulationSettings};
//!
//! struct Everything;
//! impl Accepts for Everything {
//!     fn accepts(&self, _: FilterId, _: &Properties) -> bool {
//!         true
//!     }
//! }
//!
//! // One server in one datacenter. A match of 300 s forms when it has booted, and loads for 2 s.
//! let flow = Flow::Broker(BrokerSettings { allocators: vec![AllocatorSettings::default()], ..BrokerSettings::default() });
//! let fleet = FleetSettings { replicas: 1, ..FleetSettings::default() };
//! let calendar = Calendar::new(Date { year: 2026, month: 5, day: 20 });
//! let from = SimTime::DAY_START;
//! let settings = SimulationSettings::new(flow, fleet, 300);
//! let mut servers = FleetSimulation::new(settings, 1, Everything, calendar, from, Streams::new(7))?;
//! let properties = Properties { mode: 0, map: 0, region: 0, datacenter: DatacenterIndex(0), players: 4, mean_rtt_ms: 20 };
//! let (mut events, mut happened) = (Vec::new(), Vec::new());
//! for second in 0..1_000 {
//!     servers.advance(from + second, &mut events);
//!     if second == 600 {
//!         servers.request(from + second, MatchId(0), 300, properties, &mut events);
//!     }
//!     happened.extend(events.drain(..).map(|event| (second, event)));
//! }
//! let ended = PlacementEvent::Ended(MatchId(0), Outcome::Completed);
//! assert_eq!(happened, [(602, PlacementEvent::Started(MatchId(0))), (902, ended)]);
//! # Ok::<(), matchday_fleet::broker::SettingsError>(())
//! ```
//!
//! State machines without their own clock, network or randomness: each takes the events of a second, and
//! returns their effects.

#![forbid(unsafe_code)]

pub mod broker;
pub mod registration;
pub mod servers;
pub mod simulation;

#[cfg(test)]
mod tests;

/// Id of a game server, unique across all fleets; reused after the server is deleted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ServerId(pub u32);

impl From<u32> for ServerId {
    fn from(number: u32) -> Self {
        Self(number)
    }
}

impl From<ServerId> for u32 {
    fn from(id: ServerId) -> Self {
        id.0
    }
}
