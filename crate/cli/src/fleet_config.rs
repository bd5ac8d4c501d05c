//! `fleet_config`: applies users' configuration files to simulated servers.

use crate::error::CliError;
use crate::lint::{self, Files};
use crate::terminal::tell;
use matchday_fleet_config::Severity;
use matchday_fleet_config::files::split;
use matchday_fleet_config::filters::Names;
use matchday_fleet_config::lint::Circumstances;
use matchday_fleet_config::requirement::Property;
use matchday_scenario::Params;
use matchday_sim::World;
use matchday_sim::servers::{self, Filters, FleetRules};
use std::path::Path;

/// The configuration of a scenario's files.
pub struct FleetConfig(Files);

impl FleetConfig {
    /// Reads the files of a scenario, if it has any.
    ///
    /// # Errors
    /// An unreadable built-in data set.
    pub fn of(params: &Params) -> Result<Option<Self>, CliError> {
        let (mut read, utc_offset_s) = (Files::default(), lint::utc_offsets()?);
        let files = split(params.fleet_config());
        files.iter().for_each(|(name, content)| read.read(Path::new(name), content.as_bytes(), &utc_offset_s));
        Ok((!files.is_empty()).then_some(Self(read)))
    }

    /// Prints the findings about the files on standard error.
    ///
    /// # Errors
    /// A finding is an error.
    pub fn check(&self, world: &World, params: &Params) -> Result<(), CliError> {
        let names = names(world, params);
        let circumstances = Circumstances {
            longest_match_s: Some(params.match_s()),
            boot_s: params.boot_s().into(),
            constants: names.constants.iter().map(|(name, _)| name.clone()).collect(),
            names: Some(names),
            days_s: Some(lint::days_s(params.days())?),
            ..Circumstances::default()
        };
        let findings = self.0.lint(&circumstances);
        findings.iter().for_each(|finding| tell!("{}", self.0.line(finding).trim_end()));
        let errors = findings.iter().filter(|finding| finding.severity == Severity::Error).count();
        if errors > 0 { Err(CliError::FleetConfig(errors)) } else { Ok(()) }
    }

    /// The rules for the servers of a scenario; `None` where it has no servers.
    ///
    /// # Errors
    /// Names that are too long to evaluate requirements.
    pub fn rules(&self, world: &World, params: &Params) -> Result<Option<FleetRules>, CliError> {
        let Some(mut settings) = servers::settings(params) else { return Ok(None) };
        let filters = self.0.configuration.apply_to(&mut settings, names(world, params))?;
        Ok(Some(FleetRules { settings, filters: Filters::new(filters) }))
    }
}

/// The names that properties of matches have.
fn names(world: &World, params: &Params) -> Names {
    let constants = params.match_properties().into_iter();
    Names {
        modes: servers::mode_names(params),
        maps: servers::map_names(params),
        regions: servers::region_names(world).into_iter().map(String::from).collect(),
        datacenters: world.datacenters.iter().map(|active| active.datacenter.name.clone()).collect(),
        constants: constants.map(|(name, value)| (name.to_owned(), Property::read(value))).collect(),
    }
}
