//! The parts of the route model that come from sources: countries, hubs, links, and each cell's access to
//! hubs.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::str::FromStr;

use libm::{asin, log, rint, sin, sqrt};
use matchday_document::csv::Rows;

use super::raster::Raster;
use super::sources::{City, Shape, Sources};
use super::{BuildError, sources};
use crate::geo::Location;
use crate::latency::{CELLS, HEIGHT, WIDTH, cell_of, centre};
use crate::routes::access::{Cities, NEAREST, direction};
use crate::routes::{Access, Coefficients, Country, Hub, Link, Routes, centroid};

/// Fitted to published measured latency maps by weighted least absolute deviations. Only a few numbers for
/// the world, rounded, midway between a fit to 28 maps and a fit to 20.
const COEFFICIENTS: Coefficients =
    Coefficients { land: 142, sea: 132, border: 730, hop: 56, access_land: 240, access_sea: 370, foreign: 200 };
/// Last mile at the highest income, ms, and its increase for each division of the income by e; fitted as
/// above.
const LAST_MILE: (f64, f64) = (13.9, 2.8);
/// Income from which the last mile is shortest, dollars per head. Below `RICH` / e^3 it grows no further.
const RICH: f64 = 60_000.0;
/// Income where the Factbook has no number, dollars per head.
const GDP_PER_HEAD: f64 = 8000.0;
/// Number of borders counted for a border that traffic crosses only without an alternative.
const HARD_BORDER: u8 = 8;
/// Points sampled between a cell and a hub, and the least share of land for a way over land.
const SAMPLES: usize = 12;
const LAND_SHARE: f64 = 0.6;
/// Southern limit of players, degrees.
const SOUTH: f64 = -60.0;

/// Builds the model. `mask` marks the cells of a latency map that have data.
///
/// # Errors
/// Sources that do not parse or are inconsistent.
pub fn routes(
    sources: &Sources,
    cities: &[City],
    countries: &BTreeMap<String, sources::Country>,
    mask: &[bool],
) -> Result<Routes, BuildError> {
    let numbers: BTreeMap<&str, u8> = countries.keys().map(String::as_str).zip(1..=u8::MAX).collect();
    let hubs = hubs(sources, &numbers)?;
    let links = links(sources)?;
    let mut land = Raster::sea();
    land.fill(&sources::land(sources)?, 1);
    land.widen();
    let people = People::of(cities, countries, &numbers)?;
    let country = countries_of_cells(&sources::outlines(sources)?, countries, &people, mask);
    let cities = Cities::new(hubs.iter().take_while(|hub| hub.country > 0).map(|hub| direction(hub.location)));
    let access = |cell: usize| {
        let country = country[cell];
        let code = people.centroid(cell);
        let from = centroid(cell, code);
        let hubs = cities.nearest(direction(from)).map(|(hub, _)| hubs[usize::from(hub)].location);
        let over_sea = (0..NEAREST).filter(|&k| is_over_sea(&land, from, hubs[k])).map(|k| 1 << k).sum();
        (country > 0).then_some(Access { country, centroid: code, over_sea })
    };
    let cells = (0..CELLS).map(access).collect();
    let countries = countries.iter().map(|(letters, country)| description(letters, country)).collect();
    Ok(Routes { coefficients: COEFFICIENTS, countries, hubs, links, cells })
}

fn description(letters: &str, country: &sources::Country) -> Country {
    let two = |text: &str| text.as_bytes().first_chunk().copied().unwrap_or(*b"--");
    let gdp = country.gdp_per_head.filter(|&gdp| gdp > 0.0).unwrap_or(GDP_PER_HEAD);
    let last_mile_ms = LAST_MILE.0 + LAST_MILE.1 * log(RICH / gdp).clamp(0.0, 3.0);
    Country {
        letters: two(letters),
        continent: two(&country.continent),
        last_mile_cs: rint(last_mile_ms * 100.0) as u16,
    }
}

