//! Paints every player as a dot. A fixed hash places it inside its cell; pixels with several dots are
//! brighter.
//!
//! Painted pixels are listed, so that a new frame clears only these. One byte per pixel counts its dots, in
//! sixteen shades. Players are painted in the order playing, between matches, searching. Searching players
//! are rare, so they are painted last and as diamonds.

use matchday_atlas::GridCell;
use matchday_sim::snapshot::Counts;

/// Shades of a state, by dots per pixel.
pub const LEVELS: usize = 16;
/// States on the map.
pub const STATES: usize = 3;
/// Above this number of players, a dot stands for several players.
const MOST_DOTS: u32 = 45_000;
/// Side of a cell, degrees.
const CELL_DEGREES: f32 = 0.25;
/// Fractional bits of positions inside a cell, in pixels.
const FIXED_BITS: u32 = 8;
const FIXED: f32 = (1 << FIXED_BITS) as f32;
/// Cells of the glow, CSS pixels.
const GLOW_CSS: f32 = 4.0;
/// CSS pixels per degree of the whole world on a desktop. Dots grow when the view is closer.
const HOME_SCALE: f32 = 4.0;
/// The value of a pixel that is never painted over.
const TOP_LEVEL: u8 = 250;

/// The part of the world that the pixels show.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct View {
    /// Device pixels.
    pub width: usize,
    /// Device pixels.
    pub height: usize,
    /// Device pixels per CSS pixel.
    pub pixel_ratio: f32,
    /// Longitude of the left edge.
    pub left_lon: f32,
    /// Latitude of the upper edge.
    pub top_lat: f32,
    /// Device pixels per degree.
    pub scale: f32,
}

/// A cell in view: its number and the pixel of its north-western corner. If the view is wider than the world,
/// some cells are in view twice.
#[derive(Clone, Copy, Debug)]
struct Spot {
    cell: u32,
    x: f32,
    y: f32,
}

/// Paints frames.
#[derive(Debug)]
pub struct Dots {
    /// Longitude and latitude of each cell's north-western corner.
    corners: Vec<(f32, f32)>,
    view: View,
    spots: Vec<Spot>,
    palette: [u32; STATES * LEVELS],
    pixels: Vec<u32>,
    levels: Vec<u8>,
    painted: Vec<u32>,
    later: [Vec<(i32, i32)>; 2],
    glow: Glow,
}

impl Dots {
    /// A painter for the cells of a data set.
    pub fn new(cells: &[GridCell]) -> Self {
        let half = CELL_DEGREES / 2.0;
        let corner = |cell: &GridCell| {
            let centre = cell.centre();
            (centre.lon() as f32 - half, centre.lat() as f32 + half)
        };
        let view = View { width: 0, height: 0, pixel_ratio: 1.0, left_lon: -180.0, top_lat: 90.0, scale: 1.0 };
        Self {
            corners: cells.iter().map(corner).collect(),
            view,
            spots: Vec::new(),
            palette: [0; STATES * LEVELS],
            pixels: Vec::new(),
            levels: Vec::new(),
            painted: Vec::new(),
            later: Default::default(),
            glow: Glow::default(),
        }
    }

    /// Colours as red, green, blue, alpha bytes in little-endian words: sixteen for each state.
    pub fn set_palette(&mut self, palette: [u32; STATES * LEVELS]) {
        self.palette = palette;
    }

    /// Shows another part of the world, and clears the pixels.
    pub fn set_view(&mut self, view: View) {
        let pixels = view.width * view.height;
        if self.pixels.len() == pixels {
            self.clear();
        } else {
            self.pixels = vec![0; pixels];
            self.levels = vec![0; pixels];
            self.painted.clear();
        }
        self.view = view;
        self.spots = self.corners.iter().zip(0..).flat_map(|(&corner, cell)| spots(view, corner, cell)).collect();
        self.glow.resize(view);
    }

    /// The pixels, row by row, in colours of the palette.
    pub fn pixels(&self) -> &[u32] {
        &self.pixels
    }

    /// The density of players as light.
    pub fn glow(&self) -> &Glow {
        &self.glow
    }

