//! The data set of a scenario: joins, datacenters and latencies.

use crate::joins::JoinModel;
use crate::policy::Plugin;
use matchday_atlas::latency::MapPlace;
use matchday_atlas::manifest::DatacenterEntry;
use matchday_atlas::{Datacenter, Fallback, GridCell, JoinData, LatencyMap, Location, RouteModel, SourceData, rtt_ms};
use matchday_base::Calendar;
use matchday_matchmaker::LatencyTable;
use matchday_scenario::Params;
use matchday_scenario::params::Joins;
use std::sync::{Arc, OnceLock};
use thiserror::Error;

/// Most datacenters that can be active at once.
pub const MAX_ACTIVE: usize = LatencyTable::MOST_DATACENTERS;

/// An error in the `dcs` parameter.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum WorldError {
    /// A name that is not in the data set.
    #[error("dcs: there is no datacenter `{name}`; write +{name}@lat,lon to add one of your own")]
    UnknownDatacenter {
        /// The name.
        name: String,
    },
    /// An added datacenter without a readable location.
    #[error("dcs: `{token}` has no place; write +name@lat,lon with degrees from -90 to 90 and -180 to 180")]
    NoPlace {
        /// The text.
        token: String,
    },
    /// Two datacenters of the same name.
    #[error("dcs: a datacenter called `{name}` is there already")]
    Duplicate {
        /// The name.
        name: String,
    },
    /// All datacenters are switched off.
    #[error("dcs: every datacenter is switched off; leave at least one on")]
    NoneActive,
    /// Exact joins need recorded ones.
    #[error("joins=exact: these joins are not recorded; load a file of recorded joins, or write joins=shape")]
    NotRecorded,
    /// Too many datacenters are on.
    #[error("dcs: more than {MAX_ACTIVE} datacenters are on; leave at most so many on")]
    TooMany,
}

/// A datacenter of the data set and its properties.
#[derive(Clone, Debug)]
pub struct Site {
    /// Id, name and location.
    pub datacenter: Datacenter,
    /// Its name for display.
    pub label: String,
    /// Its region, for lists.
    pub region: String,
    /// Whether it is active unless `dcs` says otherwise.
    pub default: bool,
    /// Extra RTT beyond the route model's value for its location, ms.
    pub uplink_ms: f64,
    /// Whether it came with its own latency map.
    pub has_own_map: bool,
    /// Its latency map; computed on first use.
    map: OnceLock<Option<Arc<LatencyMap>>>,
    /// One value per cell, ms; computed on first use.
    tables: [OnceLock<Arc<[u16]>>; 2],
}

/// A source of RTTs from cells to a datacenter.
#[derive(Clone, Copy, Debug)]
pub(super) enum Table {
    /// Its map; by distance where the map has no data.
    Map,
    /// Distance alone.
    Distance,
}

/// A data set: joins, datacenters and latencies.
#[derive(Clone, Debug)]
pub struct SimulationData {
    /// Name and short checksum, as written in links.
    pub id: String,
    /// All datacenters, active or not.
    pub sites: Vec<Site>,
    /// The joins of players.
    pub joins: JoinData,
    /// The dates of the shown days.
    pub calendar: Calendar,
    pub(super) cells: Vec<GridCell>,
    /// The centres of the cells.
    centres: Vec<MapPlace>,
    routes: Option<Arc<RouteModel>>,
    fallback: Fallback,
    pub(super) plugin: Option<Arc<dyn Plugin>>,
}

impl SimulationData {
    /// A data set of joins and datacenters. A site without its own map uses that of `routes`; where neither
    /// has data, the great-circle `fallback` applies.
    pub fn new(
        id: String,
        calendar: Calendar,
        joins: JoinData,
        routes: Option<Arc<RouteModel>>,
        fallback: Fallback,
    ) -> Self {
        let cells = joins.cells();
        let (sites, centres) = (Vec::new(), centres(&cells));
        Self { id, calendar, sites, centres, cells, joins, routes, fallback, plugin: None }
    }

    /// Sets the plug-in that forms the matches of days with `policy=plugin`.
    pub fn set_plugin(&mut self, plugin: Arc<dyn Plugin>) {
        self.plugin = Some(plugin);
    }

    /// Replaces the joins.
    pub fn set_joins(&mut self, joins: JoinData) {
        self.cells = joins.cells();
        self.centres = centres(&self.cells);
        self.joins = joins;
        self.sites.iter_mut().for_each(|site| site.tables = Default::default());
    }

