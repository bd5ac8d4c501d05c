//! The map painter for JavaScript.

use crate::dots::{Dots, LEVELS, STATES, View};
use crate::results::{Results, total};
use matchday_web_common::error::{Code, Error, Result};
use matchday_web_common::js::to_js;
use matchday_web_day::world::World;
use serde::Serialize;
use tsify::{Ts, Tsify};
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

/// Most pixels of a picture; an 8K screen has 33 million.
const MOST_PIXELS: usize = 1 << 26;

/// The players on a map.
#[derive(Serialize, Tsify)]
pub struct MapCounts {
    /// Players in matches.
    pub playing: u32,
    /// Players between matches.
    pub between: u32,
    /// Players who search.
    pub searching: u32,
    /// Players per dot.
    pub players_per_dot: u32,
}

/// Paints the players of a run into pixels.
#[wasm_bindgen]
pub struct MapPainter {
    dots: Dots,
}

#[wasm_bindgen]
impl MapPainter {
    /// A painter for the cells of a data set.
    #[wasm_bindgen(constructor)]
    pub fn new(world: &World) -> MapPainter {
        Self { dots: Dots::new(world.data().dataset.cells()) }
    }

    /// Shows a part of the world: size in device pixels, device pixels per CSS pixel, longitude and latitude
    /// of the upper left corner, device pixels per degree.
    pub fn resize(
        &mut self,
        width: u32,
        height: u32,
        dpr: f32,
        left_lon: f32,
        top_lat: f32,
        px_per_degree: f32,
    ) -> Result<()> {
        let (width, height) = (width as usize, height as usize);
        let good = [dpr, px_per_degree].iter().all(|x| x.is_finite() && *x > 0.0)
            && [left_lon, top_lat].iter().all(|x| x.is_finite())
            && width.saturating_mul(height) <= MOST_PIXELS;
        if !good {
            let rules = "ratios must be above 0, the corner finite";
            return Err(Error::new(
                Code::Map,
                format!("a map of {width} x {height} pixels cannot be painted: {rules}"),
            ));
        }
        self.dots.set_view(View { width, height, pixel_ratio: dpr, left_lon, top_lat, scale: px_per_degree });
        Ok(())
    }

    /// Sets the colours: sixteen shades by dots per pixel for each of playing, between matches, searching.
    pub fn palette(&mut self, colors: &[u32]) -> Result<()> {
        let wrong =
            |_| Error::new(Code::Map, format!("a palette has {} colours, not {}", STATES * LEVELS, colors.len()));
        self.dots.set_palette(colors.try_into().map_err(wrong)?);
        Ok(())
    }

    /// Paints the players that the results show.
    pub fn paint(&mut self, run: &Results) -> Result<Ts<MapCounts>> {
        let [playing, between, searching] = total(run.players());
        let players_per_dot = self.dots.paint(run.players(), run.most());
        to_js(&MapCounts { playing, between, searching, players_per_dot })
    }

    /// The pixels as a view into the module's memory, valid until the next call of the module.
    pub fn pixels(&self) -> js_sys::Uint8ClampedArray {
        let pixels = self.dots.pixels();
        let (start, bytes) = (pixels.as_ptr() as u32, size_of_val(pixels) as u32);
        js_sys::Uint8ClampedArray::new_with_byte_offset_and_length(&memory(), start, bytes)
    }

    /// The density of players as light, one byte per 4 x 4 CSS pixels; a view like `pixels`.
    pub fn glow(&self) -> js_sys::Uint8Array {
        let light = self.dots.glow().light();
        js_sys::Uint8Array::new_with_byte_offset_and_length(&memory(), light.as_ptr() as u32, light.len() as u32)
    }

    /// Columns of the glow.
    pub fn glow_width(&self) -> u32 {
        self.dots.glow().width as u32
    }

    /// Rows of the glow.
    pub fn glow_height(&self) -> u32 {
        self.dots.glow().height as u32
    }
}

/// The module's memory. When it grows, older views become empty.
fn memory() -> JsValue {
    wasm_bindgen::memory().unchecked_into::<js_sys::WebAssembly::Memory>().buffer()
}