    /// Paints the players of every cell. `most` is the highest number of players of the run; returns the
    /// number of players per dot.
    pub fn paint(&mut self, counts: &[Counts], most: u32) -> u32 {
        self.clear();
        self.glow.clear();
        let per_dot = players_per_dot(most);
        let side = (self.view.pixel_ratio * self.growth()).round().max(1.0) as i32;
        let cell_pixels = CELL_DEGREES * self.view.scale;
        let fixed = |pixels: f32| (pixels * FIXED) as i32;
        let reach = fixed(cell_pixels) as u64;
        // In a distant view, a cell is smaller than a spot of light.
        let afar = cell_pixels < GLOW_CSS * self.view.pixel_ratio;
        let spots = std::mem::take(&mut self.spots);
        for spot in &spots {
            let Some(players) = counts.get(spot.cell as usize).filter(|players| **players != [0; STATES]) else {
                continue;
            };
            let ends = dots_up_to(*players, per_dot, spot.cell);
            let (left, top) = (fixed(spot.x), fixed(spot.y));
            if afar {
                self.glow.add(left >> FIXED_BITS, top >> FIXED_BITS, ends[2]);
            }
            for dot in 0..ends[2] {
                let place = hash(spot.cell, dot);
                let within = |share: u32| ((u64::from(share) * reach) >> 16) as i32;
                let x = (left + within(place & 0xffff)) >> FIXED_BITS;
                let y = (top + within(place >> 16)) >> FIXED_BITS;
                if !afar {
                    self.glow.add(x, y, 1);
                }
                if dot < ends[0] {
                    self.square(x, y, side, 0);
                } else {
                    self.later[usize::from(dot >= ends[1])].push((x, y));
                }
            }
        }
        self.spots = spots;
        let [between, searching] = std::mem::take(&mut self.later);
        between.iter().for_each(|&(x, y)| self.square(x, y, side, 1));
        searching.iter().for_each(|&(x, y)| self.diamond(x, y));
        self.later = [between, searching];
        self.later.iter_mut().for_each(Vec::clear);
        // With the logarithm that the module contains anyway.
        self.glow.finish(per_dot as f32 * libm::exp(1.2 * libm::log(f64::from(self.growth_base()))) as f32);
        per_dot
    }

    /// The zoom of the view, relative to the whole world.
    fn growth_base(&self) -> f32 {
        self.view.scale / self.view.pixel_ratio / HOME_SCALE
    }

    /// The size of dots, relative to the view of the whole world.
    fn growth(&self) -> f32 {
        self.growth_base().sqrt().clamp(1.0, 2.5)
    }

    fn clear(&mut self) {
        for &at in &self.painted {
            self.pixels[at as usize] = 0;
            self.levels[at as usize] = 0;
        }
        self.painted.clear();
    }

    /// The pixel's index, if it is in view. Lists the pixel as painted the first time.
    fn touch(&mut self, x: i32, y: i32) -> Option<usize> {
        if x < 0 || y < 0 || x as usize >= self.view.width || y as usize >= self.view.height {
            return None;
        }
        let at = y as usize * self.view.width + x as usize;
        if self.levels[at] == 0 {
            self.painted.push(at as u32);
        }
        Some(at)
    }

    fn square(&mut self, x: i32, y: i32, side: i32, state: usize) {
        for y in y..y + side {
            for x in x..x + side {
                if let Some(at) = self.touch(x, y) {
                    let level = self.levels[at];
                    self.pixels[at] = self.palette[state * LEVELS + usize::from(level).min(LEVELS - 1)];
                    self.levels[at] = level.saturating_add(1).min(TOP_LEVEL);
                }
            }
        }
    }

    fn diamond(&mut self, x: i32, y: i32) {
        let narrow = (self.view.width as f32) < 760.0 * self.view.pixel_ratio;
        let reach = (if narrow { 1.0 } else { 1.5 }) * self.view.pixel_ratio * self.growth();
        let (reach, edge) = (reach.round() as i32, (reach.round() * 1.35) as i32);
        for dy in -reach..=reach {
            for dx in -reach..=reach {
                if dx.abs() + dy.abs() > edge {
                    continue;
                }
                if let Some(at) = self.touch(x + dx, y + dy) {
                    self.pixels[at] = self.palette[STATES * LEVELS - 1];
                    self.levels[at] = TOP_LEVEL;
                }
            }
        }
    }
}

/// Players per dot, so that at most [`MOST_DOTS`] dots are drawn. Above ten it is a multiple of five, which
/// is easy to read.
fn players_per_dot(most: u32) -> u32 {
    let least = most.div_ceil(MOST_DOTS).max(1);
    if least > 10 { least.next_multiple_of(5) } else { least }
}

/// The places where a cell is in view.
fn spots(view: View, (lon, lat): (f32, f32), cell: u32) -> impl Iterator<Item = Spot> {
    let (turn, side) = (360.0 * view.scale, CELL_DEGREES * view.scale);
    let y = (view.top_lat - lat) * view.scale;
    // The westernmost copy whose eastern edge is in view, and copies 360 degrees farther east.
    let east = (lon - view.left_lon) * view.scale;
    let first = east - turn * libm::floorf((east + side) / turn);
    let visible = y + side > 0.0 && y < view.height as f32;
    let copies = std::iter::successors(Some(first), move |x| Some(x + turn));
    copies.take_while(move |&x| visible && x < view.width as f32).map(move |x| Spot { cell, x, y })
}

