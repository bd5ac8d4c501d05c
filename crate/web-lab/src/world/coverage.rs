//! Coverage of datacenters, the best next places, and datacenters that are safe to switch off.

use crate::world::atlas::{Atlas, Rtts, Site, SitePlace};
use matchday_atlas::distance_misrouting::DistanceMisrouting;
use matchday_atlas::siting;
use matchday_atlas::{Continent, Reached};
use matchday_web_common::error::{Code, Error, Result};
use matchday_web_common::now_ms;
use serde::{Deserialize, Serialize};
use tsify::Tsify;

/// Round trips of an area's players to the nearest datacenter.
#[derive(Serialize, Tsify)]
#[tsify(missing_as_null)]
pub struct Area {
    /// `world`, or a continent's two letters.
    pub area: String,
    /// Its share of the world's joins.
    pub joins: f64,
    /// Share of its joins within 50 ms of a datacenter. This and the next two fields cover joins with data on
    /// a map.
    pub within_50: Option<f64>,
    /// Within 100 ms.
    pub within_100: Option<f64>,
    /// Mean RTT to the nearest datacenter.
    pub rtt_ms: Option<f64>,
    /// Share of its joins without data on any map.
    pub without_data: f64,
}

/// Joins for which distance selects the wrong datacenter.
#[derive(Serialize, Tsify)]
pub struct Misrouting {
    /// The city through which their packets go.
    pub city: String,
    /// Its country, two letters.
    pub country: String,
    /// Position of the nearest datacenter by distance.
    pub by_distance: usize,
    /// Mean RTT to it.
    pub by_distance_ms: f64,
    /// Position of the nearest datacenter by latency.
    pub by_latency: usize,
    /// Mean RTT to it.
    pub by_latency_ms: f64,
    /// Their share of the world's joins.
    pub joins: f64,
}

/// The goal of a new datacenter.
#[derive(Clone, Copy, Deserialize, Tsify)]
#[serde(rename_all = "lowercase")]
pub enum Aim {
    /// More players within 50 ms.
    Within50,
    /// More players within 100 ms.
    Within100,
    /// A lower mean RTT.
    Mean,
}

/// A place for one more datacenter.
#[derive(Serialize, Tsify)]
#[tsify(missing_as_null)]
pub struct NextPlace {
    /// Name of a datacenter of the data set that is off; null for a city without one.
    pub name: Option<String>,
    /// Its name for people.
    pub label: String,
    /// Of a city: its country, two letters.
    pub country: String,
    /// Degrees north.
    pub lat: f64,
    /// Degrees east.
    pub lon: f64,
    /// Its gain in addition to the places before it: a share of the world's or the continent's joins, or ms.
    pub change: f64,
}

/// The best next places, one after the other.
#[derive(Serialize, Tsify)]
pub struct NextPlaces {
    /// The best first.
    pub places: Vec<NextPlace>,
    /// Number of places compared.
    pub compared: usize,
    /// The time of the search, s.
    pub took_s: f64,
}

/// The loss without a datacenter.
#[derive(Serialize, Tsify)]
pub struct Loss {
    /// Its name.
    pub name: String,
    /// A share of joins, or ms.
    pub change: f64,
}

/// A place for one more datacenter, with its latencies.
struct Candidate<'a> {
    /// Its name in the data set, if it has one there.
    listed: Option<&'a str>,
    label: &'a str,
    country: &'a str,
    location: matchday_atlas::Location,
    rtts_ms: Rtts,
}

impl Atlas {
    /// The coverage: the world first, then every continent with joins.
    pub(crate) fn coverage(&self, sites: Vec<SitePlace>) -> Result<Vec<Area>> {
        let rtts_ms: Vec<Rtts> = self.sites(sites)?.iter().map(|site| self.rtts_of(site)).collect();
        let coverage = self.audience.coverage(&rtts_ms);
        let all = |reached: &Reached| (reached.joins + reached.without_data) as f64;
        let area = |name: String, reached: &Reached| Area {
            area: name,
            joins: all(reached) / all(&coverage.world),
            within_50: known(reached.share_within_50()),
            within_100: known(reached.share_within_100()),
            rtt_ms: known(reached.mean_rtt_ms()),
            without_data: reached.share_without_data(),
        };
        let continents = coverage.continents.iter();
        let continents =
            continents.map(|(letters, reached)| area(String::from_utf8_lossy(letters).into_owned(), reached));
        Ok([area("world".to_owned(), &coverage.world)].into_iter().chain(continents).collect())
    }

