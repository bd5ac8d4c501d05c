//! The route model: RTTs between any two places, from a model of real networks.
//!
//! Traffic does not follow the great circle. It goes to a hub, then from hub to hub over land lines and sea
//! cables, has a cost at borders, and ends at the datacenter. So:
//!
//! RTT(cell, datacenter) = min over the cell's six nearest hubs of \[access + path\] + last mile + uplink
//!
//! | part | cost |
//! |---|---|
//! | access | light in fibre to the hub, stretched over land or over sea, plus a cost if the hub is abroad |
//! | path | the shortest path in [`graph`]: stretched light in fibre, plus a cost per border and per hub |
//! | last mile | the player's home and provider network, by the country's income |
//! | uplink | added by the datacenter itself |
//!
//! Coefficients and hubs come with the data set (`routes.bin`, [`mod@format`]); its README states their sources.
//! All costs are whole microseconds, so sums are the same on every platform. Reading takes tens of
//! milliseconds, then a map takes about one: O(links log hubs + cells).

pub mod access;
pub mod format;
pub mod graph;

use crate::error::AtlasError;
use crate::geo::Location;
use crate::latency::{CELLS, LatencyMap, cell_of, centre};
pub use access::{Access, Country};
pub use format::RoutesProblem;
pub use graph::{Hub, Link};

use access::{Cities, Direction, NEAREST, direction};
use graph::Graph;
use matchday_base::rtt::OUT_OF_REACH_MS;

/// Costs of a kilometre, a border and a hub, in hundredths.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Coefficients {
    /// Path over land: hundredths of light in fibre.
    pub land: u16,
    /// Path through the sea: hundredths of light in fibre.
    pub sea: u16,
    /// A border on the path, 1/100 ms.
    pub border: u16,
    /// A hub on the path, 1/100 ms; a way point costs half.
    pub hop: u16,
    /// Access to the first hub over land: hundredths of light in fibre.
    pub access_land: u16,
    /// Access to the first hub through the sea: hundredths of light in fibre.
    pub access_sea: u16,
    /// A first hub abroad, 1/100 ms.
    pub foreign: u16,
}

/// All parts of the model, from the builder or from a file.
#[derive(Clone, Debug, PartialEq)]
pub struct Routes {
    /// The costs.
    pub coefficients: Coefficients,
    /// Countries by number, from 1.
    pub countries: Vec<Country>,
    /// Cities where lines meet, then way points of sea cables, which have no country.
    pub hubs: Vec<Hub>,
    /// Lines between hubs.
    pub links: Vec<Link>,
    /// The access of each cell with players or land; `None` elsewhere. 64,800 cells.
    pub cells: Vec<Option<Access>>,
}

/// All that a map needs to know of a cell: the costs of its players, microseconds.
#[derive(Clone, Copy, Debug)]
struct Reach {
    cell: u32,
    /// Number of the hub and the cost of reaching it.
    hubs: [(u16, u32); NEAREST],
    /// Distance to the farthest of these hubs, km: a nearer datacenter counts as a hub.
    farthest_km: f64,
    towards: Direction,
    is_over_sea: bool,
    last_mile_us: u32,
}

/// The route model, prepared for queries.
#[derive(Clone, Debug)]
pub struct RouteModel {
    routes: Routes,
    graph: Graph,
    cities: Cities,
    reach: Vec<Reach>,
}

/// Largest distance of a datacenter from a hub without a cost between them, km.
const ON_THE_HUB_KM: f64 = 5.0;
/// Servers use metro fibre: their access cost is this percentage of a household's.
const SERVER_ACCESS_PERCENT: u64 = 60;

impl RouteModel {
    /// The model with these parts.
    pub fn new(routes: Routes) -> Self {
        let cities = Cities::new(routes.hubs[..routes.cities()].iter().map(|hub| direction(hub.location)));
        let graph = Graph::new(&routes);
        let mut cells: Vec<Reach> = Vec::new();
        for (cell, access) in routes.cells.iter().enumerate() {
            if let Some(access) = *access {
                let reach = reach(&routes, &cities, cells.last(), cell, access);
                cells.push(reach);
            }
        }
        Self { graph, cities, reach: cells, routes }
    }

