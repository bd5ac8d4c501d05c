//! Whom datacenters reach, where next, and which could go. Datacenters are `[{name, lat, lon}]` throughout.

use crate::world::atlas::{Atlas, Rtts, Site};
use matchday_atlas::Reached;
use matchday_atlas::siting::{self, Aim};
use matchday_web_common::dto::{list, object};
use matchday_web_common::error::{Code, Error, Result};
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

/// A place for one more datacenter.
struct Candidate<'a> {
    /// Its name in the data set, if it has one there.
    listed: Option<&'a str>,
    label: &'a str,
    country: &'a str,
    location: matchday_atlas::Location,
    rtts_ms: Rtts,
}

#[wasm_bindgen]
impl Atlas {
    /// What datacenters reach, `[{area, joins, within_50, within_100, rtt_ms, without_data}]`: the world, which is called
    /// `world`, then the continents by their two letters. `joins` is the area's share of the world's joins;
    /// `without_data` the share of its own that no map knows; the others are over those that one does.
    pub fn coverage(&self, sites: &js_sys::Array) -> Result<JsValue> {
        let rtts_ms: Vec<Rtts> = self.sites(sites)?.iter().map(|site| self.rtts_of(site)).collect();
        let coverage = self.audience.coverage(&rtts_ms);
        let all = |reached: &Reached| (reached.joins + reached.without_data) as f64;
        let area = |name: &str, reached: &Reached| {
            object(&[
                ("area", name.into()),
                ("joins", (all(reached) / all(&coverage.world)).into()),
                ("within_50", reached.share_within_50().into()),
                ("within_100", reached.share_within_100().into()),
                ("rtt_ms", reached.mean_rtt_ms().into()),
                ("without_data", reached.share_without_data().into()),
            ])
        };
        let continents = coverage.continents.iter();
        let continents = continents.map(|(letters, reached)| area(&String::from_utf8_lossy(letters), reached));
        Ok(list([area("world", &coverage.world)].into_iter().chain(continents)))
    }

    /// The joins that distance leads astray, the `count` greatest losses first: `[{city, country, by_distance,
    /// by_distance_ms, by_latency, by_latency_ms, joins}]`, datacenters by their position, RTTs as means over these joins,
    /// which are that share of the world's.
    pub fn distance_misrouting(&self, sites: &js_sys::Array, count: usize) -> Result<JsValue> {
        let sites = self.sites(sites)?;
        let rtts_ms: Vec<Rtts> = sites.iter().map(|site| self.rtts_of(site)).collect();
        let places: Vec<_> = sites.iter().map(|site| site.location).collect();
        let all: u64 = self.weights.iter().sum();
        let found = self.audience.distance_misrouting(&places, &rtts_ms, &self.routes);
        Ok(list(found.iter().take(count).map(|astray| {
            let mean = |sum: u64| JsValue::from(sum as f64 / astray.joins as f64);
            object(&[
                ("city", astray.city.name.as_str().into()),
                ("country", self.letters(astray.city.country).into()),
                ("by_distance", astray.by_distance.into()),
                ("by_distance_ms", mean(astray.by_distance_ms)),
                ("by_latency", astray.by_latency.into()),
                ("by_latency_ms", mean(astray.by_latency_ms)),
                ("joins", (astray.joins as f64 / all as f64).into()),
            ])
        })))
    }

    /// The best next places, one after the other, each with what it changes on top of those before it:
    /// `{places: [{name, label, country, lat, lon, change}], compared}`. `name` is that of a datacenter of the data set
    /// that is off, or nothing for a city without one.
    pub fn next(&self, sites: &js_sys::Array, aim: &str, count: usize) -> Result<JsValue> {
        let (sites, aim) = (self.sites(sites)?, parse_aim(aim)?);
        let active: Vec<Rtts> = sites.iter().map(|site| self.rtts_of(site)).collect();
        let candidates = self.candidates(&sites);
        let places: Vec<siting::Site> = candidates.iter().map(Candidate::as_site).collect();
        let found = siting::next(&self.weights, &active, &places, aim, count).into_iter().map(|worth| {
            let Candidate { listed, label, country, location, .. } = &candidates[worth.site];
            object(&[
                ("name", (*listed).into()),
                ("label", (*label).into()),
                ("country", (*country).into()),
                ("lat", location.lat().into()),
                ("lon", location.lon().into()),
                ("change", worth.change.into()),
            ])
        });
        Ok(object(&[("places", list(found)), ("compared", (candidates.len() as u32).into())]))
    }

    /// Every datacenter with what would be lost without it, the least first: `[{name, change}]`.
    pub fn spare(&self, sites: &js_sys::Array, aim: &str) -> Result<JsValue> {
        let (sites, aim) = (self.sites(sites)?, parse_aim(aim)?);
        let rtts_ms: Vec<Rtts> = sites.iter().map(|site| self.rtts_of(site)).collect();
        let named = sites.iter().zip(&rtts_ms).map(|(site, rtts_ms)| siting::Site { name: &site.name, rtts_ms });
        let losses = siting::spare(&self.weights, &named.collect::<Vec<_>>(), aim);
        let loss = |worth: siting::Worth| {
            object(&[("name", sites[worth.site].name.as_str().into()), ("change", worth.change.into())])
        };
        Ok(list(losses.into_iter().map(loss)))
    }
}

impl Atlas {
    /// Datacenters that are off, and cities without any.
    fn candidates(&self, active: &[Site]) -> Vec<Candidate<'_>> {
        let is_off = |at: usize| active.iter().all(|site| site.listed != Some(at));
        let off = self.data.sites.iter().enumerate().filter(|(at, _)| is_off(*at)).map(|(at, site)| Candidate {
            listed: Some(&site.datacenter.name),
            label: &site.label,
            country: "",
            location: site.datacenter.location,
            rtts_ms: self.rtts_of(&Site {
                name: site.datacenter.name.clone(),
                location: site.datacenter.location,
                listed: Some(at),
            }),
        });
        let listed = self.data.sites.iter().map(|site| site.datacenter.location);
        let taken: Vec<_> = listed.chain(active.iter().map(|site| site.location)).collect();
        let hubs = &self.routes.routes().hubs;
        let free = siting::free_cities(&self.routes, &taken).into_iter().map(|city| Candidate {
            listed: None,
            label: &hubs[city].name,
            country: self.letters(hubs[city].country),
            location: hubs[city].location,
            rtts_ms: self.rtts_of_city(city),
        });
        off.chain(free).collect()
    }
}

impl Candidate<'_> {
    fn as_site(&self) -> siting::Site<'_> {
        siting::Site { name: self.listed.unwrap_or(self.label), rtts_ms: &self.rtts_ms }
    }
}

fn parse_aim(name: &str) -> Result<Aim> {
    let unknown = || Error::new(Code::BadParam, format!("aim: `{name}` is none of within50, within100, mean"));
    Aim::parse(name).ok_or_else(unknown)
}
