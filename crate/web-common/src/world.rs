//! The data set, and what can be said about a scenario without simulating it.

use crate::error::Result;
use crate::files::{DataFiles, data_set};
use crate::js::{list_to_js, to_js};
use crate::params::{ParamValues, params_of};
use matchday_atlas::LatencyMap;
use matchday_base::SimTime;
use matchday_base::time::{DAY_S, MINUTE_S};
use matchday_scenario::Params;
use matchday_sim::joins::{JoinModel, times_at};
use matchday_sim::theory::{self, Searching, Stay};
use matchday_sim::{ActiveDatacenter, SimulationData, day};
use serde::Serialize;
use std::cell::OnceCell;
use std::rc::Rc;
use tsify::{Ts, Tsify};
use wasm_bindgen::prelude::wasm_bindgen;

/// Most days that a run shows.
const MOST_DAYS: u32 = 7;
/// The population whose joins are kept; those of another are in proportion.
const UNIT_CCU: u32 = 1_000_000;

/// A datacenter of the data set, or one that a scenario adds.
#[derive(Serialize, Tsify)]
#[tsify(missing_as_null)]
pub struct Site {
    /// Its name in links.
    pub name: String,
    /// Its name for people.
    pub label: String,
    /// Its continent or country.
    pub region: String,
    /// Degrees north.
    pub lat: f64,
    /// Degrees east.
    pub lon: f64,
    /// Whether it is on.
    pub active: bool,
    /// Its position among the active ones; null when it is off.
    pub index: Option<usize>,
}

/// The size of a run, before it is simulated.
#[derive(Serialize, Tsify)]
pub struct Estimate {
    /// Players in matches, each counted in each match.
    pub player_matches: f64,
}

/// A data set. Cheap to hand on: everything made from it shares it.
#[wasm_bindgen]
pub struct World {
    data: Rc<Data>,
}

/// A data set with what is computed from it once.
pub struct Data {
    /// The data set.
    pub dataset: SimulationData,
    /// Joins a second by minute from time zero, of a population of [`UNIT_CCU`].
    unit_rates: OnceCell<Vec<f64>>,
}

#[wasm_bindgen]
impl World {
    /// Reads a data set from its files: `manifest.json` and all that it lists.
    #[wasm_bindgen(constructor)]
    pub fn new(files: &Ts<DataFiles>) -> Result<World> {
        Ok(Self { data: Rc::new(Data::new(data_set(files)?.into())) })
    }

    /// Name and checksum of the data set, as a link carries them.
    pub fn dataset(&self) -> String {
        self.data.dataset.id.clone()
    }

    /// Every datacenter of the data set and those that `dcs` adds.
    pub fn datacenters(&self, dcs: &str) -> Result<Vec<Ts<Site>>> {
        let sites = &self.data.dataset.sites;
        let active = self.data.dataset.active(dcs)?;
        let built_in = sites.iter().enumerate().map(|(at, site)| {
            let index = active.iter().position(|active| active.site == Some(at));
            (&site.datacenter, &site.label, &site.region, index)
        });
        let added = active.iter().enumerate().filter(|(_, own)| own.site.is_none());
        let added = added.map(|(index, own)| (&own.datacenter, &own.label, &own.region, Some(index)));
        list_to_js(built_in.chain(added).map(|(datacenter, label, region, index)| Site {
            name: datacenter.name.clone(),
            label: label.clone(),
            region: region.clone(),
            lat: datacenter.location.lat(),
            lon: datacenter.location.lon(),
            active: index.is_some(),
            index,
        }))
    }

    /// RTT to the nearest datacenter that is on, ms, 360 x 180 cells from the north-west corner; 0 where no map has data.
    pub fn nearest_rtt(&self, dcs: &str) -> Result<Vec<u8>> {
        Ok(self.data.nearest_rtt(&self.data.dataset.active(dcs)?))
    }

    /// The size of a run, before it is simulated.
    pub fn estimate(&self, params: &Ts<ParamValues>) -> Result<Ts<Estimate>> {
        to_js(&Estimate { player_matches: self.data.player_matches(&params_of(params)?) })
    }
}

impl World {
    /// The data set.
    pub fn data(&self) -> &Rc<Data> {
        &self.data
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
