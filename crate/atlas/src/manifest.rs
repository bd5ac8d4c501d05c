//! The parts of a data set.

use std::hash::Hasher;

use fnv::FnvHasher;
use matchday_base::calendar::Date;
use matchday_base::digest::fnv1a;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::datacenter;
use crate::error::AtlasError;
use crate::geo::Fallback;
use crate::rows;

/// The manifest's path within the data set.
pub const MANIFEST_FILE: &str = "manifest.json";
/// The list of datacenters within the data set.
pub const DATACENTERS_FILE: &str = "datacenters.csv";
/// The joins grid within the data set.
pub const JOINS_FILE: &str = "joins.bin";
/// The land outline within the data set.
pub const LAND_FILE: &str = "land.json";
/// Supported version of a data set's layout.
const VERSION: u32 = 1;

/// The route model within the data set.
pub const ROUTES_FILE: &str = "routes.bin";
/// RTT to the nearest of all datacenters within the data set.
pub const COMBINED_FILE: &str = "maps/combined.png";

/// The latency map of a datacenter within the data set.
pub fn map_file(datacenter: &str) -> String {
    format!("maps/latency_{datacenter}.png")
}

/// The latency map of a datacenter that does not use the route model: 360 x 180 16-bit numbers, ms.
pub fn raw_map_file(datacenter: &str) -> String {
    format!("maps/latency_{datacenter}.u16")
}

/// The same as earlier versions kept it: the bytes of a picture.
pub fn byte_map_file(datacenter: &str) -> String {
    format!("maps/latency_{datacenter}.u8")
}

/// The manifest of a data set: `manifest.json`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    /// Name of the data set, for links.
    pub name: String,
    /// Version of the layout, 1.
    pub version: u32,
    /// The first shown day; the joins grid has its time zone offsets.
    #[serde(serialize_with = "write_date", deserialize_with = "read_date")]
    pub date: Date,
    fallback: FallbackEntry,
    /// The files that a simulation reads.
    pub files: Vec<FileEntry>,
    /// The datacenters, in the order of `datacenters.csv`, with their texts for people.
    pub datacenters: Vec<DatacenterEntry>,
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct FallbackEntry {
    inflation: f64,
    offset_ms: f64,
}

fn write_date<S: Serializer>(date: &Date, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(date)
}

fn read_date<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Date, D::Error> {
    let text = String::deserialize(deserializer)?;
    Date::parse(&text).ok_or_else(|| D::Error::custom(format!("date: no date `{}`", rows::clip(&text))))
}

/// A file of the data set.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FileEntry {
    /// Path within the data set, with `/`.
    pub path: String,
    /// Its size, bytes.
    pub bytes: u64,
    /// FNV-1a of its bytes, sixteen hexadecimal digits.
    pub checksum: String,
}

/// A datacenter's data outside `datacenters.csv`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DatacenterEntry {
    /// Its name in `datacenters.csv`.
    pub name: String,
    /// Its name for people.
    pub label: String,
    /// The region in whose list it stands.
    pub region: String,
    /// Its uplink, added to the RTT of the route model, ms.
    pub uplink_ms: f64,
    /// Whether it is active by default.
    pub default: bool,
}

impl DatacenterEntry {
    /// The entry of a user's own datacenter: active, with an uplink of 0 ms.
    pub fn own(name: &str) -> Self {
        Self { name: name.into(), label: name.into(), region: "Yours".into(), uplink_ms: 0.0, default: true }
    }
}

impl FileEntry {
    /// The entry of a file.
    pub fn of(path: &str, bytes: &[u8]) -> Self {
        Self { path: path.into(), bytes: bytes.len() as u64, checksum: format!("{:016x}", fnv1a(bytes)) }
    }
}

impl Manifest {
    /// The manifest of a data set with these parts.
    pub fn new(
        name: &str,
        date: Date,
        fallback: Fallback,
        files: Vec<FileEntry>,
        datacenters: Vec<DatacenterEntry>,
    ) -> Self {
        let Fallback { inflation, offset_ms } = fallback;
        let fallback = FallbackEntry { inflation, offset_ms };
        Self { name: name.into(), version: VERSION, date, fallback, files, datacenters }
    }

    /// Reads a manifest.
    ///
    /// # Errors
    /// JSON that does not parse, with line and column, or an invalid manifest.
    pub fn parse(bytes: &[u8], file: &str) -> Result<Self, AtlasError> {
        let fail = |reason: String| AtlasError::Manifest { file: file.into(), reason };
        let manifest: Self = serde_json::from_slice(bytes).map_err(|error| fail(error.to_string()))?;
        let FallbackEntry { inflation, offset_ms } = manifest.fallback;
        if manifest.version != VERSION {
            return Err(fail(format!("layout version {}, this program reads version {VERSION}", manifest.version)));
        }
        if !(inflation >= 1.0 && inflation.is_finite() && offset_ms >= 0.0 && offset_ms.is_finite()) {
            return Err(fail(format!("fallback {inflation} x + {offset_ms} ms would beat light in fibre")));
        }
        if let Some(site) = manifest.datacenters.iter().find(|site| !datacenter::is_name(&site.name)) {
            return Err(fail(format!("\"{}\" is no datacenter name", rows::clip(&site.name))));
        }
        match manifest.datacenters.iter().find(|site| !(0.0..=255.0).contains(&site.uplink_ms)) {
            Some(site) => Err(fail(format!("{} cannot add {} ms", site.name, site.uplink_ms))),
            None => Ok(manifest),
        }
    }

    /// The manifest as readable JSON.
    pub fn to_json(&self) -> Vec<u8> {
        let mut json = serde_json::to_vec_pretty(self).expect("strings and numbers always serialise");
        json.push(b'\n');
        json
    }

    /// RTT where no map has data.
    pub fn fallback(&self) -> Fallback {
        let FallbackEntry { inflation, offset_ms } = self.fallback;
        Fallback { inflation, offset_ms }
    }

    /// Checksum of everything that a run depends on: files, first day, fallback, default datacenters. Eight
    /// hexadecimal digits.
    pub fn checksum(&self) -> String {
        let mut sum = FnvHasher::default();
        sum.write(&self.date.unix_day().to_le_bytes());
        for FileEntry { path, checksum, .. } in &self.files {
            sum.write(path.as_bytes());
            sum.write(b"\0");
            sum.write(checksum.as_bytes());
            sum.write(b"\n");
        }
        sum.write(&self.fallback.inflation.to_le_bytes());
        sum.write(&self.fallback.offset_ms.to_le_bytes());
        for site in &self.datacenters {
            sum.write(site.name.as_bytes());
            sum.write(&[0, u8::from(site.default)]);
            sum.write(&site.uplink_ms.to_le_bytes());
        }
        let value = sum.finish();
        format!("{:08x}", (value ^ value >> 32) as u32)
    }
}
