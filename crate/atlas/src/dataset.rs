//! A whole data set.

use crate::datacenter::Datacenter;
use crate::error::AtlasError;
use crate::joins::JoinsGrid;
use crate::manifest::{DATACENTERS_FILE, FileEntry, JOINS_FILE, MANIFEST_FILE, Manifest, ROUTES_FILE};
use crate::routes::RouteModel;

/// Everything of a data set that a simulated day depends on.
#[derive(Clone, Debug)]
pub struct DataSet {
    /// What it is called, its fallback, and what people are shown.
    pub manifest: Manifest,
    /// Where joins come from, and when.
    pub joins: JoinsGrid,
    /// The datacenters, in the order of their list.
    pub datacenters: Vec<Datacenter>,
    /// How long packets take from anywhere to each of them.
    pub routes: RouteModel,
}

impl DataSet {
    /// Reads a data set whose files `file` hands out by their path within it.
    ///
    /// # Errors
    /// A file that is missing, is not the one the manifest describes, or does not read.
    pub fn read<'a>(mut file: impl FnMut(&str) -> Option<&'a [u8]>) -> Result<Self, AtlasError> {
        let mut get = |path: &str| file(path).ok_or_else(|| AtlasError::Missing { file: path.into() });
        let manifest = Manifest::parse(get(MANIFEST_FILE)?, MANIFEST_FILE)?;
        let mut checked = |path: &str| -> Result<&'a [u8], AtlasError> {
            let bytes = get(path)?;
            check(&manifest, path, bytes)?;
            Ok(bytes)
        };
        let joins = JoinsGrid::decode(checked(JOINS_FILE)?, JOINS_FILE)?;
        let datacenters = Datacenter::read_csv(checked(DATACENTERS_FILE)?, DATACENTERS_FILE)?;
        let routes = RouteModel::read(checked(ROUTES_FILE)?, ROUTES_FILE)?;
        if !datacenters.iter().map(|site| &site.name).eq(manifest.datacenters.iter().map(|entry| &entry.name)) {
            let reason = format!("its datacenters are not those of {DATACENTERS_FILE}");
            return Err(AtlasError::Manifest { file: MANIFEST_FILE.into(), reason });
        }
        Ok(Self { manifest, joins, datacenters, routes })
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
