//! The parts of a data set.

use matchday_base::calendar::Date;
use serde::{Serialize, Serializer};

use crate::checksum::Fnv1a;
use crate::datacenter;
use crate::decimal;
use crate::error::AtlasError;
use crate::geo::Fallback;
use crate::json::Json;
use crate::rows;

/// The manifest's own name within the data set.
pub const MANIFEST_FILE: &str = "manifest.json";
/// The list of datacenters within the data set.
pub const DATACENTERS_FILE: &str = "datacenters.csv";
/// The joins grid within the data set.
pub const JOINS_FILE: &str = "joins.bin";
/// The land outline within the data set.
pub const LAND_FILE: &str = "land.json";
/// Version of the layout of a data set that this program reads.
const VERSION: u32 = 1;

/// The route model within the data set.
pub const ROUTES_FILE: &str = "routes.bin";
/// RTT to the nearest of all datacenters within the data set.
pub const COMBINED_FILE: &str = "maps/combined.png";

/// The latency map of a datacenter within the data set.
pub fn map_file(datacenter: &str) -> String {
    format!("maps/latency_{datacenter}.png")
}

/// The latency map of a datacenter that is not from the route model: 360 x 180 bytes, ms.
pub fn raw_map_file(datacenter: &str) -> String {
    format!("maps/latency_{datacenter}.u8")
}

/// A data set, described: `manifest.json`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Manifest {
    /// Name of the data set, for links.
    pub name: String,
    /// Version of the layout, 1.
    pub version: u32,
    /// The first shown day, whose time zone offsets the joins grid holds.
    #[serde(serialize_with = "as_text")]
    pub date: Date,
    fallback: FallbackEntry,
    /// The files that a simulation reads.
    pub files: Vec<FileEntry>,
    /// The datacenters, in the order of `datacenters.csv`, with what only people need.
    pub datacenters: Vec<DatacenterEntry>,
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
struct FallbackEntry {
    inflation: f64,
    offset_ms: f64,
}

fn as_text<S: Serializer>(date: &Date, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(date)
}

/// A file of the data set.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FileEntry {
    /// Path within the data set, with `/`.
    pub path: String,
    /// Its size.
    pub bytes: u64,
    /// FNV-1a of its bytes, sixteen hexadecimal digits.
    pub checksum: String,
}

/// What people are shown of a datacenter.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct DatacenterEntry {
    /// Its name in `datacenters.csv`.
    pub name: String,
    /// How people write it.
    pub label: String,
    /// The part of the world it is listed under.
    pub region: String,
    /// Added to the RTT that the route model gives its place, ms.
    pub uplink_ms: f64,
    /// Whether it is active by default.
    pub default: bool,
}

impl DatacenterEntry {
    /// The entry of a user's own datacenter: it is active, and adds nothing to its RTT.
    pub fn own(name: &str) -> Self {
        Self { name: name.into(), label: name.into(), region: "Yours".into(), uplink_ms: 0.0, default: true }
    }
}

impl FileEntry {
    /// The entry of a file.
    pub fn of(path: &str, bytes: &[u8]) -> Self {
        Self { path: path.into(), bytes: bytes.len() as u64, checksum: format!("{:016x}", Fnv1a::of(bytes)) }
    }
}

impl Manifest {
    /// Describes a data set by its parts.
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
    /// JSON that does not parse, with line and column, or a manifest that cannot be meant.
    pub fn parse(bytes: &[u8], file: &str) -> Result<Self, AtlasError> {
        let fail = |reason: String| AtlasError::Manifest { file: file.into(), reason };
        let manifest = Json::parse(bytes).and_then(Self::from_json).map_err(fail)?;
        let FallbackEntry { inflation, offset_ms } = manifest.fallback;
        if manifest.version != VERSION {
            return Err(fail(format!("layout version {}, this program reads version {VERSION}", manifest.version)));
        }
        if !(inflation >= 1.0 && inflation.is_finite() && offset_ms >= 0.0 && offset_ms.is_finite()) {
            let [inflation, offset_ms] = [inflation, offset_ms].map(decimal::text);
            return Err(fail(format!("fallback {inflation} x + {offset_ms} ms would beat light in fibre")));
        }
        if let Some(site) = manifest.datacenters.iter().find(|site| !datacenter::is_name(&site.name)) {
            return Err(fail(format!("\"{}\" is no datacenter name", rows::clip(&site.name))));
        }
        match manifest.datacenters.iter().find(|site| !(0.0..=255.0).contains(&site.uplink_ms)) {
            Some(site) => Err(fail(format!("{} cannot add {} ms", site.name, decimal::text(site.uplink_ms)))),
            None => Ok(manifest),
        }
    }

    fn from_json(json: Json) -> Result<Self, String> {
        let names = ["name", "version", "date", "fallback", "files", "datacenters"];
        let [name, version, date, fallback, files, datacenters] = json.fields(names)?;
        let [inflation, offset_ms] = fallback.fields(["inflation", "offset_ms"])?;
        let file = |json: Json| {
            let [path, bytes, checksum] = json.fields(["path", "bytes", "checksum"])?;
            Ok(FileEntry { path: path.text()?, bytes: bytes.whole()?, checksum: checksum.text()? })
        };
        let datacenter = |json: Json| {
            let names = ["name", "label", "region", "uplink_ms", "default"];
            let [name, label, region, uplink_ms, default] = json.fields(names)?;
            let (name, label, region) = (name.text()?, label.text()?, region.text()?);
            Ok(DatacenterEntry { name, label, region, uplink_ms: uplink_ms.number()?, default: default.bool()? })
        };
        Ok(Self {
            name: name.text()?,
            version: u32::try_from(version.whole()?).unwrap_or(u32::MAX),
            date: date
                .text()
                .and_then(|text| Date::parse(&text).ok_or(format!("date: no date `{}`", rows::clip(&text))))?,
            fallback: FallbackEntry { inflation: inflation.number()?, offset_ms: offset_ms.number()? },
            files: files.list()?.into_iter().map(file).collect::<Result<_, String>>()?,
            datacenters: datacenters.list()?.into_iter().map(datacenter).collect::<Result<_, String>>()?,
        })
    }

    /// The manifest as JSON for people to read.
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

    /// Eight hexadecimal digits that change with anything a run depends on: files, first day, fallback, default datacenters.
    pub fn checksum(&self) -> String {
        let mut sum = Fnv1a::default().then(&self.date.unix_day().to_le_bytes());
        for FileEntry { path, checksum, .. } in &self.files {
            sum = sum.then(path.as_bytes()).then(b"\0").then(checksum.as_bytes()).then(b"\n");
        }
        sum = sum.then(&self.fallback.inflation.to_le_bytes()).then(&self.fallback.offset_ms.to_le_bytes());
        for site in &self.datacenters {
            sum = sum.then(site.name.as_bytes()).then(&[0, u8::from(site.default)]).then(&site.uplink_ms.to_le_bytes());
        }
        let value = sum.value();
        format!("{:08x}", (value ^ value >> 32) as u32)
    }
}
