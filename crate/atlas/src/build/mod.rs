//! Makes the built-in data set from its public sources. Native only: it carries a time zone database.
//!
//! | module | what it makes |
//! |---|---|
//! | [`sources`] | the source files as numbers: cities, countries, land |
//! | [`places`] | the joins grid, from population, internet use and income |
//! | [`land`] | the land outline for drawing, and which one-degree cells hold land |
//! | [`routes`] | the route model: hubs, lines between them, and how each cell reaches them |
//! | [`raster`] | outlines on a fine grid, and their share of each cell |
//! | [`sites`] | the datacenters |
//! | [`measured`] | how far the route model is from measured latency maps |
//! | [`report`] | how well the default datacenters reach the joins |
//!
//! Pure functions over bytes; equal sources give equal files.

pub mod land;
pub mod measured;
pub mod places;
pub mod raster;
pub mod report;
pub mod routes;
pub mod sites;
pub mod sources;

use matchday_base::calendar::Date;
use thiserror::Error;

use crate::checksum::Fnv1a;
use crate::datacenter::Datacenter;
use crate::geo::Fallback;
use crate::latency::LatencyMap;
use crate::manifest::{
    COMBINED_FILE, DATACENTERS_FILE, DatacenterEntry, FileEntry, JOINS_FILE, LAND_FILE, MANIFEST_FILE, Manifest,
    ROUTES_FILE, map_file,
};
use crate::routes::RouteModel;
pub use report::Report;
pub use sources::Sources;

/// The built-in data set's name.
const NAME: &str = "world";
/// The first shown day; the time zone offsets are those of its noon.
const DATE: jiff::civil::Date = jiff::civil::date(2026, 5, 20);
/// Great circle fitted to published measured latency maps: mean error 13.7 ms, weighted by internet users.
const FALLBACK: Fallback = Fallback { inflation: 1.587, offset_ms: 17.8 };
/// Every file of the data set with its checksum.
pub const CHECKSUMS_FILE: &str = "checksums.txt";

/// Why a data set cannot be made from these sources.
#[derive(Debug, Error)]
pub enum BuildError {
    /// A source that is not the JSON it should be.
    #[error("{file}: {reason}")]
    Source {
        /// Which source.
        file: &'static str,
        /// What the parser found.
        reason: String,
    },
    /// A time zone that the time zone database does not have.
    #[error("city {city}: {reason}")]
    TimeZone {
        /// The first city that is in it.
        city: String,
        /// What the database says.
        reason: String,
    },
    /// Sources that lead to a grid no reader would take.
    #[error("the joins grid cannot be coded: {0}")]
    Joins(#[from] crate::JoinsProblem),
    /// A list of datacenters that no reader would take.
    #[error(transparent)]
    Datacenters(#[from] crate::AtlasError),
}

/// A data set, ready to be written.
#[derive(Clone, Debug)]
pub struct Built {
    /// Paths within the data set and contents, in the order of `checksums.txt`, which is the last.
    pub files: Vec<(String, Vec<u8>)>,
    /// How well it reaches its joins.
    pub report: Report,
}

/// Makes the built-in data set.
///
/// # Errors
/// Sources that do not parse or contradict themselves.
pub fn data_set(sources: &Sources) -> Result<Built, BuildError> {
    let (cities, countries) = (sources::cities(sources)?, sources::countries(sources)?);
    let places = places::grid(&cities, &countries)?;
    let outline = sources::land(sources)?;
    let mask = land::cells_with_data(&outline, &places.joins);
    let model = RouteModel::new(routes::routes(sources, &cities, &countries, &mask)?);
    let datacenters = Datacenter::read_csv(&sites::csv(), DATACENTERS_FILE)?;
    let entries = sites::entries();
    let map = |(site, entry): (Datacenter, &DatacenterEntry)| {
        let map = model.map(site.location, entry.uplink_ms);
        (site, map)
    };
    let maps: Vec<_> = datacenters.into_iter().zip(&entries).map(map).collect();

    let simulated = vec![
        (JOINS_FILE.to_owned(), places.joins.encode()),
        (LAND_FILE.to_owned(), land::to_json(&outline)),
        (DATACENTERS_FILE.to_owned(), sites::csv()),
        (ROUTES_FILE.to_owned(), model.routes().encode()),
    ];
    let listed = simulated.iter().map(|(path, bytes)| FileEntry::of(path, bytes)).collect();
    let date = Date { year: DATE.year().into(), month: DATE.month() as u8, day: DATE.day() as u8 };
    let manifest = Manifest::new(NAME, date, FALLBACK, listed, entries);
    let mut files = simulated;
    files.extend(maps.iter().map(|(site, map)| (map_file(&site.name), map.to_png())));
    files.push((COMBINED_FILE.to_owned(), LatencyMap::nearest(maps.iter().map(|(_, map)| map)).to_png()));
    files.push((MANIFEST_FILE.to_owned(), manifest.to_json()));
    files.push((CHECKSUMS_FILE.to_owned(), checksums(&files)));
    Ok(Built { report: Report::new(&places, &maps, &manifest), files })
}

/// One line a file: FNV-1a in sixteen hexadecimal digits, two blanks, path.
fn checksums(files: &[(String, Vec<u8>)]) -> Vec<u8> {
    let lines = files.iter().map(|(path, bytes)| format!("{:016x}  {path}\n", Fnv1a::of(bytes)));
    lines.collect::<String>().into_bytes()
}
