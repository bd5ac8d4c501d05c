//! The error of the route model against measured latency maps, which are not part of the project.
//!
//! Cells are weighted by population. Unreliable measured values are left out: the four by four cells around
//! (0, 0), cells without land, and values below the light limit in fibre.

use std::fmt;

use super::sources::{self, Sources};
use super::{BuildError, land, places, routes};
use crate::datacenter::Datacenter;
use crate::geo::{fibre_floor_ms, great_circle_km};
use crate::latency::{CELLS, WIDTH, cell_of, centre};
use crate::routes::RouteModel;

/// A measured map: RTT by cell, ms, NaN or 0 without data.
pub type Measured = (Datacenter, Vec<f32>);

/// Least weight of a measured cell: the emptiest cells have no counted population.
const LEAST_PEOPLE: f64 = 2000.0;

/// The model, and the weight of each cell of a latency map.
#[derive(Debug)]
pub struct Judge {
    /// The model.
    pub model: RouteModel,
    /// Population by cell.
    pub people: Vec<f64>,
}

/// Error of the model against measurements, weighted by population, ms.
#[derive(Clone, Copy, Debug, Default)]
pub struct Score {
    /// Cells compared, over all maps.
    pub cells: usize,
    /// Mean absolute error.
    pub mean: f64,
    /// Median of the absolute error.
    pub median: f64,
    /// 90th percentile of the absolute error.
    pub p90: f64,
    /// Mean of model minus measured.
    pub bias: f64,
    /// Share of cells in the right band: up to 50 ms, up to 100 ms, more.
    pub right_band: f64,
}

impl Judge {
    /// Builds the model from its sources.
    ///
    /// # Errors
    /// Sources that do not parse.
    pub fn new(sources: &Sources) -> Result<Self, BuildError> {
        let (cities, countries) = (sources::cities(sources)?, sources::countries(sources)?);
        let joins = places::grid(&cities, &countries)?.joins;
        let mask = land::cells_with_data(&sources::land(sources)?, &joins);
        let model = RouteModel::new(routes::routes(sources, &cities, &countries, &mask)?);
        let scales = places::scales(&cities, &countries);
        let mut people = vec![LEAST_PEOPLE; CELLS];
        for city in &cities {
            people[cell_of(city.location()?)] += city.population * scales.get(&city.country).copied().unwrap_or(1.0);
        }
        Ok(Self { model, people })
    }

    /// The comparable samples of measured maps: cell, map, measured RTT up to 255 ms.
    fn samples(&self, maps: &[Measured]) -> Vec<(usize, usize, f64)> {
        let usable = |site: &Datacenter, cell: usize, ms: f64| {
            let (row, column) = (cell / WIDTH, cell % WIDTH);
            let null_island = (88..=91).contains(&row) && (178..=181).contains(&column);
            let floor = fibre_floor_ms(great_circle_km(centre(cell), site.location));
            ms.is_finite() && ms >= 1.0 && !null_island && ms >= floor && self.model.routes().cells[cell].is_some()
        };
        let all = maps.iter().enumerate().flat_map(|(map, (site, rtts))| {
            let cells = rtts.iter().enumerate().map(|(cell, &ms)| (cell, f64::from(ms)));
            cells.filter(|&(cell, ms)| usable(site, cell, ms)).map(move |(cell, ms)| (cell, map, ms.min(255.0)))
        });
        all.collect()
    }

    /// Compares the model with measured maps.
    pub fn score(&self, maps: &[Measured]) -> Score {
        let modelled: Vec<_> = maps.iter().map(|(site, _)| self.model.rtts_ms(site.location, 0.0)).collect();
        let samples = self.samples(maps);
        let errors = samples.iter().map(|&(cell, map, ms)| {
            let model = f64::from(modelled[map][cell]).clamp(1.0, 255.0);
            (model, ms, self.people[cell])
        });
        Score::of(&errors.collect::<Vec<_>>())
    }
}

impl Score {
    /// The score of (model, measured, weight) triples.
    fn of(samples: &[(f64, f64, f64)]) -> Self {
        let weight: f64 = samples.iter().map(|sample| sample.2).sum();
        let mean = |of: fn(f64, f64) -> f64| samples.iter().map(|&(a, b, w)| of(a, b) * w).sum::<f64>() / weight;
        let mut errors: Vec<(f64, f64)> = samples.iter().map(|&(a, b, w)| ((a - b).abs(), w)).collect();
        errors.sort_by(|a, b| a.0.total_cmp(&b.0));
        let quantile = |part: f64| {
            let mut passed = 0.0;
            let reached = errors.iter().find(|&&(_, w)| {
                passed += w;
                passed >= part * weight
            });
            reached.map_or(0.0, |&(error, _)| error)
        };
        let band = |ms: f64| u8::from(ms > 50.0) + u8::from(ms > 100.0);
        let right: f64 = samples.iter().filter(|&&(a, b, _)| band(a) == band(b)).map(|sample| sample.2).sum();
        Self {
            cells: samples.len(),
            mean: mean(|a, b| (a - b).abs()),
            median: quantile(0.5),
            p90: quantile(0.9),
            bias: mean(|a, b| a - b),
            right_band: right / weight,
        }
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { cells, mean, median, p90, bias, right_band } = self;
        write!(
            f,
            "{cells} cells: mean {mean:.2} ms, median {median:.2}, p90 {p90:.2}, bias {bias:+.2}, right band {right_band:.3}"
        )
    }
}