    /// The joins at the population given by `ccu`.
    pub fn join_model(&self, ccu: u32) -> JoinModel {
        JoinModel::new(&self.joins, &self.cells, self.calendar, ccu)
    }

    /// The recorded joins, each at its own second; `None` if joins are not recorded.
    pub fn exact_joins(&self) -> Option<JoinModel> {
        match &self.joins {
            JoinData::Recorded(day) => Some(JoinModel::exact(day, &self.cells, self.calendar)),
            JoinData::Grid(_) => None,
        }
    }

    /// The joins of a scenario.
    ///
    /// # Errors
    /// Exact joins of a data set without recorded ones.
    pub(super) fn joins_of(&self, params: &Params) -> Result<JoinModel, WorldError> {
        let joins = match params.joins() {
            Joins::Shape => self.join_model(params.ccu()),
            Joins::Exact => self.exact_joins().ok_or(WorldError::NotRecorded)?,
        };
        Ok(joins.with_herds(params.incidents()))
    }

    /// Adds a datacenter that is active by default.
    pub fn add_site(&mut self, datacenter: Datacenter, map: Option<LatencyMap>) {
        let entry = DatacenterEntry::own(&datacenter.name);
        self.sites.push(Site::new(datacenter, entry, map));
    }

    /// The route model between all places, if there is one.
    pub fn routes(&self) -> Option<&Arc<RouteModel>> {
        self.routes.as_ref()
    }

    /// The rule for RTTs where neither a map nor the route model has data.
    pub fn fallback(&self) -> Fallback {
        self.fallback
    }

    /// The latency map of an active datacenter, if there is one.
    pub fn map_of(&self, active: &ActiveDatacenter) -> Option<Arc<LatencyMap>> {
        match active.site {
            Some(at) => self.map_of_site(at),
            None => self.model(active.datacenter.location, 0.0),
        }
    }

    /// The latency map of the datacenter at this position in the data set, if there is one.
    pub fn map_of_site(&self, at: usize) -> Option<Arc<LatencyMap>> {
        let site = &self.sites[at];
        site.map.get_or_init(|| self.model(site.datacenter.location, site.uplink_ms)).clone()
    }

    fn model(&self, location: Location, uplink_ms: f64) -> Option<Arc<LatencyMap>> {
        Some(Arc::new(self.routes.as_ref()?.map(location, uplink_ms)))
    }

    fn column(&self, active: &ActiveDatacenter, table: Table) -> Arc<[u16]> {
        let map = match table {
            Table::Map => self.map_of(active),
            Table::Distance => None,
        };
        let rtt_ms = |&centre| rtt_ms(map.as_deref(), &active.datacenter, centre, self.fallback);
        self.centres.iter().map(rtt_ms).collect()
    }

    /// For each active datacenter one value per cell, ms.
    pub(super) fn columns(&self, active: &[ActiveDatacenter], table: Table) -> Vec<Arc<[u16]>> {
        let column = |active: &ActiveDatacenter| match active.site.map(|at| &self.sites[at]) {
            Some(site) => Arc::clone(site.tables[table as usize].get_or_init(|| self.column(active, table))),
            None => self.column(active, table),
        };
        active.iter().map(column).collect()
    }

    /// The same values, cell by cell.
    pub(super) fn rows(&self, columns: &[Arc<[u16]>]) -> Vec<u16> {
        let mut rows = vec![0; self.cells.len() * columns.len()];
        for (datacenter, column) in columns.iter().enumerate() {
            let own = rows[datacenter..].iter_mut().step_by(columns.len());
            own.zip(column.iter()).for_each(|(ms, &own_ms)| *ms = own_ms);
        }
        rows
    }

    /// Cells where players join; [`matchday_base::CellId`] is the position in this list.
    pub fn cells(&self) -> &[GridCell] {
        &self.cells
    }

