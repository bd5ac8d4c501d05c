//! The data set of the page.

use matchday_sim::SimulationData;
use matchday_web_common::error::Result;
use matchday_web_common::files::data_set;
use std::rc::Rc;
use wasm_bindgen::prelude::wasm_bindgen;

/// A data set. Everything made from it shares it.
#[wasm_bindgen]
pub struct World {
    pub(crate) dataset: Rc<SimulationData>,
}

#[wasm_bindgen]
impl World {
    /// Reads a data set from its files, `[{name, bytes}]`: `manifest.json` and all that it lists.
    #[wasm_bindgen(constructor)]
    pub fn new(files: &js_sys::Array) -> Result<World> {
        let dataset: SimulationData = data_set(files)?.into();
        Ok(Self { dataset: Rc::new(dataset) })
    }
}