/// Cumulative dots of a cell by state. With several players per dot, fractions are rounded by a hash of the
/// cell, so that the sum over many cells is right and cells do not flicker.
fn dots_up_to(players: Counts, per_dot: u32, cell: u32) -> [u32; STATES] {
    let draw = ((u64::from(hash(cell, u32::MAX)) * u64::from(per_dot)) >> 32) as u32;
    let mut sum = 0;
    players.map(|count| {
        sum += count;
        (sum + draw) / per_dot
    })
}

/// A fixed place for each dot of a cell, so that dots do not move when states change.
fn hash(cell: u32, dot: u32) -> u32 {
    let mut x = cell.wrapping_add(1).wrapping_mul(0x9E37_79B1) ^ dot.wrapping_add(7).wrapping_mul(0x85EB_CA6B);
    x = (x ^ (x >> 15)).wrapping_mul(0x2C1B_3C6D);
    x = (x ^ (x >> 12)).wrapping_mul(0x297A_2D39);
    x ^ (x >> 15)
}

/// Margin of the grid, in cells, that the blur includes.
const MARGIN: usize = 2;
/// Width of the blur in cells.
const BLURRED: usize = 1 + 2 * MARGIN;

/// The density of players on a coarse grid, blurred.
#[derive(Debug, Default)]
pub struct Glow {
    /// Cells from left to right.
    pub width: usize,
    /// Cells from top to bottom.
    pub height: usize,
    /// Cells per pixel.
    scale: f32,
    /// Dots per cell, with a margin on all sides.
    density: Vec<f32>,
    blurred: Vec<f32>,
    light: Vec<u8>,
}

impl Glow {
    /// Light by cell, row by row.
    pub fn light(&self) -> &[u8] {
        &self.light
    }

    fn resize(&mut self, view: View) {
        self.scale = 1.0 / (GLOW_CSS * view.pixel_ratio);
        let cells = |pixels: usize| (pixels as f32 * self.scale).ceil() as usize + 1;
        (self.width, self.height) = (cells(view.width), cells(view.height));
        let rows = self.height + 2 * MARGIN;
        self.density = vec![0.0; (self.width + 2 * MARGIN) * rows];
        self.blurred = vec![0.0; self.width * rows];
        self.light = vec![0; self.width * self.height];
    }

    fn clear(&mut self) {
        self.density.fill(0.0);
    }

    /// Counts dots, including those in the margin.
    fn add(&mut self, x: i32, y: i32, dots: u32) {
        let at = |pixel: i32| (pixel as f32 * self.scale + MARGIN as f32) as usize;
        let (column, row, stride) = (at(x), at(y), self.width + 2 * MARGIN);
        if let Some(density) = self.density.get_mut(row * stride + column).filter(|_| column < stride) {
            *density += dots as f32;
        }
    }

    /// Blurs horizontally, then vertically. The light is the logarithm of the density.
    fn finish(&mut self, weight: f32) {
        let width = self.width;
        let rows = self.density.chunks_exact(width + 2 * MARGIN).zip(self.blurred.chunks_exact_mut(width));
        for (from, to) in rows {
            for (near, to) in from.windows(BLURRED).zip(to) {
                if let [a, b, c, d, e] = *near {
                    *to = blur(a, b, c, d, e);
                }
            }
        }
        for (y, light) in self.light.chunks_exact_mut(width).enumerate() {
            let [a, b, c, d, e] = std::array::from_fn(|row| self.blurred[(y + row) * width..][..width].iter());
            for (((((light, a), b), c), d), e) in light.iter_mut().zip(a).zip(b).zip(c).zip(d).zip(e) {
                let density = blur(*a, *b, *c, *d, *e);
                // Full light at about thirteen players per cell.
                *light =
                    if density > 0.0 { (libm::log(f64::from(1.0 + density * weight * 0.8)) * 98.0) as u8 } else { 0 };
            }
        }
    }
}

