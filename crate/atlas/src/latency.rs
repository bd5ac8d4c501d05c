//! Latency maps: the RTT from every cell of the globe to one datacenter.

use crate::datacenter::Datacenter;
use crate::error::AtlasError;
use crate::geo::{Fallback, Location, detour_km, fibre_floor_ms, great_circle_km};
use crate::grey_png;
use crate::wrong_file;
use matchday_base::rtt::{MOST_RTT_MS, OUT_OF_REACH_MS};

/// Cells around the globe, one degree each; column 0 is 180..179 W.
pub const WIDTH: usize = 360;
/// Cells from pole to pole, one degree each; row 0 is 89..90 N.
pub const HEIGHT: usize = 180;
/// Number of cells of a map.
pub const CELLS: usize = WIDTH * HEIGHT;
/// The value of a cell without data on any map.
pub const NO_DATACENTER: u16 = u16::MAX;

/// RTT to one datacenter by one-degree cell, in whole ms up to [`MOST_RTT_MS`]: 0 is no data, [`OUT_OF_REACH_MS`] is more.
#[derive(Clone, PartialEq, Eq)]
pub struct LatencyMap {
    cells: Box<[u16]>,
}

/// Counts of the cells of a map read from floats.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MapSummary {
    /// Cells with an RTT.
    pub data: u32,
    /// Cells without a finite number above 0.
    pub no_data: u32,
    /// Cells below the light limit in fibre: dropped, now without data.
    pub below_floor: u32,
    /// Cells with an RTT limited to 1 ms, or out of reach; counted in `data` too.
    pub clamped: u32,
}

impl std::fmt::Debug for LatencyMap {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let data = self.cells.iter().filter(|&&cell| cell != 0).count();
        write!(f, "LatencyMap({data} cells with data)")
    }
}

impl LatencyMap {
    /// A map from `rtt_ms` by cell number and centre; `None` is no data. Rounds half up and limits to 1 and
    /// [`OUT_OF_REACH_MS`].
    pub fn from_fn(mut rtt_ms: impl FnMut(usize, Location) -> Option<f64>) -> Self {
        let cells = (0..CELLS).map(|cell| rtt_ms(cell, centre(cell)).map_or(0, to_cell)).collect();
        Self { cells }
    }

    /// A map of these cells.
    pub(crate) fn from_cells(cells: Box<[u16]>) -> Self {
        debug_assert_eq!(cells.len(), CELLS);
        Self { cells }
    }

    /// Reads a map from its cells only, as [`LatencyMap::to_raw`] writes it, or from a picture's: 360 x 180 bytes.
    ///
    /// # Errors
    /// Bytes of another size.
    pub fn from_raw(bytes: &[u8], file: &str) -> Result<Self, AtlasError> {
        let (pairs, expected) = (bytes.as_chunks().0, CELLS * size_of::<u16>());
        match bytes.len() {
            CELLS => Ok(Self::from_picture(bytes)),
            actual if actual == expected => {
                Ok(Self { cells: pairs.iter().map(|&pair| u16::from_le_bytes(pair).min(OUT_OF_REACH_MS)).collect() })
            }
            actual => Err(AtlasError::MapSize { file: file.into(), layout: "16-bit numbers", expected, actual }),
        }
    }

    /// Its cells only: 360 x 180 16-bit little-endian numbers, ms, row by row from the north-west corner.
    pub fn to_raw(&self) -> Vec<u8> {
        self.cells.iter().flat_map(|ms| ms.to_le_bytes()).collect()
    }

    /// A map of the greys of a picture: 255, which is 255 ms or more, counts as 255.
    fn from_picture(greys: &[u8]) -> Self {
        Self { cells: greys.iter().copied().map(u16::from).collect() }
    }

    /// The greys of its picture, one a cell: its RTT in ms, 255 for 255 or more, 0 without data.
    pub fn picture(&self) -> Vec<u8> {
        self.cells.iter().map(|&ms| ms.min(u8::MAX.into()) as u8).collect()
    }

