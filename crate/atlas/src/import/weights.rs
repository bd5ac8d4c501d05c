//! The built-in joins with other weights and another curve, for users without recorded joins.

use crate::continent::Continent;
use crate::curve::{HOURS, WeekCurve};
use crate::dataset::JoinData;
use crate::error::JoinsProblem;
use crate::geo::Location;
use crate::joins::{JoinsCell, JoinsGrid};
use crate::latency::{CELLS, cell_of};
use crate::routes::RouteModel;

/// Weight codes per doubling.
const CODES: f64 = 10.0;
const DAY: usize = 24;
const WEEKDAYS: usize = 5;

/// The joins of each of [`Continent::ALL`], in the unit of their weights. Places far from all continents are not counted.
pub fn continent_totals(joins: &JoinData, routes: &RouteModel) -> [u64; 6] {
    let continents = continents(routes);
    let mut totals = [0; 6];
    for (cell, weight) in joins.weights() {
        if let Some(continent) = continents[cell_of(cell.centre())] {
            totals[continent] += weight;
        }
    }
    totals
}

/// `grid` with its joins distributed over the continents in proportion to `shares`, in any unit. Proportions
/// within a continent stay the same. Weights are coded to a tenth of a doubling; rounding errors move to the
/// next cells.
///
/// # Errors
/// An invalid share, or a world without joins.
pub fn by_continent(grid: &JoinsGrid, routes: &RouteModel, shares: [f64; 6]) -> Result<JoinsGrid, JoinsProblem> {
    if shares.iter().any(|share| !(*share >= 0.0 && share.is_finite())) {
        return Err(JoinsProblem::Weight);
    }
    let totals = continent_totals(&JoinData::Grid(grid.clone()), routes).map(|total| total as f64);
    let unit = totals.iter().sum::<f64>() / shares.iter().sum::<f64>();
    let factors: [f64; 6] = std::array::from_fn(|at| shares[at] * unit / totals[at]);
    let continents = continents(routes);
    let mut carried = [0.0; 6];
    let moved = grid.cells().iter().filter_map(|joins| {
        let Some(at) = continents[cell_of(joins.cell.centre())] else {
            return Some((*joins, joins.weight_code.into()));
        };
        // A factor is NaN or infinite for a world or continent without joins.
        let factor = Some(factors[at]).filter(|factor| *factor > 0.0 && factor.is_finite())?;
        let code = f64::from(joins.weight_code) + CODES * libm::log2(factor);
        let (below, above) = (libm::floor(code + 1e-9), libm::floor(code + 1e-9) + 1.0);
        let weight = |code: f64| libm::exp2(code / CODES);
        let wanted = carried[at] + weight(code);
        let nearest = if wanted - weight(below) < weight(above) - wanted { below } else { above };
        carried[at] = wanted - weight(nearest);
        Some((*joins, nearest as i32))
    });
    let moved: Vec<(JoinsCell, i32)> = moved.collect();
    let top = moved.iter().map(|&(_, code)| code).max().unwrap_or(0);
    let coded = moved.into_iter().filter_map(|(joins, code)| {
        let weight_code = u8::try_from(code + 255 - top).ok().filter(|&code| code > 0)?;
        Some(JoinsCell { weight_code, ..joins })
    });
    JoinsGrid::new(grid.curve.clone(), coded.collect())
}

/// A week from two days by hour, in any unit: Monday to Friday, and the weekend. `None` unless all values are
/// 0 or more, and one is above 0.
pub fn week(weekday: &[f64; DAY], weekend: &[f64; DAY]) -> Option<WeekCurve> {
    let day = |hour: usize| if hour / DAY < WEEKDAYS { weekday } else { weekend };
    let peak = weekday.iter().chain(weekend).fold(0.0, |a: f64, &b| a.max(b));
    let fine = |point: &f64| *point >= 0.0 && point.is_finite();
    if !weekday.iter().chain(weekend).all(fine) || peak <= 0.0 {
        return None;
    }
    let percent = |hour: usize| libm::floor(day(hour)[hour % DAY] / peak * 100.0 + 0.5) as u8;
    WeekCurve::new(std::array::from_fn::<_, HOURS, _>(percent))
}

/// The continent of each cell of a latency map, by its country, or by the nearest cell with one.
fn continents(routes: &RouteModel) -> Vec<Option<usize>> {
    let of = |cell: usize| {
        let country = routes.country(crate::latency::centre(cell))?;
        Continent::of_letters(country.continent).map(|continent| continent as usize)
    };
    let known: Vec<Option<usize>> = (0..CELLS).map(of).collect();
    let near = |cell: usize| {
        let centre = crate::latency::centre(cell);
        let around = |by: f64| {
            let steps = [(by, 0.0), (-by, 0.0), (0.0, by), (0.0, -by), (by, by), (by, -by), (-by, by), (-by, -by)];
            steps.into_iter().find_map(|(north, east)| {
                let lat = (centre.lat() + north).clamp(-90.0, 90.0);
                known[cell_of(Location::new(lat, centre.lon() + east).ok()?)]
            })
        };
        known[cell].or_else(|| [1.0, 2.0, 3.0].into_iter().find_map(around))
    };
    (0..CELLS).map(near).collect()
}