/// The rows of one of our own lists, after its header.
fn rows<const N: usize>(mut bytes: &[u8], file: &'static str) -> Result<Vec<[String; N]>, BuildError> {
    let (mut rows, mut list) = (Rows::new(1 << 10), Vec::new());
    while let Some(row) = rows.next(&mut bytes, true) {
        let row = row.map_err(|error| fail(file, &error))?;
        let fields: Vec<String> = row.texts().into_iter().map(Cow::into_owned).collect();
        list.push(fields.try_into().map_err(|_| fail(file, &format!("line {}: {N} fields belong here", row.line)))?);
    }
    Ok(list.split_off(1.min(list.len())))
}

fn fail(file: &'static str, reason: &impl ToString) -> BuildError {
    BuildError::Source { file, reason: reason.to_string() }
}

fn number<T: FromStr>(file: &'static str, text: &str) -> Result<T, BuildError> {
    text.parse().map_err(|_| fail(file, &format!("{text:?} is not a number")))
}

fn hubs(sources: &Sources, numbers: &BTreeMap<&str, u8>) -> Result<Vec<Hub>, BuildError> {
    let file = "hubs.csv";
    let hub = |[_, name, iso, lat, lon, _]: [String; 6]| {
        // Rounded as in the file, so that the built model equals the model read back.
        let degrees = |text| number::<f64>(file, text).map(|degrees| rint(degrees * 100.0) / 100.0);
        let location = Location::new(degrees(&lat)?, degrees(&lon)?).map_err(|error| fail(file, &error))?;
        Ok(Hub { name, country: numbers.get(iso.as_str()).copied().unwrap_or(0), location })
    };
    rows(&sources.hubs, file)?.into_iter().map(hub).collect()
}

fn links(sources: &Sources) -> Result<Vec<Link>, BuildError> {
    let file = "links.csv";
    let link = |[a, b, kind, _, _, borders, hard_borders]: [String; 7]| {
        let borders = number::<u8>(file, &borders)? + HARD_BORDER * number::<u8>(file, &hard_borders)?;
        Ok(Link { a: number(file, &a)?, b: number(file, &b)?, sea: kind == "sea", borders })
    };
    rows(&sources.links, file)?.into_iter().map(link).collect()
}

/// The population of each cell: its place and country.
struct People {
    /// Population, and its sums of latitudes and longitudes.
    sums: Vec<[f64; 3]>,
    /// The country of the cell's biggest city.
    country: Vec<u8>,
}

impl People {
    fn of(
        cities: &[City],
        countries: &BTreeMap<String, sources::Country>,
        numbers: &BTreeMap<&str, u8>,
    ) -> Result<Self, BuildError> {
        let scales = super::places::scales(cities, countries);
        let mut people = Self { sums: vec![[0.0; 3]; CELLS], country: vec![0; CELLS] };
        let mut biggest = vec![0.0; CELLS];
        for city in cities {
            let (location, scale) = (city.location()?, scales.get(&city.country).copied().unwrap_or(1.0));
            let (cell, count) = (cell_of(location), city.population * scale);
            // The smallest places have a counted population of 0, but are inhabited.
            let weight = count + 1.0;
            for (sum, part) in
                people.sums[cell].iter_mut().zip([weight, weight * location.lat(), weight * location.lon()])
            {
                *sum += part;
            }
            if count > biggest[cell] {
                biggest[cell] = count;
                people.country[cell] = numbers.get(city.country.as_str()).copied().unwrap_or(0);
            }
        }
        Ok(people)
    }

    /// The value of [`Access::centroid`].
    fn centroid(&self, cell: usize) -> u8 {
        let [people, lat, lon] = self.sums[cell];
        if people == 0.0 {
            return Access::MIDDLE;
        }
        let nibble = |off: f64| rint(off * 16.0 + 8.0).clamp(0.0, 15.0) as u8;
        nibble(lat / people - centre(cell).lat()) << 4 | nibble(lon / people - centre(cell).lon())
    }
}

