//! Round trips of one place, and of the whole world.

use crate::world::atlas::{Atlas, SitePlace, SitePlaces, place};
use matchday_atlas::{Datacenter, LatencyMap, rtt_ms};
use matchday_web_common::error::{Code, Result};
use matchday_web_common::js::from_js;
use tsify::Ts;
use wasm_bindgen::prelude::wasm_bindgen;

#[wasm_bindgen]
impl Atlas {
    /// RTT from a place to each datacenter, ms, as for a player there: from the map, or by distance if it has
    /// no data.
    pub fn rtts(&self, lat: f64, lon: f64, sites: &Ts<SitePlaces>) -> Result<Vec<u16>> {
        let player = place(lat, lon)?;
        let fallback = self.data.dataset.fallback();
        let rtt = |site: &crate::world::atlas::Site| {
            let datacenter = Datacenter { id: 0, name: String::new(), location: site.location };
            rtt_ms(Some(&self.map_of(site)), &datacenter, player, fallback)
        };
        Ok(self.sites(sites)?.iter().map(rtt).collect())
    }

    /// Two-letter code of the country of a place, by its cell; empty at sea, where no map has data.
    pub fn country(&self, lat: f64, lon: f64) -> Result<String> {
        let country = self.routes.country(place(lat, lon)?);
        Ok(country.map(|country| String::from_utf8_lossy(&country.letters).into_owned()).unwrap_or_default())
    }

    /// RTT from every cell to one datacenter, ms, 360 x 180 cells from the north-west corner; 0 without data.
    pub fn map(&self, site: &Ts<SitePlace>) -> Result<Vec<u8>> {
        let site = self.site(from_js(site, Code::BadPlace)?)?;
        Ok(self.map_of(&site).picture())
    }

    /// The map of RTTs to the nearest of some datacenters as a PNG image, 8-bit greyscale, 360 x 180: the grey of a
    /// pixel is its RTT in ms, 0 without data. Of one datacenter, its own map.
    pub fn map_png(&self, sites: &Ts<SitePlaces>) -> Result<Vec<u8>> {
        let maps: Vec<_> = self.sites(sites)?.iter().map(|site| self.map_of(site)).collect();
        Ok(LatencyMap::nearest(maps.iter().map(|map| &**map)).to_png())
    }

    /// The nearest datacenter to every cell, as a position in the list; 65535 without data.
    pub fn areas(&self, sites: &Ts<SitePlaces>) -> Result<Vec<u16>> {
        let maps: Vec<_> = self.sites(sites)?.iter().map(|site| self.map_of(site)).collect();
        Ok(LatencyMap::areas(maps.iter().map(|map| &**map)))
    }
}
