//! The flow, the fleets, the timing of servers.

use super::faults::{Moment, Rates};
use crate::broker;
use crate::registration;
use crate::servers::FleetSettings;

/// Settings of a fleet simulation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SimulationSettings {
    /// The flow that assigns servers to matches.
    pub flow: Flow,
    /// The fleet in every datacenter.
    pub fleet: FleetSettings,
    /// How long matches last, s.
    pub match_s: u32,
    /// Time from getting a match to being ready for its players, s.
    pub load_s: u32,
    /// Time between repeated requests of a server without an answer, s; not 0.
    pub ask_every_s: u32,
    /// Time after which an allocated server without a match goes back to its fleet, s. A server that asks for its
    /// next match goes back when it would ask again.
    pub ask_for_s: u32,
    /// Share of matches after which a server asks for its next match, in units of 1 / [`SHARE_ONE`](Self::SHARE_ONE);
    /// after the others it shuts down.
    pub next_match: u32,
    /// Matches after which a server shuts down; 0: no limit.
    pub session_limit: u32,
    /// Time after which players notice that the server of their match is gone, s; not 0.
    pub client_timeout_s: u32,
    /// Length of an outage of a datacenter, s.
    pub outage_s: u32,
    /// Length of a server's own reservation, s. It must exceed the registration, or the server may be scaled
    /// down while registered. 0 for ever: the server registers again when its registration has run out.
    pub reserve_s: u32,
    /// Time that a server stays Ready after its reservation, before it registers again, s.
    pub rest_s: u32,
    /// Delay of a late message, s.
    pub late_s: u32,
    /// Fault rates.
    pub faults: Rates,
    /// Scheduled faults.
    pub moments: Vec<Moment>,
}

/// The flow that assigns servers to matches.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Flow {
    /// The match broker allocates: "broker".
    Broker(broker::BrokerSettings),
    /// Servers reserve and register themselves with the matchmaker: "register".
    Register(registration::RegistrationSettings),
}

impl SimulationSettings {
    /// Denominator of [`next_match`](Self::next_match).
    pub const SHARE_ONE: u32 = 10_000;

    /// Default values of servers and messages: a match loads in 2 s, reservations outlast registrations by 10
    /// s, no faults.
    pub fn new(flow: Flow, fleet: FleetSettings, match_s: u32) -> Self {
        let reserve_s = match &flow {
            Flow::Broker(_) => 0,
            Flow::Register(settings) => Self::reserve_s(settings.registration_s),
        };
        Self {
            flow,
            fleet,
            match_s,
            load_s: 2,
            ask_every_s: 5,
            ask_for_s: 60,
            next_match: Self::SHARE_ONE,
            session_limit: 0,
            client_timeout_s: 15,
            outage_s: 600,
            reserve_s,
            rest_s: 30,
            late_s: 20,
            faults: Rates::default(),
            moments: Vec::new(),
        }
    }

    /// Default length of a server's own reservation, s: 10 s longer than its registration.
    pub fn reserve_s(registration_s: u32) -> u32 {
        registration_s.saturating_add(10)
    }
}
