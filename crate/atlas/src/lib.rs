//! Geography, datacenters, latency maps and the joins of players, with their readers and checks.
//!
//! | module | what it holds |
//! |---|---|
//! | [`geo`] | [`Location`], great-circle distance, light in fibre, the great-circle [`Fallback`] |
//! | [`latency`] | [`LatencyMap`]: RTT to one datacenter on a one-degree grid, its sampler, [`rtt_ms`] |
//! | [`routes`] | [`RouteModel`]: the latency map of any place on Earth, from a model of networks |
//! | [`continent`] | [`Continent`], and its two letters |
//! | [`coverage`] | [`Audience`]: the coverage of a set of datacenters, by continent |
//! | [`distance_misrouting`] | joins for which distance selects a slower datacenter |
//! | [`siting`] | the best places for the next datacenter, and datacenters that are safe to switch off |
//! | [`datacenter`] | [`Datacenter`] and its list, `id,name,lat,long` |
//! | [`grid`] | [`GridCell`]: the quarter-degree cells of joins |
//! | [`joins`] | [`JoinsGrid`]: each cell's share of the world's joins, and its time zone |
//! | [`curve`] | [`WeekCurve`]: the joins of a place over its local week |
//! | [`recorded`] | [`RecordedJoins`]: recorded joins, `HH:MM:SS,lat,long` |
//! | [`pings`] | latency maps from raw pings, `timestamp,lat,long,datacenter,rtt_ms` |
//! | [`import`] | users' own files: their kinds, reports, and the data set made of them |
//! | [`manifest`] | [`Manifest`]: the parts of a data set, and its checksum |
//! | [`dataset`] | [`SourceData`]: a complete data set, read and checked |
//!
//! Readers take bytes and a file name for errors; none opens a file. Invalid input is refused with a typed
//! [`AtlasError`] that names the position, or counted in a summary; nothing here panics on bad input.
//!
//! The feature `build` adds `build`, which builds the built-in data set from its public sources.
//!
//! ```
//! use matchday_atlas::{Datacenter, Fallback, Location, rtt_ms};
//!
//! let sites = Datacenter::read_csv(b"109,miami,25.7743,-80.1937\n", "datacenters.csv")?;
//! let lima = Location::new(-12.0432, -77.0282)?;
//! let fallback = Fallback { inflation: 1.587, offset_ms: 17.8 };
//! assert_eq!(rtt_ms(None, &sites[0], lima, fallback), 85);
//! # Ok::<(), matchday_atlas::AtlasError>(())
//! ```
#![forbid(unsafe_code)]

#[cfg(feature = "build")]
pub mod build;
mod bytes;
mod clock;
pub mod continent;
pub mod coverage;
pub mod curve;
pub mod datacenter;
pub mod dataset;
pub mod distance_misrouting;
pub mod error;
pub mod geo;
mod grey_png;
pub mod grid;
pub mod import;
pub mod joins;
pub mod latency;
pub mod manifest;
pub mod pings;
pub mod recorded;
pub mod routes;
mod rows;
pub mod siting;
mod wrong_file;

pub use continent::Continent;
pub use coverage::{Audience, Coverage, Reached};
pub use curve::WeekCurve;
pub use datacenter::Datacenter;
pub use dataset::{JoinData, SourceData};
pub use error::{AtlasError, JoinsProblem, RowProblem, counted};
pub use geo::{Fallback, Location, LocationError};
pub use grid::GridCell;
pub use joins::{JoinsCell, JoinsGrid};
pub use latency::{LatencyMap, MapSummary, rtt_ms};
pub use manifest::Manifest;
pub use recorded::{JoinGroup, RecordedJoins, RecordedJoinsReader, RecordedSummary};
pub use routes::RouteModel;