    /// The least RTT of several maps, cell by cell; no data if no map has data.
    pub fn nearest<'a>(maps: impl IntoIterator<Item = &'a Self>) -> Self {
        let mut least = vec![0; CELLS];
        for map in maps {
            let known = least.iter_mut().zip(&map.cells).filter(|(_, ms)| **ms > 0);
            known.for_each(|(least, &ms)| *least = if *least == 0 { ms } else { ms.min(*least) });
        }
        Self { cells: least.into() }
    }

    /// The index of the map with the least RTT, cell by cell; the first of equal maps. [`NO_DATACENTER`] if no map
    /// has data.
    pub fn areas<'a>(maps: impl IntoIterator<Item = &'a Self>) -> Vec<u16> {
        let mut least = vec![(u16::MAX, NO_DATACENTER); CELLS];
        for (map, number) in maps.into_iter().zip(0..) {
            for (least, &ms) in least.iter_mut().zip(&map.cells) {
                if ms > 0 && (least.1 == NO_DATACENTER || ms < least.0) {
                    *least = (ms, number);
                }
            }
        }
        least.into_iter().map(|(_, number)| number).collect()
    }

    /// Reads the published raw format: 360 x 180 little-endian `f32`, ms, row by row from the north-west
    /// corner. Only numbers above 0 are data; others, and NaN, stand where there is none. Cells below the fibre floor from their centre to
    /// `datacenter` are dropped.
    ///
    /// # Errors
    /// A file of another size, with its likely content; an infinite number.
    pub fn from_f32_le(bytes: &[u8], file: &str, datacenter: Location) -> Result<(Self, MapSummary), AtlasError> {
        let expected = CELLS * size_of::<f32>();
        if bytes.len() != expected {
            wrong_file::reject(bytes, file)?;
            return Err(AtlasError::MapSize {
                file: file.into(),
                layout: "little-endian f32",
                expected,
                actual: bytes.len(),
            });
        }
        let mut summary = MapSummary::default();
        let (quads, _) = bytes.as_chunks();
        // No measurement gives one: the file was computed wrong, or is something else.
        if let Some(cell) = quads.iter().position(|&quad| f32::from_le_bytes(quad).is_infinite()) {
            let (centre, value) = (centre(cell), f32::from_le_bytes(quads[cell]));
            let (lat, lon, offset) = (centre.lat(), centre.lon(), cell * size_of::<f32>());
            return Err(AtlasError::MapValue { file: file.into(), value, lat, lon, offset });
        }
        let cells = quads.iter().enumerate().map(|(cell, &quad)| {
            let ms = f64::from(f32::from_le_bytes(quad));
            if !(ms.is_finite() && ms > 0.0) {
                summary.no_data += 1;
                return 0;
            }
            if ms < fibre_floor_ms(great_circle_km(centre(cell), datacenter)) {
                summary.below_floor += 1;
                return 0;
            }
            summary.data += 1;
            summary.clamped += u32::from(!(0.5..f64::from(MOST_RTT_MS) + 0.5).contains(&ms));
            to_cell(ms)
        });
        let cells = cells.collect();
        Ok((Self { cells }, summary))
    }

    /// Reads a PNG image, 8-bit greyscale, 360 x 180: the grey of a pixel is its RTT, 255 for 255 ms or more.
    ///
    /// # Errors
    /// Another format, or an image of another kind or size.
    pub fn from_png(bytes: &[u8], file: &str) -> Result<Self, AtlasError> {
        wrong_file::reject(bytes, file)?;
        let fail = |reason: String| AtlasError::Image { file: file.into(), reason };
        let cells = grey_png::decode(bytes, WIDTH, HEIGHT).map_err(fail)?;
        Ok(Self::from_picture(&cells))
    }

    /// The map as a PNG image that [`LatencyMap::from_png`] reads back.
    pub fn to_png(&self) -> Vec<u8> {
        let filters = [png::Filter::Sub, png::Filter::Up, png::Filter::Paeth, png::Filter::Adaptive];
        let images = filters.map(|filter| self.to_png_with(filter));
        images.into_iter().min_by_key(Vec::len).unwrap_or_default()
    }

    fn to_png_with(&self, filter: png::Filter) -> Vec<u8> {
        let mut image = Vec::new();
        let mut encoder = png::Encoder::new(&mut image, WIDTH as u32, HEIGHT as u32);
        encoder.set_color(png::ColorType::Grayscale);
        encoder.set_depth(png::BitDepth::Eight);
        encoder.set_deflate_compression(png::DeflateCompression::Level(9));
        encoder.set_filter(filter);
        let written = encoder.write_header().and_then(|mut writer| writer.write_image_data(&self.picture()));
        written.expect("writing to memory does not fail");
        image
    }

    /// The number of cells of this RTT, ms.
    pub fn count(&self, rtt_ms: u16) -> usize {
        self.cells.iter().filter(|&&ms| ms == rtt_ms).count()
    }

    /// The RTT in the cell of a place, ms; 0 without data. O(1).
    pub fn at(&self, location: Location) -> u16 {
        self.cells[cell_of(location)]
    }

    /// All cells, row by row from the north-west corner: 180 rows of 360.
    pub fn cells(&self) -> &[u16] {
        &self.cells
    }
}