    /// Reads `routes.bin`.
    ///
    /// # Errors
    /// The position of the first invalid byte, and the problem.
    pub fn read(bytes: &[u8], file: &str) -> Result<Self, AtlasError> {
        Ok(Self::new(Routes::decode(bytes, file)?))
    }

    /// The parts of the model.
    pub fn routes(&self) -> &Routes {
        &self.routes
    }

    /// The model reduced to these cells of a latency map, 64,800 flags; the others have no data. Its maps
    /// take less time.
    pub fn only(&self, cells: &[bool]) -> Self {
        let mut part = self.clone();
        part.reach.retain(|reach| cells[reach.cell as usize]);
        part
    }

    /// RTT from every cell to a datacenter at `location` with this uplink: ms, 0 without data, 180 rows of
    /// 360 from the north-west corner.
    pub fn rtts_ms(&self, location: Location, uplink_ms: f64) -> Vec<f32> {
        let mut cells = vec![0.0; CELLS];
        self.each_us(location, |cell, us| cells[cell] = (f64::from(us) / 1000.0 + uplink_ms) as f32);
        cells
    }

    /// The latency map of a datacenter at `location` with this uplink.
    pub fn map(&self, location: Location, uplink_ms: f64) -> LatencyMap {
        let (mut cells, most_ms) = (vec![0; CELLS], u32::from(OUT_OF_REACH_MS));
        let uplink_us = libm::rint(uplink_ms * 1000.0) as u32;
        // Rounded half up, limited to the values of a cell.
        self.each_us(location, |cell, us| cells[cell] = ((us + uplink_us + 500) / 1000).clamp(1, most_ms) as u16);
        LatencyMap::from_cells(cells.into())
    }

    /// The country of a place, by its cell.
    pub fn country(&self, location: Location) -> Option<&Country> {
        let access = self.routes.cells[cell_of(location)]?;
        self.routes.country(access.country)
    }

    /// The nearest city with a hub, and its distance, km.
    pub fn nearest_city(&self, location: Location) -> (&Hub, f64) {
        let (hub, km) = self.cities.nearest(direction(location))[0];
        (&self.routes.hubs[usize::from(hub)], km)
    }

    fn each_us(&self, location: Location, mut take: impl FnMut(usize, u32)) {
        let from = self.attach(location);
        let from_hub_us = self.graph.shortest_us(&from);
        let off_hub = from.iter().all(|&(_, us)| us > 0).then(|| direction(location));
        for reach in &self.reach {
            let paths = reach.hubs.map(|(hub, us)| us.saturating_add(from_hub_us[usize::from(hub)]));
            let path = paths.into_iter().fold(u32::MAX, u32::min);
            let straight = off_hub.and_then(|site| self.straight_us(reach, site));
            let path = path.min(straight.unwrap_or(u32::MAX));
            take(reach.cell as usize, path.saturating_add(reach.last_mile_us).min(10_000_000));
        }
    }

    /// Cost of a datacenter that is not a hub and nearer than the cell's hubs: the same as for a hub.
    fn straight_us(&self, reach: &Reach, site: Direction) -> Option<u32> {
        let km = reach.towards.km_to(site);
        (km < reach.farthest_km).then(|| access_us(&self.routes.coefficients, km, reach.is_over_sea, false))
    }

    /// The hubs that a datacenter connects to, and the costs, microseconds.
    fn attach(&self, location: Location) -> Vec<(u16, u32)> {
        let site = direction(location);
        let nearest = self.cities.nearest(site);
        let access = self.routes.cells[cell_of(location)];
        let wire = |(position, (hub, km)): (usize, (u16, f64))| {
            let over_sea = access.is_none_or(|access| access.is_over_sea(position));
            let country = self.routes.hubs[usize::from(hub)].country;
            let foreign = access.is_some_and(|access| access.country != country);
            let us = u64::from(access_us(&self.routes.coefficients, km, over_sea, foreign));
            (hub, (us * SERVER_ACCESS_PERCENT / 100) as u32)
        };
        match nearest[0] {
            (hub, km) if km <= ON_THE_HUB_KM => vec![(hub, 0)],
            _ => nearest.into_iter().enumerate().map(wire).collect(),
        }
    }
}

