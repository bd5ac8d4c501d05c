//! The module of the page: thin bindings, the chart canvas, the map painter.
//!
//! | module | what it exports |
//! |---|---|
//! | [`scenario`] | the parameter registry, checked parameters, permalinks, a fresh seed |
//! | `matchday_web_common::world` | `World`: the data set, its datacenters and latencies |
//! | [`theory`] | the closed form of the replay chart |
//! | [`simulation`] | `Simulation`: a running day, in slices; lives in workers |
//! | [`recording`] | `Recording`: what has arrived of a run, on the main thread |
//! | [`painter`] | `MapPainter`: players to pixels; the painting itself is in [`dots`] |
//! | [`charts`] | the charts, on canvases |
//! | [`dto`] | the shapes that cross to JavaScript; what they are made of is in `matchday_web_common` |

pub mod charts;
pub mod dots;
pub mod dto;
pub mod painter;
pub mod recording;
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
