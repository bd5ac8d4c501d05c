//! The world of a scenario: cells where players join, and datacenters with their RTTs.

use crate::joins::JoinModel;
use crate::policy::{Plugin, place_of};
use matchday_atlas::latency::{MapPlace, not_below_fibre};
use matchday_atlas::manifest::DatacenterEntry;
use matchday_atlas::{Datacenter, Fallback, GridCell, JoinData, LatencyMap, Location, RouteModel, SourceData, rtt_ms};
use matchday_base::{Calendar, CellId};
use matchday_matchmaker::policy::Place;
use matchday_matchmaker::{LatencyTable, RowId};
use matchday_scenario::Params;
use matchday_scenario::params::{Estimate, Joins, Key};
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
enum Table {
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
    cells: Vec<GridCell>,
    /// The centres of the cells.
    centres: Vec<MapPlace>,
    routes: Option<Arc<RouteModel>>,
    fallback: Fallback,
    plugin: Option<Arc<dyn Plugin>>,
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
    fn joins_of(&self, params: &Params) -> Result<JoinModel, WorldError> {
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
    fn columns(&self, active: &[ActiveDatacenter], table: Table) -> Vec<Arc<[u16]>> {
        let column = |active: &ActiveDatacenter| match active.site.map(|at| &self.sites[at]) {
            Some(site) => Arc::clone(site.tables[table as usize].get_or_init(|| self.column(active, table))),
            None => self.column(active, table),
        };
        active.iter().map(column).collect()
    }

    /// The same values, cell by cell.
    fn rows(&self, columns: &[Arc<[u16]>]) -> Vec<u16> {
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

/// The parts of a scenario that do not change during a run.
#[derive(Clone, Debug)]
pub struct World {
    /// Cells where players join; [`matchday_base::CellId`] is the position in this list.
    pub cells: Vec<GridCell>,
    /// The active datacenters; [`matchday_base::DatacenterIndex`] is the position in this list.
    pub datacenters: Vec<ActiveDatacenter>,
    /// RTT from every cell to every active datacenter, by the maps; one row per cell.
    pub latencies: LatencyTable,
    /// The same by datacenter and then by cell, for code that reads one datacenter at a time.
    pub columns: Vec<Arc<[u16]>>,
    /// The same by distance alone, if the matchmaker estimates by distance.
    pub by_distance: Option<LatencyTable>,
    /// The lowest RTT that a ping can show, if the matchmaker estimates by pings.
    pub least_ping: Option<LatencyTable>,
    /// The joins by time and place.
    pub joins: JoinModel,
    /// The dates of the shown days.
    pub calendar: Calendar,
    /// The plug-in of the data set.
    pub plugin: Option<Arc<dyn Plugin>>,
}

impl World {
    /// The parameters that a world depends on: runs that differ only in others can share one.
    pub const KEYS: [Key; 8] =
        [Key::Ccu, Key::Joins, Key::Dcs, Key::Estimate, Key::IdealMs, Key::ExpandMs, Key::JitterMs, Key::Incidents];

    /// Builds the world of `params` from a data set.
    ///
    /// # Errors
    /// [`WorldError`] if the `dcs` parameter is invalid, or if `joins` asks for recorded ones that are not there.
    pub fn new(dataset: &SimulationData, params: &Params) -> Result<Self, WorldError> {
        let datacenters = dataset.active(params.dcs())?;
        let table = |rtt_ms| LatencyTable::new(datacenters.len(), rtt_ms, params.ideal_ms(), params.expand_ms());
        let columns = dataset.columns(&datacenters, Table::Map);
        let mapped = table(dataset.rows(&columns));
        let (by_distance, least_ping) = match params.estimate() {
            Estimate::Map => (None, None),
            Estimate::Distance => (Some(table(dataset.rows(&dataset.columns(&datacenters, Table::Distance)))), None),
            Estimate::Ping => (None, Some(table(least_pings(dataset, &datacenters, &mapped, params)))),
        };
        Ok(Self {
            latencies: mapped,
            columns,
            by_distance,
            least_ping,
            joins: dataset.joins_of(params)?,
            cells: dataset.cells.clone(),
            datacenters,
            calendar: dataset.calendar,
            plugin: dataset.plugin.clone(),
        })
    }

    /// The centre of a cell, as policies are told of it.
    pub fn place(&self, cell: CellId) -> Place {
        place_of(self.cells[cell.index()].centre())
    }
}

/// The map less the jitter, but not below light in fibre.
fn least_pings(
    dataset: &SimulationData,
    active: &[ActiveDatacenter],
    latencies: &LatencyTable,
    params: &Params,
) -> Vec<u16> {
    let of_cell = |(cell, row): (&GridCell, u32)| {
        let least = |(&map_ms, to): (&u16, &ActiveDatacenter)| {
            let least_ms = map_ms.saturating_sub(params.jitter_ms()).max(1);
            not_below_fibre(least_ms, cell.centre(), to.datacenter.location)
        };
        latencies.rtts_ms(RowId(row)).iter().zip(active).map(least).collect::<Vec<u16>>()
    };
    dataset.cells.iter().zip(0..).flat_map(of_cell).collect()
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use matchday_atlas::{JoinsCell, JoinsGrid, RecordedJoins, WeekCurve};
    use matchday_base::calendar::Date;
    use matchday_scenario::params::Kind;

    /// The default parameters, changed by these pairs.
    pub fn params(pairs: &[(&str, &str)]) -> Params {
        let mut params = Params::default();
        pairs.iter().for_each(|(key, text)| params.set(key, text).unwrap());
        params
    }

    /// Days of all kinds, with everything that can happen in them.
    pub const KINDS_OF_DAYS: [&[(&str, &str)]; 12] = [
        &[],
        &[("bots", "1"), ("quit_rate", "0.1"), ("expand_ms", "40"), ("ideal_ms", "20"), ("warm_s", "5")],
        &[("estimate", "ping"), ("bad_routes", "0.2"), ("playlists", "3"), ("patience_s", "20")],
        &[("together", "1"), ("players", "2"), ("match_sd_s", "40"), ("interval_s", "7")],
        &[
            ("fleet", "broker"),
            ("buffer", "0"),
            ("boot_s", "90"),
            ("patience_s", "60"),
            ("fault.crash_in_match", "0.1"),
        ],
        &[("fleet", "register"), ("buffer", "1"), ("quit_rate", "0.1"), ("incidents", "outage@09:00")],
        &[("ranked", "1v1"), ("accounts", "600"), ("accept_rate", "0.8"), ("leave_rate", "0.2")],
        &[
            ("ranked", "2v2"),
            ("accounts", "600"),
            ("parties", "0.5"),
            ("fleet", "broker"),
            ("buffer", "1"),
            ("estimate", "ping"),
            ("bad_routes", "0.2"),
        ],
        &[("ranked", "ffa4"), ("accounts", "600"), ("ready", "instant"), ("picky", "0.5"), ("pause_s", "0")],
        &[("ranked", "1v1"), ("accounts", "600"), ("player_actions", "36000:join:50.11:8.68:1500:0/43000:leave")],
        &[("policy", "rules"), ("rules", RULES), ("attributes", "skill:normal(1500,300)"), ("fleet", "broker")],
        &[("policy", "rules"), ("rules", RULES), ("ranked", "2v2"), ("accounts", "600"), ("fleet", "register")],
    ];

    /// Two teams of two players whose skill and round trips are alike, later less so.
    pub const RULES: &str = r#"{
        "name": "pairs", "ruleLanguageVersion": "1.0",
        "playerAttributes": [{ "name": "skill", "type": "number", "default": 1500 }],
        "teams": [{ "name": "team", "minPlayers": 2, "maxPlayers": 2, "quantity": 2 }],
        "rules": [
            { "name": "near", "type": "latency", "maxLatency": 60 },
            { "name": "alike", "type": "batchDistance", "batchAttribute": "skill", "maxDistance": 400 }
        ],
        "expansions": [
            { "target": "rules[near].maxLatency", "steps": [{ "waitTimeSeconds": 15, "value": 250 }] },
            { "target": "rules[alike].maxDistance", "steps": [{ "waitTimeSeconds": 10, "value": 2000 }] }
        ]
    }"#;

    /// The first shown day is a Wednesday.
    pub const CALENDAR: Calendar = Calendar::new(Date { year: 2026, month: 5, day: 20 });

    /// Six cells in three time zones: Frankfurt and Paris, Washington and New York, Tokyo and Osaka.
    pub fn tiny_grid() -> JoinsGrid {
        let place = |lat, lon, weight_code, zone_quarters| JoinsCell {
            cell: GridCell::of(Location::new(lat, lon).unwrap()),
            weight_code,
            zone_quarters,
        };
        let mut cells = vec![
            place(50.1, 8.7, 255, 8),
            place(48.9, 2.3, 245, 8),
            place(40.7, -74.0, 250, -16),
            place(39.0, -77.5, 230, -16),
            place(35.7, 139.7, 255, 36),
            place(34.7, 135.5, 235, 36),
        ];
        cells.sort_by_key(|joins| joins.cell);
        let hour = |h: usize| if h % 24 < 6 { 20 } else { 40 + (h % 24) as u8 * 2 };
        JoinsGrid::new(WeekCurve::new(std::array::from_fn(hour)).unwrap(), cells).unwrap()
    }

    /// The tiny grid with a datacenter in each time zone, `fra`, `iad` and `nrt`, without maps.
    pub fn tiny_dataset() -> SimulationData {
        let fallback = Fallback { inflation: 1.587, offset_ms: 17.8 };
        let mut dataset = SimulationData::new("tiny".into(), CALENDAR, JoinData::Grid(tiny_grid()), None, fallback);
        let csv = b"1,fra,50.11,8.68\n2,iad,39.04,-77.49\n3,nrt,35.69,139.69\n";
        for datacenter in Datacenter::read_csv(csv, "datacenters.csv").unwrap() {
            dataset.add_site(datacenter, None);
        }
        dataset
    }

    /// The tiny dataset with a recorded day.
    pub fn recorded_dataset() -> SimulationData {
        let mut reader = RecordedJoins::reader("joins.csv");
        reader.push(b"06:00:00,50.1,8.7\n12:00:30,40.7,-74.0\n18:00:59,35.7,139.7\n");
        let mut dataset = tiny_dataset();
        dataset.set_joins(JoinData::Recorded(reader.finish().unwrap().0));
        dataset
    }

    fn names(dcs: &str) -> Result<Vec<String>, WorldError> {
        tiny_dataset().active(dcs).map(|active| active.into_iter().map(|d| d.datacenter.name).collect())
    }

    #[test]
    fn dcs_changes_the_default_set() {
        assert_eq!(names("").unwrap(), ["fra", "iad", "nrt"]);
        assert_eq!(names("-iad, +lima@-12.05,-77.03,fra").unwrap(), ["fra", "nrt", "lima"]);
        assert_eq!(names("-fra,fra").unwrap(), ["fra", "iad", "nrt"]);
    }

    #[test]
    fn what_dcs_cannot_mean_is_said() {
        let added = |count: u32| (0..count).map(|at| format!("+own{at}@1,{at}")).collect::<Vec<_>>().join(",");
        let most = MAX_ACTIVE as u32 - 3;
        assert_eq!(names(&added(most)).unwrap().len(), MAX_ACTIVE);
        for (dcs, says) in [
            ("lima", "no datacenter `lima`"),
            ("+lima@-12", "`+lima@-12` has no place"),
            ("+lima@-120,7", "`+lima@-120,7` has no place"),
            (
                "+lima@-12,999",
                "`+lima@-12,999` has no place; write +name@lat,lon with degrees from -90 to 90 and -180 to 180",
            ),
            ("+@1,2", "has no place"),
            ("+lima", "has no place"),
            ("+a@1,2,+a@3,4", "called `a` is there already"),
            ("+fra@1,2", "called `fra` is there already"),
            ("-fra,-iad,-nrt", "dcs: every datacenter is switched off; leave at least one on"),
            (&added(most + 1), "dcs: more than 128 datacenters are on; leave at most so many on"),
        ] {
            let error = names(dcs).unwrap_err().to_string();
            assert!(error.contains(says), "{dcs}: {error}");
        }
    }

    #[test]
    fn a_world_depends_on_its_keys_alone() {
        // Joins can be exact only if they are recorded.
        let dataset = recorded_dataset();
        let mut base = Params::default();
        base.set("estimate", "ping").unwrap();
        let world = |params: &Params| format!("{:?}", World::new(&dataset, params).unwrap());
        for key in Key::ALL {
            assert_eq!(world(&changed(&base, key)) != world(&base), World::KEYS.contains(&key), "{key:?}");
        }
    }

    /// The same parameters with one value changed.
    pub(crate) fn changed(base: &Params, key: Key) -> Params {
        let mut changed = base.clone();
        let value = match (key, key.spec().kind) {
            (Key::Incidents, _) => "herd@12:00",
            (Key::Estimate, _) if base.text(key) != "map" => "map",
            (Key::Dcs, _) => "-iad",
            (Key::Days | Key::Playlists, _) => "2",
            (_, Kind::Choice(words) | Kind::Open(words)) => words.last().unwrap_or(&""),
            (_, Kind::Number { decimals: 1.., .. }) => "0.3",
            (_, Kind::Flag) => "1",
            (_, Kind::Mix | Kind::Properties) => "name:1",
            // Limits that exclude some cells of the tiny world, not all.
            (Key::IdealMs, _) => "20",
            (Key::ExpandMs, _) => "250",
            (Key::Accounts, _) => "4500",
            // Shorter than a search lasts, and a run of the matchmaker that most players wait for.
            (Key::PatienceS | Key::IntervalS, _) => "10",
            _ => "45",
        };
        changed.set(key.spec().key, value).unwrap();
        assert_ne!(changed, *base, "{key:?}");
        changed
    }

    #[test]
    fn no_sampled_rtt_beats_light_in_fibre() {
        let mut dataset = tiny_dataset();
        // A site whose own map claims to be faster.
        let site = Datacenter::read_csv(b"4,lima,-12.05,-77.03\n", "datacenters.csv").unwrap().remove(0);
        dataset.add_site(site, Some(LatencyMap::from_fn(|_, _| Some(1.0))));
        let world = World::new(&dataset, &Params::default()).unwrap();
        for (cell, id) in world.cells.iter().zip(0..) {
            for (d, index) in world.datacenters.iter().zip(0..) {
                let km = matchday_atlas::geo::great_circle_km(cell.centre(), d.datacenter.location);
                let rtt = world.latencies.rtt_ms(RowId(id), matchday_base::DatacenterIndex(index));
                assert!(f64::from(rtt) >= (km - 79.0) / 100.0, "{rtt} ms over {km} km");
            }
        }
    }
}