    /// The datacenters that `dcs` leaves active, in order, added ones last.
    ///
    /// `dcs` is a comma-separated list of changes to the default set: `name` switches one on, `-name` off,
    /// `+name@lat,lon` adds one.
    ///
    /// # Errors
    /// [`WorldError`] names the invalid part.
    pub fn active(&self, dcs: &str) -> Result<Vec<ActiveDatacenter>, WorldError> {
        let mut on: Vec<bool> = self.sites.iter().map(|site| site.default).collect();
        let mut added: Vec<ActiveDatacenter> = Vec::new();
        let mut tokens = dcs.split(',').map(str::trim).filter(|token| !token.is_empty());
        while let Some(token) = tokens.next() {
            if let Some(own) = token.strip_prefix('+') {
                let own = self.own_datacenter(own, tokens.next(), added.len())?;
                if self.position(&own.datacenter.name).is_ok() || added.iter().any(|a| a.label == own.label) {
                    return Err(WorldError::Duplicate { name: own.label });
                }
                added.push(own);
            } else {
                let (name, switch) = token.strip_prefix('-').map_or((token, true), |name| (name, false));
                on[self.position(name)?] = switch;
            }
        }
        let kept = self.sites.iter().zip(&on).enumerate().filter(|(_, (_, on))| **on);
        let mut active: Vec<_> = kept.map(|(at, (site, _))| ActiveDatacenter::of(site, at)).collect();
        active.append(&mut added);
        match active.len() {
            0 => Err(WorldError::NoneActive),
            n if n > MAX_ACTIVE => Err(WorldError::TooMany),
            _ => Ok(active),
        }
    }

    fn position(&self, name: &str) -> Result<usize, WorldError> {
        let position = self.sites.iter().position(|site| site.datacenter.name == name);
        position.ok_or_else(|| WorldError::UnknownDatacenter { name: name.chars().take(80).collect() })
    }

    /// `name@lat`, and the `lon` behind the comma.
    fn own_datacenter(&self, name_lat: &str, lon: Option<&str>, number: usize) -> Result<ActiveDatacenter, WorldError> {
        let place = || {
            let (name, lat) = name_lat.split_once('@')?;
            let location = Location::named(lat.parse().ok()?, lon?.parse().ok()?).ok()?;
            (!name.is_empty()).then(|| (name.to_owned(), location))
        };
        let written = || format!("+{name_lat}{}", lon.map(|lon| format!(",{lon}")).unwrap_or_default());
        let (name, location) = place().ok_or_else(|| WorldError::NoPlace { token: written() })?;
        let highest = self.sites.iter().map(|site| site.datacenter.id).max().unwrap_or(0);
        let datacenter = Datacenter { id: highest.saturating_add(1 + number as u32), name: name.clone(), location };
        Ok(ActiveDatacenter { datacenter, label: name, region: "Yours".into(), site: None })
    }
}

fn centres(cells: &[GridCell]) -> Vec<MapPlace> {
    cells.iter().map(|cell| cell.centre().into()).collect()
}

impl Site {
    fn new(datacenter: Datacenter, entry: DatacenterEntry, map: Option<LatencyMap>) -> Self {
        let DatacenterEntry { label, region, uplink_ms, default, .. } = entry;
        let has_own_map = map.is_some();
        let map = map.map_or_else(OnceLock::new, |map| OnceLock::from(Some(Arc::new(map))));
        Self { datacenter, label, region, default, uplink_ms, has_own_map, map, tables: Default::default() }
    }
}

impl From<SourceData> for SimulationData {
    fn from(set: SourceData) -> Self {
        let id = format!("{}-{}", set.manifest.name, set.manifest.checksum());
        let routes = Some(Arc::new(set.routes));
        let calendar = Calendar::new(set.manifest.date);
        let mut dataset = Self::new(id, calendar, set.joins, routes, set.manifest.fallback());
        let sites = set.datacenters.into_iter().zip(set.manifest.datacenters).zip(set.maps);
        dataset.sites = sites.map(|((datacenter, entry), map)| Site::new(datacenter, entry, map)).collect();
        dataset
    }
}

/// A datacenter of a scenario.
#[derive(Clone, Debug)]
pub struct ActiveDatacenter {
    /// Id, name and location.
    pub datacenter: Datacenter,
    /// Its name for display.
    pub label: String,
    /// Its region, for lists.
    pub region: String,
    /// Its position in [`SimulationData::sites`]; `None` for one that `dcs` added.
    pub site: Option<usize>,
}

impl ActiveDatacenter {
    fn of(site: &Site, at: usize) -> Self {
        Self {
            datacenter: site.datacenter.clone(),
            label: site.label.clone(),
            region: site.region.clone(),
            site: Some(at),
        }
    }
}
