//! The wasm module of the page: bindings, charts, the map painter.
//!
//! | module | what it exports |
//! |---|---|
//! | [`scenario`] | the parameter registry, checked parameters, links, a new seed |
//! | `matchday_web_day::world` | `World`: the data set, its datacenters and latencies |
//! | [`theory`] | the closed form of the replay chart |
//! | [`simulation`] | `Simulation`: a running day in slices, in workers |
//! | [`results`] | `Results`: the results of a run so far, on the main thread, and the charts |
//! | [`painter`] | `MapPainter`: paints players as pixels; the painting itself is in [`dots`] |
//! | [`dto`] | structs for JavaScript; their conversion is in `matchday_web_common` |

pub mod dots;
pub mod dto;
pub mod painter;
pub mod results;
pub mod scenario;
pub mod simulation;
pub mod theory;

use wasm_bindgen::prelude::wasm_bindgen;

/// Version of the engine.
#[wasm_bindgen]
pub fn version() -> String {
    env!("CARGO_PKG_VERSION").to_owned()
}

#[cfg(test)]
mod tests;
