//! The data set, and what can be said about a scenario without simulating it.

use matchday_atlas::LatencyMap;
use matchday_base::SimTime;
use matchday_base::time::{DAY_S, MINUTE_S};
use matchday_scenario::Params;
use matchday_scenario::params::decimal;
use matchday_sim::joins::{JoinModel, times_at};
use matchday_sim::theory::{self, Searching, Stay};
use matchday_sim::{ActiveDatacenter, SimulationData, day};
use matchday_web_common::dto::{list, object};
use matchday_web_common::error::Result;
use matchday_web_common::files::data_set;
use matchday_web_common::params::params_of;
use std::cell::OnceCell;
use std::rc::Rc;
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

/// Most days that a run shows.
const MOST_DAYS: u32 = 7;
/// The population whose joins are kept; those of another are in proportion.
const UNIT_CCU: u32 = 1_000_000;

/// A data set. Cheap to hand on: everything made from it shares it.
#[wasm_bindgen]
pub struct World {
    pub(crate) data: Rc<Data>,
}

/// A data set with what is computed from it once.
pub struct Data {
    pub(crate) dataset: SimulationData,
    /// Joins a second by minute from time zero, of a population of [`UNIT_CCU`].
    unit_rates: OnceCell<Vec<f64>>,
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
        Ok(object(&[("player_matches", self.data.player_matches(&params_of(params)?).into())]))
    }
}

impl Data {
    /// Of a data set.
    pub fn new(dataset: SimulationData) -> Self {
        Self { dataset, unit_rates: OnceCell::new() }
    }

    fn nearest_rtt(&self, active: &[ActiveDatacenter]) -> Vec<u8> {
        let maps: Vec<_> = active.iter().filter_map(|site| self.dataset.map_of(site)).collect();
        LatencyMap::nearest(maps.iter().map(|map| &**map)).cells().to_vec()
    }

    /// Joins a second in each minute of a run, the warm-up included, and how many minutes that is.
    fn rates(&self, params: &Params) -> (Vec<f64>, usize) {
        let unit = self.unit_rates.get_or_init(|| {
            let minutes = (1 + MOST_DAYS) * DAY_S / MINUTE_S;
            JoinModel::new(&self.dataset.joins, self.dataset.cells(), UNIT_CCU).rates(minutes)
        });
        let scale = f64::from(params.ccu()) / f64::from(UNIT_CCU);
        let start = (SimTime::DAY_START - day::warm_up_s(params)).minute() as usize;
        let end = (SimTime::DAY_START + params.days() * DAY_S).minute() as usize;
        let incidents = params.incidents();
        let rates = unit[start..end.min(unit.len())].iter().zip(start as u32..);
        let rates = rates.map(|(rate, minute)| rate * scale * times_at(&incidents, minute)).collect();
        (rates, SimTime::DAY_START.minute() as usize - start)
    }

    /// Players in matches that a run is expected to have, each counted in each match.
    fn player_matches(&self, params: &Params) -> f64 {
        let joined: f64 = self.rates(params).0.iter().sum::<f64>() * f64::from(MINUTE_S);
        let replay = f64::from(params.replay()) / f64::from(Params::REPLAY_ONE);
        joined / (1.0 - replay)
    }

    /// Peak CCU of the shown days by the closed form.
    pub fn peak(&self, params: &Params, searching: Searching) -> f64 {
        let (rates, warm_up) = self.rates(params);
        let inside = theory::fluid(&rates, Stay::of(params, searching));
        inside[warm_up..].iter().fold(0.0, |a, &b| f64::max(a, b))
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
