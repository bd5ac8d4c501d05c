//! A complete data set.

use crate::datacenter::Datacenter;
use crate::error::AtlasError;
use crate::grid::GridCell;
use crate::joins::JoinsGrid;
use crate::latency::LatencyMap;
use crate::manifest::{self, DATACENTERS_FILE, FileEntry, JOINS_FILE, MANIFEST_FILE, Manifest, ROUTES_FILE};
use crate::recorded::{self, RecordedJoins};
use crate::routes::RouteModel;

/// The source of joins.
#[derive(Clone, Debug, PartialEq)]
pub enum JoinData {
    /// A model: a weight per cell, and one curve by local hour of the week.
    Grid(JoinsGrid),
    /// A recorded day, repeated every day.
    Recorded(RecordedJoins),
}

impl JoinData {
    /// Reads the bytes of either format.
    ///
    /// # Errors
    /// The position of the first invalid byte, and the problem.
    pub fn decode(bytes: &[u8], file: &str) -> Result<Self, AtlasError> {
        if bytes.starts_with(recorded::format::MAGIC) {
            return Ok(Self::Recorded(RecordedJoins::decode(bytes, file)?));
        }
        Ok(Self::Grid(JoinsGrid::decode(bytes, file)?))
    }

    /// Every cell with joins, in order and once each.
    pub fn cells(&self) -> Vec<GridCell> {
        match self {
            Self::Grid(grid) => grid.cells().iter().map(|joins| joins.cell).collect(),
            Self::Recorded(day) => day.cells(),
        }
    }

    /// The same cells with their relative numbers of joins.
    pub fn weights(&self) -> Vec<(GridCell, u64)> {
        match self {
            Self::Grid(grid) => grid.cells().iter().map(|joins| (joins.cell, u64::from(joins.weight()))).collect(),
            Self::Recorded(day) => day.totals(),
        }
    }
}

/// All parts of a data set that a simulated day depends on.
#[derive(Clone, Debug)]
pub struct SourceData {
    /// Its name, its fallback RTT, and its texts for people.
    pub manifest: Manifest,
    /// The places and times of joins.
    pub joins: JoinData,
    /// The datacenters, in the order of their list.
    pub datacenters: Vec<Datacenter>,
    /// The latency map of each datacenter that has its own; the others use `routes`.
    pub maps: Vec<Option<LatencyMap>>,
    /// Round trips from every cell to each datacenter.
    pub routes: RouteModel,
}

impl SourceData {
    /// Reads a data set; `file` returns the files by their path within it.
    ///
    /// # Errors
    /// A file that is missing, differs from the manifest, or is invalid.
    pub fn read<'a>(mut file: impl FnMut(&str) -> Option<&'a [u8]>) -> Result<Self, AtlasError> {
        let mut get = |path: &str| file(path).ok_or_else(|| AtlasError::Missing { file: path.into() });
        let manifest = Manifest::parse(get(MANIFEST_FILE)?, MANIFEST_FILE)?;
        let mut checked = |path: &str| -> Result<&'a [u8], AtlasError> {
            let bytes = get(path)?;
            check(&manifest, path, bytes)?;
            Ok(bytes)
        };
        let joins = JoinData::decode(checked(JOINS_FILE)?, JOINS_FILE)?;
        let datacenters = Datacenter::read_csv(checked(DATACENTERS_FILE)?, DATACENTERS_FILE)?;
        let routes = RouteModel::read(checked(ROUTES_FILE)?, ROUTES_FILE)?;
        if !datacenters.iter().map(|site| &site.name).eq(manifest.datacenters.iter().map(|entry| &entry.name)) {
            let reason = format!("its datacenters are not those of {DATACENTERS_FILE}");
            return Err(AtlasError::Manifest { file: MANIFEST_FILE.into(), reason });
        }
        let map = |site: &Datacenter| {
            let paths = [manifest::raw_map_file(&site.name), manifest::byte_map_file(&site.name)];
            let listed = paths.iter().find(|&path| manifest.files.iter().any(|entry| entry.path == *path));
            listed.map(|path| LatencyMap::from_raw(checked(path)?, path)).transpose()
        };
        let maps = datacenters.iter().map(map).collect::<Result<_, _>>()?;
        Ok(Self { manifest, joins, datacenters, maps, routes })
    }
}

fn check(manifest: &Manifest, path: &str, bytes: &[u8]) -> Result<(), AtlasError> {
    let show = |entry: &FileEntry| format!("{} bytes, checksum {}", entry.bytes, entry.checksum);
    let actual = FileEntry::of(path, bytes);
    match manifest.files.iter().find(|entry| entry.path == path) {
        Some(entry) if *entry == actual => Ok(()),
        Some(entry) => Err(AtlasError::Checksum { file: path.into(), expected: show(entry), actual: show(&actual) }),
        None => Err(AtlasError::Manifest { file: MANIFEST_FILE.into(), reason: format!("it does not list {path}") }),
    }
}
