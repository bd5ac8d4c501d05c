//! Settings of simulated servers, from a configuration.
//!
//! Every datacenter has the same fleet, the first one in the files; without a Fleet, the first FleetAutoscaler
//! scales the fleet of the parameters. A server runs one match at a time, whatever the counters are. If servers
//! register themselves, the broker's times are the matchmaker's: MatchReady counts as Confirm.

use crate::Configuration;
use crate::broker::Broker;
use crate::filters::{Filters, Names};
use crate::requirement::{MatchTooLarge, Requirement};
use matchday_fleet::broker;
use matchday_fleet::registration;
use matchday_fleet::servers::FleetSettings;
use matchday_fleet::simulation::{Flow, SimulationSettings};
use std::num::NonZeroU32;

impl Configuration {
    /// Writes the configuration of the files into `settings`, and keeps its other values. Returns the filters
    /// of its requirements. `names` are those of the scenario and its world.
    ///
    /// # Errors
    /// A match with the longest names is too large to evaluate.
    pub fn apply_to(&self, settings: &mut SimulationSettings, names: Names) -> Result<Filters, MatchTooLarge> {
        self.apply_fleet_to(&mut settings.fleet);
        let requirements = self.broker.as_ref().map(|broker| broker.apply_to(settings)).unwrap_or_default();
        Filters::new(requirements, names)
    }

    fn apply_fleet_to(&self, settings: &mut FleetSettings) {
        let Some(fleet) = self.fleet_settings().into_iter().next() else {
            let alone = self.autoscalers.first().map(|autoscaler| autoscaler.settings.clone());
            settings.autoscaler = alone.or(settings.autoscaler.take());
            return;
        };
        *settings = FleetSettings {
            matches_per_server: NonZeroU32::MIN,
            capacity: settings.capacity,
            boot: settings.boot,
            error_s: settings.error_s,
            price_micros_per_hour: settings.price_micros_per_hour,
            ..fleet
        };
    }
}

impl Broker {
    /// Writes the broker's settings. Returns the requirements, in the order of their numbers.
    fn apply_to(&self, settings: &mut SimulationSettings) -> Vec<Requirement> {
        let (of_files, requirements) = self.settings();
        match &mut settings.flow {
            Flow::Broker(broker) => {
                // A broker without allocators keeps the default one.
                let allocators = std::mem::take(&mut broker.allocators);
                *broker = of_files;
                if broker.allocators.is_empty() {
                    broker.allocators = allocators;
                }
                requirements
            }
            Flow::Register(registration) => {
                let broker::BrokerSettings { match_pickup_s, match_ready_s: confirm_s, match_max_run_s, .. } = of_files;
                let registration_s =
                    self.server_registration_s.as_ref().map_or(registration.registration_s, |written| written.value);
                *registration =
                    registration::RegistrationSettings { registration_s, match_pickup_s, confirm_s, match_max_run_s };
                let reserve_s = self.server_reserve_s.as_ref().map(|written| written.value);
                settings.reserve_s = reserve_s.unwrap_or(SimulationSettings::reserve_s(registration_s));
                // There are no filters.
                Vec::new()
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use matchday_fleet::servers::{BootTime, HealthSettings};

    fn configuration(files: &[&str]) -> Configuration {
        let mut configuration = Configuration::default();
        for file in files {
            let findings = configuration.read(file.as_bytes(), &|_| None).unwrap();
            assert!(findings.iter().all(|finding| finding.check == "not-simulated"), "{findings:?}");
        }
        configuration
    }

    fn settings(flow: Flow) -> SimulationSettings {
        let boot = BootTime { min_s: 1, median_s: 2, max_s: 3 };
        let fleet = FleetSettings { replicas: 9, boot, price_micros_per_hour: 5, ..FleetSettings::default() };
        SimulationSettings::new(flow, fleet, 300)
    }

    fn register() -> SimulationSettings {
        settings(Flow::Register(registration::RegistrationSettings::default()))
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
        let mut settings =
            settings(Flow::Broker(broker::BrokerSettings { allocators: allocators.clone(), ..Default::default() }));
        configuration(&[BROKER, FLEET, AUTOSCALER]).apply_to(&mut settings, Names::default()).unwrap();
        let Flow::Broker(broker) = &settings.flow else { panic!("the flow is the parameters'") };
        assert_eq!((broker.match_pickup_s, broker.match_ready_s, broker.match_max_run_s), (11, 12, 13 * 60));
        assert_eq!(broker.allocators, allocators);
        let FleetSettings { replicas, matches_per_server, boot, price_micros_per_hour, health, .. } = settings.fleet;
        assert_eq!((replicas, matches_per_server.get(), boot.max_s, price_micros_per_hour), (4, 1, 3, 5));
        assert_eq!(health, HealthSettings { period_s: 7, ..HealthSettings::default() });
        assert!(settings.fleet.autoscaler.is_some());
    }

    #[test]
    fn servers_that_register_themselves_have_the_brokers_times() {
        let mut settings = register();
        configuration(&[BROKER]).apply_to(&mut settings, Names::default()).unwrap();
        let times = registration::RegistrationSettings {
            registration_s: 14,
            match_pickup_s: 11,
            confirm_s: 12,
            match_max_run_s: 13 * 60,
        };
        assert_eq!((settings.flow, settings.reserve_s), (Flow::Register(times), 24));
        let mut settings = register();
        configuration(&[r#"{"MatchBroker": {"ServerReserveSeconds": 0}}"#])
            .apply_to(&mut settings, Names::default())
            .unwrap();
        assert_eq!(
            (settings.flow, settings.reserve_s),
            (Flow::Register(registration::RegistrationSettings::default()), 0)
        );
    }

    #[test]
    fn the_first_fleet_is_simulated_and_an_autoscaler_needs_none() {
        let fleet_of = |files: &[&str]| {
            let mut settings = register();
            configuration(files).apply_to(&mut settings, Names::default()).unwrap();
            settings.fleet
        };
        let other = FLEET.replace("name: one", "name: two").replace("replicas: 4", "replicas: 6");
        assert_eq!((fleet_of(&[FLEET, &other]).replicas, fleet_of(&[&other, FLEET]).replicas), (4, 6));
        assert!(
            fleet_of(&[AUTOSCALER, FLEET]).autoscaler.is_some() && fleet_of(&[AUTOSCALER, &other]).autoscaler.is_none()
        );
        assert_eq!(fleet_of(&[AUTOSCALER]).replicas, 9);
        assert!(fleet_of(&[AUTOSCALER]).autoscaler.is_some());
        let generated = FLEET.replace("name: one", "generateName: on");
        assert!(fleet_of(&[AUTOSCALER, &generated]).autoscaler.is_some());
    }
}
