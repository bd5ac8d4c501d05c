//! The data set of the page, and questions about places.

use matchday_atlas::{DataSet, Location};
use matchday_web_seam::dto::object;
use matchday_web_seam::error::{Code, Error, Result};
use matchday_web_seam::files::data_set;
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

/// A data set, for questions about places.
#[wasm_bindgen]
pub struct Atlas {
    set: DataSet,
}

#[wasm_bindgen]
impl Atlas {
    /// Reads a data set from its files, `[{name, bytes}]`: `manifest.json` and all that it lists.
    #[wasm_bindgen(constructor)]
    pub fn new(files: &js_sys::Array) -> Result<Atlas> {
        Ok(Self { set: data_set(files)? })
    }

    /// The city nearest to a place, where its networks meet: `{name, country, km}`, the country in two letters.
    pub fn city(&self, lat: f64, lon: f64) -> Result<JsValue> {
        let location = Location::new(lat, lon).map_err(|error| Error::new(Code::BadPlace, error))?;
        let (hub, km) = self.set.routes.nearest_city(location);
        let country = self.set.routes.routes().country(hub.country);
        let letters = country.map_or("", |country| std::str::from_utf8(&country.letters).unwrap_or(""));
        Ok(object(&[("name", hub.name.as_str().into()), ("country", letters.into()), ("km", km.into())]))
    }
}
