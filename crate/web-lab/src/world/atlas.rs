//! The data set of the page, with values that are computed once.

use matchday_atlas::geo::great_circle_km;
use matchday_atlas::routes::Hub;
use matchday_atlas::{Audience, LatencyMap, Location, RouteModel};
use matchday_web_common::error::{Code, Error, Result};
use matchday_web_day::world::Data;
use serde::{Deserialize, Serialize};
use std::cell::OnceCell;
use std::rc::Rc;
use std::sync::Arc;
use tsify::Tsify;

/// RTT from every cell with joins, ms.
pub(crate) type Rtts = Rc<[u8]>;

/// A data set, for queries about places. Maps and lists of RTTs of its datacenters and cities are computed
/// once. Those of users' own datacenters are computed for each query, because users drag them.
pub struct Atlas {
    pub(crate) data: Rc<Data>,
    pub(crate) routes: Arc<RouteModel>,
    pub(crate) audience: Audience,
    pub(crate) weights: Vec<u64>,
    /// The route model of the cells with joins.
    part: RouteModel,
    listed: Vec<OnceCell<Rtts>>,
    cities: Vec<OnceCell<Rtts>>,
}

/// A place on Earth.
#[derive(Clone, Copy, Serialize, Tsify)]
pub struct Place {
    /// Degrees north.
    pub lat: f64,
    /// Degrees east.
    pub lon: f64,
}

impl From<Location> for Place {
    fn from(location: Location) -> Self {
        Self { lat: location.lat(), lon: location.lon() }
    }
}

/// The city nearest to a place, where its networks meet.
#[derive(Serialize, Tsify)]
pub struct City {
    /// Its name.
    pub name: String,
    /// Its country, two letters.
    pub country: String,
    /// Its distance, km.
    pub km: f64,
}

/// A city of the route model.
#[derive(Serialize, Tsify)]
pub struct CityPlace {
    /// Its name.
    pub name: String,
    /// Its country, two letters.
    pub country: String,
    /// Degrees north.
    pub lat: f64,
    /// Degrees east.
    pub lon: f64,
}

/// An active datacenter.
#[derive(Deserialize, Tsify)]
pub struct SitePlace {
    /// Its name.
    pub name: String,
    /// Degrees north.
    pub lat: f64,
    /// Degrees east.
    pub lon: f64,
}

/// A datacenter of the data set or of users.
pub(crate) struct Site {
    pub name: String,
    pub location: Location,
    /// Its position in the data set; `None` for one that a user added.
    pub listed: Option<usize>,
}

impl Atlas {
    /// A data set with a route model.
    pub(crate) fn new(data: Rc<Data>) -> Result<Self> {
        let no_routes = || Error::new(Code::DataMissing, "the data set has no route model");
        let routes = Arc::clone(data.dataset.routes().ok_or_else(no_routes)?);
        let audience = Audience::new(&data.dataset.joins.weights(), &routes);
        Ok(Self {
            weights: audience.weights().collect(),
            part: routes.only(&audience.map_cells()),
            listed: vec![OnceCell::new(); data.dataset.sites.len()],
            cities: vec![OnceCell::new(); routes.routes().cities()],
            audience,
            routes,
            data,
        })
    }

    /// The city nearest to a place, where its networks meet.
    pub(crate) fn city(&self, place: Location) -> City {
        let (city, km) = self.routes.nearest_city(place);
        City { name: city.name.clone(), country: self.letters(city.country).to_owned(), km }
    }

    /// Every city of the route model.
    pub(crate) fn cities(&self) -> Vec<CityPlace> {
        let routes = self.routes.routes();
        let place = |hub: &Hub| CityPlace {
            name: hub.name.clone(),
            country: self.letters(hub.country).to_owned(),
            lat: hub.location.lat(),
            lon: hub.location.lon(),
        };
        routes.hubs[..routes.cities()].iter().map(place).collect()
    }

    pub(crate) fn letters(&self, country: u8) -> &str {
        let country = self.routes.routes().country(country);
        country.map_or("", |country| std::str::from_utf8(&country.letters).unwrap_or(""))
    }

    /// The datacenters of the page. One with name and place of the data set is taken from the data set.
    pub(crate) fn sites(&self, sites: Vec<SitePlace>) -> Result<Vec<Site>> {
        sites.into_iter().map(|site| self.site(site)).collect()
    }

    pub(crate) fn site(&self, SitePlace { name, lat, lon }: SitePlace) -> Result<Site> {
        let location = place(lat, lon)?;
        let is_same =
            |site: &matchday_sim::world::Site| site.datacenter.name == name && site.datacenter.location == location;
        Ok(Site { listed: self.data.dataset.sites.iter().position(is_same), name, location })
    }

    /// The latency map of a datacenter, all cells.
    pub(crate) fn map_of(&self, site: &Site) -> Arc<LatencyMap> {
        let listed = site.listed.and_then(|at| self.data.dataset.map_of_site(at));
        listed.unwrap_or_else(|| Arc::new(self.routes.map(site.location, 0.0)))
    }

    /// RTT from every cell with joins.
    pub(crate) fn rtts_of(&self, site: &Site) -> Rtts {
        let Some(at) = site.listed else { return self.sample(site.location, 0.0) };
        let listed = &self.data.dataset.sites[at];
        let own_map = || listed.has_own_map.then(|| self.data.dataset.map_of_site(at)).flatten();
        Rc::clone(self.listed[at].get_or_init(|| match own_map() {
            Some(map) => self.sample_own(&map, site.location),
            None => self.sample(site.location, listed.uplink_ms),
        }))
    }

    /// The same for a datacenter in a city.
    pub(crate) fn rtts_of_city(&self, city: usize) -> Rtts {
        let location = self.routes.routes().hubs[city].location;
        Rc::clone(self.cities[city].get_or_init(|| self.sample(location, 0.0)))
    }

    fn sample(&self, location: Location, uplink_ms: f64) -> Rtts {
        self.audience.rtts_ms(&self.part.map(location, uplink_ms), location).into()
    }

    /// From a user's own map, with the fallback for cells without data, as in a simulated day.
    fn sample_own(&self, map: &LatencyMap, location: Location) -> Rtts {
        let fallback = self.data.dataset.fallback();
        let whole = LatencyMap::from_fn(|cell, centre| match map.cells()[cell] {
            0 => Some(fallback.rtt_ms(great_circle_km(centre, location))),
            ms => Some(f64::from(ms)),
        });
        self.audience.rtts_ms(&whole, location).into()
    }
}

/// A place from degrees.
pub(crate) fn place(lat: f64, lon: f64) -> Result<Location> {
    Location::new(lat, lon).map_err(|error| Error::new(Code::BadPlace, error))
}