/// A place and its cell on latency maps, found once for the maps of many datacenters.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MapPlace {
    location: Location,
    cell: u32,
}

impl From<Location> for MapPlace {
    fn from(location: Location) -> Self {
        Self { location, cell: cell_of(location) as u32 }
    }
}

/// The cell of a place. A cell includes its southern and western edge; the north pole is in row 0.
pub fn cell_of(location: Location) -> usize {
    let row = (89 - libm::floor(location.lat()) as isize).clamp(0, HEIGHT as isize - 1) as usize;
    let column = (libm::floor(location.lon()) as isize + 180) as usize;
    row * WIDTH + column
}

/// The centre of a cell.
pub fn centre(cell: usize) -> Location {
    Location::cell_centre(cell / WIDTH, cell % WIDTH, 1.0)
}

/// Rounds half up and limits to 1 and [`OUT_OF_REACH_MS`].
fn to_cell(ms: f64) -> u16 {
    libm::floor(ms + 0.5).clamp(1.0, f64::from(OUT_OF_REACH_MS)) as u16
}

/// RTT of a player to a datacenter, ms, 1 to [`OUT_OF_REACH_MS`]: from the map, or from the fallback if there is no map or it
/// has no data. Never below the light limit in fibre.
///
/// Inlined, because a world reads more than a million of them.
#[inline]
pub fn rtt_ms(
    map: Option<&LatencyMap>,
    datacenter: &Datacenter,
    player: impl Into<MapPlace>,
    fallback: Fallback,
) -> u16 {
    let MapPlace { location, cell } = player.into();
    match map.map_or(0, |map| map.cells[cell as usize]) {
        0 => by_distance_ms(great_circle_km(location, datacenter.location), fallback),
        sampled => not_below_fibre(sampled, location, datacenter.location),
    }
}

fn by_distance_ms(km: f64, fallback: Fallback) -> u16 {
    to_cell(fallback.rtt_ms(km)).max(floor_ms(km))
}

/// `ms`, raised to the light limit in fibre between two places if it is lower.
#[inline]
pub fn not_below_fibre(ms: u16, from: Location, to: Location) -> u16 {
    // An RTT possible over a detour is possible over the great circle, whose length costs trigonometry.
    if f64::from(ms) >= fibre_floor_ms(detour_km(from, to)) {
        return ms;
    }
    ms.max(floor_ms(great_circle_km(from, to)))
}

