//! What the maps say: of one place, of the whole world. Datacenters are `[{name, lat, lon}]` throughout.

use crate::world::atlas::{Atlas, place};
use matchday_atlas::{Datacenter, LatencyMap, rtt_ms};
use matchday_web_common::error::Result;
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

#[wasm_bindgen]
impl Atlas {
    /// RTT from a place to each datacenter, ms, as a player there would have it: by the map, by distance where it has no
    /// data.
    pub fn rtts(&self, lat: f64, lon: f64, sites: &js_sys::Array) -> Result<Vec<u8>> {
        let player = place(lat, lon)?;
        let fallback = self.data.fallback();
        let rtt = |site: &crate::world::atlas::Site| {
            let datacenter = Datacenter { id: 0, name: String::new(), location: site.location };
            rtt_ms(Some(&self.map_of(site)), &datacenter, player, fallback)
        };
        Ok(self.sites(sites)?.iter().map(rtt).collect())
    }

    /// The two letters of the country that a place lies in, by its cell; empty at sea, where no map has data.
    pub fn country(&self, lat: f64, lon: f64) -> Result<String> {
        let country = self.routes.country(place(lat, lon)?);
        Ok(country.map(|country| String::from_utf8_lossy(&country.letters).into_owned()).unwrap_or_default())
    }

    /// RTT from every cell to one datacenter, ms, 360 x 180 cells from the north-west corner; 0 without data.
    pub fn map(&self, site: &JsValue) -> Result<Vec<u8>> {
        Ok(self.map_of(&self.site(site)?).cells().to_vec())
    }

    /// Which datacenter is nearest to every cell, by its position in the list; 65535 without data.
    pub fn areas(&self, sites: &js_sys::Array) -> Result<Vec<u16>> {
        let maps: Vec<_> = self.sites(sites)?.iter().map(|site| self.map_of(site)).collect();
        Ok(LatencyMap::areas(maps.iter().map(|map| &**map)))
    }
}