impl Routes {
    /// The country with this number.
    pub fn country(&self, number: u8) -> Option<&Country> {
        self.countries.get(usize::from(number).checked_sub(1)?)
    }

    /// Number of hubs that are cities: they come first.
    pub fn cities(&self) -> usize {
        self.hubs.iter().take_while(|hub| hub.country > 0).count()
    }
}

/// The costs of a cell to its nearest hubs; `before` is another cell, usually a neighbour.
fn reach(routes: &Routes, cities: &Cities, before: Option<&Reach>, cell: usize, access: Access) -> Reach {
    let towards = access.towards(cell);
    let nearest = match before {
        Some(before) => cities.nearest_beside(towards, before.hubs.map(|(hub, _)| hub)),
        None => cities.nearest(towards),
    };
    let mut hubs = [(0, 0); NEAREST];
    for (position, &(hub, km)) in nearest.iter().enumerate() {
        let foreign = routes.hubs[usize::from(hub)].country != access.country;
        hubs[position] = (hub, access_us(&routes.coefficients, km, access.is_over_sea(position), foreign));
    }
    let last_mile_us = routes.country(access.country).map_or(0, |country| u32::from(country.last_mile_cs) * 10);
    Reach {
        cell: cell as u32,
        hubs,
        farthest_km: nearest[NEAREST - 1].1,
        towards,
        is_over_sea: access.is_over_sea(0),
        last_mile_us,
    }
}

/// Cost from a household to a hub, microseconds.
fn access_us(coefficients: &Coefficients, km: f64, over_sea: bool, foreign: bool) -> u32 {
    let stretch = if over_sea { coefficients.access_sea } else { coefficients.access_land };
    let toll = if foreign { u32::from(coefficients.foreign) * 10 } else { 0 };
    graph::light_us(km, stretch) + toll
}

