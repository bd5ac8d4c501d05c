//! The data set of the page.

use matchday_sim::SimulationData;
use matchday_web_common::error::Result;
use matchday_web_common::files::{DataFiles, data_set};
use tsify::Ts;
use wasm_bindgen::prelude::wasm_bindgen;

/// A data set.
#[wasm_bindgen]
pub struct World {
    pub(crate) dataset: SimulationData,
}

#[wasm_bindgen]
impl World {
    /// Reads a data set from its files: `manifest.json` and all that it lists.
    #[wasm_bindgen(constructor)]
    pub fn new(files: &Ts<DataFiles>) -> Result<World> {
        Ok(Self { dataset: data_set(files)?.into() })
    }
}
