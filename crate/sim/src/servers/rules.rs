//! The server settings of a day.

use super::{Filters, ServersError};
use crate::world::World;
use matchday_base::DatacenterIndex;
use matchday_base::time::MINUTE_S;
use matchday_fleet::broker::{AllocatorSettings, BrokerSettings};
use matchday_fleet::registration::RegistrationSettings;
use matchday_fleet::servers::autoscaler::{AutoscalerSettings, Buffer, Policy, Reserve};
use matchday_fleet::servers::{BootTime, FleetSettings};
use matchday_fleet::simulation::{Fault, Flow, Moment, SimulationSettings};
use matchday_scenario::params::FleetFlow;
use matchday_scenario::{Incident, Params};

/// Default price of a server per hour, in millionths of a currency unit: 0.1.
pub const PRICE_MICROS_PER_HOUR: u64 = 100_000;

/// Server settings of a day: from its parameters, or from users' files.
#[derive(Clone, Debug)]
pub struct FleetRules {
    /// Brokers, fleets, faults.
    pub settings: SimulationSettings,
    /// The filters of the brokers.
    pub filters: Filters,
}

impl FleetRules {
    /// The settings that the parameters give; `None` where every match has a server at once.
    pub fn of(params: &Params) -> Option<Self> {
        settings(params).map(|settings| Self { settings, filters: Filters::default() })
    }
}

/// The server settings that the parameters give; `None` where every match has a server at once.
pub fn settings(params: &Params) -> Option<SimulationSettings> {
    let flow = match params.fleet() {
        FleetFlow::Off => return None,
        FleetFlow::Broker => {
            let allocators = vec![AllocatorSettings::default()];
            Flow::Broker(BrokerSettings { allocators, ..BrokerSettings::default() })
        }
        FleetFlow::Register => Flow::Register(RegistrationSettings::default()),
    };
    let mut settings = SimulationSettings::new(flow, fleet(params), params.match_s());
    Fault::ALL.into_iter().for_each(|fault| settings.faults.set(fault, params.fault(fault.name())));
    settings.client_timeout_s = params.client_timeout_s();
    settings.next_match = params.next_match();
    settings.session_limit = params.session_limit();
    settings.outage_s = params.outage_min() * MINUTE_S;
    Some(settings)
}

/// The incidents of servers that the parameters schedule.
pub(super) fn moments(world: &World, params: &Params) -> Result<Vec<Moment>, ServersError> {
    let names = || world.datacenters.iter().map(|active| active.datacenter.name.as_str());
    let moment = |Incident { kind, place, minute }| {
        let fault = Fault::ALL.into_iter().find(|fault| fault.name() == kind)?;
        let place = place.map(|place| {
            let at = names().position(|name| name == place).map(|at| DatacenterIndex(at as u16));
            at.ok_or_else(|| ServersError::Place { place, known: names().collect::<Vec<_>>().join(", ") })
        });
        Some(place.transpose().map(|place| Moment { fault, minute, place }))
    };
    params.incidents().into_iter().filter_map(moment).collect()
}

/// A fleet that keeps a buffer. Half of its servers boot faster than the time that the parameters set; every
/// boot takes between half and twice that time.
fn fleet(params: &Params) -> FleetSettings {
    let (buffer, boot_s) = (params.buffer(), params.boot_s());
    let policy = Buffer { size: Reserve::Absolute(buffer), min_replicas: buffer, max_replicas: u32::MAX };
    FleetSettings {
        replicas: buffer,
        boot: BootTime { min_s: boot_s / 2, median_s: boot_s, max_s: 2 * boot_s },
        price_micros_per_hour: PRICE_MICROS_PER_HOUR,
        autoscaler: Some(AutoscalerSettings::new(Policy::Buffer(policy))),
        ..FleetSettings::default()
    }
}