/// The centroid of a cell's people.
pub(crate) fn centroid(cell: usize, code: u8) -> Location {
    let middle = centre(cell);
    let part = |nibble: u8| (f64::from(nibble) - 8.0) / 16.0;
    let (lat, lon) = (middle.lat() + part(code >> 4), middle.lon() + part(code & 15));
    Location::new(lat.clamp(-90.0, 90.0), lon).unwrap_or(middle)
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    fn at(lat: f64, lon: f64) -> Location {
        Location::new(lat, lon).unwrap()
    }

    /// Seven cities along the equator, ten degrees apart; an island without a line; two way points. Two
    /// countries, with the border between cities 3 and 4. Every cell of the two rows at the equator has data.
    pub fn model() -> Routes {
        let city = |i: u16| Hub {
            name: format!("city {i}"),
            country: if i < 4 { 1 } else { 2 },
            location: at(0.0, f64::from(i) * 10.0),
        };
        let way_point = |lon| Hub { name: "~".into(), country: 0, location: at(-20.0, lon) };
        let mut hubs: Vec<Hub> = (0..7).map(city).collect();
        hubs.push(Hub { name: "island".into(), country: 2, location: at(40.0, -150.0) });
        hubs.extend([way_point(10.0), way_point(50.0)]);
        let land = |a: u16| Link { a, b: a + 1, sea: false, borders: u8::from(a == 3) };
        let sea = |a, b| Link { a, b, sea: true, borders: 0 };
        let mut links: Vec<Link> = (0..6).map(land).collect();
        links.extend([sea(1, 8), sea(8, 9), sea(9, 5)]);
        let cell = |cell: usize| {
            let (row, column) = (cell / 360, cell % 360);
            let country = if column < 215 { 1 } else { 2 };
            (row == 89 || row == 90 || cell == 5).then_some(Access { country, centroid: Access::MIDDLE, over_sea: 0 })
        };
        Routes {
            coefficients: Coefficients {
                land: 142,
                sea: 131,
                border: 670,
                hop: 54,
                access_land: 260,
                access_sea: 390,
                foreign: 300,
            },
            countries: vec![
                Country { letters: *b"AA", continent: *b"EU", last_mile_cs: 1400 },
                Country { letters: *b"BB", continent: *b"AF", last_mile_cs: 2000 },
            ],
            hubs,
            links,
            cells: (0..CELLS).map(cell).collect(),
        }
    }

    /// The cell north-east of a place on the equator.
    fn cell(lon: usize) -> usize {
        89 * 360 + 180 + lon
    }

    /// By hand, for the cell with its centre at 0.5 N, 0.5 E: 78.6 km to city 0, which is 0.787 ms of light.
    #[test]
    fn an_rtt_is_access_and_path_and_last_mile_and_uplink() {
        let model = RouteModel::new(model());
        let rtts = model.rtts_ms(at(0.0, 0.0), 1.5);
        assert!((f64::from(rtts[cell(0)]) - (2.6 * 0.787 + 14.0 + 1.5)).abs() < 0.01, "{}", rtts[cell(0)]);
        // From city 3: three lines of 1.42 x 11.127 + 0.54 more.
        let far = model.rtts_ms(at(0.0, 30.0), 0.0);
        let expected = 2.6 * 0.787 + 3.0 * (1.42 * 11.127 + 0.54) + 14.0;
        assert!((f64::from(far[cell(0)]) - expected).abs() < 0.01, "{} {expected}", far[cell(0)]);
        assert_eq!(far[100 * 360], 0.0, "no data in the south");
    }

    #[test]
    fn a_hub_abroad_costs_a_toll_and_the_country_its_last_mile() {
        let model = RouteModel::new(model());
        // 34.5 E is in country 1 and nearer to city 3 than to city 4; 35.5 E is in country 2, nearer to city
        // 4.
        let rtts = model.rtts_ms(at(0.0, 40.0), 0.0);
        let light = |degrees: f64| crate::geo::fibre_rtt_ms(great_circle(degrees));
        let abroad = 2.6 * light(5.5) + 3.0 + 14.0;
        assert!((f64::from(rtts[cell(34)]) - abroad).abs() < 0.02, "{} {abroad}", rtts[cell(34)]);
        let at_home = 2.6 * light(4.5) + 20.0;
        assert!((f64::from(rtts[cell(35)]) - at_home).abs() < 0.02, "{} {at_home}", rtts[cell(35)]);
    }

    /// Distance from half a degree north of the equator, `degrees` east, km.
    fn great_circle(degrees: f64) -> f64 {
        crate::geo::great_circle_km(at(0.5, 0.0), at(0.0, degrees))
    }

    #[test]
    fn who_lives_beside_a_datacenter_does_not_go_through_the_hub() {
        let model = RouteModel::new(model());
        let rtts = model.rtts_ms(at(0.5, 5.5), 0.0);
        assert!((f64::from(rtts[cell(5)]) - 14.0).abs() < 0.001, "{}", rtts[cell(5)]);
    }

    #[test]
    fn a_map_is_the_rtts_rounded_half_up() {
        let model = RouteModel::new(model());
        for (lon, uplink_ms) in [(0.0, 0.0), (13.0, 1.5), (-170.0, 3.0)] {
            let (map, rtts) = (model.map(at(2.0, lon), uplink_ms), model.rtts_ms(at(2.0, lon), uplink_ms));
            for (cell, (&ms, &exact)) in map.cells().iter().zip(&rtts).enumerate() {
                let expected = if exact == 0.0 { 0.0 } else { (f64::from(exact) + 0.5).floor().clamp(1.0, 1_001.0) };
                assert!((f64::from(ms) - expected).abs() < 0.5, "cell {cell}: {ms}, {exact}");
            }
        }
    }

    #[test]
    fn any_place_on_earth_has_a_map() {
        let model = RouteModel::new(model());
        for (lat, lon) in [(90.0, 0.0), (-90.0, 12.0), (0.0, 179.9), (0.0, -180.0), (40.0, -150.0)] {
            assert!(model.map(at(lat, lon), 0.0).cells()[cell(3)] > 0, "{lat}, {lon}");
        }
    }
}
