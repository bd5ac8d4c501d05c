//! The data set, and figures of a scenario that need no simulation.

use crate::files::{DataFiles, data_set};
use crate::params::{ParamValues, params_of};
use matchday_atlas::LatencyMap;
use matchday_scenario::Params;
use matchday_sim::cost::Cost;
use matchday_sim::forecast::Forecast;
use matchday_sim::notes::notes;
use matchday_sim::theory::Searching;
use matchday_sim::{ActiveDatacenter, SimulationData};
use matchday_web_common::error::Result;
use matchday_web_common::js::{list_to_js, to_js};
use serde::Serialize;
use std::cell::OnceCell;
use std::rc::Rc;
use tsify::{Ts, Tsify};
use wasm_bindgen::prelude::wasm_bindgen;

/// A datacenter of the data set, or one added by a scenario.
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

/// What is known of a run beforehand.
#[derive(Serialize, Tsify)]
pub struct Estimate {
    /// Seconds that it takes on the machine on which runs were measured; others, and the page, take longer by a factor.
    pub seconds: f64,
    /// Most bytes of its day.
    pub bytes: f64,
    /// What to know before reading its figures, in sentences; usually nothing.
    pub notes: Vec<String>,
}

/// A data set. Clones are cheap, because they share the data.
#[wasm_bindgen]
pub struct World {
    data: Rc<Data>,
}

/// A data set, and the values that are computed from it once.
pub struct Data {
    /// The data set.
    pub dataset: SimulationData,
    forecast: OnceCell<Forecast>,
}

#[wasm_bindgen]
impl World {
    /// Reads a data set from `manifest.json` and all files that it lists.
    #[wasm_bindgen(constructor)]
    pub fn new(files: &Ts<DataFiles>) -> Result<World> {
        Ok(Self { data: Rc::new(Data::new(data_set(files)?.into())) })
    }

    /// Name and checksum of the data set, as in links.
    pub fn dataset(&self) -> String {
        self.data.dataset.id.clone()
    }

    /// All datacenters of the data set, and those added by `dcs`.
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

    /// RTT to the nearest datacenter that is on, ms, 360 x 180 cells from the north-west corner; 0 where no
    /// map has data.
    pub fn nearest_rtt(&self, dcs: &str) -> Result<Vec<u8>> {
        Ok(self.data.nearest_rtt(&self.data.dataset.active(dcs)?))
    }

    /// What is known of a run beforehand.
    pub fn estimate(&self, params: &Ts<ParamValues>) -> Result<Ts<Estimate>> {
        let params = params_of(params)?;
        let datacenters = self.data.dataset.active(params.dcs())?.len();
        let Cost { seconds, bytes } = Cost::of(&params, self.data.forecast(), datacenters);
        to_js(&Estimate { seconds, bytes, notes: notes(&params) })
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
        Self { dataset, forecast: OnceCell::new() }
    }

    fn nearest_rtt(&self, active: &[ActiveDatacenter]) -> Vec<u8> {
        let maps: Vec<_> = active.iter().filter_map(|site| self.dataset.map_of(site)).collect();
        LatencyMap::nearest(maps.iter().map(|map| &**map)).picture()
    }

    /// The theory of a scenario.
    fn forecast(&self) -> &Forecast {
        self.forecast.get_or_init(|| Forecast::new(&self.dataset))
    }

    /// Peak CCU of the shown days by theory.
    pub fn peak(&self, params: &Params, searching: Searching) -> f64 {
        self.forecast().peak(params, searching)
    }
}
