//! The data set of the page, and what is kept of it between questions.

use matchday_atlas::geo::great_circle_km;
use matchday_atlas::{Audience, Datacenter, LatencyMap, Location, RouteModel, SourceData};
use matchday_web_common::dto::{object, property};
use matchday_web_common::error::{Code, Error, Result};
use matchday_web_common::files::data_set;
use std::cell::OnceCell;
use std::rc::Rc;
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

/// RTT from every cell that players join from, ms.
pub(crate) type Rtts = Rc<[u8]>;

/// A data set, for questions about places. What takes long is computed once: a map and a list of RTTs for each of its
/// datacenters and cities. Those of datacenters that somebody adds are computed anew each time, as they move about.
#[wasm_bindgen]
pub struct Atlas {
    pub(crate) set: SourceData,
    pub(crate) audience: Audience,
    pub(crate) weights: Vec<u64>,
    /// The route model of the cells that players join from.
    part: RouteModel,
    maps: Vec<OnceCell<Rc<LatencyMap>>>,
    listed: Vec<OnceCell<Rtts>>,
    cities: Vec<OnceCell<Rtts>>,
}

/// A datacenter as the page names it.
pub(crate) struct Site {
    pub name: String,
    pub location: Location,
    /// Its position in the data set; `None` for one that somebody added.
    pub listed: Option<usize>,
}

#[wasm_bindgen]
impl Atlas {
    /// Reads a data set from its files, `[{name, bytes}]`: `manifest.json` and all that it lists.
    #[wasm_bindgen(constructor)]
    pub fn new(files: &js_sys::Array) -> Result<Atlas> {
        let set = data_set(files)?;
        let weights = set.joins.weights();
        let audience = Audience::new(&weights, &set.routes);
        Ok(Self {
            weights: audience.weights().collect(),
            part: set.routes.only(&audience.map_cells()),
            maps: vec![OnceCell::new(); set.datacenters.len()],
            listed: vec![OnceCell::new(); set.datacenters.len()],
            cities: vec![OnceCell::new(); set.routes.routes().cities()],
            audience,
            set,
        })
    }

    /// The city nearest to a place, where its networks meet: `{name, country, km}`, the country in two letters.
    pub fn city(&self, lat: f64, lon: f64) -> Result<JsValue> {
        let (city, km) = self.set.routes.nearest_city(place(lat, lon)?);
        let country = self.letters(city.country);
        Ok(object(&[("name", city.name.as_str().into()), ("country", country.into()), ("km", km.into())]))
    }

    /// Every city of the route model: `[{name, country, lat, lon}]`.
    pub fn cities(&self) -> JsValue {
        let routes = self.set.routes.routes();
        let city = |hub: &matchday_atlas::routes::Hub| {
            object(&[
                ("name", hub.name.as_str().into()),
                ("country", self.letters(hub.country).into()),
                ("lat", hub.location.lat().into()),
                ("lon", hub.location.lon().into()),
            ])
        };
        matchday_web_common::dto::list(routes.hubs[..routes.cities()].iter().map(city))
    }
}

impl Atlas {
    pub(crate) fn letters(&self, country: u8) -> &str {
        let country = self.set.routes.routes().country(country);
        country.map_or("", |country| std::str::from_utf8(&country.letters).unwrap_or(""))
    }

    /// Datacenters as the page hands them over, `[{name, lat, lon}]`. One that stands where the data set has it is that
    /// of the data set.
    pub(crate) fn sites(&self, sites: &js_sys::Array) -> Result<Vec<Site>> {
        sites.iter().map(|site| self.site(&site)).collect()
    }

    pub(crate) fn site(&self, site: &JsValue) -> Result<Site> {
        let number = |name| property(site, name).as_f64().unwrap_or(f64::NAN);
        let location = place(number("lat"), number("lon"))?;
        let name = property(site, "name").as_string().unwrap_or_default();
        let same = |listed: &Datacenter| listed.name == name && listed.location == location;
        Ok(Site { listed: self.set.datacenters.iter().position(same), name, location })
    }

    /// The latency map of a datacenter, all cells.
    pub(crate) fn map_of(&self, site: &Site) -> Rc<LatencyMap> {
        let model = |uplink_ms| Rc::new(self.set.routes.map(site.location, uplink_ms));
        match site.listed {
            Some(at) => {
                let own = || self.set.maps[at].clone().map(Rc::new);
                Rc::clone(self.maps[at].get_or_init(|| own().unwrap_or_else(|| model(self.uplink_ms(at)))))
            }
            None => model(0.0),
        }
    }

    /// RTT from every cell that players join from.
    pub(crate) fn rtts_of(&self, site: &Site) -> Rtts {
        let model = |uplink_ms| self.sample(site.location, uplink_ms);
        match site.listed {
            Some(at) => {
                let own = || self.set.maps[at].as_ref().map(|map| self.sample_own(map, site.location));
                Rc::clone(self.listed[at].get_or_init(|| own().unwrap_or_else(|| model(self.uplink_ms(at)))))
            }
            None => model(0.0),
        }
    }

    /// The same for a datacenter in a city.
    pub(crate) fn rtts_of_city(&self, city: usize) -> Rtts {
        let location = self.set.routes.routes().hubs[city].location;
        Rc::clone(self.cities[city].get_or_init(|| self.sample(location, 0.0)))
    }

    fn sample(&self, location: Location, uplink_ms: f64) -> Rtts {
        self.audience.rtts_ms(&self.part.map(location, uplink_ms), location).into()
    }

    /// From a map of somebody's own: where it has no data, the fallback holds, as in a simulated day.
    fn sample_own(&self, map: &LatencyMap, location: Location) -> Rtts {
        let fallback = self.set.manifest.fallback();
        let whole = LatencyMap::from_fn(|cell, centre| match map.cells()[cell] {
            0 => Some(fallback.rtt_ms(great_circle_km(centre, location))),
            ms => Some(f64::from(ms)),
        });
        self.audience.rtts_ms(&whole, location).into()
    }

    fn uplink_ms(&self, listed: usize) -> f64 {
        self.set.manifest.datacenters[listed].uplink_ms
    }
}

/// A place from degrees.
pub(crate) fn place(lat: f64, lon: f64) -> Result<Location> {
    Location::new(lat, lon).map_err(|error| Error::new(Code::BadPlace, error))
}
