//! Users' own files: recognised, read in pieces, and turned into files of a data set.
//!
//! | module | step |
//! |---|---|
//! | [`error`] | errors that refuse a file |
//! | [`kind`] | the kind of a file, by its name and its first bytes |
//! | [`report`] | the report on a file: values read, refused, clamped |
//! | [`lists`] | a list of datacenters |
//! | [`weights`] | built-in joins with other weights and another curve |
//!
//! An [`Import`] takes one file after the other, datacenters first. It returns [`Own`]: files that replace
//! the built-in files of the same names. A bad file or row is refused and reported; the others stay valid.

pub mod error;
pub mod kind;
pub mod lists;
pub mod report;
pub mod weights;

use std::collections::BTreeMap;

use crate::datacenter::Datacenter;
use crate::latency::LatencyMap;
use crate::manifest::{DATACENTERS_FILE, DatacenterEntry, JOINS_FILE, raw_map_file};
use crate::pings::{AcceptedPings, BuiltMaps, Names, PingsReader, build_maps};
use crate::recorded::{RecordedJoins, RecordedJoinsReader};
use crate::routes::RouteModel;
pub use error::ImportError;
pub use kind::{Kind, recognise};
pub use report::{Fact, Report};

/// Days of pings that are averaged: those with the most pings.
const WINDOW_DAYS: u32 = 30;
/// Largest list or map, bytes; they are kept in memory while they are read.
const WHOLE_BYTES: usize = 1 << 22;

/// A datacenter of the data set that an import extends, and its uplink.
#[derive(Clone, Debug)]
pub struct Base {
    /// The datacenter.
    pub datacenter: Datacenter,
    /// Its uplink, added to the RTT of the route model, ms.
    pub uplink_ms: f64,
}

/// The imported data, as files of a data set.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Own {
    /// Path and bytes; each replaces the file with the same path.
    pub files: Vec<(String, Vec<u8>)>,
    /// The manifest's entries of the datacenters, if they changed.
    pub datacenters: Option<Vec<DatacenterEntry>>,
}

/// An import of users' files.
#[derive(Debug)]
pub struct Import {
    sites: Vec<Base>,
    own_sites: Option<Vec<u8>>,
    maps: BTreeMap<String, LatencyMap>,
    joins: Option<Vec<u8>>,
    pings: AcceptedPings,
    /// Files read so far by their content: a second file with the same content is refused.
    given: BTreeMap<String, String>,
    reading: Option<Reading>,
}

#[derive(Debug)]
struct Reading {
    file: String,
    kind: Kind,
    content: Content,
}

#[derive(Debug)]
enum Content {
    Whole(Vec<u8>),
    Joins(RecordedJoinsReader),
    Pings(PingsReader),
}

impl Import {
    /// An import into a data set with these datacenters.
    pub fn new(sites: Vec<Base>) -> Self {
        Self {
            sites,
            own_sites: None,
            maps: BTreeMap::new(),
            joins: None,
            pings: AcceptedPings::default(),
            given: BTreeMap::new(),
            reading: None,
        }
    }

    /// Begins a file. `head` is its first 64 KB, or all of it; the caller pushes these bytes again. Files
    /// should come in the order of their kinds.
    ///
    /// # Errors
    /// A file of an unknown kind.
    pub fn open(&mut self, file: &str, head: &[u8]) -> Result<Kind, ImportError> {
        let kind = recognise(file, head)?;
        let content = match kind {
            Kind::Joins => Content::Joins(RecordedJoins::reader(file)),
            Kind::Pings => Content::Pings(PingsReader::new(file, self.names())),
            Kind::Datacenters | Kind::Map => Content::Whole(Vec::new()),
        };
        self.reading = Some(Reading { file: file.into(), kind, content });
        Ok(kind)
    }

    /// Reads the next piece of the file.
    ///
    /// # Errors
    /// A file of pings with other columns.
    pub fn push(&mut self, piece: &[u8]) -> Result<(), ImportError> {
        match self.reading.as_mut().map(|reading| &mut reading.content) {
            Some(Content::Whole(bytes)) => {
                // One byte above the limit is enough to detect a file that is too long.
                let room = (WHOLE_BYTES + 1).saturating_sub(bytes.len());
                bytes.extend_from_slice(&piece[..piece.len().min(room)]);
            }
            Some(Content::Joins(reader)) => reader.push(piece),
            Some(Content::Pings(reader)) => reader.push(piece)?,
            None => {}
        }
        Ok(())
    }