/// The country of every cell with data: that of most of its land, else of its biggest city, else of a
/// neighbour.
fn countries_of_cells(
    outlines: &[Shape],
    countries: &BTreeMap<String, sources::Country>,
    people: &People,
    mask: &[bool],
) -> Vec<u8> {
    let raster = outlined(outlines, countries);
    let own = |cell: usize| match raster.most(cell) {
        _ if centre(cell).lat() < SOUTH => 0,
        0 => people.country[cell],
        country => country,
    };
    let own: Vec<u8> = (0..CELLS).map(own).collect();
    let neighbours = |cell: usize| {
        let (row, column) = (cell / WIDTH, cell % WIDTH);
        let rows = [row.saturating_sub(1), row, (row + 1).min(HEIGHT - 1)];
        let columns = [(column + WIDTH - 1) % WIDTH, column, (column + 1) % WIDTH];
        rows.into_iter().flat_map(move |row| columns.map(|column| row * WIDTH + column))
    };
    let country = |cell: usize| match own[cell] {
        0 if mask[cell] => neighbours(cell).map(|near| own[near]).find(|&country| country > 0).unwrap_or(0),
        country => country,
    };
    (0..CELLS).map(country).collect()
}

/// Countries by number. Enclosed countries come last, because the outline around them may have no hole.
fn outlined(outlines: &[Shape], countries: &BTreeMap<String, sources::Country>) -> Raster {
    let mut raster = Raster::sea();
    let number = |shape: &Shape| {
        let letters = match shape.name.as_str() {
            "Kosovo" => Some("XK"),
            "N. Cyprus" => Some("CY"),
            "Somaliland" => Some("SO"),
            "Siachen Glacier" => Some("IN"),
            _ => None,
        };
        let known =
            |(at, _, country): &(u8, &String, &sources::Country)| shape.number == Some(country.number) && *at > 0;
        let mut all = (1..).zip(countries).map(|(at, (letters, country))| (at, letters, country));
        match letters {
            Some(wanted) => all.find(|(_, letters, _)| *letters == wanted),
            None => all.find(known),
        }
        .map(|(at, letters, _)| (at, letters.clone()))
    };
    let within = |letters: &str| matches!(letters, "LS" | "SM" | "VA");
    for last in [false, true] {
        for shape in outlines {
            if let Some((at, letters)) = number(shape)
                && within(&letters) == last
            {
                raster.fill(&shape.polygons, at);
            }
        }
    }
    raster
}

/// Whether the land share of the great circle between two places is below [`LAND_SHARE`].
fn is_over_sea(land: &Raster, from: Location, to: Location) -> bool {
    let [a, b] = [from, to].map(|place| {
        let (lat, lon) = (place.lat().to_radians(), place.lon().to_radians());
        [libm::cos(lat) * libm::cos(lon), libm::cos(lat) * sin(lon), sin(lat)]
    });
    let chord: f64 = (0..3).map(|axis| (a[axis] - b[axis]) * (a[axis] - b[axis])).sum();
    let angle = 2.0 * asin((sqrt(chord) / 2.0).min(1.0));
    let on_land = (0..SAMPLES).filter(|&k| {
        let part = k as f64 / (SAMPLES - 1) as f64;
        let (near, far) = if angle < 1e-9 { (1.0, 0.0) } else { (sin((1.0 - part) * angle), sin(part * angle)) };
        let [x, y, z] = [0, 1, 2].map(|axis| a[axis] * near + b[axis] * far);
        let length = sqrt(x * x + y * y + z * z);
        let place = Location::new(asin((z / length).clamp(-1.0, 1.0)).to_degrees(), libm::atan2(y, x).to_degrees());
        place.is_ok_and(|place| land.at(place) > 0)
    });
    (on_land.count() as f64) < LAND_SHARE * SAMPLES as f64
}
