//! The data set, and what can be said about a scenario without simulating it.

use matchday_atlas::LatencyMap;
use matchday_scenario::Params;
use matchday_scenario::params::decimal;
use matchday_sim::forecast::Forecast;
use matchday_sim::theory::Searching;
use matchday_sim::{ActiveDatacenter, SimulationData};
use matchday_web_common::dto::{list, object};
use matchday_web_common::error::Result;
use matchday_web_common::files::data_set;
use matchday_web_common::params::params_of;
use std::cell::OnceCell;
use std::rc::Rc;
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

/// A data set. Cheap to hand on: everything made from it shares it.
#[wasm_bindgen]
pub struct World {
    pub(crate) data: Rc<Data>,
}

/// A data set with what is computed from it once.
pub struct Data {
    pub(crate) dataset: SimulationData,
    forecast: OnceCell<Forecast>,
}

#[wasm_bindgen]
impl World {
    /// Reads a data set from its files, `[{name, bytes}]`: `manifest.json` and all that it lists.
    #[wasm_bindgen(constructor)]
    pub fn new(files: &js_sys::Array) -> Result<World> {
        Ok(Self { data: Rc::new(Data::new(data_set(files)?.into())) })
    }

    /// Name and checksum of the data set, as a link carries them.
    pub fn dataset(&self) -> String {
        self.data.dataset.id.clone()
    }

    /// Every datacenter of the data set and those that `dcs` adds, `[{name, label, region, lat, lon, active, index}]`;
    /// `index` is the position among the active ones, -1 when off.
    pub fn datacenters(&self, dcs: &str) -> Result<JsValue> {
        let sites = &self.data.dataset.sites;
        let active = self.data.dataset.active(dcs)?;
        let built_in = sites.iter().enumerate().map(|(at, site)| {
            let index = active.iter().position(|active| active.site == Some(at));
            (&site.datacenter, &site.label, &site.region, index)
        });
        let added = active.iter().enumerate().filter(|(_, own)| own.site.is_none());
        let added = added.map(|(index, own)| (&own.datacenter, &own.label, &own.region, Some(index)));
        Ok(list(built_in.chain(added).map(|(datacenter, label, region, index)| {
            object(&[
                ("name", datacenter.name.as_str().into()),
                ("label", label.into()),
                ("region", region.into()),
                ("lat", datacenter.location.lat().into()),
                ("lon", datacenter.location.lon().into()),
                ("active", index.is_some().into()),
                ("index", index.map_or(-1, |index| index as i32).into()),
            ])
        })))
    }

    /// RTT to the nearest datacenter that is on, ms, 360 x 180 cells from the north-west corner; 0 where no map has data.
    pub fn nearest_rtt(&self, dcs: &str) -> Result<Vec<u8>> {
        Ok(self.data.nearest_rtt(&self.data.dataset.active(dcs)?))
    }

    /// The size of a run, before it is simulated: `{player_matches}`, players in matches, each counted in each match.
    pub fn estimate(&self, params: &JsValue) -> Result<JsValue> {
        Ok(object(&[("player_matches", self.data.forecast().player_matches(&params_of(params)?).into())]))
    }
}

impl Data {
    /// Of a data set.
    pub fn new(dataset: SimulationData) -> Self {
        Self { dataset, forecast: OnceCell::new() }
    }

    fn nearest_rtt(&self, active: &[ActiveDatacenter]) -> Vec<u8> {
        let maps: Vec<_> = active.iter().filter_map(|site| self.dataset.map_of(site)).collect();
        LatencyMap::nearest(maps.iter().map(|map| &**map)).cells().to_vec()
    }

    /// What runs are expected to come to.
    fn forecast(&self) -> &Forecast {
        self.forecast.get_or_init(|| Forecast::new(&self.dataset))
    }

    /// Peak CCU of the shown days by the closed form.
    pub fn peak(&self, params: &Params, searching: Searching) -> f64 {
        self.forecast().peak(params, searching)
    }
}

/// The closed form of the replay chart: replay rate and peak CCU in turn, from 0 to 0.95 in steps of 0.01. What
/// searching costs is taken from the run at hand.
#[wasm_bindgen]
pub fn replay_theory(world: &World, params: &JsValue, wait_mean_s: f64, failed_share: f64) -> Result<Vec<f64>> {
    let mut params = params_of(params)?;
    let searching = Searching { mean_s: wait_mean_s.max(0.0), failed: failed_share.clamp(0.0, 1.0) };
    let mut curve = Vec::new();
    for per_cent in 0..=95 {
        params.set("replay", &decimal(per_cent, 2))?;
        curve.extend([per_cent as f64 / 100.0, world.data.peak(&params, searching)]);
    }
    Ok(curve)
}
