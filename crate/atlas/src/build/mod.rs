//! Builds the built-in data set from its public sources. Native only: it contains a time zone database.
//!
//! | module | output |
//! |---|---|
//! | [`sources`] | the source files as numbers: cities, countries, land |
//! | [`places`] | the joins grid, from population, internet use and income |
//! | [`land`] | the land outline for drawing, and the one-degree cells that hold land |
//! | [`routes`] | the route model: hubs, lines between them, and each cell's access to them |
//! | [`raster`] | outlines on a fine grid, and their share of each cell |
//! | [`sites`] | the datacenters |
//! | [`measured`] | the error of the route model against measured latency maps |
//! | [`report`] | the joins' RTTs to the default datacenters |
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
use matchday_base::digest::fnv1a;
use thiserror::Error;

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
/// The first shown day; time zone offsets are those of its noon.
const DATE: jiff::civil::Date = jiff::civil::date(2026, 5, 20);
/// Fitted to published measured latency maps: mean error 13.7 ms, weighted by internet users.
const FALLBACK: Fallback = Fallback { inflation: 1.587, offset_ms: 17.8 };
/// The list of all files of the data set with their checksums.
pub const CHECKSUMS_FILE: &str = "checksums.txt";

/// Why no data set can be built from these sources.
#[derive(Debug, Error)]
pub enum BuildError {
    /// A source that is not valid JSON, or has another structure.
    #[error("{file}: {reason}")]
    Source {
        /// Which source.
        file: &'static str,
        /// The parser's message.
        reason: String,
    },
    /// A time zone that is missing in the time zone database.
    #[error("city {city}: {reason}")]
    TimeZone {
        /// The first city in it.
        city: String,
        /// The database's message.
        reason: String,
    },
    /// An invalid joins grid.
    #[error("the joins grid cannot be coded: {0}")]
    Joins(#[from] crate::JoinsProblem),
    /// An invalid list of datacenters.
    #[error(transparent)]
    Datacenters(#[from] crate::AtlasError),
}

/// A data set, ready to be written.
#[derive(Clone, Debug)]
pub struct Built {
    /// Paths within the data set and contents, in the order of `checksums.txt`, which comes last.
    pub files: Vec<(String, Vec<u8>)>,
    /// The joins' RTTs to its datacenters.
    pub report: Report,
}

/// Builds the built-in data set.
///
/// # Errors
/// Sources that do not parse or are inconsistent.
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

/// One line per file: FNV-1a in sixteen hexadecimal digits, two blanks, path.
fn checksums(files: &[(String, Vec<u8>)]) -> Vec<u8> {
    let lines = files.iter().map(|(path, bytes)| format!("{:016x}  {path}\n", fnv1a(bytes)));
    lines.collect::<String>().into_bytes()
}

#[cfg(test)]
mod tests {
    use super::*;

    const CITIES: &str = r#"{"3936456": {"name": "Lima", "latitude": -12.04, "longitude": -77.03,
        "countrycode": "PE", "population": 1000, "timezone": "America/Lima"}}"#;

    #[test]
    fn sources_that_make_no_data_set_are_refused() {
        for (from, to, says) in [
            ("}}", "}", "cities500.json: EOF while parsing an object"),
            ("-12.04", "-112.04", "cities500.json: Lima: latitude -112.04 is not between -90 and 90"),
            ("America/Lima", "America/Limbo", "city Lima: failed to find time zone `America/Limbo`"),
            ("1000", "0", "the joins grid cannot be coded: 0 cells; there must be 1 to 1036800"),
            ("1000", "2000", "land-50m.json: EOF while parsing a value"),
        ] {
            assert!(CITIES.contains(from), "{from}");
            let sources = Sources {
                land: Vec::new(),
                outlines: Vec::new(),
                cities: CITIES.replacen(from, to, 1).into_bytes(),
                countries: br#"{"PE": {"population": 1000, "continentcode": "SA", "isonumeric": 604}}"#.to_vec(),
                factbook: Vec::new(),
                hubs: Vec::new(),
                links: Vec::new(),
            };
            let error = data_set(&sources).unwrap_err().to_string();
            assert!(error.starts_with(says), "{error}");
        }
    }
}
