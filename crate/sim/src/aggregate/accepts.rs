//! The scenarios that an aggregate day simulates.

use super::AggregateDay;
use matchday_base::rtt::OUT_OF_REACH_MS;
use matchday_scenario::params::Key;
use matchday_scenario::{Incident, Params};
use thiserror::Error;

/// Highest CCU: a minute's player-seconds are counted in 32 bits.
pub(super) const MOST_CCU: f64 = 60_000_000.0;

/// With cycles shorter than this the highest CCU is lower: the RTTs of the players matched in a minute, each
/// out of reach at most, are also added up in 32 bits.
pub(super) const LEAST_CYCLE_S: f64 = OUT_OF_REACH_MS as f64;

/// Why a scenario cannot be simulated as an aggregate day.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum AggregateError {
    /// A parameter that acts on single players, servers or a ladder.
    #[error(
        "{key}: an aggregate day does not simulate it; leave it at its default, or run the day without --aggregate"
    )]
    NotSimulated {
        /// The parameter.
        key: &'static str,
    },
    /// Recorded joins.
    #[error(
        "recorded joins: players are counted by the time zones of the built-in joins; follow those of a recorded day"
    )]
    Recorded,
    /// More players than the counters hold.
    #[error("about {ccu:.0} players at once; at most {most:.0} are counted in matches of this length")]
    TooMany {
        /// CCU at its peak.
        ccu: f64,
        /// Highest CCU.
        most: f64,
    },
}

/// Rejects parameters that an aggregate day does not simulate, instead of ignoring them.
pub(super) fn refuse_the_rest(params: &Params) -> Result<(), AggregateError> {
    let base = Params::default();
    let mut set = Key::ALL.into_iter().filter(|&key| params.text(key) != base.text(key));
    let herds = params.incidents().iter().all(|incident| incident.kind == Incident::HERD);
    match set.find(|key| !AggregateDay::KEYS.contains(key) || (*key == Key::Incidents && !herds)) {
        Some(key) => Err(AggregateError::NotSimulated { key: key.spec().key }),
        None => Ok(()),
    }
}

impl AggregateDay {
    /// The parameters that affect an aggregate day; of [`Key::Incidents`] only herds do.
    pub const KEYS: [Key; 16] = [
        Key::Replay,
        Key::IdealMs,
        Key::ExpandMs,
        Key::IdealS,
        Key::ExpandS,
        Key::WarmS,
        Key::Bots,
        Key::PatienceS,
        Key::Players,
        Key::MatchS,
        Key::PauseS,
        Key::Ccu,
        Key::Dcs,
        Key::Days,
        Key::Seed,
        Key::Incidents,
    ];
}
