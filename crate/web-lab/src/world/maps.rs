//! Round trips of one place, and of the whole world.

use crate::world::atlas::{Atlas, City, Site, SitePlace, place};
use matchday_atlas::{Datacenter, LatencyMap, rtt_ms};
use matchday_web_common::error::Result;
use matchday_web_common::js::typed_array;
use serde::Serialize;
use tsify::Tsify;

/// The round trips of a player at a place.
#[derive(Serialize, Tsify)]
pub struct PlaceReport {
    /// The nearest city.
    pub city: City,
    /// Two letters of the country of the place, by its cell; empty at sea, where no map has data.
    pub country: String,
    /// RTT to each datacenter, ms, as for a player there: from the map, or by distance if it has no data.
    #[serde(serialize_with = "typed_array")]
    #[tsify(type = "Uint16Array")]
    pub rtts_ms: Vec<u16>,
}

impl Atlas {
    pub(crate) fn place(&self, lat: f64, lon: f64, sites: Vec<SitePlace>) -> Result<PlaceReport> {
        let player = place(lat, lon)?;
        let fallback = self.data.dataset.fallback();
        let rtt = |site: &Site| {
            let datacenter = Datacenter { id: 0, name: String::new(), location: site.location };
            rtt_ms(Some(&self.map_of(site)), &datacenter, player, fallback)
        };
        let country = self.routes.country(player);
        let letters = country.map(|country| String::from_utf8_lossy(&country.letters).into_owned());
        Ok(PlaceReport {
            city: self.city(player),
            country: letters.unwrap_or_default(),
            rtts_ms: self.sites(sites)?.iter().map(rtt).collect(),
        })
    }

    /// RTT from every cell to one datacenter, ms, 360 x 180 cells from the north-west corner; 0 without data.
    pub(crate) fn map(&self, site: SitePlace) -> Result<Vec<u8>> {
        Ok(self.map_of(&self.site(site)?).picture())
    }

    /// The map of RTTs to the nearest of some datacenters as a PNG image, 8-bit greyscale, 360 x 180: the grey of a
    /// pixel is its RTT in ms, 0 without data. Of one datacenter, its own map.
    pub(crate) fn map_png(&self, sites: Vec<SitePlace>) -> Result<Vec<u8>> {
        let maps: Vec<_> = self.sites(sites)?.iter().map(|site| self.map_of(site)).collect();
        Ok(LatencyMap::nearest(maps.iter().map(|map| &**map)).to_png())
    }

    /// The nearest datacenter to every cell, as a position in the list; 65535 without data.
    pub(crate) fn areas(&self, sites: Vec<SitePlace>) -> Result<Vec<u16>> {
        let maps: Vec<_> = self.sites(sites)?.iter().map(|site| self.map_of(site)).collect();
        Ok(LatencyMap::areas(maps.iter().map(|map| &**map)))
    }
}
