//! Who hands servers out, the fleets, how servers behave.

use super::faults::{Moment, Rates};
use crate::broker;
use crate::registration;
use crate::servers::FleetSettings;

/// Settings of an operation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Who hands servers out.
    pub flow: Flow,
    /// The fleet in every datacenter.
    pub fleet: FleetSettings,
    /// How long matches last, s.
    pub match_s: u32,
    /// How many modes there are, of which each match has any; 0 where its playlist is its mode.
    pub modes: u8,
    /// How many maps there are, of which each match has any; 0 where maps are not told apart.
    pub maps: u8,
    /// How long a server takes from getting a match to being ready for its players, s.
    pub load_s: u32,
    /// How often a server asks that gets no answer, s; not 0.
    pub ask_every_s: u32,
    /// How long a server asks in vain before it goes back to its fleet, s.
    pub ask_for_s: u32,
    /// How long a server reserves itself for, s: longer than its registration counts, or it may be scaled down while it is
    /// registered. 0 for ever.
    pub reserve_s: u32,
    /// How long a server whose reservation has run out stays Ready before it registers again, s.
    pub rest_s: u32,
    /// How late a message comes that is late, s.
    pub late_s: u32,
    /// What goes wrong, and how often.
    pub faults: Rates,
    /// What goes wrong when.
    pub moments: Vec<Moment>,
}

/// Who hands servers out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Flow {
    /// The match broker allocates: "broker".
    Broker(broker::Settings),
    /// Servers reserve and register themselves with the matchmaker: "register".
    Register(registration::Settings),
}

impl Settings {
    /// The defaults of servers and messages: a match loads in 2 s, reservations outlast
    /// registrations by 10 s, nothing goes wrong.
    pub fn new(flow: Flow, fleet: FleetSettings, match_s: u32) -> Self {
        let reserve_s = match &flow {
            Flow::Broker(_) => 0,
            Flow::Register(settings) => Self::reserve_s(settings.registration_s),
        };
        Self {
            flow,
            fleet,
            match_s,
            modes: 0,
            maps: 0,
            load_s: 2,
            ask_every_s: 5,
            ask_for_s: 60,
            reserve_s,
            rest_s: 30,
            late_s: 20,
            faults: Rates::default(),
            moments: Vec::new(),
        }
    }

    /// How long servers reserve themselves by default, s: 10 s longer than they are registered.
    pub fn reserve_s(registration_s: u32) -> u32 {
        registration_s.saturating_add(10)
    }
}
