//! The number of players in each place: a model, not a measurement.

use std::collections::BTreeMap;

use jiff::tz::TimeZoneDatabase;
use libm::{floor, log2, pow, rint};

use super::sources::{City, Country};
use super::{BuildError, DATE};
use crate::curve::{HOURS, WeekCurve};
use crate::grid::GridCell;
use crate::joins::{JoinsCell, JoinsGrid};

/// Players by hour of the local day, percent of the peak. Shape from traffic studies of online games: minimum
/// at 5, peak at 20 to 21; weekends start earlier.
const WEEKDAY: [u8; 24] =
    [52, 36, 24, 17, 13, 12, 14, 18, 22, 26, 30, 34, 40, 44, 49, 56, 65, 74, 83, 92, 99, 100, 90, 71];
const WEEKEND: [u8; 24] =
    [66, 50, 35, 24, 17, 14, 14, 18, 27, 40, 53, 64, 73, 80, 85, 88, 90, 92, 95, 99, 100, 97, 86, 70];
/// Internet users where the Factbook has no number, percent of the population.
const INTERNET_PERCENT: f64 = 30.0;
const GDP_PER_HEAD: f64 = 6000.0;
/// Factor from city populations to their country's. Limited, so that few listed cities do not become giants.
const SCALE: std::ops::RangeInclusive<f64> = 0.25..=4.0;
/// Least share of the world's joins: smaller cells are left out.
const LEAST_SHARE: f64 = 2e-8;

/// The joins grid, and the continents for the report.
#[derive(Clone, Debug)]
pub struct Places {
    /// The grid.
    pub joins: JoinsGrid,
    /// The continent of each cell, two letters: that of its heaviest city.
    pub continents: Vec<String>,
}

/// Factor on a market's players: some countries block or forbid most foreign servers.
fn market_factor(letters: &str) -> f64 {
    match letters {
        "CN" => 0.25,
        "IR" | "CU" => 0.5,
        "KP" => 0.0,
        _ => 1.0,
    }
}

/// Share of a country's people who play: internet users x an income factor x the market factor.
fn players_per_head(letters: &str, country: &Country) -> f64 {
    let or = |value: Option<f64>, default| value.filter(|&value| value > 0.0).unwrap_or(default);
    let gdp = or(country.gdp_per_head, GDP_PER_HEAD);
    let propensity = pow(gdp / 30_000.0, 0.6).clamp(0.15, 1.3);
    or(country.internet_percent, INTERNET_PERCENT) / 100.0 * propensity * market_factor(letters)
}

/// People per listed inhabitant, by country.
pub(super) fn scales(cities: &[City], countries: &BTreeMap<String, Country>) -> BTreeMap<String, f64> {
    let mut listed = BTreeMap::new();
    for city in cities {
        *listed.entry(city.country.as_str()).or_insert(0.0) += city.population;
    }
    let scales = countries.iter().map(|(letters, country)| {
        let people = listed.get(letters.as_str()).copied().unwrap_or(0.0);
        let scale = if people > 0.0 { country.population / people } else { 1.0 };
        (letters.clone(), scale.clamp(*SCALE.start(), *SCALE.end()))
    });
    scales.collect()
}

/// Players per listed inhabitant, by country.
fn factors(cities: &[City], countries: &BTreeMap<String, Country>) -> BTreeMap<String, f64> {
    let scales = scales(cities, countries).into_iter();
    let factors = scales.map(|(letters, scale)| {
        let factor = scale * players_per_head(&letters, &countries[&letters]);
        (letters, factor)
    });
    factors.collect()
}

/// Sums of a cell.
#[derive(Clone, Default)]
struct Gathered<'a> {
    weight: f64,
    /// Its heaviest city so far, and that city's weight.
    heaviest: Option<(&'a City, f64)>,
}

/// Builds the joins grid.
///
/// # Errors
/// A city off the globe or in an unknown time zone.
pub fn grid(cities: &[City], countries: &BTreeMap<String, Country>) -> Result<Places, BuildError> {
    let factors = factors(cities, countries);
    let mut cells: BTreeMap<GridCell, Gathered<'_>> = BTreeMap::new();
    let mut world = 0.0;
    for city in cities {
        let weight = city.population * factors.get(&city.country).copied().unwrap_or(0.0);
        let cell = cells.entry(GridCell::of(city.location()?)).or_default();
        cell.weight += weight;
        world += weight;
        if cell.heaviest.is_none_or(|(_, most)| weight > most) {
            cell.heaviest = Some((city, weight));
        }
    }
    let most = cells.values().map(|cell| cell.weight).fold(0.0, f64::max);
    let mut zones = Zones::default();
    let mut places = (Vec::new(), Vec::new());
    for (cell, Gathered { weight, heaviest }) in cells {
        let Some((city, _)) = heaviest.filter(|_| weight > LEAST_SHARE * world) else { continue };
        let weight_code = rint(log2(weight / most) * 10.0 + 255.0).max(1.0) as u8;
        places.0.push(JoinsCell { cell, weight_code, zone_quarters: zones.quarters(city)? });
        places.1.push(countries.get(&city.country).map_or_else(String::new, |country| country.continent.clone()));
    }
    Ok(Places { joins: JoinsGrid::new(week()?, places.0)?, continents: places.1 })
}

/// A week of five weekdays and a weekend.
fn week() -> Result<WeekCurve, BuildError> {
    let percent = std::array::from_fn::<u8, HOURS, _>(|hour| {
        let day = if hour < 5 * 24 { WEEKDAY } else { WEEKEND };
        day[hour % 24]
    });
    Ok(WeekCurve::new(percent).ok_or(crate::JoinsProblem::Curve)?)
}

/// Cached offsets of time zones.
#[derive(Default)]
struct Zones(BTreeMap<String, i8>);

impl Zones {
    /// Quarter hours ahead of UTC at noon of the data set's day.
    fn quarters(&mut self, city: &City) -> Result<i8, BuildError> {
        if let Some(&quarters) = self.0.get(&city.timezone) {
            return Ok(quarters);
        }
        let fail = |error: jiff::Error| BuildError::TimeZone { city: city.name.clone(), reason: error.to_string() };
        let zone = TimeZoneDatabase::bundled().get(&city.timezone).map_err(fail)?;
        let noon = DATE.at(12, 0, 0, 0).to_zoned(zone).map_err(fail)?;
        let quarters = floor(f64::from(noon.offset().seconds()) / 900.0) as i8;
        self.0.insert(city.timezone.clone(), quarters);
        Ok(quarters)
    }
}