/// Two blurs, each with a quarter of both neighbours, in one step.
fn blur(a: f32, b: f32, c: f32, d: f32, e: f32) -> f32 {
    (a + e + 4.0 * (b + d) + 6.0 * c) / 16.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use matchday_atlas::Location;
    use wasm_bindgen_test::wasm_bindgen_test;

    const VIEW: View = View { width: 400, height: 200, pixel_ratio: 1.0, left_lon: 0.0, top_lat: 10.0, scale: 40.0 };

    /// A painter of the cells at these places whose colours are state x 100 + level + 1.
    fn dots(places: &[(f64, f64)], view: View) -> Dots {
        let cells: Vec<_> = places.iter().map(|&(lat, lon)| GridCell::of(Location::new(lat, lon).unwrap())).collect();
        let mut dots = Dots::new(&cells);
        dots.set_palette(std::array::from_fn(|at| (at / LEVELS * 100 + at % LEVELS + 1) as u32));
        dots.set_view(view);
        dots
    }

    fn painted(dots: &Dots) -> Vec<(usize, usize, u32)> {
        let pixels = dots.pixels().iter().enumerate().filter(|(_, color)| **color > 0);
        pixels.map(|(at, &color)| (at % dots.view.width, at / dots.view.width, color)).collect()
    }

    #[wasm_bindgen_test]
    fn every_player_is_a_dot_inside_the_cell() {
        let mut dots = dots(&[(9.9, 0.1)], View { scale: 4_000.0, width: 1_200, height: 1_200, ..VIEW });
        assert_eq!(dots.paint(&[[500, 0, 0]], 500), 1);
        // In this view, dots are squares of three pixels. Some of 500 dots on a million pixels touch.
        let found = painted(&dots);
        assert!(found.len() > 480 * 9 && found.len() <= 500 * 9, "{}", found.len());
        assert!(found.iter().all(|&(x, y, _)| x < 1_003 && y < 1_003));
        for quarter in 0..4 {
            let inside = |&&(x, y, _): &&(usize, usize, u32)| (x / 500, y / 500) == (quarter % 2, quarter / 2);
            assert!(found.iter().filter(inside).count() > found.len() / 6, "spread over the cell");
        }
    }

    #[wasm_bindgen_test]
    fn the_crowd_stands_still_while_states_change() {
        let mut dots = dots(&[(9.9, 0.1)], View { scale: 400.0, ..VIEW });
        let mut places = |counts| {
            dots.paint(&[counts], 100);
            painted(&dots).iter().map(|&(x, y, _)| (x, y)).collect::<Vec<_>>()
        };
        assert_eq!(places([60, 40, 0]), places([35, 65, 0]));
        assert_ne!(places([60, 40, 0]), places([60, 41, 0]));
    }

    #[wasm_bindgen_test]
    fn searching_stands_on_top_and_crowds_are_brighter() {
        let mut dots = dots(&[(9.9, 0.1)], View { scale: 4.0, ..VIEW });
        dots.paint(&[[7, 0, 0]], 7);
        assert_eq!(painted(&dots), [(0, 0, 7)], "seven on one pixel");
        dots.paint(&[[7, 3, 0]], 10);
        assert_eq!(painted(&dots), [(0, 0, 110)], "ten, the last of them between matches");
        dots.paint(&[[7, 3, 1]], 11);
        assert!(painted(&dots).len() > 1 && painted(&dots).iter().all(|&(_, _, color)| color == 216));
        dots.paint(&[[0; 3]], 11);
        assert_eq!(painted(&dots), [], "a frame clears the one before");
        assert!(dots.glow().light().iter().all(|&light| light == 0));
    }

    #[wasm_bindgen_test]
    fn there_is_no_seam() {
        let view = View { left_lon: 175.0, top_lat: 5.0, scale: 40.0, ..VIEW };
        let mut dots = dots(&[(0.1, 179.9), (0.1, -179.9)], view);
        dots.paint(&[[30, 0, 0], [30, 0, 0]], 60);
        let xs: Vec<usize> = painted(&dots).iter().map(|pixel| pixel.0).collect();
        let (west, east) = (xs.iter().filter(|&&x| x < 200).count(), xs.iter().filter(|&&x| x >= 200).count());
        assert!(west > 20 && east > 20 && xs.iter().all(|x| (188..215).contains(x)), "{xs:?}");
        // Wider than the world: the same place twice.
        dots.set_view(View { left_lon: 179.0, scale: 1.0, ..view });
        dots.paint(&[[1, 0, 0], [0, 0, 0]], 1);
        let xs: Vec<usize> = painted(&dots).iter().map(|pixel| pixel.0).collect();
        assert_eq!(xs.len(), 2);
        assert_eq!(xs[1] - xs[0], 360);
    }

    #[wasm_bindgen_test]
    fn above_the_limit_a_dot_stands_for_several() {
        let places: Vec<(f64, f64)> =
            (0..400).map(|k| (9.9 - f64::from(k / 20) * 0.25, 0.1 + f64::from(k % 20) * 0.25)).collect();
        let mut dots = dots(&places, VIEW);
        let counts = vec![[1, 0, 0]; 400];
        assert_eq!(dots.paint(&counts, 45_000), 1);
        let all = painted(&dots).len();
        assert_eq!(dots.paint(&counts, 45_001), 2);
        let half = painted(&dots).len();
        assert!((half as f64 / all as f64 - 0.5).abs() < 0.08, "{half} of {all}");
        assert_eq!(dots.paint(&counts, 1_000_000), 25);
        assert_eq!(dots.paint(&counts, 450_000), 10);
        let tenth = painted(&dots).len();
        assert!((tenth as f64 / all as f64 - 0.1).abs() < 0.05, "{tenth} of {all}");
    }
}