fn floor_ms(km: f64) -> u16 {
    libm::ceil(fibre_floor_ms(km)) as u16
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(lat: f64, lon: f64) -> Location {
        Location::new(lat, lon).unwrap()
    }

    fn site(lat: f64, lon: f64) -> Datacenter {
        Datacenter { id: 1, name: "x".into(), location: at(lat, lon) }
    }

    /// A map with `ms` in the listed cells.
    fn map_of(cells: &[(usize, u8)]) -> LatencyMap {
        LatencyMap::from_fn(|cell, _| cells.iter().find(|(at, _)| *at == cell).map(|&(_, ms)| f64::from(ms)))
    }

    fn raw(cells: &[(usize, f32)]) -> Vec<u8> {
        let mut all = vec![f32::NAN; CELLS];
        cells.iter().for_each(|&(cell, ms)| all[cell] = ms);
        all.iter().flat_map(|ms| ms.to_le_bytes()).collect()
    }

    #[test]
    fn every_centre_reads_its_own_cell() {
        for cell in 0..CELLS {
            assert_eq!(cell_of(centre(cell)), cell);
        }
    }

    #[test]
    fn north_is_up_and_west_is_left() {
        for (lat, lon, row, column) in [
            (90.0, -180.0, 0, 0),
            (89.0, -180.0, 0, 0),
            (88.999, -180.0, 1, 0),
            (90.0, 179.999, 0, 359),
            (-90.0, -180.0, 179, 0),
            (-89.001, 0.0, 179, 180),
            (0.0, 0.0, 89, 180),
            (-0.001, -0.001, 90, 179),
            (45.0, 180.0, 44, 0),
            (45.0, -540.0, 44, 0),
            (45.0, 181.5, 44, 1),
            (51.5, -0.1, 38, 179),
        ] {
            let cell = row * WIDTH + column;
            assert_eq!(map_of(&[(cell, 77)]).at(at(lat, lon)), 77, "{lat}, {lon}");
        }
    }

    #[test]
    fn floats_become_data_only_when_they_are() {
        let near = at(89.5, -179.5);
        let cases = [
            (f32::NAN, 0),
            (0.0, 0),
            (-0.0, 0),
            (-1.0, 0),
            (0.2, 1),
            (1.49, 1),
            (1.5, 2),
            (73.74, 74),
            (99.24, 99),
            (413.0, 413),
            (1_000.4, 1_000),
            (1_000.5, 1_001),
            (9_000.0, 1_001),
        ];
        let cells: Vec<_> = cases.iter().enumerate().map(|(cell, &(ms, _))| (cell, ms)).collect();
        let (map, summary) = LatencyMap::from_f32_le(&raw(&cells), "x.bin", near).unwrap();
        for (cell, (ms, expected)) in cases.into_iter().enumerate() {
            assert_eq!(map.cells()[cell], expected, "{ms}");
        }
        let data = cases.iter().filter(|&&(_, cell)| cell > 0).count() as u32;
        let expected = MapSummary { data, no_data: CELLS as u32 - data, below_floor: 0, clamped: 3 };
        assert_eq!(summary, expected);
    }

    #[test]
    fn an_infinite_number_is_refused_with_its_place() {
        for (number, shown) in [(f32::INFINITY, "inf"), (f32::NEG_INFINITY, "-inf")] {
            let error = LatencyMap::from_f32_le(&raw(&[(WIDTH + 2, number)]), "x.bin", at(0.0, 0.0)).unwrap_err();
            let says = format!("x.bin, byte 1448: the cell at 88.5 N -177.5 E holds {shown}; ");
            assert!(error.to_string().starts_with(&says), "{error}");
        }
    }

    #[test]
    fn nothing_beats_light() {
        // The pole is 10,007.5 km from the equator, so 9,951.9 km from half a degree north: the floor there
        // is 98.7 ms.
        let cells = [(89 * WIDTH, 98.5), (89 * WIDTH + 1, 99.0)];
        let (map, summary) = LatencyMap::from_f32_le(&raw(&cells), "x.bin", at(90.0, 0.0)).unwrap();
        assert_eq!((map.cells()[89 * WIDTH], map.cells()[89 * WIDTH + 1]), (0, 99));
        assert_eq!((summary.below_floor, summary.data), (1, 1));
    }

    #[test]
    fn refuses_files_that_are_no_maps() {
        let read = |bytes: &[u8]| LatencyMap::from_f32_le(bytes, "x.bin", at(0.0, 0.0)).unwrap_err();
        for length in [0, 1, 259_199, 259_201] {
            let says = format!("x.bin has {length} bytes; a latency map of 360 x 180 little-endian f32 has 259200");
            assert_eq!(read(&vec![0; length]).to_string(), says);
        }
        let raw = LatencyMap::from_raw(&[1; 64_801], "x.u16").unwrap_err().to_string();
        assert_eq!(raw, "x.u16 has 64801 bytes; a latency map of 360 x 180 16-bit numbers has 129600");
        for (bytes, looks_like) in [
            (b"version https://git-lfs.github.com/spec/v1\n".as_slice(), "a Git LFS pointer"),
            (b"\n<!DOCTYPE html>", "a web page"),
        ] {
            let says = format!("x.bin is {looks_like}, not the data itself; download the file again");
            assert_eq!(read(bytes).to_string(), says);
        }
    }

    #[test]
    fn an_area_is_that_of_the_nearest_and_of_the_first_of_two_alike() {
        let maps =
            [map_of(&[(0, 9), (1, 255), (3, 7)]), map_of(&[(0, 8), (1, 255), (2, 255)]), map_of(&[(0, 8), (3, 6)])];
        assert_eq!(LatencyMap::areas(&maps)[..5], [1, 0, 1, 2, NO_DATACENTER]);
    }

    #[test]
    fn files_keep_every_cell_and_pictures_those_below_255_ms() {
        let map = |most| LatencyMap::from_fn(|cell, _| (cell % 7 > 0).then_some((cell % most) as f64));
        let far = map(1_300);
        assert_eq!(LatencyMap::from_raw(&far.to_raw(), "x.u16").unwrap(), far);
        let beyond = LatencyMap::from_raw(&[0xff; 129_600], "x.u16").unwrap();
        assert_eq!(beyond.count(OUT_OF_REACH_MS), CELLS, "no file holds another value");
        let near = map(255);
        assert_eq!(LatencyMap::from_png(&near.to_png(), "x.png").unwrap(), near);
        let pictured = LatencyMap::from_png(&far.to_png(), "x.png").unwrap();
        assert_eq!(LatencyMap::from_raw(&far.picture(), "x.u8").unwrap(), pictured, "as earlier versions kept it");
        for (&pictured, &ms) in pictured.cells().iter().zip(far.cells()) {
            assert_eq!(pictured, ms.min(255));
        }
    }

    #[test]
    fn refuses_images_that_are_no_maps() {
        let image = |width: u32, height: u32, colour, depth, bytes: usize| {
            let mut out = Vec::new();
            let mut encoder = png::Encoder::new(&mut out, width, height);
            encoder.set_color(colour);
            encoder.set_depth(depth);
            encoder.write_header().unwrap().write_image_data(&vec![1; bytes]).unwrap();
            out
        };
        use png::{BitDepth, ColorType};
        let good = map_of(&[(5, 50)]).to_png();
        let mut flipped = good.clone();
        *flipped.iter_mut().rev().nth(20).unwrap() ^= 0xff;
        for (what, bytes) in [
            ("nothing", Vec::new()),
            ("text", b"hello".to_vec()),
            ("half", good[..good.len() / 2].to_vec()),
            ("flipped", flipped),
            ("turned", image(180, 360, ColorType::Grayscale, BitDepth::Eight, CELLS)),
            ("colour", image(360, 180, ColorType::Rgb, BitDepth::Eight, 3 * CELLS)),
            ("deep", image(360, 180, ColorType::Grayscale, BitDepth::Sixteen, 2 * CELLS)),
        ] {
            let error = LatencyMap::from_png(&bytes, "x.png").unwrap_err().to_string();
            let says = "x.png is no latency map (PNG, 8-bit greyscale, 360 x 180): ";
            assert!(error.starts_with(says), "{what}: {error}");
        }
        let page = LatencyMap::from_png(b"<html>", "x.png");
        assert_eq!(page, Err(AtlasError::WrongFile { file: "x.png".into(), looks_like: "a web page" }));
    }

    #[test]
    fn a_cell_without_data_falls_back_to_the_great_circle() {
        let fallback = Fallback { inflation: 2.0, offset_ms: 10.0 };
        let (site, map) = (site(0.5, 0.5), map_of(&[(89 * WIDTH + 181, 42)]));
        let (known, unknown) = (at(0.5, 1.5), at(0.5, 90.5));
        assert_eq!(rtt_ms(Some(&map), &site, known, fallback), 42);
        // A quarter of the equator, 10,007.56 km: 2 x 100.14 + 10, rounded half up.
        assert_eq!(rtt_ms(Some(&map), &site, unknown, fallback), rtt_ms(None, &site, unknown, fallback));
        assert_eq!(rtt_ms(None, &site, at(0.5, 90.5), fallback), 210);
        assert_eq!(rtt_ms(None, &site, at(-0.5, -179.5), fallback), 411);
        assert_eq!(rtt_ms(None, &site, at(0.5, 0.5), Fallback { inflation: 1.0, offset_ms: 0.0 }), 1);
    }

    #[test]
    fn no_sample_is_below_the_floor() {
        // The map says 5 ms for players 3,000 km away.
        let (site, player) = (site(0.5, 0.5), at(0.5, 27.5));
        let map = map_of(&[(cell_of(player), 5)]);
        let km = great_circle_km(player, site.location);
        let got = f64::from(rtt_ms(Some(&map), &site, player, Fallback { inflation: 1.0, offset_ms: 0.0 }));
        assert!(got >= fibre_floor_ms(km) && got < fibre_floor_ms(km) + 1.0, "{got} ms at {km} km");
    }
}
