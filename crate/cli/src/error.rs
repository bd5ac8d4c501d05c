//! Errors of the command, with messages that say how to fix them.

use crate::maps::MapsError;
use crate::sweep::SweepFault;
use matchday_atlas::counted;
use matchday_observe::DayError;
use matchday_sim::servers::ServersError;
use std::io;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// An error that ends the command.
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
    /// A file that is read as a whole, and is too long.
    #[error("{}: longer than {most_mb} MB, far more than a file of this kind has", path.display())]
    TooLong {
        /// Which one.
        path: PathBuf,
        /// The longest one.
        most_mb: u64,
    },
    /// A parameter was refused.
    #[error(transparent)]
    Param(#[from] matchday_scenario::ParamError),
    /// `--set` without `=`.
    #[error("--set {0}: write --set key=value")]
    Set(String),
    /// A scenario file that is not an object of parameters.
    #[error("{}: {reason}; a scenario is a JSON object such as {{\"ccu\": 50000, \"replay\": 0.8}}", path.display())]
    Scenario {
        /// Which file.
        path: PathBuf,
        /// Why not.
        reason: String,
    },
    /// A file of tickets that cannot be replayed.
    #[error("{}: {cause}", path.display())]
    Tickets {
        /// Which file.
        path: PathBuf,
        /// Why not.
        cause: matchday_recorded_queue::QueueError,
    },
    /// A file of tickets that is no readable table.
    #[error("{}: not a readable Parquet file ({reason}); write it again, with zstd, snappy, gzip or no compression", path.display())]
    TicketTable {
        /// Which file.
        path: PathBuf,
        /// Why not.
        reason: String,
    },
    /// A file of tickets whose name does not end in a format.
    #[error("{}: tickets are written as .csv or .parquet", path.display())]
    TicketsFile {
        /// Which file.
        path: PathBuf,
    },
    /// Tickets of a day that has no single players.
    #[error("--write-tickets: an aggregate day has no single players; leave out --aggregate")]
    TicketsOfAggregate,
    /// A recorded queue where days are simulated.
    #[error("tickets: a recorded queue is replayed by matchday run; leave tickets out here")]
    TicketsHere,
    /// Options that need a day.
    #[error("{0}: a recorded queue is no day; leave out {0}, or tickets")]
    TicketsWith(&'static str),
    /// Invalid data.
    #[error(transparent)]
    Data(#[from] matchday_atlas::AtlasError),
    /// Sources from which no data set can be built.
    #[error(transparent)]
    Build(#[from] matchday_atlas::build::BuildError),
    /// Invalid datacenters.
    #[error(transparent)]
    World(#[from] matchday_sim::WorldError),
    /// A configuration without servers.
    #[error("fleet_config: the scenario has no servers to configure; set fleet=broker or fleet=register")]
    NoServers,
    /// A configuration with errors, which have been printed.
    #[error("fleet_config: {}; correct the files, or leave them out", counted(*.0 as u64, "error"))]
    FleetConfig(usize),
    /// Names of properties that are too long.
    #[error("fleet_config: {0}")]
    FleetNames(#[from] matchday_fleet_config::requirement::MatchTooLarge),
    /// Attributes that cannot be read.
    #[error("attributes: {0}")]
    Attributes(matchday_matchmaker::policy::PopulationError),
    /// A module that cannot be a plug-in.
    #[cfg(feature = "plugins")]
    #[error("{}: {cause}", path.display())]
    Plugin {
        /// Which file.
        path: PathBuf,
        /// Why not.
        cause: matchday_plugin::ModuleError,
    },
    /// A plug-in for a program without a runtime.
    #[cfg(not(feature = "plugins"))]
    #[error("plugin: this program was built without plug-ins; build it with --features plugins")]
    NoPlugins,
    /// The source of a plug-in.
    #[error("code: only the page compiles AssemblyScript; compile it with asc, and set plugin=FILE.wasm")]
    Code,
    /// Constants that cannot be read.
    #[cfg(feature = "plugins")]
    #[error("constants: {0}")]
    Constants(matchday_sim::policy::ConstantsError),
    /// A policy that failed during the day.
    #[error(transparent)]
    Policy(#[from] matchday_matchmaker::policy::Fault),
    /// Days that cannot be simulated.
    #[error(transparent)]
    Day(#[from] DayError),
    /// Pings from which no maps can be built.
    #[error(transparent)]
    Maps(#[from] MapsError),
    /// An invalid table of steps.
    #[error("{}: {cause}", path.display())]
    Widening {
        /// Which file.
        path: PathBuf,
        /// Why, and in which line.
        cause: String,
    },
    /// Invalid matches.
    #[error("{}: {cause}", path.display())]
    Rate {
        /// Which file.
        path: PathBuf,
        /// Why, and in which line.
        cause: crate::rate::Fault,
    },
    /// A setting of Glicko-2 without Glicko-2.
    #[error("--tau: only glicko2 has this setting; add --system glicko2 or --shadow glicko2")]
    Tau,
    /// An invalid sweep.
    #[error(transparent)]
    Sweep(#[from] SweepFault),
    /// A season of days without a ladder.
    #[error("ranked=off: a season stores ranked days only; add --set ranked=1v1")]
    NotRanked,
    /// A season whose link cannot contain all of its texts.
    #[error("{0}")]
    NotStored(matchday_scenario::link::NotStored),
    /// An error of a season's store.
    #[error("{}: {cause}", path.display())]
    Season {
        /// Which file.
        path: PathBuf,
        /// Why not.
        cause: matchday_store::StoreError,
    },
    /// Events of a day without single players.
    #[error("--events: an aggregate day has no single players; leave out --aggregate")]
    EventsOfAggregate,
    /// A table of events in an unknown format.
    #[error("--events {}: the name must end in .csv or .parquet", path.display())]
    EventsFile {
        /// Which file.
        path: PathBuf,
    },
    /// Events of a datacenter that the day does not have.
    #[error("--datacenter {name}: not on in this day; on are {known}")]
    EventsDatacenter {
        /// The name.
        name: String,
        /// The names of those that are on.
        known: String,
    },
    /// Standard output cannot be written.
    #[error("standard output: {0}")]
    Output(io::Error),
}

impl CliError {
    /// Whether the arguments are wrong, whatever files and stores contain: options, parameters, and what does not go
    /// together.
    pub fn is_usage(&self) -> bool {
        match self {
            Self::Param(_)
            | Self::Set(_)
            | Self::TicketsFile { .. }
            | Self::TicketsOfAggregate
            | Self::TicketsHere
            | Self::TicketsWith(_)
            | Self::World(_)
            | Self::NoServers
            | Self::Attributes(_)
            | Self::Code
            | Self::Tau
            | Self::NotRanked
            | Self::NotStored(_)
            | Self::EventsOfAggregate
            | Self::EventsFile { .. }
            | Self::EventsDatacenter { .. }
            | Self::Maps(MapsError::Until(_))
            | Self::Sweep(SweepFault::Spec { .. } | SweepFault::NoSweep(_)) => true,
            #[cfg(feature = "plugins")]
            Self::Constants(_) => true,
            #[cfg(not(feature = "plugins"))]
            Self::NoPlugins => true,
            Self::Day(cause) => !matches!(cause, DayError::Fault(_) | DayError::Servers(ServersError::Broker(_))),
            _ => false,
        }
    }

    /// The error of a file.
    pub fn file(path: &Path) -> impl FnOnce(io::Error) -> CliError {
        let path = path.to_owned();
        move |cause| CliError::File { path, cause }
    }

    /// The error of a file of tickets.
    pub fn tickets(path: &Path) -> impl Fn(matchday_recorded_queue::QueueError) -> CliError {
        let path = path.to_owned();
        move |cause| CliError::Tickets { path: path.clone(), cause }
    }

    /// The error of a store.
    pub fn season(path: &Path) -> impl FnOnce(matchday_store::StoreError) -> CliError {
        let path = path.to_owned();
        move |cause| CliError::Season { path, cause }
    }
}
