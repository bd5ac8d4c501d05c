//! `fleet_config`: applies users' configuration files to simulated servers.

use crate::error::CliError;
use crate::lint;
use crate::scenario::Scenario;
use matchday_fleet::simulation::Settings;
use matchday_fleet_config::Configuration;
use matchday_fleet_config::filters::Names;
use matchday_sim::World;
use matchday_sim::servers::{self, Filters, FleetRules};

/// The configuration of the files, and the defaults for missing values.
pub struct FleetConfig {
    configuration: Configuration,
    settings: Settings,
}

impl FleetConfig {
    /// Reads the files of a scenario, if it has any. Unread keys go to standard error.
    ///
    /// # Errors
    /// A file that cannot be read, or a scenario without servers.
    pub fn read(Scenario { params, fleet_config }: &Scenario) -> Result<Option<Self>, CliError> {
        if fleet_config.is_empty() {
            return Ok(None);
        }
        let settings = servers::settings(params).ok_or(CliError::NoServers)?;
        let (mut configuration, utc_offset_s) = (Configuration::default(), lint::utc_offsets()?);
        for path in fleet_config {
            let read = configuration.read(&lint::bytes(path)?, &utc_offset_s);
            let findings = read.map_err(|cause| CliError::FleetFile { path: path.clone(), cause })?;
            findings.iter().for_each(|finding| eprint!("{}", lint::line(path, finding)));
        }
        Ok(Some(Self { configuration, settings }))
    }

    /// The rules for the servers of a world.
    ///
    /// # Errors
    /// A configuration that cannot be simulated.
    pub fn rules(self, world: &World) -> Result<FleetRules, CliError> {
        let Self { configuration, mut settings } = self;
        let names = Names {
            regions: servers::region_names(world).into_iter().map(String::from).collect(),
            datacenters: world.datacenters.iter().map(|active| active.datacenter.name.clone()).collect(),
            ..Names::default()
        };
        let filters = configuration.tell(&mut settings, names)?;
        Ok(FleetRules { settings, filters: Filters::new(filters) })
    }
}
