//! Settings of simulated servers, from a configuration.
//!
//! Every datacenter has the same fleet, the one in the files. A server runs one match at a time, whatever the
//! counters are. If servers register themselves, the broker's times are the matchmaker's: MatchReady counts
//! as Confirm. The possible modes and maps of matches are those in the requirements.

use crate::Configuration;
use crate::broker::Broker;
use crate::filters::{Filters, Names};
use crate::requirement::{MatchTooLarge, Requirement, Values, values};
use matchday_fleet::broker;
use matchday_fleet::registration;
use matchday_fleet::servers::FleetSettings;
use matchday_fleet::simulation::{Flow, Settings};
use std::num::NonZeroU32;
use thiserror::Error;

/// Why a configuration cannot be simulated.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum FleetSimulationError {
    /// More than one fleet.
    #[error("Fleets `{0}` and `{1}`: every datacenter has the same fleet, keep one of them")]
    Fleets(String, String),
    /// An autoscaler of a missing fleet.
    #[error("FleetAutoscaler `{0}` scales `{1}`, which is in none of the files: add its Fleet")]
    NoFleet(String, String),
    /// Too many names for a match property.
    #[error("requirements compare `{0}` with {1} values, and the simulation has at most {most}: remove some of them", most = u8::MAX)]
    Names(&'static str, usize),
    /// Names that are too long.
    #[error(transparent)]
    Match(#[from] MatchTooLarge),
}

impl Configuration {
    /// Writes the configuration of the files into `settings`, and keeps its other values. Returns the filters
    /// of its requirements. `names` are those of the world; modes and maps in requirements replace its modes
    /// and maps.
    ///
    /// # Errors
    /// [`FleetSimulationError`]; `settings` are then unusable.
    pub fn tell(&self, settings: &mut Settings, mut names: Names) -> Result<Filters, FleetSimulationError> {
        self.tell_fleet(&mut settings.fleet)?;
        let requirements = self.broker.as_ref().map(|broker| broker.tell(settings)).unwrap_or_default();
        let mut named = Values::new();
        for requirement in &requirements {
            // An unsupported requirement still adds the values that it compares with.
            let _ = values(requirement.ast(), &mut named);
        }
        for (property, count, names) in
            [("mode", &mut settings.modes, &mut names.modes), ("map", &mut settings.maps, &mut names.maps)]
        {
            let texts = texts(&named, property);
            *count = u8::try_from(texts.len()).map_err(|_| FleetSimulationError::Names(property, texts.len()))?;
            if *count > 0 {
                *names = texts;
            }
        }
        Ok(Filters::new(requirements, names)?)
    }

    fn tell_fleet(&self, settings: &mut FleetSettings) -> Result<(), FleetSimulationError> {
        if let [first, second, ..] = self.fleets.as_slice() {
            return Err(FleetSimulationError::Fleets(first.name.value.clone(), second.name.value.clone()));
        }
        let fleet = self.fleets.first().map(|fleet| &fleet.name.value);
        if let Some(lost) = self.autoscalers.iter().find(|autoscaler| Some(&autoscaler.fleet.value) != fleet) {
            return Err(FleetSimulationError::NoFleet(lost.name.value.clone(), lost.fleet.value.clone()));
        }
        if let Some(told) = self.fleet_settings().pop() {
            *settings = FleetSettings {
                matches_per_server: NonZeroU32::MIN,
                capacity: settings.capacity,
                boot: settings.boot,
                error_s: settings.error_s,
                price_micros_per_hour: settings.price_micros_per_hour,
                ..told
            };
        }
        Ok(())
    }
}

impl Broker {
    /// Writes the broker's settings. Returns the requirements, in the order of their numbers.
    fn tell(&self, settings: &mut Settings) -> Vec<Requirement> {
        let (told, requirements) = self.settings();
        match &mut settings.flow {
            Flow::Broker(broker) => {
                // A broker without allocators keeps the default one.
                let allocators = std::mem::take(&mut broker.allocators);
                *broker = told;
                if broker.allocators.is_empty() {
                    broker.allocators = allocators;
                }
                requirements
            }
            Flow::Register(registration) => {
                let broker::Settings { match_pickup_s, match_ready_s: confirm_s, match_max_run_s, .. } = told;
                let registration_s =
                    self.server_registration_s.as_ref().map_or(registration.registration_s, |written| written.value);
                *registration = registration::Settings { registration_s, match_pickup_s, confirm_s, match_max_run_s };
                let reserve_s = self.server_reserve_s.as_ref().map(|written| written.value);
                settings.reserve_s = reserve_s.unwrap_or(Settings::reserve_s(registration_s));
                // There are no filters.
                Vec::new()
            }
        }
    }
}

/// The texts that requirements compare a property with, each once.
fn texts(named: &Values, property: &str) -> Vec<String> {
    let mut texts: Vec<String> =
        named.get(property).into_iter().flatten().filter_map(|value| value.as_string().cloned()).collect();
    texts.sort_unstable();
    texts.dedup();
    texts
}

#[cfg(test)]
mod tests {
    use super::*;
    use matchday_fleet::servers::{BootTime, HealthSettings};

    fn configuration(files: &[&str]) -> Configuration {
        let mut configuration = Configuration::default();
        for file in files {
            assert_eq!(configuration.read(file.as_bytes(), &|_| None).unwrap(), []);
        }
        configuration
    }

    fn settings(flow: Flow) -> Settings {
        let boot = BootTime { min_s: 1, median_s: 2, max_s: 3 };
        let fleet = FleetSettings { replicas: 9, boot, price_micros_per_hour: 5, ..FleetSettings::default() };
        Settings::new(flow, fleet, 300)
    }

    fn register() -> Settings {
        settings(Flow::Register(registration::Settings::default()))
    }

    const BROKER: &str = r#"{"MatchBroker": {"MatchPickupTimeSeconds": 11, "MatchReadyTimeSeconds": 12,
        "MatchMaxRunTimeMinutes": 13, "ServerRegistrationSeconds": 14, "Requirements": "MatchProperties.mode != 'duel'"}}"#;
    const FLEET: &str = "{apiVersion: agones.dev/v1, kind: Fleet, metadata: {name: one}, spec: {replicas: 4, template: \
        {spec: {health: {periodSeconds: 7}, counters: {rooms: {capacity: 8}}}}}}";
    const AUTOSCALER: &str = "{apiVersion: autoscaling.agones.dev/v1, kind: FleetAutoscaler, metadata: {name: by}, spec: \
        {fleetName: one, policy: {type: Counter, counter: {key: rooms, bufferSize: 5, maxCapacity: 90}}}}";

    #[test]
    fn what_files_say_takes_the_place_of_what_was_there() {
        let allocators = vec![broker::AllocatorSettings { ready_deadline_s: 77, ..Default::default() }];
        let mut told =
            settings(Flow::Broker(broker::Settings { allocators: allocators.clone(), ..Default::default() }));
        configuration(&[BROKER, FLEET, AUTOSCALER]).tell(&mut told, Names::default()).unwrap();
        let Flow::Broker(broker) = &told.flow else { panic!("the flow is the parameters'") };
        assert_eq!((broker.match_pickup_s, broker.match_ready_s, broker.match_max_run_s), (11, 12, 13 * 60));
        assert_eq!(broker.allocators, allocators);
        assert_eq!((told.modes, told.maps), (1, 0));
        let FleetSettings { replicas, matches_per_server, boot, price_micros_per_hour, health, .. } = told.fleet;
        assert_eq!((replicas, matches_per_server.get(), boot.max_s, price_micros_per_hour), (4, 1, 3, 5));
        assert_eq!(health, HealthSettings { period_s: 7, ..HealthSettings::default() });
        assert!(told.fleet.autoscaler.is_some());
    }

    #[test]
    fn servers_that_register_themselves_have_the_brokers_times() {
        let mut told = register();
        configuration(&[BROKER]).tell(&mut told, Names::default()).unwrap();
        let times =
            registration::Settings { registration_s: 14, match_pickup_s: 11, confirm_s: 12, match_max_run_s: 13 * 60 };
        assert_eq!((told.flow, told.reserve_s), (Flow::Register(times), 24));
        let mut told = register();
        configuration(&[r#"{"MatchBroker": {"ServerReserveSeconds": 0}}"#]).tell(&mut told, Names::default()).unwrap();
        assert_eq!((told.flow, told.reserve_s), (Flow::Register(registration::Settings::default()), 0));
    }

    #[test]
    fn what_servers_cannot_be_told_is_said() {
        let says =
            |files: &[&str]| configuration(files).tell(&mut register(), Names::default()).unwrap_err().to_string();
        let other = FLEET.replace("name: one", "name: two");
        assert!(says(&[FLEET, &other]).starts_with("Fleets `one` and `two`: every datacenter"));
        assert!(says(&[AUTOSCALER]).starts_with("FleetAutoscaler `by` scales `one`, which is in none"));
        assert!(configuration(&[AUTOSCALER, FLEET]).tell(&mut register(), Names::default()).is_ok());
    }
}
