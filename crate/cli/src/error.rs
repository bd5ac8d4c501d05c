//! What can go wrong, said so that it can be mended.

use std::io;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// Why the command gave up.
#[derive(Debug, Error)]
pub enum CliError {
    /// A file could not be read or written.
    #[error("{}: {cause}", path.display())]
    File {
        /// Which one.
        path: PathBuf,
        /// Why.
        cause: io::Error,
    },
    /// A parameter was refused.
    #[error(transparent)]
    Param(#[from] matchday_scenario::ParamError),
    /// `--set` without `=`.
    #[error("--set {0}: write --set key=value")]
    Set(String),
    /// A scenario file that is no object of parameters.
    #[error("{}: {reason}; a scenario is a JSON object such as {{\"ccu\": 50000, \"replay\": 0.8}}", path.display())]
    Scenario {
        /// Which file.
        path: PathBuf,
        /// Why not.
        reason: String,
    },
    /// Data that does not read.
    #[error(transparent)]
    Data(#[from] matchday_atlas::AtlasError),
    /// Sources that lead to no data set.
    #[error(transparent)]
    Build(#[from] matchday_atlas::build::BuildError),
    /// Datacenters that cannot be.
    #[error(transparent)]
    World(#[from] matchday_sim::WorldError),
    /// A configuration of servers that does not read.
    #[error("{}: {cause}", path.display())]
    FleetFile {
        /// Which file.
        path: PathBuf,
        /// Why, and where.
        cause: matchday_fleet_config::ReadError,
    },
    /// A configuration without servers.
    #[error("fleet_config: there are no servers to configure; set fleet=broker or fleet=register")]
    NoServers,
    /// A configuration that cannot be simulated.
    #[error("fleet_config: {0}")]
    FleetConfig(#[from] matchday_fleet_config::simulation::OperationError),
    /// Days that cannot be.
    #[error(transparent)]
    Day(#[from] matchday_sim::DayError),
    /// Pings that lead to no maps.
    #[error(transparent)]
    Maps(#[from] crate::maps::MapsError),
    /// A table of steps that does not read.
    #[error("{}: {cause}", path.display())]
    Widening {
        /// Which file.
        path: PathBuf,
        /// Why, and in which line.
        cause: String,
    },
    /// Matches that do not read.
    #[error("{}: {cause}", path.display())]
    Rate {
        /// Which file.
        path: PathBuf,
        /// Why, and in which line.
        cause: crate::rate::Fault,
    },
    /// A setting of Glicko-2 without Glicko-2.
    #[error("--tau: only glicko2 has it; write --system glicko2 or --shadow glicko2")]
    Tau,
    /// A sweep that cannot be.
    #[error(transparent)]
    Sweep(#[from] crate::sweep::SweepFault),
    /// A season of days that have no ladder.
    #[error("ranked: off has no ladder to store; write --set ranked=1v1")]
    NotRanked,
    /// A season on servers that its link cannot tell of.
    #[error("fleet_config: a stored season is known by its link, which carries no files; leave it out")]
    SeasonOfFiles,
    /// A store of a season.
    #[error("{}: {cause}", path.display())]
    Season {
        /// Which file.
        path: PathBuf,
        /// Why not.
        cause: matchday_store::StoreError,
    },
    /// Standard output is gone.
    #[error("standard output: {0}")]
    Output(io::Error),
}

impl CliError {
    /// The error of a file.
    pub fn file(path: &Path) -> impl FnOnce(io::Error) -> CliError {
        let path = path.to_owned();
        move |cause| CliError::File { path, cause }
    }

    /// The error of a store.
    pub fn season(path: &Path) -> impl FnOnce(matchday_store::StoreError) -> CliError {
        let path = path.to_owned();
        move |cause| CliError::Season { path, cause }
    }
}