    /// Joins for which distance selects the wrong datacenter: the `count` greatest losses, greatest first.
    /// RTTs are means over these joins.
    pub(crate) fn distance_misrouting(&self, sites: Vec<SitePlace>, count: usize) -> Result<Vec<Misrouting>> {
        let sites = self.sites(sites)?;
        let rtts_ms: Vec<Rtts> = sites.iter().map(|site| self.rtts_of(site)).collect();
        let places: Vec<_> = sites.iter().map(|site| site.location).collect();
        let all: u64 = self.weights.iter().sum();
        let found = self.audience.distance_misrouting(&places, &rtts_ms, &self.routes);
        let misrouting = |found: &DistanceMisrouting<'_>| Misrouting {
            city: found.city.name.clone(),
            country: self.letters(found.city.country).to_owned(),
            by_distance: found.by_distance,
            by_distance_ms: found.by_distance_ms as f64 / found.joins as f64,
            by_latency: found.by_latency,
            by_latency_ms: found.by_latency_ms as f64 / found.joins as f64,
            joins: found.joins as f64 / all as f64,
        };
        Ok(found.iter().take(count).map(misrouting).collect())
    }

    /// The best next places, one after the other. With the two letters of a continent, as in `coverage`: only
    /// places there, with their gains for its players.
    pub(crate) fn next(
        &self,
        sites: Vec<SitePlace>,
        aim: Aim,
        count: usize,
        continent: Option<String>,
    ) -> Result<NextPlaces> {
        let (since_ms, sites) = (now_ms(), self.sites(sites)?);
        let continent = continent.map(|letters| letters.parse::<Continent>()).transpose();
        let continent = continent.map_err(|error| Error::new(Code::BadParam, error))?;
        let active: Vec<Rtts> = sites.iter().map(|site| self.rtts_of(site)).collect();
        let mut candidates = self.candidates(&sites);
        let mut weights = self.weights.clone();
        if let Some(continent) = continent {
            candidates.retain(|place| siting::continent_of(&self.routes, place.location) == Some(continent));
            weights = self.audience.weights_of(continent).collect();
        }
        let places: Vec<siting::Site> = candidates.iter().map(Candidate::as_site).collect();
        let found = siting::next(&weights, &active, &places, aim.into(), count).into_iter();
        let places = found.map(|worth| candidates[worth.site].place(worth.change)).collect();
        Ok(NextPlaces { places, compared: candidates.len(), took_s: (now_ms() - since_ms) / 1000.0 })
    }

    /// Every datacenter with the loss without it, the smallest first.
    pub(crate) fn spare(&self, sites: Vec<SitePlace>, aim: Aim) -> Result<Vec<Loss>> {
        let sites = self.sites(sites)?;
        let rtts_ms: Vec<Rtts> = sites.iter().map(|site| self.rtts_of(site)).collect();
        let named = sites.iter().zip(&rtts_ms).map(|(site, rtts_ms)| siting::Site { name: &site.name, rtts_ms });
        let losses = siting::spare(&self.weights, &named.collect::<Vec<_>>(), aim.into()).into_iter();
        Ok(losses.map(|worth| Loss { name: sites[worth.site].name.clone(), change: worth.change }).collect())
    }

    /// Datacenters that are off, and cities without any.
    fn candidates(&self, active: &[Site]) -> Vec<Candidate<'_>> {
        let is_off = |at: usize| active.iter().all(|site| site.listed != Some(at));
        let off =
            self.data.dataset.sites.iter().enumerate().filter(|(at, _)| is_off(*at)).map(|(at, site)| Candidate {
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
        let listed = self.data.dataset.sites.iter().map(|site| site.datacenter.location);
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
    fn place(&self, change: f64) -> NextPlace {
        NextPlace {
            name: self.listed.map(str::to_owned),
            label: self.label.to_owned(),
            country: self.country.to_owned(),
            lat: self.location.lat(),
            lon: self.location.lon(),
            change,
        }
    }

    fn as_site(&self) -> siting::Site<'_> {
        siting::Site { name: self.listed.unwrap_or(self.label), rtts_ms: &self.rtts_ms }
    }
}

impl From<Aim> for siting::Aim {
    fn from(aim: Aim) -> Self {
        match aim {
            Aim::Within50 => Self::Within50,
            Aim::Within100 => Self::Within100,
            Aim::Mean => Self::MeanRtt,
        }
    }
}

/// A mean over no joins is not a number.
fn known(value: f64) -> Option<f64> {
    (!value.is_nan()).then_some(value)
}