    /// Ends the file, and returns its report.
    ///
    /// # Errors
    /// A file that is refused as a whole.
    pub fn close(&mut self) -> Result<Report, ImportError> {
        let Some(Reading { file, kind, content }) = self.reading.take() else { return Ok(Report::default()) };
        let gives = match kind {
            Kind::Map => kind::datacenter_of(&file).to_owned(),
            Kind::Pings => file.clone(),
            Kind::Datacenters | Kind::Joins => format!("{kind:?}"),
        };
        if let Some(first) = self.given.get(&gives) {
            return Err(ImportError::Second { file, first: first.clone() });
        }
        let report = match content {
            Content::Whole(bytes) if bytes.len() > WHOLE_BYTES => Err(ImportError::TooLong { file: file.clone() }),
            Content::Whole(bytes) if kind == Kind::Datacenters => self.take_datacenters(&file, bytes),
            Content::Whole(bytes) => self.take_map(&file, &bytes),
            Content::Joins(reader) => {
                let (joins, summary) = reader.finish()?;
                self.joins = Some(joins.encode());
                Ok(Report::of_joins(&summary))
            }
            Content::Pings(reader) => {
                let accepted = reader.finish()?;
                let report = Report::of_pings(&accepted);
                self.pings.merge(accepted);
                Ok(report)
            }
        }?;
        self.given.insert(gives, file);
        Ok(report)
    }

    /// Ends the import. Pings become maps, with holes filled by `routes`; an imported map replaces one made
    /// of pings. The report on maps made of pings has no name.
    ///
    /// # Errors
    /// Pings of which more than a tenth are not from the days with the most.
    pub fn finish(mut self, routes: &RouteModel) -> Result<(Own, Option<Report>), ImportError> {
        let built = self.build_maps(routes)?;
        let report = built.as_ref().map(Report::of_built);
        for (site, built) in self.sites.iter().zip(built.into_iter().flat_map(|built| built.maps)) {
            if built.cleaning.measured.cells > 0 {
                self.maps.entry(site.datacenter.name.clone()).or_insert(built.map);
            }
        }
        let mut files = Vec::new();
        let mut datacenters = None;
        if let Some(bytes) = self.own_sites {
            datacenters = Some(self.sites.iter().map(|site| DatacenterEntry::own(&site.datacenter.name)).collect());
            files.push((DATACENTERS_FILE.to_owned(), bytes));
        }
        files.extend(self.joins.map(|bytes| (JOINS_FILE.to_owned(), bytes)));
        files.extend(self.maps.iter().map(|(name, map)| (raw_map_file(name), map.to_raw())));
        Ok((Own { files, datacenters }, report))
    }

    fn names(&self) -> Names {
        let datacenters: Vec<_> = self.sites.iter().map(|site| site.datacenter.clone()).collect();
        Names::new(&datacenters)
    }

    fn take_datacenters(&mut self, file: &str, bytes: Vec<u8>) -> Result<Report, ImportError> {
        let list = lists::read_datacenters(&bytes, file)?;
        let report = Report::of_datacenters(&list);
        self.sites = list.into_iter().map(|datacenter| Base { datacenter, uplink_ms: 0.0 }).collect();
        self.own_sites = Some(bytes);
        Ok(report)
    }

    fn take_map(&mut self, file: &str, bytes: &[u8]) -> Result<Report, ImportError> {
        let name = kind::datacenter_of(file);
        let site = self.sites.iter().find(|site| site.datacenter.name == name);
        let site = site.ok_or_else(|| ImportError::NoSuchDatacenter { file: file.into(), name: name.into() })?;
        let (map, report) = if kind::is_png(bytes) {
            let map = LatencyMap::from_png(bytes, file)?;
            let report = Report::of_image(&map);
            (map, report)
        } else {
            let (map, summary) = LatencyMap::from_f32_le(bytes, file, site.datacenter.location)?;
            (map, Report::of_floats(summary))
        };
        self.maps.insert(name.into(), map);
        Ok(report)
    }

    fn build_maps(&mut self, routes: &RouteModel) -> Result<Option<BuiltMaps>, ImportError> {
        if self.pings.pings == 0 {
            return Ok(None);
        }
        let sites: Vec<_> = self.sites.iter().map(|site| site.datacenter.clone()).collect();
        let uplink_ms: BTreeMap<_, _> =
            self.sites.iter().map(|site| (site.datacenter.name.as_str(), site.uplink_ms)).collect();
        let model = |site: &Datacenter| {
            routes.rtts_ms(site.location, uplink_ms.get(site.name.as_str()).copied().unwrap_or_default())
        };
        Ok(Some(build_maps(&self.pings, &sites, WINDOW_DAYS, model)?))
    }
}
